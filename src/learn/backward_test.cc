// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/backward.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <random>
#include <set>
#include <thread>

#include "base/error.h"
#include "base/files.h"
#include "base/work.h"
#include "learn/dataset.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

BackwardSetup TinySetup() {
  BackwardSetup setup;
  setup.terms = MakeTerms(Law::kFcv1);
  setup.network.stone = {16, 16};
  setup.network.hidden = {16};
  setup.levels = 2;
  setup.states_of_one = 25;
  setup.states = 21;
  setup.ends = 20;
  setup.player = "rule";
  setup.labels.executions = 64;
  setup.labels.last_stone.fineness = 0.1;
  setup.labels.ply.fineness = 0.05;
  return setup;
}

std::vector<LearningEnd> SomeEnds(const BackwardSetup& setup) {
  EndPlayer player(setup.terms, "rule", 0.15);
  std::vector<LearningEnd> ends;
  for (int i = 0; i < setup.ends; ++i) ends.push_back(player.Play(5, static_cast<unsigned>(i)));
  return ends;
}

TEST(StatesOf, DependOnNothingButTheirNumber) {
  BackwardSetup setup = TinySetup();
  setup.states = 400;
  const std::vector<LearningEnd> ends = SomeEnds(setup);
  const StatesOf states(setup, 0, 6, ends);
  const StatesOf again(setup, 0, 6, ends);
  const StatesOf level(setup, 0, 7, ends);
  const StatesOf sweep(setup, 1, 6, ends);
  EXPECT_EQ(states.size(), 400);
  EXPECT_EQ(StatesOf(setup, 0, 1, ends).size(), 25);
  std::array<int, kSources> sources{};
  std::set<std::uint64_t> seeds;
  for (std::uint32_t i = 400; i-- > 0;) {
    const StatesOf::State state = states[i];
    EXPECT_EQ(state.position.turn, (Turn{kStones - 6, Team::k1}));
    EXPECT_EQ(state.position, again[i].position);
    EXPECT_EQ(state.source, again[i].source);
    EXPECT_EQ(states.SeedOf(i), again.SeedOf(i));
    for (const StatesOf* other : {&states, &level, &sweep}) seeds.insert(other->SeedOf(i));
    ++sources[static_cast<std::size_t>(state.source)];
  }
  EXPECT_EQ(seeds.size(), 1200U);
  // An end is itself only once.
  EXPECT_GT(sources[0], 0);
  EXPECT_LE(sources[0], setup.ends);
  EXPECT_NEAR(sources[2], 0.1 * 400, 30);
}

TEST(StatesOf, RelativesAreOnTheSameSideOfTheTest) {
  BackwardSetup setup = TinySetup();
  setup.ends = 40;
  setup.mix.parts = {1.0, 0.0, 0.0};
  // So that relatives can be told: in end i one stone lies in a place of its own.
  std::vector<LearningEnd> ends(40);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    for (Board& board : ends[i].boards) board.Put(0, {0.0, -5.0 + 0.1 * static_cast<double>(i)});
  }
  const StatesOf states(setup, 0, 1, ends);
  for (std::uint32_t i = 0; i < 40; ++i) {
    EXPECT_EQ(states[i].source, Source::kPlay);
    EXPECT_EQ(states[i].position.board, ends[i].boards[0]);
  }
  double off_m = 0.0;
  for (std::uint32_t i = 40; i < 440; ++i) {
    const StatesOf::State state = states[i];
    EXPECT_EQ(state.source, Source::kPerturbed);
    EXPECT_EQ(IsForTesting(i), IsForTesting(i % 40));
    if (state.position.board.Has(0)) {
      off_m += std::abs(state.position.board.y(0) - ends[i % 40].boards[0].y(0)) / 400.0;
    }
  }
  EXPECT_LT(off_m, 0.2) << "they are the relatives they are taken for";
  setup.ends = 30;
  EXPECT_THROW(Backward("/nowhere", setup, {}), Error);
}

