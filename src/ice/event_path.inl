// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// Paths of the engine `event`: where a stone is at a step, and when it first touches another.
// Included by event_kernel.inl only, inside its unnamed namespace.

// Vectors are passed between functions that are always inlined; there is no ABI to change.
#pragma GCC diagnostic ignored "-Wpsabi"

#define SKIPSTONE_INLINE static inline __attribute__((always_inline))

typedef float F4 __attribute__((vector_size(16), may_alias));
typedef float F8 __attribute__((vector_size(32), may_alias));
// Lanes by CPU level; what a lane computes does not depend on it. Sixteen on v4 are slower: a
// stone's place, just written, is then always part of the next load, which waits for it.
#if defined(__AVX2__)
#define SKIPSTONE_LANES 8
#else
#define SKIPSTONE_LANES 4
#endif
constexpr int kLanes = SKIPSTONE_LANES;
typedef float Lanes __attribute__((vector_size(4 * SKIPSTONE_LANES), may_alias));
typedef int LaneMask __attribute__((vector_size(4 * SKIPSTONE_LANES), may_alias));

struct P2 {
  float x;
  float y;
};
SKIPSTONE_INLINE P2 operator+(P2 a, P2 b) { return {a.x + b.x, a.y + b.y}; }
SKIPSTONE_INLINE P2 operator-(P2 a, P2 b) { return {a.x - b.x, a.y - b.y}; }
SKIPSTONE_INLINE P2 operator*(float k, P2 a) { return {k * a.x, k * a.y}; }
SKIPSTONE_INLINE float Dot(P2 a, P2 b) { return a.x * b.x + a.y * b.y; }
SKIPSTONE_INLINE float Sqrt(float v) { return __builtin_sqrtf(v); }
SKIPSTONE_INLINE float Abs(float v) { return __builtin_fabsf(v); }
SKIPSTONE_INLINE float Min(float a, float b) { return a < b ? a : b; }
SKIPSTONE_INLINE float Max(float a, float b) { return a > b ? a : b; }
SKIPSTONE_INLINE int Ceil(float v) {
  const int i = static_cast<int>(v);
  return i + (static_cast<float>(i) < v ? 1 : 0);
}

constexpr float kStep = 0.001f;
constexpr float kReach = 0.145f + 0.145f;  // centres of touching stones
constexpr float kReach2 = kReach * kReach;
constexpr float kNear = 0.2935f;   // a little more: for rejecting
constexpr float kSlowest = 1e-6f;  // m/s; slower is rest
constexpr int kNever = 0x7fffffff;
constexpr int kTouchTrials = 3;
// Stones that touch already count as a new contact only when they approach faster than
// Tables::gentle_mps, or once they are deeper by this: what moves together touches for thousands of
// steps.
constexpr float kDeeper = 2e-4f;

// The bits of the lanes that are true.
SKIPSTONE_INLINE unsigned BitsOf(LaneMask lanes) {
#if SKIPSTONE_LANES == 8
  return static_cast<unsigned>(_mm256_movemask_ps((__m256)lanes));
#else
  return static_cast<unsigned>(_mm_movemask_ps((__m128)lanes));
#endif
}

SKIPSTONE_INLINE bool Inside(const Box& box, P2 p) {
  return p.x > box.low_x && p.x < box.high_x && p.y > box.low_y && p.y < box.high_y;
}

// The slots inside.
SKIPSTONE_INLINE unsigned SlotsInside(const Box& box, const Stones& stones) {
  unsigned bits = 0;
  for (int i = 0; i < kSlots; i += kLanes) {
    const Lanes x = *reinterpret_cast<const Lanes*>(stones.x + i);
    const Lanes y = *reinterpret_cast<const Lanes*>(stones.y + i);
    const LaneMask inside = (x > box.low_x) & (x < box.high_x) & (y > box.low_y) & (y < box.high_y);
    bits |= BitsOf(inside) << i;
  }
  return bits;
}

SKIPSTONE_INLINE unsigned Bit(int slot) { return 1U << slot; }

struct Path {
  const Curve* curve;
  P2 stop;         // of the curve; a leg that loses its spin ends before
  float cos, sin;  // the turn from the path frame to the sheet
  float mirror;    // -1: curls to the right
  float tau;       // steps to go at `start`
  int start;
  int end;  // the step at which the leg is over: at rest, or without spin
  P2 from;
  P2 heading;  // at `start`
  P2 chord;    // from `from` to `stop`
  float length;
  float speed;  // at `start`, or more
  float sag;  // how far the path leaves its chord, on the outside of the curl; a part of the length
  P2 low, high;        // a box around it
  float spin;          // at `start`, absolute
  float spin_to_lose;  // until rest, from `start`
  bool loses_spin;     // at `end`; the stone goes on straight
  bool stays;          // cannot leave the sheet
};

