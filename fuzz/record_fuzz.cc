// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// A game record, as `replay` reads it. Short games on dc2's ice, whose throws are short, are
// replayed.

#include "fuzz.h"
#include "game/record.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skipstone;
  using namespace skipstone::fuzz;
  const std::string_view text = TextOf(data, size);
  AllowBadInput([&] {
    const GameRecord record = RecordFromText(text, "game", CutOff::kTaken);
    const std::string written = RecordToText(record);
    try {
      const GameRecord again = RecordFromText(written, "again", CutOff::kTaken);
      Require(again == record, "a record survives its text");
      Require(HashOf(again) == HashOf(record), "a record keeps its hash");
    } catch (const Error& e) {
      std::fprintf(stderr, "fuzz: %s\n", e.what());
      Require(false, "what is written can be read");
    }
    constexpr std::size_t kFewMoves = 4;
    if (record.header.terms.ice.law != Law::kDc2 || record.moves.size() > kFewMoves) return;
    if (OneIn(4, text)) Replay(record);
  });
  return 0;
}
