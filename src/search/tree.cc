// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/tree.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>

#include "base/error.h"
#include "base/exact_math.h"
#include "base/hash.h"
#include "base/jobs.h"

namespace skipstone {
namespace {

// Play-outs between two looks at the clock.
constexpr int kBatch = 16;
// Candidates that are reported, and how alike two of them may be.
constexpr std::size_t kMostRanked = 24;
constexpr float kAlike = 0.3F;

// The actions of all trees as one data set of the kernel.
class DataSet {
 public:
  DataSet(const Execution& execution, ErrorShape shape, std::vector<RootAction> actions)
      : shape_(shape), actions_(std::move(actions)) {
    for (const RootAction& action : actions_) {
      const KernelPoint point = KernelPointOf(execution, action.release);
      u_.push_back(point.u);
      w_.push_back(point.w);
      scale_.push_back(point.scale);
      handle_.push_back(point.handle);
    }
  }

  std::size_t size() const { return actions_.size(); }
  const RootAction& operator[](std::size_t i) const { return actions_[i]; }
  KernelPoint Point(std::size_t i) const { return {u_[i], w_[i], scale_[i], handle_[i]}; }
  float KernelOf(std::size_t called, std::size_t thrown) const {
    return Kernel(shape_, Point(called), Point(thrown));
  }

  // Equations 4 and 5 for all actions: what several trees know together.
  void Regress() {
    std::vector<double> visits, sums;
    for (const RootAction& action : actions_) {
      visits.push_back(action.visits);
      sums.push_back(action.sum);
    }
    const KernelPoints points{u_.data(), w_.data(), scale_.data(), handle_.data(), u_.size()};
    for (std::size_t i = 0; i < actions_.size(); ++i) {
      const KernelSums total = SumKernel(shape_, Point(i), points, visits.data(), sums.data());
      actions_[i].density = total.weight;
      actions_[i].weighted_sum = total.value;
    }
  }

  // All that the data says about calling action `a`.
  Candidate CandidateOf(std::size_t a) const {
    Candidate candidate;
    candidate.release = actions_[a].release;
    candidate.intention = actions_[a].intention;
    double weight = 0.0;
    double sum = 0.0;
    double squares = 0.0;
    double most = 0.0;
    for (std::size_t b = 0; b < actions_.size(); ++b) {
      const RootAction& other = actions_[b];
      const double k = KernelOf(a, b);
      if (k == 0.0 || other.visits == 0.0) continue;
      weight += k * other.visits;
      sum += k * other.sum;
      squares += k * other.squares;
      for (std::size_t s = 0; s < other.scores.size(); ++s) {
        candidate.scores.probability[s] += k * other.scores[s];
      }
      if (other.reply && k * other.visits > most) {
        most = k * other.visits;
        candidate.reply = other.reply;
      }
    }
    if (weight <= 0.0) return candidate;
    for (double& p : candidate.scores.probability) p /= weight;
    candidate.visits = weight;
    candidate.value = sum / weight;
    const double variance = std::max(0.0, squares / weight - candidate.value * candidate.value);
    candidate.error = std::sqrt(variance / std::max(1.0, weight));
    return candidate;
  }

