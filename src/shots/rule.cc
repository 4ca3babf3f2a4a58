// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/rule.h"

#include <algorithm>

#include "shots/places.h"

namespace skipstone {
namespace {

constexpr double kGuardY_m = -3.2;
constexpr double kTightGuardY_m = -2.5;
// Nearer stones of theirs are hard to out-draw.
constexpr double kOutDraw_m = 0.55;

// Where it draws: near the tee, the best first, and aside, by index.
constexpr std::array<Vec2, 9> kSpots = {{{0.0, 0.0},
                                         {0.0, -0.5},
                                         {0.45, 0.0},
                                         {-0.45, 0.0},
                                         {0.0, 0.5},
                                         {0.8, 0.0},
                                         {-0.8, 0.0},
                                         {0.8, -0.6},
                                         {-0.8, -0.6}}};
constexpr int kNearSpots = 5;
constexpr std::array<int, 3> kRightSpots = {5, 7, 6};
constexpr std::array<int, 3> kLeftSpots = {6, 8, 5};

}  // namespace

// One call in the making.
class RulePolicy::Thought {
 public:
  Thought(const RulePolicy& rule, const Position& position, const Standing& standing)
      : rule_(rule),
        aim_(rule.aim_),
        sheet_(rule.ice_.sheet),
        board_(position.board),
        turn_(position.turn),
        standing_(standing),
        us_(turn_.thrower()),
        has_hammer_(us_ == turn_.hammer) {
    // Their and our stones nearest to the tee, and how many of them count.
    std::array<double, 2> nearest = {1e9, 1e9};
    ForEachSlot(board_.present(), [&](int slot) {
      const Vec2 place = board_.position(slot);
      const double d = Dot(place, place);
      if (!InHouse(place, sheet_)) return;
      const int side = OwnerOf(slot) == us_ ? 0 : 1;
      if (d < nearest[side]) {
        nearest[side] = d;
        best_[side] = slot;
      }
      ++in_house_[side];
    });
    we_lie_ = nearest[0] < nearest[1];
    their_distance2_ = nearest[1];
  }

  Release Call() const {
    if (turn_.shot == kStones - 1) return LastStone();
    const bool safe = standing_.lead >= 2 || (standing_.lead == 1 && standing_.ends_left == 0);
    if (best_[1] >= 0 && !we_lie_) {
      if (const auto hit = Hit(best_[1])) return *hit;
      if (safe) {
        if (const auto peel = PeelCover(best_[1])) return *peel;
      }
      if (const auto run_back = RunBack(best_[1])) return *run_back;
      return DrawNear();
    }
    // We lie shot, or nobody does.
    if (best_[1] >= 0 && (has_hammer_ || safe)) {
      if (const auto hit = Hit(best_[1])) return *hit;
    }
    if (best_[0] >= 0) {
      if (const auto guard = GuardFor(best_[0]); guard && !(has_hammer_ && in_house_[0] < 2)) {
        return *guard;
      }
      return has_hammer_ ? DrawAside() : DrawNear();
    }
    // An empty house.
    if (turn_.shot == 0 && !safe) return aim_.DrawTo({0.0, kGuardY_m}, Handle::kCw);
    if (turn_.shot == 1 && !safe && standing_.lead < 0) {
      return aim_.DrawTo({1.1, kGuardY_m}, Handle::kCcw);
    }
    return DrawNear();
  }

 private:
  using MaybeRelease = std::optional<Release>;

  // The handle that curls away from the centre line first; the other if a stone is in its way.
  static std::array<Handle, 2> HandlesFor(double x) {
    return x < 0.0 ? std::array{Handle::kCcw, Handle::kCw} : std::array{Handle::kCw, Handle::kCcw};
  }

  // The slot of the stone the release meets first, -1 for none.
  int FirstMet(const Release& release) const {
    const Path path(aim_.law(), release);
    return FirstMeeting(path, Sketch::OfThrow(path, 0.0), board_, board_.present(),
                        sheet_.stone_radius_m)
        .slot;
  }

  MaybeRelease DrawToSpot(int spot) const {
    for (const Handle handle : HandlesFor(kSpots[static_cast<std::size_t>(spot)].x)) {
      const Ready& ready =
          rule_.ready_[static_cast<std::size_t>(2 * spot) + static_cast<std::size_t>(handle)];
      const Meeting meeting =
          FirstMeeting(ready.path, ready.sketch, board_, board_.present(), sheet_.stone_radius_m);
      if (meeting.slot < 0) return ready.release;
    }
    return std::nullopt;
  }

  MaybeRelease Draw(Vec2 spot) const {
    for (const Handle handle : HandlesFor(spot.x)) {
      const Release release = aim_.DrawTo(spot, handle);
      if (FirstMet(release) < 0) return release;
    }
    return std::nullopt;
  }

