// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skipstone {

// How many letters must be put in, taken out, replaced or swapped with their neighbour to make one
// word of the other (the optimal string alignment distance).
int EditDistance(std::string_view a, std::string_view b);

// The word that was probably meant, if one is near enough: by its letters, whatever their case and
// without an option's dashes, or if one begins with the other and no other does. Of equally near
// ones the first.
std::optional<std::string> Nearest(std::string_view word, const std::vector<std::string>& known);

// " (did you mean seconds?)", or nothing if no word is near.
std::string DidYouMean(std::string_view word, const std::vector<std::string>& known);

}  // namespace skipstone
