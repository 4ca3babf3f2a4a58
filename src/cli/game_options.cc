// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "cli/game_options.h"

#include <fmt/format.h>

#include "ice/engine.h"
#include "match/player.h"

namespace skipstone {

std::vector<CLI::Option*> AddGameOptions(CLI::App& verb, GameOptions& options) {
  CLI::Option* const ends =
      verb.add_option("--ends", options.ends,
                      options.ends == 0 ? "ends of a game [the rules']" : "ends of a game")
          ->check(CLI::Range(1, 255));
  if (options.ends != 0) ends->capture_default_str();
  return {
      verb.add_option("--ice", options.ice, "fcv1 or dc2")->capture_default_str(),
      verb.add_option("--rules", options.rules, "dc3, dc4, dc2 or curling [dc3; dc2 on dc2]"),
      verb.add_option("--execution", options.execution,
                      "none, dc3, gat or olympic, with sizes such as dc3:speed_error=0.01 "
                      "[dc3; gat on dc2]"),
      verb.add_option("--engine", options.engine, "event (the fast one) or box2d (the reference)")
          ->capture_default_str(),
      ends};
}

GameTerms TermsFrom(const GameOptions& options) {
  const Law law = LawFromName(options.ice);
  const bool dc2 = law == Law::kDc2;
  const RulesPreset preset = options.rules.empty() ? (dc2 ? RulesPreset::kDc2 : RulesPreset::kDc3)
                                                   : PresetFromName(options.rules);
  GameTerms terms{IceForRules(law, preset), MakeRules(preset),
                  options.execution.empty()
                      ? DefaultSizes(dc2 ? ExecutionModel::kGat : ExecutionModel::kDc3)
                      : SizesFromText(options.execution),
                  options.engine};
  if (options.ends != 0) terms.rules.ends = options.ends;
  MakeEngine(terms.engine, terms.ice);  // refuses a name that is none
  return terms;
}

std::string PlayersHelp() {
  std::string text = "with options such as name:option=3:";
  for (const PlayerKind& kind : PlayerKinds()) {
    text += fmt::format("\n{} ({})", kind.name, kind.summary);
  }
  return text;
}

}  // namespace skipstone
