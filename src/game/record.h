// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.h"
#include "game/game_terms.h"
#include "game/their_stones.h"

namespace skipstone {

// A game on disk: JSON lines with all that a bit-exact replay needs (docs/formats.md). First a
// header, then one line per move, last the result.
struct RecordHeader {
  GameTerms terms;
  std::string engine = "box2d";
  World world = World::kFresh;  // of the throws; a match's is box2d's
  // With a seed, replay derives each throw from its call; without one (the error came from
  // somebody else's server) throws are taken as they stand.
  std::optional<std::uint64_t> seed;
  std::uint32_t game = 0;
  std::array<std::string, 2> players;

  bool operator==(const RecordHeader&) const = default;
};

struct RecordMove {
  int end = 0;
  int shot = 0;
  Team team = Team::k0;
  Move called;                    // a call that came too late is none
  std::optional<Release> thrown;  // for a call, the release after its error
  Milliseconds used_ms = 0;
  bool foul = false;
  Board board;  // at the end of the shot, before a new end clears the sheet
  std::array<Milliseconds, 2> clock_ms{};
  std::uint64_t game_hash = 0;  // HashOf the game after the move

  bool operator==(const RecordMove&) const = default;
};

struct GameRecord {
  RecordHeader header;
  std::vector<RecordMove> moves;
  GameResult result;
  std::array<int, 2> score{};
  // The game was not over: there is no result, and the score is that of the ends played.
  bool cut_off = false;

  bool operator==(const GameRecord&) const = default;
};

std::uint64_t HashOf(const GameRecord& record);
std::string RecordToText(const GameRecord& record);
// Its lines, for game/record_writer.h.
std::string HeaderLine(const RecordHeader& header);
std::string MoveLine(const RecordMove& move);

// What becomes of a record or log without its end, perhaps with half a line as its last.
enum class CutOff { kRefused, kTaken };
// Whether a last line without its newline is only half a one: no JSON.
bool IsTorn(std::string_view line);

// Tolerates unknown fields; refuses a damaged record with its line and the reason. `name` is what
// errors call the text.
GameRecord RecordFromText(std::string_view text, const std::string& name,
                          CutOff cut_off = CutOff::kRefused);
GameRecord ReadRecord(const std::filesystem::path& path);

// The stream from which the error of a game's throw is drawn. By the stone's slot and not by the
// shot: in two games of one seed and number a team's stones get the same errors, whoever has the
// hammer.
RandomStream ExecutionStream(std::uint64_t seed, std::uint32_t game, int end, int slot);

// What happened in a turn, for somebody who watches.
struct TurnReport {
  const Game& before;
  const Game& after;
  const RecordMove& move;
  const TurnResult& result;
  const Recording* recording;  // if the watcher asked for one
};

// Plays the record again, bit for bit, and describes the first difference, or nothing if there is
// none. With `theirs` the stones of a game on somebody else's server (without a seed) may lie
// elsewhere than ours would: it is told, and each throw is taken from where they lay there.
// `watch`, if any, sees every turn, with its recording.
std::optional<std::string> Replay(const GameRecord& record, TheirStones* theirs = nullptr,
                                  const std::function<void(const TurnReport&)>& watch = {});

// Writes the record of a game while it is played.
class RecordedGame {
 public:
  explicit RecordedGame(const RecordHeader& header)
      : RecordedGame(header, NewGame(header.terms.rules)) {}
  // One that starts in the middle cannot be replayed.
  RecordedGame(RecordHeader header, Game start);

  const Game& game() const { return game_; }
  const RecordHeader& header() const { return record_.header; }
  // Applies the error to a call (if the header has a seed), plays the move and records it.
  TurnResult Play(const Move& called, Milliseconds used_ms, Recording* recording = nullptr);
  // The same for a call whose error somebody else has drawn.
  TurnResult PlayThrown(const Release& called, const Release& thrown, Milliseconds used_ms,
                        Recording* recording = nullptr);
  const RecordMove& last() const { return record_.moves.back(); }
  const std::vector<RecordMove>& moves() const { return record_.moves; }
  // After the last move stones lie where somebody else's server has them: they count.
  void AdoptStones(const Board& board, bool foul);
  // A team cannot go on; the game is over.
  void ForfeitGame(Team loser, Reason reason) { Forfeit(game_, loser, reason); }
  // Once the game is over.
  GameRecord Finish() const;
  // As far as it has come; cut off unless the game is over.
  GameRecord SoFar() const;

 private:
  TurnResult Record(const Move& called, const std::optional<Release>& thrown, Milliseconds used_ms,
                    Recording* recording);

  // By team and player.
  std::array<std::array<std::unique_ptr<const Execution>, kPlayers>, 2> executions_;
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<MatchWorld> world_;  // instead of the engine, if the header says so
  Game before_;                        // the last move
  Game game_;
  GameRecord record_;
};

}  // namespace skipstone
