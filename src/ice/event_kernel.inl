// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The kernel of the engine `event`, included by event_kernel_v2.cc, _v3.cc and _v4.cc, which are
// compiled for these CPU levels. Every function here has internal linkage and none comes from the
// standard library: the linker would keep one copy of an inline function, perhaps the one that
// this CPU cannot run.

#include <immintrin.h>

#include "ice/event_kernel.h"

namespace skipstone::event::SKIPSTONE_KERNEL {
namespace {

#include "ice/event_path.inl"
#include "ice/event_solver.inl"

// Bounds on the work of one throw. Real ones need a few dozen events.
constexpr int kMostEvents = 2000;
constexpr int kMostClusterSteps = 48;
constexpr int kMostContacts = 48;
// Box2D's bodies sleep after half a second at rest.
constexpr int kSleepSteps = 500;

class ThrowRun {
 public:
  ThrowRun(const Tables& tables, const Lines& lines, Stones& stones, Trace* trace)
      : tables_(tables),
        lines_(lines),
        stones_(stones),
        trace_(trace),
        effort_{kStep * tables.gentle_mps,
                (tables.loss + tables.drag / tables.drag_speed) * (kStep / 0.04f)} {}

  void Run(int slot, const Throw& thrown, Result& result) {
    resting_ = stones_.present;
    Body body{{thrown.vx, thrown.vy}, thrown.spin};
    Launch(slot, {thrown.x, thrown.y}, body, thrown.start_step, true);
    Relink(Bit(slot), thrown.start_step);
    for (int i = 0; moving_ != 0 && i < kMostEvents; ++i) NextEvent();
    // Out of events: what still moves slides to its stop.
    for (unsigned rest = moving_; rest != 0; rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      if (!HasLeft(i, path_[i].end)) Settle(i, path_[i].stop, path_[i].end);
    }
    // Where removal waits, a stone may have come to rest outside; the scan reaches it in the end.
    for (unsigned rest = lines_.waits_for_sleep ? rested_ & resting_ : 0; rest != 0;
         rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      if (!Inside(lines_.moving, At(i))) Remove(i);
    }
    // The rest is as it was prepared.
    unsigned present = result.present & ~moved_;
    for (unsigned rest = moved_; rest != 0; rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      if ((resting_ & Bit(i)) != 0 && Inside(lines_.rest, At(i))) {
        present |= Bit(i);
        result.x[i] = static_cast<double>(stones_.x[i]) - lines_.add_x;
        result.y[i] =
            lines_.sign_y * (static_cast<double>(stones_.y[i] + lines_.origin) - lines_.add_y);
      } else {
        result.x[i] = 0.0;
        result.y[i] = 0.0;
      }
    }
    const bool missed = (touched_ & Bit(slot)) == 0;
    if ((missed || !lines_.rest_thrown_only_if_missed) && !Inside(lines_.rest_thrown, At(slot))) {
      present &= ~Bit(slot);
      result.x[slot] = 0.0;
      result.y[slot] = 0.0;
    }
    result.present = static_cast<std::uint16_t>(present);
    result.touched = static_cast<std::uint16_t>(touched_);
    result.contacts = contacts_;
  }

 private:
  P2 At(int slot) const { return {stones_.x[slot], stones_.y[slot]}; }
  void Put(int slot, P2 p) {
    stones_.x[slot] = p.x;
    stones_.y[slot] = p.y;
  }

  // ---- What moves and what rests ----

  // Gives a stone a path, or lets it rest if it is too slow.
  void Launch(int slot, P2 position, const Body& body, int step, bool thrown = false) {
    resting_ &= ~Bit(slot);
    moving_ &= ~Bit(slot);
    moved_ |= Bit(slot);
    if (StartPath(tables_, lines_.moving, position, body.v, body.spin, step, thrown, path_[slot])) {
      moving_ |= Bit(slot);
      if (trace_ != nullptr) TraceLeg(slot, body.v);
    } else {
      Settle(slot, position, step);
    }
  }

