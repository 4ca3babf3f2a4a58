// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/box2d_fcv1.h"

#include <box2d/box2d.h>
#include <fmt/format.h>

#include <array>
#include <optional>

#include "ice/box2d_recorder.h"
#include "ice/fcv1_law.h"

namespace skipstone {
namespace {

constexpr int kVelocityIterations = 8;
constexpr int kPositionIterations = 3;

// A stone as DC3 hands it to Box2D.
struct Stone {
  b2Vec2 position;
  float angle = 0.0f;
  b2Vec2 velocity{0.0f, 0.0f};
  float spin = 0.0f;
};
using Stones = std::array<std::optional<Stone>, kStones>;

// A Box2D world with a body per slot. The order in which bodies are created, enabled and moved
// decides the order of contacts in Box2D, hence the outcome among touching stones: it is DC3's.
class SixteenBodies {
 public:
  SixteenBodies() : world_(b2Vec2(0.0f, 0.0f)) {
    b2BodyDef body;
    body.type = b2_dynamicBody;
    body.awake = false;
    body.bullet = true;
    body.enabled = false;
    b2CircleShape circle;
    circle.m_radius = fcv1::kStoneRadius_m;
    b2FixtureDef stone;
    stone.shape = &circle;
    stone.friction = 0.2f;
    stone.restitution = 1.0f;
    stone.restitutionThreshold = 0.0f;
    stone.density = fcv1::kStoneMass_kg / (b2_pi * fcv1::kStoneRadius_m * fcv1::kStoneRadius_m);
    for (int slot = 0; slot < kStones; ++slot) {
      body.userData.pointer = static_cast<std::uintptr_t>(slot);
      bodies_[static_cast<std::size_t>(slot)] = world_.CreateBody(&body);
      at(slot)->CreateFixture(&stone);
    }
  }

  b2World& world() { return world_; }
  b2Body* at(int slot) const { return bodies_[static_cast<std::size_t>(slot)]; }
  auto begin() const { return bodies_.begin(); }
  auto end() const { return bodies_.end(); }

  // Sets every stone again, in slot order. DC3 does this for all of them whenever one leaves.
  void Set(const Stones& stones) {
    for (int slot = 0; slot < kStones; ++slot) {
      b2Body* body = at(slot);
      const auto& stone = stones[static_cast<std::size_t>(slot)];
      if (!stone) {
        body->SetEnabled(false);
        continue;
      }
      body->SetEnabled(true);
      body->SetAwake(true);
      body->SetTransform(stone->position, stone->angle);
      body->SetLinearVelocity(stone->velocity);
      body->SetAngularVelocity(stone->spin);
    }
  }

  Stones Get() const {
    Stones stones;
    for (int slot = 0; slot < kStones; ++slot) {
      const b2Body* body = at(slot);
      if (!body->IsEnabled()) continue;
      stones[static_cast<std::size_t>(slot)] =
          Stone{body->GetPosition(), body->GetAngle(), body->GetLinearVelocity(),
                body->GetAngularVelocity()};
    }
    return stones;
  }

 private:
  b2World world_;
  std::array<b2Body*, kStones> bodies_{};
};

// One throw, in a world that is new or was left by the throw before. `turned`: the sheet lies
// turned round in the world, as it does for DC3 in every second end.
class Throw {
 public:
  Throw(const Ice& ice, const Turn& turn, bool turned, SixteenBodies& bodies, Recording* recording)
      : ice_(ice),
        thrown_(turn.slot()),
        turned_(turned),
        half_width_(static_cast<float>(2.0 * ice.sheet.half_width_m) / 2.0f),
        origin_y_(ice.removal == Removal::kDc4 ? 0.0f : fcv1::kSheetMiddleY),
        bodies_(bodies),
        recorder_(
            recording, [this](b2Vec2 p) { return ToHouse(p); },
            [this](float angle) { return ToShotAngle(angle); }) {
    bodies_.world().SetContactListener(&recorder_);
  }
  ~Throw() { bodies_.world().SetContactListener(nullptr); }
  Throw(const Throw&) = delete;
  Throw& operator=(const Throw&) = delete;

  // The stones as they lie before the throw, turned by these angles.
  Stones Lying(const Board& board, const std::array<float, kStones>& angles_rad) const {
    Stones stones;
    ForEachSlot(board.present(), [&](int slot) {
      const auto i = static_cast<std::size_t>(slot);
      stones[i].emplace().position = ToSimulation(board.position(slot));
      stones[i]->angle = turned_ ? angles_rad[i] - fcv1::kPi : angles_rad[i];
    });
    return stones;
  }

