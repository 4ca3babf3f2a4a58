// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/throw_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/exact_math.h"
#include "base/random.h"
#include "base/stop.h"
#include "game/execution.h"
#include "ice/dc2_law.h"
#include "ice/fcv1_law.h"
#include "ice/free_path.h"

namespace skipstone {
namespace {

constexpr std::array<std::string_view, kThrowCases.size()> kCaseNames = {
    "free", "draw8", "real", "hit1", "hit4", "hit8", "hit12", "cluster", "fuzz"};

// Stones that are only near each other keep this gap.
constexpr double kGap_m = 0.01;
// A path that clears a stone by this much misses it in every engine; they differ by millimetres.
constexpr double kClearance_m = 0.02;
constexpr double kMaxClusterOverlap_m = 0.002;
constexpr double kMaxClusterGap_m = 0.0015;
constexpr double kNearLine_m = 0.005;

constexpr double Square(double x) { return x * x; }
double Distance(Vec2 a, Vec2 b) { return std::sqrt(Square(a.x - b.x) + Square(a.y - b.y)); }

// Where an undisturbed stone is on its way, to aim at stones and past them (FreePath only knows
// where it stops). All throws of an ice follow the end of one trajectory, turned and shifted.
class FlightPath {
 public:
  static const FlightPath& For(Law law) {
    static const FlightPath fcv1(Law::kFcv1);
    static const FlightPath dc2(Law::kDc2);
    return law == Law::kFcv1 ? fcv1 : dc2;
  }

  // The release with this speed whose path leads through `target`; one that is too slow to get
  // there stops on the line to it.
  Release Through(Vec2 target, double speed_mps, Handle handle) const {
    const Node start = NodeAt(speed_mps);
    const Vec2 from_release{target.x, target.y - release_y_m_};
    const double distance = std::sqrt(Square(from_release.x) + Square(from_release.y));
    const auto there = std::lower_bound(
        FirstAfter(speed_mps), nodes_.end() - 1, distance,
        [&](const Node& node, double d) { return Distance(node.place, start.place) < d; });
    const double turned = BearingOf(start.place, there->place) - start.heading_rad;
    return {speed_mps, ExactAtan2(from_release.x, from_release.y) - CurlSide(handle) * turned,
            handle};
  }

  // Whether the throw, if nothing stops it, keeps its distance from all stones.
  bool Clears(const Board& board, const Release& release) const {
    const Node start = NodeAt(release.speed_mps);
    const double side = CurlSide(release.handle);
    const SinCos turn = ExactSinCos(release.angle_rad - side * start.heading_rad);
    const double closest = 2.0 * stone_radius_m_ + kClearance_m;
    double first_y = 0.0;
    ForEachSlot(board.present(),
                [&](int slot) { first_y = std::min(first_y, board.y(slot) - closest); });
    bool clears = true;
    for (auto node = FirstAfter(release.speed_mps); node != nodes_.end() && clears; ++node) {
      const double x = side * (node->place.x - start.place.x);
      const double y = node->place.y - start.place.y;
      const Vec2 place{x * turn.cos + y * turn.sin, y * turn.cos - x * turn.sin + release_y_m_};
      if (place.y < first_y) continue;  // most of the way
      ForEachSlot(board.present(), [&](int slot) {
        clears = clears && Square(place.x - board.x(slot)) + Square(place.y - board.y(slot)) >=
                               Square(closest);
      });
    }
    return clears;
  }

 private:
  // From the fastest release to rest. The path starts along +y and curls to +x; headings and
  // bearings are angles from +y towards +x, as a release's.
  struct Node {
    double speed_mps;
    double heading_rad;
    Vec2 place;
  };

  explicit FlightPath(Law law)
      : release_y_m_(DefaultIce(law).sheet.release_y_m),
        stone_radius_m_(DefaultIce(law).sheet.stone_radius_m) {
    // A path turns too little between nodes to matter, and no stone fits between two.
    constexpr int kStepsPerNode[] = {16, 1};
    constexpr double kFastest[] = {5.0, 60.0};
    constexpr float kSpin = -100.0f;  // only its sign matters; never dies out
    const auto i = static_cast<std::size_t>(law);
    double vx = 0.0;
    double vy = kFastest[i];
    Vec2 place;
    for (int step = 0; vx != 0.0 || vy != 0.0; ++step) {
      if (step % kStepsPerNode[i] == 0) {
        nodes_.push_back({std::sqrt(vx * vx + vy * vy), ExactAtan2(vx, vy), place});
      }
      const auto fx = static_cast<float>(vx);
      const auto fy = static_cast<float>(vy);
      if (law == Law::kFcv1) {
        const fcv1::Motion next = fcv1::Step({fx, fy, kSpin});
        vx = next.vx;
        vy = next.vy;
      } else {
        const dc2::Velocity next =
            dc2::Friction({fx, fy}, kSpin, dc2::kDeceleration * dc2::kStep_s);
        vx = next.x;
        vy = next.y;
      }
      place.x += 0.001 * vx;
      place.y += 0.001 * vy;
    }
    nodes_.push_back({0.0, nodes_.back().heading_rad, place});
  }