  void Settle(int slot, P2 position, int step) {
    Put(slot, position);
    moving_ &= ~Bit(slot);
    resting_ |= Bit(slot);
    rest_since_[slot] = step;
    rested_ |= Bit(slot);
  }

  void Remove(int slot) {
    moving_ &= ~Bit(slot);
    resting_ &= ~Bit(slot);
  }

  // Finds the next contacts of stones that have new paths from `step` on, or new places, and of
  // those that were about to hit one of them.
  void Relink(unsigned changed, int step) {
    const unsigned fresh = changed & moving_;
    const unsigned placed = changed & resting_;
    for (unsigned rest = moving_; rest != 0; rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      if ((fresh & Bit(i)) != 0) {
        FindHit(i, resting_, step);
      } else if (hit_step_[i] != kNever && (changed & Bit(hit_slot_[i])) != 0) {
        FindHit(i, resting_, step);
      } else if (placed != 0) {
        const int old_step = hit_step_[i];
        const int old_slot = hit_slot_[i];
        FindHit(i, placed, step);
        if (old_step <= hit_step_[i]) {
          hit_step_[i] = old_step;
          hit_slot_[i] = old_slot;
        }
      }
      for (unsigned others = moving_ & (Bit(i) - 1); others != 0; others &= others - 1) {
        const int j = __builtin_ctz(others);
        if ((fresh & (Bit(i) | Bit(j))) == 0) continue;
        const int until = path_[i].end < path_[j].end ? path_[i].end : path_[j].end;
        meet_step_[i][j] =
            Apart(i, j) ? kNever : FirstTouchOfMoving(path_[i], path_[j], effort_, step, until);
      }
    }
  }

  // A pair that starts side by side and only parts. Stones slow down, so the way of the fast one is
  // never behind its mean; along the line of their centres it makes at least its smallest cosine
  // of that, and the slow one at most its largest of its first speed.
  bool Apart(int i, int j) const {
    const Path& a = path_[i];
    const Path& b = path_[j];
    if (a.start != b.start) return false;
    const P2 d = b.from - a.from;
    if (Dot(d, d) < (kReach - 0.004f) * (kReach - 0.004f)) return false;
    return Escapes(b, a, d) || Escapes(a, b, P2{-d.x, -d.y});
  }

  // `d` leads from `slow` to `fast`.
  static bool Escapes(const Path& fast, const Path& slow, P2 d) {
    const P2 fast_end = TurnToSheet(fast, {fast.curve->end_heading_x, fast.curve->end_heading_y});
    const P2 slow_end = TurnToSheet(slow, {slow.curve->end_heading_x, slow.curve->end_heading_y});
    const float goes = Min(Dot(fast.heading, d), Dot(fast_end, d)) * fast.length;
    if (goes < 0.0f) return false;
    const float advance = Max(Max(Dot(slow.heading, d), Dot(slow_end, d)), 0.0f);
    return advance * slow.speed * kStep * fast.tau <= goes && advance * 1.1f * slow.length <= goes;
  }

  void FindHit(int i, unsigned among, int step) {
    const Path& p = path_[i];
    int best = p.end < kNever ? p.end + 1 : kNever;
    int slot = 0;
    bool found = false;
    for (unsigned rest = InCorridor(p, stones_, among); rest != 0; rest &= rest - 1) {
      const int k = __builtin_ctz(rest);
      const int touch = FirstTouch(p, effort_, At(k), step, best);
      if (touch < best) {
        best = touch;
        slot = k;
        found = true;
      }
    }
    hit_step_[i] = found ? best : kNever;
    hit_slot_[i] = slot;
  }

  // ---- Events ----

