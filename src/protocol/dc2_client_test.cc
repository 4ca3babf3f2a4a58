// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc2_client.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace skipstone {
namespace {

using List = std::vector<std::string>;

// Remembers what it was told, and gives up or fails on demand.
struct Witness {
  std::vector<PlayerSetup> setups;
  std::vector<Game> games;
  bool concedes = false;
  bool fails = false;
  Release call{29.5, 0.0, Handle::kCw};
};
Witness* witness = nullptr;

class WitnessPlayer : public Player {
 public:
  Move Call(const Game& game) override {
    witness->games.push_back(game);
    if (witness->fails) throw std::runtime_error("broken");
    if (witness->concedes) return Concede{};
    return witness->call;
  }
};

class Dc2ClientTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    AddPlayerKind({"dc2_witness", "remembers", {}, [](const PlayerSetup& setup, SpecOptions&) {
                     witness->setups.push_back(setup);
                     return std::make_unique<WitnessPlayer>();
                   }});
  }
  void SetUp() override { witness = &witness_; }

  Dc2ClientSetting Setting() {
    Dc2ClientSetting setting;
    setting.id = "alpha";
    setting.password = "secret";
    setting.name = "alpha";
    setting.player = "dc2_witness";
    return setting;
  }

  Witness witness_;
};

List Answers(Dc2Client& client, const List& messages) {
  List answers;
  for (const std::string& message : messages) {
    for (std::string& answer : client.Hear(message)) answers.push_back(std::move(answer));
  }
  return answers;
}

std::string Position(const std::string& stones, int count) {
  std::string text = "POSITION" + stones;
  for (int i = count; i < kStones; ++i) text += " 0.000000 0.000000";
  return text;
}

std::string ErrorOf(Dc2Client& client, const std::string& message) {
  try {
    client.Hear(message);
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kBadData);
    return e.what();
  }
  return "";
}

// As far as the capture has it.
TEST_F(Dc2ClientTest, SitsThroughTheCapturedSession) {
  Dc2Client client(Setting());
  EXPECT_EQ(Answers(client, {"CONNECTED"}), List{"LOGIN alpha secret alpha"});
  EXPECT_EQ(Answers(client, {"LOGIN OK", "ISREADY"}), List{"READYOK"});
  EXPECT_EQ(Answers(client, {"NEWGAME alpha beta", Position("", 0), "SETSTATE 0 0 1 0"}), List());
  ASSERT_EQ(witness_.setups.size(), 2U) << "one to warm up, one to play";
  EXPECT_EQ(witness_.setups[1].team, Team::k0);
  EXPECT_EQ(witness_.setups[1].terms.rules.ends, 1);
  witness_.call = std::get<Dc2BestShot>(Dc2FromText("BESTSHOT -1.456092 -28.507628 0")).release;
  const List answer = Answers(client, {"GO 219000 219000"});
  ASSERT_EQ(answer.size(), 1U);
  EXPECT_EQ(std::get<Dc2BestShot>(Dc2FromText(answer[0])).release, witness_.call);
  EXPECT_EQ(witness_.setups.size(), 2U);
  EXPECT_EQ(witness_.games[0].clock_ms[1], 219000);

  Answers(client,
          {"RUNSHOT -1.414541 -28.604912 0", Position(" 1.826821 7.154101", 1), "SETSTATE 1 0 1 1",
           "RUNSHOT 0.9 -28.7 1", Position(" 1.826821 7.154101 2.118844 6.597493", 2),
           "SETSTATE 2 0 1 0", "GO 218704 218997"});
  ASSERT_EQ(witness_.games.size(), 2U);
  const Game& game = witness_.games[1];
  EXPECT_EQ(game.shot, 2);
  EXPECT_EQ(game.hammer, Team::k1);
  EXPECT_EQ(game.clock_ms[0], 218704);
  EXPECT_NEAR(game.board.x(SlotOf(Team::k0, 0)), 1.826821 - 2.375, 1e-6);
  EXPECT_NEAR(game.board.y(SlotOf(Team::k1, 0)), 4.88 - 6.597493, 1e-6);
  EXPECT_EQ(Answers(client, {"SETSTATE 0 1 1 1", "SCORE -1", "TOTALSCORE 0 1", "GAMEOVER LOSE",
                             "DISCONNECT"}),
            List());
  EXPECT_TRUE(client.over());
  EXPECT_TRUE(client.dismissed());
  EXPECT_FALSE(client.record()) << "shots were left out";
}

