// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>

namespace skipstone {

// One number per part of the system, over a fixed built-in set. A change that should not change
// behaviour proves it by leaving them alone; they are the same for every compiler setting and CPU.
struct Signature {
  std::uint64_t fcv1 = 0;  // physics: shots of random ends, engine box2d
  std::uint64_t dc2 = 0;   // the same on dc2
  std::uint64_t event_fcv1 = 0;
  std::uint64_t event_dc2 = 0;
  std::uint64_t rules = 0;  // scores, fouls, clocks, execution models

  bool operator==(const Signature&) const = default;
};

Signature ComputeSignature();

}  // namespace skipstone