// How exact to be, per step.
struct Effort {
  float gentle;     // m; see kDeeper
  float most_loss;  // of speed, in 0.04 m: see FirstTouch
};

struct Place {
  P2 position;  // in the path frame
  P2 slope;     // change per unit of tau: minus the velocity per step
};

// The coefficients at tau; `t` is tau counted from the piece's start.
SKIPSTONE_INLINE const F4* PieceAt(const Curve& curve, float tau, float& t) {
  const int i = static_cast<int>(tau * (1.0f / kStepsPerPiece));
  t = tau - static_cast<float>(i * kStepsPerPiece);
  return reinterpret_cast<const F4*>(curve.by_tau[i].c);
}

SKIPSTONE_INLINE F4 CubicAt(const Curve& curve, float tau) {
  float t;
  const F4* c = PieceAt(curve, tau, t);
  return c[0] + t * (c[1] + t * (c[2] + t * c[3]));
}

SKIPSTONE_INLINE P2 PositionInFrame(const Curve& curve, float tau) {
  const F4 v = CubicAt(curve, tau);
  return {v[0], v[1]};
}

SKIPSTONE_INLINE Place PlaceAt(const Curve& curve, float tau) {
  float t;
  const F4* c = PieceAt(curve, tau, t);
  const F4 v = c[0] + t * (c[1] + t * (c[2] + t * c[3]));
  const F4 d = c[1] + t * (2.0f * c[2] + (3.0f * t) * c[3]);
  return {{v[0], v[1]}, {d[0], d[1]}};
}

SKIPSTONE_INLINE P2 TurnToSheet(const Path& p, P2 v) {
  const float y = p.mirror * v.y;
  return {p.cos * v.x - p.sin * y, p.sin * v.x + p.cos * y};
}

SKIPSTONE_INLINE P2 ToFrame(const Path& p, P2 sheet) {
  const P2 d = sheet - p.stop;
  return {p.cos * d.x + p.sin * d.y, p.mirror * (p.cos * d.y - p.sin * d.x)};
}

SKIPSTONE_INLINE float TauAt(const Path& p, int step) {
  return Max(p.tau - static_cast<float>(step - p.start), 0.0f);
}

SKIPSTONE_INLINE P2 PositionAt(const Path& p, float tau) {
  return p.stop + TurnToSheet(p, PositionInFrame(*p.curve, tau));
}

// The velocity after the friction of the step that begins at tau: what Box2D solves contacts with.
// A step's displacement is its velocity, so it is the slope in the middle of the step.
SKIPSTONE_INLINE P2 VelocityAfter(const Path& p, float tau) {
  if (tau <= 0.5f) return {0.0f, 0.0f};
  return (-1.0f / kStep) * TurnToSheet(p, PlaceAt(*p.curve, tau - 0.5f).slope);
}

SKIPSTONE_INLINE float SpinAt(const Path& p, float tau) {
  const float left = p.spin - (p.spin_to_lose - CubicAt(*p.curve, tau)[2]);
  return left > 0.0f ? p.mirror * left : 0.0f;
}

SKIPSTONE_INLINE void Surround(const Box& box, Path& p) {
  p.chord = p.stop - p.from;
  const float out = p.mirror * p.sag;
  const P2 bulge{out * p.chord.y, -out * p.chord.x};
  p.low = {Min(p.from.x, p.stop.x) + Min(bulge.x, 0.0f),
           Min(p.from.y, p.stop.y) + Min(bulge.y, 0.0f)};
  p.high = {Max(p.from.x, p.stop.x) + Max(bulge.x, 0.0f),
            Max(p.from.y, p.stop.y) + Max(bulge.y, 0.0f)};
  p.stays =
      p.low.x > box.low_x && p.high.x < box.high_x && p.low.y > box.low_y && p.high.y < box.high_y;
}

// The members of SpeedPiece. A solved contact hardly ever makes a stone faster than any throw.
SKIPSTONE_INLINE F8 BySpeed(const Tables& tables, const Curve& curve, float speed) {
  const float place = Min(speed * tables.speed_scale, 0.998f * kSpeedPieces);
  const int i = static_cast<int>(place);
  const float t = (place - static_cast<float>(i)) * tables.speed_width;
  const F8* c = reinterpret_cast<const F8*>(curve.by_speed[i].c);
  return c[0] + t * (c[1] + t * (c[2] + t * c[3]));
}