 private:
  ErrorShape shape_;
  std::vector<RootAction> actions_;
  std::vector<float> u_, w_, scale_, handle_;
};

// The actions of all trees, those of the generator or of a policy as one: outcomes of errors are
// all different, and with kernel regression it is the same whether equal ones stand apart.
std::vector<RootAction> Merged(const std::vector<std::vector<RootAction>>& roots, bool regress) {
  std::vector<RootAction> all = roots[0];
  for (std::size_t t = 1; t < roots.size(); ++t) {
    for (const RootAction& action : roots[t]) {
      const auto same = regress && !action.intention
                            ? all.end()
                            : std::find_if(all.begin(), all.end(), [&](const RootAction& other) {
                                return other.release == action.release;
                              });
      if (same == all.end()) {
        all.push_back(action);
        continue;
      }
      if (!same->reply || action.visits > same->visits) same->reply = action.reply;
      same->visits += action.visits;
      same->sum += action.sum;
      same->squares += action.squares;
      same->density += action.density;
      same->weighted_sum += action.weighted_sum;
      for (std::size_t s = 0; s < action.scores.size(); ++s) same->scores[s] += action.scores[s];
    }
  }
  return all;
}

}  // namespace

std::uint32_t DescriptionOf(const Intention& intention) {
  const auto foot = [](double m) { return static_cast<std::int32_t>(std::floor(m / 0.3048)) + 64; };
  return (static_cast<std::uint32_t>(intention.type) << 26) |
         (static_cast<std::uint32_t>(intention.target + 1) << 21) |
         (static_cast<std::uint32_t>(intention.second + 1) << 16) |
         (static_cast<std::uint32_t>(foot(intention.spot.x) & 0xff) << 8) |
         static_cast<std::uint32_t>(foot(intention.spot.y) & 0xff);
}

void SimulatedTree::Prepare(const SearchTask& task, std::uint32_t thread, std::int64_t most_nodes,
                            double ucb) {
  task_ = task;
  random_ = RandomStream({.seed = task.seed, .purpose = Purpose::kSearch, .index = thread});
  most_nodes_ = std::max<std::int64_t>(1, most_nodes);
  constant_ = ucb * task.utility.per_point;
}

std::vector<RootAction> SimulatedTree::RootActionsOf(const Outcomes& outcomes) const {
  std::vector<RootAction> root(outcomes.size());
  for (std::size_t i = 0; i < root.size(); ++i) {
    RootAction& known = root[i];
    known.release = outcomes.releases()[i];
    known.visits = outcomes.visits()[i];
    known.sum = outcomes.sums()[i];
    known.squares = root_notes_[i].squares;
    known.scores = root_notes_[i].scores;
    known.density = outcomes.densities()[i];
    known.weighted_sum = outcomes.weighted_sums()[i];
  }
  return root;
}

void SimulatedTree::AddTo(Hasher& hasher, const Outcomes& outcomes) {
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    hasher.AddInt(HashOf(outcomes.releases()[i]));
    hasher.AddDouble(outcomes.visits()[i]);
    hasher.AddDouble(outcomes.sums()[i]);
    hasher.AddDouble(outcomes.densities()[i]);
    hasher.AddDouble(outcomes.weighted_sums()[i]);
  }
}

TreeSearch::TreeSearch(const GameTerms& terms,
                       std::function<std::unique_ptr<Tree>(const GameTerms&)> make_tree,
                       bool regress, double lcb, Choice choice)
    : terms_(terms),
      make_tree_(std::move(make_tree)),
      regress_(regress),
      lcb_(lcb),
      choice_(choice) {}

std::uint64_t TreeSearch::TreeHash() const {
  Hasher hasher;
  for (const auto& tree : trees_) hasher.AddInt(tree->Hash());
  return hasher.value();
}

