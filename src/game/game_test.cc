// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/game.h"

#include <gtest/gtest.h>

namespace skipstone {
namespace {

// Puts the stones of `next` on the sheet, whatever is thrown: the rules without the physics.
class ScriptedEngine : public Engine {
 public:
  explicit ScriptedEngine(RulesPreset preset) : ice_(IceForRules(Law::kFcv1, preset)) {}
  std::string_view name() const override { return "scripted"; }
  const Ice& ice() const override { return ice_; }
  Outcome Run(const Board& /*board*/, const Turn& /*turn*/, const Release& /*release*/,
              Recording* /*recording*/) override {
    ++throws;
    return {next, 0, 0};
  }

  Board next;
  int throws = 0;

 private:
  Ice ice_;
};

// A game at the last stone of an end.
struct LastStone {
  explicit LastStone(RulesPreset preset, int end, int ends = 2)
      : rules(MakeRules(preset)), engine(preset) {
    rules.ends = ends;
    game = NewGame(rules);
    game.end = end;
    game.shot = kStones - 1;
    for (auto& scores : game.scores) {
      for (int i = 0; i < std::min(end, ends); ++i) scores[static_cast<std::size_t>(i)] = 0;
    }
  }

  TurnResult Play(const Move& move, Milliseconds used_ms = 0) {
    return PlayMove(game, rules, engine, move, used_ms);
  }
  void Lies(Team team) { engine.next.Put(SlotOf(team, 0), {0.0, 0.1}); }

