// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/execution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/exact_math.h"
#include "base/hash.h"
#include "ice/free_path.h"

namespace skipstone {
namespace {

constexpr std::array<std::string_view, 4> kModelNames = {"none", "dc3", "gat", "olympic"};

// The sizes by name: which models have them and what they may be.
struct SizeField {
  const char* name;
  double ExecutionSizes::*member;
  std::vector<ExecutionModel> models;
  const char* help;
  double most = kLargestSize;
};

const std::vector<SizeField>& SizeFields() {
  using enum ExecutionModel;
  static const std::vector<SizeField> fields = {
      {"max_speed",
       &ExecutionSizes::max_speed_mps,
       {kDc3, kOlympic},
       "calls above it are thrown at it, in m/s",
       kLargestMaxSpeed_mps},
      {"speed_error",
       &ExecutionSizes::speed_error_mps,
       {kDc3, kOlympic},
       "of the speed, in m/s: standard deviation; of olympic the scale of its t"},
      {"angle_error",
       &ExecutionSizes::angle_error_rad,
       {kDc3, kOlympic},
       "of the line, in radians, likewise; of olympic at max_speed"},
      {"light_angle_error",
       &ExecutionSizes::light_angle_error_rad,
       {kOlympic},
       "of the line at the lightest guard weight, in radians"},
      {"across_error",
       &ExecutionSizes::across_error_m,
       {kGat},
       "of where a tee draw comes to rest, across the sheet, in m"},
      {"along_error",
       &ExecutionSizes::along_error_m,
       {kGat},
       "of where a tee draw comes to rest, along the sheet, in m"},
  };
  return fields;
}

bool Has(const SizeField& field, ExecutionModel model) {
  return std::find(field.models.begin(), field.models.end(), model) != field.models.end();
}

ExecutionModel ModelFromName(std::string_view name) {
  for (std::size_t i = 0; i < kModelNames.size(); ++i) {
    if (kModelNames[i] == name) return static_cast<ExecutionModel>(i);
  }
  throw Error(ErrorKind::kUsage, "",
              fmt::format("expected the execution model none, dc3, gat or olympic, got {}",
                          Quote(Json(name))));
}

double NormalDensity(double z) {
  return ExactExp(-0.5 * z * z) * 0.39894228040143267794;  // 1 / sqrt(2 pi)
}

// Student's t, 5 degrees of freedom: 8 / (3 pi sqrt 5) (1 + t^2/5)^-3.
double StudentT5Density(double t) {
  const double base = 1.0 + t * t / 5.0;
  return 0.37960668982249446 / (base * base * base);
}

// Errors in speed and angle, of a fixed shape.
class SpeedAngleExecution : public Execution {
 public:
  // `scales` are the sizes in use, mostly the model's own.
  SpeedAngleExecution(const ExecutionSizes& sizes, const ExecutionSizes& scales, Law law)
      : Execution(sizes),
        max_speed_(scales.max_speed_mps * SpeedScale(law)),
        speed_error_(scales.speed_error_mps * SpeedScale(law)),
        angle_error_(scales.angle_error_rad),
        tee_speed_(TeeDraw(law, Handle::kCw).speed_mps) {}

  ErrorPoint ErrorPointOf(const Release& release) const override {
    return {(release.speed_mps - tee_speed_) / speed_error_, release.angle_rad,
            1.0 / AngleError(std::min(release.speed_mps, max_speed_))};
  }

  StandardPoint ToStandard(const Release& release) const override {
    return {release.speed_mps / speed_error_, release.angle_rad / AngleError(release.speed_mps)};
  }

  Release FromStandard(const StandardPoint& point, Handle handle) const override {
    const double speed = point.u * speed_error_;
    return {speed, point.w * AngleError(speed), handle};
  }

  Release Sample(const Release& called, RandomStream& random) const override {
    const auto [speed_error, angle_error] = Draw(random);
    return Thrown(called, {speed_error, angle_error});
  }

  Release Thrown(const Release& called, const StandardPoint& error) const override {
    const double speed = std::min(called.speed_mps, max_speed_);
    // Field servers let a feather-light throw go backwards; at rest it is just as much a miss.
    return {std::max(0.0, speed + speed_error_ * error.u),
            called.angle_rad + AngleError(speed) * error.w, called.handle};
  }

