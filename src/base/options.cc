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

Error Usage(const std::string& message) { return Error(ErrorKind::kUsage, "", message); }

}  // namespace

SpecOptions::SpecOptions(std::string_view what, std::string_view spec)
    : what_(what), name_(spec.substr(0, spec.find(':'))) {
  if (name_.size() == spec.size()) return;
  std::string_view text = spec.substr(name_.size() + 1);
  if (text.empty()) {
    throw Usage(fmt::format("{} {}: expected options after the colon", what_, name_));
  }
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view item = text.substr(0, comma);
    text = comma == std::string_view::npos ? "" : text.substr(comma + 1);
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      throw Usage(fmt::format("{} {}: expected name=value, got \"{}\"", what_, name_, item));
    }
    const std::string_view option_name = item.substr(0, equals);
    if (std::any_of(options_.begin(), options_.end(),
                    [&](const Option& option) { return option.name == option_name; })) {
      throw Usage(fmt::format("{} {}: option \"{}\" is given twice", what_, name_, option_name));
    }
    options_.push_back({std::string(option_name), std::string(item.substr(equals + 1))});
  }
}

void SpecOptions::Know(std::string_view name) {
  if (std::find(known_.begin(), known_.end(), name) == known_.end()) known_.emplace_back(name);
}

const std::string* SpecOptions::Find(std::string_view name) {
  Know(name);
  for (Option& option : options_) {
    if (option.name != name) continue;
    option.used = true;
    return &option.value;
  }
  return nullptr;
}

double SpecOptions::Number(std::string_view name, double fallback, double low, double high) {
  const std::string* value = Find(name);
  if (value == nullptr) return fallback;
  double number = 0.0;
  const char* end = value->data() + value->size();
  const auto parsed = std::from_chars(value->data(), end, number);
  if (parsed.ec != std::errc() || parsed.ptr != end || !(number >= low && number <= high)) {
    throw Usage(fmt::format("{} {}: expected {} to be a number from {} to {}, got \"{}\"", what_,
                            name_, name, low, high, *value));
  }
  return number;
}

int SpecOptions::Int(std::string_view name, int fallback, int low, int high) {
  const double number = Number(name, fallback, low, high);
  if (number != std::floor(number)) {
    throw Usage(
        fmt::format("{} {}: expected {} to be a whole number, got {}", what_, name_, name, number));
  }
  return static_cast<int>(number);
}

bool SpecOptions::Switch(std::string_view name, bool fallback) {
  return Word(name, fallback ? "on" : "off", {"on", "off"}) == "on";
}

std::string SpecOptions::Word(std::string_view name, std::string_view fallback,
                              const std::vector<std::string>& words) {
  const std::string* value = Find(name);
  if (value == nullptr) return std::string(fallback);
  if (std::find(words.begin(), words.end(), *value) == words.end()) {
    throw Usage(fmt::format("{} {}: expected {} to be one of {}, got \"{}\"{}", what_, name_, name,
                            fmt::join(words, ", "), *value, DidYouMean(*value, words)));
  }
  return *value;
}

std::string SpecOptions::Text(std::string_view name, std::string_view fallback) {
  const std::string* value = Find(name);
  return value == nullptr ? std::string(fallback) : *value;
}

bool SpecOptions::Has(std::string_view name) {
  Know(name);
  return std::any_of(options_.begin(), options_.end(),
                     [name](const Option& option) { return option.name == name; });
}

void SpecOptions::CheckAllUsed() const {
  for (const Option& option : options_) {
    if (option.used) continue;
    throw Usage(fmt::format(
        "{} {} has no option \"{}\"{}; {}", what_, name_, option.name,
        DidYouMean(option.name, known_),
        known_.empty() ? "it has none" : fmt::format("it has {}", fmt::join(known_, ", "))));
  }
}

}  // namespace skipstone
