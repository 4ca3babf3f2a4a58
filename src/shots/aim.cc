// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/aim.h"

#include "base/exact_math.h"

namespace skipstone {
namespace {

constexpr double kRadius_m = 0.145;
constexpr double kDiameter_m = 2.0 * kRadius_m;
// Thinner hits miss as often as not.
constexpr double kThinnest = 0.97;
// A way that leads so near to a stone's centre hits it full.
constexpr double kWellHit_m = 0.01;

// `direction` turned to the right by the angle with this sine.
Vec2 TurnRight(Vec2 direction, double sine) {
  return std::sqrt(1.0 - sine * sine) * direction + sine * RightOf(direction);
}

// The weights without a limit, which most aims share.
std::array<std::shared_ptr<const Ways>, 5> MakeWeights(Law law) {
  // DC2's programs stay below 33.7 m/s (a server's limit); its stones hardly slow down after a hit.
  constexpr double kPastTee_m[2][5] = {{3.7, 5.5, 11.0, 22.0, 40.0}, {3.7, 5.0, 6.3, 7.6, 8.8}};
  const Flight& flight = Flight::For(law);
  std::array<std::shared_ptr<const Ways>, 5> weights;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double distance = kPastTee_m[static_cast<int>(law)][i] - flight.release_y_m();
    weights[i] = std::make_shared<const Ways>(
        flight, flight.MotionAt(flight.RootOfDistance(distance)).speed_mps);
  }
  return weights;
}

const std::array<std::shared_ptr<const Ways>, 5>& WeightsFor(Law law) {
  if (law == Law::kFcv1) {
    static const auto fcv1 = MakeWeights(Law::kFcv1);
    return fcv1;
  }
  static const auto dc2 = MakeWeights(Law::kDc2);
  return dc2;
}

}  // namespace

Impact Strike(Law law, Vec2 normal, Vec2 velocity_mps, double spin_radps) {
  const double friction = law == Law::kFcv1 ? 0.2 : 12.0;
  const double approach = Dot(velocity_mps, normal);
  const bool bounces = law == Law::kFcv1 || approach > 1.0;
  const double push = bounces ? approach : 0.5 * approach;
  // Per unit mass of two equal discs: the tangential impulse that ends the sliding is a sixth of
  // it.
  const Vec2 tangent = RightOf(normal);
  const double sliding = kRadius_m * spin_radps - Dot(velocity_mps, tangent);
  const double drag = std::clamp(-sliding / 6.0, -friction * push, friction * push);
  const Vec2 impulse = push * normal + drag * tangent;
  const double twist = 2.0 * drag / kRadius_m;
  return {normal, velocity_mps - impulse, impulse, spin_radps + twist, twist};
}

Aim::Aim(Law law, double max_speed_mps)
    : law_(law), flight_(Flight::For(law)), weights_(WeightsFor(law)) {
  if (!(max_speed_mps > 0.0)) return;
  std::shared_ptr<const Ways> fastest;
  for (auto& ways : weights_) {
    if (ways->speed_mps() <= max_speed_mps) continue;
    if (!fastest) fastest = std::make_shared<const Ways>(flight_, max_speed_mps);
    ways = fastest;
  }
}

const Ways& Aim::WaysOf(double speed_mps, std::optional<Ways>& own) const {
  for (const auto& ways : weights_) {
    if (ways->speed_mps() == speed_mps) return *ways;
  }
  return own.emplace(flight_, speed_mps, flight_.RootOfSpeed(speed_mps));
}

Release Aim::DrawTo(Vec2 spot, Handle handle) const {
  const double dy = spot.y - flight_.release_y_m();
  const Flight::Draw draw = flight_.DrawOf(Length({spot.x, dy}));
  return {draw.speed_mps, SmallAtan2(spot.x, dy) - CurlSide(handle) * draw.turned_rad, handle};
}

bool Aim::Look(const Ways& ways, Vec2 point, double side, Sight& sight) const {
  sight.way = {point.x, point.y - flight_.release_y_m()};
  const double distance = Length(sight.way);
  if (!ways.Reaches(distance)) return false;
  sight.there = ways.At(distance);
  const Vec2 bearing = (1.0 / distance) * sight.way;
  sight.direction = sight.there.cos_lean * bearing + side * sight.there.sin_lean * RightOf(bearing);
  return true;
}