SearchResult TreeSearch::Run(const SearchTask& task, const Limits& limits, const Watch& watch) {
  SKIPSTONE_CHECK(limits.threads >= 1 && !Simulation::IsOver(task.position));
  SKIPSTONE_CHECK(limits.playouts > 0 || limits.seconds > 0.0 || watch.stop.stop_possible());
  const Clock::Time start = limits.clock.Now();
  const auto seconds = [&] { return limits.clock.SecondsSince(start); };
  const auto threads = static_cast<std::size_t>(limits.threads);
  while (trees_.size() < threads) trees_.push_back(make_tree_(terms_));
  trees_.resize(threads);

  // Each thread holds its tree's mutex while it plays; for a partial result the tree is borrowed.
  std::vector<std::mutex> mutexes(threads);
  std::vector<std::int64_t> played(threads, 0);
  const auto grow = [&](std::size_t t, const std::function<void()>& between) {
    Tree& tree = *trees_[t];
    const auto count = static_cast<std::int64_t>(threads);
    // The remainder goes to the first trees.
    const std::int64_t share =
        limits.playouts / count + (static_cast<std::int64_t>(t) < limits.playouts % count ? 1 : 0);
    {
      const std::lock_guard lock(mutexes[t]);
      tree.Start(task, static_cast<std::uint32_t>(t), limits.nodes / count);
    }
    while (!watch.stop.stop_requested()) {
      {
        const std::lock_guard lock(mutexes[t]);
        for (int i = 0; i < kBatch; ++i) {
          if (limits.playouts > 0 && played[t] == share) return;
          tree.PlayOut();
          ++played[t];
        }
      }
      if (limits.seconds > 0.0 && seconds() >= limits.seconds) return;
      between();
    }
    // Cancelled before the first play-out, there is still a call to make.
    const std::lock_guard lock(mutexes[t]);
    if (played[t] == 0) {
      tree.PlayOut();
      ++played[t];
    }
  };
  const auto result = [&](bool finished) {
    SearchResult found;
    std::vector<std::vector<RootAction>> roots;
    for (std::size_t t = 0; t < threads; ++t) {
      const std::lock_guard lock(mutexes[t]);
      if (played[t] == 0) continue;
      roots.push_back(trees_[t]->Root());
      found.playouts += played[t];
      found.nodes += trees_[t]->nodes();
    }
    const std::int64_t playouts = found.playouts;
    const std::int64_t nodes = found.nodes;
    found = Choose(task, roots);
    found.playouts = playouts;
    found.nodes = nodes;
    found.seconds = seconds();
    found.finished = finished;
    return found;
  };

  double next_partial = watch.partial_interval_s;
  const std::function<void()> watched = [&] {
    if (!watch.partial || seconds() < next_partial) return;
    watch.partial(result(false));
    next_partial = seconds() + watch.partial_interval_s;
  };
  RunJobs(
      threads, limits.threads, [] { return false; },
      [&]() -> JobWorker {
        return [&](std::size_t t) {
          grow(
              t, t == 0 ? watched : [] {});
        };
      });
  return result(true);
}

SearchResult TreeSearch::Choose(const SearchTask& task,
                                const std::vector<std::vector<RootAction>>& roots) const {
  const Turn& turn = task.position.turn;
  const auto execution = MakeExecution(terms_.sizes(turn), terms_.ice.law);
  const ErrorShape shape = regress_ ? execution->shape() : ErrorShape::kPoint;
  DataSet data(*execution, shape, Merged(roots, regress_));
  // One tree has done this already.
  if (regress_ && roots.size() > 1) data.Regress();
  double total = 0.0;
  for (std::size_t i = 0; i < data.size(); ++i) total += data[i].density;
  const double log_total = ExactLog(std::max(1.0, total));
  const double constant = lcb_ * task.utility.per_point;
  std::vector<double> bounds(data.size(), -std::numeric_limits<double>::infinity());
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < data.size(); ++i) {
    const double density = data[i].density;
    if (!(density > 0.0)) continue;
    bounds[i] = data[i].weighted_sum / density - constant * std::sqrt(log_total / density);
    order.push_back(i);
  }
  SKIPSTONE_CHECK(!order.empty());
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return choice_ == Choice::kMostVisited ? data[a].density > data[b].density
                                           : bounds[a] > bounds[b];
  });

  SearchResult found;
  found.best = data[order[0]].release;
  std::vector<std::size_t> kept;
  for (const std::size_t i : order) {
    if (kept.size() == kMostRanked) break;
    const bool alike = std::any_of(kept.begin(), kept.end(), [&](std::size_t other) {
      return data.KernelOf(other, i) > kAlike;
    });
    if (alike) continue;
    kept.push_back(i);
    found.ranked.push_back(data.CandidateOf(i));
    found.ranked.back().bound = bounds[i];
  }
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data[i].visits == 0.0) continue;
    found.samples.push_back(
        {data[i].release, data[i].visits, data[i].sum / data[i].visits, data[i].density});
  }
  return found;
}

}  // namespace skipstone
