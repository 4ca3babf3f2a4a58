// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>
#include <vector>

namespace skipstone {

enum class TableFormat { kText, kMarkdown };

// Lines of cells under their headings, aligned: the first column to the left, others to the right.
std::string RenderGrid(const std::vector<std::vector<std::string>>& lines, TableFormat format);

}  // namespace skipstone
