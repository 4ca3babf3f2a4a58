// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The experiments after Lee et al. 2018, as a user runs them.

#include "learn/run_folder.h"
#include "match/store.h"
#include "net/network.h"
#include "verbs.h"

namespace skipstone {
namespace {

class LeeExperiment : public Verbs {
 protected:
  LeeExperiment() {
    WriteNetwork("start", 1);
    WriteNetwork("learned", 2);
  }

  void WriteNetwork(const std::string& name, std::uint64_t seed,
                    NetworkKind kind = NetworkKind::kPvStones, const std::string& ice = "") const {
    NetworkDefinition definition;
    definition.kind = kind;
    definition.stone = {16, 16};
    definition.hidden = {16};
    TensorFile file = Network::Random(definition, seed).ToFile();
    if (!ice.empty()) file.metadata["ice"] = ice;
    WriteTensorFile(Path(name), file);
  }
  // A run of learn selfplay that began with "start" and has so many generations.
  void WriteRun(const std::string& name, const std::string& search, int generations) const {
    for (int generation = 0; generation <= generations; ++generation) {
      const std::string folder = name + "/generation-000" + std::to_string(generation);
      fs::create_directories(Path(folder));
      WriteNetwork(folder + "/network.safetensors", generation == 0 ? 1 : 10 + generation);
    }
    const Json run = {
        {"search", search}, {"start", HashOfNetwork(Path("start"))}, {"ends_of_generation", 5}};
    Write(name + "/run.json", run.dump());
  }

  Ran Run(const std::string& arguments) const {
    return Skipstone("experiment " + arguments + " --games 2 --simulations 8 --out " +
                     Path("out_folder"));
  }
  Ran Curve(const std::string& arguments) const {
    return Run("lee-figure3 --start " + Path("start") + " " + arguments);
  }
  Ran Programs(const std::string& verb, const std::string& arguments = "") const {
    return Run(verb + " --ends 1 --supervised " + Path("start") + " --selfplay " + Path("learned") +
               " " + arguments);
  }
  Json Result(const std::string& name) const {
    return Json::parse(ReadFile(Path("out_folder/" + name + ".json")));
  }
  // By name, to see that nothing is played again: a store is written to by nothing else.
  std::map<std::string, std::string> Stores() const {
    std::map<std::string, std::string> stores;
    for (const auto& entry : fs::directory_iterator(Path("out_folder"))) {
      if (entry.path().extension() != ".db") continue;
      stores[entry.path().filename().string()] = ReadFile(entry.path());
    }
    return stores;
  }
  static int Games(const Json& tally) {
    return tally.at("wins").get<int>() + tally.at("draws").get<int>() +
           tally.at("losses").get<int>();
  }
  // The parts of a pairing add up to its percentage.
  static void ExpectSums(const Json& pairing, int games) {
    const Json& first = pairing.at("first");
    const Json& second = pairing.at("second");
    EXPECT_EQ(Games(first), games / 2);
    EXPECT_EQ(Games(second), games / 2);
    double points = 0.0;
    for (const Json& side : {first, second}) {
      points += side.at("wins").get<double>() + 0.5 * side.at("draws").get<double>();
    }
    EXPECT_DOUBLE_EQ(pairing.at("percent").get<double>(), 100.0 * points / games);
  }
  void ExpectRefused(const Ran& run, int exit_code, const std::string& why) const {
    EXPECT_EQ(run.exit_code, exit_code) << run.out;
    EXPECT_TRUE(Contains(run.err, why)) << run.err;
  }
};

TEST_F(LeeExperiment, DrawsLearningCurves) {
  WriteRun("kr", "kr-dl-uct:widen=paper", 4);
  WriteRun("dl", "dl-uct", 2);
  const std::string runs = "--kr-dl-uct " + Path("kr") + " --dl-uct " + Path("dl") + " --every 2";
  const Ran run = Curve(runs);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Contains(ReadFile(Path("out_folder/lee-figure3.md")), run.out));
  EXPECT_TRUE(Contains(run.out, "66.05")) << run.out;
  EXPECT_TRUE(Contains(run.out, "50 (itself)")) << run.out;
  EXPECT_EQ(ReadFile(Path("out_folder/lee-figure3.png")).substr(1, 3), "PNG");
  const Json json = Result("lee-figure3");
  EXPECT_TRUE(json.at("whole").get<bool>());
  std::vector<std::string> points;
  for (const Json& point : json.at("points")) {
    points.push_back(point.at("search").get<std::string>() + " " + point.at("positions").dump());
    const bool itself = point.at("itself").get<bool>();
    EXPECT_EQ(itself, points.back() == "dl-uct 0");
    EXPECT_EQ(point.at("games"), itself ? 0 : 2);
    if (itself) continue;
    const Json& pairing = point.at("match").at("pairings").at(0);
    ExpectSums(pairing, 2);
    EXPECT_EQ(point.at("percent"), pairing.at("percent"));
    for (const Json& player : point.at("match").at("players")) {
      EXPECT_FALSE(player.at("losses").contains("crash"));
    }
    // The run's own options; the opponent is always the start with dl-uct.
    const bool kr = point.at("search") == "kr-dl-uct";
    EXPECT_TRUE(Contains(pairing.at("row"), kr ? "kr-dl-uct:widen=paper,network=" : "dl-uct:net"));
    EXPECT_TRUE(Contains(pairing.at("column"), "dl-uct:network=" + Path("start")));
  }
  EXPECT_EQ(points, (std::vector<std::string>{"kr-dl-uct 0", "dl-uct 0", "kr-dl-uct 160",
                                              "dl-uct 160", "kr-dl-uct 320"}));