  void NextEvent() {
    // Contacts come before ends at the same step.
    unsigned first = ~0U;
    int a = 0;
    int b = -1;  // none: the leg of `a` ends
    const auto offer = [&](unsigned when, int i, int j) {
      if (when >= first) return;
      first = when;
      a = i;
      b = j;
    };
    for (unsigned rest = moving_; rest != 0; rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      offer(2U * static_cast<unsigned>(path_[i].end) + 1U, i, -1);
      offer(2U * static_cast<unsigned>(hit_step_[i]), i, hit_slot_[i]);
      for (unsigned others = moving_ & (Bit(i) - 1); others != 0; others &= others - 1) {
        const int j = __builtin_ctz(others);
        offer(2U * static_cast<unsigned>(meet_step_[i][j]), i, j);
      }
    }
    const int step = static_cast<int>(first / 2U);
    if (HasLeft(a, step)) {
      Remove(a);
    } else if (b < 0) {
      EndLeg(a, step);
    } else if ((moving_ & Bit(b)) != 0 && HasLeft(b, step)) {
      Remove(b);
    } else {
      Collide(a, b, step);
    }
  }

  void EndLeg(int i, int step) {
    Path& p = path_[i];
    if (p.loses_spin) {
      GoStraight(tables_, lines_.moving, p);
      if (trace_ != nullptr) TraceLeg(i, VelocityAfter(p, p.tau));
    } else {
      Settle(i, p.stop, step);
    }
    if (moving_ != 0) Relink(Bit(i), step);
  }

  void Collide(int a, int b, int step) {
    const bool b_moves = (moving_ & Bit(b)) != 0;
    const unsigned pair = Bit(a) | Bit(b);
    const P2 at_a = PositionAt(path_[a], TauAt(path_[a], step));
    const P2 at_b = b_moves ? PositionAt(path_[b], TauAt(path_[b], step)) : At(b);
    unsigned others = (Touching(at_a) | Touching(at_b)) & resting_ & ~pair;
    for (unsigned rest = moving_ & ~pair; rest != 0; rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      const P2 at = PositionAt(path_[i], TauAt(path_[i], step));
      Put(i, at);
      if (Dot(at - at_a, at - at_a) <= kReach2 || Dot(at - at_b, at - at_b) <= kReach2) {
        others |= Bit(i);
      }
    }
    if (others != 0) {
      Put(a, at_a);
      Put(b, at_b);
      CollideCluster(step);
      return;
    }
    Body body_a = BodyAt(a, step);
    Body body_b = b_moves ? BodyAt(b, step) : Body{{0.0f, 0.0f}, 0.0f};
    const Contact c = MakeContact(tables_, a, b, at_a, at_b, body_a, body_b);
    if (SolvePair(tables_, c, body_a, body_b)) Count(a, b, step);
    P2 next_a = at_a + kStep * body_a.v;
    P2 next_b = at_b + kStep * body_b.v;
    constexpr float kShallow = kReach - kSlop;
    if (Dot(next_b - next_a, next_b - next_a) < kShallow * kShallow) {
      Put(a, next_a);
      Put(b, next_b);
      SolvePositions(tables_, &c, 1, stones_);
      next_a = At(a);
      next_b = At(b);
    }
    Launch(a, next_a, body_a, step + 1);
    Launch(b, next_b, body_b, step + 1);
    Relink(pair, step + 1);
  }

  Body BodyAt(int slot, int step) const {
    const float tau = TauAt(path_[slot], step);
    return {VelocityAfter(path_[slot], tau), SpinAt(path_[slot], Max(tau - 1.0f, 0.0f))};
  }

  // The stones that touch one at `p` (itself included), by Box2D's own float32 test.
  unsigned Touching(P2 p) const {
    unsigned bits = 0;
    for (int i = 0; i < kSlots; i += kLanes) {
      const Lanes dx = *reinterpret_cast<const Lanes*>(stones_.x + i) - p.x;
      const Lanes dy = *reinterpret_cast<const Lanes*>(stones_.y + i) - p.y;
      const LaneMask touch = dx * dx + dy * dy <= kReach2;
      bits |= BitsOf(touch) << i;
    }
    return bits;
  }

  void Count(int a, int b, int step) {
    ++contacts_;
    touched_ |= Bit(a) | Bit(b);
    if (trace_ != nullptr && trace_->impact_count < Trace::kCapacity) {
      trace_->impacts[trace_->impact_count++] = {a, b, step + 1};
    }
  }

