// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "game/end.h"
#include "game/rules.h"

namespace skipstone {

enum class Reason : std::uint8_t {
  kScore,
  kConcede,
  kTimeLimit,
  kDraw,
  // The referee's decisions against a player that cannot go on: it died, gave no answer, or
  // answered with no move.
  kCrash,
  kHang,
  kNonsense,
};
constexpr bool IsForfeit(Reason reason) { return reason >= Reason::kCrash; }

struct GameResult {
  std::optional<Team> winner;  // nobody in a draw
  Reason reason = Reason::kScore;

  bool operator==(const GameResult&) const = default;
};

// "score", "concede", "time_limit", "draw", "crash", "hang", "nonsense"
std::string_view ReasonName(Reason reason);

// A whole game: the ends played, the stones of this one, the clocks.
struct Game {
  int end = 0;                            // 0-based; counts on in extra ends
  int shot = 0;                           // of the next throw, 0..15
  std::optional<Team> hammer = Team::k1;  // nobody's once the game is over
  Board board;
  // Points by team and regular end; nothing while the end is undecided.
  std::array<std::vector<std::optional<int>>, 2> scores;
  // The extra end that decided the game, if one did.
  std::array<std::optional<int>, 2> extra_end_score;
  std::array<Milliseconds, 2> clock_ms{};
  // dc4 keeps the extra ends' allotment beside the regular one.
  std::array<Milliseconds, 2> extra_end_clock_ms{};
  std::optional<GameResult> result;

  bool over() const { return result.has_value(); }
  bool in_extra_end(const Rules& rules) const { return end >= rules.ends; }
  int Total(Team team) const;
  // The clock the mover uses up.
  Milliseconds& ClockOf(Team team, const Rules& rules);

  // Only while the game is not over.
  Position position() const { return {board, {shot, hammer.value()}}; }
  Team to_move() const { return position().turn.thrower(); }

  bool operator==(const Game&) const = default;
};

Game NewGame(const Rules& rules);

// A move as it happens: the throw after its execution error, giving up, or neither in time.
struct Concede {
  bool operator==(const Concede&) const = default;
};
// No move before the clock ran out.
struct OutOfTime {
  bool operator==(const OutOfTime&) const = default;
};
using Move = std::variant<Release, Concede, OutOfTime>;

// What a move did, beyond the new state of the game.
struct TurnResult {
  ThrowResult thrown;  // for a concession or no move in time: the stones as they lay
  bool was_thrown = false;
};

// Plays one move that took `used_ms` of thinking, by the rules and the engine's ice. The game must
// not be over and a release must pass CheckThrow.
TurnResult PlayMove(Game& game, const Rules& rules, Engine& engine, const Move& move,
                    Milliseconds used_ms, Recording* recording = nullptr);
// The same with the throw in the match's world.
TurnResult PlayMove(Game& game, const Rules& rules, MatchWorld& world, const Move& move,
                    Milliseconds used_ms, Recording* recording = nullptr);

// The rest of a move whose throw somebody else has played: his stones have come to rest on `after`.
void PlayTold(Game& game, const Rules& rules, const Sheet& sheet, const Board& after,
              Milliseconds used_ms);

// Ends the game at once, lost by `loser`.
void Forfeit(Game& game, Team loser, Reason reason);

std::uint64_t HashOf(const Game& game);
JsonOut ToJson(const GameResult& result);
GameResult GameResultFromJson(const Field& field);
JsonOut ToJson(const Game& game);
Game GameFromJson(const Field& field);

}  // namespace skipstone
