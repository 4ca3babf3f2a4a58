// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/experiment_ataka.h"

#include "lab/experiment.h"
#include "options/verb.h"

namespace skipstone {

void AddAtakaOptions(Verb& verb, AtakaOptions& options, const std::string& out_help) {
  verb.add_option("--ice", options.game.ice, "fcv1 or dc2")
      ->check(IsMember({"fcv1", "dc2"}))
      ->capture_default_str();
  verb.add_option("--rules", options.game.rules, "dc3, dc4, dc2 or curling [the ice's]");
  verb.add_option("--execution", options.game.execution,
                  "none, dc3, gat or olympic, with sizes [dc3; gat on dc2]");
  verb.add_option("--seed", options.seed, "of positions and errors")
      ->check(IsSeed())
      ->capture_default_str();
  AddRunOptions(verb, options, out_help);
}

void AddNetworkOption(Verb& verb, AtakaOptions& options) {
  verb.add_option("--network", options.network,
                  "who judges: shipped, network:file=PATH or random:seed=N")
      ->capture_default_str();
}

Run AtakaRun(const std::string& verb, const AtakaOptions& options) {
  return Run("ataka " + verb, options, "ataka-" + options.game.ice);
}

void AddAtakaExperiments(Verb& experiment) {
  Verb* ataka = experiment.add_subcommand(
      "ataka", "Score distributions learned backward (Ataka et al. 2020): labels, networks, play");
  ataka->require_subcommand(1);
  AddAtakaLabels(*ataka);
  AddAtakaPositions(*ataka);
  AddAtakaRegret(*ataka);
  AddAtakaFigures(*ataka);
  AddExample(*ataka,
             "./skipstone experiment ataka labels --states 2 --executions 1000 --out ataka-demo");
}

}  // namespace skipstone
