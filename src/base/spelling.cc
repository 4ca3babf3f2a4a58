// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/spelling.h"

#include <algorithm>
#include <cctype>

namespace skipstone {
namespace {

// Longer words than this are no slips of the pen, and would take their time.
constexpr std::size_t kLongest = 64;

// Without an option's dashes and in small letters.
std::string Plain(std::string_view word) {
  while (!word.empty() && word.front() == '-') word.remove_prefix(1);
  std::string lower(word);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// Of a word of so many letters: in "dc2" a single wrong letter, in "candidates" three.
int MostSlips(std::size_t letters) { return std::clamp(static_cast<int>(letters) / 3, 1, 3); }

}  // namespace

int EditDistance(std::string_view a, std::string_view b) {
  // Rows of the table of distances between beginnings: the one at hand and the two before.
  std::vector<int> two_before;
  std::vector<int> before(b.size() + 1);
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) before[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, before[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], two_before[j - 2] + 1);
      }
    }
    two_before = before;
    before = row;
  }
  return before[b.size()];
}

std::optional<std::string> Nearest(std::string_view word, const std::vector<std::string>& known) {
  const std::string plain = Plain(word);
  if (plain.empty() || plain.size() > kLongest) return std::nullopt;
  std::optional<std::string> nearest;
  int least = MostSlips(plain.size()) + 1;
  for (const std::string& candidate : known) {
    const int distance = EditDistance(plain, Plain(candidate));
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  if (nearest) return nearest;
  const auto begins = [&](const std::string& candidate) {
    const std::string other = Plain(candidate);
    const std::size_t shared = std::min(other.size(), plain.size());
    return shared >= 2 && other.compare(0, shared, plain, 0, shared) == 0;
  };
  const auto first = std::find_if(known.begin(), known.end(), begins);
  if (first != known.end() && std::none_of(first + 1, known.end(), begins)) nearest = *first;
  return nearest;
}

std::string DidYouMean(std::string_view word, const std::vector<std::string>& known) {
  const auto nearest = Nearest(word, known);
  return nearest ? " (did you mean " + *nearest + "?)" : "";
}

}  // namespace skipstone
