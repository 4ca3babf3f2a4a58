// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "ice/engine.h"

namespace skipstone {

// The reference engine for fcv1: Digital Curling 3's simulator on Box2D 2.4.1, bit for bit. With
// the removal rule dc4 it works in the shot frame, as that server's simulator does.
std::unique_ptr<Engine> MakeBox2dFcv1(const Ice& ice);

// Which Box2D world the throws of a game run in.
enum class World : std::uint8_t {
  kFresh,  // each in one of its own
  kMatch,  // all in one, as on Digital Curling 3's server
};
std::string_view WorldName(World world);     // "fresh", "match"
World WorldFromName(std::string_view name);  // throws kUsage
// Throws kUsage unless Digital Curling 3's server has such an ice: fcv1 with its removal rule.
void CheckMatchWorld(const Ice& ice);

// The one Box2D world that Digital Curling 3's server keeps for a whole match. What a throw leaves
// in it shows in the next ones: the tree of stones near each other decides in which order Box2D
// finds contacts and so works on them, and stones that still touch start with the impulses of their
// last contact. Its frame is the sheet's: in every second end stones come from the other side. So
// the throws of a match have to be played in their order, each with the number of its end.
class MatchWorld {
 public:
  // The ice must pass CheckMatchWorld.
  explicit MatchWorld(const Ice& ice);
  ~MatchWorld();
  MatchWorld(const MatchWorld&) = delete;
  MatchWorld& operator=(const MatchWorld&) = delete;

  const Ice& ice() const { return ice_; }

  // As an engine runs it (ice/engine.h), in the end of this number, from 0.
  Outcome Run(const Board& board, const Turn& turn, int end, const Release& release,
              Recording* recording = nullptr);
  // After a foul: the stones lie again where they lay before the last throw.
  void PutBack();

  // How far the stones are turned, in the frame of their end, rounded to float32 as the server has
  // it. The world keeps account of it while a match is played from its start.
  void SetAngles(const std::array<double, kStones>& angles_rad);

 private:
  class Bodies;

  Ice ice_;
  std::unique_ptr<Bodies> bodies_;
  std::array<float, kStones> angles_rad_{};
  std::array<float, kStones> before_rad_{};  // the last throw
};

}  // namespace skipstone
