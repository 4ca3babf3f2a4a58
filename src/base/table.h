// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace skipstone {

enum class TableFormat { kText, kMarkdown };

// Lines of cells under their headings, aligned: so many columns to the left, others to the right.
std::string RenderGrid(const std::vector<std::vector<std::string>>& lines, TableFormat format,
                       std::size_t left = 1);

}  // namespace skipstone
