// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "net/features.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/error.h"
#include "game/end.h"

namespace skipstone {
namespace {

constexpr float kLateral_m = 2.0F;  // the sizes that coordinates are divided by
constexpr float kLong_m = 4.0F;
constexpr float kFourFoot_m = 0.6F;  // where feature 4 is a half
constexpr float kCover_m = 0.6F;     // beyond this a stone covers nothing
constexpr float kCoverDistance_m = 0.2F;
constexpr float kNear_m = 0.6F;  // a gap beyond this is no backing
constexpr int kMostShownScore = 4;
constexpr double kNoNoise = -10.0;

bool Counts(double distance_m, const ScoringEdge& edge) {
  // Without branches: half of the stones are in the house.
  return static_cast<bool>(int{distance_m < edge.distance_m} |
                           (int{edge.inclusive} & int{distance_m == edge.distance_m}));
}

// What the other features follow from, by place: the hammer team's stones, then the others'. Places
// up to the next multiple of kLanes hold a stone that is nowhere.
constexpr int kLanes = 4;

struct Lying {
  int stones = 0;
  int hammer_stones = 0;
  std::array<double, kStones> exact;  // distance to the tee, as Points has it
  alignas(64) std::array<float, kStones> x;
  alignas(64) std::array<float, kStones> y;
  alignas(64) std::array<float, kStones> distance;
};

void Collect(const Board& board, Team hammer, Lying& lying) {
  int n = 0;
  const auto add = [&](int slot) {
    const double x = board.x(slot);
    const double y = board.y(slot);
    const auto i = static_cast<std::size_t>(n++);
    lying.exact[i] = std::sqrt(x * x + y * y);
    lying.x[i] = static_cast<float>(x);
    lying.y[i] = static_cast<float>(y);
    lying.distance[i] = static_cast<float>(lying.exact[i]);
  };
  ForEachSlot(board.present() & SlotsOf(hammer), add);
  lying.hammer_stones = n;
  ForEachSlot(board.present() & SlotsOf(Opponent(hammer)), add);
  lying.stones = n;
  for (int i = n; i % kLanes != 0; ++i) {
    const auto at = static_cast<std::size_t>(i);
    lying.x[at] = lying.y[at] = lying.distance[at] = 0.0F;
  }
}

// What the stones of one team mean to every stone.
struct Around {
  alignas(64) std::array<float, kStones> nearer{};
  alignas(64) std::array<float, kStones> cover{};
};

// Each stone j against all stones i: the inner loop has no branches and vectorises.
void Compare(const Lying& lying, int from, int to, Around& around,
             float* __restrict behind_squared) {
  const int lanes = (lying.stones + kLanes - 1) / kLanes * kLanes;
  const float* __restrict x = lying.x.data();
  const float* __restrict y = lying.y.data();
  const float* __restrict distance = lying.distance.data();
  float* __restrict nearer = around.nearer.data();
  float* __restrict cover = around.cover.data();
  for (int j = from; j < to; ++j) {
    const float xj = x[j];
    const float yj = y[j];
    const float dj = distance[j];
    for (int base = 0; base < lanes; base += kLanes) {
      for (int lane = 0; lane < kLanes; ++lane) {
        const int i = base + lane;
        const float dx = x[i] - xj;
        const float dy = yj - y[i];
        nearer[i] += dj < distance[i] ? 1.0F : 0.0F;
        const float covers =
            dy <= -kCoverDistance_m ? 1.0F - std::abs(dx) * (1.0F / kCover_m) : 0.0F;
        cover[i] = cover[i] > covers ? cover[i] : covers;
        const float squared = dy > 0.0F ? dx * dx + dy * dy : std::numeric_limits<float>::max();
        behind_squared[i] = behind_squared[i] < squared ? behind_squared[i] : squared;
      }
    }
  }
}

struct NoiseScales {
  double speed_mps = 0.0;
  double angle_rad = 0.0;
};

// The errors of a draw to the tee, whatever the model.
NoiseScales NoiseOf(const ExecutionSizes& sizes, Law law) {
  constexpr double kSmall = 1e-3;
  const std::unique_ptr<const Execution> execution = MakeExecution(sizes, law);
  const Release draw = TeeDraw(law, Handle::kCw);
  const StandardPoint p = execution->ToStandard(draw);
  const Release at = execution->FromStandard(p, draw.handle);
  const Release heavier = execution->FromStandard({p.u + kSmall, p.w}, draw.handle);
  const Release righter = execution->FromStandard({p.u, p.w + kSmall}, draw.handle);
  return {std::abs(heavier.speed_mps - at.speed_mps) / kSmall,
          std::abs(righter.angle_rad - at.angle_rad) / kSmall};
}

}  // namespace

Stake StakeOf(const Utility& utility) {
  constexpr double kMost = 3.0;
  Stake stake;
  for (int points = 1 - kMostPoints; points <= kMostPoints; ++points) {
    const double more = (utility[points] - utility[points - 1]) / utility.per_point;
    stake[static_cast<std::size_t>(points + kMostPoints - 1)] =
        static_cast<float>(std::min(0.5 * (more - 1.0), kMost));
  }
  return stake;
}

StoneFeatures::StoneFeatures(const GameTerms& terms)
    : sheet_(terms.ice.sheet),
      rules_(terms.rules),
      edge_(ScoringEdgeOf(terms.ice.sheet, terms.rules)) {
  if (terms.sizes().model == ExecutionModel::kNone) {
    noise_.fill(static_cast<float>(kNoNoise));
    return;
  }
  const ExecutionSizes usual = DefaultSizes(ExecutionModel::kDc3);
  const NoiseScales scales = NoiseOf(terms.sizes(), terms.ice.law);
  const double speed = usual.speed_error_mps * SpeedScale(terms.ice.law);
  const auto feature = [](double ratio) {
    return static_cast<float>(ratio > 0.0 ? std::max(std::log2(ratio), kNoNoise) : kNoNoise);
  };
  noise_ = {feature(scales.speed_mps / speed), feature(scales.angle_rad / usual.angle_error_rad)};
}

void StoneFeatures::Encode(const Board& board, const Turn& turn, Encoded& encoded) const {
  Lying lying;
  Collect(board, turn.hammer, lying);
  const int n = lying.stones;
  const int hammer_stones = lying.hammer_stones;
  encoded.stones = n;

  // What counts, and for whom, by the exact distances.
  constexpr double kOut = std::numeric_limits<double>::infinity();
  const std::array<int, 3> bounds = {0, hammer_stones, n};  // of the teams' places
  std::array<double, kStones> counting;
  std::array<double, 2> nearest;  // of the hammer team, of the other
  for (std::size_t owner = 0; owner < 2; ++owner) {
    double least = kOut;
    for (int i = bounds[owner]; i < bounds[owner + 1]; ++i) {
      const auto at = static_cast<std::size_t>(i);
      counting[at] = Counts(lying.exact[at], edge_) ? lying.exact[at] : kOut;
      least = std::min(least, counting[at]);
    }
    nearest[owner] = least;
  }

  std::array<Around, 2> around;  // by the hammer team's stones, by the others'
  alignas(64) std::array<float, kStones> behind;
  behind.fill(std::numeric_limits<float>::max());
  Compare(lying, 0, hammer_stones, around[0], behind.data());
  Compare(lying, hammer_stones, n, around[1], behind.data());

  const float diameter = static_cast<float>(2.0 * sheet_.stone_radius_m);
  std::array<int, 2> scoring = {0, 0};
  for (std::size_t owner = 0; owner < 2; ++owner) {
    const Around& own = around[owner];
    const Around& other = around[1 - owner];
    for (int i = bounds[owner]; i < bounds[owner + 1]; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const int scores = static_cast<int>(counting[at] < nearest[1 - owner]);
      scoring[owner] += scores;
      const float distance = lying.distance[at];
      const float nearness = distance * (1.0F / kFourFoot_m);
      const float gap = std::sqrt(behind[at]) - diameter;
      encoded.hammer_owned[at] = owner == 0;
      encoded.features[at] = {1.0F,
                              lying.x[at] * (1.0F / kLateral_m),
                              lying.y[at] * (1.0F / kLong_m),
                              distance * (1.0F / kLong_m),
                              1.0F / (1.0F + nearness * nearness),
                              static_cast<float>(counting[at] < kOut),
                              static_cast<float>(scores),
                              0.25F * own.nearer[at],
                              0.25F * other.nearer[at],
                              own.cover[at],
                              other.cover[at],
                              std::clamp(1.0F - gap * (1.0F / kNear_m), 0.0F, 1.0F)};
    }
  }
  const int score = scoring[0] - scoring[1];

  float* globals = encoded.globals.data();
  std::fill_n(globals, kGlobalFeatures, 0.0F);
  globals[kStones - 1 - turn.shot] = 1.0F;
  globals[16 + kMostShownScore + std::clamp(score, -kMostShownScore, kMostShownScore)] = 1.0F;
  const int guarded = std::max(rules_.guard_shots - turn.shot, 0);
  globals[25] = 0.2F * static_cast<float>(guarded);
  globals[26] = rules_.no_tick && guarded > 0 ? 1.0F : 0.0F;
  globals[27] = noise_[0];
  globals[28] = noise_[1];
  globals[29] = rules_.scoring_inclusive ? 1.0F : 0.0F;
  globals[30] = 0.125F * static_cast<float>(hammer_stones);
  globals[31] = 0.125F * static_cast<float>(n - hammer_stones);
}

void StoneFeatures::EncodeDense(const Board& board, const Turn& turn, std::span<float> stones,
                                std::span<float> globals) const {
  SKIPSTONE_CHECK(stones.size() == kStones * kStoneFeatures && globals.size() == kGlobalFeatures);
  Encoded encoded;
  Encode(board, turn, encoded);
  std::fill(stones.begin(), stones.end(), 0.0F);
  for (int i = 0; i < encoded.stones; ++i) {
    const auto at = static_cast<std::size_t>(i);
    std::copy_n(
        encoded.features[at].begin(), kFeaturesPerOwner,
        stones.begin() + i * kStoneFeatures + (encoded.hammer_owned[at] ? 0 : kFeaturesPerOwner));
  }
  std::copy_n(encoded.globals.begin(), kGlobalFeatures, globals.begin());
}

void EncodeNnX(const Board& board, const Turn& turn, const ScoringEdge& edge, int inputs_per_stone,
               std::span<float> inputs) {
  SKIPSTONE_CHECK(inputs_per_stone == 5 || inputs_per_stone == 7);
  SKIPSTONE_CHECK(inputs.size() == static_cast<std::size_t>(kStones * inputs_per_stone));
  struct Stone {
    double distance;
    int slot;
  };
  std::array<Stone, kStones> stones;
  int n = 0;
  std::array<double, 2> nearest;
  nearest.fill(std::numeric_limits<double>::infinity());
  ForEachSlot(board.present(), [&](int slot) {
    const double x = board.x(slot);
    const double y = board.y(slot);
    const double distance = std::sqrt(x * x + y * y);
    stones[static_cast<std::size_t>(n++)] = {distance, slot};
    double& least = nearest[static_cast<std::size_t>(Index(OwnerOf(slot)))];
    least = std::min(least, distance);
  });
  // Stones that lie equally far: in order of delivery, of the hammer team first.
  const auto rank = [&](int slot) {
    return 2 * IndexOf(slot) + (OwnerOf(slot) == turn.hammer ? 0 : 1);
  };
  std::sort(stones.begin(), stones.begin() + n, [&](const Stone& a, const Stone& b) {
    return a.distance != b.distance ? a.distance < b.distance : rank(a.slot) < rank(b.slot);
  });
  std::fill(inputs.begin(), inputs.end(), 0.0F);
  for (int i = 0; i < n; ++i) {
    const Stone& stone = stones[static_cast<std::size_t>(i)];
    const Team owner = OwnerOf(stone.slot);
    const auto out = inputs.subspan(static_cast<std::size_t>(i * inputs_per_stone));
    out[0] = static_cast<float>(board.x(stone.slot)) / kLateral_m;
    out[1] = static_cast<float>(board.y(stone.slot)) / kLong_m;
    out[2] = owner == turn.hammer ? 1.0F : -1.0F;
    out[3] = Counts(stone.distance, edge) ? 1.0F : 0.0F;
    out[4] = 1.0F;
    if (inputs_per_stone == 5) continue;
    out[5] = static_cast<float>(stone.distance) / kLong_m;
    out[6] =
        nearest[static_cast<std::size_t>(Index(Opponent(owner)))] < stone.distance ? 1.0F : 0.0F;
  }
}

}  // namespace skipstone
