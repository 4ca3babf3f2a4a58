// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// A message of Digital Curling 2's protocol.

#include "fuzz.h"
#include "protocol/dc2_messages.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skipstone;
  using namespace skipstone::fuzz;
  AllowBadInput([&] {
    const std::string written = ToText(Dc2FromText(TextOf(data, size)));
    Require(ToText(Dc2FromText(written)) == written, "a message survives its text");
  });
  return 0;
}