// Moves the path of a thrown stone to where float32 takes it. It begins a few millimetres off,
// where nothing is, to be right in the house.
SKIPSTONE_INLINE void AddDrift(const Tables& tables, Path& p) {
  const DriftGrid& grid = tables.drift_grid;
  const float lean = (-p.mirror * p.cos - grid.low_lean) * grid.leans_per_rad;
  const float speed = (p.speed - grid.low_speed) * grid.speeds_per_mps;
  if (!(lean >= 0.0f && lean < static_cast<float>(grid.leans - 1) && speed >= 0.0f &&
        speed < static_cast<float>(grid.speeds - 1) && p.sin > 0.0f)) {
    return;
  }
  const int i = static_cast<int>(lean);
  const int j = static_cast<int>(speed);
  const float s = lean - static_cast<float>(i);
  const float t = speed - static_cast<float>(j);
  // Two neighbours in speed, of two neighbours in lean.
  F4 a;
  F4 b;
  __builtin_memcpy(&a, tables.drift + i * grid.speeds + j, sizeof a);
  __builtin_memcpy(&b, tables.drift + (i + 1) * grid.speeds + j, sizeof b);
  const F4 v = a + s * (b - a);
  const float distance = v[0] + t * (v[2] - v[0]);
  p.tau += v[1] + t * (v[3] - v[1]);
  p.stop = p.stop + distance * ((1.0f / p.length) * (p.stop - p.from));
  p.length += distance;
}

// The path of a stone with this velocity before the friction of step `start`. False if it rests.
SKIPSTONE_INLINE bool StartPath(const Tables& tables, const Box& box, P2 position, P2 velocity,
                                float spin, int start, bool thrown, Path& p) {
  const float speed = Sqrt(Dot(velocity, velocity));
  if (!(speed > kSlowest)) return false;
  const float spin_left = Abs(spin);
  p.curve = spin_left > 1e-7f ? &tables.curled : &tables.straight;
  const F8 v = BySpeed(tables, *p.curve, speed);
  const float inverse = 1.0f / speed;
  p.heading = inverse * velocity;
  p.mirror = spin < 0.0f ? -1.0f : 1.0f;
  const P2 table_heading{v[SpeedPiece::kHeadingX], p.mirror * v[SpeedPiece::kHeadingY]};
  p.cos = p.heading.x * table_heading.x + p.heading.y * table_heading.y;
  p.sin = p.heading.y * table_heading.x - p.heading.x * table_heading.y;
  p.stop = {0.0f, 0.0f};
  p.stop = position - TurnToSheet(p, {v[SpeedPiece::kX], v[SpeedPiece::kY]});
  p.tau = Max(v[SpeedPiece::kTau], 0.0f);
  p.start = start;
  p.from = position;
  p.length = Max(v[SpeedPiece::kLength], 0.0f);
  p.sag = 1.02f * v[SpeedPiece::kSag] + 1e-3f;
  p.speed = speed;
  if (thrown && tables.drift != nullptr) AddDrift(tables, p);
  p.end = start + Ceil(p.tau);
  p.spin = spin_left;
  p.spin_to_lose = v[SpeedPiece::kSpinToLose];
  p.loses_spin = false;
  if (p.curve == &tables.curled && tables.tau_by_spin != nullptr && p.spin < p.spin_to_lose) {
    const float at = (p.spin_to_lose - p.spin) * tables.spin_scale;
    const int k = static_cast<int>(at);
    const float f = at - static_cast<float>(k);
    const float tau =
        tables.tau_by_spin[k] + f * (tables.tau_by_spin[k + 1] - tables.tau_by_spin[k]);
    // What little way is left without spin is not worth a leg of its own.
    if (tau > 64.0f) {
      p.end = start + Ceil(Max(p.tau - tau, 0.0f));
      p.loses_spin = true;
    }
  }
  Surround(box, p);
  return true;
}