  using Nodes = std::vector<Node>;

  Nodes::const_iterator FirstAfter(double speed_mps) const {
    return std::clamp(
        std::lower_bound(nodes_.begin(), nodes_.end(), speed_mps,
                         [](const Node& node, double v) { return node.speed_mps > v; }),
        nodes_.begin() + 1, nodes_.end() - 1);
  }

  Node NodeAt(double speed_mps) const {
    const auto after = FirstAfter(speed_mps);
    const Node& a = *(after - 1);
    const Node& b = *after;
    const double t = (speed_mps - a.speed_mps) / (b.speed_mps - a.speed_mps);
    return {speed_mps,
            a.heading_rad + t * (b.heading_rad - a.heading_rad),
            {a.place.x + t * (b.place.x - a.place.x), a.place.y + t * (b.place.y - a.place.y)}};
  }

  static double BearingOf(Vec2 from, Vec2 to) { return ExactAtan2(to.x - from.x, to.y - from.y); }

  double release_y_m_;
  double stone_radius_m_;
  Nodes nodes_;
};

// Makes the samples of one case, ice and seed.
class Sampler {
 public:
  Sampler(ThrowCase throw_case, std::uint64_t seed, const Ice& ice)
      : case_(throw_case),
        seed_(seed),
        sheet_(ice.sheet),
        diameter_m_(2.0 * ice.sheet.stone_radius_m),
        speed_scale_(SpeedScale(ice.law)),
        stops_(FreePath::For(ice.law)),
        flight_(FlightPath::For(ice.law)),
        execution_(MakeExecution(DefaultSizes(ExecutionModel::kDc3), ice.law)) {}

  std::vector<ThrowSample> Make(int count, Engine& engine) const {
    std::vector<ThrowSample> samples;
    const auto wanted = static_cast<std::size_t>(count);
    for (std::uint32_t k = 0; samples.size() < wanted && !StopRequested(); ++k) {
      if (case_ == ThrowCase::kReal) {
        PlayEnd(k, engine, wanted, samples);
      } else {
        samples.push_back(Sample(k));
      }
    }
    return samples;
  }

  ThrowBatch Batch(const ThrowSample& sample, int releases, std::uint32_t index) const {
    // Shots are numbered up to 15; this stream is apart from those of all samples.
    RandomStream random = Stream(index, kStones);
    ThrowBatch batch{sample.board, sample.turn, {}};
    for (int i = 0; i < releases; ++i) batch.releases.push_back(NoisyRelease(sample, random));
    return batch;
  }

 private:
  RandomStream Stream(std::uint32_t index, int shot) const {
    return RandomStream({.seed = seed_,
                         .game = static_cast<std::uint32_t>(case_),
                         .shot = static_cast<std::uint8_t>(shot),
                         .purpose = Purpose::kTest,
                         .index = index});
  }

  ThrowSample Sample(std::uint32_t index) const {
    RandomStream random = Stream(index, 0);
    switch (case_) {
      case ThrowCase::kFree:
        return {{}, RandomTurn(0, random), random.Below(4) == 0 ? Guard(random) : Draw(random)};
      case ThrowCase::kDraw8:
        return DrawAmong(8, random);
      case ThrowCase::kHit1:
        return HitAmong(1, random);
      case ThrowCase::kHit4:
        return HitAmong(4, random);
      case ThrowCase::kHit8:
        return HitAmong(8, random);
      case ThrowCase::kHit12:
        return HitAmong(12, random);
      case ThrowCase::kCluster:
        return Cluster(index % 2 == 0, random);
      case ThrowCase::kFuzz:
        return Fuzz(random);
      case ThrowCase::kReal:
        break;
    }
    SKIPSTONE_CHECK(false);
    return {};
  }

  // --- Pieces.

  static Handle RandomHandle(RandomStream& random) {
    return random.Below(2) == 0 ? Handle::kCw : Handle::kCcw;
  }

  double Speed(double low_mps, double high_mps, RandomStream& random) const {
    return speed_scale_ * random.Uniform(low_mps, high_mps);
  }

