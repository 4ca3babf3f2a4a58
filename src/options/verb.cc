// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "options/verb.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <utility>

#include "base/spelling.h"

namespace skipstone {
namespace {

// A mistyped number may be long.
std::string Got(const std::string& text) { return "got " + text.substr(0, 60); }

template <typename Number>
std::optional<Number> NumberOf(const std::string& text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, value);
  if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  return value;
}

Check WholeNumbers(std::int64_t low, std::int64_t high, const std::string& type) {
  return {type, [low, high](const std::string& text) {
            const auto value = NumberOf<std::int64_t>(text);
            if (value && *value >= low && *value <= high) return std::string();
            return fmt::format("expected a whole number from {} to {}, {}", low, high, Got(text));
          }};
}

// Numbers that `holds` is true of; nan is none.
template <typename Holds>
Check Numbers(const std::string& type, const std::string& expected, Holds holds) {
  return {type, [expected, holds](const std::string& text) {
            const auto value = NumberOf<double>(text);
            if (value && std::isfinite(*value) && holds(*value)) return std::string();
            return fmt::format("expected {}, {}", expected, Got(text));
          }};
}

}  // namespace

Check Range(std::int64_t low, std::int64_t high) {
  return WholeNumbers(low, high, fmt::format("INT in [{} - {}]", low, high));
}

Check Range(int low, int high) { return Range(std::int64_t{low}, std::int64_t{high}); }

Check Range(double low, double high) {
  return Numbers(fmt::format("FLOAT in [{} - {}]", low, high),
                 fmt::format("a number from {} to {}", low, high),
                 [low, high](double value) { return value >= low && value <= high; });
}

Check IsMember(std::vector<std::string> words) {
  const std::string list = fmt::format("{}", fmt::join(words, ","));
  return {"{" + list + "}", [words = std::move(words)](const std::string& text) {
            if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
            return fmt::format("expected {}, {}{}", fmt::join(words, " or "), Got(text),
                               DidYouMean(text, words));
          }};
}

Check ExistingFile() {
  return {"FILE", [](const std::string& text) {
            std::error_code ignored;
            if (!std::filesystem::exists(text, ignored)) return "there is no file " + text;
            return std::filesystem::is_directory(text, ignored)
                       ? "expected a file, got the folder " + text
                       : std::string();
          }};
}

Check ExistingDirectory() {
  return {"DIR", [](const std::string& text) {
            std::error_code ignored;
            return std::filesystem::is_directory(text, ignored) ? std::string()
                                                                : "there is no folder " + text;
          }};
}

Check IsSeed() { return WholeNumbers(0, std::numeric_limits<std::int64_t>::max(), "SEED"); }

Check IsNumber() {
  return Numbers("", "a number", [](double) { return true; });
}

Check NonNegativeNumber() {
  return Numbers("NONNEGATIVE", "a number, 0 or more", [](double value) { return value >= 0.0; });
}

Check PositiveNumber() {
  return Numbers("POSITIVE", "a number above 0", [](double value) { return value > 0.0; });
}

VerbOption* VerbOption::check(const Check& check) {
  option_->check(CLI::Validator(
      [refusal = check.refusal](const std::string& text) { return refusal(text); }, check.type));
  return this;
}

VerbOption* VerbOption::capture_default_str() {
  option_->capture_default_str();
  return this;
}

VerbOption* VerbOption::required() {
  option_->required();
  return this;
}

VerbOption* VerbOption::needs(VerbOption* other) {
  option_->needs(other->option_);
  return this;
}

VerbOption* VerbOption::excludes(VerbOption* other) {
  option_->excludes(other->option_);
  return this;
}

VerbOption* VerbOption::expected(int values) {
  option_->expected(values);
  return this;
}

VerbOption* VerbOption::delimiter(char delimiter) {
  option_->delimiter(delimiter);
  return this;
}

VerbOption* VerbOption::type_name(const std::string& name) {
  option_->type_name(name);
  return this;
}

VerbOption* VerbOption::description(const std::string& text) {
  option_->description(text);
  return this;
}

VerbOption* VerbOption::allow_extra_args(bool allow) {
  option_->allow_extra_args(allow);
  return this;
}

std::size_t VerbOption::count() const { return option_->count(); }

Verb::Verb(CLI::App& app) : app_(app) {}
Verb::~Verb() = default;

Verb* Verb::add_subcommand(const std::string& name, const std::string& description) {
  return &subcommands_.emplace_back(*app_.add_subcommand(name, description));
}

VerbOption* Verb::Keep(CLI::Option* option) { return &options_.emplace_back(option); }

