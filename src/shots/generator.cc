// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/generator.h"

#include <algorithm>
#include <limits>

#include "game/execution.h"
#include "shots/places.h"

namespace skipstone {
namespace {

constexpr std::array kHandles = {Handle::kCw, Handle::kCcw};

// Where guards and draws go.
constexpr double kTightGuardY_m = -2.5;
constexpr double kGuardY_m = -3.4;
constexpr double kLongGuardY_m = -4.8;
constexpr double kCornerX_m = 1.1;
constexpr double kSideX_m = 0.95;
constexpr Vec2 kTopFour{0.0, -0.75};

// Of one wish both handles may serve; a skip takes the one that is farther from trouble.
struct Option {
  Shot shot;
  double clearance_m = -1.0;  // of the stone it comes nearest to on its way, beyond touching
};

// How far the path is from the stones it should not touch, at least; negative if it touches one.
// Stones beyond where only `until_m` remains do not matter, nor do those that are far away.
constexpr double kMostClearance_m = 1.0;
double Clearance(const Path& path, const Board& board, SlotSet meant, double until_m,
                 double radius_m) {
  const Sketch sketch = Sketch::OfThrow(path, until_m);
  const auto among = static_cast<SlotSet>(board.present() & ~meant);
  double nearest = kMostClearance_m + 2.0 * radius_m;
  const auto pass = [&](int slot) {
    const Path::Passing passing = path.PassingOf(board.position(slot));
    const double ahead = until_m - passing.remaining_m;  // how far beyond the end of the way
    const double miss = std::abs(passing.offset_m);
    const double distance = ahead > 0.0 ? std::sqrt(miss * miss + ahead * ahead) : miss;
    nearest = std::min(nearest, distance);
  };
  // The one that seems nearest first: mostly no other can be nearer.
  std::array<double, kStones> at_least;
  int first = -1;
  double least = nearest;
  ForEachSlot(among, [&](int slot) {
    const double bound = sketch.DistanceAtLeast(board.position(slot));
    at_least[static_cast<std::size_t>(slot)] = bound;
    if (bound < least) {
      least = bound;
      first = slot;
    }
  });
  if (first < 0) return kMostClearance_m;
  pass(first);
  ForEachSlot(among, [&](int slot) {
    if (slot != first && at_least[static_cast<std::size_t>(slot)] < nearest) pass(slot);
  });
  return nearest - 2.0 * radius_m;
}

}  // namespace

// One position's list in the making.
class Generator::Listing {
 public:
  Listing(const Generator& generator, const Position& position, ShotList& shots)
      : aim_(generator.aim_),
        sheet_(generator.ice_.sheet),
        wide_(generator.width_ == Width::kWide),
        half_error_mps_(generator.half_error_mps_),
        max_speed_mps_(generator.max_speed_mps_ > 0.0 ? generator.max_speed_mps_
                                                      : std::numeric_limits<double>::infinity()),
        board_(position.board),
        ours_(static_cast<SlotSet>(board_.present() & SlotsOf(position.turn.thrower()))),
        theirs_(static_cast<SlotSet>(board_.present() & ~ours_)),
        shots_(shots) {
    if (GuardRuleActive(generator.rules_, position.turn.shot)) {
      protected_ =
          static_cast<SlotSet>(StonesInGuardZone(board_, sheet_, generator.rules_) & theirs_);
      no_tick_ = generator.rules_.no_tick;
    }
    ForEachSlot(board_.present(), [&](int slot) { by_distance_[count_++] = slot; });
    std::sort(by_distance_.begin(), by_distance_.begin() + count_, [&](int a, int b) {
      return Dot(board_.position(a), board_.position(a)) <
             Dot(board_.position(b), board_.position(b));
    });
  }

  void Fill() {
    Draws();
    ComeArounds();
    Hits();
    Guards();
    RunBacks();
    Freezes();
    Raises();
    Ticks();
    Through();
  }

