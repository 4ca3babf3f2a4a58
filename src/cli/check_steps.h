// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>
#include <vector>

namespace skipstone {

// What a check found, step by step: after the first failure the others were not reached.
class CheckSteps {
 public:
  // Whether it passed. `what` came instead, if it did not.
  bool Step(const std::string& name, bool passed, const std::string& what = "");
  bool passed() const;
  // "pass  it introduces itself", one line each, and the program's last words if it failed.
  std::string Text(const std::string& last_words) const;
  std::string JsonText(const std::string& last_words) const;

 private:
  struct Entry {
    std::string name;
    bool passed;
    std::string what;
  };
  std::vector<Entry> entries_;
};

}  // namespace skipstone
