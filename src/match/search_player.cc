// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/search_player.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "match/simple_players.h"
#include "match/time_manager.h"
#include "search/box2d_check.h"
#include "search/search.h"
#include "value/win_table.h"

namespace skipstone {
namespace {

// With less than this on the clock's account the last stone is searched for and not solved.
constexpr double kToSolve_s = 0.4;
constexpr std::size_t kRivals = 5;

// The shipped one, or a file's.
WinTable TableFrom(const PlayerSetup& setup, SpecOptions& options) {
  if (!options.Given("table"))
    return ShippedWinTable(setup.terms.ice.law, setup.terms.rules.tie_break);
  const std::string& file = options.Text("table");
  const WinTable table = ReadWinTable(file, file);
  const std::string& ice = table.origin().ice;
  if (!ice.empty() && ice != LawName(setup.terms.ice.law)) {
    throw Error(ErrorKind::kUsage, file,
                fmt::format("expected a win table for {}, as the game is, got one for {}",
                            LawName(setup.terms.ice.law), ice));
  }
  return table.With(setup.terms.rules.tie_break);
}

class SearchPlayer : public Player {
 public:
  SearchPlayer(const PlayerSetup& setup, SpecOptions& options)
      : rules_(setup.terms.rules),
        seed_(setup.seed),
        // A game of one end is about points, a longer one about winning.
        win_(options.Given("value") ? options.Word("value") == "win" : setup.terms.rules.ends != 1),
        clock_(options.Given("clock") ? options.Switch("clock") : setup.by_the_clock),
        counted_(options.Given("playouts")),
        time_(setup.terms.rules),
        table_(TableFrom(setup, options)),
        search_(MakeSearch(options, setup.terms)) {
    search_.limits.clock = setup.clock;
    if (options.Switch("check")) {
      check_ = std::make_unique<Box2dCheck>(setup.terms);
    }
    if (!setup.by_the_clock) return;
    // The last stone's tables are made when first needed, which should not be on the clock.
    SearchTask task;
    task.position.turn = {kStones - 1, setup.team};
    search_.search->Run(task, {.playouts = 1});
  }

  Move Call(const Game& game) override {
    thought_.reset();
    SearchTask task;
    task.position = game.position();
    if (win_) task.utility = table_.UtilityOf(game, rules_);
    task.standing = StandingOf(game, rules_);
    task.seed = ChoiceStream(seed_, game).NextU64();
    if (!clock_) return Think(task, search_.limits);
    return ByTheClock(game, task);
  }

  std::optional<Thought> thought() const override { return thought_; }

 private:
  void Remember(const SearchResult& found, std::size_t choice) {
    Thought& thought = thought_.emplace();
    thought.currency = win_ ? "win" : "points";
    const auto add = [&thought](const Candidate& candidate) {
      thought.options.push_back({candidate.release, candidate.value});
    };
    if (choice < found.ranked.size()) add(found.ranked[choice]);
    for (std::size_t i = 0; i < found.ranked.size() && thought.options.size() <= kRivals; ++i) {
      if (i != choice) add(found.ranked[i]);
    }
  }

  // Searches, and checks what was found. Both together keep to the limit of time.
  Release Think(const SearchTask& task, Limits limits) {
    if (!check_) {
      const SearchResult found = search_.search->Run(task, limits);
      Remember(found, 0);
      return found.best;
    }
    Box2dCheck::SecondsLeft seconds_left;
    if (limits.seconds > 0.0) {
      const Clock& clock = search_.limits.clock;
      seconds_left = [&clock, start = clock.Now(), seconds = limits.seconds] {
        return seconds - clock.SecondsSince(start);
      };
      limits.seconds -= check_->Reserve(limits.seconds);
    }
    const SearchResult found = search_.search->Run(task, limits);
    const std::size_t choice = check_->Run(task, found.ranked, seconds_left).choice;
    Remember(found, choice);
    return found.ranked[choice].release;
  }

  // Thinks as long as the clock allows, and no longer than the other limits.
  Release ByTheClock(const Game& game, const SearchTask& task) {
    const Clock& clock = search_.limits.clock;
    const Clock::Time start = clock.Now();
    Game clocks = game;
    const Milliseconds left_ms = clocks.ClockOf(game.to_move(), rules_);
    // Within an end clocks only go down.
    if (end_ == game.end) time_.Learn(thought_ms_, left_before_ms_ - left_ms);
    end_ = -1;  // of a call that fails nothing can be learned
    Limits limits = search_.limits;
    if (const auto seconds = time_.SecondsFor(game)) {
      limits.seconds = limits.seconds > 0.0 ? std::min(limits.seconds, *seconds) : *seconds;
      if (!counted_) limits.playouts = 0;
      limits.solve = *seconds >= kToSolve_s;
    }
    const Release best = Think(task, limits);
    end_ = game.end;
    left_before_ms_ = left_ms;
    thought_ms_ =
        std::chrono::duration_cast<std::chrono::milliseconds>(clock.Now() - start).count();
    return best;
  }

  Rules rules_;
  std::uint64_t seed_;
  bool win_;
  bool clock_;
  bool counted_;  // play-outs are limited
  TimeManager time_;
  // Of the last call by the clock.
  int end_ = -1;
  Milliseconds left_before_ms_ = 0;
  Milliseconds thought_ms_ = 0;
  WinTable table_;
  SpecifiedSearch search_;
  std::unique_ptr<Box2dCheck> check_;  // if asked for
  std::optional<Thought> thought_;
};

}  // namespace

OptionTable SearchPlayerOptions() {
  return {
      SpecOption::Word("value", std::nullopt, {"points", "win"}, "what is maximised")
          .Unsaid("points in games of one end, else win"),
      SpecOption::Text("table", "FILE", "a win table").Unsaid("the shipped one"),
      SpecOption::Switch("clock", std::nullopt, "think as long as the game's clock allows")
          .Unsaid("off; on in the arenas"),
      SpecOption::Switch("check", false, "try the last candidates on box2d, too"),
  };
}

std::unique_ptr<Player> MakeSearchPlayer(const PlayerSetup& setup, SpecOptions& options) {
  return std::make_unique<SearchPlayer>(setup, options);
}

}  // namespace skipstone