 private:
  bool IsTheirs(int slot) const { return (theirs_ & SlotBit(slot)) != 0; }
  bool IsProtected(int slot) const { return (protected_ & SlotBit(slot)) != 0; }
  double SpeedOf(Weight weight) const { return aim_.SpeedOf(weight); }

  // Calls f(slot) for their (or our) stones, those nearest to the tee first, at most `most`.
  template <typename F>
  void ForNearest(SlotSet which, int most, F f) const {
    for (int i = 0; i < count_ && most > 0; ++i) {
      if ((which & SlotBit(by_distance_[i])) == 0) continue;
      f(by_distance_[i]);
      --most;
    }
  }

  // A wish is a function from a handle to a release (and what remains of its way where the part
  // that matters ends), if there is one.
  struct Wish {
    Release release;
    double until_m = 0.0;
  };
  std::optional<Wish> DrawnTo(Vec2 spot, Handle handle) const {
    return Wish{aim_.DrawTo(spot, handle)};
  }
  std::optional<Wish> UntilHit(const std::optional<Aim::Hit>& hit) const {
    if (!hit) return std::nullopt;
    return Wish{hit->pass.release, hit->pass.remaining_m};
  }

  // Adds the wish with the better handle, or with both if the list is wide or `both` says so.
  // `meant` are the stones it may touch.
  template <typename F>
  bool Add(const Intention& intention, const F& wish, SlotSet meant, bool both = false) {
    std::array<Option, 2> options;
    for (std::size_t i = 0; i < 2; ++i) {
      // Nothing is farther from trouble than the first can be.
      if (i == 1 && !wide_ && !both && options[0].clearance_m >= kMostClearance_m) break;
      const std::optional<Wish> aimed = wish(kHandles[i]);
      if (!aimed || aimed->release.speed_mps > max_speed_mps_) continue;
      const Path path(aim_.law(), aimed->release);
      if (!StaysOnSheet(path, sheet_,
                        intention.type == ShotType::kThrough ? path.length_m() : aimed->until_m)) {
        continue;
      }
      options[i] = {{intention, aimed->release},
                    Clearance(path, board_, meant, aimed->until_m, sheet_.stone_radius_m)};
    }
    const std::size_t better = options[1].clearance_m > options[0].clearance_m ? 1 : 0;
    if (!(options[better].clearance_m > 0.0)) return false;
    Keep(options[better].shot);
    if ((wide_ || both) && options[1 - better].clearance_m > 0.0) Keep(options[1 - better].shot);
    return true;
  }

  // Unless one like it is there: half of dc3's error apart is nothing a thrower could tell.
  void Keep(const Shot& shot) {
    const bool there = std::any_of(shots_.begin(), shots_.end(), [&](const Shot& other) {
      return other.release.handle == shot.release.handle &&
             std::abs(other.release.speed_mps - shot.release.speed_mps) < half_error_mps_ &&
             std::abs(other.release.angle_rad - shot.release.angle_rad) < 0.0009;
    });
    if (!there && !shots_.full()) shots_.Add(shot);
  }

  void DrawAt(Vec2 spot, bool both = false) {
    // A draw behind a guard is a come-around, one against a stone a freeze: listed there.
    for (int i = 0; i < count_; ++i) {
      const Vec2 stone = board_.position(by_distance_[i]);
      if (Length(stone - spot) < kFreezeTolerance_m || Covers(stone, spot, sheet_)) return;
    }
    Add(
        {ShotType::kDraw, -1, -1, spot}, [&](Handle handle) { return DrawnTo(spot, handle); }, 0,
        both);
  }

  void Draws() {
    DrawAt({0.0, 0.0}, true);
    DrawAt(kTopFour);
    DrawAt({-kSideX_m, 0.0});
    DrawAt({kSideX_m, 0.0});
    if (!wide_) return;
    for (const double y : {-1.4, -0.7, 0.0, 0.7, 1.4}) {
      for (const double x : {-1.4, -0.7, 0.0, 0.7, 1.4}) {
        if (InHouse({x, y}, sheet_)) DrawAt({x, y});
      }
    }
  }

