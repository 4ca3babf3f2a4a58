// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/one_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <map>
#include <memory>

#include "base/json.h"
#include "game/record.h"

namespace skipstone {
namespace {

// A tenth of a millimetre is enough for a state that is only looked at.
double Rounded(double metres) { return static_cast<double>(std::llround(metres * 1e4)) / 1e4; }

JsonOut ToJson(const OneEndGame& game) {
  JsonOut json = {{"pairing", game.pairing},
                  {"game", game.number},
                  {"hammer", game.hammer},
                  {"points", game.points}};
  if (game.hammer_state) {
    JsonOut stones = JsonOut::array();
    ForEachSlot(game.hammer_state->present(), [&](int slot) {
      stones.push_back(
          {slot, Rounded(game.hammer_state->x(slot)), Rounded(game.hammer_state->y(slot))});
    });
    json["stones"] = std::move(stones);
  }
  return json;
}

OneEndGame GameFromLine(const Field& line, const OneEndSetup& setup) {
  OneEndGame game;
  game.pairing = static_cast<std::size_t>(
      line.At("pairing").Int(0, static_cast<std::int64_t>(setup.pairings.size()) - 1));
  game.number = static_cast<int>(line.At("game").Int(0, setup.pairings[game.pairing].games - 1));
  game.hammer = static_cast<std::size_t>(line.At("hammer").Int(0, 1));
  game.points = static_cast<int>(line.At("points").Int(-kMostPoints, kMostPoints));
  if (const auto stones = line.Find("stones")) {
    Board board;
    for (std::size_t i = 0; i < stones->Size(kStones); ++i) {
      const Field stone = (*stones)[i];
      if (stone.Size(3) != 3) throw stone.Bad("expected [slot, x, y]");
      board.Put(static_cast<int>(stone[0].Int(0, kStones - 1)),
                {stone[1].Number(-kMaxCoordinate_m, kMaxCoordinate_m),
                 stone[2].Number(-kMaxCoordinate_m, kMaxCoordinate_m)});
    }
    game.hammer_state = board;
  }
  return game;
}

}  // namespace

JsonOut ToJson(const OneEndSetup& setup) {
  JsonOut pairings = JsonOut::array();
  for (const OneEndPairing& pairing : setup.pairings) {
    pairings.push_back({{"searches", pairing.searches}, {"games", pairing.games}});
  }
  return {{"experiment", "one-end games"},
          {"version", 1},
          {"searches", setup.searches},
          {"pairings", pairings},
          {"ice", ToJson(setup.terms.ice)},
          {"rules", ToJson(setup.terms.rules)},
          {"execution", ToJson(setup.terms.sizes())},
          {"seed", setup.seed},
          {"hammer_states", setup.hammer_states}};
}

OneEndResult PlayOneEnd(SpecifiedSearch& first, SpecifiedSearch& second, const OneEndSetup& setup,
                        std::uint64_t seed, std::uint32_t pair) {
  const auto engine = MakeEngine("event", setup.terms.ice);
  const auto execution = MakeExecution(setup.terms.sizes(), setup.terms.ice.law);
  OneEndResult result;
  Position position{{}, {0, Team::k1}};
  for (; position.turn.shot < kStones; ++position.turn.shot) {
    if (position.turn.shot == kStones - 1) result.hammer_state = position.board;
    SpecifiedSearch& thrower = position.turn.thrower() == Team::k0 ? first : second;
    SearchTask task;
    task.position = position;
    task.seed = RandomStream({.seed = seed,
                              .game = pair,
                              .shot = static_cast<std::uint8_t>(position.turn.shot),
                              .purpose = Purpose::kPlayer})
                    .NextU64();
    const Release called = thrower.search->Run(task, thrower.limits).best;
    RandomStream random = ExecutionStream(seed, pair, 0, position.turn.slot());
    position.board =
        ThrowStone(position, execution->Sample(called, random), *engine, setup.terms.rules)
            .outcome.board;
  }
  result.points = EndScore(position.board, setup.terms.ice.sheet, setup.terms.rules);
  return result;
}

OneEndGames PlayOneEndGames(const OneEndSetup& setup, const std::filesystem::path& path,
                            const Workshop& shop) {
  // By pair, then by pairing, then by side.
  struct Place {
    std::size_t pairing;
    int game;

    auto operator<=>(const Place&) const = default;  // NOLINT: clang-tidy 14 sees a 0 in it
  };
  std::vector<Place> places;
  std::map<Place, std::uint32_t> numbers;
  int most = 0;
  for (const OneEndPairing& pairing : setup.pairings) most = std::max(most, pairing.games);
  for (int pair = 0; 2 * pair < most; ++pair) {
    for (std::size_t p = 0; p < setup.pairings.size(); ++p) {
      for (const int game : {2 * pair, 2 * pair + 1}) {
        if (game >= setup.pairings[p].games) continue;
        numbers[{p, game}] = static_cast<std::uint32_t>(places.size());
        places.push_back({p, game});
      }
    }
  }
  OneEndGames played;
  Work work;
  work.what = "games";
  work.path = path;
  work.header = ToJson(setup);
  work.count = static_cast<std::uint32_t>(places.size());
  work.take = TakeLines([&](const Field& line) {
    const OneEndGame& game = played.games.emplace_back(GameFromLine(line, setup));
    return numbers.at({game.pairing, game.number});
  });
  work.make_maker = [&] {
    // One of each search for each side: a search against itself is two.
    auto searches = std::make_shared<std::vector<std::array<SpecifiedSearch, 2>>>();
    for (const std::string& spec : setup.searches) {
      searches->push_back({MakeSearch(spec, setup.terms), MakeSearch(spec, setup.terms)});
    }
    return [&, searches](std::uint32_t number) {
      OneEndGame game;
      game.pairing = places[number].pairing;
      game.number = places[number].game;
      const auto side = static_cast<std::size_t>(game.number % 2);
      const OneEndPairing& pairing = setup.pairings[game.pairing];
      const OneEndResult result = PlayOneEnd((*searches)[pairing.searches[side]][0],
                                             (*searches)[pairing.searches[1 - side]][1], setup,
                                             setup.seed + 1'000'000'007ULL * game.pairing,
                                             static_cast<std::uint32_t>(game.number / 2));
      game.hammer = 1 - side;
      game.points = side == 0 ? result.points : -result.points;
      if (game.number < setup.hammer_states) game.hammer_state = result.hammer_state;
      return ToJson(game).dump();
    };
  };
  played.whole = Do(work, shop);
  return played;
}

std::vector<OneEndGame> ReadOneEndGames(const OneEndSetup& setup,
                                        const std::filesystem::path& path) {
  return PlayOneEndGames(setup, path, {.stop = [] { return true; }}).games;
}

}  // namespace skipstone
