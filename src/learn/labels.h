// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/work.h"
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
  Labeller(const GameTerms& terms, const LabelSetting& setting, std::unique_ptr<Evaluator> teacher);
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
  GameTerms terms_;
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

// A label's bytes in a file of records of one size.
inline constexpr std::size_t kLabelSize = 352;
std::string ToRecord(const Label& label);
Label LabelFrom(std::string_view record, const std::string& where);  // throws kBadData
// Makes the labels of states 0, ..., `count` - 1 that the file does not have yet; returns whether
// all are there. `make_maker` is called once on each thread and labels a state.
bool DoLabels(const std::string& what, const std::filesystem::path& path, const JsonOut& header,
              std::uint32_t count,
              const std::function<std::function<Label(std::uint32_t state)>()>& make_maker,
              const Workshop& shop);
// All of a file, whatever its header, by state.
std::vector<Label> ReadLabels(const std::filesystem::path& path);

}  // namespace skipstone
