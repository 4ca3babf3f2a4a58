// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "ice/box2d_recorder.h"

#include <algorithm>
#include <cmath>

namespace skipstone {
namespace {

constexpr double kStep_s = 0.001;
constexpr int kNever = -1;

}  // namespace

Box2dRecorder::Box2dRecorder(Recording* recording, std::function<Vec2(b2Vec2)> to_house,
                             std::function<float(float)> to_own)
    : recording_(recording), to_house_(std::move(to_house)), to_own_(std::move(to_own)) {
  for (auto& row : last_push_) row.fill(kNever);
  if (recording_ == nullptr) return;
  for (auto& path : recording_->paths) path.clear();
  recording_->contacts.clear();
  recording_->angles_rad.fill(0.0);
  interval_steps_ = std::max(1, static_cast<int>(std::lround(recording_->interval_s / kStep_s)));
}

void Box2dRecorder::Start(b2Body* body) {
  if (recording_ == nullptr) return;
  const auto slot = static_cast<std::size_t>(SlotOfBody(body));
  start_[slot] = to_house_(body->GetPosition());
  start_angle_[slot] = to_own_(body->GetAngle());
}

double Box2dRecorder::TurnedBy(b2Body* body) const {
  return double{to_own_(body->GetAngle())} -
         double{start_angle_[static_cast<std::size_t>(SlotOfBody(body))]};
}

void Box2dRecorder::AddPoint(b2Body* body) {
  const auto slot = static_cast<std::size_t>(SlotOfBody(body));
  auto& path = recording_->paths[slot];
  const Vec2 position = to_house_(body->GetPosition());
  const double time_s = (step_ - 1) * kStep_s;
  const Vec2 before = path.empty() ? start_[slot] : path.back().position;
  if (position == before) return;
  if (path.empty()) {
    // The stone set off since the last point was due.
    const double last_due_s = (step_ - 2) / interval_steps_ * interval_steps_ * kStep_s;
    path.push_back({last_due_s, start_[slot], 0.0});
  }
  path.push_back({time_s, position, TurnedBy(body)});
}

void Box2dRecorder::AfterStep(b2World& world) {
  ++step_;
  if (!wants_paths() || (step_ - 1) % interval_steps_ != 0) return;
  for (b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext()) {
    if (body->IsEnabled()) AddPoint(body);
  }
}

void Box2dRecorder::Finish(b2Body* body) {
  if (!wants_paths()) return;
  AddPoint(body);
  recording_->angles_rad[static_cast<std::size_t>(SlotOfBody(body))] = TurnedBy(body);
}

void Box2dRecorder::PostSolve(b2Contact* contact, const b2ContactImpulse* impulse) {
  if (!(impulse->normalImpulses[0] > 0.0f)) return;
  const auto [a, b] = std::minmax({SlotOfBody(contact->GetFixtureA()->GetBody()),
                                   SlotOfBody(contact->GetFixtureB()->GetBody())});
  int& last = last_push_[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
  const bool goes_on = last != kNever && last >= step_ - 1;
  last = step_;
  touched_ = static_cast<SlotSet>(touched_ | SlotBit(a) | SlotBit(b));
  if (goes_on) return;
  ++contacts_;
  if (recording_ != nullptr) recording_->contacts.push_back({a, b, step_ * kStep_s, step_});
}

}  // namespace skipstone
