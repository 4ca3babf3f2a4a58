// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/player.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/spelling.h"
#include "match/greedy.h"
#include "match/search_player.h"
#include "match/simple_players.h"
#include "search/search.h"

namespace skipstone {
namespace {

Error Usage(const std::string& message) { return Error(ErrorKind::kUsage, "", message); }

template <typename P>
std::unique_ptr<Player> MakePlain(const PlayerSetup& setup, SpecOptions& /*options*/) {
  return std::make_unique<P>(setup);
}

std::vector<PlayerKind>& Kinds() {
  static std::vector<PlayerKind> kinds = {
      {"random", "throws anything anywhere", {}, MakePlain<RandomPlayer>},
      {"draw", "always draws to the button", {}, MakePlain<DrawPlayer>},
      {"rule", "hand-written rules of thumb, also the roll-out policy", {}, MakePlain<RulePlayer>},
      {"greedy", "the candidate whose board counts most, on average", GreedyOptions(), MakeGreedy},
  };
  static const bool searches_added = [] {
    for (const SearchKind& kind : SearchKinds()) {
      kinds.push_back(
          {kind.name, kind.summary, Joined(kind.options, SearchPlayerOptions()), MakeSearchPlayer});
    }
    return true;
  }();
  static_cast<void>(searches_added);
  return kinds;
}

}  // namespace

const std::vector<PlayerKind>& PlayerKinds() { return Kinds(); }

void AddPlayerKind(PlayerKind kind) { Kinds().push_back(std::move(kind)); }

std::unique_ptr<Player> MakePlayer(std::string_view spec, const PlayerSetup& setup) {
  const std::string name(SpecName(spec));
  std::vector<std::string> known;
  for (const PlayerKind& kind : Kinds()) {
    if (kind.name == name) {
      SpecOptions options("player", spec, kind.options);
      return kind.make(setup, options);
    }
    known.push_back(kind.name);
  }
  throw Usage(fmt::format("expected a player ({}), got \"{}\"{}", fmt::join(known, ", "), spec,
                          DidYouMean(name, known)));
}

}  // namespace skipstone