  double Density(const Release& called, const Release& thrown) const override {
    if (called.handle != thrown.handle) return 0.0;
    const double speed = std::min(called.speed_mps, max_speed_);
    // The call's speed decides how far the angle errs, the throw's how long a unit of w is.
    const double angle_error = AngleError(speed);
    return ErrorDensity((thrown.speed_mps - speed) / speed_error_) *
           ErrorDensity((thrown.angle_rad - called.angle_rad) / angle_error) *
           (AngleError(thrown.speed_mps) / angle_error);
  }

 protected:
  virtual std::array<double, 2> Draw(RandomStream& random) const = 0;
  virtual double AngleError(double /*speed_mps*/) const { return angle_error_; }
  double max_speed() const { return max_speed_; }

 private:
  double max_speed_;
  double speed_error_;
  double angle_error_;
  double tee_speed_;
};

class Dc3Execution : public SpeedAngleExecution {
 public:
  using SpeedAngleExecution::SpeedAngleExecution;

  ErrorShape shape() const override { return ErrorShape::kNormal; }
  double ErrorDensity(double error) const override { return NormalDensity(error); }

 protected:
  std::array<double, 2> Draw(RandomStream& random) const override { return random.NormalPair(); }
};

class OlympicExecution : public SpeedAngleExecution {
 public:
  OlympicExecution(const ExecutionSizes& sizes, Law law)
      : SpeedAngleExecution(sizes, sizes, law), guard_speed_(LightestGuard() * SpeedScale(law)) {}

  ErrorShape shape() const override { return ErrorShape::kStudentT5; }
  double ErrorDensity(double error) const override { return StudentT5Density(error); }

 protected:
  std::array<double, 2> Draw(RandomStream& random) const override {
    const double speed_error = random.StudentT5();
    return {speed_error, random.StudentT5()};
  }

  double AngleError(double speed_mps) const override {
    const double t =
        std::clamp((speed_mps - guard_speed_) / (max_speed() - guard_speed_), 0.0, 1.0);
    return sizes().light_angle_error_rad +
           t * (sizes().angle_error_rad - sizes().light_angle_error_rad);
  }

 private:
  // The speed on fcv1 of a draw that just clears the hog line.
  static double LightestGuard() {
    const Sheet sheet = DefaultIce(Law::kFcv1).sheet;
    return FreePath::For(Law::kFcv1)
        .DrawTo({0.0, sheet.hog_line_y_m + sheet.stone_radius_m}, Handle::kCw)
        .speed_mps;
  }

  double guard_speed_;
};

// No error. Standard coordinates are those of dc3, so that grids have a scale.
class NoExecution : public Dc3Execution {
 public:
  NoExecution(const ExecutionSizes& sizes, Law law)
      : Dc3Execution(sizes, DefaultSizes(ExecutionModel::kDc3), law) {}

  ErrorShape shape() const override { return ErrorShape::kPoint; }
  Release Sample(const Release& called, RandomStream& /*random*/) const override { return called; }
  Release Thrown(const Release& called, const StandardPoint& /*error*/) const override {
    return called;
  }
  double Density(const Release& called, const Release& thrown) const override {
    return called == thrown ? 1.0 : 0.0;
  }
};

// GAT: thrown = called + T - Q in velocities, where T is the draw to the tee and Q the draw to a
// point scattered about it. The error does not depend on the call, so standard coordinates are
// linear in the velocity: the landing map of a tee draw, linearised and divided by the scatter.
class GatExecution : public Execution {
 public:
  GatExecution(const ExecutionSizes& sizes, Law law) : Execution(sizes), path_(FreePath::For(law)) {
    for (const Handle handle : {Handle::kCw, Handle::kCcw}) {
      PerHandle& p = per_handle_[static_cast<std::size_t>(handle)];
      p.tee_velocity = VelocityOf(path_.DrawTo({0.0, 0.0}, handle));
      // Columns: the change of the landing point with vx and with vy, by central differences.
      const double h = 1e-3 * p.tee_velocity.y;
      const auto change = [&](double hx, double hy) {
        const Vec2 plus = Landing({p.tee_velocity.x + hx, p.tee_velocity.y + hy}, handle);
        const Vec2 minus = Landing({p.tee_velocity.x - hx, p.tee_velocity.y - hy}, handle);
        return Vec2{(plus.x - minus.x) / (2 * h), (plus.y - minus.y) / (2 * h)};
      };
      const Vec2 by_vx = change(h, 0.0);
      const Vec2 by_vy = change(0.0, h);
      p.w_vx = by_vx.x / sizes.across_error_m;
      p.w_vy = by_vy.x / sizes.across_error_m;
      p.u_vx = by_vx.y / sizes.along_error_m;
      p.u_vy = by_vy.y / sizes.along_error_m;
      p.determinant = p.w_vx * p.u_vy - p.w_vy * p.u_vx;
    }
  }