  // A shot of an end in which `stones` may lie already.
  static Turn RandomTurn(int stones, RandomStream& random) {
    return {stones + static_cast<int>(random.Below(static_cast<std::uint32_t>(kStones - stones))),
            Team::k1};
  }

  // Slots of stones thrown before.
  static std::vector<int> RandomSlots(const Turn& turn, int count, RandomStream& random) {
    std::vector<int> slots;
    for (int shot = 0; shot < turn.shot; ++shot) slots.push_back(Turn{shot, turn.hammer}.slot());
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      std::swap(slots[i], slots[i + random.Below(static_cast<std::uint32_t>(slots.size() - i))]);
    }
    slots.resize(static_cast<std::size_t>(count));
    return slots;
  }

  static Vec2 RandomStone(const Board& board, RandomStream& random) {
    std::uint32_t pick = random.Below(static_cast<std::uint32_t>(board.count()));
    Vec2 position;
    ForEachSlot(board.present(), [&](int slot) {
      if (pick-- == 0) position = board.position(slot);
    });
    return position;
  }

  static Vec2 InDisc(double radius_m, RandomStream& random) {
    Vec2 p;
    do {
      p = {random.Uniform(-radius_m, radius_m), random.Uniform(-radius_m, radius_m)};
    } while (Square(p.x) + Square(p.y) > Square(radius_m));
    return p;
  }

  Vec2 InFront(RandomStream& random) const {
    return {random.Uniform(-1.5, 1.5),
            random.Uniform(sheet_.hog_line_y_m + 0.5, -sheet_.house_radius_m)};
  }

  // In the house, or less often in front of it.
  Vec2 RandomSpot(RandomStream& random) const {
    return random.Below(3) == 0 ? InFront(random) : InDisc(sheet_.house_radius_m, random);
  }

  // Whether a stone would be at least this far from all others, centre to centre.
  static bool IsApart(const Board& board, Vec2 p, double distance_m) {
    bool apart = true;
    ForEachSlot(board.present(), [&](int slot) {
      apart = apart && Distance(p, board.position(slot)) >= distance_m;
    });
    return apart;
  }

  void Scatter(Board& board, int slot, RandomStream& random) const {
    Vec2 p = RandomSpot(random);
    while (!IsApart(board, p, diameter_m_ + kGap_m)) p = RandomSpot(random);
    board.Put(slot, p);
  }

  // A place that touches the stone at `neighbour`, `gap_m` (or an overlap, if negative) away.
  Vec2 Beside(Vec2 neighbour, double gap_m, double direction_rad) const {
    const SinCos direction = ExactSinCos(direction_rad);
    return {neighbour.x + (diameter_m_ + gap_m) * direction.sin,
            neighbour.y + (diameter_m_ + gap_m) * direction.cos};
  }

  bool InPlay(Vec2 p) const {
    const double r = sheet_.stone_radius_m;
    return std::abs(p.x) < sheet_.half_width_m - r && p.y > sheet_.hog_line_y_m + r &&
           p.y < sheet_.back_line_y_m;
  }

  // --- Calls.

  Release Draw(RandomStream& random) const {
    return stops_.DrawTo(InDisc(sheet_.house_radius_m - 0.1, random), RandomHandle(random));
  }

  Release Guard(RandomStream& random) const {
    return stops_.DrawTo({random.Uniform(-1.2, 1.2), random.Uniform(-5.0, -2.1)},
                         RandomHandle(random));
  }

  // At a stone, with its middle missed by up to `miss_m`.
  Release Hit(Vec2 stone, double speed_mps, double miss_m, RandomStream& random) const {
    return flight_.Through({stone.x + random.Uniform(-miss_m, miss_m), stone.y}, speed_mps,
                           RandomHandle(random));
  }

  // At a stone with little more than draw weight: it would stop up to `beyond_m` behind it.
  Release Tap(Vec2 stone, double beyond_m, double miss_m, RandomStream& random) const {
    const Vec2 stop{stone.x, stone.y + random.Uniform(0.0, beyond_m)};
    return Hit(stone, stops_.DrawTo(stop, Handle::kCw).speed_mps, miss_m, random);
  }

  Release Freeze(Vec2 stone, RandomStream& random) const {
    return stops_.DrawTo({stone.x + random.Uniform(-0.1, 0.1), stone.y - diameter_m_},
                         RandomHandle(random));
  }

