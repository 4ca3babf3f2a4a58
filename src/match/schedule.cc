// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/schedule.h"

#include <fmt/format.h>

#include <algorithm>

#include "match/worker.h"

namespace skipstone {
namespace {

constexpr std::size_t kMaxPlayers = 100;
constexpr int kMaxGames = 1'000'000;             // of a pairing
constexpr std::size_t kMostGames = 100'000'000;  // of a tournament
constexpr int kMostEnds = 255;                   // of a game, as a record
constexpr double kMostElo = 10'000.0;

Error Usage(const std::string& message) { return Error(ErrorKind::kUsage, "", message); }

std::size_t PairingCount(const TournamentSetup& setup) {
  const std::size_t players = setup.players.size();
  return setup.gauntlet ? players - 1 : players * (players - 1) / 2;
}

// The pairings one by one: (0, 1), (0, 2), ..., (1, 2), ...
std::array<std::size_t, 2> PairingAt(const TournamentSetup& setup, std::size_t index) {
  std::size_t a = 0;
  for (std::size_t others = setup.players.size() - 1; index >= others; --others, ++a) {
    index -= others;
  }
  return {a, a + 1 + index};
}

// What can be told without making players. Throws kUsage.
void CheckSchedule(const TournamentSetup& setup) {
  if (setup.players.size() < 2 || setup.players.size() > kMaxPlayers) {
    throw Usage(
        fmt::format("expected from 2 to {} players, got {}", kMaxPlayers, setup.players.size()));
  }
  if (setup.games < 1 || setup.games > kMaxGames) {
    throw Usage(
        fmt::format("expected from 1 to {} games of a pairing, got {}", kMaxGames, setup.games));
  }
  if (setup.paired && setup.games % 2 != 0) {
    throw Usage(
        fmt::format("expected an even number of games, as they are played in pairs, got "
                    "{}; --unpaired takes any number",
                    setup.games));
  }
  const std::size_t games = PairingCount(setup) * static_cast<std::size_t>(setup.games);
  if (games > kMostGames) {
    throw Usage(fmt::format("expected up to {} games in all, got {}", kMostGames, games));
  }
  if (setup.terms.rules.most_ends < 1 || setup.terms.rules.most_ends > kMostEnds) {
    throw Usage(fmt::format("expected games of at most 1 to {} ends, got {}", kMostEnds,
                            setup.terms.rules.most_ends));
  }
  if (setup.sprt && setup.players.size() != 2) {
    throw Usage(
        fmt::format("expected two players for a sequential test, got {}", setup.players.size()));
  }
  if (setup.sprt && !(setup.sprt->elo0 < setup.sprt->elo1 && setup.sprt->elo0 > -kMostElo &&
                      setup.sprt->elo1 < kMostElo)) {
    throw Usage(
        fmt::format("expected the test's first Elo to be below its second, both less than "
                    "{} either way, got {} and {}",
                    kMostElo, setup.sprt->elo0, setup.sprt->elo1));
  }
}

}  // namespace

void CheckSetup(const TournamentSetup& setup) {
  CheckSchedule(setup);
  MakeEngine(setup.engine, setup.terms.ice);
  TryPlayers(setup);
}

std::vector<std::array<std::size_t, 2>> PairingsOf(const TournamentSetup& setup) {
  std::vector<std::array<std::size_t, 2>> pairings;
  for (std::size_t i = 0; i < PairingCount(setup); ++i) pairings.push_back(PairingAt(setup, i));
  return pairings;
}

int GameCount(const TournamentSetup& setup) {
  return static_cast<int>(PairingCount(setup)) * setup.games;
}

Fixture FixtureOf(const TournamentSetup& setup, int number) {
  const std::size_t pairings = PairingCount(setup);
  const auto n = static_cast<std::size_t>(number);
  Fixture fixture;
  fixture.number = number;
  fixture.pairing = (setup.paired ? n / 2 : n) % pairings;
  fixture.players = PairingAt(setup, fixture.pairing);
  const bool swapped = (setup.paired ? n : n / pairings) % 2 != 0;
  if (swapped) std::swap(fixture.players[0], fixture.players[1]);
  return fixture;
}

GameSetup GameSetupOf(const TournamentSetup& setup, const Fixture& fixture) {
  GameSetup game;
  game.header.terms = setup.terms;
  game.header.engine = setup.engine;
  game.header.seed = setup.seed;
  // No two pairs have the same errors, be they of one pairing or of two.
  game.header.game = static_cast<std::uint32_t>(setup.paired ? fixture.number / 2 : fixture.number);
  for (std::size_t team = 0; team < 2; ++team) {
    const std::size_t player = fixture.players[team];
    game.header.players[team] = setup.players[player];
    // By side in a pair, so that a player against itself plays one game twice and the sum is zero;
    // else by player, so that it is two independent players who happen to think alike.
    game.player_streams[team] = static_cast<std::uint32_t>(setup.paired ? team : player);
  }
  return game;
}

std::vector<std::string> PlayerLabels(const TournamentSetup& setup) {
  const auto& players = setup.players;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < players.size(); ++i) {
    const auto here = players.begin() + static_cast<std::ptrdiff_t>(i);
    const bool alone = std::count(players.begin(), players.end(), players[i]) == 1;
    const auto before = std::count(players.begin(), here, players[i]);
    labels.push_back(alone ? players[i] : fmt::format("{} ({})", players[i], before + 1));
  }
  return labels;
}

JsonOut ToJson(const TournamentSetup& setup) {
  return {{"players", setup.players},
          {"gauntlet", setup.gauntlet},
          {"games", setup.games},
          {"paired", setup.paired},
          {"ice", ToJson(setup.terms.ice)},
          {"rules", ToJson(setup.terms.rules)},
          {"execution", ToJson(setup.terms.sizes())},
          {"engine", setup.engine},
          {"seed", setup.seed},
          {"sprt", setup.sprt ? JsonOut({setup.sprt->elo0, setup.sprt->elo1}) : JsonOut()}};
}

std::string SetupDifference(const TournamentSetup& stored, const TournamentSetup& asked) {
  const JsonOut a = ToJson(stored);
  const JsonOut b = ToJson(asked);
  for (const auto& [name, value] : a.items()) {
    if (value == b.at(name)) continue;
    return fmt::format("{}: the tournament was begun with {}, now it is {}", name, value.dump(),
                       b.at(name).dump());
  }
  return "";
}

TournamentSetup TournamentSetupFromJson(const Field& field) {
  TournamentSetup setup;
  const Field players = field.At("players");
  for (std::size_t i = 0; i < players.Size(kMaxPlayers); ++i) {
    setup.players.push_back(players[i].String());
  }
  setup.gauntlet = field.At("gauntlet").Bool();
  setup.games = static_cast<int>(field.At("games").Int(1, kMaxGames));
  setup.paired = field.At("paired").Bool();
  setup.terms = {IceFromJson(field.At("ice")), RulesFromJson(field.At("rules")),
                 SizesFromJson(field.At("execution"))};
  setup.engine = field.At("engine").String();
  setup.seed = field.At("seed").Unsigned();
  if (const auto sprt = field.Find("sprt")) {
    if (sprt->Size(2) != 2) throw sprt->Bad("expected two Elo differences");
    setup.sprt = {(*sprt)[0].Number(), (*sprt)[1].Number()};
  }
  try {
    CheckSchedule(setup);
  } catch (const Error& e) {
    throw field.Bad(e.what());
  }
  return setup;
}

}  // namespace skipstone