// The way on without spin from the end of a leg that lost it.
SKIPSTONE_INLINE void GoStraight(const Tables& tables, const Box& box, Path& p) {
  const float tau = TauAt(p, p.end);
  const P2 slope = TurnToSheet(p, PlaceAt(*p.curve, tau + 0.5f).slope);
  const float inverse = -1.0f / Sqrt(Dot(slope, slope));
  p.from = PositionAt(p, tau);
  p.heading = inverse * slope;
  p.curve = &tables.straight;
  p.cos = p.heading.x;
  p.sin = p.heading.y;
  p.mirror = 1.0f;
  p.length = -PositionInFrame(*p.curve, tau).x;
  p.stop = p.from + p.length * p.heading;
  p.tau = tau;
  p.start = p.end;
  p.end = p.start + Ceil(tau);
  p.sag = 0.0f;
  p.spin = 0.0f;
  p.spin_to_lose = 0.0f;
  p.loses_spin = false;
  Surround(box, p);
}

// Stones that the path may come near: those in the corridor between its chord and its sag.
SKIPSTONE_INLINE unsigned InCorridor(const Path& p, const Stones& stones, unsigned among) {
  if (among == 0) return 0;
  const float margin = kNear * p.length + 1e-6f;
  const float longest = p.length * p.length + margin;
  const float outside = -margin - p.sag * p.length * p.length;
  const P2 left{-p.mirror * p.chord.y, p.mirror * p.chord.x};
  unsigned bits = 0;
  for (int i = 0; i < kSlots; i += kLanes) {
    const Lanes dx = *reinterpret_cast<const Lanes*>(stones.x + i) - p.from.x;
    const Lanes dy = *reinterpret_cast<const Lanes*>(stones.y + i) - p.from.y;
    const Lanes along = dx * p.chord.x + dy * p.chord.y;
    // A path that turns left lies to the right of its chord.
    const Lanes aside = dx * left.x + dy * left.y;
    const LaneMask inside =
        (along > -margin) & (along < longest) & (aside < margin) & (aside > outside);
    bits |= BitsOf(inside) << i;
  }
  return bits & among;
}

SKIPSTONE_INLINE PlaceNode NodeAt(const Curve& curve, float x) {
  const float at = Min(Sqrt(Max(-x, 0.0f)) * curve.nodes_per_root, kPlaceNodes - 1.0f);
  const int k = static_cast<int>(at);
  const F4 a = *reinterpret_cast<const F4*>(&curve.by_place[k]);
  const F4 b = *reinterpret_cast<const F4*>(&curve.by_place[k + 1]);
  const F4 v = a + (at - static_cast<float>(k)) * (b - a);
  return {v[0], v[1], v[2], v[3]};
}

// Where the last steps of a path, slow and bent, first come within reach of q; negative if nowhere.
// Halving, for the few cases in which the way of FirstTouch does not converge.
[[maybe_unused, gnu::noinline]] static float SlowTouch(const Curve& curve, P2 q, float reach2,
                                                       float earliest, float latest) {
  const auto gap = [&](float tau) {
    const P2 r = q - PositionInFrame(curve, tau);
    return Dot(r, r) - reach2;
  };
  const auto closes = [&](float tau) {
    const Place at = PlaceAt(curve, tau);
    return Dot(q - at.position, at.slope) < 0.0f;
  };
  float nearest = Max(latest, 1.0f);
  if (!closes(nearest)) {
    float before = earliest;
    for (int i = 0; i < 20; ++i) {
      const float middle = 0.5f * (before + nearest);
      (closes(middle) ? before : nearest) = middle;
    }
  }
  if (gap(nearest) > 0.0f) return -1.0f;
  float outside = earliest;
  float inside = nearest;
  for (int i = 0; i < 20; ++i) {
    const float middle = 0.5f * (outside + inside);
    (gap(middle) > 0.0f ? outside : inside) = middle;
  }
  return inside;
}

