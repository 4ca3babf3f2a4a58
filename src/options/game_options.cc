// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "options/game_options.h"

#include <fmt/format.h>

#include "ice/engine.h"
#include "match/player.h"
#include "options/verb.h"

namespace skipstone {

std::vector<VerbOption*> AddGameOptions(Verb& verb, GameOptions& options) {
  VerbOption* const ends =
      verb.add_option("--ends", options.ends,
                      options.ends == 0 ? "ends of a game [the rules']" : "ends of a game")
          ->check(Range(1, 255));
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

void AddLearningGame(Verb& verb, GameOptions& options) {
  verb.add_option("--ice", options.ice, "fcv1 or dc2")
      ->check(IsMember({"fcv1", "dc2"}))
      ->capture_default_str();
  verb.add_option("--rules", options.rules, "dc3, dc4, dc2 or curling [the ice's]");
  verb.add_option("--execution", options.execution,
                  "none, dc3, gat or olympic, with sizes [dc3; gat on dc2]");
}

GameTerms TermsFrom(const GameOptions& options) {
  const Law law = LawFromName(options.ice);
  GameTerms terms =
      MakeTerms(law, options.rules.empty() ? UsualRules(law) : PresetFromName(options.rules),
                options.execution.empty() ? UsualExecution(law) : SizesFromText(options.execution));
  if (options.ends != 0) terms.rules.ends = options.ends;
  // Games that nobody can win must come to an end, and a record has room for so many.
  if (terms.rules.most_ends == 0) terms.rules.most_ends = 255;
  MakeEngine(options.engine, terms.ice);  // refuses a name that is none
  return terms;
}

std::string PlayersHelp() {
  std::string text = "with options such as grid:seconds=1 (skipstone help grid lists them):";
  for (const PlayerKind& kind : PlayerKinds()) {
    text += fmt::format("\n{} ({})", kind.name, kind.summary);
  }
  return text;
}

}  // namespace skipstone
