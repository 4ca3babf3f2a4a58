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

Vec2 Unit(Vec2 v) { return (1.0 / Length(v)) * v; }

// `direction` turned to the right by the angle with this sine.
Vec2 TurnRight(Vec2 direction, double sine) {
  return std::sqrt(1.0 - sine * sine) * direction + sine * RightOf(direction);
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

double Aim::SpeedOf(Weight weight) const {
  // DC2's programs stay below 33.7 m/s (a server's limit); its stones hardly slow down after a hit.
  constexpr double kPastTee_m[2][5] = {{3.7, 5.5, 11.0, 22.0, 40.0}, {3.7, 5.0, 6.3, 7.6, 8.8}};
  const double past = kPastTee_m[static_cast<int>(law_)][static_cast<int>(weight)];
  return flight_.At(flight_.RootOfDistance(past - flight_.release_y_m())).speed_mps;
}

Release Aim::DrawTo(Vec2 spot, Handle handle) const {
  const double dy = spot.y - flight_.release_y_m();
  const Flight::State start = flight_.At(flight_.RootOfDistance(Length({spot.x, dy})));
  const double turned = ExactAtan2(-start.across_m, -start.along_m) - start.heading_rad;
  return {start.speed_mps, ExactAtan2(spot.x, dy) - CurlSide(handle) * turned, handle};
}

std::optional<Aim::Pass> Aim::Through(Vec2 point, double speed_mps, double root_m,
                                      Handle handle) const {
  const Vec2 way{point.x, point.y - flight_.release_y_m()};
  const double distance = Length(way);
  const Flight::State start = flight_.At(root_m);
  const double whole = Length({start.across_m, start.along_m});
  if (distance > whole) return std::nullopt;
  // The path is a little longer than the straight way; two corrections find how much.
  const double part = distance / whole;
  double length = distance + (root_m * root_m - whole) * part * part;
  Flight::State there{};
  Vec2 gone;
  for (int i = 0; i < 2; ++i) {
    there = flight_.At(std::sqrt(std::max(0.0, root_m * root_m - length)));
    gone = {there.across_m - start.across_m, there.along_m - start.along_m};
    length += distance - Length(gone);
  }
  const double side = CurlSide(handle);
  const double turned = ExactAtan2(gone.x, gone.y) - start.heading_rad;
  const double angle = ExactAtan2(way.x, way.y) - side * turned;
  const SinCos heading = ExactSinCos(angle + side * (there.heading_rad - start.heading_rad));
  const double spin =
      flight_.initial_spin_radps() - (start.spin_to_lose_radps - there.spin_to_lose_radps);
  return Pass{
      {speed_mps, angle, handle}, {heading.sin, heading.cos}, there.speed_mps, -side * spin};
}

std::optional<Aim::Pass> Aim::PassThrough(Vec2 point, double speed_mps, Handle handle) const {
  return Through(point, speed_mps, flight_.RootOfSpeed(speed_mps), handle);
}

std::optional<Aim::Pass> Aim::ArriveAt(Vec2 point, double arrival_mps, Handle handle) const {
  // What remains there, and the way to there: a draw as far as the point is a little curved too.
  const double distance = Length({point.x, point.y - flight_.release_y_m()});
  const double there = flight_.RootOfSpeed(arrival_mps);
  const double draw = flight_.RootOfDistance(distance);
  const double root = std::sqrt(there * there + draw * draw);
  if (root > flight_.RootOfSpeed(flight_.fastest_mps())) return std::nullopt;
  return Through(point, flight_.At(root).speed_mps, root, handle);
}

std::optional<Aim::Hit> Aim::HitStone(Vec2 stone, double thickness, double speed_mps,
                                      Handle handle) const {
  Vec2 direction = Unit({stone.x, stone.y - flight_.release_y_m()});
  std::optional<Hit> hit;
  for (int i = 0; i < 3; ++i) {
    const Vec2 normal = TurnRight(direction, -thickness);
    const Vec2 centre = stone - kDiameter_m * normal;
    const std::optional<Pass> pass = PassThrough(centre, speed_mps, handle);
    if (!pass) return std::nullopt;
    hit = Hit{*pass, centre, normal};
    direction = pass->direction;
  }
  return hit;
}

// With the line of centres given.
std::optional<Aim::Hit> Aim::HitAt(Vec2 stone, Vec2 normal, double speed_mps, Handle handle) const {
  const Vec2 centre = stone - kDiameter_m * normal;
  const std::optional<Pass> pass = PassThrough(centre, speed_mps, handle);
  // The stone must be met from the front.
  if (!pass || std::abs(Dot(RightOf(pass->direction), normal)) > kThinnest ||
      Dot(pass->direction, normal) <= 0.0) {
    return std::nullopt;
  }
  return Hit{*pass, centre, normal};
}

Impact Aim::ImpactOf(const Hit& hit) const {
  return Strike(law_, hit.normal, hit.pass.speed_mps * hit.pass.direction, hit.pass.spin_radps);
}

int Aim::CurlOf(double speed_mps, double spin_radps) const {
  const double to_lose = flight_.At(flight_.RootOfSpeed(speed_mps)).spin_to_lose_radps;
  if (std::abs(spin_radps) <= 0.5 * to_lose) return 0;
  return spin_radps > 0.0 ? -1 : 1;
}

Path Aim::WayAfter(Vec2 start, Vec2 velocity_mps, double spin_radps) const {
  return Path(law_, start, velocity_mps, CurlOf(Length(velocity_mps), spin_radps));
}

std::optional<Aim::Hit> Aim::HitTowards(Vec2 stone, Vec2 direction, double speed_mps,
                                        Handle handle) const {
  // Friction throws the stone off the line of centres; lean against it.
  Vec2 normal = direction;
  std::optional<Hit> hit;
  for (int i = 0; i < 3; ++i) {
    hit = HitAt(stone, normal, speed_mps, handle);
    if (!hit) return std::nullopt;
    const Vec2 leaves = Unit(ImpactOf(*hit).struck_mps);
    normal = Unit(normal + (direction - leaves));
  }
  return hit;
}

std::optional<Aim::Hit> Aim::DriveTo(Vec2 stone, Vec2 spot, Handle handle) const {
  const Vec2 way = spot - stone;
  const double distance = Length(way);
  const Flight::State leaves = flight_.At(flight_.RootOfDistance(distance));
  const double curl = ExactAtan2(-leaves.across_m, -leaves.along_m) - leaves.heading_rad;
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
    const double side = CurlOf(speed, impact.struck_spin_radps);
    direction = TurnRight((1.0 / distance) * way, -side * ExactSinCos(curl).sin);
    normal = Unit(normal + (direction - (1.0 / speed) * impact.struck_mps));
  }
  return hit;
}

