// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.h"
#include "value/score_distribution.h"

namespace skipstone {

// Where a table's scores come from: notes for people, and for who makes it again. What is not
// known is empty or 0.
struct WinTableOrigin {
  std::string ice;        // "fcv1"
  std::string execution;  // "gat", with its sizes if they are not the model's own
  std::string rules;      // "dc3"
  std::vector<std::string> players;
  std::int64_t games = 0;
  std::int64_t ends = 0;  // that were counted
  std::string command;    // that played the games
  std::string commit;     // of the program that did

  bool operator==(const WinTableOrigin&) const = default;
};

// What ends come to, by what they are played for: by the ends left, the one being played included,
// and the lead of the team with its hammer, whose scores they are.
struct SituationScores {
  int ends = 1;   // 1 to so many ends left; of more, as of so many
  int leads = 0;  // from so many behind to so many ahead; further ones count as these
  std::vector<ScoreDistribution> scores;  // by ends left, then by lead

  const ScoreDistribution& Of(int ends_left, int lead) const;

  bool operator==(const SituationScores&) const = default;
};

// The probability to win a game, by the ends left and the lead, from what an end comes to (Lee et
// al. 2018, section 5.3; Ataka et al. call it game equity table). In the papers that is one
// distribution for all ends; here it may depend on the situation, since teams play for what they
// need. For the hammer team that leads by d with n ends left, p(s) being the probability that it
// then scores s:
//
//   W(n, d) = sum over s <= 0 of p(s) W(n - 1, d + s)               the hammer stays
//           + sum over s >  0 of p(s) (1 - W(n - 1, -(d + s)))      it passes to the other team
//   W(0, d) = 1 for d > 0, 0 for d < 0, and in a tie
//             1/2                                     if that is a draw
//             p(s > 0) / (p(s > 0) + p(s < 0))        with extra ends until somebody scores; p is
//                                                     that of the last end of a tied game
//
// Scores that were counted are a little off, so a larger lead might seem worth less than a smaller
// one; such neighbours get their mean. A draw is half a win. The limit on a game's ends is left out
// of W, where it is worth p(0)^245 at most; if nobody ever scores, it makes the game a draw.
// docs/value.md has the views and the file.
class WinTable {
 public:
  // The scores are the hammer team's: not negative, with a sum of 1 within 1e-6.
  static WinTable FromScores(const ScoreDistribution& one_end, TieBreak tie_break);
  static WinTable FromSituations(SituationScores scores, TieBreak tie_break);
  // The same scores, and another thing that happens in a tie. Of situations that is a guess: who
  // wins a tie in extra ends plays the last end another way than who gets half a win.
  WinTable With(TieBreak tie_break) const;

  const SituationScores& scores() const { return scores_; }
  TieBreak tie_break() const { return tie_break_; }
  const WinTableOrigin& origin() const { return origin_; }
  void set_origin(WinTableOrigin origin) { origin_ = std::move(origin); }

  // The hammer team's probability to win when it leads by `lead`. `ends_left` are regular ends, the
  // one about to begin included; with 0, a tied game goes into an extra end or is a draw.
  double HammerWins(int ends_left, int lead) const;
  // The same for the team that throws first, by its own lead: what the papers tabulate.
  double FirstTeamWins(int ends_left, int lead) const { return 1.0 - HammerWins(ends_left, -lead); }

  // What each score of the end that is being played is worth to the team that has its hammer: its
  // probability to win the game. A point is worth the standard deviation of that, over the mean of
  // all situations' scores, per standard deviation of the points. The rules must break ties as the
  // table does.
  Utility UtilityOf(const Game& game, const Rules& rules) const;
  // The same by the lead of the team with the hammer and the regular ends after this one.
  // `is_last`: there can be no end after it, so a tie is a draw.
  Utility UtilityOf(int ends_after, int lead, bool is_last = false) const;
  // Team 0's probability to win the game, as it was before the first stone of the present end; of
  // a game that is over, its result.
  double Team0Wins(const Game& game, const Rules& rules) const;

  bool operator==(const WinTable&) const = default;

 private:
  // W(n, d) for d = -8n, ..., 8n; what is beyond is decided.
  using Row = std::vector<double>;

  WinTable(SituationScores scores, TieBreak tie_break);
  static double At(const Row& row, int lead);
  // The row of so many ends left, from the one before.
  Row RowAfter(const Row& row, int ends_left) const;
  // `scratch` is where a row lives that is not kept.
  const Row& RowOf(int ends_left, Row& scratch) const;

  SituationScores scores_;
  ScoreDistribution mean_;  // of all situations
  TieBreak tie_break_;
  WinTableOrigin origin_;
  std::vector<Row> rows_;
};

// The hammer team's probability to win as team 0's, and back.
constexpr double Team0View(double hammer_wins, Team hammer) {
  return hammer == Team::k0 ? hammer_wins : 1.0 - hammer_wins;
}

// Seventeen numbers, of -8 to +8 points. Refused unless they are a distribution; rounding of the
// sum up to 1e-6 is made good.
ScoreDistribution ScoreDistributionFromJson(const Field& field);

// The table file (docs/formats.md): the scores and their origin; the table follows from them.
JsonOut ToJson(const WinTable& table);
WinTable WinTableFromJson(const Field& field);
// The whole file, a line per field.
std::string FileText(const WinTable& table);
std::string HashOfTable(const WinTable& table);

// A table file, or bare scores, {"probability": [...]}, where ties go to extra ends. `name` is what
// errors call it.
WinTable ReadWinTable(const std::string& file, const std::string& name);

// The tables of models/, which are part of the program: the ice's own execution errors.
const WinTable& ShippedWinTable(Law law, TieBreak tie_break);

}  // namespace skipstone
