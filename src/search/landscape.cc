// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "search/landscape.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "base/exact_math.h"
#include "base/jobs.h"
#include "search/shot_lattice.h"
#include "search/simulation.h"
#include "search/smoothing.h"
#include "search/tree.h"

namespace skipstone {
namespace {

// Rows are equally spaced in log(speed - lightest + this part of the range).
constexpr double kRowOffset = 0.12;
// A close-up is worked out farther than it is shown, so that errors across its edge count.
constexpr double kMarginErrors = 4.0;
// Farther than any error.
constexpr double kFar = 1e9;
// Outcomes that leave all stones where they are are one position, and deserve a good look.
constexpr int kLookForUntouched = 64;
constexpr int kEllipsePoints = 72;
// Room for a stone's width on both sides of a line.
constexpr double kBeside_rad = 0.008;

// Half way to the neighbour; at both ends as far as on the other side.
double EdgeBefore(const std::vector<double>& at, std::size_t i) {
  return i > 0 ? 0.5 * (at[i - 1] + at[i]) : at[0] - 0.5 * (at[1] - at[0]);
}
double EdgeAfter(const std::vector<double>& at, std::size_t i) {
  return i + 1 < at.size() ? 0.5 * (at[i] + at[i + 1]) : at[i] + 0.5 * (at[i] - at[i - 1]);
}

// The mean over the error. First along the weights; of an error that turns the line with the weight
// (gat) each row is shifted by as much. Then along the lines. Beyond its edges a patch goes on as
// it is there.
class Smoother {
 public:
  Smoother(const Execution& execution, Law law) : execution_(execution), law_(law) {}

  void Smooth(LandscapePatch& patch) const {
    patch.called = patch.exact;
    if (execution_.shape() == ErrorShape::kPoint) return;
    const ErrorCurve curve(execution_);
    const auto rows = static_cast<int>(patch.speeds_mps.size());
    const std::size_t columns = patch.angles_rad.size();
    const double step =
        (patch.angles_rad.back() - patch.angles_rad.front()) / static_cast<double>(columns - 1);
    const double middle = 0.5 * (patch.angles_rad.front() + patch.angles_rad.back());
    std::vector<double> line(columns);
    for (int row = 0; row < rows; ++row) {
      const double speed = patch.speeds_mps[static_cast<std::size_t>(row)];
      const ErrorSides sides = ErrorSidesAt(execution_, law_, {speed, middle, patch.handle});
      const double scale = sides.by_weight.speed_mps;
      std::fill(line.begin(), line.end(), 0.0);
      double total = 0.0;
      for (int from = 0; from < rows; ++from) {
        const auto f = static_cast<std::size_t>(from);
        // The first and the last row stand for all beyond them.
        const double low = from == 0 ? -kFar : (EdgeBefore(patch.speeds_mps, f) - speed) / scale;
        const double high =
            from == rows - 1 ? kFar : (EdgeAfter(patch.speeds_mps, f) - speed) / scale;
        if (high <= -curve.reach() || low >= curve.reach()) continue;
        const double mass = curve.Cdf(high) - curve.Cdf(low);
        total += mass;
        const double turn =
            sides.by_weight.angle_rad * (patch.speeds_mps[f] - speed) / (scale * step);
        AddShifted(&patch.exact[patch.Index(f, 0)], turn, mass, line);
      }
      for (double& value : line) value /= total;
      SpreadLine(line, step / sides.by_line.angle_rad, curve,
                 &patch.called[patch.Index(static_cast<std::size_t>(row), 0)]);
    }
  }

 private:
  // line[c] += weight * row[c + shift], between the columns linearly.
  static void AddShifted(const double* row, double shift, double weight,
                         std::vector<double>& line) {
    const auto last = static_cast<double>(line.size() - 1);
    for (std::size_t c = 0; c < line.size(); ++c) {
      const double at = std::clamp(static_cast<double>(c) + shift, 0.0, last);
      const std::size_t left = std::min(static_cast<std::size_t>(at), line.size() - 2);
      const double part = at - static_cast<double>(left);
      line[c] += weight * (row[left] + part * (row[left + 1] - row[left]));
    }
  }

