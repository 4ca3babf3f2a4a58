// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/machine.h"
#include "base/stop.h"
#include "game/throw_samples.h"
#include "lab/bench.h"
#include "options/verb.h"
#include "shots/generator.h"
#include "shots/rollout.h"

namespace skipstone {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr int kThrows = 1024;
// The measurements take turns this often, so that all see the same state of the machine.
constexpr int kRounds = 15;

struct Options {
  std::string ice = "both";
  double seconds = 0.5;
  bool json = false;
};

// Some work that is done `count` times a pass.
struct Work {
  std::string name;
  std::string what;
  std::size_t count;
  std::function<void()> pass;
  std::vector<double> ns = {};  // of one, by round
};

// What compilers must not throw away.
double sink = 0.0;

class ShotsBench {
 public:
  ShotsBench(Law law, double seconds) : seconds_(seconds), ice_(DefaultIce(law)), aim_(law) {
    const RulesPreset preset = law == Law::kFcv1 ? RulesPreset::kDc3 : RulesPreset::kDc2;
    rules_ = MakeRules(preset);
    engine_ = MakeEngine("event", ice_);
    execution_ = MakeExecution(
        DefaultSizes(law == Law::kFcv1 ? ExecutionModel::kDc3 : ExecutionModel::kGat), law);
    policy_ = std::make_unique<RulePolicy>(ice_, rules_);
    errors_ = std::make_unique<ErrorBank>(execution_->sizes(), law);
    throwers_ = SameThrowers(*errors_, *policy_);
    throws_ = MakeThrows(ThrowCase::kReal, kSeed, kThrows, *engine_);
    for (const ThrowSample& sample : MakeThrows(ThrowCase::kHit8, kSeed, kThrows, *engine_)) {
      eight_.push_back({sample.board, sample.turn});
      if (sample.turn.shot + 5 <= kStones) with_five_left_.push_back(eight_.back());
      // Aim at stones of such boards: the two that are delivered first.
      std::vector<Vec2> stones;
      ForEachSlot(sample.board.present(),
                  [&](int slot) { stones.push_back(sample.board.position(slot)); });
      targets_.push_back({stones[0], stones[1]});
    }
    CollectRollOuts();
    MakeWorks();
  }

  void Run() {
    for (int round = 0; round < kRounds && !StopRequested(); ++round) {
      for (Work& work : works_) {
        const double start = CpuSeconds();
        std::size_t done = 0;
        do {
          work.pass();
          done += work.count;
        } while (CpuSeconds() - start < seconds_ / kRounds);
        work.ns.push_back(1e9 * (CpuSeconds() - start) / static_cast<double>(done));
      }
    }
  }

  void Print() const {
    fmt::print("{}: one simulated shot takes {:.0f} ns\n", LawName(ice_.law), ShotNs());
    for (const Work& work : works_) {
      const double ns = MedianOf(work.ns);
      fmt::print("  {:<14} {:>9.0f} ns {:>9.2f} shots   {}\n", work.name, ns, ns / ShotNs(),
                 work.what);
    }
    for (const Work& work : works_) {
      if (!work.name.starts_with("rollout5")) continue;
      fmt::print("  {}: {:.0f} per second and core\n", work.name, 1e9 / MedianOf(work.ns));
    }
    fmt::print("  rule against rule: {:.0f} ends per second and core\n",
               1e9 / MedianOf(works_.back().ns));
  }

  JsonOut ToJson() const {
    JsonOut json = {{"ice", LawName(ice_.law)}};
    for (const Work& work : works_) {
      const double ns = MedianOf(work.ns);
      json[work.name] = {{"ns", ns}, {"shots", ns / ShotNs()}};
    }
    return json;
  }

 private:
  double ShotNs() const { return MedianOf(works_.front().ns); }
  static Handle HandleOf(std::size_t i) { return i % 2 == 0 ? Handle::kCw : Handle::kCcw; }

  // The positions of some ends of rule against rule.
  void CollectRollOuts() {
    for (int end = 0; end < 64; ++end) {
      Position position{Board(), {0, Team::k1}};
      RandomStream random = EndStream(end);
      for (; position.turn.shot < kStones; ++position.turn.shot) {
        rollout_positions_.push_back(position);
        const Release called = policy_->Call(position, {});
        position.board = ThrowStone(position, execution_->Sample(called, random), *engine_, rules_)
                             .outcome.board;
      }
    }
  }

  static RandomStream EndStream(int end) {
    return RandomStream(
        {.seed = kSeed, .game = static_cast<std::uint32_t>(end), .purpose = Purpose::kPlayout});
  }

  // Work on the targets, given as (first stone, second stone, handle).
  void AddAim(const std::string& name, const std::string& what,
              std::function<double(Vec2, Vec2, Handle)> aim) {
    works_.push_back({name, what, targets_.size(), [this, aim] {
                        for (std::size_t i = 0; i < targets_.size(); ++i) {
                          sink = sink + aim(targets_[i][0], targets_[i][1], HandleOf(i));
                        }
                      }});
  }

  void AddGenerator(const std::string& name, const std::string& what, Width width) {
    works_.push_back({name, what, eight_.size(), [this, width] {
                        const Generator generator(ice_, rules_, width);
                        ShotList shots;
                        for (const Position& position : eight_) {
                          generator.List(position, shots);
                          sink = sink + static_cast<double>(shots.size());
                        }
                      }});
  }

