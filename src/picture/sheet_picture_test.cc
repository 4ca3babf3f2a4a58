// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/sheet_picture.h"

#include <cairo.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace skipstone {
namespace {

// A decoded PNG.
class Pixels {
 public:
  explicit Pixels(const std::string& png) {
    struct Source {
      std::string_view rest;
    } source{png};
    const auto read = [](void* closure, unsigned char* data, unsigned int size) {
      auto& rest = static_cast<Source*>(closure)->rest;
      if (rest.size() < size) return CAIRO_STATUS_READ_ERROR;
      std::memcpy(data, rest.data(), size);
      rest.remove_prefix(size);
      return CAIRO_STATUS_SUCCESS;
    };
    surface_ = cairo_image_surface_create_from_png_stream(read, &source);
    EXPECT_EQ(cairo_surface_status(surface_), CAIRO_STATUS_SUCCESS);
  }
  ~Pixels() { cairo_surface_destroy(surface_); }
  Pixels(const Pixels&) = delete;
  Pixels& operator=(const Pixels&) = delete;

  int width() const { return cairo_image_surface_get_width(surface_); }
  int height() const { return cairo_image_surface_get_height(surface_); }

  std::array<int, 3> At(int x, int y) const {
    const unsigned char* row =
        cairo_image_surface_get_data(surface_) + y * cairo_image_surface_get_stride(surface_);
    std::uint32_t pixel = 0;
    std::memcpy(&pixel, row + 4 * x, sizeof pixel);
    return {static_cast<int>(pixel >> 16 & 255), static_cast<int>(pixel >> 8 & 255),
            static_cast<int>(pixel & 255)};
  }
  std::array<int, 3> At(Vec2 p) const {
    return At(static_cast<int>(std::floor(p.x)), static_cast<int>(std::floor(p.y)));
  }

