// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/engine.h"

#include <fmt/format.h>

#include <cmath>

#include "ice/box2d_dc2.h"
#include "ice/box2d_fcv1.h"
#include "ice/event.h"

namespace skipstone {

void Engine::RunBatch(const Board& board, const Turn& turn, std::span<const Release> releases,
                      std::span<Outcome> outcomes) {
  SKIPSTONE_CHECK(releases.size() == outcomes.size());
  for (std::size_t i = 0; i < releases.size(); ++i) outcomes[i] = Run(board, turn, releases[i]);
}

void Engine::RunBoards(const Board& board, const Turn& turn, std::span<const Release> releases,
                       std::span<Board> boards) {
  SKIPSTONE_CHECK(releases.size() == boards.size());
  for (std::size_t i = 0; i < releases.size(); ++i) {
    boards[i] = Run(board, turn, releases[i]).board;
  }
}

void Engine::RunScores(const Board& board, const Turn& turn, std::span<const Release> releases,
                       const ScoringEdge& edge, std::span<std::int8_t> points) {
  SKIPSTONE_CHECK(releases.size() == points.size());
  for (std::size_t i = 0; i < releases.size(); ++i) {
    points[i] = static_cast<std::int8_t>(Points(Run(board, turn, releases[i]).board, edge));
  }
}

std::unique_ptr<Engine> MakeEngine(std::string_view name, const Ice& ice) {
  if (name == "box2d") {
    return ice.law == Law::kFcv1 ? MakeBox2dFcv1(ice) : MakeBox2dDc2(ice);
  }
  if (name == "event") return MakeEvent(ice);
  throw Error(ErrorKind::kUsage, "",
              fmt::format("expected the engine event or box2d, got {}", Quote(Json(name))));
}

std::optional<std::array<int, 2>> FindOverlap(const Board& board, const Sheet& sheet) {
  const double limit = 2.0 * sheet.stone_radius_m - kMaxOverlap_m;
  std::optional<std::array<int, 2>> found;
  ForEachSlot(board.present(), [&](int a) {
    ForEachSlot(board.present(), [&](int b) {
      const double dx = board.x(a) - board.x(b);
      const double dy = board.y(a) - board.y(b);
      if (a < b && !found && dx * dx + dy * dy < limit * limit) found = {a, b};
    });
  });
  return found;
}

void CheckThrow(const Ice& ice, const Board& board, const Turn& turn, const Release& release) {
  if (turn.shot < 0 || turn.shot >= kStones) {
    throw BadData("shot", fmt::format("expected a shot number from 0 to 15, got {}", turn.shot));
  }
  // Written so that NaN fails.
  if (!(std::abs(release.speed_mps) <= kMaxSpeed_mps) ||
      !(std::abs(release.angle_rad) <= kMaxAngle_rad)) {
    throw BadData("shot",
                  fmt::format("expected at most {} m/s and {} rad, got {} m/s and {} rad",
                              kMaxSpeed_mps, kMaxAngle_rad, release.speed_mps, release.angle_rad));
  }
  ForEachSlot(board.present(), [&](int slot) {
    if (!(std::abs(board.x(slot)) <= kMaxCoordinate_m) ||
        !(std::abs(board.y(slot)) <= kMaxCoordinate_m)) {
      throw BadData("stones", fmt::format("team {} idx {}: expected a position within {} m",
                                          Index(OwnerOf(slot)), IndexOf(slot), kMaxCoordinate_m));
    }
  });
  if (board.Has(turn.slot())) {
    throw BadData("thrown", fmt::format("team {} idx {} already lies on the sheet",
                                        Index(turn.thrower()), IndexOf(turn.slot())));
  }
  Board with_thrown = board;
  with_thrown.Put(turn.slot(), {0.0, ice.sheet.release_y_m});
  if (const auto pair = FindOverlap(with_thrown, ice.sheet)) {
    const auto name = [&](int slot) {
      return slot == turn.slot()
                 ? std::string("the release point")
                 : fmt::format("team {} idx {}", Index(OwnerOf(slot)), IndexOf(slot));
    };
    throw BadData("stones", fmt::format("{} and {} overlap by more than {:.0f} mm",
                                        name((*pair)[0]), name((*pair)[1]), 1000 * kMaxOverlap_m));
  }
}

}  // namespace skipstone
