// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <sys/types.h>

#include <atomic>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "match/played_game.h"
#include "match/schedule.h"

namespace skipstone {

// A process that plays a tournament's games one after the other. Players run in it and nowhere
// else: one that crashes or hangs takes this process with it and nothing more, and what it did up
// to then stands in memory that both processes see.
class Worker {
 public:
  // Forks; the calling process must have one thread only. `setup` must outlive the worker.
  explicit Worker(const TournamentSetup& setup);
  ~Worker();  // kills the process
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  int fd() const { return fd_; }  // readable when Receive has something to do
  std::size_t waiting() const { return games_.size(); }

  // Lets it play a game, after those it was given before.
  void Play(int number);
  // The games that have arrived. If the process has died with a player at work, that player has
  // lost: a new process writes the game down so, then goes on with the rest. Throws what a worker
  // cannot go on after.
  std::vector<PlayedGame> Receive();
  // The same for the last time, whether the process lives or not.
  std::vector<PlayedGame> Leave();
  // Plays all games it was given and that were not received anew.
  void StartOver();
  // Ends the process if the player that thinks is out of time by far.
  void KillIfHanging();

 private:
  struct Bulletin;
  struct Verdict {
    Team loser;
    Reason reason;
  };
  struct Job;

  void Start();
  void Send(const Job& job) const;
  // What has arrived, and whether nothing more will.
  std::vector<PlayedGame> Drain(bool& ended);
  // Moves whole messages from the buffer.
  void Unpack(std::vector<PlayedGame>& games);
  // On the process that ended so. The job without a verdict is played again.
  std::optional<Verdict> VerdictOn(int status) const;
  void Restart(std::optional<Verdict> verdict);
  bool IsOverdue() const;
  [[noreturn]] void Run(int fd, pid_t parent);
  PlayedGame PlayOne(const Job& job);

  const TournamentSetup& setup_;
  Bulletin* bulletin_;
  pid_t pid_ = -1;
  int fd_ = -1;
  bool killed_ = false;    // for hanging
  std::deque<int> games_;  // given and not finished; the first is under way
  std::string buffer_;     // received and not unpacked
};

// Makes every player of a setup once, in a process of its own, and throws kUsage for a spec that is
// none. A player that fails otherwise loses its games.
void TryPlayers(const TournamentSetup& setup);

}  // namespace skipstone
