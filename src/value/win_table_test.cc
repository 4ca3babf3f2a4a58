// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "value/win_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <tuple>

#include "base/random.h"

namespace skipstone {
namespace {

constexpr TieBreak kTieBreaks[] = {TieBreak::kExtraEnds, TieBreak::kDraw};

ScoreDistribution Scores(const std::map<int, double>& probabilities) {
  ScoreDistribution scores;
  for (const auto& [points, probability] : probabilities) scores[points] = probability;
  return scores;
}

// About what strong teams score.
ScoreDistribution Realistic() {
  return Scores(
      {{-3, 0.01}, {-2, 0.05}, {-1, 0.14}, {0, 0.2}, {1, 0.33}, {2, 0.19}, {3, 0.06}, {4, 0.02}});
}

// For cases by hand.
ScoreDistribution Simple() { return Scores({{-1, 0.1}, {0, 0.2}, {1, 0.5}, {2, 0.2}}); }

RandomStream Random(std::uint32_t game) {
  return RandomStream({.seed = 20180710, .game = game, .purpose = Purpose::kTest});
}

int Draw(const ScoreDistribution& scores, RandomStream& random) {
  double rest = random.Uniform();
  int last = 0;
  for (int points = -kMostPoints; points <= kMostPoints; ++points) {
    if (scores[points] == 0.0) continue;
    last = points;
    rest -= scores[points];
    if (rest < 0.0) break;
  }
  return last;
}

// An end seen by the team that has the hammer at the start of the game.
struct Side {
  bool has_hammer = true;
  int total = 0;

