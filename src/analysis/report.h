// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/moment.h"
#include "base/json.h"
#include "search/search.h"

namespace skipstone {

// What a call is judged by: points of this end, or the probability to win the game.
enum class Currency : std::uint8_t { kPoints, kWin };

// What a search found, in a curler's words. Values are the thrower's.
class AnalysisReport {
 public:
  AnalysisReport(const Moment& moment, Currency currency, std::string search);

  // A search's value as it is shown: of a probability, the thrower's own.
  double Shown(double value) const;
  // "+1.25" or "61.3 %".
  std::string ValueText(double value) const;

  // The whole text, at most `top` calls.
  std::string Text(const SearchResult& result, int top) const;
  // Lines that fit a window: one per call. Always `rows` of them.
  std::vector<std::string> LiveLines(const SearchResult& result, int top, int columns,
                                     int rows) const;
  JsonOut ToJson(const SearchResult& result, int top) const;

  // What the release does, thrown exactly.
  std::string NameOf(const Release& release) const;

 private:
  struct Reply {
    Release release;
    std::string name;
  };

  std::string WorkText(const SearchResult& result) const;
  std::string ErrorText(const Candidate& call) const;
  std::string ScoresText(const ScoreDistribution& scores) const;
  // A score's probability as the thrower sees it.
  double ProbabilityOf(const ScoreDistribution& scores, int points) const;
  // The opponent's answer if the call is thrown exactly.
  std::optional<Reply> ReplyTo(const Candidate& call) const;

  Moment moment_;
  Position position_;
  Currency currency_;
  std::string search_;
  std::unique_ptr<Engine> engine_;  // names shots
};

}  // namespace skipstone
