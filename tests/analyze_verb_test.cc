// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The verb analyze: text, JSON, games, landscapes, and what it refuses.

#include <pty.h>

#include <csignal>
#include <numeric>

#include "verbs.h"

namespace skipstone {
namespace {

const std::string kLastStone = SKIPSTONE_SOURCE_DIR "/docs/examples/last_stone.json";
const std::string kGame = SKIPSTONE_SOURCE_DIR "/docs/examples/game.jsonl";
constexpr const char* kLimits = " --playouts 300 --threads 1";
const std::string kFew = std::string(" --search kr-uct") + kLimits;

class AnalyzeVerb : public Verbs {
 protected:
  // A position with three stones to come, one end to play.
  std::string ThreeToCome() const {
    return Write("three.json", R"({"ends":1,"shot":13,"hammer":1,"stones":[
      {"team":0,"x":0.2,"y":0.3},{"team":1,"x":-0.4,"y":-2.9},{"team":1,"x":0.9,"y":0.5}]})");
  }
};

TEST_F(AnalyzeVerb, RanksCallsInWords) {
  const Ran run = Skipstone("analyze " + ThreeToCome() + " --top 3" + kFew);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Contains(run.out,
                       "End 1 of 1, red 0 : 0 yellow, shot 14 of 16: yellow to throw yellow "
                       "7, it has the hammer"))
      << run.out;
  EXPECT_TRUE(Contains(run.out, "300 play-outs")) << run.out;
  EXPECT_TRUE(Contains(run.out, "points of this end that yellow can expect")) << run.out;
  EXPECT_TRUE(Contains(run.out, "\n 1. ") && Contains(run.out, "\n 3. ")) << run.out;
  EXPECT_FALSE(Contains(run.out, "\n 4. ")) << run.out;
  EXPECT_TRUE(Contains(run.out, "then red: ")) << run.out;
  EXPECT_TRUE(Contains(run.out, "clockwise")) << run.out;
  // One thread and a number of play-outs find the same again, but for the time.
  const auto without_time = [](const Ran& ran) {
    std::vector<std::string> lines = LinesOf(ran.out);
    lines.erase(lines.begin() + 2);
    return lines;
  };
  EXPECT_EQ(without_time(run),
            without_time(Skipstone("analyze " + ThreeToCome() + " --top 3" + kFew)));
}

TEST_F(AnalyzeVerb, TellsProgramsTheSame) {
  const Ran run = Skipstone("analyze " + ThreeToCome() + " --json --top 4" + kFew);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Json json = Json::parse(run.out);
  EXPECT_EQ(json.at("shot"), 13);
  EXPECT_EQ(json.at("team"), 1);
  EXPECT_EQ(json.at("hammer"), 1);
  EXPECT_EQ(json.at("currency"), "points");
  EXPECT_EQ(json.at("playouts"), 300);
  EXPECT_EQ(json.at("finished"), true);
  EXPECT_EQ(json.at("seed"), 0);
  EXPECT_TRUE(json.at("network").is_null()) << "kr-uct asks none";
  EXPECT_NE(json.at("commit"), "");
  ASSERT_EQ(json.at("calls").size(), 4U);
  EXPECT_EQ(json.at("calls")[0].at("release"), json.at("best"));
  for (const Json& call : json.at("calls")) {
    const auto scores = call.at("scores").get<std::vector<double>>();
    ASSERT_EQ(scores.size(), 17U);
    EXPECT_NEAR(std::accumulate(scores.begin(), scores.end(), 0.0), 1.0, 1e-9);
    // In points the value is the mean of the scores, both the thrower's.
    double mean = 0.0;
    for (int i = 0; i < 17; ++i) mean += (i - 8) * scores[static_cast<std::size_t>(i)];
    EXPECT_NEAR(call.at("value").get<double>(), mean, 1e-6);
    EXPECT_GT(call.at("error").get<double>(), 0.0);
    EXPECT_NE(call.at("name"), "");
    EXPECT_TRUE(call.at("reply").is_null() ||
                !call.at("reply").at("name").get<std::string>().empty());
  }
}

TEST_F(AnalyzeVerb, AsksGridUnlessToldOtherwise) {
  const Ran run = Skipstone("analyze " + ThreeToCome() + " --top 8 --seconds 0.5");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Contains(run.out, "grid:candidates=8: ")) << run.out;
  EXPECT_TRUE(Contains(run.out, " boards judged in ")) << run.out;
  EXPECT_TRUE(Contains(run.out, "\n 5. ")) << run.out;
  EXPECT_TRUE(Contains(run.out, "then red: ")) << run.out;
  const Json json = Json::parse(Skipstone("analyze - --json --seconds 0.5 < " + ThreeToCome()).out);
  EXPECT_EQ(json.at("network").get<std::string>().size(), 16U) << "a hash";
  const Json& best = json.at("calls")[0];
  const auto scores = best.at("scores").get<std::vector<double>>();
  EXPECT_NEAR(std::accumulate(scores.begin(), scores.end(), 0.0), 1.0, 1e-9);
  double mean = 0.0;
  for (int i = 0; i < 17; ++i) mean += (i - 8) * scores[static_cast<std::size_t>(i)];
  EXPECT_NEAR(best.at("value").get<double>(), mean, 0.05);
}

