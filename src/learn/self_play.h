// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "learn/policy_sample.h"
#include "learn/states.h"
#include "learn/world.h"
#include "search/last_stone.h"
#include "search/simulation.h"
#include "value/win_table.h"

namespace skipstone {

// How a policy-value network learns from its own play (Lee et al. 2018, section 5.2).
struct SelfPlaySetup {
  GameTerms terms;
  std::string search = "kr-dl-uct";  // or dl-uct; with options
  int simulations = 400;
  std::uint64_t seed = 1;
  // So many of the generator's candidates are tried beside the policy's proposals (kr-dl-uct only).
  int explore = 12;
  std::int64_t positions = 1'000'000;  // to play in all
  int ends_of_generation = 1'250;      // played by one network: 20,000 positions
  std::int64_t window = 1'000'000;     // the latest positions, which are learned from
  // How many are learned from for each new position: half of them of the latest fifth of the
  // window, half of all of it. Before there are so many generations, fewer in proportion, since few
  // positions would be learned by heart.
  static constexpr double kEnoughGenerations = 5.0;
  double samples_per_position = 12.0;
  // What the policy learns: how good throws were (PolicyImprovement), or as in the paper how often
  // they were visited (SetSearched).
  bool learn_visits = false;
  // What the value learns: how the network judges so many throws of the best call that had no part
  // in choosing it, since a choice among estimates flatters itself; 0: as in the paper what kernel
  // regression has for it.
  int executions = 32;
  // The development log's label: alpha (the end's own score) + (1 - alpha) z.
  double alpha = 0.0;
  // Each end is a situation of a game, played for the win; else, as in the paper, for points.
  bool for_the_win = true;
  // The last stone of an end is solved, and learned as if the search had found that; else it is
  // searched like all others, as in the paper.
  bool solve_last = true;
  int batch = 512;
  // Of the first ten generations; then it falls as their number rises.
  double learning_rate = 5e-4;
  double weight_decay = 0.05;
  bool gate = false;  // a new network plays only if it beats the one before

  std::int64_t PositionsOfGeneration() const { return std::int64_t{kStones} * ends_of_generation; }
  int Generations() const;
  bool IsKrDlUct() const;
  // The search with a network, by spec: as it plays matches.
  std::string SpecOf(const std::filesystem::path& network) const;
  double LearningRate(int generation) const;
};
JsonOut ToJson(const SelfPlaySetup& setup);

// A network of a run: what it learned from, how well, and how strong it is.
struct SelfPlayPoint {
  int generation = 0;
  std::int64_t positions = 0;
  double policy_loss = 0.0;  // while it was trained, on the latest positions
  double value_loss = 0.0;
  std::optional<bool> passed;  // the gate
  std::optional<double> elo;   // over the start
};
// A run's report.jsonl; errors name the line.
std::vector<SelfPlayPoint> ReadSelfPlayReport(const std::filesystem::path& path);

struct SelfPlayWorld : LearnWorld {
  // Whether the first network is better than the second (sequential test); nothing if stopped.
  // Asked with a gate only.
  std::function<std::optional<bool>(const std::filesystem::path& fresh,
                                    const std::filesystem::path& before)>
      better;
  // Elo of a network over the run's start, by some games; nothing if stopped. May be empty: then
  // nothing is rated.
  std::function<std::optional<double>(const std::filesystem::path& network,
                                      const std::filesystem::path& start)>
      rate;
  int rate_every = 10;  // generations
  // Hears of every generation that was learned, so far.
  std::function<void(const std::vector<SelfPlayPoint>& curve)> draw;
};

// What an end is worth in a situation that is drawn: mostly one of the last ends of a close game,
// now and then for points.
Utility DrawUtility(const WinTable& table, RandomStream& random);

// One end of a search against itself.
class SelfPlayer {
 public:
  SelfPlayer(const SelfPlaySetup& setup, const std::filesystem::path& network);

  // Depends on nothing but the network, the seed and the number.
  SampledEnd Play(std::uint64_t seed, std::uint32_t number);

 private:
  // What is learned from a position, which the sample has, and the call.
  Release Choose(const Utility& utility, RandomStream& random, PolicySample& sample);
  // Of throws of a call; the hammer team's.
  ScoreDistribution JudgeThrows(const Position& position, const Release& called,
                                RandomStream& random);

  Rules rules_;
  GameTerms terms_;
  const WinTable* table_;  // nothing: ends are played for points
  SpecifiedSearch search_;
  std::unique_ptr<PolicyValue> network_;
  std::unique_ptr<PolicyImprovement> improvement_;  // nothing: the policy learns visits
  std::vector<float> policy_;
  // Of throws that the value learns from.
  std::vector<Board> boards_;
  std::vector<ScoreDistribution> judged_;
  std::unique_ptr<LastStone> last_stone_;  // nothing: it is searched
  PolicyCells cells_;
  std::unique_ptr<Simulation> game_;
};

// Plays and learns by turns in a folder: a generation of ends by one network, then as much training
// on the latest positions as that is worth, then the next. What is there already is taken up where
// it was left, so that a run can be stopped or killed anywhere and started again.
class SelfPlay {
 public:
  // `start` is the network to begin with; it is copied into the folder. Who plays for the win
  // learns about stakes.
  SelfPlay(std::filesystem::path folder, const SelfPlaySetup& setup,
           const std::filesystem::path& start, SelfPlayWorld world);

  // Returns whether it came to the end.
  bool Run();

  // The network that was trained before this generation; for generation 0 the start, which now can
  // learn about stakes.
  std::filesystem::path NetworkPath(int generation) const;
  std::filesystem::path EndsPath(int generation) const;
  std::filesystem::path StartPath() const { return folder_ / "start.safetensors"; }
  // Who plays it: without a gate the same network.
  std::filesystem::path PlayerPath(int generation) const;

 private:
  std::filesystem::path Place(int generation, const std::string& name) const;
  // Nothing if it was stopped.
  std::optional<std::vector<SampledEnd>> Play(int generation);
  bool Train(int generation);
  bool Gate(int generation);
  bool Report(int generation);
  std::size_t WindowGenerations() const;
  bool BringWindowTo(int generation);
  // What is learned from after a generation; the labels are mixed as asked for.
  std::vector<PolicySample> DrawSamples(int generation, std::size_t count) const;

  std::filesystem::path folder_;
  SelfPlaySetup setup_;
  SelfPlayWorld world_;
  JsonOut about_;  // all that the run's ends depend on
  // The latest generations in memory, the newest last.
  struct Generation {
    int number;
    std::vector<SampledEnd> ends;
  };
  std::deque<Generation> window_;
};

}  // namespace skipstone