  // Behind each stone that covers a part of the house: as near to the tee as it hides.
  void ComeArounds() {
    ForNearest(board_.present(), wide_ ? 8 : 3, [&](int slot) {
      const Vec2 guard = board_.position(slot);
      if (guard.y > -1.0 || std::abs(guard.x) > 1.6) return;
      for (const double y : {0.0, -0.6, 0.6}) {
        if (y != 0.0 && !wide_) break;
        const Vec2 spot{guard.x * (y - sheet_.release_y_m) / (guard.y - sheet_.release_y_m), y};
        bool free = InHouse(spot, sheet_);
        ForEachSlot(board_.present(), [&](int other) {
          free = free && Length(board_.position(other) - spot) >= kFreezeTolerance_m;
        });
        if (free)
          Add(
              {ShotType::kComeAround, slot, -1, spot},
              [&](Handle handle) { return DrawnTo(spot, handle); }, 0, true);
      }
    });
  }

  void GuardAt(ShotType type, Vec2 spot) {
    bool free = true;
    ForEachSlot(board_.present(), [&](int slot) {
      free = free && Length(board_.position(slot) - spot) >= kFreezeTolerance_m;
    });
    if (free)
      Add(
          {type, -1, -1, spot}, [&](Handle handle) { return DrawnTo(spot, handle); }, 0);
  }

  void Guards() {
    GuardAt(ShotType::kCentreGuard, {0.0, kGuardY_m});
    GuardAt(ShotType::kCornerGuard, {-kCornerX_m, kGuardY_m});
    GuardAt(ShotType::kCornerGuard, {kCornerX_m, kGuardY_m});
    if (wide_) {
      GuardAt(ShotType::kCentreGuard, {0.0, kTightGuardY_m});
      GuardAt(ShotType::kCentreGuard, {0.0, kLongGuardY_m});
    }
    // In front of our stones that count, and that nothing covers yet.
    ForNearest(ours_, wide_ ? 4 : 2, [&](int slot) {
      const Vec2 stone = board_.position(slot);
      if (!InHouse(stone, sheet_)) return;
      bool covered = false;
      ForEachSlot(board_.present(), [&](int other) {
        covered = covered || Covers(board_.position(other), stone, sheet_);
      });
      const double x = LineTo(stone, kTightGuardY_m, sheet_);
      if (covered && !wide_) return;
      GuardAt(std::abs(x) < kFourFootRadius_m ? ShotType::kCentreGuard : ShotType::kCornerGuard,
              {x, kTightGuardY_m});
    });
  }

  bool InPlay(Vec2 place) const {
    const double r = sheet_.stone_radius_m;
    return std::abs(place.x) < sheet_.half_width_m - r && place.y > sheet_.hog_line_y_m + r &&
           place.y < sheet_.back_line_y_m + r;
  }

  // A takeout is named by what should come of it: whether the thrown stone stays, rolls or leaves,
  // and whether the struck one runs into another. Nothing is added that drives it onto one of ours.
  void AddHit(int slot, double thickness, Weight weight) {
    const Vec2 stone = board_.position(slot);
    Intention intention{ShotType::kPeel, slot, -1, stone};
    // Also says what is meant, which Add reads after it.
    const auto hit_stone = [&](Handle handle) -> std::optional<Wish> {
      const auto hit = aim_.HitStone(stone, thickness, SpeedOf(weight), handle);
      if (!hit) return std::nullopt;
      const Impact impact = aim_.ImpactOf(*hit);
      const auto rest = static_cast<SlotSet>(board_.present() & ~SlotBit(slot));
      const Path struck = aim_.WayAfter(stone, impact.struck_mps, impact.struck_spin_radps);
      const Meeting meeting =
          FirstMeeting(struck, Sketch::OfStruck(struck), board_, rest, sheet_.stone_radius_m);
      if (meeting.slot >= 0 && (!IsTheirs(meeting.slot) || IsProtected(meeting.slot))) {
        return std::nullopt;
      }
      // Too light: it would stay in play.
      if (meeting.slot < 0 && InPlay(struck.stop())) return std::nullopt;
      const Vec2 stop =
          aim_.WayAfter(hit->centre, impact.thrown_mps, impact.thrown_spin_radps).stop();
      intention.type = ShotType::kPeel;
      intention.second = meeting.slot;
      if (InPlay(stop)) {
        const bool stays = Length(stop - stone) <= kStayTolerance_m;
        intention.type = stays ? ShotType::kHitAndStay : ShotType::kHitAndRoll;
      }
      if (meeting.slot >= 0) intention.type = ShotType::kRunBack;
      return UntilHit(hit);
    };
    Add(intention, hit_stone, SlotBit(slot));
  }