  Outcome Run(const Board& board, const Stones& lying, const Release& release) {
    Place(lying, release);
    while (true) {
      RemoveWhileMoving();
      if (AllStopped()) break;
      Step();
    }
    RemoveAtRest();
    Outcome outcome;
    for (int slot = 0; slot < kStones; ++slot) {
      if (!bodies_.at(slot)->IsEnabled()) continue;
      recorder_.Finish(bodies_.at(slot));
      outcome.board.Put(slot, ToHouse(bodies_.at(slot)->GetPosition()));
    }
    outcome.left =
        static_cast<SlotSet>((board.present() | SlotBit(thrown_)) & ~outcome.board.present());
    outcome.contacts = recorder_.contacts();
    return outcome;
  }

  float ToShotAngle(float angle) const { return turned_ ? angle + fcv1::kPi : angle; }

 private:
  // From the simulation frame to the one of the end's side of the sheet, and back.
  b2Vec2 Turned(b2Vec2 v) const { return turned_ ? -v : v; }

  b2Vec2 ToSimulation(Vec2 house) const {
    const Vec2 shot = PositionToOwnFrame(Law::kFcv1, house);
    return Turned({static_cast<float>(shot.x), static_cast<float>(shot.y) - origin_y_});
  }

  Vec2 ToHouse(b2Vec2 simulation) const {
    // Rounded to float32 in the shot frame, as the real server does after each shot.
    const b2Vec2 p = Turned(simulation);
    const float y = p.y + origin_y_;
    return PositionFromOwnFrame(Law::kFcv1, {double{p.x}, double{y}});
  }

  void Place(Stones stones, const Release& release) {
    Stone& thrown = stones[static_cast<std::size_t>(thrown_)].emplace();
    const Vec2 velocity = VelocityToOwnFrame(Law::kFcv1, release);
    thrown.position = Turned({0.0f, 0.0f - origin_y_});
    thrown.angle = turned_ ? -fcv1::kPi : 0.0f;
    thrown.velocity = Turned({static_cast<float>(velocity.x), static_cast<float>(velocity.y)});
    thrown.spin =
        release.handle == Handle::kCcw ? fcv1::kInitialSpin_radps : -fcv1::kInitialSpin_radps;
    bodies_.Set(stones);
    for (b2Body* body : bodies_) {
      if (body->IsEnabled()) recorder_.Start(body);
    }
  }

  bool StaysWhileMoving(const b2Body* body) const {
    const b2Vec2 p = Turned(body->GetPosition());
    const float r = fcv1::kStoneRadius_m;
    if (ice_.removal == Removal::kDc4) {
      const bool moves = body->GetLinearVelocity().LengthSquared() > 0.0f;
      return !moves || std::abs(p.x) < half_width_ - r;
    }
    return p.x + r < half_width_ && p.x - r > -half_width_ && p.y - r < fcv1::kBackLineY &&
           p.y - r > -fcv1::kBackBoardY;
  }

  bool StaysAtRest(b2Body* body) const {
    const float y = Turned(body->GetPosition()).y;
    const int slot = Box2dRecorder::SlotOfBody(body);
    const bool missed = slot == thrown_ && !recorder_.touched(slot);
    switch (ice_.removal) {
      case Removal::kDc4:
        return y <= fcv1::kDc4BackY && !(missed && y <= fcv1::kDc4HogY);
      case Removal::kCurling:
        return !missed || y - fcv1::kStoneRadius_m > fcv1::kHogLineY;
      default:
        return y - fcv1::kStoneRadius_m > fcv1::kHogLineY;
    }
  }

  void RemoveWhileMoving() {
    Remove([this](const b2Body* body) { return StaysWhileMoving(body); });
  }
  void RemoveAtRest() {
    Remove([this](b2Body* body) { return StaysAtRest(body); });
  }

  template <typename F>
  void Remove(const F& stays) {
    SlotSet leaving = 0;
    for (int slot = 0; slot < kStones; ++slot) {
      if (bodies_.at(slot)->IsEnabled() && !stays(bodies_.at(slot))) {
        leaving = static_cast<SlotSet>(leaving | SlotBit(slot));
      }
    }
    if (leaving == 0) return;
    Stones stones = bodies_.Get();
    ForEachSlot(leaving, [&](int slot) {
      recorder_.Finish(bodies_.at(slot));
      stones[static_cast<std::size_t>(slot)].reset();
    });
    bodies_.Set(stones);
  }