Aim::Pass Aim::PassOf(const Ways& ways, const Sight& sight, Handle handle) {
  const double side = CurlSide(handle);
  const double angle = SmallAtan2(sight.way.x, sight.way.y) - side * sight.there.turned_rad;
  return {{ways.speed_mps(), angle, handle},
          sight.direction,
          sight.there.speed_mps,
          -side * sight.there.spin_radps,
          sight.there.remaining_m};
}

Aim::Hit Aim::HitOf(const Ways& ways, const Sight& sight, Vec2 stone, Vec2 normal, Handle handle) {
  return {PassOf(ways, sight, handle), stone - kDiameter_m * normal, normal};
}

std::optional<Aim::Pass> Aim::PassThrough(Vec2 point, double speed_mps, Handle handle) const {
  std::optional<Ways> own;
  const Ways& ways = WaysOf(speed_mps, own);
  Sight sight;
  if (!Look(ways, point, CurlSide(handle), sight)) return std::nullopt;
  return PassOf(ways, sight, handle);
}

std::optional<Aim::Pass> Aim::ArriveAt(Vec2 point, double arrival_mps, Handle handle) const {
  // What remains there, and the way to there: a draw as far as the point is a little curved too.
  const double distance = Length({point.x, point.y - flight_.release_y_m()});
  const double there = flight_.RootOfSpeed(arrival_mps);
  const double draw = flight_.RootOfDistance(distance);
  const double root = std::sqrt(there * there + draw * draw);
  if (root > flight_.RootOfSpeed(flight_.fastest_mps())) return std::nullopt;
  const Ways ways(flight_, flight_.MotionAt(root).speed_mps, root);
  Sight sight;
  if (!Look(ways, point, CurlSide(handle), sight)) return std::nullopt;
  return PassOf(ways, sight, handle);
}

// The line of centres depends on the heading there, and that, a little, on the line of centres.
bool Aim::LookAtHit(const Ways& ways, Vec2 stone, double thickness, double side, Sight& sight,
                    Vec2& normal) const {
  const double cosine = std::sqrt(1.0 - thickness * thickness);
  Vec2 direction = UnitOf({stone.x, stone.y - flight_.release_y_m()});
  for (int i = 0; i < 3; ++i) {
    normal = cosine * direction - thickness * RightOf(direction);
    if (!Look(ways, stone - kDiameter_m * normal, side, sight)) return false;
    direction = sight.direction;
  }
  return true;
}

std::optional<Aim::Hit> Aim::HitStone(Vec2 stone, double thickness, double speed_mps,
                                      Handle handle) const {
  std::optional<Ways> own;
  const Ways& ways = WaysOf(speed_mps, own);
  Sight sight;
  Vec2 normal;
  if (!LookAtHit(ways, stone, thickness, CurlSide(handle), sight, normal)) return std::nullopt;
  return HitOf(ways, sight, stone, normal, handle);
}

Impact Aim::ImpactOf(const Hit& hit) const {
  return Strike(law_, hit.normal, hit.pass.speed_mps * hit.pass.direction, hit.pass.spin_radps);
}

Impact Aim::ImpactOf(const Sight& sight, Vec2 normal, double side) const {
  return Strike(law_, normal, sight.there.speed_mps * sight.direction,
                -side * sight.there.spin_radps);
}

int Aim::CurlOf(double root_m, double spin_radps) const {
  const double to_lose = flight_.MotionAt(root_m).spin_to_lose_radps;
  if (std::abs(spin_radps) <= 0.5 * to_lose) return 0;
  return spin_radps > 0.0 ? -1 : 1;
}

Path Aim::WayAfter(Vec2 start, Vec2 velocity_mps, double spin_radps) const {
  const double speed = Length(velocity_mps);
  const double root = flight_.RootOfSpeed(speed);
  const Vec2 direction = speed > 0.0 ? (1.0 / speed) * velocity_mps : Vec2{0.0, 1.0};
  return Path(flight_, start, direction, root, CurlOf(root, spin_radps));
}

std::optional<Aim::Hit> Aim::HitTowards(Vec2 stone, Vec2 direction, double speed_mps,
                                        Handle handle) const {
  std::optional<Ways> own;
  const Ways& ways = WaysOf(speed_mps, own);
  const double side = CurlSide(handle);
  // Friction throws the stone off the line of centres; lean against it.
  Vec2 normal = direction;
  for (int i = 0;; ++i) {
    Sight sight;
    if (!Look(ways, stone - kDiameter_m * normal, side, sight)) return std::nullopt;
    // The stone must be met from the front.
    if (std::abs(Dot(RightOf(sight.direction), normal)) > kThinnest ||
        Dot(sight.direction, normal) <= 0.0) {
      return std::nullopt;
    }
    if (i == 2) return HitOf(ways, sight, stone, normal, handle);
    const Vec2 leaves = UnitOf(ImpactOf(sight, normal, side).struck_mps);
    normal = UnitOf(normal + (direction - leaves));
  }
}

