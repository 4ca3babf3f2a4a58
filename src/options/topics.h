// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/options.h"
#include "base/table.h"

namespace skipstone {

// What `skipstone help` explains beside the verbs, from the tables that options are read by:
// "players", "searches", "executions", and each player by its name.
struct Topic {
  std::string name;
  std::string summary;
};
std::vector<Topic> Topics();
bool IsTopic(std::string_view name);
// With kMarkdown the tables alone, as the documents have them.
std::string TopicText(std::string_view name, TableFormat format);

// Somebody's options, or those that several have in common.
struct OptionGroup {
  std::string of;
  std::string summary;
  OptionTable options;
  OptionTable all;  // that stand beside them
};
// Those of all searches, each search's own, those of players that search, other players'.
std::vector<OptionGroup> PlayerGroups();
std::vector<OptionGroup> ExecutionGroups();

}  // namespace skipstone
