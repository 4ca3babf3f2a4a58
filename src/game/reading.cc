// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace skipstone {
namespace {

constexpr double kFoot_m = 0.3048;

// What positions may have been written in: a frame, if it is not the one of metres from the tee,
// and a unit.
struct Reading {
  const char* text;
  std::optional<Law> frame_of;
  double unit_m = 1.0;
};
constexpr Reading kFcv1Frame{"in the frame of fcv1's programs (there y - 38.405 is our y)",
                             Law::kFcv1};
constexpr Reading kDc2Frame{
    "in the frame of dc2's programs (there x - 2.375 is our x, and 4.88 - y our y)", Law::kDc2};
constexpr Reading kFcv1House{
    "in the frame of position files (there y is 0 at the tee, here 38.405)", std::nullopt};
constexpr Reading kDc2House{
    "in the frame of position files (there the tee is at (0, 0), here at (2.375, 4.88))",
    std::nullopt};

// Units of numbers that are otherwise in the frame.
std::vector<Reading> Units(std::optional<Law> frame_of) {
  return {{"in feet (0.3048 m)", frame_of, kFoot_m},
          {"in inches (0.0254 m)", frame_of, 0.0254},
          {"in centimetres", frame_of, 0.01},
          {"in millimetres", frame_of, 0.001}};
}

// The likeliest reading first: no other puts stones where it does.
std::string Find(const std::vector<Vec2>& written, const Ice& ice,
                 const std::vector<Reading>& readings) {
  const RestingArea area = RestingAreaOf(ice);
  std::vector<std::string> found;
  for (const Reading& reading : readings) {
    const bool fits = std::all_of(written.begin(), written.end(), [&](const Vec2& stone) {
      const Vec2 metres{reading.unit_m * stone.x, reading.unit_m * stone.y};
      return area.Has(reading.frame_of ? PositionFromOwnFrame(*reading.frame_of, metres) : metres);
    });
    if (fits && found.size() < 2) found.emplace_back(reading.text);
    if (fits && &reading == &readings[0]) break;
  }
  return fmt::format("{}", fmt::join(found, ", or "));
}

Law Other(Law law) { return law == Law::kFcv1 ? Law::kDc2 : Law::kFcv1; }

// Between these parts of the tee draw's speed are all that reach the house, up to the fastest peel.
bool ReachesTheHouse(Law law, double speed_mps) {
  const double part = speed_mps / TeeDraw(law, Handle::kCw).speed_mps;
  return part > 0.7 && part < 1.8;
}

std::string SpeedHint(Law law, double speed_mps) {
  // Further away: nobody throws so, and what is only odd is not worth a word.
  constexpr double kOdd = 2.5;
  const double draw_mps = TeeDraw(law, Handle::kCw).speed_mps;
  if (speed_mps > draw_mps / kOdd && speed_mps < draw_mps * kOdd) return "";
  std::string meant;
  if (ReachesTheHouse(law, kFoot_m * speed_mps)) {
    meant = fmt::format("; {:.3g} feet per second are {:.3g} m/s", speed_mps, kFoot_m * speed_mps);
  } else if (ReachesTheHouse(Other(law), speed_mps)) {
    meant = fmt::format("; is the throw meant for {}?", LawName(Other(law)));
  }
  return fmt::format("{:.4g} m/s is far too {} on {}, where a draw to the tee takes {:.3g} m/s{}",
                     speed_mps, speed_mps < draw_mps ? "slow" : "fast", LawName(law), draw_mps,
                     meant);
}

// The sheet's corners at the hog line are 0.07 from the middle, and a stone curls less than that.
constexpr double kAside_rad = 0.25;

std::string AsideText(double angle_rad) {
  return fmt::format("a line of {:.3g} rad leaves the sheet before the house", angle_rad);
}

std::string AngleHint(double angle_rad) {
  if (std::abs(angle_rad) < kAside_rad) return "";
  const double of_degrees_rad = angle_rad * std::numbers::pi / 180.0;
  if (std::abs(of_degrees_rad) >= kAside_rad) return AsideText(angle_rad);
  return fmt::format("{}; {:.3g} degrees are {:.4f} rad", AsideText(angle_rad), angle_rad,
                     of_degrees_rad);
}

std::string OtherIceText(Law law) {
  return fmt::format("; is the line meant for {0} (--ice {0})?", LawName(Other(law)));
}

}  // namespace

bool RestingArea::Has(Vec2 p) const {
  constexpr double kRounding_m = 0.001;  // people write three decimals
  return std::abs(p.x) <= most_x_m + kRounding_m && p.y >= low_y_m - kRounding_m &&
         p.y <= high_y_m + kRounding_m;
}

RestingArea RestingAreaOf(const Ice& ice) {
  const Sheet& sheet = ice.sheet;
  const double radius = sheet.stone_radius_m;
  RestingArea area{sheet.half_width_m - radius, sheet.hog_line_y_m + radius,
                   sheet.back_line_y_m + radius};
  // By all rules but dc3's a stone that has touched another may lie short of the hog line: behind a
  // row of all others at most.
  if (ice.removal != Removal::kDc3) area.low_y_m -= (kStones - 1) * 2.0 * radius;
  return area;
}

std::string OtherReadingOfHouse(const std::vector<Vec2>& written, const Ice& ice) {
  std::vector<Reading> readings = Units(std::nullopt);
  const bool fcv1 = ice.law == Law::kFcv1;
  readings.insert(readings.begin(), fcv1 ? kFcv1Frame : kDc2Frame);
  readings.insert(readings.begin() + 2, fcv1 ? kDc2Frame : kFcv1Frame);
  return Find(written, ice, readings);
}

std::string OtherReadingOfOwn(const std::vector<Vec2>& written, const Ice& ice) {
  std::vector<Reading> readings = Units(ice.law);
  readings.insert(readings.begin(), ice.law == Law::kFcv1 ? kFcv1House : kDc2House);
  return Find(written, ice, readings);
}

std::string ThrowHint(Law law, const Release& release) {
  const std::string angle = AngleHint(release.angle_rad);
  return angle.empty() ? SpeedHint(law, release.speed_mps) : angle;
}

std::string FrameHint(const Ice& ice, const Board& board, const Release* release) {
  const Law law = ice.law;
  if (release != nullptr && VelocityOf(*release).y < 0.0) {
    return fmt::format("the stone is thrown away from the house of {}{}", LawName(law),
                       OtherIceText(law));
  }
  std::vector<Vec2> written;
  ForEachSlot(board.present(),
              [&](int slot) { written.push_back(PositionToOwnFrame(law, board.position(slot))); });
  const auto in_play = [&](const Ice& read_as) {
    const RestingArea area = RestingAreaOf(read_as);
    return std::count_if(written.begin(), written.end(), [&](const Vec2& stone) {
      return area.Has(PositionFromOwnFrame(read_as.law, stone));
    });
  };
  if (!written.empty() && in_play(ice) == 0) {
    const std::string finding = fmt::format("no stone lies on the sheet of {}", LawName(law));
    if (in_play(DefaultIce(Other(law))) == static_cast<std::ptrdiff_t>(written.size())) {
      return finding + OtherIceText(law);
    }
    const std::string reading = OtherReadingOfOwn(written, ice);
    return reading.empty() ? finding
                           : fmt::format("{}; they look as if they were {}", finding, reading);
  }
  if (release == nullptr) return "";
  if (std::abs(release->angle_rad) >= kAside_rad) {
    return AsideText(release->angle_rad) + "; a velocity's x is across the sheet, its y along it";
  }
  return SpeedHint(law, release->speed_mps);
}

}  // namespace skipstone