  int PlayEnd(const ScoreDistribution& scores, RandomStream& random) {
    const int points = Draw(scores, random);
    const int own = has_hammer ? points : -points;
    total += own;
    if (points > 0) has_hammer = !has_hammer;
    return own;
  }
};

TEST(WinTable, IsWhatPlayingTheGamesGives) {
  constexpr int kGames = 260'000;  // five standard errors are 0.0049
  const ScoreDistribution scores = Realistic();
  for (const int ends : {1, 3, 8}) {
    // The scores do not depend on the lead, so one game tells about all of them.
    std::map<std::pair<TieBreak, int>, double> wins;
    RandomStream random = Random(static_cast<std::uint32_t>(ends));
    for (int game = 0; game < kGames; ++game) {
      Side side;
      for (int end = 0; end < ends; ++end) side.PlayEnd(scores, random);
      Side extra = side;
      int decider = 0;
      while (decider == 0) decider = extra.PlayEnd(scores, random);
      for (const int lead : {-2, 0, 1}) {
        const int total = lead + side.total;
        wins[{TieBreak::kDraw, lead}] += total > 0 ? 1.0 : total == 0 ? 0.5 : 0.0;
        wins[{TieBreak::kExtraEnds, lead}] += (total != 0 ? total : decider) > 0 ? 1.0 : 0.0;
      }
    }
    for (const auto& [key, count] : wins) {
      const auto& [tie_break, lead] = key;
      EXPECT_NEAR(WinTable::FromScores(scores, tie_break).HammerWins(ends, lead), count / kGames,
                  0.005)
          << TieBreakName(tie_break) << ", " << ends << " ends, lead " << lead;
    }
  }
}

TEST(WinTable, IsRightByHand) {
  const WinTable extra = WinTable::FromScores(Simple(), TieBreak::kExtraEnds);
  EXPECT_NEAR(extra.HammerWins(0, 0), 0.7 / 0.8, 1e-15);
  EXPECT_NEAR(extra.HammerWins(1, 0), 0.875, 1e-15);
  EXPECT_NEAR(extra.HammerWins(1, 1), 0.9 + 0.1 * 0.875, 1e-15);
  EXPECT_NEAR(extra.HammerWins(1, -1), 0.2 + 0.5 * 0.125, 1e-15);
  EXPECT_NEAR(extra.HammerWins(1, -2), 0.2 * 0.125, 1e-15);
  EXPECT_NEAR(extra.HammerWins(2, 0), 0.765, 1e-15);
  const WinTable draw = WinTable::FromScores(Simple(), TieBreak::kDraw);
  EXPECT_EQ(draw.HammerWins(0, 0), 0.5);
  EXPECT_NEAR(draw.HammerWins(1, 0), 0.7 + 0.2 * 0.5, 1e-15);
  EXPECT_NEAR(draw.HammerWins(1, -1), 0.2 + 0.5 * 0.5, 1e-15);
  EXPECT_EQ(extra.With(TieBreak::kDraw), draw);
}

TEST(WinTable, ALeadIsDecidedBeyondEightPointsAnEnd) {
  for (const TieBreak tie_break : kTieBreaks) {
    // Whoever has the hammer has eight points stolen: nobody can lose more.
    const WinTable table = WinTable::FromScores(Scores({{-8, 1.0}}), tie_break);
    const double tied = tie_break == TieBreak::kDraw ? 0.5 : 0.0;
    for (const int ends : {0, 1, 2, 10, 16, 17, 40}) {
      EXPECT_EQ(table.HammerWins(ends, 8 * ends + 1), 1.0);
      EXPECT_EQ(table.HammerWins(ends, 8 * ends), tied);
      EXPECT_EQ(table.HammerWins(ends, 8 * ends - 1), 0.0);
      EXPECT_EQ(table.HammerWins(ends, 1'000'000), 1.0);
      EXPECT_EQ(table.HammerWins(ends, -1'000'000), 0.0);
    }
  }
}

TEST(WinTable, GrowsWithTheLeadAndTheHammerIsWorthSomething) {
  for (const TieBreak tie_break : kTieBreaks) {
    const WinTable table = WinTable::FromScores(Realistic(), tie_break);
    for (const int ends : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 17}) {
      for (int lead = -8 * ends - 2; lead <= 8 * ends + 2; ++lead) {
        EXPECT_LE(table.HammerWins(ends, lead), table.HammerWins(ends, lead + 1) + 1e-15);
        EXPECT_EQ(table.FirstTeamWins(ends, lead), 1.0 - table.HammerWins(ends, -lead));
      }
    }
    for (int ends = 1; ends <= 20; ++ends) {
      EXPECT_GT(table.HammerWins(ends, 0), table.FirstTeamWins(ends, 0));
    }
  }
}

// A game before the given end, with the hammer team leading.
Game GameAt(const Rules& rules, int end, int lead, Team hammer = Team::k1) {
  Game game = NewGame(rules);
  game.end = end;
  game.hammer = hammer;
  for (auto& scores : game.scores) {
    for (int i = 0; i < std::min(end, rules.ends); ++i) scores[static_cast<std::size_t>(i)] = 0;
  }
  const Team leader = lead > 0 ? hammer : Opponent(hammer);
  if (lead != 0) game.scores[static_cast<std::size_t>(Index(leader))][0] = std::abs(lead);
  return game;
}

// Two ends, leads of -1 to 1: whoever is tied in the last end with the hammer scores one; with two
// ends left the hammer team blanks if it is tied or ahead, and scores one if it is behind.
SituationScores Situations() {
  SituationScores scores{.ends = 2, .leads = 1, .scores = {}};
  scores.scores = {Scores({{1, 0.8}, {2, 0.2}}),
                   Scores({{-1, 0.05}, {1, 0.95}}),
                   Scores({{-1, 0.3}, {0, 0.7}}),
                   Scores({{1, 1.0}}),
                   Scores({{0, 1.0}}),
                   Scores({{0, 0.9}, {-1, 0.1}})};
  return scores;
}

TEST(WinTable, OfSituationsIsRightByHand) {
  const WinTable table = WinTable::FromSituations(Situations(), TieBreak::kExtraEnds);
  EXPECT_NEAR(table.HammerWins(0, 0), 0.95, 1e-15);
  EXPECT_NEAR(table.HammerWins(1, 0), 0.95, 1e-15);
  EXPECT_NEAR(table.HammerWins(1, -1), 0.8 * 0.05 + 0.2, 1e-15);
  EXPECT_NEAR(table.HammerWins(1, 1), 0.7 + 0.3 * 0.95, 1e-15);
  EXPECT_NEAR(table.HammerWins(2, 0), table.HammerWins(1, 0), 1e-15);
  EXPECT_NEAR(table.HammerWins(2, -1), table.FirstTeamWins(1, 0), 1e-15);
  // With more ends left, as with two; with larger leads, as with the largest.
  EXPECT_NEAR(table.HammerWins(3, 0), table.HammerWins(2, 0), 1e-15);
  EXPECT_NEAR(table.HammerWins(1, -2), 0.2 * 0.05, 1e-15);
  const Rules rules = MakeRules(RulesPreset::kDc3);
  const Utility last = table.UtilityOf(GameAt(rules, 9, -1), rules);
  EXPECT_NEAR(last.Of(Situations().Of(1, -1)), table.HammerWins(1, -1), 1e-15);
  EXPECT_NEAR(table.Team0Wins(GameAt(rules, 8, 0, Team::k0), rules), 0.95, 1e-15);
  EXPECT_NEAR(table.Team0Wins(GameAt(rules, 10, 0, Team::k0), rules), 0.95, 1e-15);
}

TEST(WinTable, OfSituationsGrowsWithTheLead) {
  SituationScores scores = Situations();
  // Counted badly: who is ahead loses more than who is tied.
  scores.scores[2] = Scores({{-2, 0.5}, {0, 0.5}});
  const WinTable table = WinTable::FromSituations(scores, TieBreak::kDraw);
  for (const int ends : {1, 2, 3, 8, 17}) {
    for (int lead = -8 * ends; lead <= 8 * ends; ++lead) {
      EXPECT_LE(table.HammerWins(ends, lead), table.HammerWins(ends, lead + 1) + 1e-15);
    }
  }
  EXPECT_NEAR(table.HammerWins(1, 0), table.HammerWins(1, 1), 1e-15);
}

TEST(WinTable, OfBlankEndsOnlyIsADraw) {
  for (const TieBreak tie_break : kTieBreaks) {
    const WinTable table = WinTable::FromScores(Scores({{0, 1.0}}), tie_break);
    for (const int ends : {0, 1, 10, 30}) {
      EXPECT_EQ(table.HammerWins(ends, 0), 0.5);
      EXPECT_EQ(table.HammerWins(ends, 1), 1.0);
      EXPECT_EQ(table.HammerWins(ends, -1), 0.0);
    }
    Rules rules = MakeRules(RulesPreset::kDc3);
    rules.tie_break = tie_break;
    const Utility utility = table.UtilityOf(NewGame(rules), rules);
    EXPECT_EQ(utility[0], 0.5);
    EXPECT_GT(utility.per_point, 0.0);
    EXPECT_LT(utility.per_point, 0.001);
  }
}

TEST(WinTable, SaysWhatAScoreIsWorth) {
  Rules rules = MakeRules(RulesPreset::kDc3);
  const WinTable table = WinTable::FromScores(Simple(), TieBreak::kExtraEnds);
  for (const Team hammer : {Team::k0, Team::k1}) {
    // The last end, tied: a point wins, a blank takes the hammer into an extra end.
    const Utility last = table.UtilityOf(GameAt(rules, 9, 0, hammer), rules);
    EXPECT_EQ(last[-1], 0.0);
    EXPECT_NEAR(last[0], 0.875, 1e-15);
    EXPECT_EQ(last[1], 1.0);
    EXPECT_EQ(last[8], 1.0);
    EXPECT_NEAR(last.per_point, std::sqrt(0.0875 / 0.76), 1e-12);
    EXPECT_NEAR(last.Of(Simple()), table.HammerWins(1, 0), 1e-15);
    // An extra end is the same once more.
    EXPECT_EQ(table.UtilityOf(GameAt(rules, 10, 0, hammer), rules), last);
    EXPECT_EQ(table.UtilityOf(GameAt(rules, 20, 0, hammer), rules), last);
    // Behind by one: a point ties, and gives the hammer away.
    const Utility behind = table.UtilityOf(GameAt(rules, 9, -1, hammer), rules);
    EXPECT_EQ(behind[0], 0.0);
    EXPECT_NEAR(behind[1], 0.125, 1e-15);
    EXPECT_EQ(behind[2], 1.0);
    // Ahead by one: a steal of one ties, and leaves the hammer.
    const Utility ahead = table.UtilityOf(GameAt(rules, 9, 1, hammer), rules);
    EXPECT_EQ(ahead[-2], 0.0);
    EXPECT_NEAR(ahead[-1], 0.875, 1e-15);
    EXPECT_EQ(ahead[0], 1.0);
    // One more end to come.
    const Utility earlier = table.UtilityOf(GameAt(rules, 8, 0, hammer), rules);
    EXPECT_NEAR(earlier[-1], table.HammerWins(1, -1), 1e-15);
    EXPECT_NEAR(earlier[0], table.HammerWins(1, 0), 1e-15);
    EXPECT_NEAR(earlier[1], table.FirstTeamWins(1, 1), 1e-15);
    // The game is as good as over.
    EXPECT_GT(table.UtilityOf(GameAt(rules, 9, -30, hammer), rules).per_point, 0.0);
    const double team0 = table.Team0Wins(GameAt(rules, 8, 1, hammer), rules);
    EXPECT_NEAR(team0, Team0View(table.HammerWins(2, 1), hammer), 1e-15);
  }
}

TEST(WinTable, ATieInTheLastEndThereCanBeIsADraw) {
  const Rules dc2 = MakeRules(RulesPreset::kDc2);
  const WinTable draw = WinTable::FromScores(Simple(), TieBreak::kDraw);
  EXPECT_EQ(draw.UtilityOf(GameAt(dc2, 7, 0), dc2)[0], 0.5);
  EXPECT_EQ(draw.UtilityOf(GameAt(dc2, 7, -1), dc2)[1], 0.5);
  EXPECT_EQ(draw.UtilityOf(GameAt(dc2, 7, 1), dc2)[-1], 0.5);

  Rules limited = MakeRules(RulesPreset::kDc3);
  limited.most_ends = 12;
  const WinTable extra = WinTable::FromScores(Simple(), TieBreak::kExtraEnds);
  EXPECT_NEAR(extra.UtilityOf(GameAt(limited, 10, 0), limited)[0], 0.875, 1e-15);
  EXPECT_EQ(extra.UtilityOf(GameAt(limited, 11, 0), limited)[0], 0.5);
  EXPECT_NEAR(extra.Team0Wins(GameAt(limited, 11, 0), limited), 1.0 - (0.7 + 0.2 * 0.5), 1e-15);
  limited.most_ends = 5;  // less than the ends: no extra end at all
  EXPECT_EQ(extra.UtilityOf(GameAt(limited, 9, 0), limited)[0], 0.5);
}

// Leaves stones that score what is wanted, whatever is thrown.
class ScoringEngine : public Engine {
 public:
  explicit ScoringEngine(const Ice& ice) : ice_(ice) {}
  std::string_view name() const override { return "scoring"; }
  const Ice& ice() const override { return ice_; }
  Outcome Run(const Board& /*board*/, const Turn& /*turn*/, const Release& /*release*/,
              Recording* /*recording*/) override {
    Board board;
    const Team team = team0_points > 0 ? Team::k0 : Team::k1;
    for (int i = 0; i < std::abs(team0_points); ++i) {
      const int row = i / 3;
      board.Put(SlotOf(team, i), {0.31 * (i % 3), 0.31 * row});
    }
    return {board, 0, 0};
  }