TEST_F(AnalyzeVerb, ValuesAreTheThrowersWhoeverHasTheHammer) {
  // Red throws its last stone, yellow has the hammer; the middle is red's own.
  const std::string file = Write("red.json", R"({"ends":4,"end":2,"shot":14,"hammer":1,
    "score":[3,1],"stones":[{"team":0,"x":0,"y":0},{"team":0,"x":0.1,"y":-2.5}]})");
  const Ran win = Skipstone("analyze " + file + " --json" + kFew);
  ASSERT_EQ(win.exit_code, 0) << win.err;
  const Json json = Json::parse(win.out);
  EXPECT_EQ(json.at("team"), 0);
  EXPECT_EQ(json.at("currency"), "win");
  const double value = json.at("calls")[0].at("value");
  EXPECT_GT(value, 0.6) << "two up with two ends to go";
  EXPECT_LT(value, 1.0);
  const Ran text = Skipstone("analyze " + file + kFew);
  EXPECT_TRUE(Contains(text.out, "how likely red wins the game")) << text.out;
  EXPECT_TRUE(Contains(text.out, " % \u00b1 ")) << text.out;
}

TEST_F(AnalyzeVerb, SolvesTheLastStoneUnlessToldNotTo) {
  const Json solved = Json::parse(Skipstone("analyze --json --value points " + kLastStone).out);
  EXPECT_EQ(solved.at("solved"), true);
  EXPECT_TRUE(solved.at("calls")[0].at("reply").is_null());
  const Json searched =
      Json::parse(Skipstone("analyze --json --value points --search kr-uct:last-stone=off " +
                            kLastStone + kLimits)
                      .out);
  EXPECT_EQ(searched.at("solved"), false);
  EXPECT_GT(solved.at("calls")[0].at("value").get<double>(),
            searched.at("calls")[0].at("value").get<double>() - 0.5);
}

TEST_F(AnalyzeVerb, FindsAMomentOfAGame) {
  const Json json =
      Json::parse(Skipstone("analyze --game " + kGame + " --end 1 --shot 16 --json" + kFew).out);
  EXPECT_EQ(json.at("end"), 0);
  EXPECT_EQ(json.at("shot"), 15);
  // The stones are those that the shot before left.
  const std::vector<Json> record = JsonLines(ReadFile(kGame));
  EXPECT_EQ(json.at("stones"), record[15].at("stones"));
  EXPECT_EQ(json.at("team"), record[16].at("team"));
  const Ran first = Skipstone("analyze --game " + kGame + " --end 1 --shot 1 --json" + kFew);
  EXPECT_EQ(Json::parse(first.out).at("stones"), Json::array());

  const Ran played =
      Skipstone("tournament draw rule --games 2 --ends 2 --seed 3 --out " + Path("games.db"));
  ASSERT_EQ(played.exit_code, 0) << played.err;
  const Ran stored = Skipstone("analyze --game " + Path("games.db") +
                               " --number 1 --end 2 --shot 12 --json" + kFew);
  ASSERT_EQ(stored.exit_code, 0) << stored.err;
  EXPECT_EQ(Json::parse(stored.out).at("end"), 1);
  const Ran which = Skipstone("analyze --game " + Path("games.db") + " --end 2 --shot 12" + kFew);
  EXPECT_EQ(which.exit_code, 2);
  EXPECT_TRUE(Contains(which.err, "--number N says which one")) << which.err;
}

