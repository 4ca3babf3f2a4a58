// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The verb replay, of games that were not ours.

#include "game/record.h"
#include "verbs.h"

namespace skipstone {
namespace {

// A game on somebody else's server: its stones count, and are micrometres from ours.
class ReplayedLog : public Verbs {
 protected:
  // Two throws; after the first `apart_m` more than our simulation says. Then team 0 is late.
  std::string Record(double apart_m) const {
    RecordHeader header;
    header.terms = MakeTerms(Law::kFcv1);
    header.players = {"a", "b"};
    RecordedGame game(header);
    game.Play(Release{2.4, 0.05, Handle::kCcw}, 10);
    Board theirs = game.last().board;
    const Vec2 at = theirs.position(0);
    theirs.Put(0, {at.x, at.y + apart_m});
    game.AdoptStones(theirs, false);
    game.Play(Release{3.0, 0.2, Handle::kCcw}, 10);
    game.Play(OutOfTime{}, header.terms.rules.thinking_time_ms[0]);
    return Write("game.jsonl", RecordToText(game.Finish()));
  }
};

TEST_F(ReplayedLog, SaysHowFarStonesLieApart) {
  const auto first_line = [this](double apart_m) {
    const Ran run = Skipstone("replay " + Record(apart_m));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return LinesOf(run.out).at(0);
  };
  EXPECT_EQ(first_line(0.0), "3 moves on fcv1, engine box2d: no difference");
  EXPECT_EQ(first_line(12.3e-6),
            "3 moves on fcv1, engine box2d: after 1 of the shots stones lie elsewhere, by 12.3 µm "
            "at most");
  EXPECT_EQ(first_line(0.012),
            "3 moves on fcv1, engine box2d: after 1 of the shots stones lie elsewhere, by 12 mm at "
            "most");
  const Json json = Json::parse(Skipstone("replay --json " + Record(12.3e-6)).out);
  EXPECT_NEAR(json.at("largest_distance_m").get<double>(), 12.3e-6, 1e-12);
}

TEST_F(ReplayedLog, TellsALossOnTimeAsSuch) {
  const std::string file = Record(0.0);
  EXPECT_TRUE(Contains(LinesOf(ReadFile(file)).at(3), "\"move\":\"time_limit\""));
  const Ran run = Skipstone("replay --plain " + file);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::vector<std::string> lines = LinesOf(run.out);
  ASSERT_EQ(lines.size(), 7U) << run.out;
  EXPECT_EQ(lines[0], "red (a) against yellow (b) on fcv1, rules dc3");
  EXPECT_EQ(lines[4], "  red 2, a: no call in time -> out of time");
  EXPECT_EQ(lines[5], "red (a) 0 : 0 yellow (b): yellow wins, red is out of time");
}

TEST_F(ReplayedLog, SaysWhereAGameThatWasCutOffEnds) {
  const std::vector<std::string> lines = LinesOf(ReadFile(Record(0.0)));
  for (std::size_t moves = 0; moves < 3; ++moves) {
    const std::string cut =
        Write("cut.jsonl", Join({lines.begin(), lines.begin() + static_cast<long>(moves) + 1}));
    const Ran run = Skipstone("replay --plain " + cut);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const std::vector<std::string> told = LinesOf(run.out);
    ASSERT_GE(told.size(), 2U) << run.out;
    EXPECT_EQ(
        told[told.size() - 2],
        "red (a) 0 : 0 yellow (b): cut off " +
            (moves == 0 ? "before the first shot" : "after end 1, shot " + std::to_string(moves)));
    EXPECT_TRUE(Contains(run.err, "cut.jsonl: cut off ")) << run.err;
  }
}

TEST_F(ReplayedLog, IsReadFromStandardInputToo) {
  const std::string from = " < " + Record(0.0);
  EXPECT_TRUE(Contains(Skipstone("replay -" + from).out, "no difference"));
  const Ran picture = Skipstone("picture --game - --shot 2 --out " + Path("shot.svg") + from);
  EXPECT_EQ(picture.exit_code, 0) << picture.err;
  const Ran converted = Skipstone("convert - " + Path("game.dcl2") + from);
  EXPECT_EQ(converted.exit_code, 0) << converted.err;
  const Ran call = Skipstone("analyze --game - --end 1 --shot 2 --playouts 10 --top 1" + from);
  EXPECT_TRUE(Contains(call.out, "shot 2 of 16")) << call.err;
  const Ran beyond = Skipstone("analyze --game - --end 4 --shot 2" + from);
  EXPECT_EQ(beyond.exit_code, 2);
  EXPECT_TRUE(Contains(beyond.err, "standard input: expected a shot up to end 1")) << beyond.err;
}

TEST_F(ReplayedLog, IsSimulatedInTheWorldItIsTold) {
  const std::string file = Record(0.0);
  const Ran match = Skipstone("replay --world match " + file);
  EXPECT_EQ(match.exit_code, 0) << match.err;
  EXPECT_TRUE(Contains(match.out, "one world for the match: no difference")) << match.out;
  EXPECT_EQ(Skipstone("convert " + file + " " + Path("game.dcl2")).exit_code, 0);
  EXPECT_TRUE(Contains(Skipstone("replay " + Path("game.dcl2")).out, "engine box2d: no difference"))
      << "the log names the record's world";
  const Ran dc2 = Skipstone("replay --world match " + std::string(SKIPSTONE_SOURCE_DIR) +
                            "/docs/examples/game.jsonl");
  EXPECT_EQ(dc2.exit_code, 2);
  EXPECT_TRUE(Contains(dc2.err, "expected the world fresh on the ice dc2")) << dc2.err;
}

}  // namespace
}  // namespace skipstone