  // `unit` is a column's width in errors.
  static void SpreadLine(const std::vector<double>& line, double unit, const ErrorCurve& curve,
                         double* out) {
    const auto last = static_cast<int>(line.size()) - 1;
    const int reach = std::min(last, static_cast<int>(std::ceil(curve.reach() / unit)));
    std::vector<double> weights;
    for (int d = 0; d <= reach; ++d) {
      weights.push_back(curve.Cdf((d + 0.5) * unit) - curve.Cdf((d - 0.5) * unit));
    }
    for (int c = 0; c <= last; ++c) {
      double sum = 0.0;
      double total = 0.0;
      for (int d = -reach; d <= reach; ++d) {
        const double weight = weights[static_cast<std::size_t>(std::abs(d))];
        sum += weight * line[static_cast<std::size_t>(std::clamp(c + d, 0, last))];
        total += weight;
      }
      out[c] = sum / total;
    }
  }

  const Execution& execution_;
  Law law_;
};

// Fills the exact values of patches, row by row, on all threads.
class Thrower {
 public:
  Thrower(const GameTerms& terms, const SearchTask& task, const LandscapeSetting& setting)
      : terms_(terms), task_(task), setting_(setting) {
    Simulation simulation(terms);
    // A stone that hardly leaves the hand; the engine rounds where the others lie.
    const Position untouched = simulation.Throw(
        task.position, {1e-2 * TeeDraw(terms.ice.law, Handle::kCw).speed_mps, 0.0, Handle::kCw});
    untouched_board_ = untouched.board;
    untouched_ = ValueOf(simulation, untouched, setting.rollouts * kLookForUntouched, 0, 0);
  }

  bool Fill(const std::vector<LandscapePatch*>& patches, const std::function<bool(double)>& go_on) {
    struct Job {
      LandscapePatch* patch;
      std::size_t row;
      std::uint32_t number;  // of the patch, from 1: for its random numbers
    };
    std::vector<Job> jobs;
    for (std::size_t p = 0; p < patches.size(); ++p) {
      patches[p]->exact.resize(patches[p]->speeds_mps.size() * patches[p]->angles_rad.size());
      for (std::size_t row = 0; row < patches[p]->speeds_mps.size(); ++row) {
        jobs.push_back({patches[p], row, static_cast<std::uint32_t>(p + 1)});
      }
    }
    std::atomic<std::size_t> done = 0;
    bool stopped = false;
    const auto stop = [&] {
      stopped = !go_on(static_cast<double>(done) / static_cast<double>(jobs.size()));
      return stopped;
    };
    RunJobs(jobs.size(), setting_.threads, stop, [&]() -> JobWorker {
      return [&, simulation = std::make_shared<Simulation>(terms_)](std::size_t job) {
        FillRow(*simulation, *jobs[job].patch, jobs[job].row, jobs[job].number);
        ++done;
      };
    });
    return !stopped;
  }

 private:
  void FillRow(Simulation& simulation, LandscapePatch& patch, std::size_t row,
               std::uint32_t number) {
    for (std::size_t column = 0; column < patch.angles_rad.size(); ++column) {
      const Position after = simulation.Throw(
          task_.position, {patch.speeds_mps[row], patch.angles_rad[column], patch.handle});
      const std::size_t cell = patch.Index(row, column);
      patch.exact[cell] = after.board == untouched_board_
                              ? untouched_
                              : ValueOf(simulation, after, setting_.rollouts, number, cell);
    }
  }

