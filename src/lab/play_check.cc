// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/play_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace skipstone {
namespace {

// The thrower's view of what is worth so much to the hammer team.
double SignOf(const Turn& turn) { return turn.thrower() == turn.hammer ? 1.0 : -1.0; }

SpecifiedSearch PlayerOf(const std::string& spec, double seconds, const GameTerms& terms) {
  if (seconds == 0.0) return MakeSearch(spec, terms);
  const char joint = spec.find(':') == std::string::npos ? ':' : ',';
  return MakeSearch(fmt::format("{}{}seconds={}", spec, joint, seconds), terms);
}

}  // namespace

StagesReport CompareStages(const StagesCheck& check, const Workshop& shop) {
  struct Tools {
    explicit Tools(const StagesCheck& c)
        : ends(c.terms, c.player, c.random_calls),
          evaluator(c.evaluator()),
          ply(c.terms.ice, c.terms.rules, c.terms.sizes(), *evaluator, c.ply),
          errors(ErrorNodes(ErrorCurve(ply.execution()), kStagesErrors)) {}
    EndPlayer ends;
    std::unique_ptr<Evaluator> evaluator;
    GridPly ply;
    std::vector<StandardPoint> errors;
  };
  const auto count = static_cast<std::size_t>(check.states);
  StagesReport report;
  report.cases = MakeAll<StagesCase>(shop, "states", count, [&] {
    const auto tools = std::make_shared<Tools>(check);
    return [&, tools](std::uint32_t number) {
      StagesCase result;
      result.state = static_cast<int>(number);
      result.stones_left = kLeastTwoStages + result.state % (kMostTwoStages - kLeastTwoStages + 1);
      const Position position =
          tools->ends.Play(check.seed, number).Before(kStones - result.stones_left);
      const std::uint64_t seed = MixedSeed({check.seed, number}, "stages");
      result.whole = tools->ply.WholeGrid(position, UtilityOfPoints(), seed).front().release;
      result.two_stages = tools->ply.TwoStages(position, UtilityOfPoints(), seed).front().release;
      if (!(result.whole == result.two_stages)) {
        result.loss = SignOf(position.turn) *
                      (tools->ply.ScoresOf(position, result.whole, tools->errors).Mean() -
                       tools->ply.ScoresOf(position, result.two_stages, tools->errors).Mean());
      }
      return result;
    };
  });
  report.finished = report.cases.size() == count;
  return report;
}

JsonOut ToJson(const RegretCase& result) {
  JsonOut calls = JsonOut::array();
  for (const Release& call : result.calls) calls.push_back(ToJson(call));
  return {{"number", result.number}, {"position", ToJson(result.position)}, {"calls", calls},
          {"worths", result.worths}, {"seconds", result.seconds},           {"best", result.best},
          {"pool", result.pool}};
}

RegretCase RegretCaseFromJson(const Field& line) {
  constexpr std::size_t kMostPlayers = 100;
  RegretCase result;
  result.number = static_cast<int>(line.At("number").Int(0, 1'000'000));
  result.position = PositionFromJson(line.At("position"));
  const Field calls = line.At("calls");
  const Field worths = line.At("worths");
  const Field seconds = line.At("seconds");
  const std::size_t count = calls.Size(kMostPlayers);
  if (worths.Size(kMostPlayers) != count) throw worths.Bad("expected one for each call");
  if (seconds.Size(kMostPlayers) != count) throw seconds.Bad("expected one for each call");
  for (std::size_t i = 0; i < count; ++i) {
    result.calls.push_back(ReleaseFromJson(calls[i]));
    result.worths.push_back(worths[i].Number(-kMostPoints, kMostPoints));
    result.seconds.push_back(seconds[i].Number());
  }
  result.best = line.At("best").Number(-kMostPoints, kMostPoints);
  result.pool = static_cast<int>(line.At("pool").Int(0, 1'000'000));
  return result;
}

RegretMeter::RegretMeter(const RegretCheck& check)
    : check_(check),
      terms_(check.terms),
      ends_(terms_, check.player, 0.0),
      evaluator_(check.evaluator()),
      ply_(check.terms.ice, check.terms.rules, check.terms.sizes(), *evaluator_,
           GridPlySetting{.candidates = check.cells, .finalists = check.cells}),
      exact_(check.terms, check.replies) {
  // Tables that are made when first needed are no part of anybody's time.
  const SearchTask task{.position = {Board(), {kStones - 2, Team::k1}}};
  for (const std::string& spec : check.players) {
    players_.push_back(PlayerOf(spec, check.seconds, terms_));
    players_.back().search->Run(task, players_.back().limits);
  }
}

RegretMeter::~RegretMeter() = default;

std::optional<RegretCase> RegretMeter::Measure(int number, const std::function<bool()>& stop) {
  RegretCase result;
  result.number = number;
  result.position = ends_.Play(check_.seed, static_cast<std::uint32_t>(number)).Before(kStones - 2);
  const auto job = static_cast<std::uint64_t>(number);
  // 1. The players' calls, then the cells.
  std::vector<Release> pool;
  for (const SpecifiedSearch& player : players_) {
    SearchTask task;
    task.position = result.position;
    task.seed = MixedSeed({check_.seed, job}, "player");
    const SearchResult found = player.search->Run(task, player.limits);
    result.calls.push_back(found.best);
    result.seconds.push_back(found.seconds);
    pool.push_back(found.best);
  }
  for (const GridCall& call :
       ply_.WholeGrid(result.position, UtilityOfPoints(), MixedSeed({check_.seed, job}, "cells"))) {
    pool.push_back(call.release);
  }
  // 2. What each is worth.
  RandomStream random({.seed = MixedSeed({check_.seed, job}, "errors"), .purpose = Purpose::kTest});
  std::vector<StandardPoint> errors;
  ply_.DrawErrors(check_.errors, random, errors);
  for (std::size_t i = 0; i < pool.size(); ++i) {
    if (stop()) return std::nullopt;
    const double worth = exact_.WorthOf(result.position, pool[i], errors);
    if (i < players_.size()) result.worths.push_back(worth);
    result.best = i == 0 ? worth : std::min(result.best, worth);
  }
  result.pool = static_cast<int>(pool.size());
  return result;
}

}  // namespace skipstone