class BackwardTest : public testing::Test {
 protected:
  BackwardTest()
      : folder_(fs::temp_directory_path() / ("skipstone-backward-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
  }
  ~BackwardTest() override { fs::remove_all(folder_); }

  // Trains by chance.
  BackwardWorld World() {
    BackwardWorld world;
    world.exact_positions = 0;
    world.stop = [] { return false; };
    world.train = [this](const fs::path& path) {
      ++trained_;
      const Json json = Json::parse(ReadFile(path));
      NetworkDefinition definition = setup_.network;
      definition.stones_left = json["definition"].value("stones_left", 1);
      for (const Json& data : json["data"]) {
        EXPECT_GT(ReadTensorFile(path.parent_path() / data.get<std::string>()).tensors.size(), 1U);
      }
      EXPECT_TRUE(fs::exists(path.parent_path() / json["test"].get<std::string>()));
      // One network for all levels goes on from the level before, or from the sweep before; the
      // last one begins anew. Labels of one stone left are of all sweeps so far.
      const int sweep = path.parent_path().filename().string().back() - '0';
      const int level = std::stoi(path.filename().string().substr(6, 2));
      const bool one_for_all = definition.kind == NetworkKind::kStoneSet;
      EXPECT_EQ(json["data"].size(),
                static_cast<std::size_t>((one_for_all ? level : 1) +
                                         (one_for_all || level == 1 ? sweep : 0)));
      EXPECT_EQ(json.contains("init"),
                one_for_all && (level > 1 ? level < setup_.levels : sweep > 0));
      if (json.contains("init")) {
        EXPECT_TRUE(fs::exists(path.parent_path() / json["init"].get<std::string>()));
      }
      WriteTensorFile(path.parent_path() / json["out"].get<std::string>(),
                      Network::Random(definition, 1).ToFile());
      return true;
    };
    world.say = [this](const std::string& line) { said_.push_back(line); };
    return world;
  }
  std::map<fs::path, std::string> Files() const {
    std::map<fs::path, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (entry.is_regular_file()) files[entry.path()] = ReadFile(entry.path());
    }
    return files;
  }

  fs::path folder_;
  BackwardSetup setup_ = TinySetup();
  int trained_ = 0;
  std::vector<std::string> said_;
};

TEST_F(BackwardTest, LearnsLevelByLevelAndOnlyOnce) {
  for (const NetworkKind kind : {NetworkKind::kStoneSet, NetworkKind::kNnX}) {
    fs::remove_all(folder_);
    trained_ = 0;
    said_.clear();
    setup_.network.kind = kind;
    Backward backward(folder_, setup_, World());
    EXPECT_TRUE(backward.Run());
    EXPECT_EQ(trained_, 2);
    EXPECT_EQ(said_.size(), 2U);
    EXPECT_EQ(ReadLabels(backward.LabelsPath(0, 1)).size(), 25U);
    EXPECT_EQ(ReadLabels(backward.LabelsPath(0, 2)).size(), 21U);
    const std::string report = ReadFile(folder_ / "report.jsonl");
    EXPECT_EQ(std::count(report.begin(), report.end(), '\n'), 2);
    const auto files = Files();
    // There is nothing left to do.
    EXPECT_TRUE(Backward(folder_, setup_, World()).Run());
    EXPECT_EQ(trained_, 2);
    EXPECT_EQ(said_.size(), 2U);
    EXPECT_EQ(Files(), files);
  }
}

TEST_F(BackwardTest, GoesOnWhereItWasStopped) {
  Backward whole(folder_, setup_, World());
  ASSERT_TRUE(whole.Run());
  const std::vector<Label> labels = ReadLabels(whole.LabelsPath(0, 2));
  const std::string report = ReadFile(folder_ / "report.jsonl");
  fs::remove_all(folder_);
  // A few pieces of work at a time, and a trainer that at first gives up.
  int runs = 0;
  bool done = false;
  while (!done && ++runs < 100) {
    BackwardWorld world = World();
    int asked = 0;
    world.stop = [&asked] { return ++asked > 20; };
    if (runs < 5) world.train = [](const fs::path&) { return false; };
    done = Backward(folder_, setup_, world).Run();
  }
  EXPECT_TRUE(done);
  EXPECT_GE(runs, 5);
  EXPECT_EQ(ReadLabels(whole.LabelsPath(0, 2)), labels);
  EXPECT_EQ(ReadFile(folder_ / "report.jsonl"), report);
}

