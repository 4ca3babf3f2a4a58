// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/hash.h"
#include "search/outcomes.h"
#include "search/search.h"
#include "search/simulation.h"

namespace skipstone {

// Constants of Yee et al. 2016, section 4.4, tuned there for points; per_point scales them.
inline constexpr double kUcbConstant = 1.0;
inline constexpr double kLcbConstant = 0.001;
inline constexpr int kRollOutShots = 5;
// What may be asked for.
inline constexpr double kMostConstant = 1e6;
inline constexpr int kMostSamples = 1000;

// What a tree knows of one action at its root. Values are the thrower's.
struct RootAction {
  Release release;
  std::optional<Intention> intention;
  double visits = 0.0;
  double sum = 0.0;                      // of values
  double squares = 0.0;                  // of values
  std::array<double, kScores> scores{};  // how often each came out; the hammer team's view
  std::optional<Release> reply;
  // By kernel regression over this tree's own actions.
  double density = 0.0;       // W, equation 5
  double weighted_sum = 0.0;  // the numerator of equation 4
};

// One thread's tree. A play-out walks down it (select), adds to it (widen), throws (simulate),
// plays on (evaluate) and notes what came of it all the way up (back up). The search chooses at the
// end.
class Tree {
 public:
  virtual ~Tree() = default;

  virtual void Start(const SearchTask& task, std::uint32_t thread, std::int64_t most_nodes) = 0;
  virtual void PlayOut() = 0;
  virtual std::int64_t nodes() const = 0;
  virtual std::vector<RootAction> Root() const = 0;
  virtual std::uint64_t Hash() const = 0;
};

// The utility as the team to throw sees it.
inline double ValueFor(const Turn& turn, const Utility& utility, int hammer_points) {
  const double worth = utility[hammer_points];
  return turn.thrower() == turn.hammer ? worth : -worth;
}
inline double ValueFor(const Turn& turn, const Utility& utility, const ScoreDistribution& scores) {
  const double worth = utility.Of(scores);
  return turn.thrower() == turn.hammer ? worth : -worth;
}

// The standing of the team to throw at `turn`, if `standing` is that of the team that throws at
// `root`.
inline Standing StandingAt(const Turn& turn, const Turn& root, Standing standing) {
  if (turn.shot % 2 != root.shot % 2) standing.lead = -standing.lead;
  return standing;
}

// What the generator says of a shot, without its release: type, stones, and the place to a foot.
std::uint32_t DescriptionOf(const Intention& intention);

// What all trees have: the game they simulate, and their notes on the root's actions.
class SimulatedTree : public Tree {
 protected:
  explicit SimulatedTree(const GameTerms& terms, int roll_out_shots = kRollOutShots)
      : simulation_(terms), roll_out_shots_(roll_out_shots) {}

  // Before a search; `ucb` is in points.
  void Prepare(const SearchTask& task, std::uint32_t thread, std::int64_t most_nodes, double ucb);

  // Plays on from a position, and counts the hammer team's points.
  int Evaluate(const Position& position) {
    return simulation_.RollOut(position, StandingOf(position), roll_out_shots_, random_);
  }
  Standing StandingOf(const Position& position) const {
    return StandingAt(position.turn, task_.position.turn, task_.standing);
  }
  // Of points, or of a distribution of them.
  template <typename Scores>
  double ValueAt(const Turn& turn, const Scores& scores) const {
    return ValueFor(turn, task_.utility, scores);
  }

  // Some throws of a call, until the next call of this.
  std::span<const Release> SampleThrows(const Turn& turn, const Release& called, int count) {
    throws_.clear();
    for (int i = 0; i < count; ++i) throws_.push_back(simulation_.Sample(turn, called, random_));
    return throws_;
  }

  struct RootNote {
    double squares = 0.0;  // of values
    std::array<double, kScores> scores{};
  };
  // An action of the root, by its place, led to these points.
  void NoteAtRoot(std::size_t action, int points) {
    const double value = ValueAt(task_.position.turn, points);
    root_notes_[action].squares += value * value;
    root_notes_[action].scores[static_cast<std::size_t>(points + kMostPoints)] += 1.0;
  }
  // To one of these scores, each as likely as it is said to be.
  void NoteAtRoot(std::size_t action, const ScoreDistribution& scores) {
    const double value = ValueAt(task_.position.turn, scores);
    root_notes_[action].squares += value * value;
    for (std::size_t i = 0; i < kScores; ++i) {
      root_notes_[action].scores[i] += scores.probability[i];
    }
  }
  // The root's actions as its outcomes and the notes have them; intentions and replies are missing.
  std::vector<RootAction> RootActionsOf(const Outcomes& outcomes) const;
  static void AddTo(Hasher& hasher, const Outcomes& outcomes);

  Simulation simulation_;
  int roll_out_shots_;
  SearchTask task_;
  RandomStream random_{{}};
  std::int64_t most_nodes_ = 0;
  double constant_ = 0.0;  // of exploration, in the utility's unit
  ShotList shots_;         // listed last
  ShotList root_shots_;
  std::vector<RootNote> root_notes_;
  std::vector<Release> throws_;
};

// Runs one tree per thread and chooses at the end from what all of them know: of kernel regression
// the union of their outcomes is one data set.
class TreeSearch : public Search {
 public:
  // What the final choice goes by.
  enum class Choice : std::uint8_t {
    kLowerBound,   // Yee et al., equation 6: the greatest lower confidence bound
    kMostVisited,  // Lee et al., equation 9: the largest W
  };
  // With `regress` actions tell about each other as the execution's kernel says, else each speaks
  // for itself. `lcb` is the constant of the lower confidence bound, in points.
  TreeSearch(const GameTerms& terms,
             std::function<std::unique_ptr<Tree>(const GameTerms&)> make_tree, bool regress,
             double lcb, Choice choice = Choice::kLowerBound);

  using Search::Run;
  SearchResult Run(const SearchTask& task, const Limits& limits, const Watch& watch) override;
  std::uint64_t TreeHash() const override;

 private:
  SearchResult Choose(const SearchTask& task,
                      const std::vector<std::vector<RootAction>>& roots) const;

  GameTerms terms_;
  std::function<std::unique_ptr<Tree>(const GameTerms&)> make_tree_;
  bool regress_;
  double lcb_;
  Choice choice_;
  std::vector<std::unique_ptr<Tree>> trees_;
};

}  // namespace skipstone