  // As calls are made in an end: 40 % draws, 12 % guards, 28 % hits, 8 % peels, 12 % freezes and
  // taps; draws, as long as there is no stone to aim at.
  Release Call(const Board& board, RandomStream& random) const {
    const std::uint32_t kind = random.Below(100);
    if (kind < 12) return Guard(random);
    if (kind < 52 || board.count() == 0) return Draw(random);
    const Vec2 stone = RandomStone(board, random);
    if (kind < 80) return Hit(stone, Speed(2.6, 3.3, random), 0.15, random);
    if (kind < 88) return Hit(stone, Speed(3.4, 4.0, random), 0.15, random);
    return kind < 94 ? Freeze(stone, random) : Tap(stone, 1.0, 0.1, random);
  }

  Release NoisyRelease(const ThrowSample& sample, RandomStream& random) const {
    constexpr int kTries = 200;
    for (int i = 0; i < kTries; ++i) {
      const Release release = execution_->Sample(sample.release, random);
      if (case_ != ThrowCase::kDraw8 || flight_.Clears(sample.board, release)) return release;
    }
    return sample.release;
  }

  // --- Cases.

  // Plays an end and adds its throws, up to `wanted` samples in all.
  void PlayEnd(std::uint32_t end, Engine& engine, std::size_t wanted,
               std::vector<ThrowSample>& samples) const {
    constexpr int kFewest = 2;
    constexpr int kMost = 10;
    Board board;
    for (int shot = 0; shot < kStones && samples.size() < wanted && !StopRequested(); ++shot) {
      RandomStream random = Stream(end, shot);
      const Turn turn{shot, Team::k1};
      const Release release = execution_->Sample(Call(board, random), random);
      if (board.count() >= kFewest && board.count() <= kMost) {
        samples.push_back({board, turn, release});
      }
      board = engine.Run(board, turn, release).board;
      // An engine may leave stones closer together than the next throw may find them.
      if (FindOverlap(board, sheet_)) return;
    }
  }

  ThrowSample DrawAmong(int stones, RandomStream& random) const {
    ThrowSample sample;
    sample.turn = RandomTurn(stones, random);
    sample.release = Draw(random);
    for (const int slot : RandomSlots(sample.turn, stones, random)) {
      Board alone;
      do {
        sample.board.Remove(slot);
        Scatter(sample.board, slot, random);
        alone.Put(slot, sample.board.position(slot));
      } while (!flight_.Clears(alone, sample.release));
    }
    return sample;
  }

  ThrowSample HitAmong(int stones, RandomStream& random) const {
    ThrowSample sample;
    sample.turn = RandomTurn(stones, random);
    for (const int slot : RandomSlots(sample.turn, stones, random)) {
      Scatter(sample.board, slot, random);
    }
    sample.release = Hit(RandomStone(sample.board, random), Speed(2.6, 3.3, random), 0.2, random);
    return sample;
  }

  ThrowSample Cluster(bool overlapping, RandomStream& random) const {
    constexpr int kMostOthers = 3;
    const int touching = 2 + static_cast<int>(random.Below(5));
    const int others = static_cast<int>(random.Below(kMostOthers + 1));
    ThrowSample sample;
    Board& board = sample.board;
    sample.turn = RandomTurn(touching + others, random);
    const std::vector<int> slots = RandomSlots(sample.turn, touching + others, random);
    // A third are straight lines of stones, the others grow anywhere.
    const bool is_line = random.Below(3) == 0;
    const double direction = random.Uniform(-kPi, kPi);
    const double closest = diameter_m_ - (overlapping ? kMaxClusterOverlap_m : 0.0);
    while (board.count() < touching) {
      const int placed = board.count();
      const int slot = slots[static_cast<std::size_t>(placed)];
      if (placed == 0) {
        board.Put(slot, InDisc(1.3, random));
        continue;
      }
      const Vec2 neighbour = is_line ? board.position(slots[static_cast<std::size_t>(placed) - 1])
                                     : RandomStone(board, random);
      const double gap = overlapping ? -random.Uniform(0.0, kMaxClusterOverlap_m)
                                     : random.Uniform(0.0, kMaxClusterGap_m);
      const Vec2 p = Beside(neighbour, gap, is_line ? direction : random.Uniform(-kPi, kPi));
      if (InPlay(p) && IsApart(board, p, closest)) {
        board.Put(slot, p);
      } else if (is_line) {
        board = {};  // it left the sheet: begin elsewhere
      }
    }
    const Vec2 stone = RandomStone(board, random);
    for (int i = touching; i < touching + others; ++i) {
      Scatter(board, slots[static_cast<std::size_t>(i)], random);
    }
    sample.release = random.Below(4) == 0 ? Tap(stone, 1.5, 0.25, random)
                                          : Hit(stone, Speed(2.4, 3.8, random), 0.25, random);
    return sample;
  }