  double ValueOf(Simulation& simulation, const Position& after, int rollouts, std::uint32_t patch,
                 std::size_t cell) const {
    const Turn& turn = task_.position.turn;
    if (Simulation::IsOver(after)) return ValueFor(turn, task_.utility, simulation.Score(after));
    RandomStream random({.seed = task_.seed,
                         .game = patch,
                         .shot = static_cast<std::uint8_t>(turn.shot + 1),
                         .purpose = Purpose::kSearch,
                         .index = static_cast<std::uint32_t>(cell)});
    double sum = 0.0;
    for (int i = 0; i < rollouts; ++i) {
      sum += ValueFor(turn, task_.utility,
                      simulation.RollOut(after, StandingAt(after.turn, turn, task_.standing),
                                         kRollOutShots, random));
    }
    return sum / rollouts;
  }

  const GameTerms& terms_;
  const SearchTask& task_;
  const LandscapeSetting& setting_;
  Board untouched_board_;
  double untouched_ = 0.0;
};

std::vector<double> EqualSteps(double low, double high, int count) {
  std::vector<double> steps;
  for (int i = 0; i < count; ++i) steps.push_back(low + (high - low) * i / (count - 1));
  return steps;
}

LandscapePatch WholePatch(const Ice& ice, const ExecutionSizes& sizes, const Board& board,
                          Handle handle, const LandscapeSetting& setting) {
  const Aim aim(ice.law);
  const Sheet& sheet = ice.sheet;
  const double heaviest = HeaviestCall(ice, sizes);
  const double lightest =
      std::min(aim.DrawTo({0.0, sheet.hog_line_y_m}, handle).speed_mps, 0.9 * heaviest);

  LandscapePatch patch;
  patch.handle = handle;
  const double offset = kRowOffset * (heaviest - lightest);
  for (const double x :
       EqualSteps(ExactLog(offset), ExactLog(heaviest - lightest + offset), setting.rows)) {
    patch.speeds_mps.push_back(lightest - offset + ExactExp(x));
  }
  // Lines that pass the house's sides, or a stone, drawn or thrown hard.
  std::vector<Vec2> spots;
  const double side = sheet.house_radius_m + sheet.stone_radius_m;
  for (const double x : {-side, side}) spots.push_back({x, 0.0});
  ForEachSlot(board.present(), [&](int slot) { spots.push_back(board.position(slot)); });
  double left = 0.0;
  double right = 0.0;
  for (const Vec2& spot : spots) {
    const auto hard = aim.PassThrough(spot, heaviest, handle);
    const double drawn = aim.DrawTo(spot, handle).angle_rad;
    for (const double angle : {drawn, hard ? hard->release.angle_rad : drawn}) {
      left = std::min(left, angle - kBeside_rad);
      right = std::max(right, angle + kBeside_rad);
    }
  }
  patch.angles_rad = EqualSteps(left, right, setting.columns);
  return patch;
}

// What is left of a patch without the rows and columns at its edges.
LandscapePatch Cropped(const LandscapePatch& patch, std::size_t margin) {
  LandscapePatch inner;
  inner.handle = patch.handle;
  const std::size_t rows = patch.speeds_mps.size() - margin;
  const std::size_t columns = patch.angles_rad.size() - margin;
  for (std::size_t r = margin; r < rows; ++r) inner.speeds_mps.push_back(patch.speeds_mps[r]);
  for (std::size_t c = margin; c < columns; ++c) inner.angles_rad.push_back(patch.angles_rad[c]);
  for (std::size_t r = margin; r < rows; ++r) {
    for (std::size_t c = margin; c < columns; ++c) {
      inner.exact.push_back(patch.exact[patch.Index(r, c)]);
      inner.called.push_back(patch.called[patch.Index(r, c)]);
    }
  }
  return inner;
}

}  // namespace

std::optional<ShotLandscape> MakeShotLandscape(const GameTerms& terms, const SearchTask& task,
                                               const Release& call, const LandscapeSetting& setting,
                                               const std::function<bool(double)>& go_on) {
  SKIPSTONE_CHECK(setting.rows >= 2 && setting.columns >= 2 && setting.close_up_cells >= 2 &&
                  setting.rollouts >= 1 && setting.threads >= 1 &&
                  !Simulation::IsOver(task.position));
  const Turn& turn = task.position.turn;
  const ExecutionSizes& sizes = terms.sizes(turn);
  const Law law = terms.ice.law;
  const auto execution = MakeExecution(sizes, law);

  ShotLandscape landscape;
  for (const Handle handle : {Handle::kCw, Handle::kCcw}) {
    landscape.whole[static_cast<std::size_t>(handle)] =
        WholePatch(terms.ice, sizes, task.position.board, handle, setting);
  }
  const ErrorSides sides = ErrorSidesAt(*execution, law, call);
  const double cell_errors = 2.0 * kCloseUpErrors / (setting.close_up_cells - 1);
  const auto margin = static_cast<int>(std::ceil(kMarginErrors / cell_errors));
  const int cells = setting.close_up_cells + 2 * margin;
  const auto around = [&](double centre, double side_a, double side_b) {
    const double half = 0.5 * (cells - 1) * cell_errors * Length({side_a, side_b});
    return EqualSteps(centre - half, centre + half, cells);
  };
  LandscapePatch near;
  near.handle = call.handle;
  near.speeds_mps = around(call.speed_mps, sides.by_weight.speed_mps, sides.by_line.speed_mps);
  near.angles_rad = around(call.angle_rad, sides.by_weight.angle_rad, sides.by_line.angle_rad);
  // Light enough calls reach below zero.
  for (double& speed : near.speeds_mps) speed = std::max(speed, 1e-3 * call.speed_mps);

  if (!Thrower(terms, task, setting)
           .Fill({&landscape.whole[0], &landscape.whole[1], &near}, go_on)) {
    return std::nullopt;
  }
  const Smoother smoother(*execution, law);
  for (LandscapePatch* patch : {&landscape.whole[0], &landscape.whole[1], &near}) {
    smoother.Smooth(*patch);
  }
  landscape.close_up = Cropped(near, static_cast<std::size_t>(margin));
  return landscape;
}

ErrorSides ErrorSidesAt(const Execution& execution, Law law, const Release& call) {
  if (execution.shape() == ErrorShape::kPoint) {
    return ErrorSidesAt(*MakeExecution(DefaultSizes(ExecutionModel::kDc3), law), law, call);
  }
  // The errors are linear in speed and angle (or all but: gat) around a call.
  const double speed_step = 1e-4 * call.speed_mps;
  constexpr double kAngleStep = 1e-4;
  const ErrorPoint at = execution.ErrorPointOf(call);
  const ErrorPoint faster =
      execution.ErrorPointOf({call.speed_mps + speed_step, call.angle_rad, call.handle});
  const ErrorPoint righter =
      execution.ErrorPointOf({call.speed_mps, call.angle_rad + kAngleStep, call.handle});
  const double u_speed = (faster.u - at.u) / speed_step;
  const double u_angle = (righter.u - at.u) / kAngleStep;
  const double w_speed = at.scale * (faster.w - at.w) / speed_step;
  const double w_angle = at.scale * (righter.w - at.w) / kAngleStep;
  const double determinant = u_speed * w_angle - u_angle * w_speed;
  return {{w_angle / determinant, -w_speed / determinant, call.handle},
          {-u_angle / determinant, u_speed / determinant, call.handle}};
}

std::vector<Release> ErrorEllipse(const ErrorSides& sides, const Release& call, double errors) {
  std::vector<Release> curve;
  for (int i = 0; i <= kEllipsePoints; ++i) {
    const SinCos at = ExactSinCos(2.0 * kPi * i / kEllipsePoints);
    const double u = errors * at.cos;
    const double w = errors * at.sin;
    curve.push_back({call.speed_mps + u * sides.by_weight.speed_mps + w * sides.by_line.speed_mps,
                     call.angle_rad + u * sides.by_weight.angle_rad + w * sides.by_line.angle_rad,
                     call.handle});
  }
  return curve;
}

}  // namespace skipstone