TEST_F(Dc2ClientTest, PlaysBehindPipesFromTheMiddleOfAnEnd) {
  Dc2ClientSetting setting = Setting();
  setting.player = "rule";
  Dc2Client client(setting);
  const std::string position =
      "POSITION 0 0 3.891510 5.893155 2.630500 7.911823 0 0 0 0 0 0 1.810786 9.572935 0 0 "
      "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0";
  const List answers = Answers(client, {"ISREADY\r\n", "", "NEWGAME a b\n", position,
                                        "SETSTATE 7 0 8 1", "GO 219000 219000"});
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0], "READYOK");
  EXPECT_TRUE(std::holds_alternative<Dc2BestShot>(Dc2FromText(answers[1])));
}

// Whose side it is on: by its id or its name, else by the first GO.
TEST_F(Dc2ClientTest, LearnsItsSide) {
  struct Case {
    const char* new_game;
    std::size_t setups_before_go;
  };
  for (const Case& c : {Case{"NEWGAME beta alpha", 1}, Case{"NEWGAME alpha alpha", 0},
                        Case{"NEWGAME x y", 0}, Case{"NEWGAME alpha beta", 1}}) {
    witness_ = Witness();
    Dc2Client client(Setting());
    Answers(client, {c.new_game, Position("", 0), "SETSTATE 0 0 2 0"});
    EXPECT_EQ(witness_.setups.size(), c.setups_before_go) << c.new_game;
    Answers(client, {"RUNSHOT 0 -10 0", Position("", 0), "SETSTATE 1 0 2 1", "GO 218000 219000"});
    EXPECT_EQ(witness_.setups.back().team, Team::k1) << c.new_game;
    EXPECT_EQ(witness_.games.back().to_move(), Team::k1) << c.new_game;
  }
}

TEST_F(Dc2ClientTest, ClocksOfZeroHaveNoLimit) {
  Dc2Client client(Setting());
  Answers(client, {"NEWGAME alpha beta", Position("", 0), "SETSTATE 0 0 2 0", "GO 0 0"});
  EXPECT_EQ(witness_.setups.back().terms.rules.thinking_time_ms[0], 0);
  Answers(client, {"SETSTATE 2 0 2 0", "GO 5000 4000"});
  EXPECT_EQ(witness_.setups.back().terms.rules.thinking_time_ms[0], 5000);
}

// A server that adds ends makes another game of it.
TEST_F(Dc2ClientTest, AnotherNumberOfEndsIsAnotherGame) {
  Dc2Client client(Setting());
  Answers(client, {"NEWGAME alpha beta", Position("", 0), "SETSTATE 0 0 8 0", "GO 219000 219000",
                   "SETSTATE 2 0 8 0", "GO 218000 219000"});
  ASSERT_EQ(witness_.setups.size(), 1U) << "made at the first SETSTATE, and kept";
  EXPECT_EQ(witness_.setups[0].terms.rules.ends, 8);
  Answers(client, {"SETSTATE 4 0 9 0", "GO 217000 219000"});
  ASSERT_EQ(witness_.setups.size(), 2U);
  EXPECT_EQ(witness_.setups[1].terms.rules.ends, 9);
  EXPECT_EQ(witness_.games.back().scores[0].size(), 9U);
}

// POSITION still shows the end before, and SCORE comes after SETSTATE.
TEST_F(Dc2ClientTest, AnEndBeginsWithAnEmptySheet) {
  Dc2Client client(Setting());
  std::string stones;
  for (int i = 0; i < kStones; ++i) stones += " 2.0 " + std::to_string(4 + 0.4 * i);
  Answers(client,
          {"NEWGAME alpha beta", Position("", 0), "SETSTATE 0 0 3 0", Position(stones, kStones),
           "SETSTATE 0 1 3 1", "SCORE -2", "SETSTATE 0 2 3 0", "SCORE 3", "GO 200000 210000"});
  const Game& game = witness_.games.at(0);
  EXPECT_EQ(game.board, Board());
  EXPECT_EQ(game.end, 2);
  EXPECT_EQ(game.hammer, Team::k1);
  EXPECT_EQ(game.Total(Team::k0), 3);
  EXPECT_EQ(game.Total(Team::k1), 2);
  EXPECT_EQ(game.scores[1][0], 2);
  EXPECT_FALSE(game.scores[0][2]);
}

