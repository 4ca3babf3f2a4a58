// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/referee.h"

#include <chrono>
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
    CheckThrow(header.ice, game.board, game.position().turn, *release);
  } catch (const Error&) {
    return false;
  }
  return true;
}

}  // namespace

std::optional<GameRecord> PlayGame(const GameSetup& setup, const Watcher& watcher,
                                   const std::function<bool()>& stop) {
  using Clock = std::chrono::steady_clock;
  const RecordHeader& header = setup.header;
  std::array<std::unique_ptr<Player>, 2> players;
  for (std::size_t team = 0; team < 2; ++team) {
    players[team] =
        MakePlayer(header.players[team], {.ice = header.ice,
                                          .rules = header.rules,
                                          .execution = header.execution,
                                          .team = team == 0 ? Team::k0 : Team::k1,
                                          .seed = PlayerSeed(header, setup.player_streams[team])});
  }
  RecordedGame played(header);
  while (!played.game().over()) {
    if (stop()) return std::nullopt;
    const Game before = played.game();
    if (watcher.to_move) watcher.to_move(before);
    Move move;
    const Clock::time_point start = Clock::now();
    try {
      move = players[static_cast<std::size_t>(Index(before.to_move()))]->Call(before);
    } catch (const std::exception&) {
      played.ForfeitGame(Reason::kCrash);
      break;
    }
    const auto used =
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count();
    if (!CanBeThrown(header, before, move)) {
      played.ForfeitGame(Reason::kNonsense);
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
      played.ForfeitGame(Reason::kNonsense);
      break;
    }
    if (watcher.played) watcher.played({before, played.game(), played.last(), result, recorded});
  }
  return played.Finish();
}

}  // namespace skipstone
