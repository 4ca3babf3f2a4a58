// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/file_kind.h"
#include "base/files.h"
#include "base/table.h"
#include "cli/verbs.h"
#include "match/table_of_games.h"
#include "options/verb.h"

namespace skipstone {
namespace {

struct Options {
  std::string from;
  std::string scores;
  std::string ice = "fcv1";
  std::string rules;
  std::string commit;
  std::string view = "hammer";
  int ends = 10;
  int leads = 5;
  bool json = false;
  std::string out;
};

WinTable TableFrom(const Options& options) {
  std::optional<TieBreak> wanted;
  if (!options.rules.empty()) wanted = MakeRules(PresetFromName(options.rules)).tie_break;
  if (options.from.empty() && options.scores.empty()) {
    const Law law = LawFromName(options.ice);
    return ShippedWinTable(
        law, wanted.value_or(law == Law::kDc2 ? TieBreak::kDraw : TieBreak::kExtraEnds));
  }
  const bool standard_input = options.scores == "-";
  if (standard_input) SayWaiting("a table as JSON (docs/formats.md)");
  if (!options.from.empty()) RefuseOtherKinds(options.from, {FileKind::kStore});
  if (!options.scores.empty()) RefuseOtherKinds(options.scores, {FileKind::kWinTable});
  const WinTable table = !options.from.empty() ? TableOfGames(options.from, options.commit)
                         : standard_input      ? ReadWinTable("/dev/stdin", "standard input")
                                               : ReadWinTable(options.scores, options.scores);
  return wanted ? table.With(*wanted) : table;
}

// A table can be made again; what else lies there perhaps cannot.
void CheckOut(const std::string& out) {
  if (out.empty() || !std::filesystem::exists(out)) return;
  if (KindOfFile(out) == FileKind::kWinTable) return;
  throw Error(ErrorKind::kUsage, out,
              "exists already, and is no win table that could be replaced; choose another name, or "
              "remove it first");
}

double Wins(const WinTable& table, const Options& options, int ends_left, int lead) {
  return options.view == "first" ? table.FirstTeamWins(ends_left, lead)
                                 : table.HammerWins(ends_left, lead);
}

JsonOut JsonOf(const WinTable& table, const Options& options) {
  JsonOut leads = JsonOut::array();
  JsonOut wins = JsonOut::array();
  for (int lead = options.leads; lead >= -options.leads; --lead) {
    leads.push_back(lead);
    JsonOut row = JsonOut::array();
    for (int ends_left = 0; ends_left <= options.ends; ++ends_left) {
      row.push_back(Wins(table, options, ends_left, lead));
    }
    wins.push_back(row);
  }
  return {{"scores", ToJson(table)}, {"view", options.view}, {"leads", leads}, {"wins", wins}};
}

std::string OriginText(const WinTableOrigin& origin) {
  if (origin.ends == 0) return "";
  const std::string games = origin.games > 0 ? fmt::format("of {} games ", origin.games) : "";
  return fmt::format("{} ends {}of {} on {} with the execution error {}, rules {}.\n", origin.ends,
                     games, fmt::join(origin.players, ", "), origin.ice, origin.execution,
                     origin.rules);
}

// What ends come to, in tied games if it depends on the situation.
std::string ScoresText(const SituationScores& scores) {
  const bool same = scores.scores.size() == 1;
  std::vector<std::vector<std::string>> lines = {{"points"}};
  for (int points = -kMostPoints; points <= kMostPoints; ++points) {
    lines[0].push_back(points == 0 ? "0" : fmt::format("{:+}", points));
  }
  for (int ends_left = 1; ends_left <= scores.ends; ++ends_left) {
    lines.push_back({same ? "%" : fmt::format("%, {} left", ends_left)});
    for (int points = -kMostPoints; points <= kMostPoints; ++points) {
      lines.back().push_back(fmt::format("{:.1f}", 100.0 * scores.Of(ends_left, 0)[points]));
    }
  }
  return fmt::format("The hammer team's points in an end{}:\n\n{}\n",
                     same ? "" : " of a tied game, by the ends left",
                     RenderGrid(lines, TableFormat::kText));
}

std::string TextOf(const WinTable& table, const Options& options) {
  const bool extra = table.tie_break() == TieBreak::kExtraEnds;
  std::vector<std::vector<std::string>> lines = {{"lead", extra ? "extra" : "over"}};
  for (int ends_left = 1; ends_left <= options.ends; ++ends_left) {
    lines[0].push_back(fmt::format("{}", ends_left));
  }
  for (int lead = options.leads; lead >= -options.leads; --lead) {
    lines.push_back({lead == 0 ? "0" : fmt::format("{:+}", lead)});
    for (int ends_left = 0; ends_left <= options.ends; ++ends_left) {
      lines.back().push_back(fmt::format("{:.1f}", 100.0 * Wins(table, options, ends_left, lead)));
    }
  }
  return fmt::format(
      "{}{}How often the team {} wins, in %, by its lead and the ends left; a tie {}:\n\n{}",
      OriginText(table.origin()), ScoresText(table.scores()),
      options.view == "first" ? "without the hammer" : "with the hammer",
      extra ? "goes to extra ends" : "is a draw, half a win",
      RenderGrid(lines, TableFormat::kText));
}

}  // namespace

void AddWintable(Verb& app) {
  Verb* verb = app.add_subcommand(
      "wintable", "Print how often a lead wins the game, by the ends left; make such a table");
  const auto options = std::make_shared<Options>();
  VerbOption* const from =
      verb->add_option("--from", options->from, "a tournament's games: count their ends' scores");
  VerbOption* const scores = verb->add_option(
      "--scores", options->scores,
      "a table file, or {\"probability\": [17 numbers]} of the hammer team's points -8 to +8; "
      "- for standard input");
  verb->add_option("--ice", options->ice, "without either: the shipped table of fcv1 or dc2")
      ->capture_default_str()
      ->excludes(from)
      ->excludes(scores);
  scores->excludes(from);
  verb->add_option("--rules", options->rules,
                   "dc3, dc4, dc2 or curling: what they do with a tie [the scores'; extra ends on "
                   "fcv1, a draw on dc2]");
  verb->add_option("--view", options->view,
                   "whose: hammer, or first (without the hammer, as in the papers)")
      ->check(IsMember({"hammer", "first"}))
      ->capture_default_str();
  verb->add_option("--ends", options->ends, "columns: up to so many ends left")
      ->check(Range(1, 255))
      ->capture_default_str();
  verb->add_option("--leads", options->leads, "rows: from a lead of so many points to its opposite")
      ->check(Range(0, 100))
      ->capture_default_str();
  verb->add_flag("--json", options->json, "print JSON");
  verb->add_option("--out", options->out, "write the table file as well");
  verb->add_option("--commit", options->commit, "of the program that played --from, for the file")
      ->needs(from);
  AddExample(*verb, "./skipstone wintable --ice fcv1");
  verb->callback([options] {
    CheckOut(options->out);
    const WinTable table = TableFrom(*options);
    if (!options->out.empty()) WriteFile(options->out, FileText(table));
    if (options->json) {
      fmt::print("{}\n", JsonOf(table, *options).dump());
    } else {
      fmt::print("{}", TextOf(table, *options));
    }
  });
}

}  // namespace skipstone