TEST_F(AnalyzeVerb, DrawsTheLandscape) {
  for (const char* name : {"land.png", "land.svg"}) {
    const Ran run =
        Skipstone("analyze " + kLastStone + " --value points --landscape " + Path(name));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(Contains(run.out, std::string("wrote ") + Path(name))) << run.out;
    EXPECT_GT(fs::file_size(Path(name)), 20'000U);
  }
  const Ran rolled = Skipstone("analyze " + ThreeToCome() + " --rollouts 1 --landscape " +
                               Path("rolled.png") + kFew);
  ASSERT_EQ(rolled.exit_code, 0) << rolled.err;
  EXPECT_GT(fs::file_size(Path("rolled.png")), 20'000U);
}

TEST_F(AnalyzeVerb, RefusesWhatItCannotAnalyze) {
  const auto refused = [this](const std::string& arguments, int code, const std::string& words) {
    const Ran run = Skipstone("analyze " + arguments);
    EXPECT_EQ(run.exit_code, code) << arguments << "\n" << run.err;
    EXPECT_TRUE(Contains(run.err, words)) << run.err;
    EXPECT_EQ(run.out, "") << arguments;
  };
  refused("", 2, "expected a position file");
  refused(kLastStone + " --game " + kGame + " --end 1 --shot 1", 2, "got both");
  refused("--game " + kGame, 2, "--end");
  refused("--game " + kGame + " --end 1 --shot 17", 2, "17");
  refused("--game " + kGame + " --end 5 --shot 1", 2, "which was not played");
  refused(Path("missing.json"), 3, "missing.json");
  refused(Write("bad.json", R"({"shot":77})"), 4, "shot");
  refused(Write("over.json", R"({"ends":8,"end":8,"score":[6,4]})"), 4, "the game is over");
  refused(Write("drawn.json", R"({"ice":"dc2","ends":8,"end":8,"score":[4,4]})"), 4,
          "the game is over");
  refused(kLastStone + " --search alphabeta", 2, "expected a search");
  refused(kLastStone + " --value cups", 2, "cups");
  refused(kLastStone + " --seconds nan", 2, "nan");
  refused(kLastStone + " --landscape " + Path("a.gif"), 2, ".svg");
  EXPECT_EQ(Skipstone("analyze " + kLastStone + " --landscape " + Path("no/such/a.svg")).exit_code,
            3);
}

TEST_F(AnalyzeVerb, CtrlCPrintsWhatWasFound) {
  Conversation talk({"analyze", ThreeToCome(), "--seconds", "600", "--threads", "1", "--landscape",
                     Path("never.png")});
  talk.Signal(SIGINT);
  EXPECT_TRUE(Contains(talk.Hear(), "End 1 of 1"));
  std::string all;
  for (std::string line = talk.Hear(); !line.empty(); line = talk.Hear()) all += line;
  EXPECT_TRUE(Contains(all, " 1. ")) << all;
  EXPECT_EQ(talk.Wait(), 0);
  EXPECT_FALSE(fs::exists(Path("never.png")));
}

// A verb that reads standard input says what it waits for if somebody sits there.
TEST_F(AnalyzeVerb, SaysWhatItWaitsForAtATerminal) {
  const std::map<std::vector<const char*>, std::string> waits = {
      {{"analyze", "-"}, "waiting for a position"},
      {{"simulate", "-"}, "waiting for shots"},
      {{"turn", "-"}, "waiting for turns"},
      {{"wintable", "--scores", "-"}, "waiting for a table"}};
  for (const auto& [arguments, text] : waits) {
    int terminal = -1;
    const pid_t pid = ::forkpty(&terminal, nullptr, nullptr, nullptr);
    if (pid == 0) {
      std::vector<char*> argv = {const_cast<char*>(kBinary.c_str())};
      for (const char* argument : arguments) argv.push_back(const_cast<char*>(argument));
      argv.push_back(nullptr);
      ::execv(kBinary.c_str(), argv.data());
      ::_exit(127);
    }
    std::string seen;
    std::array<char, 1 << 12> buffer{};
    while (!Contains(seen, "Ctrl-D")) {
      const ssize_t n = ::read(terminal, buffer.data(), buffer.size());
      if (n <= 0) break;
      seen.append(buffer.data(), static_cast<std::size_t>(n));
    }
    EXPECT_TRUE(Contains(seen, text)) << seen;
    EXPECT_EQ(::write(terminal, "\x04", 1), 1);
    ::close(terminal);
    ExitCodeOf(pid);
  }
}

TEST_F(AnalyzeVerb, RedrawsItsTableInATerminal) {
  const std::string file = ThreeToCome();
  int terminal = -1;
  winsize size{.ws_row = 24, .ws_col = 80, .ws_xpixel = 0, .ws_ypixel = 0};
  const pid_t pid = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (pid == 0) {
    ::unsetenv("NO_COLOR");
    ::setenv("TERM", "xterm-256color", 1);
    ::execl(kBinary.c_str(), kBinary.c_str(), "analyze", file.c_str(), "--seconds", "600",
            "--threads", "1", nullptr);
    ::_exit(127);
  }
  const std::string kFirstCall = " 1. ";
  std::string text;
  std::array<char, 1 << 16> buffer{};
  for (ssize_t n = 0; (n = ::read(terminal, buffer.data(), buffer.size())) > 0;) {
    const bool seen = Contains(text, kFirstCall);
    text.append(buffer.data(), static_cast<std::size_t>(n));
    // Ctrl-C, once it has drawn something.
    if (!seen && Contains(text, kFirstCall)) {
      EXPECT_EQ(::write(terminal, "\x03", 1), 1);
    }
  }
  ::close(terminal);
  EXPECT_EQ(ExitCodeOf(pid), 0);
  EXPECT_TRUE(Contains(text, "\x1b[?25l")) << "the cursor is hidden while it thinks";
  // The table goes away before the report comes.
  const std::size_t erased = text.rfind("\x1b[J");
  ASSERT_NE(erased, std::string::npos);
  EXPECT_TRUE(Contains(text.substr(erased), "points of this end that yellow can expect"));
  EXPECT_TRUE(Contains(text.substr(erased), "\x1b[?25h"));
}

}  // namespace
}  // namespace skipstone
