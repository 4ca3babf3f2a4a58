// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/tournament.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/provenance.h"
#include "base/stop.h"
#include "ice/free_path.h"
#include "match/ratings.h"
#include "match/worker.h"
#include "search/search.h"

namespace skipstone {
namespace {

using Clock = std::chrono::steady_clock;

// Games that finish within this time of each other share a transaction, which takes a while to be
// safe on a disk. Also how often a hanging player is looked for.
constexpr auto kHold = std::chrono::milliseconds(100);
// A wait this long means that all processes were stopped (a container that is frozen).
constexpr auto kPause = std::chrono::milliseconds(700);
// So much play is handed out ahead, that no worker waits for the parent while it writes. Games that
// take longer are handed out one by one, so that none is left behind another at the end.
constexpr double kAhead_s = 0.1;
constexpr std::size_t kMostAhead = 64;

class Organizer {
 public:
  explicit Organizer(GameKeeper& keeper)
      : keeper_(keeper),
        setup_(keeper.setup()),
        have_(static_cast<std::size_t>(GameCount(setup_)), false) {
    if (setup_.sprt) test_.emplace(setup_);
    for (const GameSummary& game : keeper.Games()) Note(game.fixture, game.result);
    planned_ = static_cast<int>(std::count(have_.begin(), have_.end(), false));
  }

  bool Run(const Workshop& shop) {
    if (!Decided() && planned_ > 0) {
      BeginRun();
      for (int i = 0; i < std::min(shop.threads, planned_); ++i) {
        workers_.push_back(std::make_unique<Worker>(setup_));
      }
    }
    start_ = Clock::now();
    const std::size_t before = have_.size() - static_cast<std::size_t>(planned_);
    Progress progress(shop.verb, "games", before);
    int pauses = Pauses();
    try {
      while (!Decided() && !shop.stop() && HandOut()) {
        if (Wait() > kPause || Pauses() != pauses) {
          // This process was stopped for a while, and so were the players: nobody's fault. Whatever
          // it was about when it was stopped (it may have been writing), its signal says so.
          pauses = Pauses();
          for (const auto& worker : workers_) worker->StartOver();
        }
        for (const auto& worker : workers_) {
          Take(worker->Receive());
          worker->KillIfHanging();
        }
        if (!pending_.empty() && Clock::now() - pending_since_ >= kHold) Save();
        progress.UpdateOf(before + static_cast<std::size_t>(done_), have_.size());
      }
      // What was finished when the stop came is not thrown away.
      for (const auto& worker : workers_) Take(worker->Leave());
    } catch (...) {
      Save();
      throw;
    }
    workers_.clear();
    Save();
    if (Decided()) keeper_.DropFrom(test_->games());
    return Decided() || done_ == planned_;
  }

 private:
  // The keeper hears which commit and networks play its games from here on.
  void BeginRun() {
    std::vector<std::string> networks;
    for (const std::string& player : setup_.players) {
      networks.push_back(NetworkBehind(player, setup_.terms.ice.law));
    }
    keeper_.AddRun(Commit(), networks);
  }

  bool Decided() const { return test_ && test_->decision() != Sprt::Decision::kNone; }

  void Note(const Fixture& fixture, const GameResult& result) {
    have_[static_cast<std::size_t>(fixture.number)] = true;
    if (test_) test_->Add(fixture, result);
  }

  // Whether anybody has a game to play.
  bool HandOut() {
    std::size_t ahead = 1;
    if (done_ > 0) {
      const double elapsed_s = std::chrono::duration<double>(Clock::now() - start_).count();
      const double game_s = elapsed_s * static_cast<double>(workers_.size()) / done_;
      ahead +=
          static_cast<std::size_t>(std::min(kAhead_s / game_s, static_cast<double>(kMostAhead)));
    }
    bool any = false;
    for (const auto& worker : workers_) {
      while (worker->waiting() < ahead) {
        while (next_ < have_.size() && have_[next_]) ++next_;
        if (next_ == have_.size()) break;
        worker->Play(static_cast<int>(next_++));
      }
      any = any || worker->waiting() > 0;
    }
    return any;
  }

  // For a game, for a signal, or until something else is to be done. Returns how long that took.
  Clock::duration Wait() const {
    const Clock::time_point start = Clock::now();
    std::vector<pollfd> sockets;
    for (const auto& worker : workers_) sockets.push_back({worker->fd(), POLLIN, 0});
    auto most = kHold;
    if (!pending_.empty()) {
      const auto age = Clock::now() - pending_since_;
      most = std::chrono::duration_cast<std::chrono::milliseconds>(kHold - age);
    }
    const auto timeout = std::clamp<std::int64_t>(most.count(), 0, kHold.count());
    ::poll(sockets.data(), sockets.size(), static_cast<int>(timeout));
    return Clock::now() - start;
  }

  void Take(std::vector<PlayedGame> games) {
    if (pending_.empty()) pending_since_ = Clock::now();
    for (PlayedGame& game : games) {
      Note(FixtureOf(setup_, game.number), game.result);
      pending_.push_back(std::move(game));
      ++done_;
    }
  }

  void Save() {
    if (!pending_.empty()) keeper_.Add(pending_);
    pending_.clear();
  }

  GameKeeper& keeper_;
  const TournamentSetup& setup_;
  std::vector<bool> have_;  // by number
  std::size_t next_ = 0;    // to be handed out, if it is not there yet
  int planned_ = 0;         // games of this run
  int done_ = 0;
  std::optional<SequentialTest> test_;
  std::vector<std::unique_ptr<Worker>> workers_;
  Clock::time_point start_;
  std::vector<PlayedGame> pending_;  // finished, not kept
  Clock::time_point pending_since_;
};

}  // namespace

bool PlayTournament(GameKeeper& keeper, const Workshop& shop) {
  // Tables that nearly all players use: made once, and not on anybody's clock.
  FreePath::For(keeper.setup().terms.ice.law);
  return Organizer(keeper).Run(shop);
}

}  // namespace skipstone