  // ---- Clusters: several contacts at once, step by step as Box2D does ----

  void CollideCluster(int step) {
    Body bodies[kSlots];
    unsigned active = moving_;
    for (int i = 0; i < kSlots; ++i) bodies[i] = {{0.0f, 0.0f}, 0.0f};
    for (unsigned rest = active; rest != 0; rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      bodies[i] = BodyAt(i, step);
    }
    unsigned all = resting_ | moving_;
    unsigned ever = active;
    unsigned involved = 0;
    Contact contacts[kMostContacts];
    Contact previous[kMostContacts];
    int previous_count = 0;
    for (int k = 0; k < kMostClusterSteps; ++k) {
      const int count = Gather(active, all, bodies, contacts);
      for (int i = 0; i < count; ++i) WarmStart(contacts[i], previous, previous_count);
      SolveSweeps(tables_, contacts, count, bodies);
      bool pushed = false;
      for (int i = 0; i < count; ++i) {
        const Contact& c = contacts[i];
        if (c.normal > tables_.gentle_mps) pushed = true;
        involved |= Bit(c.a) | Bit(c.b);
        if (c.normal > 0.0f && !c.goes_on) Count(c.a, c.b, step);
        // By friction too, which may outlive the push that allowed it.
        if (Dot(bodies[c.a].v, bodies[c.a].v) > 0.0f) active |= Bit(c.a);
        if (Dot(bodies[c.b].v, bodies[c.b].v) > 0.0f) active |= Bit(c.b);
      }
      ever |= active;
      for (unsigned rest = active; rest != 0; rest &= rest - 1) {
        const int i = __builtin_ctz(rest);
        if (trace_ != nullptr) TraceStep(i, bodies[i], step);
        Put(i, At(i) + kStep * bodies[i].v);
      }
      SolvePositions(tables_, contacts, count, stones_);
      ++step;
      for (unsigned rest = active; rest != 0; rest &= rest - 1) {
        const int i = __builtin_ctz(rest);
        if (lines_.waits_for_sleep || Inside(lines_.moving, At(i))) continue;
        active &= ~Bit(i);
        all &= ~Bit(i);
      }
      if (!pushed && !Approaching(active, all, bodies)) break;
      if (k + 1 == kMostClusterSteps) break;
      for (unsigned rest = active; rest != 0; rest &= rest - 1) {
        ApplyFriction(tables_, bodies[__builtin_ctz(rest)]);
      }
      previous_count = count;
      for (int i = 0; i < count; ++i) previous[i] = contacts[i];
    }
    // Parting wakes a stone that was only touched.
    for (unsigned rest = involved & ~ever; rest != 0; rest &= rest - 1) {
      rest_since_[__builtin_ctz(rest)] = step;
      rested_ |= rest & -rest;
    }
    const unsigned gone = (resting_ | moving_) & ~all;
    resting_ &= ~gone;
    moving_ &= ~gone;
    moved_ |= gone;
    ever &= all;
    for (unsigned rest = ever; rest != 0; rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      Launch(i, At(i), bodies[i], step);
    }
    Relink(ever, step);
  }

  // Takes over what a contact pushed with in the step before.
  static void WarmStart(Contact& contact, const Contact* previous, int count) {
    for (int i = 0; i < count; ++i) {
      const Contact& p = previous[i];
      const bool same = p.a == contact.a && p.b == contact.b;
      if (!same && !(p.a == contact.b && p.b == contact.a)) continue;
      // Seen from the other stone both directions turn round, and the impulses stay.
      contact.normal = p.normal;
      contact.tangent = p.tangent;
      contact.goes_on = p.normal > 0.0f;
    }
  }

  bool Approaching(unsigned active, unsigned all, const Body* bodies) const {
    for (unsigned rest = active; rest != 0; rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      for (unsigned others = Touching(At(i)) & all & ~Bit(i); others != 0; others &= others - 1) {
        const int j = __builtin_ctz(others);
        const P2 d = At(j) - At(i);
        if (-Dot(bodies[j].v - bodies[i].v, d) > tables_.gentle_mps * Sqrt(Dot(d, d))) return true;
      }
    }
    return false;
  }