// The first step in [from, before) at which the path touches a stone resting at `stone`, or kNever.
SKIPSTONE_INLINE int FirstTouch(const Path& p, const Effort& effort, P2 stone, int from,
                                int before) {
  const Curve& curve = *p.curve;
  const P2 q = ToFrame(p, stone);
  const PlaceNode node = NodeAt(curve, q.x);
  // As if the path were straight near the stone: how far it passes, and where it touches.
  const P2 gap{Max(q.x, 0.0f), q.y - node.y};
  const float aside = node.heading_x * gap.y - node.heading_y * gap.x;
  // Slow paths bend within a stone's width.
  const float tolerance = q.x > -1.2f ? 0.03f : 0.003f;
  if (Abs(aside) > kReach + tolerance) return kNever;
  const float ahead = node.heading_x * gap.x + node.heading_y * gap.y;
  const float half_chord = Sqrt(Max(kReach2 - aside * aside, 0.0f));
  const float x = Min(q.x, 0.0f) + (ahead - half_chord) * node.heading_x;
  if (x > 0.03f) return kNever;
  const float latest = TauAt(p, p.end);
  const float earliest = TauAt(p, from);
  float tau = NodeAt(curve, x).tau;
  if (p.tau - tau > static_cast<float>(before - p.start) + 60.0f || tau < latest - 60.0f) {
    return kNever;
  }
  tau = Min(Max(tau, latest), earliest);

  float reach2 = kReach2;
  if (tau > earliest - 40.0f) {
    // Perhaps they touch already.
    const Place start = PlaceAt(curve, earliest);
    const P2 r = q - start.position;
    const float d2 = Dot(r, r);
    if (d2 <= kReach2) {
      const float d = Sqrt(d2);
      if (-Dot(r, start.slope) > d * effort.gentle) return from < before ? from : kNever;
      const float reach = d - kDeeper;
      reach2 = reach * reach;
      tau = earliest;
    }
  }
  // From tau on as if at constant velocity: when they touch, and when they part. A guess so far off
  // that friction changes the time by more than 0.02 steps is improved.
  float touch = tau;
  float part = tau;
  bool exact = false;
  for (int i = 0; i < kTouchTrials; ++i) {
    const Place at = PlaceAt(curve, tau);
    const P2 r = q - at.position;
    const float closing = -Dot(r, at.slope);
    // Still on its way at the end of the path: it does not get there.
    if (tau <= latest && closing >= 0.0f && Dot(r, r) > reach2) return kNever;
    // It leaves the stone behind, from the first step to the last.
    if (tau >= earliest && closing <= 0.0f && Dot(r, r) > reach2) {
      const Place end = PlaceAt(curve, Max(latest, 1.0f));
      if (Dot(q - end.position, end.slope) >= 0.0f) return kNever;
    }
    const float speed2 = Dot(at.slope, at.slope) + 1e-20f;
    const float open = closing * closing - speed2 * (Dot(r, r) - reach2);
    if (i == kTouchTrials - 1 && open < 0.0f) return kNever;
    const float half = Sqrt(Max(open, 0.0f));
    const float per_speed2 = 1.0f / speed2;
    touch = tau - (closing - half) * per_speed2;
    part = tau - (closing + half) * per_speed2;
    const float off = (touch - tau) * (touch - tau) * effort.most_loss;
    if (off * off < speed2) {
      if (open < 0.0f) return kNever;
      exact = true;
      break;
    }
    tau = Min(Max(touch, latest), earliest);
  }
  if (!exact) {
    touch = SlowTouch(curve, q, reach2, earliest, latest);
    if (touch < 0.0f) return kNever;
  }
  const float to_go = p.tau - static_cast<float>(from - p.start);
  const int steps = Ceil(Max(to_go - touch - 0.005f, 0.0f));
  const int step = from + steps;
  if (step >= before || step > p.end) return kNever;
  // They may touch and part again between two steps.
  const float then = Max(to_go - static_cast<float>(steps), 0.0f);
  if (exact) return then < part ? kNever : step;
  const P2 r = q - PositionInFrame(curve, then);
  return Dot(r, r) <= reach2 ? step : kNever;
}

// Whether the stone is on the sheet at every step up to `step`.
[[maybe_unused]] static bool InsideUntil(const Box& box, const Path& p, int step) {
  if (p.stays) return true;
  const float latest = TauAt(p, step);
  const P2 here = PositionAt(p, latest);
  if (!Inside(box, here)) return false;
  // In between it may go out and curl back. The path bends ever more, so a first part's sag, as a
  // part of its length, is no more than the whole path's times the ratio of the lengths.
  const P2 way = here - p.from;
  const float bulge = p.sag * Dot(way, way) / p.length;
  if (Min(p.from.x, here.x) - bulge > box.low_x && Max(p.from.x, here.x) + bulge < box.high_x &&
      Min(p.from.y, here.y) - bulge > box.low_y && Max(p.from.y, here.y) + bulge < box.high_y) {
    return true;
  }
  // The heading turns by less than a quarter, so each coordinate has at most one extreme, where
  // its velocity changes sign. (At rest the slope is zero, and its sign says nothing.)
  const P2 first_slope = TurnToSheet(p, PlaceAt(*p.curve, p.tau).slope);
  const P2 last_slope = TurnToSheet(p, PlaceAt(*p.curve, Max(latest, 24.0f)).slope);
  const bool turns[2] = {first_slope.x * last_slope.x < 0.0f, first_slope.y * last_slope.y < 0.0f};
  for (int axis = 0; axis < 2; ++axis) {
    if (!turns[axis]) continue;
    const auto slope = [axis](P2 v) { return axis == 0 ? v.x : v.y; };
    float a = latest;
    float b = p.tau;
    for (int i = 0; i < 16; ++i) {
      const float middle = 0.5f * (a + b);
      const P2 s = TurnToSheet(p, PlaceAt(*p.curve, middle).slope);
      (slope(s) * slope(last_slope) > 0.0f ? a : b) = middle;
    }
    if (!Inside(box, PositionAt(p, a))) return false;
  }
  return true;
}