TEST_F(Dc2ClientTest, ConcedesOnlyIfItMay) {
  for (const bool may : {false, true}) {
    Dc2ClientSetting setting = Setting();
    setting.may_concede = may;
    Dc2Client client(setting);
    witness_.concedes = true;
    const List answers = Answers(
        client, {"NEWGAME alpha beta", Position("", 0), "SETSTATE 0 0 2 0", "GO 219000 219000"});
    if (may) {
      EXPECT_EQ(answers, List{"CONCEDE"});
      Answers(client, {"CONCEDE alpha", "TOTALSCORE 0 0", "GAMEOVER LOSE"});
      ASSERT_TRUE(client.record());
      EXPECT_EQ(client.record()->result, (GameResult{Team::k1, Reason::kConcede}));
      EXPECT_EQ(Replay(*client.record()), std::nullopt);
    } else {
      ASSERT_EQ(answers.size(), 1U);
      const Release thrown = std::get<Dc2BestShot>(Dc2FromText(answers[0])).release;
      const Ice ice = DefaultIce(Law::kDc2);
      EXPECT_EQ(MakeEngine("box2d", ice)->Run(Board(), Turn(), thrown).board, Board());
    }
  }
}

TEST_F(Dc2ClientTest, APlayerThatFailsCostsAStone) {
  Dc2Client client(Setting());
  witness_.fails = true;
  const List answers = Answers(
      client, {"NEWGAME alpha beta", Position("", 0), "SETSTATE 0 0 2 0", "GO 219000 219000"});
  EXPECT_TRUE(std::holds_alternative<Dc2BestShot>(Dc2FromText(answers.at(0))));
  EXPECT_EQ(client.warnings(), List{"end 1, shot 1: the player failed: broken"});
}

// What servers would take for a pass is thrown as fast as they allow.
TEST_F(Dc2ClientTest, CallsAreNoFasterThanAllowed) {
  Dc2Client client(Setting());
  witness_.call = {60.0, 0.05, Handle::kCcw};
  const List answers = Answers(
      client, {"NEWGAME alpha beta", Position("", 0), "SETSTATE 0 0 2 0", "GO 219000 219000"});
  const Release sent = std::get<Dc2BestShot>(Dc2FromText(answers.at(0))).release;
  EXPECT_NEAR(VelocityToOwnFrame(Law::kDc2, sent).y, -33.7, 1e-4);
  EXPECT_NEAR(sent.angle_rad, 0.05, 1e-6);
}

TEST_F(Dc2ClientTest, HowGamesEndEarly) {
  struct Case {
    List messages;
    GameResult result;
  };
  // Team 1 is to throw.
  for (const Case& c : {Case{{"TIMEOUT beta", "GAMEOVER WIN"}, {Team::k0, Reason::kTimeLimit}},
                        Case{{"TIMEOUT alpha", "GAMEOVER LOSE"}, {Team::k1, Reason::kCrash}},
                        Case{{"CONCEDE beta", "GAMEOVER WIN"}, {Team::k0, Reason::kConcede}},
                        Case{{"CONSEED alpha", "GAMEOVER LOSE"}, {Team::k1, Reason::kNonsense}},
                        Case{{"GAMEOVER WIN"}, {Team::k0, Reason::kConcede}}}) {
    Dc2Client client(Setting());
    Answers(client, {"NEWGAME alpha beta", Position("", 0), "SETSTATE 0 0 2 0", "GO 219000 219000",
                     "RUNSHOT 0 -10 0", Position("", 0), "SETSTATE 1 0 2 1"});
    Answers(client, c.messages);
    ASSERT_TRUE(client.record()) << c.messages[0];
    EXPECT_EQ(client.record()->result, c.result) << c.messages[0];
    EXPECT_EQ(Replay(*client.record()), std::nullopt);
    EXPECT_EQ(client.record()->header.players[1], "beta");
    EXPECT_NE(std::get<Release>(client.record()->moves[0].called),
              client.record()->moves[0].thrown);
  }
  // A draw must be played out.
  Dc2Client client(Setting());
  Answers(client, {"NEWGAME alpha beta", Position("", 0), "SETSTATE 0 0 2 0", "GAMEOVER DRAW"});
  EXPECT_TRUE(client.over());
  EXPECT_FALSE(client.record());
  EXPECT_EQ(client.warnings().size(), 1U);
  // Another game in the same session begins anew.
  Answers(client, {"NEWGAME alpha beta"});
  EXPECT_FALSE(client.over());
}

TEST_F(Dc2ClientTest, WarnsOfStonesThatLieElsewhere) {
  Dc2Client client(Setting());
  Answers(client, {"NEWGAME alpha beta", Position("", 0), "SETSTATE 0 0 2 0", "GO 219000 219000",
                   "RUNSHOT -0.990740 -29.559774 0", Position(" 2.3694 4.8895", 1),
                   "SETSTATE 1 0 2 1", "CONCEDE beta", "GAMEOVER WIN"});
  ASSERT_EQ(client.warnings().size(), 1U);
  EXPECT_NE(client.warnings()[0].find("end 1, shot 1"), std::string::npos);
  EXPECT_NE(client.warnings()[0].find("10 mm"), std::string::npos) << client.warnings()[0];
  ASSERT_TRUE(client.record());
  EXPECT_NEAR(client.record()->moves[0].board.y(0), 4.88 - 4.8895, 1e-6) << "theirs count";
}