  // The contacts of everything connected to a moving stone, in Box2D's order: depth first, from the
  // last body; a body's newest contacts first. Those there from the start were found body by body,
  // each with its predecessors.
  int Gather(unsigned active, unsigned all, const Body* bodies, Contact* contacts) const {
    int count = 0;
    unsigned visited = 0;
    unsigned done[kSlots] = {};  // the partners of a stone whose contact is listed
    int stack[kSlots];
    for (int k = kSlots - 1; k >= 0; --k) {
      const int seed = lines_.slot_at[k];
      if ((active & ~visited & Bit(seed)) == 0) continue;
      int depth = 0;
      stack[depth++] = seed;
      visited |= Bit(seed);
      while (depth > 0) {
        const int i = stack[--depth];
        const unsigned others = Touching(At(i)) & all & ~Bit(i) & ~done[i];
        if (others == 0) continue;
        const unsigned fresh = (moved_ & Bit(i)) != 0 ? others : others & moved_;
        const auto take = [&](unsigned group, int rank) {
          const int j = lines_.slot_at[rank];
          if ((group & Bit(j)) == 0 || count == kMostContacts) return;
          contacts[count++] = MakeContact(tables_, i, j, At(i), At(j), bodies[i], bodies[j]);
          done[i] |= Bit(j);
          done[j] |= Bit(i);
          if ((visited & Bit(j)) != 0) return;
          visited |= Bit(j);
          stack[depth++] = j;
        };
        const unsigned old = others & ~fresh;
        for (int rank = kSlots - 1; fresh != 0 && rank >= 0; --rank) take(fresh, rank);
        if (old == 0) continue;
        for (int rank = kSlots - 1; rank > lines_.order[i]; --rank) take(old, rank);
        for (int rank = 0; rank < lines_.order[i]; ++rank) take(old, rank);
      }
    }
    return count;
  }

  // ---- Leaving ----

  bool HasLeft(int i, int step) {
    const Path& p = path_[i];
    if (p.stays || InsideUntil(lines_.moving, p, step < p.end ? step : p.end)) return false;
    if (!lines_.waits_for_sleep) return true;
    // Nothing else moves, and the stone ends outside: it may as well leave at the end.
    if (step >= p.end && moving_ == Bit(i) && !Inside(lines_.moving, p.stop)) return false;
    return ScanReaches(i, step);
  }

  // dc2: whether the removal scan, which stops at the first stone awake, reached stone i outside at
  // or before `step`. Stones sleep half a second after they came to rest.
  bool ScanReaches(int i, int step) {
    const Path& p = path_[i];
    int asleep = 0;  // the step from which all that are scanned before it sleep
    for (unsigned rest = (moving_ | resting_) & ~Bit(i); rest != 0; rest &= rest - 1) {
      const int j = __builtin_ctz(rest);
      if (lines_.order[j] > lines_.order[i]) continue;
      if ((moving_ & Bit(j)) != 0) {
        if (HasLeft(j, step)) continue;
        return false;
      }
      const int since = ((rested_ & Bit(j)) != 0 ? rest_since_[j] : 0) + kSleepSteps;
      asleep = asleep > since ? asleep : since;
    }
    if (asleep <= p.start) return true;
    if (asleep > step) return false;
    // Outside when the scan first reaches it, or later. It may have curled back in meanwhile.
    const int seen = asleep < p.end ? asleep : p.end;
    return !Inside(lines_.moving, PositionAt(p, TauAt(p, seen))) ||
           InsideUntil(lines_.moving, p, seen);
  }

  // ---- Recording ----

  void TraceLeg(int slot, P2 velocity) {
    if (trace_->leg_count == Trace::kCapacity) return;
    const Path& p = path_[slot];
    trace_->legs[trace_->leg_count++] = {p.curve,        p.stop.x,   p.stop.y,   p.cos,
                                         p.sin,          p.mirror,   p.tau,      p.from.x,
                                         p.from.y,       velocity.x, velocity.y, p.mirror * p.spin,
                                         p.spin_to_lose, p.start,    p.end,      slot};
  }