// The first step in [from, until] at which two moving stones touch, or kNever. Over a horizon each
// stone leaves the straight line of its velocity by an amount convex in time, hence by at most
// (t / horizon) times what it is at the horizon: one quadratic gives a time that is surely free.
[[maybe_unused]] static int FirstTouchOfMoving(const Path& a, const Path& b, const Effort& effort,
                                               int from, int until) {
  if (a.high.x + kNear < b.low.x || b.high.x + kNear < a.low.x || a.high.y + kNear < b.low.y ||
      b.high.y + kNear < a.low.y) {
    return kNever;
  }
  const float a_tau = a.tau - static_cast<float>(from - a.start);
  const float b_tau = b.tau - static_cast<float>(from - b.start);
  const float last = static_cast<float>(until - from);
  const auto between = [&](float t) {
    return PositionAt(b, Max(b_tau - t, 0.0f)) - PositionAt(a, Max(a_tau - t, 0.0f));
  };
  float t = 0.0f;
  float horizon = last;
  float reach = kReach;
  P2 r{};
  P2 w{};
  bool fresh = true;  // r and w belong to another t
  for (int i = 0; i < 64; ++i) {
    if (t >= last) return kNever;
    if (fresh) {
      const Place at_a = PlaceAt(*a.curve, Max(a_tau - t, 0.0f));
      const Place at_b = PlaceAt(*b.curve, Max(b_tau - t, 0.0f));
      r = (b.stop + TurnToSheet(b, at_b.position)) - (a.stop + TurnToSheet(a, at_a.position));
      w = TurnToSheet(a, at_a.slope) - TurnToSheet(b, at_b.slope);
      fresh = false;
    }
    const float speed2 = Dot(w, w);
    const float opening = Dot(r, w);
    if (i == 0) {
      const float d2 = Dot(r, r);
      if (d2 <= kReach2) {
        const float d = Sqrt(d2);
        if (-opening > d * effort.gentle) return from;
        reach = d - kDeeper;
      }
    }
    const float open = Dot(r, r) - reach * reach;
    const float straight = opening * opening - speed2 * open;
    if (i == 0 && opening < 0.0f && straight > 0.0f) {
      horizon = Min(last, 4.0f - 1.25f * (opening + Sqrt(straight)) / speed2);
    }
    horizon = Min(horizon, last - t);
    const P2 off = between(t + horizon) - r - horizon * w;
    const float deviation = Sqrt(Dot(off, off));
    const float beta = deviation / horizon;
    const float qa = speed2 - beta * beta;
    const float qb = opening - reach * beta;
    const float disc = qb * qb - qa * open;
    const float divisor = Sqrt(Max(disc, 0.0f)) - qb;
    const bool meets = disc >= 0.0f && divisor > 0.0f && (qa <= 0.0f || qb < 0.0f);
    const float free_steps = meets ? Max(open, 0.0f) / divisor : horizon;
    if (!meets || free_steps >= horizon) {
      t += horizon;
      horizon *= 2.0f;
      fresh = true;
    } else if (deviation < 2e-5f || horizon <= 1.0f) {
      // Straight enough: the first steps that may touch, one by one.
      int step = Ceil(t + free_steps - 0.01f);
      for (int k = 0; k < 3 && static_cast<float>(step) <= last; ++k, ++step) {
        const P2 at = between(static_cast<float>(step));
        if (Dot(at, at) <= reach * reach) return from + step;
      }
      t = static_cast<float>(step);
      horizon = Max(horizon, 2.0f);
      fresh = true;
    } else if (free_steps > 0.25f * horizon) {
      t += free_steps;
      fresh = true;
    } else {
      horizon *= 0.25f;
    }
  }
  return kNever;
}
