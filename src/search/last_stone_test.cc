// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/last_stone.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>

namespace skipstone {
namespace {

Position Last(const Board& board) { return {board, {kStones - 1, Team::k1}}; }

double Now() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

void Show(const char* name, Law law, const char* model, const Board& board) {
  const Ice ice = DefaultIce(law);
  LastStone solver(ice, MakeRules(law == Law::kFcv1 ? RulesPreset::kDc3 : RulesPreset::kDc2),
                   SizesFromText(model));
  solver.Solve(Last(board), UtilityOfPoints());
  const double start = Now();
  const LastStoneAnswer a = solver.Solve(Last(board), UtilityOfPoints());
  const double t = Now() - start;
  std::printf("%s %s: %.1f ms, %d throws of %zu cells, rows %d cols %d\n", name, model, 1e3 * t,
              a.throws, 2 * solver.lattice().size(), solver.lattice().rows(),
              solver.lattice().columns);
  for (const auto& c : a.ranked) {
    std::printf("   %.4f %.5f %s worth %.4f %s\n", c.release.speed_mps, c.release.angle_rad,
                std::string(HandleName(c.release.handle)).c_str(), c.worth, c.exact ? "exact" : "");
  }
}

TEST(LastStone, Show) {
  Board open;
  Board button;
  button.Put(SlotOf(Team::k0, 0), {0.0, 0.0});
  Board mess;
  mess.Put(SlotOf(Team::k0, 0), {0.0, 0.2});
  mess.Put(SlotOf(Team::k0, 1), {0.3, -3.0});
  mess.Put(SlotOf(Team::k0, 2), {-0.8, 0.9});
  mess.Put(SlotOf(Team::k0, 3), {-0.1, -2.4});
  mess.Put(SlotOf(Team::k1, 0), {0.7, 0.1});
  mess.Put(SlotOf(Team::k1, 1), {-0.6, -0.3});
  mess.Put(SlotOf(Team::k1, 2), {1.2, 0.7});
  mess.Put(SlotOf(Team::k1, 3), {0.0, -1.4});
  for (const Board& b : {open, button, mess}) {
    Show("fcv1", Law::kFcv1, "dc3", b);
    Show("fcv1", Law::kFcv1, "olympic", b);
    Show("fcv1", Law::kFcv1, "none", b);
    Show("fcv1", Law::kFcv1, "dc3:speed_error=0.00001,angle_error=0.000001", b);
    Show("fcv1", Law::kFcv1, "dc3:speed_error=0.1,angle_error=0.02", b);
    Show("dc2", Law::kDc2, "gat", b);
  }
}

}  // namespace
}  // namespace skipstone
