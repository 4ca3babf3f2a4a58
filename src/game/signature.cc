// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/signature.h"

#include <string_view>

#include "base/hash.h"
#include "game/execution.h"
#include "game/game.h"
#include "game/playout.h"
#include "ice/engine.h"

namespace skipstone {
namespace {

constexpr std::uint64_t kSeed = 20161116;

constexpr RulesPreset kPresets[] = {RulesPreset::kDc3, RulesPreset::kDc4, RulesPreset::kDc2,
                                    RulesPreset::kCurling};

RandomStream Stream(std::uint32_t game, int end, int shot) {
  return RandomStream({.seed = kSeed,
                       .game = game,
                       .end = static_cast<std::uint16_t>(end),
                       .shot = static_cast<std::uint8_t>(shot),
                       .purpose = Purpose::kPlayout});
}

// Random ends, every outcome hashed, with contacts and paths; all removal rules take their turn.
std::uint64_t PhysicsSignature(std::string_view engine_name, Law law, int ends) {
  Hasher hasher;
  for (int end = 0; end < ends; ++end) {
    const Ice ice = IceForRules(law, kPresets[end % 4]);
    const auto engine = MakeEngine(engine_name, ice);
    Position position{{}, {0, end % 2 == 0 ? Team::k1 : Team::k0}};
    for (; position.turn.shot < kStones; ++position.turn.shot) {
      RandomStream random = Stream(0, end, position.turn.shot);
      const Release release = RandomCall(position, law, random);
      Recording recording;
      recording.interval_s = 0.5;
      const Outcome outcome = engine->Run(position.board, position.turn, release, &recording);
      hasher.AddInt(HashOf(outcome.board));
      hasher.AddInt(static_cast<std::uint64_t>(outcome.contacts));
      for (const auto& path : recording.paths) {
        for (const auto& point : path) {
          hasher.AddDouble(point.position.x);
          hasher.AddDouble(point.position.y);
        }
      }
      position.board = outcome.board;
    }
  }
  return hasher.value();
}

Board RandomBoard(const Sheet& sheet, RandomStream& random) {
  Board board;
  for (int slot = 0; slot < kStones; ++slot) {
    if (random.Below(2) == 0) continue;
    board.Put(slot, {random.Uniform(-sheet.half_width_m, sheet.half_width_m),
                     random.Uniform(sheet.hog_line_y_m, sheet.back_line_y_m)});
  }
  return board;
}

// An engine that leaves every stone where it is and the thrown one nowhere: for the rules alone.
class StillEngine : public Engine {
 public:
  explicit StillEngine(const Ice& ice) : ice_(ice) {}
  std::string_view name() const override { return "still"; }
  const Ice& ice() const override { return ice_; }
  Outcome Run(const Board& board, const Turn& turn, const Release& /*release*/,
              Recording* /*recording*/) override {
    return {board, SlotBit(turn.slot()), 0};
  }

 private:
  Ice ice_;
};

std::uint64_t RulesSignature() {
  constexpr int kBoards = 200;
  Hasher hasher;
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    for (const RulesPreset preset : kPresets) {
      const Ice ice = IceForRules(law, preset);
      const Rules rules = MakeRules(preset);
      StillEngine engine(ice);
      for (int i = 0; i < kBoards; ++i) {
        RandomStream random = Stream(1, i, 0);
        const Board before = RandomBoard(ice.sheet, random);
        const Board after = RandomBoard(ice.sheet, random);
        const Turn turn{static_cast<int>(random.Below(kStones)),
                        random.Below(2) == 0 ? Team::k0 : Team::k1};
        hasher.AddInt(static_cast<std::uint64_t>(EndScore(before, ice.sheet, rules) + kStones));
        hasher.AddInt(StonesInGuardZone(before, ice.sheet, rules));
        hasher.AddInt(IsFoul({before, turn}, after, ice, rules) ? 1 : 0);
        // Clocks, ends and results: the last stone of some end, on time, just late or conceded.
        Game game = NewGame(rules);
        game.end = static_cast<int>(random.Below(static_cast<std::uint32_t>(rules.ends) + 2));
        game.shot = kStones - 1;
        game.board = before;
        const Milliseconds left = game.ClockOf(game.to_move(), rules);
        const Move move = random.Below(8) == 0 ? Move(Concede{}) : Move(Release{});
        PlayMove(game, rules, engine, move, left - 1 + random.Below(3));
        hasher.AddInt(HashOf(game));
      }
    }
    for (const ExecutionModel model : {ExecutionModel::kNone, ExecutionModel::kDc3,
                                       ExecutionModel::kGat, ExecutionModel::kOlympic}) {
      const auto execution = MakeExecution(DefaultSizes(model), law);
      for (int i = 0; i < kBoards; ++i) {
        RandomStream random = Stream(2, i, 0);
        Release called = TeeDraw(law, i % 2 == 0 ? Handle::kCw : Handle::kCcw);
        called.speed_mps *= random.Uniform(0.9, 1.8);
        const Release thrown = execution->Sample(called, random);
        const StandardPoint standard = execution->ToStandard(thrown);
        hasher.AddInt(HashOf(thrown));
        hasher.AddDouble(execution->Density(called, thrown));
        hasher.AddDouble(standard.u);
        hasher.AddDouble(standard.w);
      }
    }
  }
  return hasher.value();
}

}  // namespace

Signature ComputeSignature() {
  return {PhysicsSignature("box2d", Law::kFcv1, 4), PhysicsSignature("box2d", Law::kDc2, 16),
          PhysicsSignature("event", Law::kFcv1, 20), PhysicsSignature("event", Law::kDc2, 100),
          RulesSignature()};
}

}  // namespace skipstone
