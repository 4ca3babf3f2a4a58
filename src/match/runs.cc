// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/runs.h"

#include <string>
#include <vector>

#include "base/provenance.h"
#include "search/search.h"

namespace skipstone {

void AddRun(Store& store) {
  std::vector<std::string> networks;
  for (const std::string& player : store.setup().players) {
    networks.push_back(NetworkBehind(player, store.setup().ice.law));
  }
  store.AddRun(Commit(), networks);
}

JsonOut RunsOf(const Store& store) {
  JsonOut runs = JsonOut::array();
  for (const StoreRun& run : store.Runs()) runs.push_back(ToJson(run));
  return runs;
}

}  // namespace skipstone
