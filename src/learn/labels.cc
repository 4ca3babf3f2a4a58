// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"

namespace skipstone {
namespace {

constexpr std::uint32_t kMostStates = 100'000'000;

// A label's bytes, little-endian as all x86-64 is.
struct Bytes {
  std::uint32_t state;
  std::uint16_t present;
  std::uint8_t shot;
  std::uint8_t source;
  std::array<double, kStones> x;
  std::array<double, kStones> y;
  double speed_mps;
  double angle_rad;
  std::uint32_t handle;
  std::array<float, kScores> scores;
};
static_assert(sizeof(Bytes) == kLabelSize && std::is_trivially_copyable_v<Bytes>);

}  // namespace

JsonOut ToJson(const LabelSetting& setting, int stones_left) {
  if (stones_left == 1) {
    return {{"fineness", setting.last_stone.fineness},
            {"candidates", setting.last_stone.candidates},
            {"finalists", setting.last_stone.finalists},
            {"quick", setting.last_stone.quick},
            {"executions", setting.executions}};
  }
  if (stones_left <= setting.whole_grid_up_to) {
    return {{"fineness", setting.ply.fineness},
            {"candidates", setting.ply.candidates},
            {"finalists", setting.ply.finalists},
            {"final_errors", setting.ply.final_errors}};
  }
  return {{"proposals", setting.ply.proposals},
          {"proposal_errors", setting.ply.proposal_errors},
          {"local_grids", setting.ply.local_grids},
          {"finalists", setting.ply.finalists},
          {"final_errors", setting.ply.final_errors}};
}

Labeller::Labeller(const GameTerms& terms, const LabelSetting& setting,
                   std::unique_ptr<Evaluator> teacher)
    : terms_(terms),
      setting_(setting),
      teacher_(std::move(teacher)),
      execution_(MakeExecution(terms.sizes(), terms.ice.law)),
      engine_(MakeEngine("event", terms.ice)) {}

Labeller::~Labeller() = default;

GridPly& Labeller::ply() {
  SKIPSTONE_CHECK(teacher_ != nullptr);
  if (!ply_) {
    ply_ = std::make_unique<GridPly>(terms_.ice, terms_.rules, terms_.sizes(), *teacher_,
                                     setting_.ply);
  }
  return *ply_;
}

ScoreDistribution Labeller::Execute(const Position& position, const Release& called, int executions,
                                    RandomStream& random) {
  releases_.clear();
  for (int i = 0; i < executions; ++i) releases_.push_back(execution_->Sample(called, random));
  points_.resize(releases_.size());
  engine_->RunScores(position.board, position.turn, releases_,
                     ScoringEdgeOf(terms_.ice.sheet, terms_.rules), points_);
  std::array<int, kScores> counts{};
  for (const int points : points_) {
    ++counts[static_cast<std::size_t>(HammerPoints(points, position.turn.hammer) + kMostPoints)];
  }
  ScoreDistribution scores;
  for (std::size_t i = 0; i < kScores; ++i) {
    scores.probability[i] = static_cast<double>(counts[i]) / executions;
  }
  return scores;
}

Label Labeller::Make(const Position& position, std::uint64_t seed) {
  Label label;
  label.position = position;
  if (position.turn.shot == kStones - 1) {
    // No free guard zone any more, so scores alone will do.
    SKIPSTONE_CHECK(!GuardRuleActive(terms_.rules, kStones - 1));
    if (!last_stone_) {
      last_stone_ = std::make_unique<LastStone>(terms_.ice, terms_.rules, terms_.sizes(),
                                                setting_.last_stone);
    }
    label.called = last_stone_->Solve(position, UtilityOfPoints()).best;
    RandomStream random({.seed = seed, .purpose = Purpose::kLearn, .index = 1});
    label.scores = Execute(position, label.called, setting_.executions, random);
  } else {
    const bool whole = kStones - position.turn.shot <= setting_.whole_grid_up_to;
    const std::span<const GridCall> calls =
        whole ? ply().WholeGrid(position, UtilityOfPoints(), seed)
              : ply().TwoStages(position, UtilityOfPoints(), seed);
    label.called = calls.front().release;
    RandomStream random({.seed = seed, .purpose = Purpose::kLearn, .index = 2});
    std::vector<StandardPoint> errors;
    ply().DrawErrors(setting_.ply.final_errors, random, errors);
    label.scores = ply().ScoresOf(position, label.called, errors);
  }
  for (double& p : label.scores.probability) p = double{static_cast<float>(p)};
  return label;
}

std::string ToRecord(const Label& label) {
  Bytes bytes{};
  bytes.state = label.state;
  bytes.present = label.position.board.present();
  bytes.shot = static_cast<std::uint8_t>(label.position.turn.shot);
  bytes.source = static_cast<std::uint8_t>(label.source);
  std::copy_n(label.position.board.xs(), kStones, bytes.x.begin());
  std::copy_n(label.position.board.ys(), kStones, bytes.y.begin());
  bytes.speed_mps = label.called.speed_mps;
  bytes.angle_rad = label.called.angle_rad;
  bytes.handle = static_cast<std::uint32_t>(label.called.handle);
  for (std::size_t i = 0; i < kScores; ++i) {
    bytes.scores[i] = static_cast<float>(label.scores.probability[i]);
  }
  return {reinterpret_cast<const char*>(&bytes), sizeof bytes};
}

// The hash vouches for the bytes, not for who wrote them.
Label LabelFrom(std::string_view record, const std::string& where) {
  SKIPSTONE_CHECK(record.size() == kLabelSize);
  Bytes bytes;
  std::memcpy(&bytes, record.data(), sizeof bytes);
  double sum = 0.0;
  for (const float p : bytes.scores) sum += p >= 0.0F && p <= 1.0F ? double{p} : 1e9;
  bool finite = std::isfinite(bytes.speed_mps) && std::isfinite(bytes.angle_rad);
  for (std::size_t i = 0; i < kStones; ++i) {
    const bool there = (bytes.present & SlotBit(static_cast<int>(i))) != 0;
    finite = finite && std::abs(bytes.x[i]) < kMaxCoordinate_m &&
             std::abs(bytes.y[i]) < kMaxCoordinate_m &&
             (there || (bytes.x[i] == 0.0 && bytes.y[i] == 0.0));
  }
  if (!finite || !(std::abs(sum - 1.0) < 1e-3) || bytes.shot >= kStones || bytes.handle > 1 ||
      bytes.source >= kSources || bytes.state > kMostStates) {
    throw BadData(where, "expected a label: stones, a call and seventeen probabilities");
  }
  Label label;
  label.state = bytes.state;
  label.source = static_cast<Source>(bytes.source);
  label.position = {Board(bytes.x.data(), bytes.y.data(), bytes.present), {bytes.shot, Team::k1}};
  label.called = {bytes.speed_mps, bytes.angle_rad, static_cast<Handle>(bytes.handle)};
  for (std::size_t i = 0; i < kScores; ++i) label.scores.probability[i] = double{bytes.scores[i]};
  return label;
}

bool DoLabels(const std::string& what, const std::filesystem::path& path, const JsonOut& header,
              std::uint32_t count,
              const std::function<std::function<Label(std::uint32_t state)>()>& make_maker,
              const Workshop& shop) {
  Work work;
  work.what = what;
  work.path = path;
  work.header = header;
  work.record_size = kLabelSize;
  work.count = count;
  work.take = [](std::string_view record, const std::string& where) {
    return LabelFrom(record, where).state;
  };
  work.make_maker = [&] {
    return [maker = make_maker()](std::uint32_t state) {
      Label label = maker(state);
      label.state = state;
      return ToRecord(label);
    };
  };
  return Do(work, shop);
}

std::vector<Label> ReadLabels(const std::filesystem::path& path) {
  std::vector<Label> labels;
  WorkFile::ReadAll(path, kLabelSize, [&](std::string_view record, const std::string& where) {
    labels.push_back(LabelFrom(record, where));
  });
  const auto by_state = [](const Label& a, const Label& b) { return a.state < b.state; };
  std::stable_sort(labels.begin(), labels.end(), by_state);
  // A state that is there twice would count twice.
  labels.erase(std::unique(labels.begin(), labels.end(),
                           [](const Label& a, const Label& b) { return a.state == b.state; }),
               labels.end());
  return labels;
}

}  // namespace skipstone
