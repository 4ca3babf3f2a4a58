// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/error_bank.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>

#include "base/exact_math.h"
#include "ice/free_path.h"

namespace skipstone {
namespace {

// Middles of equal parts of (0, 1).
double PartOf(int i) { return (i + 0.5) / ErrorBank::kErrors; }

// The other coordinate of Hammersley's points: the bits of the first in reverse.
int Reverse(int i) {
  int reversed = 0;
  for (int bit = 0; bit < ErrorBank::kBits; ++bit) {
    reversed = (reversed << 1) | ((i >> bit) & 1);
  }
  return reversed;
}

// Box and Muller's transform of the point.
std::array<double, 2> NormalsOf(int i) {
  const double radius = std::sqrt(-2.0 * ExactLog(PartOf(i)));
  const SinCos direction = ExactSinCos(2.0 * kPi * PartOf(Reverse(i)));
  return {radius * direction.cos, radius * direction.sin};
}

// The quantiles of Student's t with 5 degrees of freedom. With t = sqrt(5) tan(h) the distribution
// is 1/2 + (h + sin h (cos h + 2/3 cos^3 h)) / pi, inverted by halving.
const std::vector<double>& StudentT5Quantiles() {
  static const std::vector<double> quantiles = [] {
    std::vector<double> list(ErrorBank::kErrors);
    for (int i = ErrorBank::kErrors / 2; i < ErrorBank::kErrors; ++i) {
      double low = 0.0;
      double high = kPi / 2;
      for (int round = 0; round < 40; ++round) {
        const double h = 0.5 * (low + high);
        const SinCos turn = ExactSinCos(h);
        const double sum = h + turn.sin * (turn.cos + 2.0 / 3.0 * turn.cos * turn.cos * turn.cos);
        (0.5 + sum / kPi < PartOf(i) ? low : high) = h;
      }
      const SinCos turn = ExactSinCos(low);
      const double t = std::sqrt(5.0) * turn.sin / turn.cos;
      list[static_cast<std::size_t>(i)] = t;
      list[static_cast<std::size_t>(ErrorBank::kErrors - 1 - i)] = -t;
    }
    return list;
  }();
  return quantiles;
}

}  // namespace

ErrorBank::ErrorBank(const ExecutionSizes& sizes, Law law) : model_(sizes.model) {
  const auto add = [&](double a, double b) {
    errors_.push_back({static_cast<float>(a), static_cast<float>(b)});
  };
  if (model_ == ExecutionModel::kNone) return;
  if (model_ == ExecutionModel::kGat) {
    // What the draw to the tee has more than the draw to a point scattered about it.
    errors_.reserve(2 * kErrors);
    for (const Handle handle : {Handle::kCw, Handle::kCcw}) {
      const Vec2 tee = VelocityOf(TeeDraw(law, handle));
      for (int i = 0; i < kErrors; ++i) {
        const auto [across, along] = NormalsOf(i);
        const Vec2 v = VelocityOf(FreePath::For(law).DrawTo(
            {sizes.across_error_m * across, sizes.along_error_m * along}, handle));
        add(tee.x - v.x, tee.y - v.y);
      }
    }
    return;
  }
  // The sizes as the model has them: standard coordinates are measured in them.
  const std::unique_ptr<const Execution> execution = MakeExecution(sizes, law);
  const auto angle_error = [&](double speed_mps) {
    return 1.0 / execution->ToStandard({speed_mps, 1.0, Handle::kCw}).w;
  };
  max_speed_mps_ = MaxSpeed(sizes, law);
  speed_error_mps_ = execution->FromStandard({1.0, 0.0}, Handle::kCw).speed_mps;
  light_error_rad_ = angle_error(0.0);
  firm_error_rad_ = angle_error(max_speed_mps_);
  const double span = 0.01 * max_speed_mps_;
  error_per_mps_ = (firm_error_rad_ - angle_error(max_speed_mps_ - span)) / span;
  errors_.reserve(kErrors);
  for (int i = 0; i < kErrors; ++i) {
    if (model_ == ExecutionModel::kOlympic) {
      const std::vector<double>& quantiles = StudentT5Quantiles();
      add(quantiles[static_cast<std::size_t>(i)], quantiles[static_cast<std::size_t>(Reverse(i))]);
    } else {
      const auto [speed, angle] = NormalsOf(i);
      add(speed, angle);
    }
  }
}

double ErrorBank::AngleError(double speed_mps) const {
  const double error = firm_error_rad_ - error_per_mps_ * (max_speed_mps_ - speed_mps);
  return std::clamp(error, std::min(light_error_rad_, firm_error_rad_),
                    std::max(light_error_rad_, firm_error_rad_));
}

std::shared_ptr<const ErrorBank> ErrorBank::For(const ExecutionSizes& sizes, Law law) {
  struct Made {
    ExecutionSizes sizes;
    Law law;
    std::weak_ptr<const ErrorBank> bank;
  };
  static std::mutex mutex;
  static std::vector<Made> made;
  const std::lock_guard lock(mutex);
  std::erase_if(made, [](const Made& entry) { return entry.bank.expired(); });
  for (const Made& entry : made) {
    if (entry.sizes != sizes || entry.law != law) continue;
    if (auto bank = entry.bank.lock()) return bank;
  }
  auto bank = std::make_shared<const ErrorBank>(sizes, law);
  made.push_back({sizes, law, bank});
  return bank;
}

Release ErrorBank::Sample(const Release& called, RandomStream& random) const {
  if (model_ == ExecutionModel::kNone) return called;
  const auto index = static_cast<std::size_t>(random.NextU32() >> (32 - kBits));
  if (model_ == ExecutionModel::kGat) {
    const Error& error = errors_[index + (called.handle == Handle::kCw ? 0 : kErrors)];
    const SinCos line = SmallSinCos(called.angle_rad);
    const double x = called.speed_mps * line.sin + static_cast<double>(error.a);
    const double y = called.speed_mps * line.cos + static_cast<double>(error.b);
    return {std::sqrt(x * x + y * y), SmallAtan2(x, y), called.handle};
  }
  const Error& error = errors_[index];
  const double speed = std::min(called.speed_mps, max_speed_mps_);
  return {std::max(0.0, speed + speed_error_mps_ * static_cast<double>(error.a)),
          called.angle_rad + AngleError(speed) * static_cast<double>(error.b), called.handle};
}

}  // namespace skipstone
