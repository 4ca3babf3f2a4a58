// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/random.h"

#include <Random123/philox.h>

#include <cmath>

#include "base/exact_math.h"

namespace skipstone {

RandomStream::RandomStream(const StreamKey& key)
    : key_{static_cast<std::uint32_t>(key.seed), static_cast<std::uint32_t>(key.seed >> 32)},
      counter_{0, key.game,
               (static_cast<std::uint32_t>(key.end) << 16) |
                   (static_cast<std::uint32_t>(key.shot) << 8) |
                   static_cast<std::uint32_t>(key.purpose),
               key.index} {}

void RandomStream::Refill() {
  const r123::Philox4x32::ctr_type counter{{counter_[0], counter_[1], counter_[2], counter_[3]}};
  const r123::Philox4x32::key_type key{{key_[0], key_[1]}};
  const auto block = r123::Philox4x32{}(counter, key);
  for (int i = 0; i < 4; ++i) block_[i] = block[i];
  ++counter_[0];
  used_ = 0;
}

std::uint32_t RandomStream::NextU32() {
  if (used_ == 4) Refill();
  return block_[used_++];
}

std::uint64_t RandomStream::NextU64() {
  const std::uint64_t low = NextU32();
  return low | (static_cast<std::uint64_t>(NextU32()) << 32);
}

double RandomStream::Uniform() { return (static_cast<double>(NextU64() >> 12) + 0.5) * 0x1p-52; }

double RandomStream::Uniform(double low, double high) { return low + (high - low) * Uniform(); }

std::uint32_t RandomStream::Below(std::uint32_t count) {
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(NextU32()) * count) >> 32);
}

std::array<double, 2> RandomStream::NormalPair() {
  const double radius = std::sqrt(-2.0 * ExactLog(Uniform()));
  const SinCos direction = ExactSinCos(2.0 * kPi * Uniform());
  return {radius * direction.cos, radius * direction.sin};
}

double RandomStream::StudentT5() {
  // z / sqrt(chi2_5 / 5), with chi2_5 = chi2_4 + chi2_1 = -2 ln(u1 u2) + z'^2.
  const auto [z, z2] = NormalPair();
  const double u1 = Uniform();
  const double chi2 = z2 * z2 - 2.0 * ExactLog(u1 * Uniform());
  return z / std::sqrt(chi2 / 5.0);
}

}  // namespace skipstone
