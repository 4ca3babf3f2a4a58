// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/game.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace skipstone {
namespace {

constexpr Reason kReasons[] = {Reason::kScore, Reason::kConcede, Reason::kTimeLimit, Reason::kDraw,
                               Reason::kCrash, Reason::kHang,    Reason::kNonsense};

// A game is a list of ends; this bounds what we read from outside.
constexpr int kMaxEnd = 100'000;
constexpr int kMaxPoints = 1'000;

void Finish(Game& game, std::optional<Team> winner, Reason reason) {
  game.hammer.reset();
  game.result = GameResult{winner, reason};
}

// After shot 15: score the end, pass the hammer, and end the game if it is decided.
void FinishEnd(Game& game, const Board& board, const Sheet& sheet, const Rules& rules) {
  const int score = EndScore(board, sheet, rules);
  const std::array<int, 2> points = {std::max(score, 0), std::max(-score, 0)};
  for (std::size_t team = 0; team < 2; ++team) {
    if (!game.in_extra_end(rules)) {
      game.scores[team][static_cast<std::size_t>(game.end)] = points[team];
    } else if (score != 0) {
      game.extra_end_score[team] = points[team];
    }
  }
  // Who scores gives the hammer away; a blank end keeps it.
  if (score > 0) game.hammer = Team::k1;
  if (score < 0) game.hammer = Team::k0;
  game.board = Board();
  game.shot = 0;
  ++game.end;

  if (!game.in_extra_end(rules)) return;
  const int total0 = game.Total(Team::k0);
  const int total1 = game.Total(Team::k1);
  if (total0 != total1) {
    Finish(game, total0 > total1 ? Team::k0 : Team::k1, Reason::kScore);
  } else if (rules.tie_break == TieBreak::kDraw ||
             (rules.most_ends != 0 && game.end >= rules.most_ends)) {
    Finish(game, std::nullopt, Reason::kDraw);
  } else if (rules.extra_end_time_each) {
    game.clock_ms = rules.extra_end_time_ms;
  }
}

}  // namespace

std::string_view ReasonName(Reason reason) {
  switch (reason) {
    case Reason::kScore:
      return "score";
    case Reason::kConcede:
      return "concede";
    case Reason::kTimeLimit:
      return "time_limit";
    case Reason::kDraw:
      return "draw";
    case Reason::kCrash:
      return "crash";
    case Reason::kHang:
      return "hang";
    case Reason::kNonsense:
      return "nonsense";
  }
  return "";
}

int Game::Total(Team team) const {
  const auto i = static_cast<std::size_t>(Index(team));
  int total = extra_end_score[i].value_or(0);
  for (const auto& points : scores[i]) total += points.value_or(0);
  return total;
}

Milliseconds& Game::ClockOf(Team team, const Rules& rules) {
  const auto i = static_cast<std::size_t>(Index(team));
  const bool own_pool = in_extra_end(rules) && !rules.extra_end_time_each;
  return own_pool ? extra_end_clock_ms[i] : clock_ms[i];
}

Game NewGame(const Rules& rules) {
  Game game;
  for (auto& scores : game.scores) scores.resize(static_cast<std::size_t>(rules.ends));
  game.clock_ms = rules.thinking_time_ms;
  game.extra_end_clock_ms = rules.extra_end_time_ms;
  return game;
}

namespace {

bool IsLate(Game& game, const Rules& rules, Milliseconds used_ms) {
  const Milliseconds clock_ms = game.ClockOf(game.to_move(), rules);
  return rules.overrun == Overrun::kEqualLoses ? used_ms >= clock_ms : used_ms > clock_ms;
}

// Of a move that leaves the stones on `after`: the clock, the turn, the end, the game.
void FinishMove(Game& game, const Rules& rules, const Sheet& sheet, const Board& after, bool late,
                bool concedes, Milliseconds used_ms) {
  const Team mover = game.to_move();
  // The clock is charged before an extra end may reset it.
  Milliseconds& clock_ms = game.ClockOf(mover, rules);
  clock_ms = late ? 0 : clock_ms - used_ms;

  // Even a concession or an ignored move takes a turn, and scores the end if it was the last.
  if (game.shot < kStones - 1) {
    game.board = after;
    ++game.shot;
  } else {
    FinishEnd(game, after, sheet, rules);
  }
  // ... and then decides the game, whatever the score said. Only dc4 lets a late last shot count.
  const bool score_stands = rules.overrun == Overrun::kShotStands && game.over();
  if (late && !score_stands) {
    Finish(game, Opponent(mover), Reason::kTimeLimit);
  } else if (concedes) {
    Finish(game, Opponent(mover), Reason::kConcede);
  }
}

// `throw_it` throws a release from the game's position.
template <typename F>
TurnResult Play(Game& game, const Rules& rules, const Sheet& sheet, const Move& move,
                Milliseconds used_ms, const F& throw_it) {
  SKIPSTONE_CHECK(!game.over() && used_ms >= 0);
  const bool late = std::holds_alternative<OutOfTime>(move) || IsLate(game, rules, used_ms);
  const Release* release = std::get_if<Release>(&move);
  TurnResult result;
  result.was_thrown = release != nullptr && (!late || rules.overrun == Overrun::kShotStands);
  if (result.was_thrown) {
    result.thrown = throw_it(*release);
  } else {
    result.thrown.outcome.board = game.board;
  }
  FinishMove(game, rules, sheet, result.thrown.outcome.board, late,
             std::holds_alternative<Concede>(move), used_ms);
  return result;
}

}  // namespace

TurnResult PlayMove(Game& game, const Rules& rules, Engine& engine, const Move& move,
                    Milliseconds used_ms, Recording* recording) {
  return Play(game, rules, engine.ice().sheet, move, used_ms, [&](const Release& release) {
    return ThrowStone(game.position(), release, engine, rules, recording);
  });
}

