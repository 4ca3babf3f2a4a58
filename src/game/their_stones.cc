// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/their_stones.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "game/record.h"

namespace skipstone {
namespace {

// Not worth a word.
constexpr double kSameIce_m = 0.001;

}  // namespace

void TheirStones::Compare(const RecordMove& ours, const Board& theirs) {
  const bool others = ours.board.present() != theirs.present();
  double apart_m = 0.0;
  ForEachSlot(static_cast<SlotSet>(ours.board.present() & theirs.present()), [&](int slot) {
    apart_m = std::max(apart_m, std::hypot(ours.board.x(slot) - theirs.x(slot),
                                           ours.board.y(slot) - theirs.y(slot)));
  });
  inexact_ += others || apart_m > 0.0 ? 1 : 0;
  if (others || apart_m > kSameIce_m) {
    if (moves_ == 0) first_ = fmt::format("end {}, shot {}", ours.end + 1, ours.shot + 1);
    ++moves_;
  }
  other_stones_ += others ? 1 : 0;
  most_m_ = std::max(most_m_, apart_m);
}

std::string TheirStones::Text() const {
  if (same()) return "no difference";
  const double most_mm = 1000.0 * most_m_;
  const std::string most = most_mm < 1.0 ? fmt::format("{:.1f} µm", 1000.0 * most_mm)
                                         : fmt::format("{:.0f} mm", most_mm);
  std::string text =
      fmt::format("after {} of the shots stones lie elsewhere, by {} at most", inexact_, most);
  if (other_stones_ > 0) text += fmt::format("; after {} other stones are left", other_stones_);
  return text;
}

std::string TheirStones::Warning() const {
  if (moves_ == 0) return "";
  return fmt::format(
      "from {} on, after {} of the shots, stones lie up to {:.0f} mm from where our simulation has "
      "them, and after {} other stones are left",
      first_, moves_, 1000.0 * most_m_, other_stones_);
}

}  // namespace skipstone
