// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skipstone {

// An option that a spec may give, declared once, in a table beside the code that reads it: values,
// errors, help and the tables of the documents all come from here.
struct SpecOption {
  enum class Type : std::uint8_t { kNumber, kWhole, kSwitch, kWord, kText };

  // A default of nothing is one that the reader finds otherwise; `Unsaid` says how.
  static SpecOption Number(std::string_view name, std::optional<double> fallback, double low,
                           double high, std::string_view help);
  static SpecOption Whole(std::string_view name, std::optional<std::int64_t> fallback,
                          std::int64_t low, std::int64_t high, std::string_view help);
  // "on" or "off".
  static SpecOption Switch(std::string_view name, std::optional<bool> fallback,
                           std::string_view help);
  // One of a few words.
  static SpecOption Word(std::string_view name, std::optional<std::string_view> fallback,
                         std::vector<std::string> words, std::string_view help);
  // Any text without a comma, such as a path. `kind` stands for it in help: "FILE".
  static SpecOption Text(std::string_view name, std::string_view kind, std::string_view help);

  // The default in words, where a value would not tell: "the shipped one".
  SpecOption Unsaid(std::string_view words) const;
  // Another default where another option of the table has another value than its own default.
  SpecOption With(std::string_view other, double fallback, std::string_view words = "") const;
  SpecOption With(std::string_view other, std::string_view fallback) const;

  // The values it takes, for help: "0..1", "on|off", "FILE".
  std::string ValuesText() const;

  Type type = Type::kText;
  std::string name;
  std::string help;
  std::optional<std::string> fallback;  // as one would type it
  std::string fallback_text;            // as help says it
  double low = 0.0;
  double high = 0.0;
  std::vector<std::string> words;  // that it may be; of text the kind
  std::string other;               // option that changes the default, if there is one
  std::string other_fallback;
  std::string other_text;
};
using OptionTable = std::vector<SpecOption>;

// The options of both. What `own` declares, too, is as it says.
OptionTable Joined(const OptionTable& common, const OptionTable& own);

// The default as help says it: "10; 20 with paper=on".
std::string DefaultText(const SpecOption& option, const OptionTable& table);

// "kr-uct" of "kr-uct:playouts=800".
std::string_view SpecName(std::string_view spec);

// What a spec says of an option, as it stands there: for those who look at a spec that others read.
std::optional<std::string> OptionIn(std::string_view spec, std::string_view name);

// A spec names something and gives it options: "greedy:samples=16",
// "kr-uct:playouts=800,threads=2". They are held against a table at once; all errors are kUsage.
// What is not in the table cannot be read: a reader that asks for it, or for another type, is a
// bug.
class SpecOptions {
 public:
  // `what` names the kind of thing in errors ("player").
  SpecOptions(std::string_view what, std::string_view spec, OptionTable table);

  const std::string& name() const { return name_; }

  // The option's value, or its default.
  double Number(std::string_view name);
  int Int(std::string_view name);
  std::int64_t Int64(std::string_view name);
  bool Switch(std::string_view name);
  const std::string& Word(std::string_view name);
  const std::string& Text(std::string_view name);
  // Whether the spec says it.
  bool Given(std::string_view name);

  // Options that were declared and not asked for: a table that promises too much.
  std::vector<std::string> Unread() const;

 private:
  struct Value {
    SpecOption option;
    std::optional<std::string> given;
    bool read = false;
  };
  Value* Find(std::string_view name);
  Value& At(std::string_view name);
  const std::string& Read(std::string_view name, SpecOption::Type type);
  void Give(std::string_view name, std::string_view text);

  std::string what_;
  std::string name_;
  std::vector<Value> values_;  // in the order of the table
};

}  // namespace skipstone
