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
constexpr ExecutionModel kModels[] = {ExecutionModel::kNone, ExecutionModel::kDc3,
                                      ExecutionModel::kGat, ExecutionModel::kOlympic};

bool Has(const OptionTable& table, std::string_view name) {
  return std::any_of(table.begin(), table.end(),
                     [&](const SpecOption& option) { return option.name == name; });
}

std::string Code(const std::string& text) { return "`" + text + "`"; }

// In Markdown "|" ends a cell.
std::string Values(const SpecOption& option, TableFormat format) {
  std::string text = option.ValuesText();
  if (format == TableFormat::kText) return text;
  std::replace(text.begin(), text.end(), '|', ' ');
  return text;
}

// Rows of `options`, whose defaults may depend on others of `table`. In Markdown `of` is a first
// cell, if there is one.
void AddRows(const OptionTable& options, const OptionTable& table, TableFormat format,
             const std::string& of, Lines& lines) {
  for (const SpecOption& option : options) {
    const std::string fallback = DefaultText(option, table);
    if (format == TableFormat::kText) {
      lines.push_back(
          {"  " + option.name + "=" + option.ValuesText(),
           fallback.empty() ? option.help : fmt::format("{} [{}]", option.help, fallback)});
      continue;
    }
    std::vector<std::string> line = {Code(option.name), Values(option, format), fallback,
                                     option.help};
    if (!of.empty()) line.insert(line.begin(), Code(of));
    lines.push_back(line);
  }
}

std::string Rendered(Lines lines, TableFormat format, const char* first = nullptr) {
  if (lines.empty()) return "";
  if (format == TableFormat::kMarkdown) {
    std::vector<std::string> head = {"option", "values", "default", "meaning"};
    if (first != nullptr) head.insert(head.begin(), first);
    lines.insert(lines.begin(), head);
  }
  return RenderGrid(lines, format, lines.front().size());
}

std::string OptionsText(const OptionTable& options, const OptionTable& table, TableFormat format) {
  Lines lines;
  AddRows(options, table, format, "", lines);
  return Rendered(std::move(lines), format);
}

// Those of `all` that are in `some`, or those that are not.
OptionTable Part(const OptionTable& all, const OptionTable& some, bool in) {
  OptionTable part;
  for (const SpecOption& option : all) {
    if (Has(some, option.name) == in) part.push_back(option);
  }
  return part;
}

const PlayerKind* FindPlayer(std::string_view name) {
  for (const PlayerKind& kind : PlayerKinds()) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

// "greedy:samples=32", to show how an option is written.
std::string ExampleOf(const PlayerKind& kind) {
  const std::string value = kind.options.front().fallback.value_or("1");
  return fmt::format("{}:{}={}", kind.name, kind.options.front().name, value == "0" ? "1" : value);
}

std::string PlayerText(const PlayerKind& kind, TableFormat format) {
  if (format == TableFormat::kMarkdown) return OptionsText(kind.options, kind.options, format);
  std::string text = fmt::format("{}: {}\n\n", kind.name, kind.summary);
  if (kind.options.empty()) return text + "A player without options.\n";
  const bool is_search = Has(kind.options, "playouts");
  text += fmt::format("A player{} with options, such as {}, with commas between them:\n\n",
                      is_search ? ", and a search of analyze," : "", ExampleOf(kind));
  const OptionTable search = Part(kind.options, SearchPlayerOptions(), false);
  text += OptionsText(is_search ? search : kind.options, kind.options, format);
  if (!is_search) return text;
  return text + "\nAs a player also:\n\n" +
         OptionsText(SearchPlayerOptions(), SearchPlayerOptions(), format) +
         "\ndocs/search.md says more of them.\n";
}

std::string KindsText(const Lines& kinds, TableFormat format, const char* what) {
  Lines lines = kinds;
  for (auto& line : lines) {
    line[0] = format == TableFormat::kMarkdown ? Code(line[0]) : "  " + line[0];
  }
  if (format == TableFormat::kMarkdown) lines.insert(lines.begin(), {what, "what it does"});
  return RenderGrid(lines, format, 2);
}

std::string PlayersText(TableFormat format) {
  Lines lines;
  for (const PlayerKind& kind : PlayerKinds()) lines.push_back({kind.name, kind.summary});
  const std::string table = KindsText(lines, format, "player");
  if (format == TableFormat::kMarkdown) return table;
  return "Players, weakest first:\n\n" + table +
         "\nskipstone help grid lists the options of grid, and so on.\n";
}

// What every search takes, what each takes beside that, and what players take.
std::string SearchesText(TableFormat format) {
  const bool markdown = format == TableFormat::kMarkdown;
  Lines kinds;
  Lines own;
  for (const SearchKind& kind : SearchKinds()) {
    kinds.push_back({kind.name, kind.summary});
    if (!markdown) own.push_back({kind.name + ":", ""});
    AddRows(Part(kind.options, LimitOptions(), false), kind.options, format, kind.name, own);
  }
  std::string text;
  if (!markdown) text += "Searches:\n\n" + KindsText(kinds, format, "search") + "\n";
  text += markdown ? "Every search has these:\n\n" : "Every search has:\n\n";
  text += OptionsText(LimitOptions(), LimitOptions(), format);
  text += "\nEach has its own:\n\n" + Rendered(std::move(own), format, "search");
  text += "\nPlayers that search have these, too:\n\n" +
          OptionsText(SearchPlayerOptions(), SearchPlayerOptions(), format);
  return text;
}

std::string ExecutionsText(TableFormat format) {
  Lines lines;
  for (const SpecKind& kind : ExecutionSpecs()) {
    if (format == TableFormat::kText) lines.push_back({kind.name + ":", ""});
    if (format == TableFormat::kText && kind.options.empty()) lines.back()[1] = "no sizes";
    AddRows(kind.options, kind.options, format, kind.name, lines);
  }
  const std::string table = Rendered(std::move(lines), format, "model");
  if (format == TableFormat::kMarkdown) return table;
  return "How a called stone becomes a thrown one, with sizes such as dc3:speed_error=0.01. Sizes "
         "are\nfor fcv1; on dc2 speeds are scaled:\n\n" +
         table;
}

}  // namespace

std::vector<Topic> Topics() {
  std::vector<Topic> topics = {{kPlayersTopic, "who can play"},
                               {kSearchesTopic, "how calls are found, and all options of searches"},
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
  if (name == kPlayersTopic) return PlayersText(format);
  if (name == kSearchesTopic) return SearchesText(format);
  if (name == kExecutionsTopic) return ExecutionsText(format);
  const PlayerKind* const kind = FindPlayer(name);
  SKIPSTONE_CHECK(kind != nullptr);
  return PlayerText(*kind, format);
}

std::vector<SpecKind> PlayerSpecs() {
  std::vector<SpecKind> specs;
  for (const PlayerKind& kind : PlayerKinds()) specs.push_back({kind.name, kind.options});
  return specs;
}

std::vector<SpecKind> ExecutionSpecs() {
  std::vector<SpecKind> specs;
  for (const ExecutionModel model : kModels) {
    specs.push_back({std::string(ModelName(model)), SizeOptions(model)});
  }
  return specs;
}

}  // namespace skipstone
