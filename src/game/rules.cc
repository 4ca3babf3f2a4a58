// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/rules.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace skipstone {
namespace {

constexpr std::array<std::string_view, 4> kPresetNames = {"dc3", "dc4", "dc2", "curling"};
constexpr std::array<std::string_view, 3> kGuardZoneNames = {"whole_stone", "centre", "play_area"};
constexpr std::array<std::string_view, 3> kOverrunNames = {"equal_loses", "shot_stands",
                                                           "more_loses"};
constexpr std::array<std::string_view, 2> kTieBreakNames = {"extra_ends", "draw"};

template <typename Enum, std::size_t kCount>
std::string_view NameOf(const std::array<std::string_view, kCount>& names, Enum value) {
  return names[static_cast<std::size_t>(value)];
}

template <typename Enum, std::size_t kCount>
Enum EnumFromJson(const std::array<std::string_view, kCount>& names, const Field& field) {
  const std::string& name = field.String();
  for (std::size_t i = 0; i < kCount; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  throw field.Bad(
      fmt::format("expected one of {}, got {}", fmt::join(names, ", "), Quote(Json(name))));
}

std::array<Milliseconds, 2> ClockPairFromJson(const Field& field) {
  if (field.Size(2) != 2) throw field.Bad("expected two times, one per team");
  return {field[0].Int(0, kMaxClock_ms), field[1].Int(0, kMaxClock_ms)};
}

}  // namespace

Rules MakeRules(RulesPreset preset) {
  Rules rules;
  rules.preset = preset;
  switch (preset) {
    case RulesPreset::kDc3:
      rules.ends = 10;
      rules.scoring_reach_m = double{0.145f};
      rules.thinking_time_ms = {219'000, 219'000};
      rules.extra_end_time_ms = {21'900, 21'900};
      break;
    case RulesPreset::kDc4:
      rules.ends = 8;
      rules.guard_zone = GuardZone::kCentre;
      rules.scoring_reach_m = double{0.145f};
      rules.scoring_inclusive = true;
      rules.most_ends = 0;
      rules.overrun = Overrun::kShotStands;
      rules.thinking_time_ms = {219'000, 219'000};
      rules.extra_end_time_ms = {21'900, 21'900};
      rules.extra_end_time_each = false;
      break;
    case RulesPreset::kDc2:
      rules.ends = 8;
      rules.guard_shots = 4;
      rules.guard_zone = GuardZone::kPlayArea;
      rules.scoring_reach_m = double{0.15f};  // sic: more than the stone's radius
      rules.tie_break = TieBreak::kDraw;
      rules.overrun = Overrun::kMoreLoses;
      rules.thinking_time_ms = {219'000, 219'000};
      break;
    case RulesPreset::kCurling:
      // World Curling: 38 minutes of thinking time for 10 ends, 4.5 for each extra end.
      rules.ends = 10;
      rules.no_tick = true;
      rules.scoring_reach_m = double{0.145f};
      rules.scoring_inclusive = true;
      rules.most_ends = 0;
      rules.overrun = Overrun::kMoreLoses;
      rules.thinking_time_ms = {38 * 60'000, 38 * 60'000};
      rules.extra_end_time_ms = {270'000, 270'000};
      break;
  }
  return rules;
}

std::string_view PresetName(RulesPreset preset) { return NameOf(kPresetNames, preset); }

RulesPreset PresetFromName(std::string_view name) {
  for (std::size_t i = 0; i < kPresetNames.size(); ++i) {
    if (kPresetNames[i] == name) return static_cast<RulesPreset>(i);
  }
  throw Error(
      ErrorKind::kUsage, "",
      fmt::format("expected the rules dc3, dc4, dc2 or curling, got {}", Quote(Json(name))));
}

std::string_view TieBreakName(TieBreak tie_break) { return NameOf(kTieBreakNames, tie_break); }

TieBreak TieBreakFromJson(const Field& field) {
  return EnumFromJson<TieBreak>(kTieBreakNames, field);
}

Ice IceForRules(Law law, RulesPreset preset, double sheet_width_m) {
  Removal removal = Removal::kDc3;
  if (law == Law::kDc2) {
    removal = Removal::kDc2;
  } else if (preset == RulesPreset::kDc4) {
    removal = Removal::kDc4;
  } else if (preset == RulesPreset::kCurling) {
    removal = Removal::kCurling;
  }
  return MakeIce(law, removal, sheet_width_m);
}

std::uint64_t HashOf(const Rules& rules) {
  Hasher hasher;
  hasher.AddText(ToJson(rules).dump());
  return hasher.value();
}

JsonOut ToJson(const Rules& rules) {
  return {{"preset", PresetName(rules.preset)},
          {"ends", rules.ends},
          {"guard_shots", rules.guard_shots},
          {"guard_zone", NameOf(kGuardZoneNames, rules.guard_zone)},
          {"no_tick", rules.no_tick},
          {"scoring_reach", rules.scoring_reach_m},
          {"scoring_inclusive", rules.scoring_inclusive},
          {"tie_break", TieBreakName(rules.tie_break)},
          {"most_ends", rules.most_ends},
          {"overrun", NameOf(kOverrunNames, rules.overrun)},
          {"thinking_time_ms", rules.thinking_time_ms},
          {"extra_end_time_ms", rules.extra_end_time_ms},
          {"extra_end_time_each", rules.extra_end_time_each}};
}

Rules RulesFromJson(const Field& field) {
  Rules rules = MakeRules(EnumFromJson<RulesPreset>(kPresetNames, field.At("preset")));
  const auto set_int = [&field](const char* key, int low, int high, int& value) {
    if (const auto f = field.Find(key)) value = static_cast<int>(f->Int(low, high));
  };
  const auto set_bool = [&field](const char* key, bool& value) {
    if (const auto f = field.Find(key)) value = f->Bool();
  };
  set_int("ends", 1, 255, rules.ends);
  set_int("guard_shots", 0, kStones, rules.guard_shots);
  set_int("most_ends", 0, 255, rules.most_ends);
  set_bool("no_tick", rules.no_tick);
  set_bool("scoring_inclusive", rules.scoring_inclusive);
  set_bool("extra_end_time_each", rules.extra_end_time_each);
  if (const auto f = field.Find("guard_zone")) {
    rules.guard_zone = EnumFromJson<GuardZone>(kGuardZoneNames, *f);
  }
  if (const auto f = field.Find("tie_break")) rules.tie_break = TieBreakFromJson(*f);
  if (const auto f = field.Find("overrun")) {
    rules.overrun = EnumFromJson<Overrun>(kOverrunNames, *f);
  }
  if (const auto f = field.Find("scoring_reach")) rules.scoring_reach_m = f->Number(0.0, 1.0);
  if (const auto f = field.Find("thinking_time_ms")) rules.thinking_time_ms = ClockPairFromJson(*f);
  if (const auto f = field.Find("extra_end_time_ms")) {
    rules.extra_end_time_ms = ClockPairFromJson(*f);
  }
  return rules;
}

}  // namespace skipstone