  // A clockwise (negative) spin does not keep the shot alive: DC3 compares without the absolute
  // value. No position depends on it.
  bool AllStopped() const {
    for (const b2Body* body : bodies_) {
      if (body->IsEnabled() && (body->GetLinearVelocity().LengthSquared() > fcv1::kEpsilon ||
                                body->GetAngularVelocity() > fcv1::kEpsilon)) {
        return false;
      }
    }
    return true;
  }

  void Step() {
    for (b2Body* body : bodies_) {
      const b2Vec2 velocity = body->GetLinearVelocity();
      const float spin = body->GetAngularVelocity();
      if (velocity.x == 0.0f && velocity.y == 0.0f && spin == 0.0f) continue;
      const fcv1::Motion next = fcv1::Step({velocity.x, velocity.y, spin});
      body->SetLinearVelocity({next.vx, next.vy});
      body->SetAngularVelocity(next.spin);
    }
    bodies_.world().Step(fcv1::kStep_s, kVelocityIterations, kPositionIterations);
    recorder_.AfterStep(bodies_.world());
  }

  const Ice& ice_;
  const int thrown_;
  const bool turned_;
  const float half_width_;
  const float origin_y_;
  SixteenBodies& bodies_;
  Box2dRecorder recorder_;
};

class Box2dFcv1 : public Engine {
 public:
  explicit Box2dFcv1(const Ice& ice) : ice_(ice) {}

  std::string_view name() const override { return "box2d"; }
  const Ice& ice() const override { return ice_; }

  Outcome Run(const Board& board, const Turn& turn, const Release& release,
              Recording* recording) override {
    SixteenBodies bodies;
    Throw thrown(ice_, turn, /*turned=*/false, bodies, recording);
    return thrown.Run(board, thrown.Lying(board, {}), release);
  }

 private:
  Ice ice_;
};

}  // namespace

std::unique_ptr<Engine> MakeBox2dFcv1(const Ice& ice) { return std::make_unique<Box2dFcv1>(ice); }

std::string_view WorldName(World world) { return world == World::kMatch ? "match" : "fresh"; }

World WorldFromName(std::string_view name) {
  for (const World world : {World::kFresh, World::kMatch}) {
    if (name == WorldName(world)) return world;
  }
  throw Error(ErrorKind::kUsage, "",
              fmt::format("expected the world match or fresh, got {}", Quote(Json(name))));
}

void CheckMatchWorld(const Ice& ice) {
  if (ice.law == Law::kFcv1 && ice.removal == Removal::kDc3) return;
  throw Error(ErrorKind::kUsage, "",
              fmt::format("expected the world fresh on the ice {} with {}'s removal rule: only "
                          "Digital Curling 3's server keeps one for a match",
                          LawName(ice.law), RemovalName(ice.removal)));
}

class MatchWorld::Bodies {
 public:
  SixteenBodies now;
  Stones before;  // the last throw
};

MatchWorld::MatchWorld(const Ice& ice) : ice_(ice), bodies_(std::make_unique<Bodies>()) {
  CheckMatchWorld(ice);
}

MatchWorld::~MatchWorld() = default;

Outcome MatchWorld::Run(const Board& board, const Turn& turn, int end, const Release& release,
                        Recording* recording) {
  Throw thrown(ice_, turn, /*turned=*/end % 2 == 1, bodies_->now, recording);
  bodies_->before = thrown.Lying(board, angles_rad_);
  before_rad_ = angles_rad_;
  const Outcome outcome = thrown.Run(board, bodies_->before, release);
  ForEachSlot(outcome.board.present(), [&](int slot) {
    angles_rad_[static_cast<std::size_t>(slot)] =
        thrown.ToShotAngle(bodies_->now.at(slot)->GetAngle());
  });
  return outcome;
}

void MatchWorld::PutBack() {
  bodies_->now.Set(bodies_->before);
  angles_rad_ = before_rad_;
}

void MatchWorld::SetAngles(const std::array<double, kStones>& angles_rad) {
  for (std::size_t slot = 0; slot < angles_rad.size(); ++slot) {
    angles_rad_[slot] = static_cast<float>(angles_rad[slot]);
  }
}

}  // namespace skipstone