std::optional<Aim::Hit> Aim::DriveTo(Vec2 stone, Vec2 spot, Handle handle) const {
  const Vec2 way = spot - stone;
  const double distance = Length(way);
  const Flight::State leaves = flight_.At(flight_.RootOfDistance(distance));
  const double curl_sine =
      (leaves.along_m * leaves.sin_heading - leaves.across_m * leaves.cos_heading) /
      Length({leaves.across_m, leaves.along_m});
  Vec2 normal = (1.0 / distance) * way;
  Vec2 direction = normal;
  double arrival = leaves.speed_mps;
  std::optional<Hit> hit;
  for (int i = 0; i < 4; ++i) {
    const Vec2 centre = stone - kDiameter_m * normal;
    const std::optional<Pass> pass = ArriveAt(centre, arrival, handle);
    if (!pass || Dot(pass->direction, normal) < 0.25) return std::nullopt;
    hit = Hit{*pass, centre, normal};
    const Impact impact = ImpactOf(*hit);
    const double speed = Length(impact.struck_mps);
    arrival *= leaves.speed_mps / speed;
    const double side = CurlOf(flight_.RootOfSpeed(speed), impact.struck_spin_radps);
    direction = TurnRight((1.0 / distance) * way, -side * curl_sine);
    normal = UnitOf(normal + (direction - (1.0 / speed) * impact.struck_mps));
  }
  return hit;
}

std::optional<Aim::Hit> Aim::RunBack(Vec2 stone, Vec2 other, double thickness, double speed_mps,
                                     Handle handle) const {
  const Vec2 way = other - stone;
  if (Length(way) <= kDiameter_m) return std::nullopt;
  const Vec2 centre = other - kDiameter_m * TurnRight(UnitOf(way), -thickness);
  return HitTowards(stone, UnitOf(centre - stone), speed_mps, handle);
}

std::optional<Aim::Hit> Aim::HitThenHit(Vec2 stone, Vec2 other, double speed_mps,
                                        Handle handle) const {
  if (Length(other - stone) <= kDiameter_m) return std::nullopt;
  // How far the thrown stone's way after a hit passes to the right of `other`. Thin hits keep the
  // way, full ones turn it far aside: between them it changes sign where it leads onto `other`.
  const bool right =
      Dot(RightOf(UnitOf({stone.x, stone.y - flight_.release_y_m()})), other - stone) > 0.0;
  const double sign = right ? 1.0 : -1.0;
  const double side = CurlSide(handle);
  std::optional<Ways> own;
  const Ways& ways = WaysOf(speed_mps, own);
  Sight sight;
  Vec2 normal;
  bool reached = false;
  const auto miss = [&](double thickness) {
    reached = LookAtHit(ways, stone, sign * thickness, side, sight, normal);
    if (!reached) return 0.0;
    const Vec2 after = ImpactOf(sight, normal, side).thrown_mps;
    if (Length(after) < 1e-3 * speed_mps) return 10.0;
    return -sign * Dot(RightOf(UnitOf(after)), other - (stone - kDiameter_m * normal));
  };
  // Of a thin hit the way leads past `other` on the near side (negative), of a full one beyond it.
  double thin = kThinnest;
  double full = 0.15;
  double thin_miss = miss(thin);
  double full_miss = miss(full);
  if (!(thin_miss < 0.0) || !(full_miss > 0.0)) return std::nullopt;
  // False position; halving the miss of an end that stays keeps both ends moving (Illinois).
  int kept = 0;
  for (int i = 0; i < 7; ++i) {
    const double between = (thin * full_miss - full * thin_miss) / (full_miss - thin_miss);
    const double between_miss = miss(between);
    if (!reached) return std::nullopt;
    if (std::abs(between_miss) < kWellHit_m) return HitOf(ways, sight, stone, normal, handle);
    if (between_miss < 0.0) {
      thin = between;
      thin_miss = between_miss;
      if (kept == 1) full_miss *= 0.5;
      kept = 1;
    } else {
      full = between;
      full_miss = between_miss;
      if (kept == -1) thin_miss *= 0.5;
      kept = -1;
    }
  }
  return std::nullopt;
}

}  // namespace skipstone
