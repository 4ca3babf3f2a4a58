// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/fixed_file.h"
#include "learn/states.h"
#include "search/grid_ply.h"
#include "search/last_stone.h"
#include "value/evaluator.h"

namespace skipstone {

// A position and how its end comes out when both teams play on well: a teaching signal.
struct Label {
  std::uint32_t state = 0;  // its number within a level
  Source source = Source::kPlay;
  Position position;
  Release called;            // by the thrower
  ScoreDistribution scores;  // of that call; the hammer team's, to float32

  bool operator==(const Label&) const = default;
};

// How the label of a position with more than one stone left is found.
enum class PlyKind : std::uint8_t {
  kWholeGrid,
  kTwoStages,
};

struct LabelSetting {
  // One stone left: how the call is found, and the fresh executions that its label is made of.
  LastStoneSetting last_stone = kQuickLastStone;
  int executions = 4096;
  // More: errors for the label of the best call, independent of those that chose it.
  GridPlySetting ply;
  int whole_grid_up_to = 3;  // stones left; with more it goes in two stages
};
// What labels with so many stones left depend on.
JsonOut ToJson(const LabelSetting& setting, int stones_left);

// Makes labels. One object per thread.
class Labeller {
 public:
  // `teacher` judges positions with one stone fewer; not needed for one stone left.
  Labeller(const EvaluatorSetup& setup, const LabelSetting& setting,
           std::unique_ptr<Evaluator> teacher);
  ~Labeller();

  // The thrower's best call for points, and what comes of it: for one stone left over fresh random
  // executions, else by the teacher's judgement over errors that had no part in the choice. Depends
  // on nothing but the position, the seed and the teacher.
  Label Make(const Position& position, std::uint64_t seed);

  // The scores of a call with one stone left, over random executions.
  ScoreDistribution Execute(const Position& position, const Release& called, int executions,
                            RandomStream& random);

  GridPly& ply();

 private:
  EvaluatorSetup setup_;
  LabelSetting setting_;
  std::unique_ptr<Evaluator> teacher_;
  std::unique_ptr<const Execution> execution_;
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<LastStone> last_stone_;  // made when first needed
  std::unique_ptr<GridPly> ply_;
  std::vector<Release> releases_;
  std::vector<std::int8_t> points_;
  std::vector<Board> boards_;
};

// Labels on disk: all states of a level, in the order they were done. None is lost or there twice,
// however often the work is killed.
class LabelFile {
 public:
  LabelFile(const std::filesystem::path& path, const JsonOut& header,
            FixedFile::Access access = FixedFile::Access::kAppend);

  // Sorted by state.
  const std::vector<Label>& labels() const { return labels_; }
  bool Has(std::uint32_t state) const { return state < has_.size() && has_[state]; }
  std::vector<std::uint32_t> Missing(std::uint32_t states) const;  // of the states before that one
  void Add(const Label& label);
  // Brings labels() into order after adding.
  void Sort();

 private:
  void Take(const Label& label);

  std::vector<Label> labels_;
  std::vector<bool> has_;
  FixedFile file_;
};
// A whole file that somebody made, whatever its header.
std::vector<Label> ReadLabels(const std::filesystem::path& path);

}  // namespace skipstone
