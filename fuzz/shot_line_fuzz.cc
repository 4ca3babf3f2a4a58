// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// A line of `simulate`, on both ices.

#include <cmath>

#include "fuzz.h"
#include "game/shot_line.h"

namespace skipstone::fuzz {
namespace {

// The stones of an answer's list, each named once; with places, which are numbers.
SlotSet StonesOf(const Json& list, bool with_places) {
  SlotSet slots = 0;
  for (const Json& stone : list) {
    const int slot = SlotOf(stone.at("team") == 0 ? Team::k0 : Team::k1, stone.at("idx"));
    Require((slots & SlotBit(slot)) == 0, "a stone is listed once");
    slots = static_cast<SlotSet>(slots | SlotBit(slot));
    if (!with_places) continue;
    Require(stone.at("x").is_number() && stone.at("y").is_number(), "places are finite");
    Require(stone.at("angle").is_number(), "angles are finite");
  }
  return slots;
}

void CheckPaths(const Json& paths) {
  for (const Json& path : paths) {
    double last_s = -1.0;
    for (const Json& point : path.at("points")) {
      Require(point[0].is_number() && point[1].is_number() && point[2].is_number(),
              "paths are finite");
      Require(point[0].get<double>() > last_s, "time goes on along a path");
      last_s = point[0];
    }
  }
}

void CheckAnswer(const ShotLine& line) {
  const auto engine = MakeEngine("box2d", line.ice);
  ShotDetails details;
  details.path_interval_s = 0.1;
  details.contacts = true;
  details.angles = !line.four_rock_rule;  // a foul's answer has none
  const Json answer = ReadBack(SimulateLine(line, *engine, details));
  const SlotSet there =
      static_cast<SlotSet>(line.before.board.present() | SlotBit(line.before.turn.slot()));
  const Json& result = answer.at("result");
  const SlotSet stones = StonesOf(result.at("stones"), details.angles);
  const SlotSet removed = StonesOf(result.at("removed"), false);
  Require((stones & removed) == 0, "a stone lies or has left, not both");
  Require((stones | removed) == there, "stones neither appear nor vanish");
  CheckPaths(answer.at("paths"));
}

void Check(std::string_view text, const Json& json, Law law) {
  const ShotLine line = ShotLineFromJson(Field(json, ""), law);
  // A throw on fcv1 takes ten times as many steps.
  const bool quick = law == Law::kDc2 && line.before.board.count() <= 3;
  if (OneIn(law == Law::kFcv1 ? 100 : quick ? 4 : 20, text)) CheckAnswer(line);
}

}  // namespace
}  // namespace skipstone::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace skipstone;
  using namespace skipstone::fuzz;
  const std::string_view text = TextOf(data, size);
  AllowBadInput([&] {
    const Json json = ParseJson(text, "");
    for (const Law law : {Law::kDc2, Law::kFcv1}) {
      AllowBadInput([&] { Check(text, json, law); });
    }
  });
  return 0;
}
