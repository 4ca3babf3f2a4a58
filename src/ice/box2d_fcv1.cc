// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/box2d_fcv1.h"

#include <box2d/box2d.h>

#include <array>
#include <optional>

#include "ice/box2d_recorder.h"
#include "ice/fcv1_law.h"

namespace skipstone {
namespace {

constexpr int kVelocityIterations = 8;
constexpr int kPositionIterations = 3;

// One throw. The order in which bodies are created, enabled and moved decides the order of
// contacts in Box2D, hence the outcome among touching stones: it is DC3's.
class Throw {
 public:
  Throw(const Ice& ice, const Turn& turn, Recording* recording)
      : ice_(ice),
        thrown_(turn.slot()),
        half_width_(static_cast<float>(2.0 * ice.sheet.half_width_m) / 2.0f),
        origin_y_(ice.removal == Removal::kDc4 ? 0.0f : fcv1::kSheetMiddleY),
        recorder_(recording, [this](b2Vec2 p) { return ToHouse(p); }),
        world_(b2Vec2(0.0f, 0.0f)) {
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
      body_at(slot) = world_.CreateBody(&body);
      body_at(slot)->CreateFixture(&stone);
    }
    world_.SetContactListener(&recorder_);
  }

  Outcome Run(const Board& board, const Release& release) {
    Place(board, release);
    while (true) {
      RemoveWhileMoving();
      if (AllStopped()) break;
      Step();
    }
    RemoveAtRest();
    Outcome outcome;
    for (int slot = 0; slot < kStones; ++slot) {
      if (!body_at(slot)->IsEnabled()) continue;
      recorder_.Finish(body_at(slot));
      outcome.board.Put(slot, ToHouse(body_at(slot)->GetPosition()));
    }
    outcome.left =
        static_cast<SlotSet>((board.present() | SlotBit(thrown_)) & ~outcome.board.present());
    outcome.contacts = recorder_.contacts();
    return outcome;
  }

 private:
  // A stone as DC3 hands it to Box2D.
  struct Stone {
    b2Vec2 position;
    float angle = 0.0f;
    b2Vec2 velocity{0.0f, 0.0f};
    float spin = 0.0f;
  };
  using Stones = std::array<std::optional<Stone>, kStones>;

  b2Body*& body_at(int slot) { return bodies_[static_cast<std::size_t>(slot)]; }

  b2Vec2 ToSimulation(Vec2 house) const {
    const Vec2 shot = PositionToOwnFrame(Law::kFcv1, house);
    return {static_cast<float>(shot.x), static_cast<float>(shot.y) - origin_y_};
  }

  Vec2 ToHouse(b2Vec2 simulation) const {
    // Rounded to float32 in the shot frame, as the real server does after each shot.
    const float y = simulation.y + origin_y_;
    return PositionFromOwnFrame(Law::kFcv1, {double{simulation.x}, double{y}});
  }

  // Sets every stone again, in slot order. DC3 does this for all of them whenever one leaves.
  void SetStones(const Stones& stones) {
    for (int slot = 0; slot < kStones; ++slot) {
      b2Body* body = body_at(slot);
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

  Stones GetStones() {
    Stones stones;
    for (int slot = 0; slot < kStones; ++slot) {
      const b2Body* body = body_at(slot);
      if (!body->IsEnabled()) continue;
      stones[static_cast<std::size_t>(slot)] =
          Stone{body->GetPosition(), body->GetAngle(), body->GetLinearVelocity(),
                body->GetAngularVelocity()};
    }
    return stones;
  }

  void Place(const Board& board, const Release& release) {
    Stones stones;
    ForEachSlot(board.present(), [&](int slot) {
      stones[static_cast<std::size_t>(slot)].emplace().position =
          ToSimulation(board.position(slot));
    });
    Stone& thrown = stones[static_cast<std::size_t>(thrown_)].emplace();
    const Vec2 velocity = VelocityToOwnFrame(Law::kFcv1, release);
    thrown.position = {0.0f, 0.0f - origin_y_};
    thrown.velocity = {static_cast<float>(velocity.x), static_cast<float>(velocity.y)};
    thrown.spin =
        release.handle == Handle::kCcw ? fcv1::kInitialSpin_radps : -fcv1::kInitialSpin_radps;
    SetStones(stones);
    for (b2Body* body : bodies_) {
      if (body->IsEnabled()) recorder_.Start(body);
    }
  }

  bool StaysWhileMoving(const b2Body* body) const {
    const b2Vec2 p = body->GetPosition();
    const float r = fcv1::kStoneRadius_m;
    if (ice_.removal == Removal::kDc4) {
      const bool moves = body->GetLinearVelocity().LengthSquared() > 0.0f;
      return !moves || std::abs(p.x) < half_width_ - r;
    }
    return p.x + r < half_width_ && p.x - r > -half_width_ && p.y - r < fcv1::kBackLineY &&
           p.y - r > -fcv1::kBackBoardY;
  }

  bool StaysAtRest(int slot) {
    const float y = body_at(slot)->GetPosition().y;
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
    SlotSet leaving = 0;
    for (int slot = 0; slot < kStones; ++slot) {
      if (body_at(slot)->IsEnabled() && !StaysWhileMoving(body_at(slot))) {
        leaving = static_cast<SlotSet>(leaving | SlotBit(slot));
      }
    }
    if (leaving == 0) return;
    Stones stones = GetStones();
    ForEachSlot(leaving, [&](int slot) {
      recorder_.Finish(body_at(slot));
      stones[static_cast<std::size_t>(slot)].reset();
    });
    SetStones(stones);
  }

  void RemoveAtRest() {
    for (int slot = 0; slot < kStones; ++slot) {
      if (!body_at(slot)->IsEnabled() || StaysAtRest(slot)) continue;
      recorder_.Finish(body_at(slot));
      body_at(slot)->SetEnabled(false);
    }
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
    world_.Step(fcv1::kStep_s, kVelocityIterations, kPositionIterations);
    recorder_.AfterStep(world_);
  }

  const Ice& ice_;
  const int thrown_;
  const float half_width_;
  const float origin_y_;
  Box2dRecorder recorder_;
  b2World world_;
  std::array<b2Body*, kStones> bodies_{};
};

class Box2dFcv1 : public Engine {
 public:
  explicit Box2dFcv1(const Ice& ice) : ice_(ice) {}

  std::string_view name() const override { return "box2d"; }
  const Ice& ice() const override { return ice_; }

  Outcome Run(const Board& board, const Turn& turn, const Release& release,
              Recording* recording) override {
    return Throw(ice_, turn, recording).Run(board, release);
  }

 private:
  Ice ice_;
};

}  // namespace

std::unique_ptr<Engine> MakeBox2dFcv1(const Ice& ice) { return std::make_unique<Box2dFcv1>(ice); }

}  // namespace skipstone
