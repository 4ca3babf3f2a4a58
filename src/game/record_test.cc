// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/record.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "game/playout.h"

namespace skipstone {
namespace {

RecordHeader Header() {
  RecordHeader header;
  header.terms = MakeTerms(Law::kDc2);
  header.terms.rules.ends = 1;
  header.terms.execution = {SameForAll(SizesFromText("gat")), SameForAll(SizesFromText("dc3"))};
  header.seed = 3;
  header.players = {"a", "b"};
  return header;
}

const GameRecord& Record() {
  static const GameRecord record = CheckedPlayout(Header()).record;
  return record;
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    lines.push_back(text.substr(begin, end - begin + 1));
  }
  return lines;
}

std::string Join(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

std::string ErrorOf(const std::string& text) {
  try {
    RecordFromText(text, "g.jsonl");
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kBadData);
    return e.what();
  }
  return "";
}

TEST(Record, SurvivesItsTextAndReplays) {
  const std::string text = RecordToText(Record());
  const GameRecord again = RecordFromText(text, "g.jsonl");
  EXPECT_EQ(again, Record());
  EXPECT_EQ(HashOf(again), HashOf(Record()));
  EXPECT_EQ(Replay(again), std::nullopt);
  EXPECT_EQ(Record().moves.size(), 16U) << "a full end, for the tests below";
}

TEST(Record, EachPlayerHasAnErrorOfTheirOwn) {
  RecordHeader header = Header();
  header.terms.execution[0][1] = SizesFromText("none");
  const GameRecord record = CheckedPlayout(header).record;
  EXPECT_EQ(RecordFromText(RecordToText(record), "g.jsonl"), record);
  for (const RecordMove& move : record.moves) {
    const bool exact = std::get<Release>(move.called) == move.thrown;
    EXPECT_EQ(exact, move.team == Team::k0 && (move.shot == 4 || move.shot == 6)) << move.shot;
  }
}

TEST(Record, ToleratesUnknownFields) {
  std::string text = RecordToText(Record());
  for (std::size_t at = 0; (at = text.find("}\n", at)) != std::string::npos; at += 20) {
    text.replace(at, 2, ",\"new\":[1]}\n");
  }
  EXPECT_EQ(RecordFromText(text, "g.jsonl"), Record());
}

TEST(Record, ReplayWithoutASeedTakesTheThrows) {
  GameRecord foreign = Record();
  foreign.header.seed.reset();
  EXPECT_EQ(Replay(foreign), std::nullopt);
  for (RecordMove& move : foreign.moves) move.thrown->speed_mps *= 1.001;
  EXPECT_NE(Replay(foreign), std::nullopt);
}

// As an older version wrote it.
std::string TextOfVersion(int version, const GameRecord& record) {
  std::string text = RecordToText(record);
  const auto replace = [&text](const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    ASSERT_NE(at, std::string::npos) << what;
    text.replace(at, what.size(), by);
  };
  replace("\"version\":3", fmt::format("\"version\":{}", version));
  replace("\"world\":\"fresh\",", "");
  return text;
}

TEST(Record, OfTheSecondVersionHasFreshWorlds) {
  EXPECT_EQ(RecordFromText(TextOfVersion(2, Record()), "old"), Record());
}

// Version 1 drew the errors from other streams: its throws stand for its calls.
TEST(Record, OfTheFirstVersionStillReplays) {
  const GameRecord old = RecordFromText(TextOfVersion(1, Record()), "old");
  EXPECT_FALSE(old.header.seed);
  EXPECT_EQ(Replay(old).value_or("no difference"), "no difference");
}

// A game on fcv1, lost on time by team 1 after a throw of team 0.
GameRecord LostOnTime(const Move& late) {
  RecordHeader header;
  header.terms = MakeTerms(Law::kFcv1, RulesPreset::kDc3, SizesFromText("none"));
  header.players = {"a", "b"};
  RecordedGame game(header);
  game.Play(Release{1.0, 0.0, Handle::kCw}, 10);
  game.Play(late, header.terms.rules.thinking_time_ms[1]);
  return game.Finish();
}

TEST(Record, SaysWhoRanOutOfTime) {
  const Release call{2.4, 0.0, Handle::kCcw};
  for (const Move& late : {Move(call), Move(Concede{}), Move(OutOfTime{})}) {
    const GameRecord record = LostOnTime(late);
    EXPECT_EQ(record.result, (GameResult{Team::k0, Reason::kTimeLimit}));
    EXPECT_TRUE(std::holds_alternative<OutOfTime>(record.moves.back().called));
    EXPECT_FALSE(record.moves.back().thrown);
    const std::string text = RecordToText(record);
    EXPECT_NE(text.find("\"move\":\"time_limit\""), std::string::npos) << text;
    EXPECT_EQ(RecordFromText(text, "g.jsonl"), record);
    EXPECT_EQ(Replay(record).value_or("no difference"), "no difference");
  }
}

// Older versions had a concession there, or the call that came too late.
TEST(Record, OlderVersionsSayItInOtherWords) {
  const GameRecord record = LostOnTime(OutOfTime{});
  for (const char* words :
       {R"("move":"concede","end":0,"shot":1,"team":1,"called":null,"thrown":null)",
        R"("move":"shot","end":0,"shot":1,"team":1,)"
        R"("called":{"speed":2.4,"angle":0.0,"handle":"ccw"},)"
        R"("thrown":{"speed":2.4,"angle":0.0,"handle":"ccw"})"}) {
    std::string text = TextOfVersion(2, record);
    const std::string now =
        R"("move":"time_limit","end":0,"shot":1,"team":1,"called":null,"thrown":null)";
    const std::size_t at = text.find(now);
    ASSERT_NE(at, std::string::npos) << text;
    const GameRecord old = RecordFromText(text.replace(at, now.size(), words), "old");
    EXPECT_EQ(old, record);
    EXPECT_EQ(Replay(old).value_or("no difference"), "no difference");
  }
}

TEST(Record, NamesTheWorldOfItsThrows) {
  RecordHeader header = Header();
  header.terms.ice = DefaultIce(Law::kFcv1);
  header.terms.rules = MakeRules(RulesPreset::kDc3);
  header.terms.rules.ends = 1;
  header.world = World::kMatch;
  const GameRecord record = CheckedPlayout(header).record;
  EXPECT_EQ(RecordFromText(RecordToText(record), "g.jsonl").header.world, World::kMatch);
  const auto with = [&](const std::string& what, const std::string& by) {
    std::string text = RecordToText(record);
    return ErrorOf(text.replace(text.find(what), what.size(), by));
  };
  EXPECT_EQ(with("\"world\":\"match\"", "\"world\":\"old\""),
            "g.jsonl:1: world: expected the world match or fresh, got \"old\"");
  EXPECT_EQ(with("\"world\":\"match\",", ""), "g.jsonl:1: world: missing");
  EXPECT_EQ(with("\"engine\":\"box2d\"", "\"engine\":\"event\""),
            "g.jsonl:1: world: expected the world fresh with the engine event: only box2d has a "
            "match's");
}

TEST(Record, ReplayFindsTheFirstDifference) {
  const auto difference = [](const auto& change) {
    GameRecord record = Record();
    change(record);
    return Replay(record).value_or("none");
  };
  EXPECT_EQ(difference([](GameRecord&) {}), "none");
  const auto starts = [](const std::string& text, const std::string& start) {
    return text.rfind(start, 0) == 0;
  };
  EXPECT_TRUE(starts(difference([](GameRecord& r) { r.header.seed = 4; }),
                     "line 2, end 1, shot 1: thrown: replay has"));
  EXPECT_TRUE(starts(
      difference([](GameRecord& r) { std::get<Release>(r.moves[5].called).angle_rad += 1e-12; }),
      "line 7, end 1, shot 6: thrown:"));
  EXPECT_TRUE(starts(difference([](GameRecord& r) { r.moves[4].used_ms += 1; }),
                     "line 6, end 1, shot 5: clocks:"));
  EXPECT_TRUE(starts(difference([](GameRecord& r) { r.moves[4].game_hash ^= 1; }),
                     "line 6, end 1, shot 5: state of the game"));
  EXPECT_TRUE(starts(difference([](GameRecord& r) { r.moves[4].foul = !r.moves[4].foul; }),
                     "line 6, end 1, shot 5: foul"));
  EXPECT_TRUE(starts(difference([](GameRecord& r) { r.moves[6].team = Team::k1; }),
                     "line 8, end 1, shot 7: team 0 is to move"));
  EXPECT_TRUE(starts(difference([](GameRecord& r) {
                       for (RecordMove& move : r.moves) {
                         if (move.board.count() == 0) continue;
                         const int slot = std::countr_zero(move.board.present());
                         Vec2 p = move.board.position(slot);
                         p.x = std::nextafter(p.x, 9.0);  // one bit
                         move.board.Put(slot, p);
                         return;
                       }
                     }),
                     "line"));
  EXPECT_TRUE(starts(difference([](GameRecord& r) { r.score[0] += 1; }), "result:"));
  EXPECT_TRUE(starts(difference([](GameRecord& r) { r.moves.pop_back(); }), "after the last move"));
  EXPECT_TRUE(starts(difference([](GameRecord& r) { r.moves.push_back(r.moves.back()); }),
                     "line 18, end 1, shot 16: the game is over"));
}

// Whoever was stopped leaves a file that ends anywhere, in the middle of a line, too.
TEST(Record, ThatIsCutOffIsReadAsFarAsItGoes) {
  const std::string text = RecordToText(Record());
  const std::size_t header = text.find('\n') + 1;
  for (std::size_t size = header; size < text.size() - 1; size += 97) {
    const std::string cut = text.substr(0, size);
    const GameRecord read = RecordFromText(cut, "g.jsonl", CutOff::kTaken);
    EXPECT_TRUE(read.cut_off);
    // A last line that is whole but for its newline counts.
    const auto lines = static_cast<std::size_t>(std::count(cut.begin(), cut.end(), '\n'));
    ASSERT_EQ(read.moves.size(), lines - 1 + (cut.back() == '}' && text[size] == '\n' ? 1 : 0));
    for (std::size_t i = 0; i < read.moves.size(); ++i) {
      EXPECT_EQ(read.moves[i], Record().moves[i]);
    }
    EXPECT_EQ(RecordFromText(RecordToText(read), "again", CutOff::kTaken), read);
    if (read.moves.size() % 4 == 0) {
      EXPECT_EQ(Replay(read), std::nullopt);
    }
    EXPECT_NE(ErrorOf(cut), "") << "where a whole one is needed";
  }
  // Without its result the score is the stones'.
  const GameRecord all =
      RecordFromText(text.substr(0, text.rfind("{\"result\"")), "g.jsonl", CutOff::kTaken);
  EXPECT_EQ(all.moves, Record().moves);
  EXPECT_EQ(all.score, Record().score);
  // Damage is not the same as an end.
  EXPECT_THROW(RecordFromText(text.substr(0, header + 50) + "\n", "g.jsonl", CutOff::kTaken),
               Error);
  EXPECT_THROW(RecordFromText(text.substr(0, header - 5), "g.jsonl", CutOff::kTaken), Error);
  // A disk may have left zeros.
  const std::string zeros = text.substr(0, header) + std::string(9, '\0');
  EXPECT_TRUE(RecordFromText(zeros, "g.jsonl", CutOff::kTaken).cut_off);
}

TEST(Record, DamageIsRefusedWithLineAndReason) {
  const std::string good = RecordToText(Record());
  const std::vector<std::string> lines = Lines(good);
  const auto damaged = [&](const auto& change) {
    std::vector<std::string> copy = lines;
    change(copy);
    return ErrorOf(Join(copy));
  };
  EXPECT_EQ(ErrorOf(good), "");
  EXPECT_EQ(ErrorOf(""), "g.jsonl: empty: expected a game record");
  EXPECT_EQ(ErrorOf("{}\n"),
            "g.jsonl:1: record: expected \"skipstone-game\": this is not a game record");
  EXPECT_EQ(ErrorOf("[1]\n"),
            "g.jsonl:1: record: expected \"skipstone-game\": this is not a game record");
  EXPECT_EQ(ErrorOf(good.substr(0, good.size() / 2)).rfind("g.jsonl:", 0), 0U);
  EXPECT_NE(ErrorOf(good.substr(0, good.size() / 2)).find("not valid JSON"), std::string::npos);
  EXPECT_EQ(damaged([](auto& l) { l.pop_back(); }),
            "g.jsonl:18: expected the result of the game, got the end of the file: it was cut off");
  EXPECT_EQ(damaged([](auto& l) { l.erase(l.begin() + 5); }),
            "g.jsonl:6: shot: expected end 0 shot 4, got end 0 shot 5: lines are missing or out of "
            "order");
  EXPECT_EQ(damaged([](auto& l) { l.erase(l.begin() + 16); }),
            "g.jsonl:17: moves: expected 15, as many as the record has: lines are missing");
  EXPECT_EQ(damaged([](auto& l) { std::swap(l[3], l[4]); }),
            "g.jsonl:4: shot: expected end 0 shot 2, got end 0 shot 3: lines are missing or out of "
            "order");
  EXPECT_EQ(damaged([](auto& l) { l.push_back(l.back()); }),
            "g.jsonl:19: expected the end of the file after the result");
  EXPECT_EQ(damaged([](auto& l) { l[2] = "\xff\xfe\n"; }).rfind("g.jsonl:3: not valid JSON", 0),
            0U);
  EXPECT_EQ(damaged([](auto& l) {
              const std::size_t at = l[0].find("\"version\":3");
              l[0].replace(at, 11, "\"version\":4");
            }),
            "g.jsonl:1: version: written by a newer version (4); this one reads up to 3");
  EXPECT_EQ(damaged([](auto& l) {
              const std::size_t at = l[0].find("box2d");
              l[0].replace(at, 5, "chipmunk");
            }),
            "g.jsonl:1: engine: expected the engine event or box2d, got \"chipmunk\"");
  EXPECT_EQ(damaged([](auto& l) {
              const std::size_t at = l[4].find("\"shot\":3");
              l[4].replace(at, 8, "\"shot\":99");
            }),
            "g.jsonl:5: shot: expected a whole number from 0 to 15, got 99");
  EXPECT_EQ(damaged([](auto& l) {
              const std::size_t at = l[1].find("\"speed\":");
              l[1].replace(at, 8, "\"speed\":1e999,\"s\":");
            }).rfind("g.jsonl:2: called.speed: not valid JSON: number overflow", 0),
            0U);
}

}  // namespace
}  // namespace skipstone
