// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "base/spelling.h"

namespace skipstone {
namespace {

constexpr const char* kOn = "on";
constexpr const char* kOff = "off";

Error Usage(const std::string& message) { return Error(ErrorKind::kUsage, "", message); }

std::optional<double> NumberOf(std::string_view text) {
  double number = 0.0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  return number;
}

SpecOption Declared(SpecOption::Type type, std::string_view name,
                    std::optional<std::string> fallback, std::string_view help) {
  SpecOption option;
  option.type = type;
  option.name = name;
  option.help = help;
  option.fallback_text = fallback.value_or("");
  option.fallback = std::move(fallback);
  return option;
}

// What is wrong with a value, or nothing.
std::string Refusal(const SpecOption& option, const std::string& text) {
  switch (option.type) {
    case SpecOption::Type::kNumber:
    case SpecOption::Type::kWhole: {
      const std::optional<double> number = NumberOf(text);
      if (!number || !(*number >= option.low && *number <= option.high)) {
        return fmt::format("expected {} to be a number from {} to {}, got \"{}\"", option.name,
                           option.low, option.high, text);
      }
      if (option.type == SpecOption::Type::kWhole && *number != std::floor(*number)) {
        return fmt::format("expected {} to be a whole number, got {}", option.name, *number);
      }
      return "";
    }
    case SpecOption::Type::kSwitch:
    case SpecOption::Type::kWord:
      if (std::find(option.words.begin(), option.words.end(), text) != option.words.end()) {
        return "";
      }
      return fmt::format("expected {} to be one of {}, got \"{}\"{}", option.name,
                         fmt::join(option.words, ", "), text, DidYouMean(text, option.words));
    case SpecOption::Type::kText:
      if (!text.empty()) return "";
      return fmt::format("expected {}={}, got none", option.name, option.words.front());
  }
  return "";
}

// "a=1", "b=2" of "x:a=1,b=2".
std::vector<std::string_view> ItemsOf(std::string_view spec) {
  std::vector<std::string_view> items;
  std::size_t at = SpecName(spec).size() + 1;
  while (at < spec.size()) {
    const std::size_t comma = std::min(spec.find(',', at), spec.size());
    items.push_back(spec.substr(at, comma - at));
    at = comma + 1;
  }
  return items;
}

bool SaysDefault(const SpecOption& option, const std::string& text) {
  if (!option.fallback) return false;
  const bool is_number =
      option.type == SpecOption::Type::kNumber || option.type == SpecOption::Type::kWhole;
  return is_number ? NumberOf(text) == NumberOf(*option.fallback) : text == *option.fallback;
}

}  // namespace

SpecOption SpecOption::Number(std::string_view name, std::optional<double> fallback, double low,
                              double high, std::string_view help) {
  SpecOption option = Declared(Type::kNumber, name, std::nullopt, help);
  if (fallback) option.fallback = option.fallback_text = fmt::format("{}", *fallback);
  option.low = low;
  option.high = high;
  return option;
}

SpecOption SpecOption::Whole(std::string_view name, std::optional<std::int64_t> fallback,
                             std::int64_t low, std::int64_t high, std::string_view help) {
  SpecOption option = Declared(Type::kWhole, name, std::nullopt, help);
  if (fallback) option.fallback = option.fallback_text = fmt::format("{}", *fallback);
  option.low = static_cast<double>(low);
  option.high = static_cast<double>(high);
  return option;
}

SpecOption SpecOption::Switch(std::string_view name, std::optional<bool> fallback,
                              std::string_view help) {
  SpecOption option = Declared(Type::kSwitch, name, std::nullopt, help);
  if (fallback) option.fallback = option.fallback_text = *fallback ? kOn : kOff;
  option.words = {kOn, kOff};
  return option;
}

SpecOption SpecOption::Word(std::string_view name, std::optional<std::string_view> fallback,
                            std::vector<std::string> words, std::string_view help) {
  SpecOption option = Declared(Type::kWord, name, std::nullopt, help);
  if (fallback) option.fallback = option.fallback_text = std::string(*fallback);
  option.words = std::move(words);
  return option;
}

SpecOption SpecOption::Text(std::string_view name, std::string_view kind, std::string_view help) {
  SpecOption option = Declared(Type::kText, name, std::nullopt, help);
  option.words = {std::string(kind)};
  return option;
}

SpecOption SpecOption::Unsaid(std::string_view text) const {
  SpecOption option = *this;
  option.fallback_text = text;
  return option;
}

SpecOption SpecOption::With(std::string_view other_name, double value,
                            std::string_view text) const {
  SpecOption option = With(other_name, fmt::format("{}", value));
  if (!text.empty()) option.other_text = text;
  return option;
}

SpecOption SpecOption::With(std::string_view other_name, std::string_view value) const {
  SpecOption option = *this;
  option.other = other_name;
  option.other_fallback = option.other_text = value;
  return option;
}

std::string SpecOption::ValuesText() const {
  switch (type) {
    case Type::kNumber:
    case Type::kWhole:
      return fmt::format("{}..{}", low, high);
    case Type::kSwitch:
    case Type::kWord:
      return fmt::format("{}", fmt::join(words, "|"));
    case Type::kText:
      return words.front();
  }
  return "";
}

OptionTable Joined(const OptionTable& common, const OptionTable& own) {
  OptionTable table = common;
  for (const SpecOption& option : own) {
    const auto same = std::find_if(table.begin(), table.end(), [&](const SpecOption& other) {
      return other.name == option.name;
    });
    if (same == table.end()) {
      table.push_back(option);
    } else {
      *same = option;
    }
  }
  return table;
}

std::string DefaultText(const SpecOption& option, const OptionTable& table) {
  if (option.other.empty()) return option.fallback_text;
  const auto other = std::find_if(table.begin(), table.end(), [&](const SpecOption& candidate) {
    return candidate.name == option.other;
  });
  SKIPSTONE_CHECK(other != table.end());
  const bool is_switch = other->type == SpecOption::Type::kSwitch;
  return fmt::format("{}; {} with {}{}", option.fallback_text, option.other_text, option.other,
                     is_switch ? (other->fallback == kOn ? "=off" : "=on") : "");
}

std::string_view SpecName(std::string_view spec) { return spec.substr(0, spec.find(':')); }

std::optional<std::string> OptionIn(std::string_view spec, std::string_view name) {
  for (const std::string_view item : ItemsOf(spec)) {
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos || item.substr(0, equals) != name) continue;
    return std::string(item.substr(equals + 1));
  }
  return std::nullopt;
}