  void Hits() {
    int near = 0;
    ForNearest(static_cast<SlotSet>(theirs_ & ~protected_), wide_ ? 8 : 6, [&](int slot) {
      AddHit(slot, 0.0, Weight::kBoard);
      if (IsGuard(board_.position(slot), sheet_)) {
        AddHit(slot, 0.4, Weight::kPeel);
        if (wide_) AddHit(slot, -0.4, Weight::kPeel);
        return;
      }
      if (wide_ || near++ < 2) {
        for (const double thickness : {-0.5, 0.5}) AddHit(slot, thickness, Weight::kBoard);
      }
      if (!wide_) return;
      AddHit(slot, 0.0, Weight::kControl);
      for (const double thickness : {-0.7, -0.35, 0.35, 0.7}) {
        AddHit(slot, thickness, Weight::kHack);
        AddHit(slot, thickness, Weight::kControl);
        AddHit(slot, thickness, Weight::kPeel);
      }
    });
  }

  // A stone driven onto one of theirs behind it; and two of theirs side by side, by way of the
  // first.
  void RunBacks() {
    int left = wide_ ? 24 : 5;
    ForNearest(static_cast<SlotSet>(theirs_ & ~protected_), wide_ ? 8 : 3, [&](int other) {
      ForNearest(static_cast<SlotSet>(board_.present() & ~protected_), kStones, [&](int front) {
        const Vec2 stone = board_.position(front);
        const Vec2 behind = board_.position(other);
        const Vec2 way = behind - stone;
        const auto meant = static_cast<SlotSet>(SlotBit(front) | SlotBit(other));
        if (front == other || left == 0 || way.y < -0.1 || !WayIsFree(stone, behind, meant)) return;
        if (way.y > 0.3 && std::abs(way.x) < 0.8 * way.y) {
          const auto run_back = [&](Handle handle) {
            return UntilHit(aim_.RunBack(stone, behind, 0.0, SpeedOf(Weight::kPeel), handle));
          };
          left -= Add({ShotType::kRunBack, front, other, behind}, run_back, SlotBit(front)) ? 1 : 0;
        } else if (IsTheirs(front)) {
          const auto hit_then_hit = [&](Handle handle) {
            return UntilHit(aim_.HitThenHit(stone, behind, SpeedOf(Weight::kPeel), handle));
          };
          left -=
              Add({ShotType::kDouble, front, other, behind}, hit_then_hit, SlotBit(front)) ? 1 : 0;
        }
      });
    });
  }

  // No third stone between two.
  bool WayIsFree(Vec2 from, Vec2 to, SlotSet meant) const {
    const double length = Length(to - from);
    const Vec2 along = (1.0 / length) * (to - from);
    bool free = true;
    ForEachSlot(static_cast<SlotSet>(board_.present() & ~meant), [&](int slot) {
      const Vec2 offset = board_.position(slot) - from;
      const double at = Dot(offset, along);
      free = free && (at < 0.0 || at > length ||
                      std::abs(Dot(offset, RightOf(along))) > 2.0 * sheet_.stone_radius_m);
    });
    return free;
  }

