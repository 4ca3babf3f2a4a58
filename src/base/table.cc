// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/table.h"

#include <algorithm>
#include <cstddef>

namespace skipstone {
namespace {

// Columns on a terminal: ± takes two bytes and one column.
std::size_t Width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

}  // namespace

std::string RenderGrid(const std::vector<std::vector<std::string>>& lines, TableFormat format,
                       std::size_t left) {
  const bool markdown = format == TableFormat::kMarkdown;
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], Width(line[i]));
  }
  std::string text;
  for (std::size_t n = 0; n < lines.size(); ++n) {
    std::string row = markdown ? "| " : "";
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::string fill(widths[i] - Width(lines[n][i]), ' ');
      if (i > 0) row += markdown ? " | " : "  ";
      row += i < left ? lines[n][i] + fill : fill + lines[n][i];
    }
    if (!markdown) row.erase(row.find_last_not_of(' ') + 1);
    text += row + (markdown ? " |\n" : "\n");
    if (n > 0 || !markdown) continue;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      text += (i == 0 ? "|" : "") + std::string(i < left ? "---|" : "---:|");
    }
    text += "\n";
  }
  return text;
}

}  // namespace skipstone