SpecOptions::SpecOptions(std::string_view what, std::string_view spec, OptionTable table)
    : what_(what), name_(SpecName(spec)) {
  for (SpecOption& option : table) values_.push_back({std::move(option), std::nullopt, false});
  const std::vector<std::string_view> items = ItemsOf(spec);
  if (items.empty() && spec.size() > name_.size()) {
    throw Usage(fmt::format("{} {}: expected options after the colon", what_, name_));
  }
  for (const std::string_view item : items) {
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      throw Usage(fmt::format("{} {}: expected name=value, got \"{}\"", what_, name_, item));
    }
    Give(item.substr(0, equals), item.substr(equals + 1));
  }
}

void SpecOptions::Give(std::string_view name, std::string_view text) {
  Value* const value = Find(name);
  if (value == nullptr) {
    std::vector<std::string> known;
    for (const Value& other : values_) known.push_back(other.option.name);
    throw Usage(fmt::format(
        "{} {} has no option \"{}\"{}; {}", what_, name_, name, DidYouMean(name, known),
        known.empty() ? "it has none" : fmt::format("it has {}", fmt::join(known, ", "))));
  }
  if (value->given) {
    throw Usage(fmt::format("{} {}: option \"{}\" is given twice", what_, name_, name));
  }
  value->given = std::string(text);
  if (const std::string refusal = Refusal(value->option, *value->given); !refusal.empty()) {
    throw Usage(fmt::format("{} {}: {}", what_, name_, refusal));
  }
}

SpecOptions::Value* SpecOptions::Find(std::string_view name) {
  const auto found = std::find_if(values_.begin(), values_.end(),
                                  [&](const Value& value) { return value.option.name == name; });
  return found == values_.end() ? nullptr : &*found;
}

SpecOptions::Value& SpecOptions::At(std::string_view name) {
  Value* const value = Find(name);
  SKIPSTONE_CHECK(value != nullptr);
  value->read = true;
  return *value;
}

const std::string& SpecOptions::Read(std::string_view name, SpecOption::Type type) {
  const Value& value = At(name);
  const SpecOption& option = value.option;
  SKIPSTONE_CHECK(option.type == type);
  if (value.given) return *value.given;
  if (!option.other.empty()) {
    const Value& other = At(option.other);
    if (other.given && !SaysDefault(other.option, *other.given)) return option.other_fallback;
  }
  SKIPSTONE_CHECK(option.fallback.has_value());
  return *option.fallback;
}

double SpecOptions::Number(std::string_view name) {
  return *NumberOf(Read(name, SpecOption::Type::kNumber));
}

int SpecOptions::Int(std::string_view name) { return static_cast<int>(Int64(name)); }

std::int64_t SpecOptions::Int64(std::string_view name) {
  return static_cast<std::int64_t>(*NumberOf(Read(name, SpecOption::Type::kWhole)));
}

bool SpecOptions::Switch(std::string_view name) {
  return Read(name, SpecOption::Type::kSwitch) == kOn;
}

const std::string& SpecOptions::Word(std::string_view name) {
  return Read(name, SpecOption::Type::kWord);
}

const std::string& SpecOptions::Text(std::string_view name) {
  return Read(name, SpecOption::Type::kText);
}

bool SpecOptions::Given(std::string_view name) { return At(name).given.has_value(); }

std::vector<std::string> SpecOptions::Unread() const {
  std::vector<std::string> names;
  for (const Value& value : values_) {
    if (!value.read) names.push_back(value.option.name);
  }
  return names;
}

}  // namespace skipstone
