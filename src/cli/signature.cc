// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/signature.h"

#include <fmt/format.h>

#include <memory>

#include "base/hash.h"
#include "base/json.h"
#include "cli/verbs.h"
#include "match/players_signature.h"
#include "options/verb.h"

namespace skipstone {

void AddSignature(Verb& app) {
  Verb* verb = app.add_subcommand(
      "signature",
      "One hash each for the physics of each engine on each ice, the rules, and the players");
  const auto json = std::make_shared<bool>(false);
  verb->add_flag("--json", *json, "for programs");
  AddExample(*verb, "./skipstone signature");
  verb->callback([json] {
    const Signature signature = ComputeSignature();
    const JsonOut out = {{"fcv1", HashText(signature.fcv1)},
                         {"dc2", HashText(signature.dc2)},
                         {"event_fcv1", HashText(signature.event_fcv1)},
                         {"event_dc2", HashText(signature.event_dc2)},
                         {"rules", HashText(signature.rules)},
                         {"players", HashText(PlayersSignature())}};
    if (*json) {
      fmt::print("{}\n", out.dump());
      return;
    }
    for (const auto& [part, hash] : out.items()) {
      fmt::print("{:<10} {}\n", part, hash.get<std::string>());
    }
  });
}

}  // namespace skipstone
