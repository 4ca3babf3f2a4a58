// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/own_call.h"

#include <algorithm>
#include <cmath>

#include "search/search.h"
#include "shots/namer.h"

namespace skipstone {

OwnCallLines::OwnCallLines(const std::string& player, Law law)
    : player_(player), network_(NetworkBehind(player, law)) {}

std::string OwnCallLines::Name(const OwnCall& call, const Release& release) {
  if (!engine_ || engine_->ice() != call.terms.ice) engine_ = MakeEngine("event", call.terms.ice);
  return NameShot(call.before.position(), release, call.terms.rules, *engine_).text;
}

JsonOut OwnCallLines::Line(const OwnCall& call, double used_s) {
  Game clocks = call.before;
  const Team team = clocks.to_move();
  used_s = std::round(1000.0 * used_s) / 1000.0;
  const double told_s = static_cast<double>(clocks.ClockOf(team, call.terms.rules)) / 1000.0;
  JsonOut line = {{"end", call.before.end},
                  {"shot", call.before.shot},
                  {"team", Index(team)},
                  {"player", player_},
                  {"network", network_.empty() ? JsonOut() : JsonOut(network_)},
                  {"release", nullptr},
                  {"name", "concedes"},
                  {"currency", nullptr},
                  {"value", nullptr},
                  {"rivals", JsonOut::array()},
                  {"used_s", used_s},
                  {"left_s", std::max(0.0, told_s - used_s)}};
  if (const Release* release = std::get_if<Release>(&call.call)) {
    line["release"] = ToJson(*release);
    line["name"] = Name(call, *release);
  }
  if (!call.thought || call.thought->options.empty()) return line;
  line["currency"] = call.thought->currency;
  const auto& options = call.thought->options;
  line["value"] = options[0].value;
  for (std::size_t i = 1; i < options.size(); ++i) {
    line["rivals"].push_back({{"release", ToJson(options[i].release)},
                              {"name", Name(call, options[i].release)},
                              {"value", options[i].value}});
  }
  return line;
}

}  // namespace skipstone
