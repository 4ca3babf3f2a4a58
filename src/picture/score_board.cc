// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/score_board.h"

#include <fmt/format.h>

#include <algorithm>

namespace skipstone {
namespace {

constexpr int kPlayerColumns = 14;
constexpr int kEndColumns = 3;
constexpr int kExtraColumns = 6;
// All but the ends: team, player, total, stones, hammer.
constexpr int kOtherColumns = 10 + kPlayerColumns + 7 + 2 + kStonesPerTeam + 8;

constexpr Colour kTextColours[2] = {{1.0, 1.0, 1.0}, kInk};
constexpr Colour kGrey{0.5, 0.53, 0.56};

// The ends in view: regular ones from `first`, perhaps an extra one.
struct Ends {
  int first = 0;
  int last = 0;  // exclusive
  bool extra = false;
};

Ends EndsInView(const Game& game, const Rules& rules, int columns) {
  Ends ends{.last = rules.ends};
  // A game that ends with the last end has moved on to the next one too.
  ends.extra = game.extra_end_score[0].has_value() || (game.end >= rules.ends && !game.over());
  const int room = columns - kOtherColumns - (ends.extra ? kExtraColumns : 0);
  const int most = std::max(1, room / kEndColumns);
  if (ends.last > most) {
    ends.last = std::clamp(game.end + 1, most, rules.ends);
    ends.first = ends.last - most;
  }
  return ends;
}

std::string PointsText(const std::optional<int>& points) {
  return points ? std::to_string(*points) : "";
}

int StonesLeft(const Game& game, Team team) {
  const bool leads = team != game.hammer;
  return kStonesPerTeam - (game.shot + (leads ? 1 : 0)) / 2;
}

}  // namespace

std::vector<std::string> ScoreBoardLines(const Game& game, const Rules& rules,
                                         const std::array<std::string, 2>& players, int columns,
                                         Palette palette) {
  const Ends ends = EndsInView(game, rules, columns);
  std::string head = fmt::format("{:{}}", "", 10 + kPlayerColumns);
  for (int end = ends.first; end < ends.last; ++end) {
    const std::string number = fmt::format("{:>{}}", end + 1, kEndColumns);
    head += end == game.end ? kBoldText + number + kPlainText
                            : Foreground(kGrey, palette) + number + kPlainText;
  }
  if (ends.extra) head += fmt::format("{:>{}}", "extra", kExtraColumns);
  std::vector<std::string> lines = {
      FittedText(head + Foreground(kGrey, palette) + "  total" + kPlainText, columns)};

  for (const Team team : {Team::k0, Team::k1}) {
    const auto i = static_cast<std::size_t>(Index(team));
    std::string line =
        fmt::format("{}{}{}{} {}", !game.over() && game.to_move() == team ? "▸" : " ",
                    Background(kTeamColours[i], palette) + Foreground(kTextColours[i], palette),
                    team == Team::k0 ? "  red   " : " yellow ", kPlainText,
                    FittedText(players[i], kPlayerColumns));
    for (int end = ends.first; end < ends.last; ++end) {
      line += fmt::format("{:>{}}", PointsText(game.scores[i][static_cast<std::size_t>(end)]),
                          kEndColumns);
    }
    if (ends.extra)
      line += fmt::format("{:>{}}", PointsText(game.extra_end_score[i]), kExtraColumns);
    line += fmt::format("{}{:>7}{}  ", kBoldText, game.Total(team), kPlainText);
    if (!game.over()) {
      line += Foreground(kTeamColours[i], palette);
      for (int stone = 0; stone < kStonesPerTeam; ++stone) {
        line += stone < StonesLeft(game, team) ? "●" : " ";
      }
      line += kPlainText;
      if (game.hammer == team) line += "  hammer";
    }
    lines.push_back(FittedText(line, columns));
  }
  return lines;
}

}  // namespace skipstone