  void AddRollOut(ExecutionModel model) {
    const auto errors = std::make_shared<const ErrorBank>(DefaultSizes(model), ice_.law);
    works_.push_back(
        {fmt::format("rollout5_{}", ModelName(model)),
         "five shots by rule from positions with 8 stones", with_five_left_.size(), [this, errors] {
           const Throwers throwers = SameThrowers(*errors, *policy_);
           RandomStream random = EndStream(0);
           for (const Position& position : with_five_left_) {
             sink = sink + RollOut(position, {}, 5, throwers, rules_, *engine_, random);
           }
         }});
  }

  void MakeWorks() {
    works_.push_back({"shot", "a realistic throw, simulated on event", throws_.size(), [this] {
                        for (const ThrowSample& t : throws_) {
                          sink = sink + engine_->Run(t.board, t.turn, t.release).board.x(0);
                        }
                      }});
    const auto angle_of = [](const std::optional<Aim::Hit>& hit) {
      return hit ? hit->pass.release.angle_rad : 0.0;
    };
    const double normal = aim_.SpeedOf(Weight::kNormal);
    AddAim("draw_to", "aim, simple",
           [this](Vec2 a, Vec2, Handle h) { return aim_.DrawTo(a, h).angle_rad; });
    AddAim("pass_through", "aim, simple", [this, normal](Vec2 a, Vec2, Handle h) {
      return aim_.PassThrough(a, normal, h)->release.angle_rad;
    });
    AddAim("hit_stone", "aim, simple", [this, normal, angle_of](Vec2 a, Vec2, Handle h) {
      return angle_of(aim_.HitStone(a, 0.3, normal, h));
    });
    AddAim("drive_to", "aim, refined", [this, angle_of](Vec2 a, Vec2, Handle h) {
      return angle_of(aim_.DriveTo(a, {0.0, a.y + 1.0}, h));
    });
    AddAim("run_back", "aim, refined", [this, normal, angle_of](Vec2 a, Vec2 b, Handle h) {
      return angle_of(aim_.RunBack(a, b, 0.0, normal, h));
    });
    AddAim("hit_then_hit", "aim, refined", [this, normal, angle_of](Vec2 a, Vec2 b, Handle h) {
      return angle_of(aim_.HitThenHit(a, b, normal, h));
    });
    AddGenerator("generator", "all candidates of a skip, 8 stones lying", Width::kSkip);
    AddGenerator("generator_wide", "the wide setting, 8 stones lying", Width::kWide);
    works_.push_back(
        {"rule", "a choice by rule, positions of its ends", rollout_positions_.size(), [this] {
           for (const Position& position : rollout_positions_) {
             sink = sink + policy_->Call(position, {}).angle_rad;
           }
         }});
    if (ice_.law == Law::kFcv1) {
      AddRollOut(ExecutionModel::kDc3);
      AddRollOut(ExecutionModel::kOlympic);
    } else {
      AddRollOut(ExecutionModel::kGat);
    }
    works_.push_back({"end", "16 stones, rule against rule", 64, [this] {
                        for (int end = 0; end < 64; ++end) {
                          RandomStream random = EndStream(end);
                          sink = sink + RollOut({Board(), {0, Team::k1}}, {}, kStones, throwers_,
                                                rules_, *engine_, random);
                        }
                      }});
  }

  double seconds_;
  Ice ice_;
  Rules rules_;
  Aim aim_;
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<const Execution> execution_;
  std::unique_ptr<RulePolicy> policy_;
  std::unique_ptr<const ErrorBank> errors_;
  Throwers throwers_;
  std::vector<ThrowSample> throws_;
  std::vector<Position> eight_;
  std::vector<Position> with_five_left_;  // of these
  std::vector<std::array<Vec2, 2>> targets_;
  std::vector<Position> rollout_positions_;
  std::vector<Work> works_;
};

void Run(const Options& options) {
  if (std::isnan(options.seconds)) {  // which is in every range
    throw Error(ErrorKind::kUsage, "--seconds", "expected seconds, got nan");
  }
  JsonOut results = JsonOut::array();
  if (!options.json) {
    fmt::print("{}; one thread, its CPU time; medians of {} rounds\n", MachineText(), kRounds);
  }
  for (const Law law : {Law::kFcv1, Law::kDc2}) {
    if (options.ice != "both" && options.ice != LawName(law)) continue;
    ShotsBench bench(law, options.seconds);
    bench.Run();
    if (StopRequested()) {
      fmt::print(stderr, "skipstone: bench: stopped\n");
      return;
    }
    if (options.json) {
      results.push_back(bench.ToJson());
    } else {
      bench.Print();
    }
  }
  if (options.json)
    fmt::print("{}\n", JsonOut({{"machine", MachineText()}, {"ices", results}}).dump());
}

}  // namespace

void AddBenchShots(Verb& bench) {
  Verb* shots = bench.add_subcommand(
      "shots", "Aim, generator and rules of thumb, in units of one simulated shot");
  const auto options = std::make_shared<Options>();
  shots->add_option("--ice", options->ice, "fcv1, dc2 or both")
      ->check(IsMember({"fcv1", "dc2", "both"}))
      ->capture_default_str();
  shots->add_option("--seconds", options->seconds, "how long each measurement runs")
      ->check(Range(0.001, 1000.0))
      ->capture_default_str();
  shots->add_flag("--json", options->json, "for programs");
  AddExample(*shots, "./skipstone bench shots --ice fcv1 --seconds 0.02");
  shots->callback([options] { Run(*options); });
}

}  // namespace skipstone
