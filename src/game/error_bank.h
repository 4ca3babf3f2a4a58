// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "game/execution.h"

namespace skipstone {

// Errors of an execution model, made once: a sample costs a random number and a lookup where the
// model itself takes several logarithms. For roll-outs, which throw millions of stones; games are
// thrown by the model.
//
// The errors are not drawn but spread evenly over the model's distribution: Hammersley points
// through its quantiles, so that each moment is nearer to the model's than that of as many draws.
// Immutable; shared between threads.
class ErrorBank {
 public:
  static constexpr int kBits = 14;
  static constexpr int kErrors = 1 << kBits;

  ErrorBank(const ExecutionSizes& sizes, Law law);
  // The same, shared by all who ask while somebody holds it: it takes a while to make.
  static std::shared_ptr<const ErrorBank> For(const ExecutionSizes& sizes, Law law);

  // As Execution::Sample, but for the finite number of errors.
  Release Sample(const Release& called, RandomStream& random) const;

 private:
  struct Error {
    float a;
    float b;
  };
  double AngleError(double speed_mps) const;

  ExecutionModel model_;
  // Errors in speed and angle (dc3, olympic).
  double max_speed_mps_ = 0.0;
  double speed_error_mps_ = 0.0;
  double light_error_rad_ = 0.0;  // of the line, at no speed
  double firm_error_rad_ = 0.0;   // at the fastest
  double error_per_mps_ = 0.0;    // between
  // Of unit scale, in speed and angle; gat: velocities, all of cw and then all of ccw.
  std::vector<Error> errors_;
};

}  // namespace skipstone