TEST_F(Dc2ClientTest, LaterServersAreAnswered) {
  Dc2Client client(Setting());
  EXPECT_EQ(Answers(client, {"GAMEINFO 0 1", "RANDOMSIZE 0.1 0.2", "PLAYERINFO 1 2 3", "SEED 4",
                             "SETORDER", "PUTSTONE"}),
            (List{"SETORDER 0 1", "PUTSTONE 0"}));
}

// As a server might end up beyond the match by mistake.
TEST_F(Dc2ClientTest, RefusesAnEndThatTheMatchDoesNotHave) {
  for (const char* bad : {"SETSTATE 0 3 2 0", "SETSTATE 5 2 2 0", "SETSTATE 0 200 10 1"}) {
    Dc2Client client(Setting());
    Answers(client, {"NEWGAME alpha beta", Position("", 0)});
    EXPECT_NE(ErrorOf(client, bad).find("SETSTATE: expected one of the match's"), std::string::npos)
        << bad;
  }
  Dc2Client client(Setting());
  Answers(client, {"NEWGAME alpha beta", Position("", 0), "SETSTATE 0 2 2 0"});
}

TEST_F(Dc2ClientTest, IsFollowedAsItPlays) {
  Dc2Client client(Setting());
  Answers(client, {"NEWGAME alpha beta", Position("", 0), "SETSTATE 0 0 1 0"});
  EXPECT_EQ(client.Follow(), nullptr) << "what it is played by is not known yet";
  EXPECT_FALSE(client.TakeCall());
  Answers(client, {"GO 219000 219000"});
  const auto call = client.TakeCall();
  ASSERT_TRUE(call);
  EXPECT_EQ(call->call, Move(witness_.call));
  EXPECT_EQ(call->before.clock_ms[0], 219000);
  EXPECT_FALSE(call->thought) << "this player does not weigh";
  EXPECT_FALSE(client.TakeCall());
  ASSERT_NE(client.Follow(), nullptr);
  EXPECT_EQ(client.Follow()->header().terms.rules.thinking_time_ms[0], 219000);
  Answers(client, {"RUNSHOT -1.414541 -28.604912 0"});
  EXPECT_TRUE(client.Follow()->moves().empty()) << "where the stone lies is not known yet";
  Answers(client, {Position(" 1.826821 7.154101", 1), "SETSTATE 1 0 1 1"});
  ASSERT_EQ(client.Follow()->moves().size(), 1U);
  EXPECT_NEAR(client.Follow()->moves()[0].board.x(0), 1.826821 - 2.375, 1e-6);
  Answers(client, {"TIMEOUT beta", "GAMEOVER WIN"});
  ASSERT_TRUE(client.record());
  EXPECT_EQ(client.Follow()->Finish(), *client.record());
  // The next game of the session.
  Answers(client, {"NEWGAME alpha beta"});
  EXPECT_EQ(client.Follow(), nullptr);
}

TEST_F(Dc2ClientTest, AnythingElseIsRefused) {
  for (const char* bad : {"GO 1", "POSITION 1 2", "SETSTATE 0 0 0 0", "GO 1 2", "RUNSHOT 0 -30 0",
                          "SCORE 1", "NEWGAME a", "GAMEOVER"}) {
    Dc2Client client(Setting());
    EXPECT_NE(ErrorOf(client, bad), "") << bad;
  }
  Dc2Client client(Setting());
  Answers(client, {"NEWGAME alpha beta", Position("", 0)});
  EXPECT_NE(ErrorOf(client, "GO 1 2"), "") << "no SETSTATE yet";
  for (const char* state : {"SETSTATE 16 0 2 0", "SETSTATE 0 2 2 0"}) {
    Answers(client, {state});
    EXPECT_NE(ErrorOf(client, "GO 1 2"), "") << state;
  }
  // Stones that cannot lie so cost a stone, not the game.
  Answers(client, {Position(" 2.0 5.0 2.1 5.0", 2), "SETSTATE 2 0 2 0"});
  EXPECT_EQ(Answers(client, {"GO 1 2"}).size(), 1U);
  ASSERT_EQ(client.warnings().size(), 1U);
  EXPECT_NE(client.warnings()[0].find("overlap"), std::string::npos);
  try {
    client.Hear("LOGIN NG");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kEnvironment);
  }
}

}  // namespace
}  // namespace skipstone
