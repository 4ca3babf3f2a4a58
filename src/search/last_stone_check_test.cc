// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/last_stone_check.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace skipstone {
namespace {

TEST(LastStoneCheck, DISABLED_Long) {
  const char* n = std::getenv("N");
  for (const bool dc2 : {false, true}) {
    const Law law = dc2 ? Law::kDc2 : Law::kFcv1;
    const char* m = std::getenv("M");
    if (m && (m[0] == 'g') != dc2) continue;
    LastStoneCheck check{.ice = DefaultIce(law),
                         .rules = MakeRules(dc2 ? RulesPreset::kDc2 : RulesPreset::kDc3),
                         .sizes = SizesFromText(m     ? m
                                                : dc2 ? "gat"
                                                      : "dc3")};
    check.positions = n ? std::atoi(n) : 20;
    check.sampled_positions = std::min(20, check.positions);
    if (std::getenv("NOSAMPLE")) check.sampled_positions = 0;
    int i = 0;
    const LastStoneReport r = CheckLastStone(check, [&i](const LastStoneCase& c) {
      const double gain = c.brute_gain;
      std::printf("%3d stones %d  %.1f ms %d throws  worth %.4f sampled %+.4f+-%.4f brute %+.4f",
                  i++, c.position.board.count(), 1e3 * c.solve_s, c.answer.throws, c.answer.worth,
                  c.sampled ? c.answer.worth - c.sampled_worth : 0.0, c.sampled_error, gain);
      if (gain > 0.003) {
        std::printf("  ours %.4f %.5f %d  brute %.4f %.5f %d", c.answer.best.speed_mps,
                    c.answer.best.angle_rad, static_cast<int>(c.answer.best.handle),
                    c.brute_best.speed_mps, c.brute_best.angle_rad,
                    static_cast<int>(c.brute_best.handle));
      }
      std::printf("\n");
      std::fflush(stdout);
    });
    std::printf(
        "%s: stones %.2f mean %.1f ms worst %.1f ms throws %.0f sampling %.4f brute mean "
        "%.5f worst %.4f wins %d\n",
        dc2 ? "dc2 gat" : "fcv1 dc3", r.mean_stones, 1e3 * r.mean_solve_s, 1e3 * r.worst_solve_s,
        r.mean_throws, r.worst_sampling_difference, r.mean_brute_gain, r.worst_brute_gain,
        r.brute_wins);
  }
}

}  // namespace
}  // namespace skipstone
