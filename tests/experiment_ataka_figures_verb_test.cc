// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The figures of experiment ataka, as a user makes them.

#include "lab/game_equity.h"
#include "learn/dataset.h"
#include "net/network.h"
#include "verbs.h"

namespace skipstone {
namespace {

class AtakaFigures : public Verbs {
 protected:
  Ran Run(const std::string& arguments) const { return Skipstone("experiment ataka " + arguments); }
  Json Result(const std::string& name) const { return Json::parse(ReadFile(Path(name))); }

  std::string Labels() const {
    const std::string path = Path("learned/sweep-0/level-01.labels");
    if (fs::exists(path)) return path;
    const Ran made = Skipstone("learn labels --states-of-one 40 --ends 20 --player rule --folder " +
                               Path("learned"));
    EXPECT_EQ(made.exit_code, 0) << made.err;
    return path;
  }

  std::string WriteNetwork(const std::string& name, NetworkKind kind, int inputs,
                           std::uint64_t seed) const {
    NetworkDefinition definition;
    definition.kind = kind;
    definition.inputs_per_stone = inputs;
    definition.hidden = {32, 32};
    fs::create_directories(fs::path(Path(name)).parent_path());
    WriteTensorFile(Path(name), Network::Random(definition, seed).ToFile());
    return Path(name);
  }

  // A run as `learn backward` leaves it.
  std::string WriteRun(const std::string& name, int inputs, const std::string& curve) const {
    fs::create_directories(Path(name) + "/sweep-0");
    NetworkDefinition definition;
    definition.kind = NetworkKind::kNnX;
    definition.inputs_per_stone = inputs;
    const JsonOut run = {
        {"ice", {{"law", "fcv1"}}}, {"network", ToJson(definition)}, {"loss", "mse"}};
    Write(name + "/run.json", run.dump());
    WriteNetwork(name + "/sweep-0/nn_1.safetensors", NetworkKind::kNnX, inputs, 3);
    Write(name + "/sweep-0/level-01.curve.jsonl", curve);
    return Path(name);
  }
};

constexpr const char* kCurve =
    "{\"step\":100,\"seconds\":0.1,\"learning_rate\":0.001,\"train_loss\":0.3,\"test_loss\":0.35,"
    "\"test_mae\":0.5,\"test_explained\":0.2}\n"
    "{\"step\":200,\"seconds\":0.2,\"learning_rate\":0.001,\"train_loss\":0.1,\"test_loss\":0.2,"
    "\"test_mae\":0.4,\"test_explained\":0.4}\n";

TEST_F(AtakaFigures, CurveComparesFiveAndSevenInputs) {
  const std::string labels = Labels();
  const std::string five = WriteRun("five", 5, kCurve);
  const std::string seven = WriteRun("seven", 7, kCurve);
  const std::string stones = WriteNetwork("s.safetensors", NetworkKind::kStoneSet, 7, 4);
  const Ran run =
      Run("curve --run " + five + " --run " + seven + " --network network:file=" + stones +
          " --labels " + labels + " --all --out " + Path("made"));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  for (const char* part : {"nn-x-5", "nn-x-7", "stones", "0.1000", "0.2000", "40 states of"}) {
    EXPECT_TRUE(Contains(run.out, part)) << part << "\n" << run.out;
  }
  EXPECT_TRUE(Contains(ReadFile(Path("made/curve.md")), "--all --out " + Path("made")));
  EXPECT_GT(fs::file_size(Path("made/curve.png")), 5000U);
  const Json json = Result("made/curve.json");
  EXPECT_TRUE(json.at("provenance").contains("commit"));
  ASSERT_EQ(json.at("networks").size(), 3U);
  EXPECT_EQ(json.at("networks")[1].at("curve")[1].at("test_loss"), 0.2);
  EXPECT_FALSE(json.at("networks")[2].contains("curve"));

  // The judgements are those of Judge().
  const std::vector<Label> read = ReadLabels(labels);
  const GameTerms terms = MakeTerms(Law::kFcv1);
  const Judgement judgement =
      Judge(read, *MakeEvaluator("network:file=" + seven + "/sweep-0/nn_1.safetensors", terms));
  const Json& told = json.at("networks")[1].at("judgement");
  EXPECT_EQ(told.at("positions"), 40);
  EXPECT_DOUBLE_EQ(told.at("mean_absolute_error"), judgement.mean_absolute_error);
  EXPECT_DOUBLE_EQ(told.at("explained"), judgement.Explained());
}

TEST_F(AtakaFigures, StatesShowsTheBestAndTheWorst) {
  const std::string nn_x = WriteNetwork("n/nn_1.safetensors", NetworkKind::kNnX, 7, 5);
  const Ran run = Run("states --labels " + Labels() +
                      " --all --count 2 --most-certain 0.999 --network network:file=" + Path("n") +
                      " --network random:seed=1 --network random:seed=2 --out " + Path("made"));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Contains(run.out, "nn-x-7: squared error")) << run.out;
  EXPECT_TRUE(Contains(run.out, "random-2: squared error")) << run.out;
  EXPECT_TRUE(Contains(run.out, "| collisions")) << run.out;
  const Json json = Result("made/states.json");
  ASSERT_EQ(json.at("networks").size(), 3U);
  for (const Json& network : json.at("networks")) {
    for (const char* table : {"by_stones", "by_collisions"}) {
      int states = 0;
      for (const Json& group : network.at(table)) states += group.at("states").get<int>();
      EXPECT_EQ(states, 40) << table;
    }
    ASSERT_EQ(network.at("best").size(), 2U);
    ASSERT_EQ(network.at("worst").size(), 2U);
    const auto error = [&](const char* which, std::size_t i) {
      return network.at(which)[i].at("squared_error").get<double>();
    };
    EXPECT_LE(error("best", 0), error("best", 1));
    EXPECT_LE(error("best", 1), error("worst", 1));
    EXPECT_LE(error("worst", 1), error("worst", 0));
    for (const char* which : {"best", "worst"}) {
      for (const Json& state : network.at(which)) {
        EXPECT_GT(fs::file_size(Path("made/" + state.at("picture").get<std::string>())), 10000U);
        double sum = 0.0;
        for (std::size_t i = 0; i < 17; ++i) {
          const double off =
              state.at("output")[i].get<double>() - state.at("teaching_signal")[i].get<double>();
          sum += off * off;
        }
        EXPECT_NEAR(sum, state.at("squared_error"), 1e-12);
      }
    }
    for (const Json& state : network.at("best")) {
      int near = 0;
      for (const Json& stone : state.at("position").at("stones")) {
        near +=
            std::hypot(stone.at("x").get<double>(), stone.at("y").get<double>()) < 1.829 + 0.145;
      }
      EXPECT_GE(near, 2);
    }
  }
  // Without --all: every twentieth state.
  const Ran few = Run("states --labels " + Labels() + " --network random:seed=1 --count 0 --out " +
                      Path("few"));
  EXPECT_EQ(few.exit_code, 0) << few.err;
  EXPECT_EQ(Result("few/states.json").at("states"), 2);
}

TEST_F(AtakaFigures, EquityStandsBesideThePapers) {
  const std::string games = Path("games.db");
  ASSERT_EQ(Skipstone("tournament rule rule --games 20 --ends 2 --seed 3 --unpaired --out " + games)
                .exit_code,
            0);
  const Ran run = Run("equity --store " + games + " --out " + Path("made"));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Contains(run.out, "88.7")) << run.out;
  EXPECT_TRUE(Contains(ReadFile(Path("made/equity.md")), run.out));
  const Json json = Result("made/equity.json");
  const Json table = Json::parse(
      Skipstone("wintable --json --view first --ends 4 --leads 3 --rules dc3 --from " + games).out);
  ASSERT_EQ(json.at("cells").size(), 35U);
  int begun = 0;
  for (const Json& cell : json.at("cells")) {
    const int lead = cell.at("lead");
    const int ends_left = cell.at("ends_left");
    EXPECT_EQ(
        cell.at("wins"),
        table.at("wins")[static_cast<std::size_t>(3 - lead)][static_cast<std::size_t>(ends_left)]);
    if (lead == 0 && ends_left == 2) begun = cell.at("counted_games");
    if (lead != 0 && ends_left == 0) {
      EXPECT_EQ(cell.at("counted_games"), 0);
      EXPECT_EQ(cell.at("difference"), 0.0);
    }
  }
  EXPECT_EQ(begun, 20) << "every game begins with no lead and two ends left";
  EXPECT_EQ(PublishedEquity().At(3, 4), 0.887);
  EXPECT_EQ(PublishedEquity().At(0, 0), 0.22);
  EXPECT_EQ(PublishedEquity().At(-1, 1), 0.042);
}

