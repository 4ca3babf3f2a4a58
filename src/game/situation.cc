// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/situation.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/spelling.h"
#include "game/reading.h"

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

// A misspelt field would be as good as none, and the answer one about another position.
void CheckMembers(const Field& field, const std::string& what,
                  const std::vector<std::string>& known) {
  if (!field.is_object()) return;
  for (const auto& [name, value] : field.value().items()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw field.Bad(fmt::format("unknown field {} of {}{}; expected only {}", Quote(Json(name)),
                                what, DidYouMean(name, known), fmt::join(known, ", ")));
  }
}

// Likewise of what was written out as an object: it has the fields that we write.
void CheckWrittenOut(const std::optional<Field>& field, const std::string& what,
                     const JsonOut& written) {
  if (!field) return;
  std::vector<std::string> known;
  for (const auto& [name, value] : written.items()) known.push_back(name);
  CheckMembers(*field, what, known);
}

// Refuses stones that cannot lie where they are said to.
void CheckOnTheSheet(const Field& stones, const Ice& ice) {
  const RestingArea area = RestingAreaOf(ice);
  std::vector<Vec2> places;
  for (std::size_t i = 0; i < stones.Size(kStones); ++i) {
    places.push_back({stones[i].At("x").Number(), stones[i].At("y").Number()});
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (area.Has(places[i])) continue;
    const std::string reading = OtherReadingOfHouse(places, ice);
    throw stones[i].Bad(fmt::format(
        "a stone cannot lie at ({:.6g}, {:.6g}); expected x from {:.3f} to {:.3f} and "
        "y from {:.3f} to {:.3f}, in metres from the tee, y growing towards the back line{}",
        places[i].x, places[i].y, -area.most_x_m, area.most_x_m, area.low_y_m, area.high_y_m,
        reading.empty() ? "" : "; the stones look as if they were " + reading));
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

// What the position's game is played by.
GameTerms TermsFrom(const Field& field) {
  GameTerms terms;
  const auto ice = field.Find("ice");
  terms.ice = DefaultIce(Law::kFcv1);
  if (ice) {
    terms.ice = NameOrObject(
        *ice, [](const std::string& name) { return DefaultIce(LawFromName(name)); },
        [](const Field& f) { return IceFromJson(f); });
  }
  terms.rules = MakeRules(UsualRules(terms.ice.law));
  if (const auto rules = field.Find("rules")) {
    terms.rules = NameOrObject(
        *rules, [](const std::string& name) { return MakeRules(PresetFromName(name)); },
        [](const Field& f) { return RulesFromJson(f); });
  }
  // A plain ice name leaves the removal rule to the rules.
  if (!ice || ice->is_string()) terms.ice = IceForRules(terms.ice.law, terms.rules.preset);
  const auto execution = field.Find("execution");
  const ExecutionSizes sizes =
      execution ? SizesFromJson(*execution) : UsualExecution(terms.ice.law);
  terms.execution = SameForBoth(sizes);
  CheckWrittenOut(ice, "an ice", ToJson(terms.ice));
  CheckWrittenOut(field.Find("rules"), "rules", ToJson(terms.rules));
  CheckWrittenOut(execution, fmt::format("the model {}", ModelName(sizes.model)), ToJson(sizes));
  if (const auto ends = field.Find("ends")) terms.rules.ends = static_cast<int>(ends->Int(1, 255));
  return terms;
}

}  // namespace

Situation SituationFromJson(const Field& field) {
  if (!field.is_object()) throw field.Bad("expected an object: a position");
  CheckMembers(
      field, "a position",
      {"ice", "rules", "execution", "ends", "end", "shot", "hammer", "score", "stones", "comment"});
  Situation s;
  s.terms = TermsFrom(field);
  const GameTerms& terms = s.terms;
  s.game = NewGame(terms.rules);
  if (const auto end = field.Find("end")) s.game.end = static_cast<int>(end->Int(0, 1000));
  if (s.game.in_extra_end(terms.rules) && terms.rules.extra_end_time_each) {
    s.game.clock_ms = terms.rules.extra_end_time_ms;
  }
  if (const auto hammer = field.Find("hammer")) s.game.hammer = TeamFromJson(*hammer);
  const auto stones = field.Find("stones");
  for (std::size_t i = 0; stones && i < stones->Size(kStones); ++i) {
    CheckMembers((*stones)[i], "a stone", {"team", "idx", "x", "y", "angle"});
  }
  const Board board = stones ? BoardFromJson(*stones) : Board();
  if (stones) CheckOnTheSheet(*stones, terms.ice);
  if (const auto shot = field.Find("shot")) {
    s.game.shot = static_cast<int>(shot->Int(0, kStones - 1));
  } else {
    while (s.game.shot < kStones - 1 && !Thrown(board, s.game.position().turn)) ++s.game.shot;
  }
  if (stones) s.game.board = FitToShot(*stones, board, s.game.position().turn);
  if (const auto pair = FindOverlap(s.game.board, terms.ice.sheet)) {
    throw stones->Bad(
        fmt::format("two stones overlap by more than {:.0f} mm, near ({:.3f}, {:.3f})",
                    1000 * kMaxOverlap_m, s.game.board.x((*pair)[0]), s.game.board.y((*pair)[0])));
  }
  // The file has totals only: they stand in the first end, the others before this one in zeros.
  const auto score = field.Find("score");
  if (score && score->Size(2) != 2) throw score->Bad("expected two totals, one per team");
  const auto played = static_cast<std::size_t>(std::min(s.game.end, terms.rules.ends));
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
  hasher.AddInt(HashOf(situation.terms.ice));
  hasher.AddInt(HashOf(situation.terms.rules));
  hasher.AddInt(HashOf(situation.terms.sizes()));
  hasher.AddInt(HashOf(situation.game));
  return hasher.value();
}

JsonOut ToJson(const Situation& situation) {
  const Game& game = situation.game;
  return {{"ice", ToJson(situation.terms.ice)},
          {"rules", ToJson(situation.terms.rules)},
          {"execution", ToJson(situation.terms.sizes())},
          {"end", game.end},
          {"shot", game.shot},
          {"hammer", game.hammer ? JsonOut(Index(*game.hammer)) : JsonOut()},
          {"score", {game.Total(Team::k0), game.Total(Team::k1)}},
          {"stones", ToJson(game.board)}};
}

}  // namespace skipstone
