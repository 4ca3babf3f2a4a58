// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "picture/canvas.h"

#include <cairo-svg.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace skipstone {
namespace {

using CairoSurface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;
using CairoContext = std::unique_ptr<cairo_t, decltype(&cairo_destroy)>;

void CheckStatus(cairo_status_t status) {
  if (status == CAIRO_STATUS_SUCCESS) return;
  if (status == CAIRO_STATUS_INVALID_STRING) throw BadData("caption", "expected UTF-8 text");
  throw Error(ErrorKind::kInternal, "picture", cairo_status_to_string(status));
}

// cairo calls this from C, so nothing may be thrown through it.
cairo_status_t AppendBytes(void* content, const unsigned char* data, unsigned int size) noexcept {
  try {
    static_cast<std::string*>(content)->append(reinterpret_cast<const char*>(data), size);
    return CAIRO_STATUS_SUCCESS;
  } catch (...) {
    return CAIRO_STATUS_NO_MEMORY;
  }
}

// cairo numbers its surfaces through the life of a process and calls an SVG's group by that number,
// so that two equal pictures would differ.
void NameSvgGroup(std::string& svg) {
  constexpr std::string_view kStart = "<g id=\"surface";
  const std::size_t start = svg.find(kStart);
  if (start == std::string::npos) return;
  const std::size_t number = start + kStart.size();
  svg.erase(number, svg.find('"', number) - number);
}

// The same with the images that a picture contains: "image512" becomes "image1", and so on.
void NameSvgImages(std::string& svg) {
  constexpr std::string_view kName = "image";
  std::vector<std::string> found;
  std::string named;
  std::size_t copied = 0;
  for (std::size_t at = svg.find(kName); at != std::string::npos; at = svg.find(kName, at + 1)) {
    const std::size_t digits = at + kName.size();
    const std::size_t end = svg.find_first_not_of("0123456789", digits);
    // An id stands alone between quotes, with a # before it where it is used.
    if (at == 0 || end == digits || end == std::string::npos || svg[end] != '"') continue;
    if (svg[at - 1] != '"' && svg[at - 1] != '#') continue;
    const std::string number = svg.substr(digits, end - digits);
    const auto known = std::find(found.begin(), found.end(), number);
    const auto index = known - found.begin();
    if (known == found.end()) found.push_back(number);
    named.append(svg, copied, digits - copied);
    named += std::to_string(index + 1);
    copied = end;
  }
  named.append(svg, copied, std::string::npos);
  svg = std::move(named);
}

// Without hinting, text has one look on every surface and at every size.
void TurnOffHinting(cairo_t* cairo) {
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(cairo, options);
  cairo_font_options_destroy(options);
}

}  // namespace

std::string RenderCanvas(int width_px, int height_px, PictureFormat format,
                         const std::function<void(cairo_t*)>& paint) {
  std::string content;
  const CairoSurface surface(
      format == PictureFormat::kSvg
          ? cairo_svg_surface_create_for_stream(AppendBytes, &content, width_px, height_px)
          : cairo_image_surface_create(CAIRO_FORMAT_RGB24, width_px, height_px),
      &cairo_surface_destroy);
  CheckStatus(cairo_surface_status(surface.get()));
  if (format == PictureFormat::kSvg) {
    cairo_svg_surface_set_document_unit(surface.get(), CAIRO_SVG_UNIT_PX);
  }
  {
    const CairoContext cairo(cairo_create(surface.get()), &cairo_destroy);
    TurnOffHinting(cairo.get());
    cairo_set_line_join(cairo.get(), CAIRO_LINE_JOIN_ROUND);
    SetColour(cairo.get(), {1.0, 1.0, 1.0});
    cairo_paint(cairo.get());
    paint(cairo.get());
    CheckStatus(cairo_status(cairo.get()));
  }
  if (format == PictureFormat::kPng) {
    CheckStatus(cairo_surface_write_to_png_stream(surface.get(), AppendBytes, &content));
  }
  // An SVG is complete only now.
  cairo_surface_finish(surface.get());
  CheckStatus(cairo_surface_status(surface.get()));
  if (format == PictureFormat::kSvg) {
    NameSvgGroup(content);
    NameSvgImages(content);
  }
  return content;
}

void SetColour(cairo_t* cairo, const Colour& colour, double alpha) {
  cairo_set_source_rgba(cairo, colour.red, colour.green, colour.blue, alpha);
}

void SetFont(cairo_t* cairo, double size_px, bool bold) {
  cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo, size_px);
}

void SetFontToFit(cairo_t* cairo, double size_px, bool bold, const std::string& line,
                  double room_px) {
  SetFont(cairo, size_px, bold);
  cairo_text_extents_t extents;
  cairo_text_extents(cairo, line.c_str(), &extents);
  if (extents.x_advance > room_px) SetFont(cairo, size_px * room_px / extents.x_advance, bold);
}

void FillText(cairo_t* cairo, Vec2 at, const std::string& text, TextAlign align) {
  cairo_text_extents_t extents;
  cairo_text_extents(cairo, text.c_str(), &extents);
  const double before = align == TextAlign::kLeft     ? 0.0
                        : align == TextAlign::kCentre ? 0.5 * extents.x_advance
                                                      : extents.x_advance;
  cairo_new_path(cairo);
  cairo_move_to(cairo, at.x - before, at.y);
  cairo_show_text(cairo, text.c_str());
}

void StrokeLine(cairo_t* cairo, Vec2 from, Vec2 to, double width_px) {
  cairo_new_path(cairo);
  cairo_move_to(cairo, from.x, from.y);
  cairo_line_to(cairo, to.x, to.y);
  cairo_set_line_width(cairo, width_px);
  cairo_stroke(cairo);
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

double CaptionHeight(const std::string& caption, const CaptionSizes& sizes) {
  const std::size_t lines = LinesOf(caption).size();
  if (lines == 0) return 0.0;
  return kLineSpacing * (sizes.title + static_cast<double>(lines - 1) * sizes.text);
}

void PaintCaption(cairo_t* cairo, Vec2 at, const std::string& caption, const CaptionSizes& sizes_px,
                  double room_px) {
  double y = at.y;
  bool title = true;
  for (const std::string& line : LinesOf(caption)) {
    const double size = title ? sizes_px.title : sizes_px.text;
    SetFontToFit(cairo, size, title, line, room_px);
    SetColour(cairo, title ? kInk : kSoftInk);
    FillText(cairo, {at.x, y + size}, line);
    y += kLineSpacing * size;
    title = false;
  }
}

}  // namespace skipstone