  // Again, nothing is played; a run that went on gets its new point; a network that was trained
  // anew a new match.
  const auto stores = Stores();
  EXPECT_EQ(stores.size(), 4U);
  ASSERT_EQ(Curve(runs).exit_code, 0);
  EXPECT_EQ(Stores(), stores);
  EXPECT_EQ(Result("lee-figure3").at("points"), json.at("points"));
  WriteRun("dl", "dl-uct", 4);
  ASSERT_EQ(Curve(runs).exit_code, 0);
  EXPECT_EQ(Stores().size(), 5U);
  WriteNetwork("dl/generation-0004/network.safetensors", 99);
  ASSERT_EQ(Curve(runs).exit_code, 0);
  EXPECT_EQ(Stores().size(), 6U);
  // A run that is gone leaves its points, and nothing of it is played again.
  const Json before = Result("lee-figure3");
  const auto played = Stores();
  fs::remove_all(Path("kr"));
  ASSERT_EQ(Curve("--dl-uct " + Path("dl") + " --every 2").exit_code, 0);
  EXPECT_EQ(Result("lee-figure3").at("points"), before.at("points"));
  EXPECT_EQ(Stores(), played);
  ExpectRefused(Curve("--dl-uct " + Path("dl") + " --every 2 --execution dc3:speed_error=0.01"), 2,
                "are of other games");
  WriteRun("kr", "kr-dl-uct:widen=paper", 4);
  // Other games do not mix with these.
  ExpectRefused(Curve(runs + " --seed 9"), 2, "seed: the tournament was begun with 1, now it is 9");
}

TEST_F(LeeExperiment, MeasuresTheStartAlone) {
  const Ran run = Curve("");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(Result("lee-figure3").at("points").size(), 2U);
}

TEST_F(LeeExperiment, RefusesRunsAndNetworksThatDoNotFit) {
  WriteRun("kr", "kr-dl-uct", 0);
  ExpectRefused(Curve("--dl-uct " + Path("kr")), 2, "whose search is dl-uct, got kr-dl-uct");
  fs::create_directories(Path("empty"));
  ExpectRefused(Curve("--dl-uct " + Path("empty")), 2, "run.json");
  ExpectRefused(Run("lee-figure3 --start " + Path("learned") + " --kr-dl-uct " + Path("kr")), 2,
                "give that one as --start");
  ExpectRefused(Skipstone("experiment lee-figure3 --games 3 --start " + Path("start") + " --out " +
                          Path("out_folder")),
                2, "expected an even number");
  EXPECT_EQ(Run("lee-figure3").exit_code, 2);
  EXPECT_EQ(Curve("--every 0").exit_code, 2);
  WriteNetwork("stones", 1, NetworkKind::kStoneSet);
  ExpectRefused(Run("lee-figure3 --start " + Path("stones")), 2, "pv-stones");
  WriteNetwork("other_ice", 1, NetworkKind::kPvStones, "dc2");
  ExpectRefused(Run("lee-figure3 --start " + Path("other_ice")), 2, "give --ice dc2");
  ExpectRefused(Run("lee-figure3 --start " + Write("text", "no network")), 4, Path("text"));
  WriteNetwork("a,b", 1);
  ExpectRefused(Run("lee-figure3 --start " + Path("a,b")), 2, "without a comma");
  EXPECT_FALSE(fs::exists(Path("out_folder/lee-figure3.md")));
}

TEST_F(LeeExperiment, RatesTheProgramsAndMakesTable1OfTheirGames) {
  const Ran run = Programs("lee-figure4");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Contains(ReadFile(Path("out_folder/lee-figure4.md")), run.out));
  EXPECT_TRUE(Contains(run.out, "20 of 20 games of 1 end on fcv1")) << run.out;
  EXPECT_TRUE(Contains(run.out, "No game was lost by the clock")) << run.out;
  EXPECT_EQ(ReadFile(Path("out_folder/lee-figure4.png")).substr(1, 3), "PNG");
  const Json json = Result("lee-figure4");
  EXPECT_TRUE(json.at("whole").get<bool>());
  EXPECT_EQ(json.at("tables").at("pairings").size(), 10U);
  for (const Json& pairing : json.at("tables").at("pairings")) ExpectSums(pairing, 2);
  double elo = 0.0;
  for (const Json& player : json.at("tables").at("players")) elo += player.at("elo").get<double>();
  EXPECT_NEAR(elo, 0.0, 1e-6);
  const auto stores = Stores();
  EXPECT_EQ(stores.size(), 1U);
  ASSERT_EQ(Programs("lee-figure4").exit_code, 0);
  EXPECT_EQ(Stores(), stores);