  int team0_points = 0;

 private:
  Ice ice_;
};

// Random games through the rules as they are: the worth of a score is the probability to win after
// it, or the result.
TEST(WinTable, AgreesWithTheRulesEndByEnd) {
  int extra_ends = 0;
  int draws = 0;
  for (std::uint32_t number = 0; number < 400; ++number) {
    RandomStream random = Random(1000 + number);
    constexpr RulesPreset kPresets[] = {RulesPreset::kDc3, RulesPreset::kDc4, RulesPreset::kDc2,
                                        RulesPreset::kCurling};
    const RulesPreset preset = kPresets[number % 4];
    Rules rules = MakeRules(preset);
    rules.ends = 1 + static_cast<int>(random.Below(number < 8 ? 20 : 6));
    ScoringEngine engine(IceForRules(Law::kFcv1, preset));
    const WinTable table = WinTable::FromScores(Realistic(), rules.tie_break);
    Game game = NewGame(rules);
    EXPECT_NEAR(table.Team0Wins(game, rules), table.FirstTeamWins(rules.ends, 0), 1e-12);
    while (!game.over()) {
      const Team hammer = *game.hammer;
      const Utility utility = table.UtilityOf(game, rules);
      // Any score, but often one that ties the game.
      const int lead = game.Total(Team::k0) - game.Total(Team::k1);
      int points = static_cast<int>(random.Below(kScores)) - kMostPoints;
      if (random.Below(2) == 0 && std::abs(lead) <= kMostPoints) points = -lead;
      engine.team0_points = points;
      game.shot = kStones - 1;
      PlayMove(game, rules, engine, Release{2.4, 0.0, Handle::kCw}, 0);
      ASSERT_EQ(game.Total(Team::k0) - game.Total(Team::k1), lead + points);
      ASSERT_NEAR(Team0View(utility[HammerPoints(points, hammer)], hammer),
                  table.Team0Wins(game, rules), 1e-12)
          << PresetName(preset) << ", " << rules.ends << " ends, before end " << game.end;
      extra_ends += !game.over() && game.in_extra_end(rules) ? 1 : 0;
    }
    draws += game.result->winner ? 0 : 1;
  }
  EXPECT_GT(extra_ends, 50);
  EXPECT_GT(draws, 10);
}

WinTable Written() {
  WinTable table = WinTable::FromScores(
      Scores({{-2, 1.0 / 7.0}, {0, 3.0 / 7.0}, {1, 2.0 / 7.0}, {8, 1.0 / 7.0}}), TieBreak::kDraw);
  table.set_origin({.ice = "dc2",
                    .execution = "gat:along_error=0.5",
                    .rules = "dc2",
                    .players = {"greedy", "rule"},
                    .games = 12,
                    .ends = 96,
                    .command = "./skipstone tournament",
                    .commit = "0123abc"});
  return table;
}

TEST(WinTable, SurvivesItsFile) {
  const WinTable table = Written();
  const Json json = ParseJson(FileText(table), "");
  EXPECT_EQ(WinTableFromJson(Field(json, "")), table);
  EXPECT_EQ(json, Json::parse(ToJson(table).dump()));
  // Notes may be missing.
  Json bare = json;
  for (const char* note :
       {"ice", "execution", "rules", "players", "games", "ends", "command", "commit"}) {
    bare.erase(note);
  }
  const WinTable read = WinTableFromJson(Field(bare, ""));
  EXPECT_EQ(read.scores(), table.scores());
  EXPECT_EQ(json["version"], 1);
  const WinTable situations = WinTable::FromSituations(Situations(), TieBreak::kExtraEnds);
  const Json written = ParseJson(FileText(situations), "");
  EXPECT_EQ(written["version"], 2);
  EXPECT_EQ(WinTableFromJson(Field(written, "")), situations);
  EXPECT_EQ(read.origin(), WinTableOrigin());
}

TEST(WinTable, MakesGoodForFewDigits) {
  Json json = Json::parse(ToJson(Written()).dump());
  for (Json& probability : json["probability"]) {
    probability = std::round(1e6 * probability.get<double>()) / 1e6;
  }
  double sum = 0.0;
  const WinTable table = WinTableFromJson(Field(json, ""));
  for (const double probability : table.scores().Of(1, 0).probability) sum += probability;
  EXPECT_NEAR(sum, 1.0, 1e-14);
  const Json again = Json::parse(FileText(table));
  EXPECT_EQ(WinTableFromJson(Field(again, "")), table);
}

TEST(WinTable, RefusesABadFileAndNamesTheField) {
  const Json good = Json::parse(ToJson(Written()).dump());
  const auto refused = [](const Json& json, const std::string& where) {
    try {
      WinTableFromJson(Field(json, ""));
      ADD_FAILURE() << where << " was accepted";
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kBadData);
      EXPECT_EQ(e.where(), where) << e.what();
    }
  };
  const auto changed = [&good](const char* pointer, const Json& value) {
    Json json = good;
    json[Json::json_pointer(pointer)] = value;
    return json;
  };
  for (const char* field : {"table", "version", "tie_break", "probability"}) {
    Json json = good;
    json.erase(field);
    refused(json, field);
  }
  refused(changed("/table", "skipstone-game"), "table");
  refused(changed("/version", 3), "version");
  refused(changed("/version", 2), "ends_left");
  refused(changed("/version", 0), "version");
  refused(changed("/tie_break", "coin"), "tie_break");
  refused(changed("/ice", 3), "ice");
  refused(changed("/command", std::string(5000, 'x')), "command");
  refused(changed("/games", -1), "games");
  refused(changed("/players", "greedy"), "players");
  refused(changed("/players/1", 7), "players[1]");
  refused(changed("/probability", Json::array({1.0})), "probability");
  refused(changed("/probability", std::vector<double>(18, 1.0 / 18.0)), "probability");
  refused(changed("/probability", std::vector<double>(17, 0.0)), "probability");
  refused(changed("/probability/8", 0.5), "probability");
  refused(changed("/probability/8", -0.1), "probability[8]");
  refused(changed("/probability/8", "much"), "probability[8]");
  refused(changed("/probability/8", nullptr), "probability[8]");
  const Json situations =
      Json::parse(ToJson(WinTable::FromSituations(Situations(), TieBreak::kExtraEnds)).dump());
  for (const auto& [pointer, value, where] : {std::tuple{"/ends_left", Json(0), "ends_left"},
                                              {"/ends_left", Json(3), "probability"},
                                              {"/leads", Json(-1), "leads"},
                                              {"/leads", Json(1000), "leads"},
                                              {"/probability/5", Json(1), "probability[5]"},
                                              {"/probability/5/0", Json(0.5), "probability[5]"}}) {
    Json json = situations;
    json[Json::json_pointer(pointer)] = value;
    refused(json, where);
  }
}

TEST(WinTable, ShipsWithOneForEachIce) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    for (const TieBreak tie_break : kTieBreaks) {
      const WinTable& table = ShippedWinTable(law, tie_break);
      EXPECT_EQ(table.origin().ice, LawName(law));
      EXPECT_EQ(table.tie_break(), tie_break);
      EXPECT_GE(table.origin().ends, 1000);
      EXPECT_NE(table.origin().commit, "");
      EXPECT_GT(table.HammerWins(1, 0), table.FirstTeamWins(1, 0));
      EXPECT_GT(table.HammerWins(10, 0), 0.5);
    }
  }
}

}  // namespace
}  // namespace skipstone
