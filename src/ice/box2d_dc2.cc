// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/box2d_dc2.h"

#include <box2d/box2d.h>

#include <array>

#include "ice/box2d_recorder.h"
#include "ice/dc2_law.h"

namespace skipstone {
namespace {

constexpr float kHouseRadius = 1.83f;
constexpr float kDensity = 10.0f;
constexpr int kIterations = 10;  // of velocities and of positions

// Where a stone may be, in DC2's own frame (y shrinks towards the house).
bool BetweenSideLines(b2Vec2 p) {
  return p.x > dc2::kStoneRadius_m && p.x < dc2::kSheetWidth - dc2::kStoneRadius_m;
}

bool InPlayArea(b2Vec2 p) {
  return BetweenSideLines(p) && p.y > dc2::kBackLineY - dc2::kStoneRadius_m &&
         p.y < dc2::kBackLineY + dc2::kPlayAreaLength - dc2::kStoneRadius_m;
}

bool OnTheSheet(b2Vec2 p) {
  const bool in_rink = BetweenSideLines(p) && p.y > dc2::kBackLineY + dc2::kStoneRadius_m &&
                       p.y < dc2::kBackLineY + dc2::kRinkLength - dc2::kStoneRadius_m;
  const bool in_house =
      dc2::Length({p.x - dc2::kTeeX, p.y - dc2::kTeeY}) < kHouseRadius + dc2::kStoneRadius_m;
  return in_rink || InPlayArea(p) || in_house;
}

b2Vec2 ToOwn(Vec2 house) {
  const Vec2 own = PositionToOwnFrame(Law::kDc2, house);
  return {static_cast<float>(own.x), static_cast<float>(own.y)};
}

Vec2 ToHouse(b2Vec2 own) { return PositionFromOwnFrame(Law::kDc2, {double{own.x}, double{own.y}}); }

// One throw. Bodies are created in order of delivery, the thrown one last.
class Throw {
 public:
  explicit Throw(Recording* recording) : recorder_(recording, ToHouse), world_(b2Vec2(0.0f, 0.0f)) {
    world_.SetContactListener(&recorder_);
  }

  Outcome Run(const Board& board, const Turn& turn, const Release& release) {
    Place(board, turn, release);
    Friction(dc2::kDeceleration * dc2::kStep_s * 0.5f);
    do {
      world_.Step(dc2::kStep_s, kIterations, kIterations);
      Friction(dc2::kDeceleration * dc2::kStep_s);
      recorder_.AfterStep(world_);
    } while (!RemoveAndTestForRest());
    b2Body*& thrown = bodies_[count_ - 1];
    if (thrown != nullptr && !InPlayArea(thrown->GetPosition())) Remove(thrown);

    Outcome outcome;
    for (b2Body* body : bodies_) {
      if (body == nullptr) continue;
      recorder_.Finish(body);
      outcome.board.Put(Box2dRecorder::SlotOfBody(body), ToHouse(body->GetPosition()));
    }
    outcome.left =
        static_cast<SlotSet>((board.present() | SlotBit(turn.slot())) & ~outcome.board.present());
    outcome.contacts = recorder_.contacts();
    return outcome;
  }

 private:
  b2Body* Create(int slot, b2Vec2 position) {
    b2BodyDef body;
    body.type = b2_dynamicBody;
    body.position = position;
    body.userData.pointer = static_cast<std::uintptr_t>(slot);
    b2CircleShape circle;
    circle.m_radius = dc2::kStoneRadius_m;
    b2FixtureDef stone;
    stone.shape = &circle;
    stone.density = kDensity;
    stone.restitution = 1.0f;
    stone.friction = dc2::kDeceleration;
    b2Body* created = world_.CreateBody(&body);
    created->CreateFixture(&stone);
    recorder_.Start(created);
    return bodies_[count_++] = created;
  }

  void Place(const Board& board, const Turn& turn, const Release& release) {
    for (int shot = 0; shot < kStones; ++shot) {
      const int slot = Turn{shot, turn.hammer}.slot();
      // DC2 loads only stones in the play area; others vanish silently.
      if (board.Has(slot) && InPlayArea(ToOwn(board.position(slot)))) {
        Create(slot, ToOwn(board.position(slot)));
      }
    }
    b2Body* thrown = Create(turn.slot(), {dc2::kSheetWidth / 2.0f, dc2::kReleaseY});
    const Vec2 velocity = VelocityToOwnFrame(Law::kDc2, release);
    thrown->SetLinearVelocity({static_cast<float>(velocity.x), static_cast<float>(velocity.y)});
    // DC2's y axis points the other way, so clockwise is positive.
    thrown->SetAngularVelocity(release.handle == Handle::kCw ? dc2::kCurl : -dc2::kCurl);
  }

  void Friction(float loss) {
    for (b2Body* body : bodies_) {
      if (body == nullptr) continue;
      const b2Vec2 v = body->GetLinearVelocity();
      const dc2::Velocity after = dc2::Friction({v.x, v.y}, body->GetAngularVelocity(), loss);
      body->SetLinearVelocity({after.x, after.y});
      if (after.x == 0.0f && after.y == 0.0f) body->SetAngularVelocity(0.0f);
    }
  }

  void Remove(b2Body*& body) {
    recorder_.Finish(body);
    world_.DestroyBody(body);
    body = nullptr;
  }

  // The scan ends at the first awake stone, so a stone that is out slides on (and can be hit, or
  // curl back in) while one delivered earlier is awake.
  bool RemoveAndTestForRest() {
    for (std::size_t i = 0; i < count_; ++i) {
      b2Body*& body = bodies_[i];
      if (body == nullptr) continue;
      if (!OnTheSheet(body->GetPosition())) {
        Remove(body);
      } else if (body->IsAwake()) {
        return false;
      }
    }
    return true;
  }

  Box2dRecorder recorder_;
  b2World world_;
  std::array<b2Body*, kStones> bodies_{};
  std::size_t count_ = 0;
};

class Box2dDc2 : public Engine {
 public:
  explicit Box2dDc2(const Ice& ice) : ice_(ice) {}

  std::string_view name() const override { return "box2d"; }
  const Ice& ice() const override { return ice_; }

  Outcome Run(const Board& board, const Turn& turn, const Release& release,
              Recording* recording) override {
    return Throw(recording).Run(board, turn, release);
  }

 private:
  Ice ice_;
};

}  // namespace

std::unique_ptr<Engine> MakeBox2dDc2(const Ice& ice) { return std::make_unique<Box2dDc2>(ice); }

}  // namespace skipstone
