// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dcl.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "game/playout.h"
#include "protocol/dc2_messages.h"

namespace skipstone {
namespace {

RecordHeader Header(int ends) {
  RecordHeader header;
  header.terms = MakeTerms(Law::kDc2);
  header.terms.rules.ends = ends;
  header.terms.rules.thinking_time_ms = {219000, 200000};
  header.players = {"alpha", "kr-uct:time=1"};
  return header;
}

Release Shot(const std::string& velocity) {
  return std::get<Dc2RunShot>(Dc2FromText("RUNSHOT " + velocity)).release;
}

// Draws and hits, as a server would have thrown them; two milliseconds each.
const std::vector<Release>& Shots() {
  static const std::vector<Release> shots = {Shot("-1.1 -28.9 0"),  Shot("0.985762 -29.559858 1"),
                                             Shot("-0.9 -29.4 0"),  Shot("0.95 -29.7 1"),
                                             Shot("-1.05 -32.5 0"), Shot("0.9 -31.0 1")};
  return shots;
}

void Throw(RecordedGame& game, int shots) {
  for (int i = 0; i < shots; ++i) {
    const Release& called = Shots()[static_cast<std::size_t>(game.game().shot) % Shots().size()];
    const Release& thrown =
        Shots()[static_cast<std::size_t>(game.game().shot + game.game().end) % Shots().size()];
    game.PlayThrown(called, thrown, 2);
  }
}

const GameRecord& Record() {
  static const GameRecord record = [] {
    RecordedGame game(Header(2));
    Throw(game, 2 * kStones);
    return game.Finish();
  }();
  return record;
}

std::string Without(std::string text, const std::string& line_start) {
  for (std::size_t at; (at = text.find("\n" + line_start)) != std::string::npos;) {
    text.erase(at + 1, text.find('\n', at + 1) - at);
  }
  return text;
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

std::string ErrorOf(const std::string& text) {
  try {
    RecordFromDcl(text, "g.dcl");
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kBadData);
    return e.what();
  }
  return "";
}

TEST(Dcl, LooksAsTheFieldsLogs) {
  const std::string text = DclText(Record());
  EXPECT_EQ(text.find("[GameInfo]\nFirst=alpha\nFirstRemTime=219000\nSecond=kr-uct:time=1\n"
                      "SecondRemTime=200000\nRandom=0.145\n[0000]\nPOSITION=POSITION 0.0"),
            0U);
  EXPECT_NE(text.find("\nSETSTATE=SETSTATE 0 0 2 0\nBESTSHOT=BESTSHOT -1.1"), std::string::npos);
  EXPECT_NE(text.find("\nRUNSHOT=RUNSHOT -1.1"), std::string::npos);
  EXPECT_NE(text.find("\n[0016]\nPOSITION=POSITION "), std::string::npos);
  EXPECT_NE(text.find("\n[0115]\n"), std::string::npos);
  EXPECT_NE(text.find("\n[GameOverInfo]\nENDSTATE=NORMAL\n"), std::string::npos);
  EXPECT_NE(text.find(fmt::format("\nTOTALSCORE=TOTALSCORE {} {}\n", Record().score[0],
                                  Record().score[1])),
            std::string::npos);
  EXPECT_EQ(text.back(), '\n');
}

TEST(Dcl, RecordsComeBack) {
  EXPECT_EQ(Replay(Record()), std::nullopt);
  const DclGame game = DclFromText(DclText(Record()), "g.dcl");
  EXPECT_EQ(game.record, Record());
  EXPECT_FALSE(game.record.cut_off);
  EXPECT_EQ(game.warning, "");
}

TEST(Dcl, GamesThatEndEarlyComeBack) {
  for (const int shots : {1, kStones - 1, kStones}) {
    for (const Reason reason :
         {Reason::kConcede, Reason::kTimeLimit, Reason::kCrash, Reason::kHang, Reason::kNonsense}) {
      RecordHeader header = Header(2);
      header.players = {"same", "same"};
      RecordedGame game(header);
      Throw(game, shots);
      if (IsForfeit(reason)) {
        game.ForfeitGame(shots % 2 == 0 ? Team::k0 : Team::k1, reason);
      } else {
        game.Play(Concede{}, reason == Reason::kConcede ? 5 : 999999);
      }
      const GameRecord record = game.Finish();
      EXPECT_EQ(record.result.reason, reason);
      EXPECT_EQ(RecordFromDcl(DclText(record), "g.dcl"), record)
          << shots << " " << ReasonName(reason);
    }
  }
}

// A game with its errors from a seed: the log keeps the throws' float32.
TEST(Dcl, SeededGamesComeBackButForTheSeed) {
  RecordHeader header = Header(1);
  header.seed = 5;
  const GameRecord record = CheckedPlayout(header).record;
  const DclGame game = DclFromText(DclText(record), "g.dcl");
  EXPECT_EQ(game.record.header.seed, std::nullopt);
  ASSERT_EQ(game.record.moves.size(), record.moves.size());
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    EXPECT_EQ(game.record.moves[i].board, record.moves[i].board) << i;
  }
  EXPECT_EQ(game.record.result, record.result);
}

TEST(Dcl, ALogIsValidUpToTheLastShot) {
  for (const std::size_t shots : {0, 1, 15, 16, 31}) {
    DclWriter writer(Record().header);
    std::string text = writer.Start();
    for (std::size_t i = 0; i < shots; ++i) text += writer.Add(Record().moves[i]);
    const DclGame game = DclFromText(text, "g.dcl");
    EXPECT_TRUE(game.record.cut_off);
    ASSERT_EQ(game.record.moves.size(), shots);
    for (std::size_t i = 0; i < shots; ++i) EXPECT_EQ(game.record.moves[i], Record().moves[i]);
    EXPECT_EQ(game.record.result, GameResult());
    EXPECT_NE(ErrorOf(text).find("cut off"), std::string::npos);
  }
  // All shots are there; only the words about the result are missing.
  const std::string text = DclText(Record());
  EXPECT_EQ(RecordFromDcl(text.substr(0, text.find("[GameOverInfo]")), "g.dcl"), Record());
}

TEST(Dcl, OtherServersLogsAreRead) {
  const std::string text = DclText(Record());
  std::string crlf;
  for (const char c : text) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(RecordFromDcl(crlf, "g.dcl"), Record());

  // As the field's servers write: neither our keys nor the result; scores of inverted sign.
  std::string plain = text.substr(0, text.find("[GameOverInfo]")) + "TOTALSCORE=TOTALSCORE 9 9\n";
  plain = Without(plain, "UsedTime=");
  plain = Replaced(plain, "SCORE=SCORE ", "SCORE=SCORE -");
  const GameRecord read = RecordFromDcl(plain + "\n; the end\n[Other]\nkey=value\n", "g.dcl");
  EXPECT_EQ(Replay(read), std::nullopt);
  EXPECT_EQ(read.result, Record().result);
  EXPECT_EQ(read.score, Record().score);
  ASSERT_EQ(read.moves.size(), Record().moves.size());
  for (std::size_t i = 0; i < read.moves.size(); ++i) {
    EXPECT_EQ(read.moves[i].board, Record().moves[i].board);
    EXPECT_EQ(read.moves[i].called, Record().moves[i].called);
  }
  // A player gave up: there is a total, and no more.
  const std::string early = plain.substr(0, plain.find("[0105]")) + "TOTALSCORE=TOTALSCORE 0 0\n";
  const GameRecord gave_up = RecordFromDcl(early, "g.dcl");
  EXPECT_EQ(gave_up.moves.size(), kStones + 5U + 1U);
  EXPECT_EQ(gave_up.result.reason, Reason::kConcede);
  EXPECT_EQ(gave_up.moves.back().team, Opponent(*gave_up.result.winner));
}

TEST(Dcl, TheSecondPlayerMayLead) {
  RecordedGame game(Header(1));
  Throw(game, 3);
  game.Play(Concede{}, 0);
  const GameRecord record = game.Finish();
  std::string text = DclText(record);
  for (const char* state :
       {"SETSTATE 0 0 1 ", "SETSTATE 1 0 1 ", "SETSTATE 2 0 1 ", "SETSTATE 3 0 1 "}) {
    const std::size_t at = text.find(state) + std::string(state).size();
    text[at] = text[at] == '0' ? '1' : '0';
  }
  text = Replaced(text, "LOSER=1", "LOSER=0");
  text =
      Replaced(text, "First=alpha\nFirstRemTime=219000\nSecond=kr-uct:time=1\nSecondRemTime=200000",
               "First=kr-uct:time=1\nFirstRemTime=200000\nSecond=alpha\nSecondRemTime=219000");
  EXPECT_EQ(RecordFromDcl(text, "g.dcl"), record);
}

// Six decimals, and a server whose stones lie a little elsewhere.
TEST(Dcl, TheirStonesCount) {
  RecordedGame game(Header(1));
  game.PlayThrown(Shot("-0.990740 -29.559774 0"), Shot("-0.990740 -29.559774 0"), 0);
  game.Play(Concede{}, 0);
  const std::string text = DclText(game.Finish());
  const auto position = [](const char* stone) {
    std::string value = std::string("POSITION ") + stone;
    for (int i = 1; i < kStones; ++i) value += " 0.000000 0.000000";
    return value;
  };
  const std::size_t at = text.find("POSITION ", text.find("[0001]"));
  const std::string ours = text.substr(at, text.find('\n', at) - at);
  const DclGame near = DclFromText(Replaced(text, ours, position("2.3694 4.8795")), "g.dcl");
  EXPECT_EQ(near.warning, "");
  const DclGame far = DclFromText(Replaced(text, ours, position("2.3694 4.8995")), "g.dcl");
  EXPECT_NE(far.warning.find("end 1, shot 1 on, after 1 of the shots, stones lie up to 20 mm"),
            std::string::npos)
      << far.warning;
  EXPECT_NEAR(far.record.moves[0].board.y(0), 4.88 - 4.8995, 1e-6);
  const DclGame gone = DclFromText(Replaced(text, ours, position("0 0")), "g.dcl");
  EXPECT_NE(gone.warning.find("after 1 other stones"), std::string::npos) << gone.warning;
}

TEST(Dcl, WhatIsWrongIsNamed) {
  const std::string text = DclText(Record());
  const auto error = [&](const std::string& from, const std::string& to) {
    return ErrorOf(Replaced(text, from, to));
  };
  EXPECT_NE(ErrorOf("").find("g.dcl"), std::string::npos);
  EXPECT_NE(ErrorOf("nothing").find("g.dcl:1"), std::string::npos);
  EXPECT_NE(error("FirstRemTime=219000", "FirstRemTime=soon").find("g.dcl:3: FirstRemTime"),
            std::string::npos);
  EXPECT_NE(error("[0001]", "[0001").find("g.dcl:13"), std::string::npos);
  EXPECT_NE(error("RUNSHOT=RUNSHOT -1.1", "RUNSHOT=RUNSHOT x").find("g.dcl:11: RUNSHOT"),
            std::string::npos);
  EXPECT_NE(error("RUNSHOT=RUNSHOT", "RUNSHOT=BESTSHOT").find("expected RUNSHOT"),
            std::string::npos);
  EXPECT_NE(error("RUNSHOT=", "RANSHOT=").find("[0000]: RUNSHOT"), std::string::npos);
  EXPECT_NE(error("[0002]", "[0003]").find("[0003]: expected [0002]"), std::string::npos);
  EXPECT_NE(error("[0016]", "[0116]").find("[0116]"), std::string::npos);
  EXPECT_NE(error("[0016]", "[0017]").find("shot"), std::string::npos);
  EXPECT_NE(error("SETSTATE 1 0 2 1", "SETSTATE 1 0 2 0").find("[0001]: SETSTATE"),
            std::string::npos);
  EXPECT_NE(error("SETSTATE 0 0 2 0", "SETSTATE 0 0 1 0").find("over"), std::string::npos);
  EXPECT_NE(error("REASON=score", "REASON=whim").find("REASON"), std::string::npos);
  EXPECT_NE(error("WIN=", "WIN=x").find("WIN"), std::string::npos);
  EXPECT_NE(ErrorOf(std::string((16U << 20) + 1, '\n')).find("at most"), std::string::npos);
  EXPECT_NE(ErrorOf("[GameInfo]\nFirst=" + std::string(10000, 'x') + "\n").find("g.dcl:2"),
            std::string::npos);
  // Cut anywhere, or with a byte changed anywhere, it is read or refused.
  for (std::size_t i = 0; i < text.size(); i += 997) {
    std::string changed = text.substr(0, i);
    ErrorOf(changed);
    changed = text;
    changed[i] = static_cast<char>(changed[i] ^ 0x15);
    ErrorOf(changed);
  }
}

TEST(Dcl, NamesAreCleaned) {
  EXPECT_EQ(CleanName("a b\n\xe3\x7f."), "a b???.");
  GameRecord record = Record();
  record.header.players[0] = "x\n[0000]\n\xff";
  EXPECT_EQ(RecordFromDcl(DclText(record), "g.dcl").header.players[0], "x?[0000]??");
}

TEST(Dcl, OtherIceIsRefused) {
  GameRecord record = Record();
  record.header.terms.ice = DefaultIce(Law::kFcv1);
  EXPECT_THROW(DclText(record), Error);
}

}  // namespace
}  // namespace skipstone
