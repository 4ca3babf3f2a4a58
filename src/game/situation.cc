// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/situation.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace skipstone {
namespace {

// The stones each team has thrown before a shot.
int ThrownBefore(const Turn& turn, Team team) {
  return team == turn.hammer ? turn.shot / 2 : (turn.shot + 1) / 2;
}

// Whether both teams can have that many stones on the sheet before the shot.
bool Thrown(const Board& board, const Turn& turn) {
  return std::popcount(static_cast<SlotSet>(board.present() & SlotsOf(Team::k0))) <=
             ThrownBefore(turn, Team::k0) &&
         std::popcount(static_cast<SlotSet>(board.present() & SlotsOf(Team::k1))) <=
             ThrownBefore(turn, Team::k1);
}

// A name given as text, or an object with all values; a usage error becomes one of bad data.
template <typename FromText, typename FromJson>
auto NameOrObject(const Field& field, const FromText& from_text, const FromJson& from_json) {
  if (!field.is_string()) return from_json(field);
  try {
    return from_text(field.String());
  } catch (const Error& e) {
    throw field.Bad(e.what());
  }
}

// Stones without an index take the lowest free slots, so they may sit in the slot of the stone to
// be thrown or of a later one: push each team's stones down to what it has thrown.
Board FitToShot(const Field& stones, const Board& board, const Turn& turn) {
  Board fitted;
  for (const Team team : {Team::k0, Team::k1}) {
    const int thrown = ThrownBefore(turn, team);
    const auto theirs = static_cast<SlotSet>(board.present() & SlotsOf(team));
    if (std::popcount(theirs) > thrown) {
      throw stones.Bad(
          fmt::format("team {} has {} stones on the sheet but has thrown {} by shot {}",
                      Index(team), std::popcount(theirs), thrown, turn.shot));
    }
    bool fits = true;
    ForEachSlot(theirs, [&](int slot) { fits = fits && IndexOf(slot) < thrown; });
    int next = 0;
    ForEachSlot(theirs, [&](int slot) {
      fitted.Put(fits ? slot : SlotOf(team, next), board.position(slot));
      ++next;
    });
  }
  return fitted;
}

}  // namespace

Situation SituationFromJson(const Field& field) {
  Situation s;
  s.ice = DefaultIce(Law::kFcv1);
  if (const auto ice = field.Find("ice")) {
    s.ice = NameOrObject(
        *ice, [](const std::string& name) { return DefaultIce(LawFromName(name)); },
        [](const Field& f) { return IceFromJson(f); });
  }
  const bool dc2 = s.ice.law == Law::kDc2;
  s.rules = MakeRules(dc2 ? RulesPreset::kDc2 : RulesPreset::kDc3);
  if (const auto rules = field.Find("rules")) {
    s.rules = NameOrObject(
        *rules, [](const std::string& name) { return MakeRules(PresetFromName(name)); },
        [](const Field& f) { return RulesFromJson(f); });
  }
  // A plain ice name leaves the removal rule to the rules.
  if (const auto ice = field.Find("ice"); !ice || ice->is_string()) {
    s.ice = IceForRules(s.ice.law, s.rules.preset);
  }
  s.execution = DefaultSizes(dc2 ? ExecutionModel::kGat : ExecutionModel::kDc3);
  if (const auto execution = field.Find("execution")) s.execution = SizesFromJson(*execution);
  if (const auto ends = field.Find("ends")) s.rules.ends = static_cast<int>(ends->Int(1, 255));

  s.game = NewGame(s.rules);
  if (const auto end = field.Find("end")) s.game.end = static_cast<int>(end->Int(0, 1000));
  if (s.game.in_extra_end(s.rules) && s.rules.extra_end_time_each) {
    s.game.clock_ms = s.rules.extra_end_time_ms;
  }
  if (const auto hammer = field.Find("hammer")) s.game.hammer = TeamFromJson(*hammer);
  const auto stones = field.Find("stones");
  const Board board = stones ? BoardFromJson(*stones) : Board();
  if (const auto shot = field.Find("shot")) {
    s.game.shot = static_cast<int>(shot->Int(0, kStones - 1));
  } else {
    while (s.game.shot < kStones - 1 && !Thrown(board, s.game.position().turn)) ++s.game.shot;
  }
  if (stones) s.game.board = FitToShot(*stones, board, s.game.position().turn);
  if (const auto pair = FindOverlap(s.game.board, s.ice.sheet)) {
    throw stones->Bad(
        fmt::format("two stones overlap by more than {:.0f} mm, near ({:.3f}, {:.3f})",
                    1000 * kMaxOverlap_m, s.game.board.x((*pair)[0]), s.game.board.y((*pair)[0])));
  }
  // The file has totals only: they stand in the first end, the others before this one in zeros.
  const auto score = field.Find("score");
  if (score && score->Size(2) != 2) throw score->Bad("expected two totals, one per team");
  const auto played = static_cast<std::size_t>(std::min(s.game.end, s.rules.ends));
  for (std::size_t team = 0; team < 2; ++team) {
    const int total = score ? static_cast<int>((*score)[team].Int(0, 1000)) : 0;
    if (played == 0 && total != 0) {
      throw(*score)[team].Bad("expected 0 in the first end: nothing has been scored yet");
    }
    for (std::size_t end = 0; end < played; ++end) {
      s.game.scores[team][end] = end == 0 ? total : 0;
    }
  }
  return s;
}

std::uint64_t HashOf(const Situation& situation) {
  Hasher hasher;
  hasher.AddInt(HashOf(situation.ice));
  hasher.AddInt(HashOf(situation.rules));
  hasher.AddInt(HashOf(situation.execution));
  hasher.AddInt(HashOf(situation.game));
  return hasher.value();
}

JsonOut ToJson(const Situation& situation) {
  const Game& game = situation.game;
  return {{"ice", ToJson(situation.ice)},
          {"rules", ToJson(situation.rules)},
          {"execution", ToJson(situation.execution)},
          {"end", game.end},
          {"shot", game.shot},
          {"hammer", game.hammer ? JsonOut(Index(*game.hammer)) : JsonOut()},
          {"score", {game.Total(Team::k0), game.Total(Team::k1)}},
          {"stones", ToJson(game.board)}};
}

}  // namespace skipstone
