// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/supervised.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/error.h"
#include "base/files.h"
#include "base/work.h"
#include "learn/dataset.h"
#include "learn/end_file.h"
#include "net/network.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

SupervisedSetup TinySetup() {
  SupervisedSetup setup;
  setup.terms = MakeTerms(Law::kFcv1);
  setup.network.kind = NetworkKind::kPvStones;
  setup.network.stone = {16, 16};
  setup.network.hidden = {16};
  setup.ends = 40;
  setup.player = "rule";
  setup.judge = "random:seed=1";
  return setup;
}

class SupervisedTest : public testing::Test {
 protected:
  SupervisedTest()
      : folder_(fs::temp_directory_path() /
                ("skipstone-supervised-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
  }
  ~SupervisedTest() override { fs::remove_all(folder_); }

  // Trains by chance.
  LearnWorld World() {
    LearnWorld world;
    world.threads = 2;
    world.stop = [this, asked = 0]() mutable { return stop_ > 0 && ++asked >= stop_; };
    world.train = [this](const fs::path& path) {
      const Json json = Json::parse(ReadFile(path));
      rows_ = ReadTensorFile(path.parent_path() / json["data"][0].get<std::string>())
                  .At("target", {-1, kScores})
                  .shape[0];
      inits_ += json.contains("init") ? 1 : 0;
      WriteTensorFile(path.parent_path() / json["out"].get<std::string>(),
                      Network::Random(setup_.network, 1).ToFile());
      return true;
    };
    world.say = [this](const std::string& line) { said_.push_back(line); };
    world.provenance = {{"commit", "0123"}};
    return world;
  }

  fs::path folder_;
  SupervisedSetup setup_ = TinySetup();
  std::vector<std::string> said_;
  std::int64_t rows_ = 0;
  int inits_ = 0;
  int stop_ = 0;
};

TEST_F(SupervisedTest, LearnsWhatWasCalled) {
  Supervised supervised(folder_, setup_, World(), {});
  ASSERT_TRUE(supervised.Run());
  EXPECT_EQ(said_.size(), 1U);
  // Two ends of forty are for testing.
  EXPECT_EQ(rows_, 38 * kStones);
  const SupervisedReport report = supervised.Report(0);
  EXPECT_EQ(report.positions, 2 * kStones);
  EXPECT_GT(report.policy_cross_entropy, 1.0);
  EXPECT_GT(report.table_cross_entropy, 1.0);
  EXPECT_GT(report.constant_cross_entropy, report.value_entropy);
  EXPECT_LE(report.top1, report.top5);
  EXPECT_TRUE(fs::exists(folder_ / "round-0.report.json"));
  // The same folder, the same result, and nothing is done again; what a kill left over goes.
  rows_ = 0;
  WriteFile(folder_ / "round-0.train", "left over");
  Supervised again(folder_, setup_, World(), {});
  ASSERT_TRUE(again.Run());
  EXPECT_EQ(rows_, 0);
  EXPECT_EQ(again.ends(), supervised.ends());
  EXPECT_FALSE(fs::exists(folder_ / "round-0.train"));
  setup_.seed = 2;
  EXPECT_THROW(Supervised(folder_, setup_, World(), {}), Error);
}

// Bytes with the hash they were written with may still be nobody's end.
TEST_F(SupervisedTest, RefusesWhatNoEndCanHold) {
  ASSERT_TRUE(Supervised(folder_, setup_, World(), {}).Run());
  const fs::path path = folder_ / "ends";
  const std::string file = ReadFile(path);
  const std::size_t first = file.find('\n') + 1;
  const std::size_t record = (file.size() - first) / 40 - sizeof(std::uint64_t);
  const double nan = std::nan("");
  // A place of the first board; a speed, the first of what follows the boards.
  for (const std::size_t at : {offsetof(EndBytes, places), sizeof(EndBytes)}) {
    std::string bytes = file.substr(first, record);
    bytes.replace(at, sizeof nan, reinterpret_cast<const char*>(&nan), sizeof nan);
    const JsonOut header = WorkFile::HeaderOf(path);
    fs::remove(path);
    WorkFile(path, header, record, [](std::string_view, const std::string&) {}).Append(bytes);
    EXPECT_THROW(Supervised(folder_, setup_, World(), {}).Run(), Error) << at;
  }
}

TEST_F(SupervisedTest, StoppedAnywhereItGoesOn) {
  Supervised whole(folder_ / "whole", setup_, World(), {});
  ASSERT_TRUE(whole.Run());
  for (const int after : {1, 7, 20, 25, 30}) {
    stop_ = after;
    Supervised stopped(folder_ / "stopped", setup_, World(), {});
    EXPECT_FALSE(stopped.Run()) << after;
  }
  stop_ = 0;
  Supervised rest(folder_ / "stopped", setup_, World(), {});
  ASSERT_TRUE(rest.Run());
  EXPECT_EQ(rest.ends(), whole.ends());
  EXPECT_EQ(ReadFile(rest.SamplesPath(0)).size(), ReadFile(whole.SamplesPath(0)).size());
  EXPECT_EQ(ToJson(rest.Report(0)), ToJson(whole.Report(0)));
}

// An end with nothing but draws to the button: the last one scores its point, one way or another.
CalledEnd EndOfDraws(std::uint32_t game) {
  CalledEnd end;
  end.game = game;
  for (int shot = 0; shot < kStones; ++shot) {
    Position position{{}, {shot, Team::k1}};
    end.positions.push_back(position);
    end.called.push_back(TeeDraw(Law::kFcv1, Handle::kCw));
  }
  return end;
}

TEST_F(SupervisedTest, ValuesAreTheThrowersAndTrueWhereTheEndIsOver) {
  setup_.ends = 0;
  setup_.executions = 3;
  setup_.depth = kStones;  // all look at the end's last shot
  std::vector<CalledEnd> given = {EndOfDraws(1), EndOfDraws(20)};
  given[0].positions.back().board.Put(SlotOf(Team::k1, 0), {0.3, 0.3});
  given[1].positions.back().board.Put(SlotOf(Team::k1, 0), {0.3, 0.3});
  Supervised supervised(folder_, setup_, World(), given);
  ASSERT_TRUE(supervised.Run());
  EXPECT_EQ(rows_, kStones);
  const SupervisedReport report = supervised.Report(0);
  EXPECT_EQ(report.positions, kStones);
  // The hammer team lies one and draws for a second: two points, which team 0 sees as minus two.
  // Half of the positions say one, half the other.
  EXPECT_NEAR(report.value_entropy, 0.0, 1e-6);
  EXPECT_NEAR(report.constant_cross_entropy, std::log(2.0), 1e-6);
  EXPECT_EQ(report.table_top5, 1.0);
}

TEST_F(SupervisedTest, JudgesByTheNetworkSoFarRoundByRound) {
  setup_.judge = "current";
  setup_.rounds = 2;
  setup_.ends = 20;
  Supervised supervised(folder_, setup_, World(), {EndOfDraws(21)});
  ASSERT_TRUE(supervised.Run());
  EXPECT_EQ(said_.size(), 2U);
  EXPECT_EQ(inits_, 1);
  EXPECT_NE(ReadFile(supervised.SamplesPath(0)), ReadFile(supervised.SamplesPath(1)));
}

TEST_F(SupervisedTest, RefusesBeforeAnythingIsWritten) {
  setup_.player = "nobody";
  EXPECT_THROW(Supervised(folder_, setup_, World(), {}), Error);
  setup_ = TinySetup();
  setup_.judge = "network:file=/nowhere";
  EXPECT_THROW(Supervised(folder_, setup_, World(), {}), Error);
  EXPECT_FALSE(fs::exists(folder_));
  setup_ = TinySetup();
  setup_.ends = 0;
  Supervised nothing(folder_, setup_, World(), {});
  EXPECT_THROW(nothing.Run(), Error);
}

}  // namespace
}  // namespace skipstone
