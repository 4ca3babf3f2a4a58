// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "learn/labels.h"
#include "learn/states.h"
#include "learn/two_stones.h"
#include "learn/world.h"
#include "net/definition.h"
#include "net/network.h"

namespace skipstone {

// How networks are learned backward, from one stone left to fifteen.
struct BackwardSetup {
  GameTerms terms;
  NetworkDefinition network;
  std::uint64_t seed = 1;
  int levels = 15;              // learned: one stone left, ..., this many
  int states_of_one = 160'000;  // labels with one stone left
  int states = 12'000;          // with more
  int ends = 20'000;            // played for positions; beyond them states are perturbed ones
  SourceMix mix;
  // Of seven ends in eight; the rules of thumb play the rest.
  std::string player = "kr-uct:playouts=100,last-stone=off";
  double random_calls = 0.15;
  LabelSetting labels;
  int steps_of_one = 12'000;   // of training, with one stone left
  int steps = 3'000;           // for each further level
  int steps_of_last = 40'000;  // for the last one, whose network is the run's result
  int batch = 512;
  double learning_rate = 1e-3;
  double weight_decay = 0.2;          // against learning by heart: labels are few
  double weight_decay_of_last = 0.1;  // which has those of all levels
  int sweeps = 1;
  // With a loss of mean squares the papers' networks are trained.
  std::string loss = "cross-entropy";
};
JsonOut ToJson(const BackwardSetup& setup);

// The states of a level: which they are depends on nothing but the setup and the ends.
class StatesOf {
 public:
  StatesOf(const BackwardSetup& setup, int sweep, int stones_left,
           const std::vector<LearningEnd>& ends)
      : setup_(setup), sweep_(sweep), stones_left_(stones_left), ends_(ends) {}

  int size() const { return stones_left_ == 1 ? setup_.states_of_one : setup_.states; }
  struct State {
    Position position;
    Source source;
  };
  State operator[](std::uint32_t number) const;
  std::uint64_t SeedOf(std::uint32_t number) const;

 private:
  RandomStream StreamOf(std::uint32_t number) const;

  const BackwardSetup& setup_;
  int sweep_;
  int stones_left_;
  const std::vector<LearningEnd>& ends_;
};

// What a run needs from outside.
struct BackwardWorld : LearnWorld {
  int exact_positions = 48;  // that regret is measured on; 0: it is not
  // Hears of every learning curve (learn/learning_curve.h). May be empty.
  std::function<void(const std::filesystem::path& curve)> draw = {};
};

// Learns backward in a folder. Whatever is there already is taken up where it was left, so that a
// run can be stopped or killed anywhere and started again with the same setup.
class Backward {
 public:
  // Throws kUsage if the folder holds a run of another setup, or the setup cannot be learned.
  Backward(std::filesystem::path folder, const BackwardSetup& setup, BackwardWorld world);

  // Up to the given level of the last sweep. Returns whether it came to the end.
  bool Run();

  // The pieces, for tests and for who wants only one of them.
  bool PlayEnds(int sweep);
  // Of a sweep whose ends were played. `name` says in the labels' file who taught them; one that
  // somebody else has begun is refused.
  bool MakeLabels(int sweep, int level, const std::string& name,
                  const std::function<std::unique_ptr<Evaluator>()>& teacher);
  bool Train(int sweep, int level);

  std::filesystem::path EndsPath(int sweep) const;
  std::filesystem::path LabelsPath(int sweep, int level) const;
  // Of the network that has learned the levels up to this one (nn-x: this one).
  std::filesystem::path NetworkPath(int sweep, int level) const;
  // The network a level is taught by.
  std::filesystem::path TeacherPath(int sweep, int level) const;

 private:
  std::filesystem::path Place(int sweep, int level, const std::string& suffix) const;
  JsonOut HeaderOf(int sweep, int level, const std::string& teacher) const;
  // Who plays a sweep's ends, by spec.
  std::string PlayerOf(int sweep) const;
  bool Reported(int sweep, int level) const;
  bool Report(int sweep, int level);  // false if it was stopped; then nothing is reported
  bool MakeExact();
  // The data files of a level, made if need be.
  void MakeData(int sweep, int level);

  std::filesystem::path folder_;
  BackwardSetup setup_;
  BackwardWorld world_;
  int ends_sweep_ = -1;
  std::vector<LearningEnd> ends_;
  std::vector<ExactPosition> exact_;
};

}  // namespace skipstone
