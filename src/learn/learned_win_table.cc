// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors
//
// Backward induction over ends. With U(n, d) the utility of an end that is played with n ends left
// and a lead of d, which follows from the rows up to n - 1 (value/win_table.h), both teams play for
// U(n, d); the mean of the score distributions before the last stone is p(n, d), from which row n
// follows. The last stone is not thrown: what its best call comes to is known, and a mean over
// distributions is a better estimate than one over scores.
//
// With extra ends row 0 depends on p(1, 0), and p(1, 0) on row 0. So that is played first, with a
// guess, and once more with what came of it: whether a blank end is worth 0.9 or 0.95 hardly
// changes how a tied last end is played.

#include "learn/learned_win_table.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "learn/run_folder.h"
#include "learn/states.h"
#include "search/search.h"
#include "search/simulation.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

constexpr double kHammerWinsExtraEnd = 0.9;  // the guess

struct EndRecord {
  std::uint32_t number;
  std::uint32_t unused;
  std::array<double, kScores> scores;
};
static_assert(std::is_trivially_copyable_v<EndRecord> && sizeof(EndRecord) == 8 + 8 * kScores);

// Plays ends by a search. One per thread.
class SituationPlayer {
 public:
  SituationPlayer(const GameTerms& terms, const std::string& player)
      : search_(MakeSearch(player, terms)), simulation_(terms) {}

  // Team 1 has the hammer and the lead.
  ScoreDistribution Play(const Utility& utility, int ends_left, int lead, RandomStream random) {
    SearchTask task;
    task.position.turn = {0, Team::k1};
    task.utility = utility;
    for (;;) {
      const Turn& turn = task.position.turn;
      task.standing = {turn.thrower() == Team::k1 ? lead : -lead, ends_left - 1};
      task.seed = random.NextU64();
      const SearchResult found = search_.search->Run(task, search_.limits);
      if (turn.shot == kStones - 1) return found.ranked.front().scores;
      const Release thrown = simulation_.Sample(turn, found.best, random);
      task.position = simulation_.Throw(task.position, thrown);
    }
  }

 private:
  SpecifiedSearch search_;
  Simulation simulation_;
};

class Learner {
 public:
  Learner(const fs::path& folder, const LearnedWinTableSetup& setup, const LearnWorld& world)
      : folder_(folder), setup_(setup), world_(world) {}

  std::optional<WinTable> Run() {
    const TieBreak tie_break = setup_.terms.rules.tie_break;
    ScoreDistribution guess;
    guess[1] = kHammerWinsExtraEnd;
    guess[-1] = 1.0 - kHammerWinsExtraEnd;
    WinTable table = WinTable::FromScores(guess, tie_break);
    if (tie_break == TieBreak::kExtraEnds) {
      const auto tied = PlayRow(table, 1, 0, "extra");
      if (!tied) return std::nullopt;
      table = WinTable::FromSituations({1, 0, *tied}, tie_break);
    }
    SituationScores scores{.ends = 0, .leads = setup_.leads, .scores = {}};
    for (int ends_left = 1; ends_left <= setup_.ends; ++ends_left) {
      const auto row = PlayRow(table, ends_left, setup_.leads, fmt::format("{}", ends_left));
      if (!row) return std::nullopt;
      scores.ends = ends_left;
      scores.scores.insert(scores.scores.end(), row->begin(), row->end());
      table = WinTable::FromSituations(scores, tie_break);
      world_.say(fmt::format(
          "{} left: with the hammer a tied game is won by {:.1f} %, blank ends {:.0f} %", ends_left,
          100.0 * table.HammerWins(ends_left, 0), 100.0 * scores.Of(ends_left, 0)[0]));
    }
    return table;
  }

 private:
  // What ends come to with so many left, by lead.
  std::optional<std::vector<ScoreDistribution>> PlayRow(const WinTable& table, int ends_left,
                                                        int leads, const std::string& name) {
    const auto each = static_cast<std::uint32_t>(setup_.each);
    std::vector<ScoreDistribution> sums(static_cast<std::size_t>(2 * leads + 1));
    // In the order of their numbers, so that sums do not depend on who was done first.
    std::vector<std::array<double, kScores>> found(sums.size() * each);
    Work work;
    work.what = fmt::format("ends (left: {})", name);
    work.path = folder_ / fmt::format("ends-left-{}", name);
    work.header = {{"skipstone", "situations"},
                   {"version", 1},
                   {"ends_left", name},
                   {"setup", ToJson(setup_)},
                   {"provenance", world_.provenance}};
    work.record_size = sizeof(EndRecord);
    work.count = static_cast<std::uint32_t>(found.size());
    work.take = [&](std::string_view bytes, const std::string& where) {
      EndRecord record;
      std::memcpy(&record, bytes.data(), sizeof record);
      double sum = 0.0;
      for (const double p : record.scores) sum += p >= 0.0 ? p : 1e9;
      if (!(std::abs(sum - 1.0) < 1e-6)) {
        throw BadData(where, "expected seventeen probabilities with a sum of 1");
      }
      if (record.number < found.size()) found[record.number] = record.scores;
      return record.number;
    };
    work.make_maker = [&] {
      const auto player = std::make_shared<SituationPlayer>(setup_.terms, setup_.player);
      return [&, player](std::uint32_t number) {
        const int lead = static_cast<int>(number / each) - leads;
        const Utility utility = table.UtilityOf(ends_left - 1, lead);
        // The same luck for every lead: what differs is what they play for.
        const std::uint64_t seed =
            MixedSeed({setup_.seed, static_cast<std::uint64_t>(ends_left)}, name);
        EndRecord record{};
        record.number = number;
        record.scores =
            player
                ->Play(
                    utility, ends_left, lead,
                    RandomStream({.seed = seed, .game = number % each, .purpose = Purpose::kLearn}))
                .probability;
        return std::string(reinterpret_cast<const char*>(&record), sizeof record);
      };
    };
    if (!Do(work, world_)) return std::nullopt;
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (std::size_t s = 0; s < kScores; ++s) {
        sums[i / each].probability[s] += found[i][s] / setup_.each;
      }
    }
    return sums;
  }

  fs::path folder_;
  LearnedWinTableSetup setup_;
  LearnWorld world_;
};

}  // namespace

std::int64_t LearnedWinTableSetup::PlannedEnds() const {
  const bool extra = terms.rules.tie_break == TieBreak::kExtraEnds;
  return std::int64_t{each} * (ends * (2 * leads + 1) + (extra ? 1 : 0));
}

JsonOut ToJson(const LearnedWinTableSetup& setup) {
  return {{"ice", ToJson(setup.terms.ice)},
          {"rules", ToJson(setup.terms.rules)},
          {"execution", ToJson(setup.terms.sizes())},
          {"player", setup.player},
          {"network", NetworkBehind(setup.player, setup.terms.ice.law)},
          {"ends", setup.ends},
          {"leads", setup.leads},
          {"each", setup.each},
          {"seed", setup.seed}};
}

std::optional<WinTable> LearnWinTable(const fs::path& folder, const LearnedWinTableSetup& setup,
                                      const LearnWorld& world) {
  // A player that cannot be made is told of before anything is written.
  MakeSearch(setup.player, setup.terms);
  BeginRun(folder, ToJson(setup));
  return Learner(folder, setup, world).Run();
}

}  // namespace skipstone
