// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <box2d/box2d.h>

#include <array>
#include <functional>

#include "ice/engine.h"

namespace skipstone {

// Counts impacts for an Outcome and, if asked, fills a Recording. Shared by the Box2D engines,
// whose bodies carry their slot in the user data and whose steps last 1 ms.
//
// An impact is a pair with a positive normal impulse that had none in the preceding step.
class Box2dRecorder : public b2ContactListener {
 public:
  // `to_house` converts a body's position to the house frame, `to_own` its angle, if bodies are not
  // turned as the ice's own frame is.
  Box2dRecorder(
      Recording* recording, std::function<Vec2(b2Vec2)> to_house,
      std::function<float(float)> to_own = [](float angle) { return angle; });

  static int SlotOfBody(b2Body* body) { return static_cast<int>(body->GetUserData().pointer); }

  // Before the first step: a stone at its starting place.
  void Start(b2Body* body);
  // After each step: numbers the next one and records the stones that are due.
  void AfterStep(b2World& world);
  // When a stone leaves, and for each stone at rest at the end.
  void Finish(b2Body* body);

  void PostSolve(b2Contact* contact, const b2ContactImpulse* impulse) override;

  int contacts() const { return contacts_; }
  // Whether the stone took part in any impact.
  bool touched(int slot) const { return (touched_ & SlotBit(slot)) != 0; }

 private:
  void AddPoint(b2Body* body);
  // Since the release.
  double TurnedBy(b2Body* body) const;
  bool wants_paths() const { return recording_ != nullptr && !recording_->contacts_only; }

  Recording* recording_;
  std::function<Vec2(b2Vec2)> to_house_;
  std::function<float(float)> to_own_;
  int interval_steps_ = 1;
  int step_ = 1;  // the number of the step under way, 1-based
  int contacts_ = 0;
  SlotSet touched_ = 0;
  std::array<std::array<int, kStones>, kStones> last_push_{};  // step of a pair's last impulse
  std::array<Vec2, kStones> start_{};
  std::array<float, kStones> start_angle_{};
};

}  // namespace skipstone
