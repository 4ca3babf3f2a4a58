// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "learn/labels.h"

namespace skipstone {

// What a distribution over so many executions counted.
std::array<std::int64_t, kScores> CountsOf(const ScoreDistribution& scores, int executions);

// Whether labels of one stone left are what they claim to be: the scores of their call.
struct LabelCheck {
  GameTerms terms;
  LabelSetting labels;
  int states = 200;
  int executions = 100'000;  // of the same call, by random numbers of their own
  SourceMix mix;
  std::string player = "kr-uct:playouts=100,last-stone=off";  // of the ends that states come from
  double random_calls = 0.15;
  std::uint64_t seed = 1;
};

struct LabelCase {
  std::uint32_t state = 0;
  Source source = Source::kPlay;
  int stones = 0;           // on the sheet
  double label_mean = 0.0;  // points
  double executed_mean = 0.0;
  TwoSampleTest test;
};

inline constexpr double kLabelBar = 0.001;  // of p: below it a label is suspect
inline constexpr int kMostSuspects = 1;

struct LabelCheckReport {
  std::vector<LabelCase> cases;    // by state
  bool whole = true;               // false: stopped early
  int suspects = 0;                // p < kLabelBar
  int certain = 0;                 // one score only, nothing to test
  std::array<int, 10> p_values{};  // of the others: in [0, 0.1), ...
};

// One label, against executions drawn by `seed`.
LabelCase CheckLabel(const Label& label, int label_executions, int executions, std::uint64_t seed,
                     Labeller& labeller);
LabelCheckReport CheckLabels(const LabelCheck& check, const Workshop& shop);

// The whole solver, and many executions.
inline LabelSetting SettingForTesting() {
  LabelSetting setting;
  setting.last_stone = {};
  setting.executions = 16'384;
  return setting;
}

// A file of labels of one stone left to measure networks by: positions of self-play, one from each
// game (an end), with the best call there is.
struct TestPositions {
  GameTerms terms;
  LabelSetting labels = SettingForTesting();
  std::string player = "kr-uct:playouts=400";
  int games = 2000;
  std::uint64_t seed = 777;
};
// What the file says of itself, but for how it came about.
JsonOut HeaderOf(const TestPositions& positions);
// Goes on where the file ends. Returns whether all are there.
bool MakeTestPositions(const TestPositions& positions, const std::filesystem::path& path,
                       const JsonOut& provenance, const Workshop& shop);

}  // namespace skipstone
