// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/end_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace skipstone {

static_assert(std::is_trivially_copyable_v<EndBytes> && sizeof(EndBytes) == 40 + 4096);

Error BadEnd(std::uint32_t number) {
  return BadData(
      "ends",
      fmt::format("end {} holds what no end can; remove the file to make it again", number));
}

std::string ToRecord(const LearningEnd& end, std::uint32_t number) {
  EndBytes bytes{};
  bytes.number = number;
  for (std::size_t i = 0; i < kStones; ++i) {
    const Board& board = end.boards[i];
    bytes.present[i] = board.present();
    std::copy_n(board.xs(), kStones, bytes.places[i].begin());
    std::copy_n(board.ys(), kStones, bytes.places[i].begin() + kStones);
  }
  return {reinterpret_cast<const char*>(&bytes), sizeof bytes};
}

std::pair<std::uint32_t, LearningEnd> EndFrom(std::string_view record) {
  SKIPSTONE_CHECK(record.size() == sizeof(EndBytes));
  EndBytes bytes;
  std::memcpy(&bytes, record.data(), sizeof bytes);
  LearningEnd end;
  for (std::size_t i = 0; i < kStones; ++i) {
    const double* places = bytes.places[i].data();
    if (!std::all_of(places, places + 2 * kStones, [](double p) { return std::isfinite(p); })) {
      throw BadEnd(bytes.number);
    }
    end.boards[i] = Board(places, places + kStones, bytes.present[i]);
  }
  return {bytes.number, end};
}

}  // namespace skipstone