  // A hit on the stone at the thickness, if nothing is in the way.
  MaybeRelease Hit(int slot, double thickness = 0.0, bool peel = false) const {
    const Vec2 stone = board_.position(slot);
    for (const Handle handle : HandlesFor(stone.x)) {
      const auto hit =
          aim_.HitStone(stone, thickness, peel ? rule_.peel_mps_ : rule_.hit_mps_, handle);
      if (!hit) continue;
      if (FirstMet(hit->pass.release) == slot) return hit->pass.release;
    }
    return std::nullopt;
  }

  // What lies in the way to a stone of theirs, if it may be taken.
  int CoverOf(int slot) const {
    int cover = -1;
    ForEachSlot(board_.present(), [&](int other) {
      if (other != slot && Covers(board_.position(other), board_.position(slot), sheet_) &&
          (cover < 0 || board_.y(other) < board_.y(cover))) {
        cover = other;
      }
    });
    if (cover >= 0 && OwnerOf(cover) != us_ && GuardRuleActive(rule_.rules_, turn_.shot) &&
        IsGuard(board_.position(cover), sheet_)) {
      return -1;
    }
    return cover;
  }

  MaybeRelease PeelCover(int slot) const {
    const int cover = CoverOf(slot);
    return cover >= 0 && OwnerOf(cover) != us_ ? Hit(cover, 0.4, true) : std::nullopt;
  }

  MaybeRelease RunBack(int slot) const {
    const int cover = CoverOf(slot);
    if (cover < 0) return std::nullopt;
    const Vec2 front = board_.position(cover);
    for (const Handle handle : HandlesFor(front.x)) {
      const auto hit = aim_.RunBack(front, board_.position(slot), 0.0, rule_.peel_mps_, handle);
      if (!hit) continue;
      if (FirstMet(hit->pass.release) == cover) {
        return hit->pass.release;
      }
    }
    return std::nullopt;
  }

  // A guard for a stone that nothing covers.
  MaybeRelease GuardFor(int slot) const {
    const Vec2 stone = board_.position(slot);
    bool covered = false;
    ForEachSlot(board_.present(), [&](int other) {
      covered = covered || Covers(board_.position(other), stone, sheet_);
    });
    if (covered) return std::nullopt;
    return Draw({LineTo(stone, kTightGuardY_m, sheet_), kTightGuardY_m});
  }

  // As near to the tee as a free way leads; if none does, onto what is in the way.
  Release DrawNear() const {
    for (int spot = 0; spot < kNearSpots; ++spot) {
      if (const auto draw = DrawToSpot(spot)) return *draw;
    }
    return aim_.DrawTo({0.0, 0.3}, Handle::kCw);
  }

  // To the side where our stones are not.
  Release DrawAside() const {
    for (const int spot : board_.x(best_[0]) > 0.0 ? kLeftSpots : kRightSpots) {
      if (const auto draw = DrawToSpot(spot)) return *draw;
    }
    return DrawNear();
  }

  Release LastStone() const {
    if (best_[0] < 0 && best_[1] < 0 && standing_.ends_left > 0 && standing_.lead > -3) {
      // One point is worth less than the hammer: blank the end.
      if (const auto pass = aim_.PassThrough({1.6, 0.0}, rule_.peel_mps_, Handle::kCcw)) {
        return pass->release;
      }
    }
    if (best_[1] < 0) return DrawNear();
    if (!we_lie_ && their_distance2_ > kOutDraw_m * kOutDraw_m && in_house_[0] == 0) {
      if (const auto draw = DrawToSpot(0)) return *draw;
    }
    if (const auto hit = Hit(best_[1])) return *hit;
    if (!we_lie_) {
      if (const auto run_back = RunBack(best_[1])) return *run_back;
    }
    return DrawNear();
  }

  const RulePolicy& rule_;
  const Aim& aim_;
  const Sheet& sheet_;
  const Board& board_;
  const Turn& turn_;
  const Standing& standing_;
  Team us_;
  bool has_hammer_;
  bool we_lie_ = false;
  double their_distance2_ = 0.0;
  std::array<int, 2> best_ = {-1, -1};    // ours, theirs
  std::array<int, 2> in_house_ = {0, 0};  // ours, theirs
};

RulePolicy::RulePolicy(const Ice& ice, const Rules& rules, double max_speed_mps)
    : ice_(ice),
      rules_(rules),
      aim_(ice.law, max_speed_mps),
      hit_mps_(aim_.SpeedOf(Weight::kControl)),
      peel_mps_(aim_.SpeedOf(Weight::kPeel)) {
  for (const Vec2 spot : kSpots) {
    for (const Handle handle : {Handle::kCw, Handle::kCcw}) {  // in the order of their values
      const Release release = aim_.DrawTo(spot, handle);
      const Path path(ice.law, release);
      ready_.push_back({release, path, Sketch::OfThrow(path, 0.0)});
    }
  }
}

Release RulePolicy::Call(const Position& position, const Standing& standing) const {
  return Thought(*this, position, standing).Call();
}

}  // namespace skipstone