  const Ran table = Programs("lee-table1");
  ASSERT_EQ(table.exit_code, 0) << table.err;
  EXPECT_EQ(Stores(), stores) << "it has these games already";
  EXPECT_TRUE(Contains(table.out, "JiritsukunGAT'17")) << table.out;
  const Json rows = Result("lee-table1").at("rows");
  ASSERT_EQ(rows.size(), 4U);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i], json.at("tables").at("pairings")[i]);
    EXPECT_EQ(rows[i].at("row"), "kr-drl-mes");
  }
  ExpectRefused(Programs("lee-table1", "--seed 9"), 2, "seed: the tournament was begun with 1");
  ExpectRefused(Programs("lee-figure4", "--seed 9"), 2, "another --out");
}

TEST_F(LeeExperiment, Table1AlonePlaysItsGamesOnly) {
  const Ran run = Programs("lee-table1");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Contains(run.out, "8 of 8 games of 1 end")) << run.out;
  const Json rows = Result("lee-table1").at("rows");
  ASSERT_EQ(rows.size(), 4U);
  for (const Json& row : rows) ExpectSums(row, 2);
  const auto stores = Stores();
  EXPECT_EQ(stores.size(), 1U);
  ASSERT_EQ(Programs("lee-table1").exit_code, 0);
  EXPECT_EQ(Stores(), stores);
  EXPECT_EQ(Result("lee-table1").at("rows"), rows);
}

TEST_F(LeeExperiment, CtrlCLeavesWhatIsDoneAndTheSameCommandGoesOn) {
  const std::vector<std::string> command = {
      "experiment", "lee-figure3", "--simulations", "8",     "--games",
      "100000",     "--start",     Path("start"),   "--out", Path("out_folder")};
  const auto played = [this] {
    std::size_t games = 0;
    if (!fs::exists(Path("out_folder"))) return games;
    for (const auto& entry : fs::directory_iterator(Path("out_folder"))) {
      if (entry.path().extension() != ".db") continue;
      games += Store::Open(entry.path(), Store::Access::kRead).Games().size();
    }
    return games;
  };
  const Ran run = Interrupted(command, [&] { return played() > 0; });
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Contains(run.err, "the same command goes on")) << run.err;
  EXPECT_FALSE(Result("lee-figure3").at("whole").get<bool>());
  const int before = Result("lee-figure3").at("points").at(0).at("games").get<int>();
  EXPECT_GT(before, 0);
  const std::size_t games = played();
  Interrupted(command, [&] { return played() > games; });
  EXPECT_GT(Result("lee-figure3").at("points").at(0).at("games").get<int>(), before);
}

}  // namespace
}  // namespace skipstone
