// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skipstone {

// A spec names something and gives it options: "greedy:samples=16",
// "kr-uct:playouts=800,threads=2". All errors are kUsage.
class SpecOptions {
 public:
  // `what` names the kind of thing in errors ("player").
  SpecOptions(std::string_view what, std::string_view spec);

  const std::string& name() const { return name_; }

  // The option's value, or the default. Throws for what is not a number in [low, high].
  double Number(std::string_view name, double fallback, double low, double high);
  int Int(std::string_view name, int fallback, int low, int high);
  // "on" or "off".
  bool Switch(std::string_view name, bool fallback);
  // One of a few words.
  std::string Word(std::string_view name, std::string_view fallback,
                   const std::vector<std::string>& words);
  // Any text without a comma, such as a path.
  std::string Text(std::string_view name, std::string_view fallback);
  bool Has(std::string_view name);
  // Throws if an option was given that nobody asked for, and says which ones were.
  void CheckAllUsed() const;

 private:
  struct Option {
    std::string name;
    std::string value;
    bool used = false;
  };
  const std::string* Find(std::string_view name);
  void Know(std::string_view name);

  std::string what_;
  std::string name_;
  std::vector<Option> options_;
  std::vector<std::string> known_;  // the options that were asked for
};

}  // namespace skipstone
