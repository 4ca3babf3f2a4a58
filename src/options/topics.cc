// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "options/topics.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "game/execution.h"
#include "match/player.h"
#include "match/search_player.h"
#include "search/search.h"

namespace skipstone {
namespace {

using Lines = std::vector<std::vector<std::string>>;

constexpr const char* kPlayersTopic = "players";
constexpr const char* kSearchesTopic = "searches";
constexpr const char* kExecutionsTopic = "executions";

bool Has(const OptionTable& table, std::string_view name) {
  return std::any_of(table.begin(), table.end(),
                     [&](const SpecOption& option) { return option.name == name; });
}

OptionTable Without(const OptionTable& all, const OptionTable& others) {
  OptionTable rest;
  std::copy_if(all.begin(), all.end(), std::back_inserter(rest),
               [&](const SpecOption& option) { return !Has(others, option.name); });
  return rest;
}

bool IsSearch(std::string_view name) {
  const std::vector<SearchKind>& kinds = SearchKinds();
  return std::any_of(kinds.begin(), kinds.end(),
                     [&](const SearchKind& kind) { return kind.name == name; });
}

std::vector<OptionGroup> SearchGroups() {
  std::vector<OptionGroup> groups = {
      {"every search", "what all of them have", LimitOptions(), LimitOptions()}};
  for (const SearchKind& kind : SearchKinds()) {
    groups.push_back(
        {kind.name, kind.summary, Without(kind.options, LimitOptions()), kind.options});
  }
  groups.push_back({"players that search", "what they have beside their search's options",
                    SearchPlayerOptions(), SearchPlayerOptions()});
  return groups;
}

// "  seconds=0..1000000  stop after this time [none]", a line each.
std::string OptionLines(const OptionTable& options, const OptionTable& all) {
  Lines lines;
  for (const SpecOption& option : options) {
    const std::string fallback = DefaultText(option, all);
    lines.push_back(
        {fmt::format("  {}={}", option.name, option.ValuesText()),
         fallback.empty() ? option.help : fmt::format("{} [{}]", option.help, fallback)});
  }
  return lines.empty() ? "" : RenderGrid(lines, TableFormat::kText, 2);
}

// One table of all groups.
std::string MarkdownTable(const std::vector<OptionGroup>& groups) {
  Lines lines = {{"of", "option", "values", "default", "meaning"}};
  for (const OptionGroup& group : groups) {
    for (const SpecOption& option : group.options) {
      std::string values = option.ValuesText();
      std::replace(values.begin(), values.end(), '|', ' ');  // which would end the cell
      lines.push_back(
          {group.of, "`" + option.name + "`", values, DefaultText(option, group.all), option.help});
    }
  }
  return RenderGrid(lines, TableFormat::kMarkdown, 5);
}

std::string GroupsText(const std::vector<OptionGroup>& groups) {
  std::string text;
  for (const OptionGroup& group : groups) {
    text += fmt::format("\n{}: {}{}\n{}", group.of, group.summary,
                        group.options.empty() ? "; no options" : "",
                        OptionLines(group.options, group.all));
  }
  return text;
}

std::string PlayerText(const PlayerKind& kind) {
  std::string text = fmt::format("{}: {}\n\n", kind.name, kind.summary);
  if (kind.options.empty()) return text + "A player without options.\n";
  const SpecOption& first = kind.options.front();
  const std::string example = first.fallback.value_or("1");
  text += fmt::format("A player{} with options, such as {}:{}={}; commas between them.\n\n",
                      IsSearch(kind.name) ? ", and a search of analyze," : "", kind.name,
                      first.name, example == "0" ? "1" : example);
  if (!IsSearch(kind.name)) return text + OptionLines(kind.options, kind.options);
  const OptionTable& players = SearchPlayerOptions();
  return text + OptionLines(Without(kind.options, players), kind.options) + "\nPlayers only:\n\n" +
         OptionLines(players, players);
}

// Of players, and of searches alone.
std::string SummaryLines(bool searches) {
  Lines lines;
  for (const PlayerKind& kind : PlayerKinds()) {
    if (!searches || IsSearch(kind.name)) lines.push_back({"  " + kind.name, kind.summary});
  }
  return RenderGrid(lines, TableFormat::kText, 2);
}

}  // namespace

std::vector<Topic> Topics() {
  std::vector<Topic> topics = {{kPlayersTopic, "who can play"},
                               {kSearchesTopic, "how calls are found, and all their options"},
                               {kExecutionsTopic, "models of execution errors, and their sizes"}};
  for (const PlayerKind& kind : PlayerKinds()) topics.push_back({kind.name, kind.summary});
  return topics;
}

bool IsTopic(std::string_view name) {
  const std::vector<Topic> topics = Topics();
  return std::any_of(topics.begin(), topics.end(),
                     [&](const Topic& topic) { return topic.name == name; });
}

std::string TopicText(std::string_view name, TableFormat format) {
  const bool markdown = format == TableFormat::kMarkdown;
  if (name == kPlayersTopic) {
    if (markdown) return MarkdownTable(PlayerGroups());
    return "Players:\n\n" + SummaryLines(false) +
           "\nskipstone help grid lists the options of grid, and so on.\n";
  }
  if (name == kSearchesTopic) {
    if (markdown) return MarkdownTable(SearchGroups());
    return "Searches:\n\n" + SummaryLines(true) + GroupsText(SearchGroups());
  }
  if (name == kExecutionsTopic) {
    if (markdown) return MarkdownTable(ExecutionGroups());
    return "How a called stone becomes a thrown one, with sizes such as dc3:speed_error=0.01.\n"
           "Sizes are for fcv1; on dc2 speeds are scaled.\n" +
           GroupsText(ExecutionGroups());
  }
  for (const PlayerKind& kind : PlayerKinds()) {
    if (kind.name != name) continue;
    if (markdown) return MarkdownTable({{kind.name, kind.summary, kind.options, kind.options}});
    return PlayerText(kind);
  }
  throw Error(ErrorKind::kInternal, std::string(name), "is no topic");
}

std::vector<OptionGroup> PlayerGroups() {
  std::vector<OptionGroup> groups;
  for (const PlayerKind& kind : PlayerKinds()) {
    if (IsSearch(kind.name)) continue;
    groups.push_back({kind.name, kind.summary, kind.options, kind.options});
  }
  for (OptionGroup& group : SearchGroups()) groups.push_back(std::move(group));
  return groups;
}

std::vector<OptionGroup> ExecutionGroups() {
  constexpr std::pair<ExecutionModel, const char*> kModels[] = {
      {ExecutionModel::kNone, "thrown as called"},
      {ExecutionModel::kDc3, "a speed limit, then normal errors of speed and line"},
      {ExecutionModel::kGat, "the scatter of a tee draw, as a change of velocity"},
      {ExecutionModel::kOlympic, "errors with long tails, aim steadier with speed"}};
  std::vector<OptionGroup> groups;
  for (const auto& [model, summary] : kModels) {
    groups.push_back(
        {std::string(ModelName(model)), summary, SizeOptions(model), SizeOptions(model)});
  }
  return groups;
}

}  // namespace skipstone