  void Freezes() {
    ForNearest(theirs_, wide_ ? 4 : 2, [&](int slot) {
      const Vec2 stone = board_.position(slot);
      if (!InHouse(stone, sheet_) || stone.y > 1.4) return;
      const double radius = sheet_.stone_radius_m;
      const auto freeze = [&](Handle handle) -> std::optional<Wish> {
        // The last metre of a draw points where its heading at the stop does.
        const Path path(aim_.law(), aim_.DrawTo(stone, handle));
        const Vec2 direction = path.At(0.3).direction;
        return Wish{aim_.DrawTo(stone - (2.0 * radius + 0.03) * direction, handle)};
      };
      Add({ShotType::kFreeze, slot, -1, stone}, freeze, 0);
      // Moves it back by most of a metre.
      const auto tap = [&](Handle handle) {
        const Vec2 spot = stone + Vec2{0.0, 0.9};
        return UntilHit(aim_.DriveTo(stone, spot, handle));
      };
      if (stone.y < 0.7) Add({ShotType::kTapBack, slot, -1, stone}, tap, SlotBit(slot));
    });
  }

  // A stone of ours in front onto the button.
  void Raises() {
    ForNearest(ours_, wide_ ? 4 : 2, [&](int slot) {
      const Vec2 stone = board_.position(slot);
      if (stone.y > -1.0 || std::abs(stone.x) > 0.8 || !WayIsFree(stone, {}, SlotBit(slot))) return;
      Add(
          {ShotType::kRaise, slot, -1, {}},
          [&](Handle handle) { return UntilHit(aim_.DriveTo(stone, {}, handle)); }, SlotBit(slot));
    });
  }

  // Their centre guards, aside.
  void Ticks() {
    if (no_tick_) return;
    int left = wide_ ? 4 : 1;
    ForNearest(theirs_, kStones, [&](int slot) {
      const Vec2 stone = board_.position(slot);
      if (left == 0 || !IsGuard(stone, sheet_) || std::abs(stone.x) > kFourFootRadius_m) return;
      for (const double thickness : {0.75, -0.75}) {
        const auto tick = [&](Handle handle) {
          return UntilHit(aim_.HitStone(stone, thickness, SpeedOf(Weight::kHack), handle));
        };
        if (Add({ShotType::kTick, slot, -1, stone}, tick, SlotBit(slot)) && !wide_) break;
      }
      --left;
    });
  }

  // Where it touches nothing.
  void Through() {
    for (const double x : {1.3, -1.3, 0.0, 1.8, -1.8}) {
      const auto pass = [&](Handle handle) -> std::optional<Wish> {
        const auto aimed = aim_.PassThrough({x, 0.0}, SpeedOf(Weight::kPeel), handle);
        return aimed ? std::optional(Wish{aimed->release}) : std::nullopt;
      };
      if (Add({ShotType::kThrough}, pass, 0)) return;
    }
  }

  const Aim& aim_;
  const Sheet& sheet_;
  bool wide_;
  double half_error_mps_;
  double max_speed_mps_;
  const Board& board_;
  SlotSet ours_;
  SlotSet theirs_;
  SlotSet protected_ = 0;  // by the free guard zone
  bool no_tick_ = false;
  std::array<int, kStones> by_distance_{};  // all stones, those nearest to the tee first
  int count_ = 0;
  ShotList& shots_;
};

Generator::Generator(const Ice& ice, const Rules& rules, Width width, double max_speed_mps)
    : ice_(ice),
      rules_(rules),
      width_(width),
      max_speed_mps_(max_speed_mps),
      half_error_mps_(0.0038 * SpeedScale(ice.law)),
      aim_(ice.law, max_speed_mps) {}

void Generator::List(const Position& position, ShotList& shots) const {
  shots.Clear();
  Listing(*this, position, shots).Fill();
}

}  // namespace skipstone
