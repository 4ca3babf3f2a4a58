// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// A log of Digital Curling 2 or 3, as `convert` and `replay` read them.

#include "fuzz.h"
#include "protocol/dcl.h"
#include "protocol/dcl2.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skipstone;
  using namespace skipstone::fuzz;
  const std::string_view text = TextOf(data, size);
  AllowBadInput([&] { RecordToText(RecordFromDcl(text, "game.dcl", CutOff::kTaken)); });
  AllowBadInput([&] {
    const GameRecord record = RecordFromDcl2(text, "game.dcl2", CutOff::kTaken);
    const std::string written = RecordToDcl2(record);
    Require(RecordToText(RecordFromDcl2(written, "again", CutOff::kTaken)) == RecordToText(record),
            "a record survives its log");
  });
  return 0;
}
