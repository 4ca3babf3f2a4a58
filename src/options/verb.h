// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/machine.h"
namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace skipstone {

// What an option's text must be; says what was expected, or nothing if the text will do.
struct Check {
  std::string type;  // as the help names it: "INT in [1 - 255]"
  std::function<std::string(const std::string& text)> refusal;
};
Check Range(std::int64_t low, std::int64_t high);
Check Range(int low, int high);
Check Range(double low, double high);
Check IsMember(std::vector<std::string> words);
Check ExistingFile();
Check ExistingDirectory();
// Whole numbers from 0 to 2^63 - 1, which SQL can hold too.
Check IsSeed();
// Numbers, but not nan, which is in every range.
Check IsNumber();
Check NonNegativeNumber();
Check PositiveNumber();

// An option or argument of a verb.
class VerbOption {
 public:
  explicit VerbOption(CLI::Option* option) : option_(option) {}

  VerbOption* check(const Check& check);
  // Says the variable's value of now in the help.
  VerbOption* capture_default_str();
  VerbOption* required();
  VerbOption* needs(VerbOption* other);
  VerbOption* excludes(VerbOption* other);
  VerbOption* expected(int values);
  VerbOption* delimiter(char delimiter);
  VerbOption* type_name(const std::string& name);
  VerbOption* description(const std::string& text);
  VerbOption* allow_extra_args(bool allow);
  // How often it was given.
  std::size_t count() const;

 private:
  CLI::Option* option_;
};

// A verb, or the whole program: its options write into the variables they are given. The command
// line is parsed by CLI11, which only options/*.cc see: a file that includes it takes as long to
// compile as five that do not.
class Verb {
 public:
  explicit Verb(CLI::App& app);
  ~Verb();
  Verb(const Verb&) = delete;
  Verb& operator=(const Verb&) = delete;

  Verb* add_subcommand(const std::string& name, const std::string& description);

  VerbOption* add_option(const std::string& name, int& value, const std::string& help);
  VerbOption* add_option(const std::string& name, std::int64_t& value, const std::string& help);
  VerbOption* add_option(const std::string& name, std::uint32_t& value, const std::string& help);
  VerbOption* add_option(const std::string& name, std::uint64_t& value, const std::string& help);
  VerbOption* add_option(const std::string& name, double& value, const std::string& help);
  VerbOption* add_option(const std::string& name, std::string& value, const std::string& help);
  VerbOption* add_option(const std::string& name, std::optional<int>& value,
                         const std::string& help);
  VerbOption* add_option(const std::string& name, std::optional<std::int64_t>& value,
                         const std::string& help);
  VerbOption* add_option(const std::string& name, std::optional<std::uint64_t>& value,
                         const std::string& help);
  VerbOption* add_option(const std::string& name, std::optional<double>& value,
                         const std::string& help);
  VerbOption* add_option(const std::string& name, std::optional<std::string>& value,
                         const std::string& help);
  VerbOption* add_option(const std::string& name, std::vector<int>& value, const std::string& help);
  VerbOption* add_option(const std::string& name, std::vector<double>& value,
                         const std::string& help);
  VerbOption* add_option(const std::string& name, std::vector<std::string>& value,
                         const std::string& help);
  // A bool that is said with one of two words.
  VerbOption* add_choice(const std::string& name, bool& value, const std::string& word_of_true,
                         const std::string& word_of_false, const std::string& help);
  VerbOption* add_flag(const std::string& name, bool& value, const std::string& help);
  // The words of another program's command line: all that follow "--" on the verb's own.
  VerbOption* add_program(std::vector<std::string>& words, const std::string& help);
  // Tells the parser which of the command line's words are of such a program.
  void MarkProgram(std::vector<std::string>& command_line) const;
  // One that was added before.
  VerbOption* get_option(const std::string& name);

  // Does the verb's work, after all options have their values.
  void callback(std::function<void()> work);
  // So many of its subcommands are expected.
  void require_subcommand(int count);
  void footer(const std::string& text);

 private:
  template <typename Value>
  VerbOption* Add(const std::string& name, Value& value, const std::string& help);
  VerbOption* Keep(CLI::Option* option);

  CLI::App& app_;
  std::deque<VerbOption> options_;
  std::deque<Verb> subcommands_;
  bool has_program_ = false;
};

// The part of a verb's help that shows a command to paste.
std::string ExampleText(const std::string& command);
void AddExample(Verb& verb, const std::string& command);

void AddThreads(Verb& verb, int& threads);  // see ThreadsFrom

}  // namespace skipstone
