// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// A line of `turn`, on both ices; played on dc2's, whose throws are short.

#include "fuzz.h"
#include "game/turn_line.h"

namespace skipstone::fuzz {
namespace {

SlotSet StonesOf(const Json& both_teams) {
  SlotSet slots = 0;
  for (const Team team : {Team::k0, Team::k1}) {
    const Json& list = both_teams.at(team == Team::k0 ? "team0" : "team1");
    Require(list.size() == kStonesPerTeam, "a team has eight places");
    for (int i = 0; i < kStonesPerTeam; ++i) {
      const Json& stone = list[static_cast<std::size_t>(i)];
      if (stone.is_null()) continue;
      slots = static_cast<SlotSet>(slots | SlotBit(SlotOf(team, i)));
      const Json& position = stone.at("position");
      Require(position.at("x").is_number() && position.at("y").is_number(), "places are finite");
      Require(stone.at("angle").is_number(), "angles are finite");
    }
  }
  return slots;
}

void CheckAnswer(const TurnLine& line, Json json) {
  const auto engine = MakeEngine("box2d", line.ice);
  const Json answer = ReadBack(PlayTurnLine(line, *engine));
  const Board& before = line.before.game.board;
  const SlotSet there =
      static_cast<SlotSet>(before.present() | SlotBit(line.before.game.position().turn.slot()));
  const SlotSet stones = StonesOf(answer.at("stones_at_end_of_shot"));
  Require((stones & ~there) == 0, "stones never appear");
  if (answer.at("free_guard_zone_foul")) {
    Require(stones == before.present(), "a foul puts the stones back");
  }
  const Json& after = answer.at("after");
  Require((StonesOf(after.at("stones")) & ~stones) == 0, "stones never appear between turns");
  const bool over = !after.at("game_result").is_null();
  Require(over == after.at("hammer").is_null(), "a hammer until there is a result");
  if (over) return;

  // The state after a turn is a state before the next one. (Unless a line had the stone to be
  // thrown next on the sheet already.)
  json["before"] = after;
  try {
    TurnLineFromJson(Field(json, ""), line.ice.law);
  } catch (const Error& e) {
    if (e.where() != "thrown") std::fprintf(stderr, "fuzz: %s\n", e.what());
    Require(e.where() == "thrown", "a turn can follow a turn");
  }
}

}  // namespace
}  // namespace skipstone::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skipstone;
  using namespace skipstone::fuzz;
  const std::string_view text = TextOf(data, size);
  AllowBadInput([&] {
    const Json json = ParseJson(text, "");
    AllowBadInput([&] { TurnLineFromJson(Field(json, ""), Law::kFcv1); });
    const TurnLine line = TurnLineFromJson(Field(json, ""), Law::kDc2);
    const bool quick = line.before.game.board.count() <= 3;
    if (OneIn(quick ? 4 : 20, text)) CheckAnswer(line, json);
  });
  return 0;
}