  // A place within millimetres of where a stone leaves the sheet.
  Vec2 NearALine(RandomStream& random) const {
    const double r = sheet_.stone_radius_m;
    const double near = random.Uniform(-kNearLine_m, kNearLine_m);
    const double x = random.Uniform(-sheet_.half_width_m, sheet_.half_width_m);
    const double y = random.Uniform(sheet_.hog_line_y_m, sheet_.back_line_y_m);
    switch (random.Below(5)) {
      case 0:
        return {sheet_.half_width_m - r + near, y};
      case 1:
        return {-sheet_.half_width_m + r + near, y};
      case 2:
        return {x, sheet_.hog_line_y_m + r + near};
      case 3:
        return {x, sheet_.back_line_y_m - r + near};  // dc2's play area ends here outside the house
      default:
        return {x, sheet_.back_line_y_m + r + near};
    }
  }

  Vec2 FuzzSpot(const Board& board, RandomStream& random) const {
    const std::uint32_t kind = random.Below(100);
    if (kind < 35 && board.count() > 0) {
      return Beside(RandomStone(board, random),
                    random.Uniform(-kMaxClusterOverlap_m, kMaxClusterOverlap_m),
                    random.Uniform(-kPi, kPi));
    }
    if (kind < 50) return NearALine(random);
    const double r = sheet_.stone_radius_m;
    return {random.Uniform(r - sheet_.half_width_m, sheet_.half_width_m - r),
            random.Uniform(sheet_.hog_line_y_m + r, sheet_.back_line_y_m)};
  }

  Release FuzzRelease(const Board& board, RandomStream& random) const {
    const std::uint32_t kind = random.Below(8);
    const Handle handle = RandomHandle(random);
    const double angle = random.Uniform(-0.12, 0.12);
    if (kind == 0) return {Speed(0.0, 1.8, random), angle, handle};
    if (kind == 1) return {4.0 * speed_scale_, 0.5 * angle, handle};
    if (kind == 2 || board.count() == 0) return {Speed(1.8, 4.0, random), angle, handle};
    const Vec2 stone = RandomStone(board, random);
    // Some graze it, some just miss.
    const double miss = 1.1 * diameter_m_;
    return kind < 6 ? Tap(stone, 1.5, miss, random)
                    : Hit(stone, Speed(2.2, 4.0, random), miss, random);
  }

  ThrowSample Fuzz(RandomStream& random) const {
    ThrowSample sample;
    const int stones = static_cast<int>(random.Below(kStones));
    sample.turn = RandomTurn(stones, random);
    for (const int slot : RandomSlots(sample.turn, stones, random)) {
      Vec2 p = FuzzSpot(sample.board, random);
      while (!IsApart(sample.board, p, diameter_m_ - kMaxClusterOverlap_m)) {
        p = FuzzSpot(sample.board, random);
      }
      sample.board.Put(slot, p);
    }
    sample.release = FuzzRelease(sample.board, random);
    return sample;
  }

  ThrowCase case_;
  std::uint64_t seed_;
  Sheet sheet_;
  double diameter_m_;
  double speed_scale_;
  const FreePath& stops_;
  const FlightPath& flight_;
  std::unique_ptr<const Execution> execution_;
};

}  // namespace

std::string_view CaseName(ThrowCase throw_case) {
  return kCaseNames[static_cast<std::size_t>(throw_case)];
}

std::string CaseNames() { return fmt::format("{}", fmt::join(kCaseNames, ", ")); }

ThrowCase CaseFromName(std::string_view name) {
  for (const ThrowCase throw_case : kThrowCases) {
    if (name == CaseName(throw_case)) return throw_case;
  }
  throw Error(ErrorKind::kUsage, "",
              fmt::format("expected a case of {}; got {}", CaseNames(), Quote(Json(name))));
}

std::vector<ThrowSample> MakeThrows(ThrowCase throw_case, std::uint64_t seed, int count,
                                    Engine& engine) {
  return Sampler(throw_case, seed, engine.ice()).Make(count, engine);
}

std::vector<ThrowBatch> MakeBatches(ThrowCase throw_case, std::uint64_t seed, int boards,
                                    int releases_per_board, Engine& engine) {
  const Sampler sampler(throw_case, seed, engine.ice());
  std::vector<ThrowBatch> batches;
  for (const ThrowSample& sample : sampler.Make(boards, engine)) {
    batches.push_back(
        sampler.Batch(sample, releases_per_board, static_cast<std::uint32_t>(batches.size())));
  }
  return batches;
}

}  // namespace skipstone
