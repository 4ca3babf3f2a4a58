// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// Contacts of the engine `event`, solved as Box2D solves them. Included by event_kernel.inl only,
// inside its unnamed namespace. Impulses are per unit of mass.

constexpr float kRadius = 0.145f;
constexpr float kSlop = 0.005f;  // overlap that Box2D leaves alone

struct Body {
  P2 v;
  float spin;
};

struct Contact {
  int a;
  int b;
  P2 n;        // from a to b
  float half;  // of the distance between the centres
  float tangent_mass;
  float bias;
  float normal;   // accumulated impulses
  float tangent;  // along (n.y, -n.x)
  bool goes_on;   // it pushed in the step before
};

SKIPSTONE_INLINE void Push(const Contact& c, float normal, float tangent, Body& a, Body& b) {
  const P2 impulse{normal * c.n.x + tangent * c.n.y, normal * c.n.y - tangent * c.n.x};
  const float twist = tangent * c.half * (2.0f / (kRadius * kRadius));
  a.v = a.v - impulse;
  b.v = b.v + impulse;
  a.spin += twist;
  b.spin += twist;
}

SKIPSTONE_INLINE float Slide(const Contact& c, const Body& a, const Body& b) {
  const P2 dv = b.v - a.v;
  return dv.x * c.n.y - dv.y * c.n.x + c.half * (a.spin + b.spin);
}

SKIPSTONE_INLINE Contact MakeContact(const Tables& tables, int a, int b, P2 pa, P2 pb,
                                     const Body& body_a, const Body& body_b) {
  Contact c;
  c.a = a;
  c.b = b;
  const P2 d = pb - pa;
  const float length = Sqrt(Dot(d, d));
  c.n = length > 1e-7f ? (1.0f / length) * d : P2{1.0f, 0.0f};
  c.half = 0.5f * length;
  c.tangent_mass = 1.0f / (2.0f + c.half * c.half * (4.0f / (kRadius * kRadius)));
  const float opening = Dot(body_b.v - body_a.v, c.n);
  c.bias = opening < -tables.restitution_threshold_mps ? -opening : 0.0f;
  c.normal = 0.0f;
  c.tangent = 0.0f;
  c.goes_on = false;
  return c;
}

// One contact alone: what the sweeps converge to (the first finds the normal impulse, the second
// the friction). False if the stones do not approach.
SKIPSTONE_INLINE bool SolvePair(const Tables& tables, const Contact& c, Body& a, Body& b) {
  const float opening = Dot(b.v - a.v, c.n);
  if (opening >= 0.0f) return false;
  const float normal = 0.5f * (c.bias - opening);
  const float most = tables.friction * normal;
  const float tangent = Min(Max(-Slide(c, a, b) * c.tangent_mass, -most), most);
  Push(c, normal, tangent, a, b);
  return true;
}

[[maybe_unused]] static void SolveSweeps(const Tables& tables, Contact* contacts, int count,
                                         Body* bodies) {
  for (int i = 0; i < count; ++i) {
    const Contact& c = contacts[i];
    Push(c, c.normal, c.tangent, bodies[c.a], bodies[c.b]);
  }
  bool settled = false;  // the last sweep changed nothing, so the next would not
  for (int sweep = 0; sweep < tables.sweeps && !settled; ++sweep) {
    settled = true;
    for (int i = 0; i < count; ++i) {
      Contact& c = contacts[i];
      Body& a = bodies[c.a];
      Body& b = bodies[c.b];
      // Friction first, with the normal impulse so far. The two directions do not disturb each
      // other, so both impulses follow from the same velocities.
      const float most = tables.friction * c.normal;
      const float tangent = Min(Max(c.tangent - Slide(c, a, b) * c.tangent_mass, -most), most);
      const float opening = Dot(b.v - a.v, c.n);
      const float normal = Max(c.normal - 0.5f * (opening - c.bias), 0.0f);
      Push(c, normal - c.normal, tangent - c.tangent, a, b);
      settled = settled && tangent == c.tangent && normal == c.normal;
      c.tangent = tangent;
      c.normal = normal;
    }
  }
}

// Box2D moves overlapping stones apart after a step, deep ones only.
[[maybe_unused]] static void SolvePositions(const Tables& tables, const Contact* contacts,
                                            int count, Stones& stones) {
  for (int sweep = 0; sweep < tables.position_sweeps; ++sweep) {
    float least = 0.0f;
    for (int i = 0; i < count; ++i) {
      const Contact& c = contacts[i];
      const P2 d{stones.x[c.b] - stones.x[c.a], stones.y[c.b] - stones.y[c.a]};
      const float length = Sqrt(Dot(d, d));
      const float separation = length - kReach;
      least = Min(least, separation);
      const float correction = Min(Max(0.2f * (separation + kSlop), -0.2f), 0.0f);
      if (correction == 0.0f || length < 1e-7f) continue;
      const P2 move = (0.5f * correction / length) * d;
      stones.x[c.a] += move.x;
      stones.y[c.a] += move.y;
      stones.x[c.b] -= move.x;
      stones.y[c.b] -= move.y;
    }
    if (least >= -3.0f * kSlop) break;
  }
}

// One step of friction and curl on a velocity, from the tables.
SKIPSTONE_INLINE void ApplyFriction(const Tables& tables, Body& body) {
  const float speed = Sqrt(Dot(body.v, body.v));
  const float slower = speed - (tables.loss + tables.drag / (speed + tables.drag_speed));
  if (!(slower > 0.0f)) {
    body = {{0.0f, 0.0f}, 0.0f};
    return;
  }
  const float ratio = slower / speed;
  P2 v = ratio * body.v;
  if (body.spin != 0.0f) {
    const F8 before = BySpeed(tables, tables.curled, speed);
    const F8 after = BySpeed(tables, tables.curled, slower);
    const float cos = before[SpeedPiece::kHeadingX] * after[SpeedPiece::kHeadingX] +
                      before[SpeedPiece::kHeadingY] * after[SpeedPiece::kHeadingY];
    float sin = before[SpeedPiece::kHeadingX] * after[SpeedPiece::kHeadingY] -
                before[SpeedPiece::kHeadingY] * after[SpeedPiece::kHeadingX];
    if (body.spin < 0.0f) sin = -sin;
    v = {cos * v.x - sin * v.y, sin * v.x + cos * v.y};
    const float lost = before[SpeedPiece::kSpinToLose] - after[SpeedPiece::kSpinToLose];
    if (lost > 0.0f) {
      const float left = Abs(body.spin) - lost;
      body.spin = left <= 0.0f ? 0.0f : (body.spin > 0.0f ? left : -left);
    }
  }
  body.v = v;
}
