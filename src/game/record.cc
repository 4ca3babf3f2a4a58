// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/record.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/files.h"
#include "base/hash.h"

namespace skipstone {
namespace {

constexpr const char* kMagic = "skipstone-game";
// 2: a throw's error hangs on the stone's slot. Of older records the throws are taken as they
// stand. 3: the world of the throws; who runs out of time is said to, not to concede or throw.
constexpr int kVersion = 3;
constexpr std::size_t kMaxFile = std::size_t{64} << 20;
constexpr std::size_t kMaxMoves = 255 * kStones;

void CheckWorld(const RecordHeader& header) {
  if (header.world == World::kFresh) return;
  CheckMatchWorld(header.terms.ice);
  if (header.engine != "box2d") {
    throw Error(ErrorKind::kUsage, "",
                fmt::format("expected the world fresh with the engine {}: only box2d has a match's",
                            header.engine));
  }
}

JsonOut HeaderToJson(const RecordHeader& header) {
  return {{"record", kMagic},
          {"version", kVersion},
          {"ice", ToJson(header.terms.ice)},
          {"rules", ToJson(header.terms.rules)},
          {"execution", {ToJson(header.terms.execution[0]), ToJson(header.terms.execution[1])}},
          {"engine", header.engine},
          {"world", WorldName(header.world)},
          {"seed", header.seed ? JsonOut(*header.seed) : JsonOut()},
          {"game", header.game},
          {"players", header.players}};
}

// The engine, and the world its throws run in.
void EngineFromJson(const Field& field, int version, RecordHeader& header) {
  const Field engine = field.At("engine");
  header.engine = engine.String();
  try {
    MakeEngine(header.engine, header.terms.ice);
  } catch (const Error& e) {
    throw engine.Bad(e.what());
  }
  if (version < 3) return;
  const Field world = field.At("world");
  try {
    header.world = WorldFromName(world.String());
    CheckWorld(header);
  } catch (const Error& e) {
    if (e.kind() != ErrorKind::kUsage) throw;
    throw world.Bad(e.what());
  }
}

// The version goes to `version`.
RecordHeader HeaderFromJson(const Field& field, int& version) {
  if (!field.is_object() || !field.Find("record") || field.At("record").String() != kMagic) {
    throw BadData("record", fmt::format("expected \"{}\": this is not a game record", kMagic));
  }
  const Field written = field.At("version");
  version = static_cast<int>(written.Int(1, 1'000'000));
  if (version > kVersion) {
    throw written.Bad(
        fmt::format("written by a newer version ({}); this one reads up to {}", version, kVersion));
  }
  RecordHeader header;
  header.terms.ice = IceFromJson(field.At("ice"));
  header.terms.rules = RulesFromJson(field.At("rules"));
  const Field execution = field.At("execution");
  const Field players = field.At("players");
  if (execution.Size(2) != 2) throw execution.Bad("expected two teams");
  if (players.Size(2) != 2) throw players.Bad("expected two names, one per team");
  for (std::size_t team = 0; team < 2; ++team) {
    header.terms.execution[team] = TeamSizesFromJson(execution[team]);
    header.players[team] = players[team].String();
  }
  EngineFromJson(field, version, header);
  if (const auto seed = field.Find("seed"); seed && version >= 2) header.seed = seed->Unsigned();
  header.game = static_cast<std::uint32_t>(field.At("game").Int(0, UINT32_MAX));
  return header;
}

std::string_view KindName(const Move& move) {
  if (std::holds_alternative<Release>(move)) return "shot";
  return std::holds_alternative<Concede>(move) ? "concede" : "time_limit";
}

JsonOut MoveToJson(const RecordMove& move) {
  const Release* called = std::get_if<Release>(&move.called);
  return {{"move", KindName(move.called)},
          {"end", move.end},
          {"shot", move.shot},
          {"team", Index(move.team)},
          {"called", called != nullptr ? ToJson(*called) : JsonOut()},
          {"thrown", move.thrown ? ToJson(*move.thrown) : JsonOut()},
          {"used_ms", move.used_ms},
          {"foul", move.foul},
          {"stones", ToJson(move.board)},
          {"clock_ms", move.clock_ms},
          {"hash", HashText(move.game_hash)}};
}

std::uint64_t HashFromJson(const Field& field) {
  const std::string& text = field.String();
  std::uint64_t hash = 0;
  for (const char c : text) {
    const std::size_t digit = std::string_view("0123456789abcdef").find(c);
    if (digit == std::string_view::npos || text.size() != 16) {
      throw field.Bad("expected 16 hexadecimal digits");
    }
    hash = hash << 4 | digit;
  }
  return hash;
}

RecordMove MoveFromJson(const Field& field) {
  RecordMove move;
  const Field kind = field.At("move");
  if (kind.String() == "shot") {
    move.called = ReleaseFromJson(field.At("called"));
    move.thrown = ReleaseFromJson(field.At("thrown"));
  } else if (kind.String() == "concede") {
    move.called = Concede{};
  } else if (kind.String() == "time_limit") {
    move.called = OutOfTime{};
  } else {
    throw kind.Bad("expected \"shot\", \"concede\" or \"time_limit\"");
  }
  move.end = static_cast<int>(field.At("end").Int(0, 1000));
  move.shot = static_cast<int>(field.At("shot").Int(0, kStones - 1));
  move.team = TeamFromJson(field.At("team"));
  move.used_ms = field.At("used_ms").Int(0, kMaxClock_ms);
  move.foul = field.At("foul").Bool();
  move.board = BoardFromJson(field.At("stones"));
  const Field clock = field.At("clock_ms");
  if (clock.Size(2) != 2) throw clock.Bad("expected two clocks, one per team");
  move.clock_ms = {clock[0].Int(0, kMaxClock_ms), clock[1].Int(0, kMaxClock_ms)};
  move.game_hash = HashFromJson(field.At("hash"));
  return move;
}

// Before version 3 a loss on time was a concession, or a shot that nobody threw.
void TellLossOnTime(GameRecord& record) {
  if (record.result.reason != Reason::kTimeLimit || record.moves.empty()) return;
  RecordMove& last = record.moves.back();
  if (last.thrown && record.header.terms.rules.overrun == Overrun::kShotStands) return;
  last.called = OutOfTime{};
  last.thrown.reset();
}

JsonOut ResultToJson(const GameRecord& record) {
  return {
      {"result", ToJson(record.result)}, {"score", record.score}, {"moves", record.moves.size()}};
}

void ResultFromJson(const Field& field, GameRecord& record) {
  record.result = GameResultFromJson(field.At("result"));
  const Field score = field.At("score");
  if (score.Size(2) != 2) throw score.Bad("expected two totals, one per team");
  for (std::size_t team = 0; team < 2; ++team) {
    record.score[team] = static_cast<int>(score[team].Int(0, 100'000));
  }
  const Field moves = field.At("moves");
  if (moves.Unsigned() != record.moves.size()) {
    throw moves.Bad(fmt::format("expected {}, as many as the record has: lines are missing",
                                record.moves.size()));
  }
}

// Moves follow each other shot by shot and end by end.
void CheckOrder(const std::vector<RecordMove>& moves) {
  const RecordMove& last = moves.back();
  int end = 0;
  int shot = 0;
  if (moves.size() > 1) {
    const RecordMove& before = moves[moves.size() - 2];
    const bool end_over = before.shot == kStones - 1;
    end = before.end + (end_over ? 1 : 0);
    shot = end_over ? 0 : before.shot + 1;
  }
  if (last.end != end || last.shot != shot) {
    throw BadData("shot", fmt::format("expected end {} shot {}, got end {} shot {}: lines are "
                                      "missing or out of order",
                                      end, shot, last.end, last.shot));
  }
}

// Of the ends whose last stone was thrown.
std::array<int, 2> ScoreSoFar(const GameRecord& record) {
  std::array<int, 2> score{};
  for (const RecordMove& move : record.moves) {
    if (move.shot != kStones - 1) continue;
    const int points =
        EndScore(move.board, record.header.terms.ice.sheet, record.header.terms.rules);
    score[points > 0 ? 0 : 1] += std::abs(points);
  }
  return score;
}

}  // namespace

std::uint64_t HashOf(const GameRecord& record) {
  Hasher hasher;
  hasher.AddText(RecordToText(record));
  return hasher.value();
}

std::string RecordToText(const GameRecord& record) {
  std::string text = HeaderLine(record.header);
  for (const RecordMove& move : record.moves) text += MoveLine(move);
  return record.cut_off ? text : text + ResultToJson(record).dump() + "\n";
}

std::string HeaderLine(const RecordHeader& header) { return HeaderToJson(header).dump() + "\n"; }
std::string MoveLine(const RecordMove& move) { return MoveToJson(move).dump() + "\n"; }

bool IsTorn(std::string_view line) {
  return line.find('\0') != std::string_view::npos || !Json::accept(line);
}

GameRecord RecordFromText(std::string_view text, const std::string& name, CutOff cut_off) {
  GameRecord record;
  bool have_header = false;
  bool have_result = false;
  int version = kVersion;
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t newline = text.find('\n');
    const std::string_view line = text.substr(0, newline);
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
    try {
      if (have_result) throw BadData("", "expected the end of the file after the result");
      const bool half = newline == std::string_view::npos && IsTorn(line);
      if (half && have_header && cut_off == CutOff::kTaken) break;
      const Json json = ParseJson(line, "");
      const Field field(json, "");
      if (!have_header) {
        record.header = HeaderFromJson(field, version);
        have_header = true;
      } else if (field.Find("result")) {
        ResultFromJson(field, record);
        have_result = true;
      } else {
        if (record.moves.size() == kMaxMoves) throw BadData("", "too many moves for a game");
        record.moves.push_back(MoveFromJson(field));
        CheckOrder(record.moves);
      }
    } catch (const Error& e) {
      throw BadData(fmt::format("{}:{}", name, number), e.what());
    }
  }
  if (!have_header) throw BadData(name, "empty: expected a game record");
  if (!have_result && cut_off == CutOff::kRefused) {
    throw BadData(fmt::format("{}:{}", name, number + 1),
                  "expected the result of the game, got the end of the file: it was cut off");
  }
  if (version < 3) TellLossOnTime(record);
  if (!have_result) {
    record.cut_off = true;
    record.score = ScoreSoFar(record);
  }
  return record;
}

GameRecord ReadRecord(const std::filesystem::path& path) {
  return RecordFromText(ReadFile(path, kMaxFile), path.string());
}

RandomStream ExecutionStream(std::uint64_t seed, std::uint32_t game, int end, int slot) {
  return RandomStream({.seed = seed,
                       .game = game,
                       .end = static_cast<std::uint16_t>(end),
                       .shot = static_cast<std::uint8_t>(slot),
                       .purpose = Purpose::kExecution});
}

RecordedGame::RecordedGame(RecordHeader header, Game start)
    : engine_(MakeEngine(header.engine, header.terms.ice)), game_(std::move(start)) {
  for (std::size_t team = 0; team < 2; ++team) {
    for (std::size_t player = 0; player < kPlayers; ++player) {
      executions_[team][player] =
          MakeExecution(header.terms.execution[team][player], header.terms.ice.law);
    }
  }
  if (header.world == World::kMatch) {
    CheckWorld(header);
    world_ = std::make_unique<MatchWorld>(header.terms.ice);
  }
  record_.header = std::move(header);
}

TurnResult RecordedGame::Play(const Move& called, Milliseconds used_ms, Recording* recording) {
  const Release* release = std::get_if<Release>(&called);
  if (release == nullptr) return Record(called, std::nullopt, used_ms, recording);
  const RecordHeader& header = record_.header;
  if (!header.seed) return Record(called, *release, used_ms, recording);
  const Turn turn = game_.position().turn;
  RandomStream random = ExecutionStream(*header.seed, header.game, game_.end, turn.slot());
  const auto team = static_cast<std::size_t>(Index(turn.thrower()));
  const auto player = static_cast<std::size_t>(PlayerOf(turn.shot));
  return Record(called, executions_[team][player]->Sample(*release, random), used_ms, recording);
}

TurnResult RecordedGame::PlayThrown(const Release& called, const Release& thrown,
                                    Milliseconds used_ms, Recording* recording) {
  return Record(called, thrown, used_ms, recording);
}

TurnResult RecordedGame::Record(const Move& called, const std::optional<Release>& thrown,
                                Milliseconds used_ms, Recording* recording) {
  const Turn turn = game_.position().turn;
  if (thrown) CheckThrow(record_.header.terms.ice, game_.board, turn, *thrown);
  RecordMove move;
  move.end = game_.end;
  move.shot = game_.shot;
  move.team = turn.thrower();
  move.called = called;
  move.thrown = thrown;
  move.used_ms = used_ms;
  before_ = game_;
  const Rules& rules = record_.header.terms.rules;
  const Move played = thrown ? Move(*thrown) : called;
  const TurnResult result = world_ ? PlayMove(game_, rules, *world_, played, used_ms, recording)
                                   : PlayMove(game_, rules, *engine_, played, used_ms, recording);
  if (!result.was_thrown && game_.over() && game_.result->reason == Reason::kTimeLimit) {
    move.called = OutOfTime{};
    move.thrown.reset();
  }
  move.foul = result.thrown.foul;
  move.board = result.thrown.outcome.board;
  move.clock_ms = game_.clock_ms;
  move.game_hash = HashOf(game_);
  record_.moves.push_back(move);
  return result;
}

void RecordedGame::AdoptStones(const Board& board, bool foul) {
  RecordMove& last = record_.moves.back();
  last.board = board;
  last.foul = foul;
  game_ = before_;
  PlayTold(game_, record_.header.terms.rules, record_.header.terms.ice.sheet, board, last.used_ms);
  last.game_hash = HashOf(game_);
}

GameRecord RecordedGame::Finish() const {
  SKIPSTONE_CHECK(game_.over());
  return SoFar();
}

GameRecord RecordedGame::SoFar() const {
  GameRecord record = record_;
  record.cut_off = !game_.over();
  if (game_.over()) record.result = *game_.result;
  record.score = {game_.Total(Team::k0), game_.Total(Team::k1)};
  return record;
}

namespace {

std::string ReleaseText(const std::optional<Release>& release) {
  if (!release) return "no throw";
  return fmt::format("{} m/s, {} rad, {}", release->speed_mps, release->angle_rad,
                     HandleName(release->handle));
}

// The first stone that differs, as "team 1 idx 3 lies at ..., the record has ...".
std::string BoardDifference(const Board& replayed, const Board& recorded) {
  for (int slot = 0; slot < kStones; ++slot) {
    const auto text = [slot](const Board& board) {
      return board.Has(slot) ? fmt::format("({}, {})", board.x(slot), board.y(slot))
                             : std::string("nothing");
    };
    if (replayed.Has(slot) != recorded.Has(slot) ||
        replayed.position(slot) != recorded.position(slot)) {
      return fmt::format("stone of team {} idx {}: replay has {}, the record {}",
                         Index(OwnerOf(slot)), IndexOf(slot), text(replayed), text(recorded));
    }
  }
  return "";
}

// What differs between a replayed move and the recorded one; empty if nothing does.
std::string MoveDifference(const RecordMove& replayed, const RecordMove& recorded) {
  if (replayed.team != recorded.team) {
    return fmt::format("team {} is to move, the record has team {}", Index(replayed.team),
                       Index(recorded.team));
  }
  if (replayed.thrown != recorded.thrown) {
    return fmt::format("thrown: replay has {}, the record {}", ReleaseText(replayed.thrown),
                       ReleaseText(recorded.thrown));
  }
  if (replayed.foul != recorded.foul) {
    return fmt::format("foul: replay says {}, the record {}", replayed.foul, recorded.foul);
  }
  if (replayed.board != recorded.board) return BoardDifference(replayed.board, recorded.board);
  if (replayed.clock_ms != recorded.clock_ms) {
    return fmt::format("clocks: replay has {}, the record {} (ms)",
                       fmt::join(replayed.clock_ms, " and "),
                       fmt::join(recorded.clock_ms, " and "));
  }
  if (replayed.game_hash != recorded.game_hash) {
    return fmt::format("state of the game: replay has hash {}, the record {}",
                       HashText(replayed.game_hash), HashText(recorded.game_hash));
  }
  return "";
}

// A throw as the record has it.
void AdoptStones(const Board& before, const RecordMove& recorded, ThrowResult& thrown) {
  const int slot = SlotOf(recorded.team, recorded.shot / 2);
  thrown.foul = recorded.foul;
  thrown.outcome.board = recorded.board;
  thrown.outcome.left =
      static_cast<SlotSet>((before.present() | SlotBit(slot)) & ~recorded.board.present());
}

}  // namespace

std::optional<std::string> Replay(const GameRecord& record, TheirStones* theirs,
                                  const std::function<void(const TurnReport&)>& watch) {
  RecordedGame replay(record.header);
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const RecordMove& recorded = record.moves[i];
    const std::string where =
        fmt::format("line {}, end {}, shot {}", i + 2, recorded.end + 1, recorded.shot + 1);
    if (replay.game().over()) return where + ": the game is over, the record goes on";
    // Without a seed the recorded throw stands for the call.
    const bool as_thrown = !record.header.seed && recorded.thrown;
    const Game before = replay.game();
    Recording recording;
    TurnResult result;
    try {
      result = replay.Play(as_thrown ? Move(*recorded.thrown) : recorded.called, recorded.used_ms,
                           watch ? &recording : nullptr);
    } catch (const Error& e) {
      if (e.kind() != ErrorKind::kBadData) throw;
      return fmt::format("{}: {}", where, e.what());
    }
    if (as_thrown && theirs != nullptr) {
      theirs->Compare(replay.last(), recorded.board);
      replay.AdoptStones(recorded.board, recorded.foul);
      AdoptStones(before.board, recorded, result.thrown);
    }
    const std::string difference = MoveDifference(replay.last(), recorded);
    if (!difference.empty()) return fmt::format("{}: {}", where, difference);
    if (watch) watch({before, replay.game(), recorded, result, &recording});
  }
  if (record.cut_off) return std::nullopt;
  if (!replay.game().over() && IsForfeit(record.result.reason) && record.result.winner) {
    replay.ForfeitGame(Opponent(*record.result.winner), record.result.reason);
  }
  if (!replay.game().over()) return "after the last move: the game is not over";
  const GameRecord again = replay.Finish();
  if (again.result != record.result || again.score != record.score) {
    return fmt::format("result: replay has {} {}:{}, the record {} {}:{}",
                       ReasonName(again.result.reason), again.score[0], again.score[1],
                       ReasonName(record.result.reason), record.score[0], record.score[1]);
  }
  return std::nullopt;
}

}  // namespace skipstone