  void TraceStep(int slot, const Body& body, int step) {
    if (trace_->leg_count == Trace::kCapacity) return;
    trace_->legs[trace_->leg_count++] = {
        nullptr,         0.0f,     0.0f,     1.0f,      0.0f, 1.0f, 0.0f,     stones_.x[slot],
        stones_.y[slot], body.v.x, body.v.y, body.spin, 0.0f, step, step + 1, slot};
  }

  const Tables& tables_;
  const Lines& lines_;
  Stones& stones_;  // those at rest; the places of the others are scratch
  Trace* trace_;
  const Effort effort_;
  unsigned resting_ = 0;
  unsigned moving_ = 0;
  unsigned moved_ = 0;
  unsigned touched_ = 0;
  unsigned rested_ = 0;  // slots with a rest_since_
  int contacts_ = 0;
  // Valid for moving stones only.
  Path path_[kSlots];
  int hit_step_[kSlots];
  int hit_slot_[kSlots];
  int meet_step_[kSlots][kSlots];  // [larger][smaller]
  int rest_since_[kSlots];
};

typedef double Doubles __attribute__((vector_size(4 * SKIPSTONE_LANES), may_alias));
typedef long long LongMask __attribute__((vector_size(4 * SKIPSTONE_LANES), may_alias));
typedef float HalfLanes __attribute__((vector_size(2 * SKIPSTONE_LANES), may_alias));
constexpr int kDoubles = kLanes / 2;

void Prepare(const Lines& lines, const double* x, const double* y, std::uint16_t present,
             Prepared& board) {
  Stones& stones = board.stones;
  for (int i = 0; i < kSlots; i += kDoubles) {
    Doubles hx;
    Doubles hy;
    __builtin_memcpy(&hx, x + i, sizeof hx);
    __builtin_memcpy(&hy, y + i, sizeof hy);
    *reinterpret_cast<HalfLanes*>(stones.x + i) =
        __builtin_convertvector(lines.add_x + hx, HalfLanes);
    *reinterpret_cast<HalfLanes*>(stones.y + i) =
        __builtin_convertvector(lines.add_y + lines.sign_y * hy, HalfLanes) - lines.origin;
  }
  stones.present = static_cast<std::uint16_t>(present & SlotsInside(lines.start, stones));
  Result& nothing = board.nothing;
  nothing.present = static_cast<std::uint16_t>(stones.present & SlotsInside(lines.rest, stones));
  LongMask bits;
  for (int i = 0; i < kDoubles; ++i) bits[i] = 1LL << i;
  for (int i = 0; i < kSlots; i += kDoubles) {
    const LongMask there = (static_cast<long long>(nothing.present >> i) & bits) != 0;
    const Doubles hx =
        __builtin_convertvector(*reinterpret_cast<HalfLanes*>(stones.x + i), Doubles);
    const Doubles hy = __builtin_convertvector(
        *reinterpret_cast<HalfLanes*>(stones.y + i) + lines.origin, Doubles);
    // Masked and not multiplied: minus zero is not zero to a hash.
    *reinterpret_cast<LongMask*>(nothing.x + i) = (LongMask)(hx - lines.add_x) & there;
    *reinterpret_cast<LongMask*>(nothing.y + i) =
        (LongMask)(lines.sign_y * (hy - lines.add_y)) & there;
  }
}

void Run(const Tables& tables, const Lines& lines, const Prepared& board, int slot,
         const Throw& thrown, Result& result, Trace* trace) {
  Stones stones = board.stones;
  result = board.nothing;
  ThrowRun(tables, lines, stones, trace).Run(slot, thrown, result);
}

}  // namespace

extern const Kernel kKernel;
const Kernel kKernel = {Prepare, Run};

}  // namespace skipstone::event::SKIPSTONE_KERNEL