TEST_F(BackwardTest, KilledTenTimesItEndsAsOneThatWasNot) {
  setup_.levels = 4;  // one stone left, the whole grid, two stages
  const auto made = [&] {
    std::vector<std::vector<Label>> labels;
    std::string rest = ReadFile(folder_ / "report.jsonl");
    const Backward run(folder_, setup_, World());
    for (int level = 1; level <= setup_.levels; ++level) {
      labels.push_back(ReadLabels(run.LabelsPath(0, level)));
      // None twice: as many bytes.
      rest += " " + std::to_string(fs::file_size(run.LabelsPath(0, level)));
      rest += ReadFile(run.NetworkPath(0, level));
    }
    return std::pair{labels, rest + " " + std::to_string(fs::file_size(run.EndsPath(0)))};
  };
  // While it is at work: files come and go.
  const auto bytes = [&] {
    std::uintmax_t sum = 0;
    std::error_code gone;
    for (fs::recursive_directory_iterator entry(folder_, gone), end; !gone && entry != end;
         entry.increment(gone)) {
      std::error_code none;
      const std::uintmax_t size = entry->file_size(none);
      if (!none) sum += size;
    }
    return sum;
  };
  ASSERT_TRUE(Backward(folder_, setup_, World()).Run());
  const std::uintmax_t whole = bytes();
  const auto expected = made();
  fs::remove_all(folder_);
  std::mt19937 random(4);
  std::set<std::uintmax_t> sizes;
  for (int kill = 0; kill < 10; ++kill) {
    const pid_t pid = ::fork();
    if (pid == 0) ::_exit(Backward(folder_, setup_, World()).Run() ? 0 : 1);
    // Somewhat further on than the last time, up to two thirds in all; or it has come to its end.
    const std::uintmax_t until = bytes() + 1 + random() % (whole / 15);
    bool ended = false;
    while (!ended && bytes() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ended = ::waitpid(pid, nullptr, WNOHANG) == pid;
    }
    if (!ended) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
    sizes.insert(bytes());
  }
  EXPECT_GT(sizes.size(), 3U) << "it was killed at different places";
  ASSERT_TRUE(Backward(folder_, setup_, World()).Run());
  EXPECT_TRUE(made() == expected);
}

TEST_F(BackwardTest, LaterSweepsPlayByWhatWasLearned) {
  for (const NetworkKind kind : {NetworkKind::kStoneSet, NetworkKind::kNnX}) {
    fs::remove_all(folder_);
    trained_ = 0;
    setup_.network.kind = kind;
    setup_.levels = kind == NetworkKind::kStoneSet ? 3 : kStones - 1;
    setup_.sweeps = 1;
    ASSERT_TRUE(Backward(folder_, setup_, World()).Run());
    // What the documents say may be removed.
    for (const auto& [path, bytes] : Files()) {
      if (path.extension() == ".train" || path.extension() == ".test") fs::remove(path);
    }
    setup_.sweeps = 2;
    Backward backward(folder_, setup_, World());
    EXPECT_TRUE(backward.Run());
    EXPECT_EQ(trained_, 2 * setup_.levels);
    EXPECT_EQ(ReadLabels(backward.LabelsPath(1, 2)).size(), 21U);
    const JsonOut ends = WorkFile::HeaderOf(backward.EndsPath(1));
    EXPECT_TRUE(ends["player"].get<std::string>().starts_with("grid:")) << ends;
    EXPECT_FALSE(ends["network"].get<std::string>().empty());
    EXPECT_NE(ReadFile(backward.EndsPath(1)), ReadFile(backward.EndsPath(0)));
  }
  // Networks of one level each know no whole end unless there are all.
  setup_.levels = 2;
  EXPECT_THROW(Backward(folder_ / "few", setup_, World()), Error);
  EXPECT_FALSE(fs::exists(folder_ / "few"));
}

TEST_F(BackwardTest, StoppedWhileItMeasuresItReportsNothing) {
  setup_.levels = 1;
  BackwardWorld world = World();
  world.exact_positions = 1000;
  bool stopped = false;
  world.stop = [&stopped] { return stopped; };
  const auto train = world.train;
  world.train = [&](const fs::path& path) {
    stopped = true;
    return train(path);
  };
  EXPECT_FALSE(Backward(folder_, setup_, world).Run());
  EXPECT_FALSE(fs::exists(folder_ / "report.jsonl"));
  EXPECT_TRUE(Backward(folder_, setup_, World()).Run());
  EXPECT_EQ(trained_, 1);
  EXPECT_TRUE(fs::exists(folder_ / "report.jsonl"));
}

TEST_F(BackwardTest, RefusesAFolderOfAnotherSetup) {
  const Backward begun(folder_, setup_, World());
  const auto files = Files();
  BackwardSetup seed = setup_;
  seed.seed = 2;
  // The network of a run's last level is no step on the way to a longer one.
  BackwardSetup levels = setup_;
  levels.levels = 3;
  for (const BackwardSetup& other : {seed, levels}) {
    try {
      const Backward another(folder_, other, World());
      FAIL() << "expected an error";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    }
    EXPECT_EQ(Files(), files);
  }
}

}  // namespace
}  // namespace skipstone