template <typename Value>
VerbOption* Verb::Add(const std::string& name, Value& value, const std::string& help) {
  return Keep(app_.add_option(name, value, help));
}

VerbOption* Verb::add_option(const std::string& name, int& value, const std::string& help) {
  return Add(name, value, help);
}

VerbOption* Verb::add_option(const std::string& name, std::int64_t& value,
                             const std::string& help) {
  return Add(name, value, help);
}

VerbOption* Verb::add_option(const std::string& name, std::uint32_t& value,
                             const std::string& help) {
  return Add(name, value, help);
}

VerbOption* Verb::add_option(const std::string& name, std::uint64_t& value,
                             const std::string& help) {
  return Add(name, value, help);
}

VerbOption* Verb::add_option(const std::string& name, double& value, const std::string& help) {
  return Add(name, value, help);
}

VerbOption* Verb::add_option(const std::string& name, std::string& value, const std::string& help) {
  return Add(name, value, help);
}

VerbOption* Verb::add_option(const std::string& name, std::optional<int>& value,
                             const std::string& help) {
  return Add(name, value, help);
}

VerbOption* Verb::add_option(const std::string& name, std::optional<std::int64_t>& value,
                             const std::string& help) {
  return Add(name, value, help);
}

VerbOption* Verb::add_option(const std::string& name, std::optional<std::uint64_t>& value,
                             const std::string& help) {
  return Add(name, value, help);
}

VerbOption* Verb::add_option(const std::string& name, std::optional<double>& value,
                             const std::string& help) {
  return Add(name, value, help);
}

VerbOption* Verb::add_option(const std::string& name, std::optional<std::string>& value,
                             const std::string& help) {
  return Add(name, value, help);
}

VerbOption* Verb::add_option(const std::string& name, std::vector<int>& value,
                             const std::string& help) {
  return Add(name, value, help);
}

VerbOption* Verb::add_option(const std::string& name, std::vector<double>& value,
                             const std::string& help) {
  return Add(name, value, help);
}

VerbOption* Verb::add_option(const std::string& name, std::vector<std::string>& value,
                             const std::string& help) {
  return Add(name, value, help);
}

VerbOption* Verb::add_choice(const std::string& name, bool& value, const std::string& word_of_true,
                             const std::string& word_of_false, const std::string& help) {
  CLI::Option* const option = app_.add_option_function<std::string>(
      name, [&value, word_of_true](const std::string& word) { value = word == word_of_true; },
      help);
  option->default_str(value ? word_of_true : word_of_false);
  return Keep(option)->check(IsMember({word_of_true, word_of_false}));
}

VerbOption* Verb::add_flag(const std::string& name, bool& value, const std::string& help) {
  return Keep(app_.add_flag(name, value, help));
}

VerbOption* Verb::get_option(const std::string& name) { return Keep(app_.get_option(name)); }

namespace {
// The parser lets the option before "--" swallow it, and would then read the program's options as
// the verb's. Words that begin with this are no options.
constexpr char kOfProgram = '\x01';
}  // namespace

VerbOption* Verb::add_program(std::vector<std::string>& words, const std::string& help) {
  has_program_ = true;
  VerbOption* option = Keep(app_.add_option("command", words, help));
  app_.get_option("command")->transform([](std::string word) {
    if (!word.empty() && word[0] == kOfProgram) word.erase(0, 1);
    return word;
  });
  return option;
}

void Verb::MarkProgram(std::vector<std::string>& command_line) const {
  const auto verb =
      std::find_if(subcommands_.begin(), subcommands_.end(), [&](const Verb& subcommand) {
        return !command_line.empty() && subcommand.app_.get_name() == command_line.front();
      });
  const auto dashes = std::find(command_line.begin(), command_line.end(), "--");
  if (verb == subcommands_.end() || !verb->has_program_ || dashes == command_line.end()) return;
  for (auto word = dashes + 1; word != command_line.end(); ++word) *word = kOfProgram + *word;
  command_line.erase(dashes);
}

void Verb::callback(std::function<void()> work) { app_.callback(std::move(work)); }

void Verb::require_subcommand(int count) { app_.require_subcommand(count); }

void Verb::footer(const std::string& text) { app_.footer(text); }

std::string ExampleText(const std::string& command) { return "Example:\n  " + command; }
void AddExample(Verb& verb, const std::string& command) { verb.footer(ExampleText(command)); }

void AddThreads(Verb& verb, int& threads) {
  verb.add_option("--threads", threads, "0: one per core")
      ->check(Range(0, 256))
      ->capture_default_str();
}

}  // namespace skipstone
