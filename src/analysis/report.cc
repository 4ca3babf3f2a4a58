// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "analysis/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "game/situation.h"
#include "match/commentary.h"
#include "picture/terminal_text.h"
#include "shots/namer.h"

namespace skipstone {
namespace {

// Scores less likely than this are not worth a word.
constexpr double kRare = 0.01;

// "12,345"
std::string Grouped(double count) {
  const std::string digits = fmt::format("{:.0f}", count);
  std::string grouped;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) grouped += ',';
    grouped += digits[i];
  }
  return grouped;
}

std::string ReleaseText(const Release& release) {
  return fmt::format("{:.4f} m/s, {:+.5f} rad, {}", release.speed_mps, release.angle_rad,
                     HandleName(release.handle));
}

std::size_t ShownCalls(const SearchResult& result, int top) {
  return std::min(result.ranked.size(), static_cast<std::size_t>(top));
}

}  // namespace

AnalysisReport::AnalysisReport(const Moment& moment, Currency currency, std::string search)
    : moment_(moment),
      position_(moment.game.position()),
      currency_(currency),
      search_(std::move(search)),
      engine_(MakeEngine("event", moment.terms.ice)) {}

double AnalysisReport::Shown(double value) const {
  // To the team without the hammer a search counts what the hammer team's chance costs it.
  const bool theirs = position_.turn.thrower() != position_.turn.hammer;
  return currency_ == Currency::kWin && theirs ? 1.0 + value : value;
}

std::string AnalysisReport::ValueText(double value) const {
  return currency_ == Currency::kWin ? fmt::format("{:.1f} %", 100.0 * Shown(value))
                                     : fmt::format("{:+.2f}", Shown(value));
}

std::string AnalysisReport::ErrorText(const Candidate& call) const {
  if (call.error == 0.0) return "";
  return currency_ == Currency::kWin ? fmt::format(" \u00b1 {:.1f}", 100.0 * call.error)
                                     : fmt::format(" \u00b1 {:.2f}", call.error);
}

double AnalysisReport::ProbabilityOf(const ScoreDistribution& scores, int points) const {
  return scores[position_.turn.thrower() == position_.turn.hammer ? points : -points];
}

std::string AnalysisReport::ScoresText(const ScoreDistribution& scores) const {
  std::vector<std::string> parts;
  for (int points = -kMostPoints; points <= kMostPoints; ++points) {
    const double p = ProbabilityOf(scores, points);
    if (p < kRare) continue;
    parts.push_back(points == 0 ? fmt::format("0: {:.0f} %", 100.0 * p)
                                : fmt::format("{:+d}: {:.0f} %", points, 100.0 * p));
  }
  return fmt::format("{}", fmt::join(parts, "   "));
}

std::string AnalysisReport::NameOf(const Release& release) const {
  return NameShot(position_, release, moment_.terms.rules, *engine_).text;
}

std::optional<AnalysisReport::Reply> AnalysisReport::ReplyTo(const Candidate& call) const {
  if (!call.reply || position_.turn.shot + 1 >= kStones) return std::nullopt;
  const Position after{
      ThrowStone(position_, call.release, *engine_, moment_.terms.rules).outcome.board,
      {position_.turn.shot + 1, position_.turn.hammer}};
  return Reply{*call.reply, NameShot(after, *call.reply, moment_.terms.rules, *engine_).text};
}

std::string AnalysisReport::WorkText(const SearchResult& result) const {
  if (result.solved) {
    return fmt::format("last stone: solved with {} throws in {:.2f} s",
                       Grouped(static_cast<double>(result.playouts)), result.seconds);
  }
  return fmt::format("{}: {} {} in {:.1f} s", search_,
                     Grouped(static_cast<double>(result.playouts)), result.playouts_are,
                     result.seconds);
}

