// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/player.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "match/greedy.h"
#include "match/simple_players.h"

namespace skipstone {
namespace {

Error Usage(const std::string& message) { return Error(ErrorKind::kUsage, "", message); }

template <typename P>
std::unique_ptr<Player> MakePlain(const PlayerSetup& setup, PlayerOptions& /*options*/) {
  return std::make_unique<P>(setup);
}

std::vector<PlayerKind>& Kinds() {
  static std::vector<PlayerKind> kinds = {
      {"random", "throws anything anywhere", MakePlain<RandomPlayer>},
      {"draw", "always draws to the button", MakePlain<DrawPlayer>},
      {"rule", "hand-written rules of thumb, also the roll-out policy", MakePlain<RulePlayer>},
      {"greedy", "the candidate whose board counts most, on average of samples=N throws [32]",
       MakeGreedy},
  };
  return kinds;
}

}  // namespace

PlayerOptions::PlayerOptions(std::string_view player, std::string_view text) : player_(player) {
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view item = text.substr(0, comma);
    text = comma == std::string_view::npos ? "" : text.substr(comma + 1);
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      throw Usage(fmt::format("player {}: expected name=value, got \"{}\"", player, item));
    }
    const bool twice = std::any_of(options_.begin(), options_.end(), [&](const Option& option) {
      return option.name == item.substr(0, equals);
    });
    if (twice) {
      throw Usage(
          fmt::format("player {}: option \"{}\" is given twice", player, item.substr(0, equals)));
    }
    options_.push_back({std::string(item.substr(0, equals)), std::string(item.substr(equals + 1))});
  }
}

double PlayerOptions::Number(std::string_view name, double fallback, double low, double high) {
  double number = fallback;
  for (Option& option : options_) {
    if (option.name != name) continue;
    option.used = true;
    const char* end = option.value.data() + option.value.size();
    const auto parsed = std::from_chars(option.value.data(), end, number);
    if (parsed.ec != std::errc() || parsed.ptr != end || !(number >= low && number <= high)) {
      throw Usage(fmt::format("player {}: expected {} to be a number from {} to {}, got \"{}\"",
                              player_, name, low, high, option.value));
    }
  }
  return number;
}

int PlayerOptions::Int(std::string_view name, int fallback, int low, int high) {
  const double number = Number(name, fallback, low, high);
  if (number != std::floor(number)) {
    throw Usage(fmt::format("player {}: expected {} to be a whole number", player_, name));
  }
  return static_cast<int>(number);
}

void PlayerOptions::CheckAllUsed() const {
  for (const Option& option : options_) {
    if (!option.used) {
      throw Usage(fmt::format("player {} has no option \"{}\"", player_, option.name));
    }
  }
}

const std::vector<PlayerKind>& PlayerKinds() { return Kinds(); }

void AddPlayerKind(PlayerKind kind) { Kinds().push_back(std::move(kind)); }

std::unique_ptr<Player> MakePlayer(std::string_view spec, const PlayerSetup& setup) {
  const std::size_t colon = spec.find(':');
  const std::string_view name = spec.substr(0, colon);
  std::string known;
  for (const PlayerKind& kind : Kinds()) {
    if (kind.name == name) {
      const bool empty = colon != std::string_view::npos && colon + 1 == spec.size();
      if (empty) throw Usage(fmt::format("player {}: expected options after the colon", name));
      PlayerOptions options(name, colon == std::string_view::npos ? "" : spec.substr(colon + 1));
      std::unique_ptr<Player> player = kind.make(setup, options);
      options.CheckAllUsed();
      return player;
    }
    known += (known.empty() ? "" : ", ") + kind.name;
  }
  throw Usage(fmt::format("expected a player ({}), got \"{}\"", known, spec));
}

}  // namespace skipstone
