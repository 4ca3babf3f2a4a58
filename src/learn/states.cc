// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/states.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/hash.h"
#include "search/simulation.h"

namespace skipstone {
namespace {

constexpr int kMostStones = 4;       // of a team
constexpr double kInHouse = 0.6;     // a stone's probability
constexpr double kEmptySheet = 0.1;  // of its share as one difference among the others
constexpr int kMostTries = 1000;

constexpr std::array kSourceList = {Source::kPlay, Source::kPerturbed, Source::kRandom};

bool InPlay(Vec2 place, const Sheet& sheet) {
  const double r = sheet.stone_radius_m;
  return std::abs(place.x) < sheet.half_width_m - r && place.y - r > sheet.hog_line_y_m &&
         place.y - r < sheet.back_line_y_m;
}

bool Overlaps(const Board& board, Vec2 place, int except, const Sheet& sheet) {
  bool overlaps = false;
  ForEachSlot(board.present(), [&](int slot) {
    const Vec2 other = board.position(slot);
    overlaps = overlaps || (slot != except && Length({place.x - other.x, place.y - other.y}) <
                                                  2.0 * sheet.stone_radius_m + 1e-3);
  });
  return overlaps;
}

// A place for a stone of a team, by the paper's distribution.
Vec2 DrawPlace(const Sheet& sheet, Team team, RandomStream& random) {
  const double width = 2.0 * sheet.half_width_m;
  const double reach = sheet.house_radius_m + sheet.stone_radius_m;
  const bool in_house = random.Uniform() < kInHouse;
  while (true) {
    const std::array<double, 2> z = random.NormalPair();
    Vec2 place;
    if (in_house) {
      place = {z[0] * sheet.house_radius_m / 2.0, z[1] * sheet.house_radius_m / 2.0};
    } else {
      const double side = random.Uniform() < 0.5 ? -0.25 : 0.25;
      place.x = team == Team::k0 ? z[0] * width / 4.0 : width * side + z[0] * width / 16.0;
      place.y = random.Uniform(sheet.hog_line_y_m, sheet.back_line_y_m);
    }
    if (InPlay(place, sheet) && (Length(place) < reach) == in_house) return place;
  }
}

// Puts a stone of a team on the board, into a slot that has been delivered before `shot`.
bool AddStone(Board& board, Team team, int shot, const Sheet& sheet, RandomStream& random) {
  // Team 0 throws first.
  const int delivered = (shot + (team == Team::k0 ? 1 : 0)) / 2;
  std::array<int, kStonesPerTeam> free{};
  std::uint32_t count = 0;
  for (int i = 0; i < delivered; ++i) {
    if (!board.Has(SlotOf(team, i))) free[count++] = SlotOf(team, i);
  }
  if (count == 0) return false;
  const int slot = free[random.Below(count)];
  for (int tries = 0; tries < kMostTries; ++tries) {
    const Vec2 place = DrawPlace(sheet, team, random);
    if (Overlaps(board, place, -1, sheet)) continue;
    board.Put(slot, place);
    return true;
  }
  return false;
}

int SlotAt(const Board& board, std::uint32_t number) {
  int found = -1;
  ForEachSlot(board.present(), [&](int slot) {
    if (number-- == 0) found = slot;
  });
  return found;
}

}  // namespace

std::uint64_t MixedSeed(std::initializer_list<std::uint64_t> numbers, std::string_view what) {
  Hasher hasher;
  for (const std::uint64_t number : numbers) hasher.AddInt(number);
  if (!what.empty()) hasher.AddText(what);
  return hasher.value();
}

std::string_view SourceName(Source source) {
  switch (source) {
    case Source::kPlay:
      return "play";
    case Source::kPerturbed:
      return "perturbed";
    case Source::kRandom:
      return "random";
  }
  return "";
}

SourceMix SourceMixFromText(std::string_view text) {
  OptionTable table;
  for (const Source source : kSourceList) {
    table.push_back(SpecOption::Number(SourceName(source), 0.0, 0.0, 1e6, "its part"));
  }
  SpecOptions options("mix", fmt::format("mix:{}", text), table);
  SourceMix mix;
  double sum = 0.0;
  for (const Source source : kSourceList) {
    double& part = mix.parts[static_cast<std::size_t>(source)];
    part = options.Number(SourceName(source));
    sum += part;
  }
  if (!(sum > 0.0)) {
    throw Error(ErrorKind::kUsage, "mix",
                fmt::format("expected parts such as \"play=0.45,perturbed=0.45,random=0.1\", got "
                            "\"{}\"",
                            text));
  }
  for (double& part : mix.parts) part /= sum;
  return mix;
}

std::string ToText(const SourceMix& mix) {
  std::string text;
  for (const Source source : kSourceList) {
    text += fmt::format("{}{}={:.4g}", text.empty() ? "" : ",", SourceName(source),
                        mix.parts[static_cast<std::size_t>(source)]);
  }
  return text;
}

Position RandomState(const Ice& ice, int stones_left, RandomStream& random) {
  SKIPSTONE_CHECK(stones_left >= 1 && stones_left <= kStones);
  const int shot = kStones - stones_left;
  const std::array<int, 2> most = {std::min(kMostStones, (shot + 1) / 2),
                                   std::min(kMostStones, shot / 2)};
  // A pair of numbers of stones, the likelier the smaller their difference.
  const auto weight = [](int a, int b) {
    return a + b == 0 ? kEmptySheet : 1.0 / (1.0 + std::abs(a - b));
  };
  double sum = 0.0;
  for (int a = 0; a <= most[0]; ++a) {
    for (int b = 0; b <= most[1]; ++b) sum += weight(a, b);
  }
  double left = random.Uniform() * sum;
  std::array<int, 2> counts{};
  for (int a = 0; a <= most[0]; ++a) {
    for (int b = 0; b <= most[1]; ++b) {
      if (left <= 0.0) continue;
      counts = {a, b};
      left -= weight(a, b);
    }
  }
  Position position{{}, {shot, Team::k1}};
  for (const Team team : {Team::k0, Team::k1}) {
    for (int i = 0; i < counts[static_cast<std::size_t>(Index(team))]; ++i) {
      AddStone(position.board, team, shot, ice.sheet, random);
    }
  }
  return position;
}

Position Perturbed(const Position& position, const Ice& ice, RandomStream& random) {
  const Sheet& sheet = ice.sheet;
  const int shot = position.turn.shot;
  Position result = position;
  Board& board = result.board;
  // How far stones move is itself a matter of chance: small changes are as welcome as large ones.
  const double reach_m = 0.5 * random.Uniform() * random.Uniform();
  ForEachSlot(position.board.present(), [&](int slot) {
    if (random.Uniform() < 0.3) return;
    const std::array<double, 2> z = random.NormalPair();
    const Vec2 place{board.x(slot) + reach_m * z[0], board.y(slot) + reach_m * z[1]};
    if (InPlay(place, sheet) && !Overlaps(board, place, slot, sheet)) board.Put(slot, place);
  });
  if (random.Uniform() < 0.25 && board.count() > 0) {
    board.Remove(SlotAt(board, random.Below(static_cast<std::uint32_t>(board.count()))));
  }
  if (random.Uniform() < 0.25) {
    AddStone(board, random.Uniform() < 0.5 ? Team::k0 : Team::k1, shot, sheet, random);
  }
  if (random.Uniform() < 0.15 && board.count() > 0) {
    const int slot = SlotAt(board, random.Below(static_cast<std::uint32_t>(board.count())));
    const Team other = Opponent(OwnerOf(slot));
    const int delivered = (shot + (other == Team::k0 ? 1 : 0)) / 2;
    for (int i = 0; i < delivered; ++i) {
      if (board.Has(SlotOf(other, i))) continue;
      const Vec2 place = board.position(slot);
      board.Remove(slot);
      board.Put(SlotOf(other, i), place);
      break;
    }
  }
  return result;
}

// What EndPlayer needs to play by the rules.
class EndPlayer::Game : public Simulation {
 public:
  using Simulation::Simulation;
  ShotList shots;
};

EndPlayer::EndPlayer(const GameTerms& terms, std::string_view search, double random_calls)
    : terms_(terms),
      random_calls_(random_calls),
      rule_(search == "rule"),
      game_(std::make_unique<Game>(terms)) {
  if (!rule_) search_ = MakeSearch(search, terms);
}

EndPlayer::~EndPlayer() = default;

Release EndPlayer::Call(const Position& position, RandomStream& random) {
  if (rule_) return game_->RuleOfThumb(position, {});
  SearchTask task;
  task.position = position;
  task.seed = random.NextU64();
  return search_.search->Run(task, search_.limits).best;
}

LearningEnd EndPlayer::Play(std::uint64_t seed, std::uint32_t number,
                            std::array<Release, kStones>* calls) {
  RandomStream random({.seed = seed, .game = number, .purpose = Purpose::kLearn});
  LearningEnd end;
  Position position{{}, {0, Team::k1}};
  for (int shot = 0; shot < kStones; ++shot) {
    const auto at = static_cast<std::size_t>(shot);
    end.boards[at] = position.board;
    if (calls != nullptr) (*calls)[at] = Call(position, random);
    if (shot == kStones - 1) break;
    Release called;
    if (random.Uniform() < random_calls_) {
      game_->List(position, game_->shots);
      called = game_->shots[random.Below(static_cast<std::uint32_t>(game_->shots.size()))].release;
    } else {
      called = calls != nullptr ? (*calls)[at] : Call(position, random);
    }
    position = game_->Throw(position, game_->Sample(position.turn, called, random));
  }
  return end;
}

}  // namespace skipstone
