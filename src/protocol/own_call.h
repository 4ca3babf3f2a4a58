// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/json.h"
#include "match/player.h"

namespace skipstone {

// A call that a client's player made, with what led to it.
struct OwnCall {
  GameTerms terms;
  Game before;  // with the clocks as the server told them
  Move call;    // as it was sent
  std::optional<Thought> thought;
};

// Calls as the lines of a client's log (docs/formats.md), for one game or several of one player.
class OwnCallLines {
 public:
  // By its spec, and the ice it plays on.
  OwnCallLines(const std::string& player, Law law);

  // Throws each call once more to name it. The time is all that the call took of the own clock, as
  // seen from here.
  JsonOut Line(const OwnCall& call, double used_s);

 private:
  std::string Name(const OwnCall& call, const Release& release);

  std::string player_;
  std::string network_;  // its hash, empty if there is none
  std::unique_ptr<Engine> engine_;
};

}  // namespace skipstone
