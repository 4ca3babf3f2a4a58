// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>

#include "shots/flight.h"
#include "shots/ways.h"

namespace skipstone {

// Weights heavier than a draw, by how far past the tee the stone would run.
enum class Weight : std::uint8_t { kHack, kBoard, kControl, kNormal, kPeel };

// Two stones meet: the thrown one (or any moving one) and one at rest.
struct Impact {
  Vec2 normal;  // from the moving stone's centre to the other's, of unit length
  Vec2 thrown_mps;
  Vec2 struck_mps;
  double thrown_spin_radps;
  double struck_spin_radps;
};
// By the engines' contact law: restitution 1 (dc2: 0 below 1 m/s), and friction that takes from the
// sliding at the contact what Coulomb allows.
Impact Strike(Law law, Vec2 normal, Vec2 velocity_mps, double spin_radps);

// From a wish to a release, for an ice. Tables and closed forms; nothing is simulated, and stones
// in the way are not looked at. A wish that no release fulfils gives nothing.
//
// Any speed may be asked for; those of the weights have tables and are several times as quick.
class Aim {
 public:
  // `max_speed_mps` is the fastest release the thrower can make; 0 for no limit.
  explicit Aim(Law law, double max_speed_mps = 0.0);

  Law law() const { return law_; }
  const Flight& flight() const { return flight_; }
  // Within the limit.
  double SpeedOf(Weight weight) const {
    return weights_[static_cast<std::size_t>(weight)]->speed_mps();
  }

  // A stone on its way through a point.
  struct Pass {
    Release release;
    Vec2 direction;  // there, of unit length
    double speed_mps;
    double spin_radps;   // counter-clockwise seen from above is positive
    double remaining_m;  // of the way, if nothing is hit
  };
  // A stone about to hit another.
  struct Hit {
    Pass pass;    // at the moment of contact
    Vec2 centre;  // of the thrown stone then
    Vec2 normal;  // to the struck stone, of unit length
  };

  // The draw that stops at the spot.
  Release DrawTo(Vec2 spot, Handle handle) const;
  // Through the point, released with this speed.
  std::optional<Pass> PassThrough(Vec2 point, double speed_mps, Handle handle) const;
  // Through the point, where the stone still has this speed.
  std::optional<Pass> ArriveAt(Vec2 point, double arrival_mps, Handle handle) const;

  // On a stone. Thickness: how far to the right of the stone's centre the path leads, in stone
  // diameters: 0 is full, +-0.5 half, beyond +-1 a miss.
  std::optional<Hit> HitStone(Vec2 stone, double thickness, double speed_mps, Handle handle) const;

  // Refined wishes, for which a hit's thickness is solved.
  // So that the struck stone leaves in a direction (of unit length).
  std::optional<Hit> HitTowards(Vec2 stone, Vec2 direction, double speed_mps, Handle handle) const;
  // So that the struck stone comes to rest at the spot.
  std::optional<Hit> DriveTo(Vec2 stone, Vec2 spot, Handle handle) const;
  // So that the struck stone hits `other`, at this thickness, as seen along its own way.
  std::optional<Hit> RunBack(Vec2 stone, Vec2 other, double thickness, double speed_mps,
                             Handle handle) const;
  // So that the thrown stone goes on and hits `other` full.
  std::optional<Hit> HitThenHit(Vec2 stone, Vec2 other, double speed_mps, Handle handle) const;

  Impact ImpactOf(const Hit& hit) const;
  // The free way of a stone after an impact. It curls as its spin turns it, if the spin lasts.
  Path WayAfter(Vec2 start, Vec2 velocity_mps, double spin_radps) const;

 private:
  // What the rounds of a solution need of a stone on its way through a point.
  struct Sight {
    Vec2 way;        // from the hand
    Vec2 direction;  // there
    Ways::Point there;
  };
  // False if the stone does not get there.
  bool Look(const Ways& ways, Vec2 point, double side, Sight& sight) const;
  // The rest of it, once the rounds are done.
  static Pass PassOf(const Ways& ways, const Sight& sight, Handle handle);
  bool LookAtHit(const Ways& ways, Vec2 stone, double thickness, double side, Sight& sight,
                 Vec2& normal) const;
  static Hit HitOf(const Ways& ways, const Sight& sight, Vec2 stone, Vec2 normal, Handle handle);
  Impact ImpactOf(const Sight& sight, Vec2 normal, double side) const;

  // Those with this speed: a weight's, or else new ones in `own`.
  const Ways& WaysOf(double speed_mps, std::optional<Ways>& own) const;

  // Which way a stone with this spin curls, 0 if the spin dies out before half its way is done.
  int CurlOf(double root_m, double spin_radps) const;

  Law law_;
  const Flight& flight_;
  std::array<std::shared_ptr<const Ways>, 5> weights_;
};

}  // namespace skipstone
