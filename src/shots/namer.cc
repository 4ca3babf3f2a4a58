// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "shots/namer.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "shots/aim.h"
#include "shots/places.h"

namespace skipstone {
namespace {

// Everything about a throw that its name hangs on.
struct Thrown {
  const Position& before;
  const Sheet& sheet;
  Outcome outcome;
  int slot;                // of the thrown stone
  int first = -1;          // the stone it met first
  double thickness = 0.0;  // ... and how (see Aim)
  int driven = -1;         // the stone that `first` was driven onto first

  Vec2 Was(int stone) const { return before.board.position(stone); }
  Vec2 Lies(int stone) const { return outcome.board.position(stone); }
  bool Gone(int stone) const { return !outcome.board.Has(stone); }
  bool IsTheirs(int stone) const { return OwnerOf(stone) != before.turn.thrower(); }
};

Thrown Throw(const Position& position, const Release& called, Engine& engine) {
  Recording recording;
  recording.contacts_only = true;
  Thrown thrown{position, engine.ice().sheet,
                engine.Run(position.board, position.turn, called, &recording),
                position.turn.slot()};
  for (const Recording::Contact& contact : recording.contacts) {
    const auto other_of = [&](int slot) {
      if (contact.slot_a == slot) return contact.slot_b;
      return contact.slot_b == slot ? contact.slot_a : -1;
    };
    if (thrown.first < 0) {
      thrown.first = other_of(thrown.slot);
    } else if (const int other = other_of(thrown.first);
               thrown.driven < 0 && other >= 0 && other != thrown.slot) {
      thrown.driven = other;
    }
  }
  if (thrown.first >= 0) {
    const Path path(engine.ice().law, called);
    thrown.thickness =
        -path.PassingOf(thrown.Was(thrown.first)).offset_m / (2.0 * thrown.sheet.stone_radius_m);
  }
  return thrown;
}

// The stone nearest to where the thrown one lies, if they all but touch and it is not in front.
int FrozenTo(const Thrown& thrown) {
  const Vec2 place = thrown.Lies(thrown.slot);
  int nearest = -1;
  double least = kFreezeTolerance_m;
  ForEachSlot(thrown.outcome.board.present(), [&](int slot) {
    const Vec2 other = thrown.Lies(slot);
    if (slot == thrown.slot || other.y < place.y) return;
    if (const double distance = Length(other - place); distance < least) {
      least = distance;
      nearest = slot;
    }
  });
  return nearest;
}

// The stone behind which a place is hidden: of several, the one nearest to the line.
int CoverOf(const Thrown& thrown, Vec2 place) {
  int cover = -1;
  double least = 1.0;
  ForEachSlot(thrown.before.board.present(), [&](int slot) {
    const Vec2 stone = thrown.Was(slot);
    const double off = std::abs(stone.x - LineTo(place, stone.y, thrown.sheet));
    if (Covers(stone, place, thrown.sheet) && off < least) {
      least = off;
      cover = slot;
    }
  });
  return cover;
}

Intention TouchedNothing(const Thrown& thrown) {
  if (thrown.Gone(thrown.slot)) return {ShotType::kThrough};
  const Vec2 place = thrown.Lies(thrown.slot);
  if (const int frozen = FrozenTo(thrown); frozen >= 0) {
    return {ShotType::kFreeze, frozen, -1, place};
  }
  if (IsGuard(place, thrown.sheet)) {
    const bool centre = std::abs(place.x) < kFourFootRadius_m;
    return {centre ? ShotType::kCentreGuard : ShotType::kCornerGuard, -1, -1, place};
  }
  if (const int cover = CoverOf(thrown, place); cover >= 0 && InHouse(place, thrown.sheet)) {
    return {ShotType::kComeAround, cover, -1, place};
  }
  return {ShotType::kDraw, -1, -1, place};
}

Intention TookOut(const Thrown& thrown, int target) {
  const Vec2 place = thrown.Was(target);
  if (thrown.Gone(thrown.slot)) return {ShotType::kPeel, target, -1, place};
  const bool stayed = Length(thrown.Lies(thrown.slot) - place) <= kStayTolerance_m;
  return {stayed ? ShotType::kHitAndStay : ShotType::kHitAndRoll, target, -1,
          thrown.Lies(thrown.slot)};
}

Intention Touched(const Thrown& thrown) {
  const int first = thrown.first;
  // Stones of theirs that went, the first hit in front.
  int gone = 0;
  std::array<int, 2> went = {-1, -1};
  const auto count = [&](int slot) {
    if (slot < 0 || !thrown.IsTheirs(slot) || !thrown.Gone(slot)) return;
    if (slot == went[0] || slot == went[1]) return;
    if (gone < 2) went[static_cast<std::size_t>(gone)] = slot;
    ++gone;
  };
  count(first);
  count(thrown.driven);
  ForEachSlot(thrown.before.board.present(), count);

  const bool first_is_theirs = thrown.IsTheirs(first);
  if (gone >= 2 && (first_is_theirs || gone > 2)) {
    return {ShotType::kDouble, went[0], went[1], thrown.Was(went[1])};
  }
  if (gone >= 1 && went[0] != first) {
    return {ShotType::kRunBack, first, went[0], thrown.Was(went[0])};
  }
  if (thrown.Gone(first)) return TookOut(thrown, first);

  const Vec2 moved = thrown.Lies(first) - thrown.Was(first);
  const bool rests = !thrown.Gone(thrown.slot);
  if (rests && Length(moved) < kTapDistance_m && FrozenTo(thrown) == first) {
    return {ShotType::kFreeze, first, -1, thrown.Lies(thrown.slot)};
  }
  if (!first_is_theirs) return {ShotType::kRaise, first, -1, thrown.Lies(first)};
  const bool aside = std::abs(moved.x) > kTickDistance_m && std::abs(moved.x) > 0.25 * moved.y;
  if (IsGuard(thrown.Was(first), thrown.sheet) && aside) {
    return {ShotType::kTick, first, -1, thrown.Lies(first)};
  }
  return {ShotType::kTapBack, first, -1, thrown.Lies(first)};
}

// "the button", "the top of the four-foot", "the back of the twelve-foot, left".
std::string PlaceText(Vec2 place, const Sheet& sheet) {
  const double distance = Length(place);
  if (distance < kButtonRadius_m + sheet.stone_radius_m) return "the button";
  const char* ring = "four-foot";
  if (distance >= kFourFootRadius_m) ring = "eight-foot";
  if (distance >= kEightFootRadius_m) ring = "twelve-foot";
  const char* side = place.x < 0.0 ? "left" : "right";
  if (std::abs(place.x) > 2.0 * std::abs(place.y)) {
    return fmt::format("the {} side of the {}", side, ring);
  }
  const std::string end = fmt::format("the {} of the {}", place.y < 0.0 ? "top" : "back", ring);
  return 2.0 * std::abs(place.x) < std::abs(place.y) ? end : fmt::format("{}, {}", end, side);
}

std::string ThicknessText(double thickness) {
  const double t = std::abs(thickness);
  if (t < 0.15) return "full";
  const char* word = t < 0.4 ? "thick" : (t < 0.65 ? "half" : "thin");
  return fmt::format("{} on the {}", word, thickness < 0.0 ? "left" : "right");
}

// By the boundary half way between two weights.
std::string WeightText(const Release& release, Law law) {
  const Aim aim(law);
  double lighter = aim.DrawTo({}, release.handle).speed_mps;
  std::string text = "draw weight";
  for (const Weight weight :
       {Weight::kHack, Weight::kBoard, Weight::kControl, Weight::kNormal, Weight::kPeel}) {
    const double speed = aim.SpeedOf(weight);
    if (release.speed_mps < 0.5 * (lighter + speed)) break;
    lighter = speed;
    text = WeightName(weight);
    if (weight != Weight::kNormal) text += " weight";
  }
  return text;
}

std::string GuardText(Vec2 place, bool centre, const Sheet& sheet) {
  const double front = -sheet.house_radius_m;
  const char* length = place.y > front - 0.9 ? "tight " : (place.y < front - 2.6 ? "long " : "");
  if (centre) return fmt::format("{}centre guard", length);
  return fmt::format("{}corner guard on the {}", length, place.x < 0.0 ? "left" : "right");
}

std::string Describe(const Thrown& thrown, const Intention& intention, const Release& called,
                     Law law) {
  // How it is played on the first stone it meets.
  const auto on = [&](const std::string& what) {
    return fmt::format("{}, {}, {}", what, ThicknessText(thrown.thickness),
                       WeightText(called, law));
  };
  const auto first = [&](const char* what) {
    return on(fmt::format("{} {}", what, StoneName(thrown.first)));
  };
  switch (intention.type) {
    case ShotType::kDraw:
      return InHouse(intention.spot, thrown.sheet)
                 ? "draw to " + PlaceText(intention.spot, thrown.sheet)
                 : "draw behind the house";
    case ShotType::kCentreGuard:
    case ShotType::kCornerGuard:
      return GuardText(intention.spot, intention.type == ShotType::kCentreGuard, thrown.sheet);
    case ShotType::kComeAround:
      return fmt::format("come-around behind {} to {}", StoneName(intention.target),
                         PlaceText(intention.spot, thrown.sheet));
    case ShotType::kFreeze:
      return fmt::format("freeze to {}", StoneName(intention.target));
    case ShotType::kTapBack:
      return first("tap-back on");
    case ShotType::kRaise:
      return on(fmt::format("raise of {} to {}", StoneName(thrown.first),
                            InHouse(intention.spot, thrown.sheet)
                                ? PlaceText(intention.spot, thrown.sheet)
                                : "outside the house"));
    case ShotType::kTick:
      return first("tick on");
    case ShotType::kHitAndStay:
      return first("hit on");
    case ShotType::kHitAndRoll:
      return first("hit and roll on");
    case ShotType::kPeel:
      return first("peel of");
    case ShotType::kDouble:
      return on(fmt::format("double on {} and {}", StoneName(intention.target),
                            StoneName(intention.second)));
    case ShotType::kRunBack:
      return on(fmt::format("run-back of {} onto {}", StoneName(thrown.first),
                            StoneName(intention.second)));
    case ShotType::kThrough:
      return Path(law, called).stop().y < thrown.sheet.hog_line_y_m + thrown.sheet.stone_radius_m
                 ? "short of the hog line"
                 : "through, " + WeightText(called, law);
  }
  return "";
}

}  // namespace

ShotName NameShot(const Position& position, const Release& called, const Rules& rules,
                  Engine& engine) {
  const Thrown thrown = Throw(position, called, engine);
  const Intention intention = thrown.first < 0 ? TouchedNothing(thrown) : Touched(thrown);
  std::string text = Describe(thrown, intention, called, engine.ice().law);
  text += called.handle == Handle::kCw ? ", clockwise" : ", counter-clockwise";
  if (GuardRuleActive(rules, position.turn.shot) &&
      IsFoul(position, thrown.outcome.board, engine.ice(), rules)) {
    text += ", against the free guard zone";
  }
  return {intention, text};
}

std::string_view WeightName(Weight weight) {
  constexpr std::string_view kNames[] = {"hack", "board", "control", "firm", "peel"};
  return kNames[static_cast<std::size_t>(weight)];
}

std::string StoneName(int slot) {
  return fmt::format("{} {}", OwnerOf(slot) == Team::k0 ? "red" : "yellow", IndexOf(slot) + 1);
}

}  // namespace skipstone
