// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The verb wintable, as a user runs it.

#include "match/store.h"
#include "value/win_table.h"
#include "verbs.h"

namespace skipstone {
namespace {

class WintableVerb : public Verbs {
 protected:
  Json Run(const std::string& arguments) const {
    const Ran run = Skipstone("wintable --json " + arguments);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return Json::parse(run.out);
  }
};

TEST_F(WintableVerb, PrintsTheShippedTableFromEitherView) {
  const WinTable& table = ShippedWinTable(Law::kDc2, TieBreak::kDraw);
  const Json hammer = Run("--ice dc2 --ends 3 --leads 2");
  const Json first = Run("--ice dc2 --ends 3 --leads 2 --view first");
  EXPECT_EQ(hammer["scores"]["ice"], "dc2");
  EXPECT_EQ(hammer["leads"], Json::parse("[2,1,0,-1,-2]"));
  ASSERT_EQ(hammer["wins"].size(), 5U);
  for (std::size_t row = 0; row < 5; ++row) {
    ASSERT_EQ(hammer["wins"][row].size(), 4U);
    for (std::size_t ends = 0; ends < 4; ++ends) {
      const int lead = 2 - static_cast<int>(row);
      EXPECT_EQ(hammer["wins"][row][ends], table.HammerWins(static_cast<int>(ends), lead));
      EXPECT_EQ(first["wins"][row][ends], table.FirstTeamWins(static_cast<int>(ends), lead));
    }
  }
  const std::vector<std::string> lines = LinesOf(Skipstone("wintable").out);
  // After where it comes from, the scores in tied games by the ends left, up to six.
  ASSERT_EQ(lines.size(), 25U);
  EXPECT_TRUE(Contains(lines[0], "on fcv1"));
  EXPECT_EQ(lines[9].rfind("%, 6 left ", 0), 0U) << lines[9];
  EXPECT_TRUE(Contains(lines[11], "with the hammer wins")) << lines[11];
  EXPECT_TRUE(Contains(lines[11], "goes to extra ends")) << lines[11];
  EXPECT_EQ(lines[13].rfind("lead  extra ", 0), 0U) << lines[13];
  EXPECT_EQ(lines[14].rfind("+5    100.0 ", 0), 0U) << lines[14];
  EXPECT_EQ(lines[24].rfind("-5      0.0 ", 0), 0U) << lines[24];
  EXPECT_TRUE(Contains(Skipstone("wintable --rules dc2 --view first").out, "without the hammer"));
  EXPECT_EQ(Run("--rules dc2")["wins"][5][0], 0.5) << "a tie is a draw by these rules";
}

TEST_F(WintableVerb, CountsTheEndsOfATournamentAndWritesAFileThatItReads) {
  const std::string games = Path("games.db");
  ASSERT_EQ(Skipstone("tournament draw random --games 40 --ends 2 --seed 3 --unpaired "
                      "--execution dc3:speed_error=0.01 --out " +
                      games)
                .exit_code,
            0);
  const std::string file = Path("table.json");
  const Json made = Run("--from " + games + " --commit 12ab --out " + file);
  std::array<double, 17> counts{};
  int ends = 0;
  for (const GameSummary& game : Store::Open(games, Store::Access::kRead).Games()) {
    for (const PlayedEnd& end : game.ends) {
      const auto hammer = static_cast<std::size_t>(Index(end.hammer));
      ++counts[static_cast<std::size_t>(8 + end.points[hammer] - end.points[1 - hammer])];
      ++ends;
    }
  }
  const Json& scores = made["scores"];
  EXPECT_EQ(scores["ends"], ends);
  EXPECT_EQ(scores["games"], 40);
  EXPECT_EQ(scores["commit"], "12ab");
  EXPECT_EQ(scores["players"], Json::parse(R"(["draw","random"])"));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    EXPECT_EQ(scores["probability"][i], counts[i] / ends);
  }
  EXPECT_EQ(Json::parse(ReadFile(file)), scores);
  EXPECT_EQ(Run("--scores " + file), made);
  EXPECT_EQ(Run("--scores - < " + file), made);

  // The command plays the same games.
  std::string command = scores["command"];
  ASSERT_EQ(command.rfind("./skipstone ", 0), 0U) << command;
  command = "cd " + folder_.string() + " && rm games.db && " + kBinary + command.substr(11);
  const Ran again = Shell(command);
  EXPECT_EQ(again.exit_code, 0) << command << "\n" << again.err;
  EXPECT_EQ(Run("--commit 12ab --from " + games), made) << command;
}

TEST_F(WintableVerb, TakesBareScores) {
  const std::string file =
      Write("scores.json", R"({"probability":[0,0,0,0,0,0,0,0.1,0.2,0.5,0.2,0,0,0,0,0,0]})");
  const Json table = Run("--leads 0 --ends 1 --scores " + file);
  EXPECT_NEAR(table["wins"][0][0].get<double>(), 0.875, 1e-15);
  EXPECT_EQ(Run("--leads 0 --ends 1 --rules dc2 --scores " + file)["wins"][0][0], 0.5);
  const Ran text = Skipstone("wintable --scores " + file);
  EXPECT_EQ(text.out.rfind("The hammer team's points", 0), 0U) << text.out;
}

TEST_F(WintableVerb, RefusesAndSaysWhatIsWrong) {
  const auto refused = [&](const std::string& arguments, int code, const std::string& part) {
    const Ran run = Skipstone("wintable " + arguments + " --out " + Path("out.json"));
    EXPECT_EQ(run.exit_code, code) << arguments << "\n" << run.err;
    EXPECT_TRUE(Contains(run.err, part)) << arguments << "\n" << run.err;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_FALSE(fs::exists(Path("out.json"))) << arguments;
  };
  const std::string text = FileText(ShippedWinTable(Law::kFcv1, TieBreak::kDraw));
  const std::string good = Write("good.json", text);
  refused("--ice water", 2, "water");
  refused("--rules dc9", 2, "dc9");
  refused("--view mine", 2, "--view");
  refused("--ends 0", 2, "--ends");
  refused("--ice dc2 --scores " + good, 2, "--ice");
  refused("--from a.db --scores " + good, 2, "--from");
  refused("--commit 12ab", 2, "--from");
  refused("--scores " + Path("none.json"), 3, "none.json");
  refused("--from " + Path("none.db"), 3, "none.db");
  refused("--from " + good, 4, "good.json");
  const auto bad = [&](const std::string& content, const std::string& part) {
    refused("--scores " + Write("bad.json", content), 4, "bad.json: " + part);
  };
  bad("", "not valid JSON");
  bad("{", "not valid JSON");
  bad("[]", "expected an object");
  bad("{}", "expected a win table");
  bad(R"({"probability":[1,2]})", "probability: expected 17");
  bad(R"({"probability":[0,0,0,0,0,0,0,0,0.5,0,0,0,0,0,0,0,0]})", "probability: expected a sum");
  std::string newer = text;
  newer.replace(newer.find("\"version\": ") + 11, 1, "9");
  bad(newer, "version");
  bad(std::string(2 << 20, ' '), "larger than");
  const Ran folder = Skipstone("wintable --out " + Path("no/such/folder.json"));
  EXPECT_EQ(folder.exit_code, 3);
  EXPECT_EQ(folder.out, "");
}

}  // namespace
}  // namespace skipstone
