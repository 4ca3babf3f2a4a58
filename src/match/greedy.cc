// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/greedy.h"

#include <cmath>
#include <vector>

#include "base/exact_math.h"
#include "match/simple_players.h"
#include "shots/generator.h"
#include "shots/places.h"

namespace skipstone {
namespace {

// The figures below were chosen by play against `rule`.

// How likely the opponent's next stone takes our best one out, in the open and behind a guard.
constexpr double kTakenOut = 0.9;
constexpr double kTakenOutCovered = 0.2;
// Having the hammer in the next end, in points.
constexpr double kHammer = 0.45;

class GreedyPlayer : public Player {
 public:
  GreedyPlayer(const PlayerSetup& setup, int samples)
      : rules_(setup.terms.rules),
        seed_(setup.seed),
        engine_(MakeEngine("event", setup.terms.ice)),
        releases_(static_cast<std::size_t>(samples)),
        boards_(static_cast<std::size_t>(samples)) {
    for (const ExecutionSizes& sizes :
         setup.terms.execution[static_cast<std::size_t>(Index(setup.team))]) {
      executions_.push_back(MakeExecution(sizes, setup.terms.ice.law));
      generators_.emplace_back(setup.terms.ice, setup.terms.rules, Width::kWide,
                               MaxSpeed(sizes, setup.terms.ice.law));
    }
  }

  Move Call(const Game& game) override {
    const auto player = static_cast<std::size_t>(PlayerOf(game.shot));
    const Position position = game.position();
    const Standing standing = StandingOf(game, rules_);
    generators_[player].List(position, shots_);
    const Release* best = nullptr;
    double most = 0.0;
    for (const Shot& shot : shots_) {
      // The same errors for every candidate: only the calls differ.
      for (std::size_t i = 0; i < releases_.size(); ++i) {
        RandomStream random = ChoiceStream(seed_, game, static_cast<std::uint32_t>(i));
        releases_[i] = executions_[player]->Sample(shot.release, random);
      }
      engine_->RunBoards(position.board, position.turn, releases_, boards_);
      double sum = 0.0;
      for (const Board& board : boards_) sum += Worth(position, board, standing);
      if (best == nullptr || sum > most) {
        best = &shot.release;
        most = sum;
      }
    }
    // A sheet so full that nothing can be aimed at still has a middle.
    return best != nullptr ? *best : TeeDraw(engine_->ice().law, Handle::kCw);
  }

 private:
  // What a board after our throw is worth to us: as it lies, and as it would lie without our best
  // stone, since that is what the opponent plays on.
  double Worth(const Position& before, const Board& after, const Standing& standing) const {
    const bool foul =
        GuardRuleActive(rules_, before.turn.shot) && IsFoul(before, after, engine_->ice(), rules_);
    Board board = foul ? before.board : after;
    const double as_it_lies = ChanceToWin(before.turn, board, standing);
    if (before.turn.shot == kStones - 1) return as_it_lies;
    const Sheet& sheet = engine_->ice().sheet;
    int best = -1;
    double nearest = 0.0;
    ForEachSlot(static_cast<SlotSet>(board.present() & SlotsOf(before.turn.thrower())),
                [&](int slot) {
                  const double distance = Dot(board.position(slot), board.position(slot));
                  if (best < 0 || distance < nearest) {
                    best = slot;
                    nearest = distance;
                  }
                });
    if (best < 0) return as_it_lies;
    bool covered = false;
    ForEachSlot(board.present(), [&](int slot) {
      covered = covered || Covers(board.position(slot), board.position(best), sheet);
    });
    const double taken = covered ? kTakenOutCovered : kTakenOut;
    board.Remove(best);
    return (1.0 - taken) * as_it_lies + taken * ChanceToWin(before.turn, board, standing);
  }

  double ChanceToWin(const Turn& turn, const Board& board, const Standing& standing) const {
    const int score = EndScore(board, engine_->ice().sheet, rules_);
    return GreedyChanceToWin(turn, turn.thrower() == Team::k0 ? score : -score, standing);
  }

  Rules rules_;
  std::uint64_t seed_;
  std::unique_ptr<Engine> engine_;
  // By player.
  std::vector<std::unique_ptr<const Execution>> executions_;
  std::vector<Generator> generators_;
  ShotList shots_;
  std::vector<Release> releases_;
  std::vector<Board> boards_;
};

}  // namespace

double GreedyChanceToWin(const Turn& turn, int points, const Standing& standing) {
  double lead = standing.lead + points;
  if (turn.shot == kStones - 1) {
    const bool keeps_hammer = points < 0 || (points == 0 && turn.thrower() == turn.hammer);
    lead += keeps_hammer ? kHammer : -kHammer;
  }
  const double to_come =
      0.15 + 1.3 * std::sqrt(double(standing.ends_left)) + 0.05 * (kStones - 1 - turn.shot);
  return 1.0 / (1.0 + ExactExp(-1.7 * lead / to_come));
}

OptionTable GreedyOptions() {
  return {SpecOption::Whole("samples", 32, 1, 100'000, "throws of each candidate")};
}

std::unique_ptr<Player> MakeGreedy(const PlayerSetup& setup, SpecOptions& options) {
  return std::make_unique<GreedyPlayer>(setup, options.Int("samples"));
}

}  // namespace skipstone
