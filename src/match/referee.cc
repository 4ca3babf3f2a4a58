// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/referee.h"

#include <exception>

#include "base/random.h"

namespace skipstone {
namespace {

// A seed for a player's own choices. It comes from a stream of its own, so that nothing leads from
// it back to the match's seed and the errors of its throws.
std::uint64_t PlayerSeed(const RecordHeader& header, std::uint32_t stream) {
  return RandomStream({.seed = header.seed.value_or(0),
                       .game = header.game,
                       .purpose = Purpose::kPlayer,
                       .index = stream})
      .NextU64();
}

bool CanBeThrown(const RecordHeader& header, const Game& game, const Move& move) {
  const Release* release = std::get_if<Release>(&move);
  if (release == nullptr) return true;
  try {
    CheckThrow(header.terms.ice, game.board, game.position().turn, *release);
  } catch (const Error&) {
    return false;
  }
  return true;
}

}  // namespace

std::optional<GameRecord> PlayGame(const GameSetup& setup, const Watcher& watcher,
                                   const std::function<bool()>& stop) {
  const RecordHeader& header = setup.header;
  const auto busy = [&watcher](std::optional<Team> team) {
    if (watcher.busy) watcher.busy(team);
  };
  RecordedGame played(header);
  std::array<std::unique_ptr<Player>, 2> players;
  const auto player_of = [&players](Team team) -> std::unique_ptr<Player>& {
    return players[static_cast<std::size_t>(Index(team))];
  };
  for (const Team team : {Team::k0, Team::k1}) {
    const auto i = static_cast<std::size_t>(Index(team));
    busy(team);
    try {
      players[i] =
          MakePlayer(header.players[i], {.terms = header.terms,
                                         .team = team,
                                         .seed = PlayerSeed(header, setup.player_streams[i]),
                                         .clock = setup.clock});
    } catch (const Error& e) {
      if (e.kind() != ErrorKind::kInternal) throw;  // whoever asked for it is to be told
      played.ForfeitGame(team, Reason::kCrash);
    } catch (const std::exception&) {
      played.ForfeitGame(team, Reason::kCrash);
    }
    busy(std::nullopt);
    if (played.game().over()) break;
  }
  while (!played.game().over()) {
    if (stop()) return std::nullopt;
    const Game before = played.game();
    const Team mover = before.to_move();
    if (watcher.to_move) watcher.to_move(before);
    Move move;
    bool crashed = false;
    busy(mover);
    const Clock::Time start = setup.clock.Now();
    try {
      move = player_of(mover)->Call(before);
    } catch (const std::exception&) {
      crashed = true;
    }
    const auto used =
        std::chrono::duration_cast<std::chrono::milliseconds>(setup.clock.Now() - start).count();
    busy(std::nullopt);
    if (crashed || !CanBeThrown(header, before, move)) {
      played.ForfeitGame(mover, crashed ? Reason::kCrash : Reason::kNonsense);
      break;
    }
    Recording recording;
    recording.interval_s = watcher.path_interval_s;
    Recording* const recorded = watcher.path_interval_s > 0.0 ? &recording : nullptr;
    TurnResult result;
    try {
      result = played.Play(move, used, recorded);
    } catch (const Error& e) {
      // A call on the brink, carried beyond it by its error.
      if (e.kind() != ErrorKind::kBadData) throw;
      played.ForfeitGame(mover, Reason::kNonsense);
      break;
    }
    if (watcher.played) watcher.played({before, played.game(), played.last(), result, recorded});
  }
  for (const Team team : {Team::k0, Team::k1}) {
    busy(team);
    player_of(team).reset();
    busy(std::nullopt);
  }
  return played.Finish();
}

}  // namespace skipstone