  Release Sample(const Release& called, RandomStream& random) const override {
    const auto [across, along] = random.NormalPair();
    return Thrown(called, {-along, -across});
  }

  Release Thrown(const Release& called, const StandardPoint& error) const override {
    // Q is subtracted: a thrown stone goes farther if it scatters short of the tee.
    const Vec2 q = VelocityOf(path_.DrawTo(
        {sizes().across_error_m * -error.w, sizes().along_error_m * -error.u}, called.handle));
    const Vec2 t = For(called.handle).tee_velocity;
    const Vec2 v = VelocityOf(called);
    return ReleaseFromVelocity({v.x + t.x - q.x, v.y + t.y - q.y}, called.handle);
  }

  double ErrorDensity(double error) const override { return NormalDensity(error); }

  double Density(const Release& called, const Release& thrown) const override {
    if (called.handle != thrown.handle) return 0.0;
    const PerHandle& p = For(called.handle);
    const Vec2 from = VelocityOf(called);
    const Vec2 to = VelocityOf(thrown);
    const Vec2 q{p.tee_velocity.x - (to.x - from.x), p.tee_velocity.y - (to.y - from.y)};
    const Vec2 landing = Landing(q, called.handle);
    // Area of landing points per area of velocities is D D' / v; of standard points, the
    // determinant.
    const double speed = std::sqrt(q.x * q.x + q.y * q.y);
    const double area = path_.StopOf(speed).distance_m * path_.DistancePerSpeed(speed) / speed;
    return NormalDensity(landing.x / sizes().across_error_m) / sizes().across_error_m *
           NormalDensity(landing.y / sizes().along_error_m) / sizes().along_error_m * area /
           std::abs(p.determinant);
  }

  ErrorShape shape() const override { return ErrorShape::kNormal; }
  // The landing map, which bends the density a little, is taken for linear.
  ErrorPoint ErrorPointOf(const Release& release) const override {
    const StandardPoint point = ToStandard(release);
    const PerHandle& p = For(release.handle);
    const Vec2 tee = p.tee_velocity;
    return {point.u - (p.u_vx * tee.x + p.u_vy * tee.y),
            point.w - (p.w_vx * tee.x + p.w_vy * tee.y), 1.0};
  }

  StandardPoint ToStandard(const Release& release) const override {
    const PerHandle& p = For(release.handle);
    const Vec2 v = VelocityOf(release);
    return {p.u_vx * v.x + p.u_vy * v.y, p.w_vx * v.x + p.w_vy * v.y};
  }

  Release FromStandard(const StandardPoint& point, Handle handle) const override {
    const PerHandle& p = For(handle);
    return ReleaseFromVelocity({(p.u_vy * point.w - p.w_vy * point.u) / p.determinant,
                                (p.w_vx * point.u - p.u_vx * point.w) / p.determinant},
                               handle);
  }

 private:
  struct PerHandle {
    Vec2 tee_velocity;
    double u_vx, u_vy, w_vx, w_vy;  // (u, w) = matrix * velocity
    double determinant;
  };

  const PerHandle& For(Handle handle) const {
    return per_handle_[static_cast<std::size_t>(handle)];
  }
  Vec2 Landing(Vec2 velocity, Handle handle) const {
    return path_.StopPoint(ReleaseFromVelocity(velocity, handle));
  }

