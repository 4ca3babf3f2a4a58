// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// A configuration of Digital Curling 3's server.

#include "fuzz.h"
#include "protocol/dc3_config.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skipstone;
  using namespace skipstone::fuzz;
  AllowBadInput([&] {
    const Dc3Config config = Dc3ConfigFromText(TextOf(data, size), "config.json");
    const Json written = ReadBack(ToJson(config.match));
    Require(Dc3MatchFromJson(Field(written, "")) == config.match, "a match survives its JSON");
  });
  return 0;
}