std::string AnalysisReport::Text(const SearchResult& result, int top) const {
  const std::string_view team = TeamName(position_.turn.thrower());
  std::string text =
      fmt::format("{}\n{}; {}, {} rules, errors: {}\n", MomentText(moment_), LyingText(moment_),
                  LawName(moment_.terms.ice.law), PresetName(moment_.terms.rules.preset),
                  ModelName(moment_.terms.sizes(position_.turn).model));
  text += fmt::format("{}\n", WorkText(result));
  const bool any_error = std::any_of(result.ranked.begin(), result.ranked.end(),
                                     [](const Candidate& call) { return call.error > 0.0; });
  text += fmt::format("Values: {}{}; below it the end's likely scores, as {} sees them\n",
                      currency_ == Currency::kWin
                          ? fmt::format("how likely {} wins the game", team)
                          : fmt::format("points of this end that {} can expect", team),
                      any_error ? ", \u00b1 one standard error" : "", team);
  for (std::size_t i = 0; i < ShownCalls(result, top); ++i) {
    const Candidate& call = result.ranked[i];
    text += fmt::format("\n{:2}. {}{}  {}\n", i + 1, ValueText(call.value), ErrorText(call),
                        NameOf(call.release));
    text += fmt::format("    {}", ReleaseText(call.release));
    if (const std::string visits = Grouped(call.visits); visits != "0") {
      text += fmt::format("; {} visit{}", visits, visits == "1" ? "" : "s");
    }
    text += fmt::format("\n    {}\n", ScoresText(call.scores));
    if (const auto reply = ReplyTo(call)) {
      text += fmt::format("    then {}: {}\n", TeamName(Opponent(position_.turn.thrower())),
                          reply->name);
    }
  }
  return text;
}

std::vector<std::string> AnalysisReport::LiveLines(const SearchResult& result, int top, int columns,
                                                   int rows) const {
  std::vector<std::string> lines = {MomentText(moment_), WorkText(result) + " ...", ""};
  for (std::size_t i = 0; i < ShownCalls(result, top); ++i) {
    const Candidate& call = result.ranked[i];
    lines.push_back(fmt::format("{:2}. {:>7}{:<7} {:>9}  {}", i + 1, ValueText(call.value),
                                ErrorText(call), Grouped(call.visits), NameOf(call.release)));
  }
  lines.resize(static_cast<std::size_t>(rows));
  for (std::string& line : lines) line = FittedText(line, columns);
  return lines;
}

JsonOut AnalysisReport::ToJson(const SearchResult& result, int top) const {
  JsonOut calls = JsonOut::array();
  for (std::size_t i = 0; i < ShownCalls(result, top); ++i) {
    const Candidate& call = result.ranked[i];
    const ShotName name = NameShot(position_, call.release, moment_.terms.rules, *engine_);
    JsonOut scores = JsonOut::array();
    for (int points = -kMostPoints; points <= kMostPoints; ++points) {
      scores.push_back(ProbabilityOf(call.scores, points));
    }
    const auto reply = ReplyTo(call);
    calls.push_back({{"release", skipstone::ToJson(call.release)},
                     {"type", ShotTypeName(name.intention.type)},
                     {"name", name.text},
                     {"value", Shown(call.value)},
                     {"error", call.error},
                     {"visits", call.visits},
                     {"scores", scores},
                     {"reply", reply ? JsonOut({{"release", skipstone::ToJson(reply->release)},
                                                {"name", reply->name}})
                                     : JsonOut()}});
  }
  const Game& game = moment_.game;
  return {{"end", game.end},
          {"shot", game.shot},
          {"team", Index(position_.turn.thrower())},
          {"hammer", Index(position_.turn.hammer)},
          {"score", {game.Total(Team::k0), game.Total(Team::k1)}},
          {"stones", skipstone::ToJson(game.board)},
          {"search", search_},
          {"currency", currency_ == Currency::kWin ? "win" : "points"},
          {"best", skipstone::ToJson(result.best)},
          {"calls", calls},
          {"playouts", result.playouts},
          {"nodes", result.nodes},
          {"seconds", result.seconds},
          {"solved", result.solved},
          {"finished", result.finished}};
}

}  // namespace skipstone
