// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/stats.h"

#include <fmt/format.h>

#include "base/table.h"

namespace skipstone {
namespace {

void Count(Share& share, bool in_part) {
  ++share.whole;
  share.part += in_part ? 1 : 0;
}

std::optional<double> AverageEnd(const PlayerStats& stats) {
  if (stats.ends_with_hammer == 0) return std::nullopt;
  return double(stats.points_with_hammer) / stats.ends_with_hammer;
}

JsonOut ShareJson(const Share& share) {
  const auto percent = share.percent();
  return {{"part", share.part},
          {"whole", share.whole},
          {"percent", percent ? JsonOut(*percent) : JsonOut()}};
}

std::string ShareText(const Share& share) {
  const auto percent = share.percent();
  return percent ? fmt::format("{:.1f} % of {}", *percent, share.whole) : "-";
}

std::size_t Number(ShotType type) { return static_cast<std::size_t>(type); }

}  // namespace

std::optional<double> Share::percent() const {
  if (whole == 0) return std::nullopt;
  return 100.0 * part / whole;
}

std::vector<PlayerStats> MakeStats(const TournamentSetup& setup, std::span<const GameSummary> games,
                                   std::span<const ShotCount> shots) {
  std::vector<PlayerStats> stats(setup.players.size());
  for (const GameSummary& game : games) {
    for (const PlayedEnd& end : game.ends) {
      const auto hammer = static_cast<std::size_t>(Index(end.hammer));
      PlayerStats& with = stats[game.fixture.players[hammer]];
      PlayerStats& without = stats[game.fixture.players[1 - hammer]];
      const int scored = end.points[hammer];
      const int stolen = end.points[1 - hammer];
      ++with.ends_with_hammer;
      ++without.ends_without_hammer;
      with.points_with_hammer += scored;
      if (scored > 0 || stolen > 0) Count(with.hammer_efficiency, scored >= 2);
      if (scored > 0) Count(without.force_efficiency, scored == 1);
      Count(without.steal_efficiency, stolen > 0);
      Count(with.steal_defence, stolen > 0);
    }
  }
  for (const ShotCount& count : shots) {
    stats[count.player].shots[Number(count.type)] = {count.came_off, count.thrown};
  }
  return stats;
}

JsonOut ToJson(const std::vector<std::string>& labels, const std::vector<PlayerStats>& stats) {
  JsonOut out = JsonOut::array();
  for (std::size_t i = 0; i < stats.size(); ++i) {
    const PlayerStats& player = stats[i];
    const auto average = AverageEnd(player);
    JsonOut shots = JsonOut::object();
    for (std::size_t type = 0; type < kShotTypes; ++type) {
      if (player.shots[type].whole == 0) continue;
      shots[ShotTypeName(static_cast<ShotType>(type))] = ShareJson(player.shots[type]);
    }
    out.push_back({{"player", labels[i]},
                   {"ends_with_hammer", player.ends_with_hammer},
                   {"ends_without_hammer", player.ends_without_hammer},
                   {"hammer_efficiency", ShareJson(player.hammer_efficiency)},
                   {"force_efficiency", ShareJson(player.force_efficiency)},
                   {"steal_efficiency", ShareJson(player.steal_efficiency)},
                   {"steal_defence", ShareJson(player.steal_defence)},
                   {"average_end_with_hammer", average ? JsonOut(*average) : JsonOut()},
                   {"shots", shots}});
  }
  return out;
}

std::string Render(const std::vector<std::string>& labels, const std::vector<PlayerStats>& stats,
                   TableFormat format) {
  std::vector<std::vector<std::string>> ends = {{"player", "hammer efficiency", "force efficiency",
                                                 "steal efficiency", "steal defence",
                                                 "average end with hammer"}};
  std::vector<std::vector<std::string>> shots = {{"shots that came off"}};
  for (const std::string& label : labels) shots.front().push_back(label);
  for (std::size_t i = 0; i < stats.size(); ++i) {
    const PlayerStats& player = stats[i];
    const auto average = AverageEnd(player);
    ends.push_back({labels[i], ShareText(player.hammer_efficiency),
                    ShareText(player.force_efficiency), ShareText(player.steal_efficiency),
                    ShareText(player.steal_defence),
                    average ? fmt::format("{:.2f}", *average) : "-"});
  }
  for (std::size_t type = 0; type < kShotTypes; ++type) {
    bool thrown = false;
    std::vector<std::string> line = {std::string(ShotTypeName(static_cast<ShotType>(type)))};
    for (const PlayerStats& player : stats) {
      thrown = thrown || player.shots[type].whole > 0;
      line.push_back(ShareText(player.shots[type]));
    }
    if (thrown) shots.push_back(std::move(line));
  }
  return RenderGrid(ends, format) + "\n" + RenderGrid(shots, format);
}

}  // namespace skipstone
