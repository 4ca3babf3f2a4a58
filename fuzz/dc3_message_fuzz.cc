// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// A line of Digital Curling 3's protocol, from either side.

#include "fuzz.h"
#include "protocol/dc3_messages.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skipstone;
  using namespace skipstone::fuzz;
  const std::string_view text = TextOf(data, size);
  AllowBadInput([&] {
    const Dc3FromClient heard = Dc3FromClientText(text);
    Require(Dc3FromClientText(ToLine(heard)) == heard, "a client's message survives its line");
  });
  Rules rules = MakeRules(RulesPreset::kDc3);
  rules.ends = 2;
  AllowBadInput([&] {
    const Dc3FromServer heard = Dc3FromServerText(text, rules);
    Require(Dc3FromServerText(ToLine(heard), rules) == heard,
            "a server's message survives its line");
  });
  return 0;
}
