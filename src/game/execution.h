// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/options.h"
#include "base/random.h"
#include "ice/ice.h"
#include "ice/release.h"

namespace skipstone {

// How a called release becomes a thrown one.
enum class ExecutionModel : std::uint8_t {
  kNone,     // exactly as called
  kDc3,      // speed cap, then normal errors in speed and angle
  kGat,      // the landing scatter of a tee draw, as a change of velocity (DC2's GAT rule)
  kOlympic,  // Student-t errors with 5 degrees of freedom; aim steadier at speed (Yee et al. 4.2)
};

// Sizes as stated for fcv1. On dc2 every speed is scaled by the ratio of the two ices' tee-draw
// speeds; angles and lengths stay.
struct ExecutionSizes {
  ExecutionModel model = ExecutionModel::kDc3;
  double max_speed_mps = 4.0;          // calls above it are thrown at it (all but none and gat)
  double speed_error_mps = 0.0076;     // sd (dc3) or scale of the t (olympic)
  double angle_error_rad = 0.0018;     // sd (dc3); olympic: scale at max_speed and faster
  double light_angle_error_rad = 0.0;  // olympic: scale at the lightest guard weight and slower
  double across_error_m = 0.0;         // gat: sd of the landing point across the sheet
  double along_error_m = 0.0;          // gat: sd along it

  bool operator==(const ExecutionSizes&) const = default;
};

// What a size may be, wherever it comes from. A size of zero has no standard coordinates: "none" is
// the model without error, and the smallest size is none that a float32 throw can tell.
inline constexpr double kSmallestSize = 1e-9;
inline constexpr double kLargestSize = 10.0;
inline constexpr double kLargestMaxSpeed_mps = 100.0;

ExecutionSizes DefaultSizes(ExecutionModel model);
std::string_view ModelName(ExecutionModel model);  // "none", "dc3", "gat", "olympic"
// The sizes of a model and their defaults, as they may stand in a text.
OptionTable SizeOptions(ExecutionModel model);
// "dc3", or with sizes: "dc3:speed_error=0.0152,max_speed=3"; throws kUsage.
ExecutionSizes SizesFromText(std::string_view text);
// A model's name, with its sizes if they are not its own.
std::string TextOf(const ExecutionSizes& sizes);

std::uint64_t HashOf(const ExecutionSizes& sizes);
JsonOut ToJson(const ExecutionSizes& sizes);
ExecutionSizes SizesFromJson(const Field& field);

// A team's four players, lead to fourth; each throws two stones of an end in a row.
inline constexpr int kPlayers = 4;
using TeamSizes = std::array<ExecutionSizes, kPlayers>;
inline TeamSizes SameForAll(const ExecutionSizes& sizes) { return {sizes, sizes, sizes, sizes}; }
constexpr int PlayerOf(int shot) { return shot / 4; }
// One object if all four are the same, else a list of four.
JsonOut ToJson(const TeamSizes& sizes);
TeamSizes TeamSizesFromJson(const Field& field);

// A point of the shot space, for one handle, in which the error has unit scale: u grows with the
// weight, w to the thrower's right.
struct StandardPoint {
  double u = 0.0;
  double w = 0.0;
};

// The shape of an error's density, up to a factor.
enum class ErrorShape : std::uint8_t {
  kPoint,      // no error
  kNormal,     // exp(-z^2 / 2) in each of two directions
  kStudentT5,  // (1 + z^2 / 5)^-3
};

// Coordinates in which a model's density has its shape: that of throwing b when a is called goes
// with shape(b.u - a.u) shape((b.w - a.w) a.scale). Counted from the tee draw.
struct ErrorPoint {
  double u = 0.0;
  double w = 0.0;
  double scale = 1.0;
};

// An execution model on an ice. Immutable; shared between threads.
class Execution {
 public:
  virtual ~Execution() = default;

  const ExecutionSizes& sizes() const { return sizes_; }

  // The release that is thrown when `called` is called.
  virtual Release Sample(const Release& called, RandomStream& random) const = 0;

  // The same for given errors, each of which is distributed by ErrorDensity, independently. To
  // first order they add to the call's standard coordinates; here they do exactly what the model
  // says.
  virtual Release Thrown(const Release& called, const StandardPoint& error) const = 0;
  virtual double ErrorDensity(double error) const = 0;

  // Probability density of throwing `thrown` when `called` is called, per unit area of standard
  // coordinates; 0 across handles. For none, where all mass is in one point: 1 there, 0 elsewhere.
  virtual double Density(const Release& called, const Release& thrown) const = 0;

  virtual ErrorShape shape() const = 0;
  virtual ErrorPoint ErrorPointOf(const Release& release) const = 0;

  virtual StandardPoint ToStandard(const Release& release) const = 0;
  virtual Release FromStandard(const StandardPoint& point, Handle handle) const = 0;

 protected:
  explicit Execution(const ExecutionSizes& sizes) : sizes_(sizes) {}

 private:
  ExecutionSizes sizes_;
};

std::unique_ptr<const Execution> MakeExecution(const ExecutionSizes& sizes, Law law);

// The fastest release on the ice, in its own speeds; 0 if the model has no limit.
double MaxSpeed(const ExecutionSizes& sizes, Law law);

// The release of a draw to the tee. Exact up to the 1 ms steps' rounding (about a millimetre).
Release TeeDraw(Law law, Handle handle);
// An ice's tee-draw speed over fcv1's: 1, or about 12.3 for dc2.
double SpeedScale(Law law);

}  // namespace skipstone