 private:
  cairo_surface_t* surface_ = nullptr;
};

std::array<int, 3> Bytes(const Colour& colour) {
  const auto byte = [](double value) { return static_cast<int>(std::lround(255.0 * value)); };
  return {byte(colour.red), byte(colour.green), byte(colour.blue)};
}

// The largest difference between two colours in a channel, of 255.
int Difference(std::array<int, 3> a, std::array<int, 3> b) {
  int most = 0;
  for (std::size_t i = 0; i < 3; ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

bool IsColour(std::array<int, 3> pixel, const Colour& colour) {
  return Difference(pixel, Bytes(colour)) <= 1;
}

SheetPicture EmptyPicture(Law law = Law::kFcv1) {
  SheetPicture picture;
  picture.sheet = DefaultIce(law).sheet;
  return picture;
}

int CountOf(const std::string& text, std::string_view part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// The handle beside the number: the place on a stone that has its team's colour.
Vec2 HandleOf(Vec2 stone) { return {stone.x + 0.55 * 0.145, stone.y}; }

void AddPoints(Recording& recording, int slot, Vec2 from, Vec2 to, int steps) {
  auto& path = recording.paths[static_cast<std::size_t>(slot)];
  for (int i = 0; i <= steps; ++i) {
    const double t = double(i) / steps;
    path.push_back({0.001 * static_cast<double>(path.size()),
                    {from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)}});
  }
}

TEST(SheetPicture, FormatFollowsTheExtension) {
  EXPECT_EQ(FormatOfFile("a/b.svg"), PictureFormat::kSvg);
  EXPECT_EQ(FormatOfFile("a.svg/b.png"), PictureFormat::kPng);
  for (const char* name : {"a.jpg", "a", "a.svg/b", "png", ".png", ""}) {
    try {
      FormatOfFile(name);
      ADD_FAILURE() << name;
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kUsage);
      EXPECT_NE(std::string(e.what()).find(".svg or .png"), std::string::npos);
    }
  }
}

TEST(SheetPicture, HouseIsRoundAndOfTheSheetsSize) {
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    const SheetPicture picture = EmptyPicture(law);
    const Pixels pixels(Render(picture, PictureFormat::kPng, 800));
    const PictureLayout layout = LayoutOf(picture, 800);
    ASSERT_EQ(pixels.width(), 800);
    ASSERT_EQ(pixels.height(), layout.height_px);
    // The span of the 12-foot ring along a row and a column next to the lines through the tee.
    const auto span = [](int from, int to, const std::function<std::array<int, 3>(int)>& at) {
      int first = to;
      int last = from;
      for (int i = from; i < to; ++i) {
        if (!IsColour(at(i), kOuterRingColour)) continue;
        first = std::min(first, i);
        last = std::max(last, i);
      }
      return last - first + 1;
    };
    const int row = static_cast<int>(layout.tee_px.y) + 6;
    const int column = static_cast<int>(layout.tee_px.x) + 6;
    const int across = span(0, 800, [&](int x) { return pixels.At(x, row); });
    const int along = span(0, pixels.height(), [&](int y) { return pixels.At(column, y); });
    EXPECT_NEAR(across, along, 2);
    // The sheet is 4.75 m wide with 0.2 m on either side.
    EXPECT_NEAR(across, 2.0 * picture.sheet.house_radius_m * 800 / 5.15, 3);
  }
}

TEST(SheetPicture, RingsAndIceHaveTheirColours) {
  const SheetPicture picture = EmptyPicture();
  const Pixels pixels(Render(picture, PictureFormat::kPng));
  const PictureLayout layout = LayoutOf(picture);
  const auto at = [&](double x, double y) { return pixels.At(layout.ToPixels({x, y})); };
  for (const double side : {-1.0, 1.0}) {
    EXPECT_TRUE(IsColour(at(1.1 * side, 1.1), kOuterRingColour));
    EXPECT_TRUE(IsColour(at(0.6 * side, -0.7), {1.0, 1.0, 1.0}));
    EXPECT_TRUE(IsColour(at(0.3 * side, 0.3), kInnerRingColour));
    EXPECT_TRUE(IsColour(at(0.08 * side, -0.08), {1.0, 1.0, 1.0}));
    EXPECT_TRUE(IsColour(at(2.0 * side, -4.0), kIceColour));
  }
  EXPECT_FALSE(IsColour(at(1.0, picture.sheet.hog_line_y_m), kIceColour));
  EXPECT_FALSE(IsColour(at(2.2, picture.sheet.back_line_y_m), kIceColour));
}

TEST(SheetPicture, ThrowerLooksUpAndTeamsHaveTheirColours) {
  SheetPicture picture = EmptyPicture();
  picture.board.Put(SlotOf(Team::k0, 0), {1.0, 0.9});    // right of the tee and behind it
  picture.board.Put(SlotOf(Team::k1, 7), {-1.4, -3.0});  // left of it and in front
  const Pixels pixels(Render(picture, PictureFormat::kPng));
  const PictureLayout layout = LayoutOf(picture);
  const Vec2 expected[2] = {{1.0, 0.9}, {-1.4, -3.0}};
  for (std::size_t team = 0; team < 2; ++team) {
    double sum_x = 0.0;
    double sum_y = 0.0;
    int count = 0;
    for (int y = 0; y < pixels.height(); ++y) {
      for (int x = 0; x < pixels.width(); ++x) {
        if (!IsColour(pixels.At(x, y), kTeamColours[team])) continue;
        sum_x += x;
        sum_y += y;
        ++count;
      }
    }
    ASSERT_GT(count, 100);
    const double scale = 600.0 / 5.15;
    EXPECT_NEAR((sum_x / count - 300.0) / scale, expected[team].x, 0.02);
    EXPECT_NEAR((layout.tee_px.y - sum_y / count) / scale, expected[team].y, 0.02);
  }
}

TEST(SheetPicture, EachStoneAddsTheSameToAnSvg) {
  SheetPicture picture = EmptyPicture();
  std::array<int, 17> paths{};
  std::array<int, 17> glyphs{};
  for (int n = 0; n <= kStones; ++n) {
    if (n > 0) picture.board.Put(n - 1, {-1.8 + 0.5 * (n % 8), -2.0 * (n / 8)});
    const std::string svg = Render(picture, PictureFormat::kSvg);
    EXPECT_NE(svg.find("<svg"), std::string::npos);
    EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
    // Shapes outside <defs>, where cairo keeps the glyphs.
    const std::string drawn = svg.substr(svg.find("</defs>"));
    paths[static_cast<std::size_t>(n)] = CountOf(drawn, "<path");
    glyphs[static_cast<std::size_t>(n)] = CountOf(drawn, "<use");
  }
  ASSERT_GT(paths[1], paths[0]);
  for (std::size_t n = 1; n <= kStones; ++n) {
    EXPECT_EQ(paths[n] - paths[n - 1], paths[1] - paths[0]) << n;
    EXPECT_EQ(glyphs[n] - glyphs[n - 1], 1) << n;
  }
}

TEST(SheetPicture, EqualPicturesAreEqualBytes) {
  SheetPicture picture = EmptyPicture(Law::kDc2);
  picture.board.Put(3, {0.1, 0.2});
  picture.caption = "one\ntwo";
  for (const PictureFormat format : {PictureFormat::kSvg, PictureFormat::kPng}) {
    EXPECT_TRUE(Render(picture, format) == Render(picture, format));
  }
}

TEST(SheetPicture, ShotShowsWhereStonesWereAndWent) {
  const int moved = SlotOf(Team::k0, 2);
  const int out = SlotOf(Team::k0, 4);
  const Vec2 from{0.0, -3.0};
  const Vec2 corner{-1.0, -2.0};
  const Vec2 to{-1.0, 0.3};
  const Vec2 out_from{1.5, -3.0};
  const Vec2 out_at{2.2, 1.0};

  SheetPicture picture = EmptyPicture();
  picture.board.Put(moved, from);
  picture.board.Put(out, out_from);
  DrawnShot shot;
  AddPoints(shot.recording, moved, from, corner, 1000);
  AddPoints(shot.recording, moved, corner, to, 1000);
  AddPoints(shot.recording, out, out_from, out_at, 1000);
  shot.outcome.board.Put(moved, to);
  shot.outcome.left = SlotBit(out);
  picture.shot = shot;

  const PictureLayout layout = LayoutOf(picture);
  const Pixels before([&] {
    SheetPicture still = picture;
    still.shot.reset();
    return Render(still, PictureFormat::kPng);
  }());
  const Pixels after(Render(picture, PictureFormat::kPng));
  const auto was = [&](Vec2 p) { return before.At(layout.ToPixels(p)); };
  const auto is = [&](Vec2 p) { return after.At(layout.ToPixels(p)); };

  EXPECT_TRUE(IsColour(is(HandleOf(to)), kTeamColours[0]));
  // Faint where they were: neither solid nor gone.
  for (const Vec2 p : {HandleOf(from), HandleOf(out_from)}) {
    EXPECT_TRUE(IsColour(was(p), kTeamColours[0]));
    EXPECT_FALSE(IsColour(is(p), kTeamColours[0]));
    EXPECT_FALSE(IsColour(is(p), kIceColour));
  }
  // On the way, with its corner, and at the cross, there is something that was not there before.
  for (const Vec2 p : {Vec2{-0.5, -2.5}, corner, Vec2{-1.0, -1.0}, Vec2{1.85, -1.0}, out_at}) {
    EXPECT_GT(Difference(was(p), is(p)), 80) << p.x << ' ' << p.y;
  }
  // The other sides of the corner: no short cut.
  EXPECT_EQ(was({-0.8, -1.5}), is({-0.8, -1.5}));
}

TEST(SheetPicture, FoulShowsWhatHappenedAndThatItDoesNotCount) {
  const int guard = SlotOf(Team::k1, 0);
  const Vec2 place{0.5, -3.0};
  const Vec2 pushed_to{-1.0, -3.9};
  SheetPicture picture = EmptyPicture();
  picture.board.Put(guard, place);
  DrawnShot shot;
  AddPoints(shot.recording, guard, place, pushed_to, 500);
  shot.outcome.board = picture.board;
  picture.shot = shot;
  const PictureLayout layout = LayoutOf(picture);
  const Pixels pixels(Render(picture, PictureFormat::kPng));
  EXPECT_TRUE(IsColour(pixels.At(layout.ToPixels(HandleOf(place))), kTeamColours[1]));
  const auto faint = pixels.At(layout.ToPixels({pushed_to.x - 0.08, pushed_to.y}));
  EXPECT_FALSE(IsColour(faint, kTeamColours[1]));
  EXPECT_FALSE(IsColour(faint, kIceColour));
}

TEST(SheetPicture, OnlyWhatIsInViewIsDrawn) {
  const auto with_path_from = [](double y_m) {
    SheetPicture picture = EmptyPicture();
    DrawnShot shot;
    // 1 cm steps, so that both paths have the same points in view.
    AddPoints(shot.recording, 0, {0.25, y_m}, {0.25, 0.0}, static_cast<int>(-100.0 * y_m));
    for (auto& point : shot.recording.paths[0]) {
      point.position.y = std::round(100.0 * point.position.y) / 100.0;
    }
    shot.outcome.board.Put(0, {0.25, 0.0});
    picture.shot = shot;
    return Render(picture, PictureFormat::kSvg);
  };
  EXPECT_EQ(with_path_from(-38.0), with_path_from(-8.0));

  SheetPicture far_stone = EmptyPicture();
  far_stone.board.Put(5, {1000.0, -1000.0});
  EXPECT_EQ(Render(far_stone, PictureFormat::kSvg), Render(EmptyPicture(), PictureFormat::kSvg));
}

TEST(SheetPicture, FinePathsStaySmall) {
  const auto size = [](int steps) {
    SheetPicture picture = EmptyPicture();
    DrawnShot shot;
    AddPoints(shot.recording, 0, {0.3, -6.0}, {-0.4, 0.0}, steps);
    shot.outcome.board.Put(0, {-0.4, 0.0});
    picture.shot = shot;
    return Render(picture, PictureFormat::kSvg).size();
  };
  EXPECT_EQ(size(20'000), size(1));
}

TEST(SheetPicture, LongCaptionsAreSetSmallerNotCut) {
  SheetPicture picture = EmptyPicture();
  picture.caption = fmt::format("{:m>150}\n{:w>150}", "", "");
  const Pixels pixels(Render(picture, PictureFormat::kPng));
  const PictureLayout layout = LayoutOf(picture);
  ASSERT_GT(layout.height_px, layout.sheet_height_px);
  bool written = false;
  for (int y = layout.sheet_height_px; y < pixels.height(); ++y) {
    for (int x = 0; x < pixels.width(); ++x) {
      const bool white = IsColour(pixels.At(x, y), {1.0, 1.0, 1.0});
      written = written || !white;
      const bool margin = x < 10 || x >= pixels.width() - 8 || y >= pixels.height() - 4;
      ASSERT_TRUE(white || !margin) << x << ' ' << y;
    }
  }
  EXPECT_TRUE(written);
}

TEST(SheetPicture, CaptionMustBeUtf8) {
  SheetPicture picture = EmptyPicture();
  picture.caption = "\xff\xfe";
  for (const PictureFormat format : {PictureFormat::kSvg, PictureFormat::kPng}) {
    try {
      Render(picture, format);
      ADD_FAILURE() << "expected an error";
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kBadData);
    }
  }
}

}  // namespace
}  // namespace skipstone