TEST_F(AtakaFigures, RefusesAndSaysWhatIsWrong) {
  const auto refused = [&](const std::string& arguments, int code, const std::string& part) {
    const Ran run = Run(arguments + " --out " + Path("made"));
    EXPECT_EQ(run.exit_code, code) << arguments << "\n" << run.err;
    EXPECT_TRUE(Contains(run.err, part)) << arguments << "\n" << run.err;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_FALSE(fs::exists(Path("made/curve.md")));
  };
  const std::string labels = " --labels " + Labels();
  refused("curve", 2, "--run");
  refused("curve --run " + Path("none"), 3, "run.json");
  refused("curve --run " + WriteRun("torn", 7, "{\"step\":1") + labels, 4,
          "level-01.curve.jsonl:1");
  refused("curve --run " + WriteRun("back", 7, std::string(kCurve) + kCurve) + labels, 4,
          ":3.step");
  refused("curve --run " + WriteRun("empty", 7, "") + labels, 4, "expected points of a curve");
  const std::string good = WriteRun("good", 7, kCurve);
  refused("curve --run " + good, 3, "level-01.labels");
  fs::remove(good + "/sweep-0/nn_1.safetensors");
  refused("curve --run " + good + labels, 2, "nn_1.safetensors");
  refused("states" + labels, 2, "--network");
  refused("states --network random --labels " + Path("none"), 3, "none");
  refused("states --network random --labels " + Write("other", "{\"a\":1}\n"), 4, "labels");
  refused("states --network oracle" + labels, 2, "oracle");
  NetworkDefinition two;
  two.kind = NetworkKind::kNnX;
  two.stones_left = 2;
  two.hidden = {32};
  WriteTensorFile(Path("two"), Network::Random(two, 1).ToFile());
  refused("states --network network:file=" + Path("two") + labels, 2, "cannot judge");
  refused("equity --store " + Path("none.db"), 3, "none.db");
  refused("equity --store " + Write("bad.db", "no games"), 4, "bad.db");
  // In pairs a player plays the same game against itself twice: half as much is known as it seems.
  ASSERT_EQ(
      Skipstone("tournament rule rule --games 2 --ends 1 --out " + Path("pairs.db")).exit_code, 0);
  refused("equity --store " + Path("pairs.db"), 2, "--unpaired");
}

}  // namespace
}  // namespace skipstone