TurnResult PlayMove(Game& game, const Rules& rules, MatchWorld& world, const Move& move,
                    Milliseconds used_ms, Recording* recording) {
  return Play(game, rules, world.ice().sheet, move, used_ms, [&](const Release& release) {
    return ThrowStone(game.position(), game.end, release, world, rules, recording);
  });
}

void PlayTold(Game& game, const Rules& rules, const Sheet& sheet, const Board& after,
              Milliseconds used_ms) {
  SKIPSTONE_CHECK(!game.over() && used_ms >= 0);
  FinishMove(game, rules, sheet, after, IsLate(game, rules, used_ms), /*concedes=*/false, used_ms);
}

void Forfeit(Game& game, Team loser, Reason reason) {
  SKIPSTONE_CHECK(!game.over() && IsForfeit(reason));
  Finish(game, Opponent(loser), reason);
}

std::uint64_t HashOf(const Game& game) {
  Hasher hasher;
  const auto add_optional = [&hasher](const auto& value) {
    hasher.AddInt(value ? static_cast<std::uint64_t>(*value) + 1 : 0);
  };
  hasher.AddInt(static_cast<std::uint64_t>(game.end));
  hasher.AddInt(static_cast<std::uint64_t>(game.shot));
  add_optional(game.hammer);
  hasher.AddInt(HashOf(game.board));
  for (std::size_t team = 0; team < 2; ++team) {
    hasher.AddInt(game.scores[team].size());
    for (const auto& points : game.scores[team]) add_optional(points);
    add_optional(game.extra_end_score[team]);
    hasher.AddInt(static_cast<std::uint64_t>(game.clock_ms[team]));
    hasher.AddInt(static_cast<std::uint64_t>(game.extra_end_clock_ms[team]));
  }
  hasher.AddInt(game.result.has_value() ? 1 : 0);
  if (game.result) {
    add_optional(game.result->winner);
    hasher.AddInt(static_cast<std::uint64_t>(game.result->reason));
  }
  return hasher.value();
}

namespace {

JsonOut OptionalTeamToJson(const std::optional<Team>& team) {
  return team ? JsonOut(Index(*team)) : JsonOut();
}

std::optional<Team> OptionalTeamFromJson(const Field& field) {
  return field.is_null() ? std::nullopt : std::optional(TeamFromJson(field));
}

JsonOut OptionalIntToJson(const std::optional<int>& value) {
  return value ? JsonOut(*value) : JsonOut();
}

std::optional<int> OptionalIntFromJson(const Field& field, int low, int high) {
  if (field.is_null()) return std::nullopt;
  return static_cast<int>(field.Int(low, high));
}

}  // namespace

JsonOut ToJson(const GameResult& result) {
  return {{"winner", OptionalTeamToJson(result.winner)}, {"reason", ReasonName(result.reason)}};
}

GameResult GameResultFromJson(const Field& field) {
  const Field reason = field.At("reason");
  for (const Reason candidate : kReasons) {
    if (ReasonName(candidate) == reason.String()) {
      return {OptionalTeamFromJson(field.At("winner")), candidate};
    }
  }
  throw reason.Bad("expected score, concede, time_limit, draw, crash, hang or nonsense");
}

JsonOut ToJson(const Game& game) {
  JsonOut scores = JsonOut::array();
  JsonOut extra = JsonOut::array();
  for (std::size_t team = 0; team < 2; ++team) {
    JsonOut points = JsonOut::array();
    for (const auto& p : game.scores[team]) points.push_back(OptionalIntToJson(p));
    scores.push_back(points);
    extra.push_back(OptionalIntToJson(game.extra_end_score[team]));
  }
  return {{"end", game.end},
          {"shot", game.shot},
          {"hammer", OptionalTeamToJson(game.hammer)},
          {"stones", ToJson(game.board)},
          {"scores", scores},
          {"extra_end_score", extra},
          {"clock_ms", game.clock_ms},
          {"extra_end_clock_ms", game.extra_end_clock_ms},
          {"result", game.result ? ToJson(*game.result) : JsonOut()}};
}

Game GameFromJson(const Field& field) {
  Game game;
  game.end = static_cast<int>(field.At("end").Int(0, kMaxEnd));
  game.shot = static_cast<int>(field.At("shot").Int(0, kStones - 1));
  game.hammer = OptionalTeamFromJson(field.At("hammer"));
  game.board = BoardFromJson(field.At("stones"));
  const auto pair = [&field](const char* key) {
    const Field both = field.At(key);
    if (both.Size(2) != 2) throw both.Bad("expected two values, one per team");
    return both;
  };
  const Field scores = pair("scores");
  const Field extra = pair("extra_end_score");
  const Field clock = pair("clock_ms");
  const Field extra_clock = pair("extra_end_clock_ms");
  for (std::size_t team = 0; team < 2; ++team) {
    const Field points = scores[team];
    for (std::size_t end = 0; end < points.Size(255); ++end) {
      game.scores[team].push_back(OptionalIntFromJson(points[end], 0, kMaxPoints));
    }
    game.extra_end_score[team] = OptionalIntFromJson(extra[team], 0, kMaxPoints);
    game.clock_ms[team] = clock[team].Int(0, kMaxClock_ms);
    game.extra_end_clock_ms[team] = extra_clock[team].Int(0, kMaxClock_ms);
  }
  if (const auto result = field.Find("result")) game.result = GameResultFromJson(*result);
  if (game.result.has_value() == game.hammer.has_value()) {
    throw field.Bad("expected a hammer while the game goes on, and a result once it is over");
  }
  return game;
}

}  // namespace skipstone
