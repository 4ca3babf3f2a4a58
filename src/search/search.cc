// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/search.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/spelling.h"
#include "net/definition.h"
#include "net/network.h"
#include "search/dl_uct.h"
#include "search/grid.h"
#include "search/kr_dl_uct.h"
#include "search/kr_uct.h"
#include "search/last_stone.h"
#include "search/uct.h"

namespace skipstone {
namespace {

// Solves the last stone of an end, and leaves all others to a search.
class WithLastStone : public Search {
 public:
  WithLastStone(const GameTerms& terms, std::unique_ptr<Search> search)
      : terms_(terms), search_(std::move(search)) {}

  using Search::Run;
  SearchResult Run(const SearchTask& task, const Limits& limits, const Watch& watch) override {
    const Turn& turn = task.position.turn;
    if (turn.shot != kStones - 1 || !limits.solve) return search_->Run(task, limits, watch);
    const Clock::Time start = limits.clock.Now();
    const auto team = static_cast<std::size_t>(Index(turn.hammer));
    // Its tables take a while to build, and most games never need those of both teams at once.
    std::unique_ptr<LastStone>& last_stone = last_stones_[team];
    if (!last_stone) {
      last_stone = std::make_unique<LastStone>(terms_.ice, terms_.rules, terms_.sizes(turn));
    }
    const LastStoneAnswer answer = last_stone->Solve(task.position, task.utility);
    SearchResult result;
    result.best = answer.best;
    for (const LastStoneCall& call : answer.ranked) {
      Candidate& candidate = result.ranked.emplace_back();
      candidate.release = call.release;
      candidate.value = call.worth;
      candidate.bound = call.worth;
      candidate.scores = call.scores;
    }
    result.playouts = answer.throws;
    result.solved = true;
    result.seconds = limits.clock.SecondsSince(start);
    return result;
  }

  std::uint64_t TreeHash() const override { return search_->TreeHash(); }

 private:
  GameTerms terms_;
  std::unique_ptr<Search> search_;
  std::array<std::unique_ptr<LastStone>, 2> last_stones_;  // by team
};

// By a spec, or by its name alone.
const SearchKind* FindSearch(std::string_view spec) {
  for (const SearchKind& kind : SearchKinds()) {
    if (kind.name == SpecName(spec)) return &kind;
  }
  return nullptr;
}

}  // namespace

const OptionTable& LimitOptions() {
  static const OptionTable options = {
      SpecOption::Number("seconds", 0.0, 0.0, 1e6, "stop after this time").Unsaid("none"),
      SpecOption::Whole("playouts", 1600, 0, 1'000'000'000'000, "stop after so many play-outs")
          .With("seconds", 0.0, "none"),
      SpecOption::Whole("threads", 1, 1, 256, "trees grown side by side"),
      SpecOption::Whole("nodes", 1'000'000, 1, 1'000'000'000,
                        "outcomes kept in all trees together"),
      SpecOption::Switch("last-stone", true,
                         "solve the last stone of an end; off: for the papers' comparisons"),
  };
  return options;
}

const std::vector<SearchKind>& SearchKinds() {
  static const std::vector<SearchKind> kinds = [] {
    std::vector<SearchKind> list = {
        UctKind(false, false), UctKind(true, false), UctKind(false, true), UctKind(true, true),
        KrUctKind(),           DlUctKind(),          KrDlUctKind(),        GridKind()};
    for (SearchKind& kind : list) kind.options = Joined(LimitOptions(), kind.options);
    return list;
  }();
  return kinds;
}

SpecifiedSearch MakeSearch(std::string_view spec, const GameTerms& terms) {
  const SearchKind* const kind = FindSearch(spec);
  if (kind == nullptr) {
    std::vector<std::string> known;
    for (const SearchKind& other : SearchKinds()) known.push_back(other.name);
    const std::string name(SpecName(spec));
    throw Error(ErrorKind::kUsage, "",
                fmt::format("expected a search ({}), got \"{}\"{}", fmt::join(known, ", "), name,
                            DidYouMean(name, known)));
  }
  SpecOptions options("search", spec, kind->options);
  return MakeSearch(options, terms);
}

SpecifiedSearch MakeSearch(SpecOptions& options, const GameTerms& terms) {
  const SearchKind* const kind = FindSearch(options.name());
  SKIPSTONE_CHECK(kind != nullptr);
  SpecifiedSearch made;
  made.limits.seconds = options.Number("seconds");
  made.limits.playouts = options.Int64("playouts");
  if (made.limits.playouts == 0 && made.limits.seconds == 0.0) {
    throw Error(ErrorKind::kUsage, "", "expected playouts or seconds above 0 as a limit");
  }
  made.limits.threads = options.Int("threads");
  made.limits.nodes = options.Int64("nodes");
  const bool last_stone = options.Switch("last-stone");
  made.search = kind->make(terms, options);
  if (last_stone) made.search = std::make_unique<WithLastStone>(terms, std::move(made.search));
  return made;
}

std::string NetworkBehind(std::string_view spec, Law law) {
  const SearchKind* const kind = FindSearch(spec);
  if (kind == nullptr || !kind->network) return "";
  const std::optional<std::string> file = OptionIn(spec, "network");
  return NetworkHash(file ? "network:file=" + *file : "shipped", law, *kind->network);
}

}  // namespace skipstone