  const FreePath& path_;
  std::array<PerHandle, 2> per_handle_{};
};

}  // namespace

ExecutionSizes DefaultSizes(ExecutionModel model) {
  switch (model) {
    case ExecutionModel::kNone:
      return {.model = model, .max_speed_mps = 0.0, .speed_error_mps = 0.0, .angle_error_rad = 0.0};
    case ExecutionModel::kDc3:
      return {.model = model};
    case ExecutionModel::kGat:  // half and twice the stone's radius of 0.145 m
      return {.model = model,
              .max_speed_mps = 0.0,
              .speed_error_mps = 0.0,
              .angle_error_rad = 0.0,
              .across_error_m = 0.0725,
              .along_error_m = 0.29};
    case ExecutionModel::kOlympic:
      return {.model = model,
              .speed_error_mps = 0.0095,
              .angle_error_rad = 0.00116,
              .light_angle_error_rad = 0.00365};
  }
  return {};
}

std::string_view ModelName(ExecutionModel model) {
  return kModelNames[static_cast<std::size_t>(model)];
}

std::string TextOf(const ExecutionSizes& sizes) {
  std::string text(ModelName(sizes.model));
  if (sizes == DefaultSizes(sizes.model)) return text;
  char separator = ':';
  const JsonOut all = ToJson(sizes);
  for (const auto& [name, value] : all.items()) {
    if (name == "model") continue;
    text += fmt::format("{}{}={}", separator, name, value.dump());
    separator = ',';
  }
  return text;
}

OptionTable SizeOptions(ExecutionModel model) {
  OptionTable table;
  for (const SizeField& field : SizeFields()) {
    if (!Has(field, model)) continue;
    table.push_back(SpecOption::Number(field.name, DefaultSizes(model).*(field.member),
                                       kSmallestSize, field.most, field.help));
  }
  return table;
}

ExecutionSizes SizesFromText(std::string_view text) {
  ExecutionSizes sizes = DefaultSizes(ModelFromName(SpecName(text)));
  SpecOptions options("execution", text, SizeOptions(sizes.model));
  for (const SizeField& field : SizeFields()) {
    if (Has(field, sizes.model)) sizes.*(field.member) = options.Number(field.name);
  }
  return sizes;
}

std::uint64_t HashOf(const ExecutionSizes& sizes) {
  Hasher hasher;
  hasher.AddText(ModelName(sizes.model));
  for (const SizeField& field : SizeFields()) {
    if (Has(field, sizes.model)) hasher.AddDouble(sizes.*(field.member));
  }
  return hasher.value();
}

JsonOut ToJson(const ExecutionSizes& sizes) {
  JsonOut json = {{"model", ModelName(sizes.model)}};
  for (const SizeField& field : SizeFields()) {
    if (Has(field, sizes.model)) json[field.name] = sizes.*(field.member);
  }
  return json;
}

ExecutionSizes SizesFromJson(const Field& field) {
  try {
    if (field.is_string()) return SizesFromText(field.String());
    ExecutionSizes sizes = DefaultSizes(ModelFromName(field.At("model").String()));
    for (const SizeField& size : SizeFields()) {
      const auto value = field.Find(size.name);
      if (value && Has(size, sizes.model)) {
        sizes.*(size.member) = value->Number(kSmallestSize, size.most);
      }
    }
    return sizes;
  } catch (const Error& e) {
    if (e.kind() != ErrorKind::kUsage) throw;
    throw field.Bad(e.what());
  }
}

JsonOut ToJson(const TeamSizes& sizes) {
  if (sizes == SameForAll(sizes[0])) return ToJson(sizes[0]);
  JsonOut list = JsonOut::array();
  for (const ExecutionSizes& player : sizes) list.push_back(ToJson(player));
  return list;
}

TeamSizes TeamSizesFromJson(const Field& field) {
  if (!field.is_array()) return SameForAll(SizesFromJson(field));
  if (field.Size(kPlayers) != kPlayers) throw field.Bad("expected four players");
  TeamSizes sizes;
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = SizesFromJson(field[i]);
  return sizes;
}

std::unique_ptr<const Execution> MakeExecution(const ExecutionSizes& sizes, Law law) {
  switch (sizes.model) {
    case ExecutionModel::kNone:
      return std::make_unique<NoExecution>(sizes, law);
    case ExecutionModel::kDc3:
      return std::make_unique<Dc3Execution>(sizes, sizes, law);
    case ExecutionModel::kGat:
      return std::make_unique<GatExecution>(sizes, law);
    case ExecutionModel::kOlympic:
      return std::make_unique<OlympicExecution>(sizes, law);
  }
  throw Error(ErrorKind::kInternal, "execution", "unknown model");
}

double MaxSpeed(const ExecutionSizes& sizes, Law law) {
  const bool capped =
      sizes.model == ExecutionModel::kDc3 || sizes.model == ExecutionModel::kOlympic;
  return capped ? sizes.max_speed_mps * SpeedScale(law) : 0.0;
}

Release TeeDraw(Law law, Handle handle) { return FreePath::For(law).DrawTo({0.0, 0.0}, handle); }

double SpeedScale(Law law) {
  if (law == Law::kFcv1) return 1.0;
  return TeeDraw(Law::kDc2, Handle::kCw).speed_mps / TeeDraw(Law::kFcv1, Handle::kCw).speed_mps;
}

}  // namespace skipstone