std::optional<Aim::Hit> Aim::RunBack(Vec2 stone, Vec2 other, double thickness, double speed_mps,
                                     Handle handle) const {
  const Vec2 way = other - stone;
  if (Length(way) <= kDiameter_m) return std::nullopt;
  const Vec2 centre = other - kDiameter_m * TurnRight(Unit(way), -thickness);
  return HitTowards(stone, Unit(centre - stone), speed_mps, handle);
}

std::optional<Aim::Hit> Aim::HitThenHit(Vec2 stone, Vec2 other, double speed_mps,
                                        Handle handle) const {
  if (Length(other - stone) <= kDiameter_m) return std::nullopt;
  // How far the thrown stone's way after a hit passes to the right of `other`. Thin hits keep the
  // way, full ones turn it far aside: between them it changes sign where it leads onto `other`.
  const bool right =
      Dot(RightOf(Unit({stone.x, stone.y - flight_.release_y_m()})), other - stone) > 0.0;
  const double sign = right ? 1.0 : -1.0;
  std::optional<Hit> hit;
  const auto miss = [&](double thickness) {
    hit = HitStone(stone, sign * thickness, speed_mps, handle);
    if (!hit) return 0.0;
    const Vec2 after = ImpactOf(*hit).thrown_mps;
    if (Length(after) < 1e-3 * speed_mps) return 10.0;
    return -sign * Dot(RightOf(Unit(after)), other - hit->centre);
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
    if (!hit) return std::nullopt;
    if (std::abs(between_miss) < kWellHit_m) return hit;
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