  Rules rules;
  ScriptedEngine engine;
  Game game;
};

const Move kThrow = Release{2.4, 0.0, Handle::kCw};
const std::optional<GameResult> kGoesOn;

GameResult Won(Team team, Reason reason) { return {team, reason}; }

TEST(Game, StartsWithTeam1sHammer) {
  const Game game = NewGame(MakeRules(RulesPreset::kDc3));
  EXPECT_EQ(game.hammer, Team::k1);
  EXPECT_EQ(game.to_move(), Team::k0);
  EXPECT_EQ(game.scores[0].size(), 10U);
  EXPECT_EQ(game.clock_ms[0], 219000);
}

TEST(Game, TeamsAlternateAndStonesAreNumbered) {
  LastStone g(RulesPreset::kDc3, 0);
  g.game.shot = 0;
  for (int shot = 0; shot < kStones; ++shot) {
    EXPECT_EQ(g.game.shot, shot);
    EXPECT_EQ(g.game.to_move(), shot % 2 == 0 ? Team::k0 : Team::k1);
    EXPECT_EQ(g.game.position().turn.slot(), shot % 2 == 0 ? shot / 2 : 8 + shot / 2);
    g.Play(kThrow);
  }
  EXPECT_EQ(g.game.end, 1);
  EXPECT_EQ(g.game.shot, 0);
  EXPECT_EQ(g.engine.throws, kStones);
}

TEST(Game, WhoScoresGivesTheHammerAwayAndABlankKeepsIt) {
  LastStone blank(RulesPreset::kDc3, 0);
  blank.Play(kThrow);
  EXPECT_EQ(blank.game.hammer, Team::k1);
  EXPECT_EQ(blank.game.scores[0][0], 0);
  EXPECT_EQ(blank.game.scores[1][0], 0);
  LastStone score(RulesPreset::kDc3, 0);
  score.Lies(Team::k1);
  score.Play(kThrow);
  EXPECT_EQ(score.game.hammer, Team::k0);
  EXPECT_EQ(score.game.scores[1][0], 1);
  EXPECT_EQ(score.game.board, Board()) << "the sheet is cleared";
  LastStone steal(RulesPreset::kDc3, 0);
  steal.Lies(Team::k0);
  steal.Play(kThrow);
  EXPECT_EQ(steal.game.hammer, Team::k1);
}

TEST(Game, TheLastEndDecidesOrAnExtraEndFollows) {
  LastStone won(RulesPreset::kDc3, 1);
  won.Lies(Team::k0);
  won.Play(kThrow);
  EXPECT_EQ(won.game.result, Won(Team::k0, Reason::kScore));
  EXPECT_FALSE(won.game.hammer);

  LastStone tied(RulesPreset::kDc3, 1);
  tied.game.clock_ms = {5000, 7000};
  tied.Play(kThrow, 100);
  EXPECT_EQ(tied.game.result, kGoesOn);
  EXPECT_EQ(tied.game.clock_ms, tied.rules.extra_end_time_ms) << "fresh clocks for an extra end";
  // A blank extra end leaves no score and resets the clocks again.
  tied.game.shot = kStones - 1;
  tied.Play(kThrow, 1000);
  EXPECT_EQ(tied.game.result, kGoesOn);
  EXPECT_EQ(tied.game.extra_end_score[0], std::nullopt);
  EXPECT_EQ(tied.game.clock_ms, tied.rules.extra_end_time_ms);
  EXPECT_EQ(tied.game.end, 3);
  tied.game.shot = kStones - 1;
  tied.Lies(Team::k1);
  tied.Play(kThrow);
  EXPECT_EQ(tied.game.result, Won(Team::k1, Reason::kScore));
  EXPECT_EQ(tied.game.extra_end_score[0], 0);
  EXPECT_EQ(tied.game.extra_end_score[1], 1);
  EXPECT_EQ(tied.game.Total(Team::k1), 1);
}

TEST(Game, DrawsByRule) {
  LastStone dc2(RulesPreset::kDc2, 1);
  dc2.Play(kThrow);
  EXPECT_EQ(dc2.game.result, (GameResult{std::nullopt, Reason::kDraw}));
  LastStone dc3(RulesPreset::kDc3, 254);
  dc3.Play(kThrow);
  EXPECT_EQ(dc3.game.result, (GameResult{std::nullopt, Reason::kDraw})) << "after 255 ends";
  LastStone dc4(RulesPreset::kDc4, 254);
  dc4.Play(kThrow);
  EXPECT_EQ(dc4.game.result, kGoesOn) << "dc4 has no limit";
}

TEST(Game, ConcedingTakesATurnAndScoresTheEndIfItWasTheLast) {
  LastStone middle(RulesPreset::kDc3, 0);
  middle.game.shot = 4;
  middle.game.board.Put(0, {0.0, 0.0});
  const TurnResult turn = middle.Play(Concede{}, 10);
  EXPECT_FALSE(turn.was_thrown);
  EXPECT_EQ(middle.engine.throws, 0);
  EXPECT_EQ(middle.game.result, Won(Team::k1, Reason::kConcede));
  EXPECT_EQ(middle.game.shot, 5);
  EXPECT_EQ(middle.game.board.count(), 1);
  EXPECT_EQ(middle.game.clock_ms[0], middle.rules.thinking_time_ms[0] - 10);

  LastStone last(RulesPreset::kDc3, 1);
  last.game.board.Put(8, {0.0, 0.0});
  last.Play(Concede{});
  EXPECT_EQ(last.game.result, Won(Team::k0, Reason::kConcede));
  EXPECT_EQ(last.game.scores[1][1], 1);
}

TEST(Clock, Dc3LosesAtEqualityAndIgnoresTheMove) {
  for (const Milliseconds used : {999, 1000, 1001}) {
    LastStone g(RulesPreset::kDc3, 0);
    g.game.shot = 3;  // team 1
    g.game.clock_ms = {500, 1000};
    g.Lies(Team::k1);
    const TurnResult turn = g.Play(kThrow, used);
    EXPECT_EQ(turn.was_thrown, used == 999);
    EXPECT_EQ(g.game.clock_ms[0], 500);
    EXPECT_EQ(g.game.clock_ms[1], used == 999 ? 1 : 0);
    EXPECT_EQ(g.game.shot, 4);
    EXPECT_EQ(g.game.board.count(), used == 999 ? 1 : 0);
    if (used == 999) {
      EXPECT_EQ(g.game.result, kGoesOn);
    } else {
      EXPECT_EQ(g.game.result, Won(Team::k0, Reason::kTimeLimit));
    }
  }
  // Running out of time beats conceding.
  LastStone both(RulesPreset::kDc3, 0);
  both.game.clock_ms = {1000, 1000};
  both.Play(Concede{}, 2000);
  EXPECT_EQ(both.game.result, Won(Team::k0, Reason::kTimeLimit));
}

TEST(Clock, Dc2AndCurlingLoseOnlyBeyondTheLimit) {
  for (const RulesPreset preset : {RulesPreset::kDc2, RulesPreset::kCurling}) {
    LastStone g(preset, 0);
    g.game.clock_ms = {1000, 1000};
    g.Play(kThrow, 1000);
    EXPECT_EQ(g.game.result, kGoesOn);
    EXPECT_EQ(g.game.clock_ms[1], 0);
    g.game.shot = kStones - 1;
    g.Play(kThrow, 1);
    EXPECT_EQ(g.game.result, Won(Team::k0, Reason::kTimeLimit));
  }
}

TEST(Clock, Dc4PlaysALateShotAndSharesOneAllotmentOverExtraEnds) {
  LastStone late(RulesPreset::kDc4, 0);
  late.game.shot = 3;
  late.game.clock_ms = {1000, 1000};
  late.Lies(Team::k1);
  EXPECT_TRUE(late.Play(kThrow, 1001).was_thrown);
  EXPECT_EQ(late.game.board.count(), 1);
  EXPECT_EQ(late.game.clock_ms[1], 0);
  EXPECT_EQ(late.game.result, Won(Team::k0, Reason::kTimeLimit));
  // On the last shot of the last end the score overrides the overrun.
  LastStone last(RulesPreset::kDc4, 1);
  last.game.clock_ms = {1000, 1000};
  last.Lies(Team::k1);
  last.Play(kThrow, 1001);
  EXPECT_EQ(last.game.result, Won(Team::k1, Reason::kScore));

  LastStone extra(RulesPreset::kDc4, 2);
  extra.game.clock_ms = {1000, 1000};
  extra.Play(kThrow, 5000);
  EXPECT_EQ(extra.game.result, kGoesOn);
  EXPECT_EQ(extra.game.clock_ms[1], 1000) << "regular time is not touched in extra ends";
  EXPECT_EQ(extra.game.extra_end_clock_ms[1], 21900 - 5000);
  extra.game.shot = kStones - 1;
  extra.Play(kThrow, 16900);
  EXPECT_EQ(extra.game.extra_end_clock_ms[1], 0) << "not filled up by the next extra end";
}

TEST(Rules, PresetsAreWhatTheFieldPlays) {
  EXPECT_EQ(MakeRules(RulesPreset::kDc3).guard_shots, 5);
  EXPECT_EQ(MakeRules(RulesPreset::kDc2).guard_shots, 4);
  EXPECT_TRUE(MakeRules(RulesPreset::kCurling).no_tick);
  EXPECT_EQ(IceForRules(Law::kFcv1, RulesPreset::kDc4).removal, Removal::kDc4);
  EXPECT_EQ(IceForRules(Law::kFcv1, RulesPreset::kDc2).removal, Removal::kDc3);
  EXPECT_EQ(IceForRules(Law::kDc2, RulesPreset::kDc4).removal, Removal::kDc2);
  EXPECT_EQ(PresetFromName("curling"), RulesPreset::kCurling);
  EXPECT_THROW(PresetFromName("dc5"), Error);
}

TEST(Rules, JsonTakesMissingValuesFromThePreset) {
  const Json json = Json::parse(R"({"preset":"curling","ends":8,"future":"field"})");
  Rules expected = MakeRules(RulesPreset::kCurling);
  expected.ends = 8;
  EXPECT_EQ(RulesFromJson(Field(json, "rules")), expected);
  const Json bad = Json::parse(R"({"preset":"dc3","guard_zone":"none"})");
  try {
    RulesFromJson(Field(bad, "rules"));
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(),
                 "rules.guard_zone: expected one of whole_stone, centre, play_area, got \"none\"");
  }
}

TEST(Game, JsonKeepsEverything) {
  LastStone g(RulesPreset::kDc4, 2);
  g.game.board.Put(9, {0.125, -1.5});
  g.game.scores[0][0] = 3;
  g.game.extra_end_clock_ms = {1, 2};
  const Json json = Json::parse(ToJson(g.game).dump());
  const Game again = GameFromJson(Field(json, "game"));
  EXPECT_EQ(again, g.game);
  EXPECT_EQ(HashOf(again), HashOf(g.game));
  g.Lies(Team::k0);
  g.Play(kThrow);
  EXPECT_NE(HashOf(again), HashOf(g.game));
  const Json over = Json::parse(ToJson(g.game).dump());
  EXPECT_EQ(GameFromJson(Field(over, "game")), g.game);
}

TEST(Game, ForfeitIsLostByWhoCannotGoOn) {
  for (const Reason reason : {Reason::kCrash, Reason::kHang, Reason::kNonsense}) {
    Game game = NewGame(MakeRules(RulesPreset::kDc3));
    const std::uint64_t before = HashOf(game);
    Forfeit(game, Team::k0, reason);
    EXPECT_EQ(game.result, Won(Team::k1, reason));
    EXPECT_FALSE(game.hammer.has_value());
    EXPECT_NE(HashOf(game), before);
    const Json json = Json::parse(ToJson(game).dump());
    EXPECT_EQ(GameFromJson(Field(json, "game")), game) << ReasonName(reason);
  }
}

TEST(Game, EveryReasonSurvivesJson) {
  for (const char* reason :
       {"score", "concede", "time_limit", "draw", "crash", "hang", "nonsense"}) {
    const Json json = {{"winner", 1}, {"reason", reason}};
    const GameResult result = GameResultFromJson(Field(json, ""));
    EXPECT_EQ(ReasonName(result.reason), reason);
    EXPECT_EQ(Json::parse(ToJson(result).dump()), json);
  }
  const Json bad = {{"winner", 1}, {"reason", "luck"}};
  EXPECT_THROW(GameResultFromJson(Field(bad, "")), Error);
}

}  // namespace
}  // namespace skipstone
