// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "cli/check_steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"

namespace skipstone {

bool CheckSteps::Step(const std::string& name, bool passed, const std::string& what) {
  entries_.push_back({name, passed, passed ? "" : what});
  return passed;
}

bool CheckSteps::passed() const {
  return std::all_of(entries_.begin(), entries_.end(), [](const Entry& e) { return e.passed; });
}

std::string CheckSteps::Text(const std::string& last_words) const {
  std::string text;
  for (const Entry& entry : entries_) {
    text += fmt::format("{}  {}{}\n", entry.passed ? "pass" : "FAIL", entry.name,
                        entry.what.empty() ? "" : ": " + entry.what);
  }
  if (!passed() && !last_words.empty()) text += "its last words:\n" + last_words;
  return text;
}

std::string CheckSteps::JsonText(const std::string& last_words) const {
  JsonOut steps = JsonOut::array();
  for (const Entry& entry : entries_) {
    steps.push_back({{"step", entry.name}, {"passed", entry.passed}, {"what", entry.what}});
  }
  return JsonOut({{"passed", passed()}, {"steps", steps}, {"last_words", last_words}})
             .dump(-1, ' ', false, JsonOut::error_handler_t::replace) +
         "\n";
}

}  // namespace skipstone
