// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/self_play.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.h"
#include "base/files.h"
#include "base/log_file.h"
#include "learn/learning_curve.h"
#include "learn/run_folder.h"
#include "net/network.h"
#include "search/policy_guide.h"
#include "search/simulation.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

// Situations that self-play is about.
constexpr double kForPoints = 0.125;  // the part of ends that are played for points
constexpr int kMostEndsLeft = 8;
constexpr double kLeadDeviation = 2.0;
constexpr double kUndecided = 0.03;  // who wins has at most 1 minus this of it already

double Seconds(std::chrono::steady_clock::time_point since) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
}

}  // namespace

int SelfPlaySetup::Generations() const {
  const std::int64_t each = PositionsOfGeneration();
  return static_cast<int>((positions + each - 1) / each);
}

bool SelfPlaySetup::IsKrDlUct() const { return search.substr(0, search.find(':')) == "kr-dl-uct"; }

double SelfPlaySetup::LearningRate(int generation) const {
  return learning_rate * std::min(1.0, 10.0 / (generation + 1.0));
}

std::string SelfPlaySetup::SpecOf(const fs::path& network) const {
  return fmt::format("{}{}network={},playouts={},last-stone=off", search,
                     search.find(':') == std::string::npos ? ":" : ",", network.string(),
                     simulations);
}

JsonOut ToJson(const SelfPlaySetup& setup) {
  return {{"ice", ToJson(setup.terms.ice)},
          {"rules", ToJson(setup.terms.rules)},
          {"execution", ToJson(setup.terms.sizes())},
          {"search", setup.search},
          {"simulations", setup.simulations},
          {"explore", setup.IsKrDlUct() ? setup.explore : 0},
          {"seed", setup.seed},
          {"ends_of_generation", setup.ends_of_generation},
          {"window", setup.window},
          {"samples_per_position", setup.samples_per_position},
          {"policy", setup.learn_visits ? "visits" : "values"},
          {"executions", setup.executions},
          {"alpha", setup.alpha},
          {"for", setup.for_the_win ? "win" : "points"},
          {"solve_last", setup.solve_last},
          {"batch", setup.batch},
          {"learning_rate", setup.learning_rate},
          {"weight_decay", setup.weight_decay},
          {"gate", setup.gate}};
}

std::vector<SelfPlayPoint> ReadSelfPlayReport(const fs::path& path) {
  std::vector<SelfPlayPoint> curve;
  LineReader reader(path.string());
  while (const auto line = reader.Next()) {
    const std::string where = fmt::format("{}:{}", path.string(), line->number);
    if (line->too_long) throw BadData(where, "expected a generation, got a line too long");
    const Json json = ParseJson(line->text, where);
    const Field field(json, where);
    SelfPlayPoint& point = curve.emplace_back();
    point.generation = static_cast<int>(field.At("generation").Int(1, 1'000'000'000));
    point.positions = field.At("positions").Int(1, std::int64_t{1} << 50);
    point.policy_loss = field.At("policy_loss").Number();
    point.value_loss = field.At("value_loss").Number();
    if (const auto passed = field.Find("passed")) point.passed = passed->Bool();
    if (const auto elo = field.Find("elo")) point.elo = elo->Number();
  }
  return curve;
}

Utility DrawUtility(const WinTable& table, RandomStream& random) {
  if (random.Uniform() < kForPoints) return UtilityOfPoints();
  // The fewer ends are left, the more the score matters: n ends by 1 / n.
  double all = 0.0;
  for (int n = 1; n <= kMostEndsLeft; ++n) all += 1.0 / n;
  double left = random.Uniform() * all;
  int ends_left = 1;
  while (ends_left < kMostEndsLeft && left >= 1.0 / ends_left) left -= 1.0 / ends_left++;
  while (true) {
    const int lead = static_cast<int>(std::lround(kLeadDeviation * random.NormalPair()[0]));
    const double wins = table.HammerWins(ends_left, lead);
    if (wins >= kUndecided && wins <= 1.0 - kUndecided) return table.UtilityOf(ends_left - 1, lead);
  }
}

SelfPlayer::SelfPlayer(const SelfPlaySetup& setup, const fs::path& network)
    : rules_(setup.terms.rules),
      terms_(setup.terms),
      table_(setup.for_the_win ? &ShippedWinTable(setup.terms.ice.law, setup.terms.rules.tie_break)
                               : nullptr),
      search_(MakeSearch(setup.SpecOf(network) +
                             (setup.IsKrDlUct() ? fmt::format(",explore={}", setup.explore) : ""),
                         terms_)),
      network_(MakePolicyValue(fmt::format("network:file={}", network.string()), setup.terms)),
      policy_(kPolicyCells),
      boards_(static_cast<std::size_t>(setup.executions)),
      judged_(static_cast<std::size_t>(setup.executions)),
      last_stone_(setup.solve_last
                      ? std::make_unique<LastStone>(setup.terms.ice, setup.terms.rules,
                                                    setup.terms.sizes(), kQuickLastStone)
                      : nullptr),
      cells_(setup.terms.ice, MaxSpeed(setup.terms.sizes(), setup.terms.ice.law)),
      game_(std::make_unique<Simulation>(terms_)) {
  if (setup.learn_visits) return;
  auto execution = MakeExecution(setup.terms.sizes(), setup.terms.ice.law);
  const ErrorShape shape = setup.IsKrDlUct() ? execution->shape() : ErrorShape::kPoint;
  improvement_ = std::make_unique<PolicyImprovement>(std::move(execution), shape);
}

Release SelfPlayer::Choose(const Utility& utility, RandomStream& random, PolicySample& sample) {
  const Turn& turn = sample.position.turn;
  if (last_stone_ && turn.shot == kStones - 1) {
    const LastStoneAnswer answer = last_stone_->Solve(sample.position, utility);
    sample.SetCell(cells_.CellOf(answer.best));
    sample.scores = BetweenViews(answer.scores, turn);
    return answer.best;
  }
  const SearchTask task{.position = sample.position, .utility = utility, .seed = random.NextU64()};
  const SearchResult result = search_.search->Run(task, search_.limits);
  const double temperature = PolicyTemperature(rules_, turn);
  network_->PlayFor(utility);
  if (improvement_) {
    network_->Policy(sample.position.board, turn, 1.0, policy_);
    improvement_->Set(result, cells_, policy_, utility.per_point, sample);
  } else {
    SetSearched(result, cells_, temperature, sample);
  }
  const ScoreDistribution scores = boards_.empty()
                                       ? result.ranked.front().scores
                                       : JudgeThrows(sample.position, result.best, random);
  sample.scores = BetweenViews(scores, turn);
  return DrawCall(result, temperature, random);
}

ScoreDistribution SelfPlayer::JudgeThrows(const Position& position, const Release& called,
                                          RandomStream& random) {
  Position next;
  for (std::size_t i = 0; i < boards_.size(); ++i) {
    next = game_->Throw(position, game_->Sample(position.turn, called, random));
    boards_[i] = next.board;
    if (Simulation::IsOver(next)) {
      judged_[i] = {};
      judged_[i][game_->Score(next)] = 1.0;
    }
  }
  if (!Simulation::IsOver(next)) network_->Evaluate(boards_, next.turn, judged_);
  ScoreDistribution mean;
  for (const ScoreDistribution& scores : judged_) {
    for (std::size_t s = 0; s < kScores; ++s) {
      mean.probability[s] += scores.probability[s] / static_cast<double>(judged_.size());
    }
  }
  return mean;
}

SampledEnd SelfPlayer::Play(std::uint64_t seed, std::uint32_t number) {
  RandomStream random({.seed = seed, .game = number, .purpose = Purpose::kLearn});
  SampledEnd end;
  end.number = number;
  Position position{{}, {0, Team::k1}};
  const Utility utility = table_ != nullptr ? DrawUtility(*table_, random) : UtilityOfPoints();
  for (PolicySample& sample : end.samples) {
    sample.position = position;
    sample.stake = StakeOf(utility);
    const Release called = Choose(utility, random, sample);
    position = game_->Throw(position, game_->Sample(position.turn, called, random));
  }
  end.points = game_->Score(position);
  // As files have it, so that an end that was just played is the one that is read again.
  return SampledEndFrom(ToBytes(end));
}

SelfPlay::SelfPlay(fs::path folder, const SelfPlaySetup& setup, const fs::path& start,
                   SelfPlayWorld world)
    : folder_(std::move(folder)), setup_(setup), world_(std::move(world)) {
  const Network network = Network::Read(start);
  if (network.definition().kind != NetworkKind::kPvStones) {
    throw Error(ErrorKind::kUsage, start.string(),
                fmt::format("expected a policy-value network (pv-stones), got {}",
                            NetworkKindName(network.definition().kind)));
  }
  if (!setup.IsKrDlUct() && setup.search.substr(0, setup.search.find(':')) != "dl-uct") {
    throw Error(ErrorKind::kUsage, "search",
                fmt::format("expected kr-dl-uct or dl-uct, which say what they tried, got \"{}\"",
                            setup.search));
  }
  SelfPlayer(setup, start);  // throws now rather than later
  about_ = ToJson(setup_);
  about_["start"] = HashOfNetwork(start);
  if (setup.for_the_win) {
    about_["win_table"] =
        HashOfTable(ShippedWinTable(setup.terms.ice.law, setup.terms.rules.tie_break));
  }
  BeginRun(folder_, about_);
  MakeFolder(Place(0, ""));
  if (!fs::exists(StartPath())) WriteFile(StartPath(), ReadFile(start));
  if (!fs::exists(NetworkPath(0))) {
    WriteTensorFile(NetworkPath(0), (setup.for_the_win ? network.WithStakes() : network).ToFile());
  }
}

fs::path SelfPlay::Place(int generation, const std::string& name) const {
  return folder_ / fmt::format("generation-{:04}", generation) / name;
}
fs::path SelfPlay::NetworkPath(int generation) const {
  return Place(generation, "network.safetensors");
}
fs::path SelfPlay::EndsPath(int generation) const { return Place(generation, "ends"); }

fs::path SelfPlay::PlayerPath(int generation) const {
  if (!setup_.gate || generation == 0) return NetworkPath(generation);
  const fs::path path = Place(generation, "gate.json");
  const Json gate = ParseJson(ReadFile(path), path.string());
  return Field(gate, path.string()).At("passed").Bool() ? NetworkPath(generation)
                                                        : PlayerPath(generation - 1);
}

// 1. A generation's ends, by one network; in order, whatever the order they were played in.
std::optional<std::vector<SampledEnd>> SelfPlay::Play(int generation) {
  const fs::path player = PlayerPath(generation);
  const std::uint64_t seed =
      MixedSeed({setup_.seed, static_cast<std::uint64_t>(generation)}, "self-play");
  Work work;
  work.what = fmt::format("ends of generation {} of {}", generation, setup_.Generations());
  work.path = EndsPath(generation);
  work.header = {{"skipstone", "self-play"},
                 {"version", 2},
                 {"setup", about_},
                 {"generation", generation},
                 {"network", HashOfNetwork(player)},
                 {"provenance", world_.provenance}};
  work.record_size = SampledEndSize();
  work.count = static_cast<std::uint32_t>(setup_.ends_of_generation);
  std::vector<SampledEnd> ends(work.count);
  work.take = [&ends](std::string_view record, const std::string&) {
    SampledEnd end = SampledEndFrom(record);
    const std::uint32_t number = end.number;
    if (number < ends.size()) ends[number] = std::move(end);
    return number;
  };
  work.make_maker = [&] {
    const auto players = std::make_shared<SelfPlayer>(setup_, player);
    return [players, seed](std::uint32_t number) { return ToBytes(players->Play(seed, number)); };
  };
  if (!Do(work, world_)) return std::nullopt;
  return ends;
}

std::size_t SelfPlay::WindowGenerations() const {
  return static_cast<std::size_t>(
      std::max<std::int64_t>(1, setup_.window / setup_.PositionsOfGeneration()));
}

// At the start of a run the window is read from the files; what they lack is played again.
bool SelfPlay::BringWindowTo(int generation) {
  const int most = static_cast<int>(WindowGenerations());
  const int next = window_.empty() ? 0 : window_.back().number + 1;
  for (int g = std::max(next, generation + 1 - most); g <= generation; ++g) {
    auto ends = Play(g);
    if (!ends) return false;
    window_.push_back({g, std::move(*ends)});
  }
  while (window_.size() > WindowGenerations()) window_.pop_front();
  return true;
}

std::vector<PolicySample> SelfPlay::DrawSamples(int generation, std::size_t count) const {
  RandomStream random(
      {.seed = MixedSeed({setup_.seed, static_cast<std::uint64_t>(generation)}, "window"),
       .purpose = Purpose::kLearn});
  const std::size_t latest = std::max<std::size_t>(1, WindowGenerations() / 5);
  std::vector<PolicySample> drawn;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t among = i % 2 == 0 ? std::min(latest, window_.size()) : window_.size();
    const std::vector<SampledEnd>& ends =
        window_[window_.size() - 1 - random.Below(static_cast<std::uint32_t>(among))].ends;
    const SampledEnd& end = ends[random.Below(static_cast<std::uint32_t>(ends.size()))];
    PolicySample& sample = drawn.emplace_back(end.samples[random.Below(kStones)]);
    if (setup_.alpha == 0.0) continue;
    ScoreDistribution score;
    score[end.points] = 1.0;
    score = BetweenViews(score, sample.position.turn);
    for (std::size_t s = 0; s < kScores; ++s) {
      double& p = sample.scores.probability[s];
      p = setup_.alpha * score.probability[s] + (1.0 - setup_.alpha) * p;
    }
  }
  return drawn;
}

// 2. Training on the latest positions: a new network, and the optimiser's state for the next.
bool SelfPlay::Train(int generation) {
  const fs::path out = NetworkPath(generation + 1);
  // Only the newest checkpoint is ever gone on with.
  const auto tidy = [&] {
    fs::remove(Place(generation + 1, "train.data"));
    fs::remove(Place(generation, "checkpoint"));
  };
  if (fs::exists(out)) {
    tidy();  // a kill may have come between
    return true;
  }
  MakeFolder(Place(generation + 1, ""));
  const double enough =
      std::min(1.0, static_cast<double>(window_.size()) / SelfPlaySetup::kEnoughGenerations);
  const auto positions = static_cast<double>(setup_.PositionsOfGeneration());
  const double samples = enough * setup_.samples_per_position * positions;
  const auto steps = static_cast<std::int64_t>(std::max(1.0, samples / setup_.batch));
  // More than so many are learned from in several rounds through the same ones.
  const double rows =
      std::max(1.0, std::min(samples, SelfPlaySetup::kEnoughGenerations * positions));
  const NetworkDefinition definition = Network::Read(NetworkPath(0)).definition();
  WriteTensorFile(Place(generation + 1, "train.data"),
                  PolicyDatasetOf(DrawSamples(generation, static_cast<std::size_t>(rows)),
                                  setup_.terms, definition.stakes));
  JsonOut metadata = NetworkMetadata(setup_.terms, world_.provenance);
  metadata["generation"] = fmt::format("{}", generation + 1);
  metadata["positions"] = fmt::format("{}", (generation + 1) * setup_.PositionsOfGeneration());
  JsonOut job = {{"definition", ToJson(definition)},
                 {"data", {"train.data"}},
                 {"out", "network.safetensors"},
                 {"checkpoint", "checkpoint"},
                 {"curve", "curve.jsonl"},
                 {"steps", steps},
                 {"batch", setup_.batch},
                 {"learning_rate", setup_.LearningRate(generation)},
                 {"final_learning_rate", setup_.LearningRate(generation)},
                 {"weight_decay", setup_.weight_decay},
                 {"seed", setup_.seed + static_cast<std::uint64_t>(generation)},
                 {"threads", world_.threads},
                 {"report_steps", steps},
                 {"metadata", metadata}};
  if (generation == 0) {
    job["init"] = "../generation-0000/network.safetensors";
  } else {
    job["continue"] = fmt::format("../generation-{:04}/checkpoint", generation);
  }
  WriteFile(Place(generation + 1, "job.json"), job.dump(1) + "\n");
  if (!world_.train(Place(generation + 1, "job.json")) || !fs::exists(out)) return false;
  tidy();
  return true;
}

// 3. With a gate, whether the new network plays.
bool SelfPlay::Gate(int generation) {
  const fs::path path = Place(generation + 1, "gate.json");
  if (!setup_.gate || fs::exists(path)) return true;
  const std::optional<bool> passed =
      world_.better(NetworkPath(generation + 1), PlayerPath(generation));
  if (!passed) return false;
  WriteFile(path, JsonOut{{"passed", *passed}}.dump() + "\n");
  return true;
}

bool SelfPlay::Report(int generation) {
  const fs::path path = folder_ / "report.jsonl";
  const int trained = generation + 1;
  std::vector<SelfPlayPoint> curve;
  if (fs::exists(path)) curve = ReadSelfPlayReport(path);
  if (!curve.empty() && curve.back().generation >= trained) return true;
  const CurvePoint losses = ReadLearningCurve(Place(trained, "curve.jsonl")).back();
  SelfPlayPoint point;
  point.generation = trained;
  point.positions = trained * setup_.PositionsOfGeneration();
  point.policy_loss = losses.train_policy_loss.value_or(losses.train_loss);
  point.value_loss = losses.train_value_loss.value_or(losses.train_loss);
  if (setup_.gate) point.passed = PlayerPath(trained) == NetworkPath(trained);
  if (world_.rate && (trained % world_.rate_every == 0 || trained == setup_.Generations())) {
    point.elo = world_.rate(PlayerPath(trained), StartPath());
    if (!point.elo) return false;
  }
  JsonOut line = {{"generation", point.generation},
                  {"positions", point.positions},
                  {"policy_loss", point.policy_loss},
                  {"value_loss", point.value_loss}};
  std::string text = fmt::format(
      "generation {} of {}: {} positions, policy loss {:.4f}, value loss "
      "{:.4f}",
      trained, setup_.Generations(), point.positions, point.policy_loss, point.value_loss);
  if (point.passed) {
    line["passed"] = *point.passed;
    text += *point.passed ? ", plays from now on" : ", does not play";
  }
  if (point.elo) {
    line["elo"] = *point.elo;
    text += fmt::format(", Elo {:+.0f} over the start", *point.elo);
  }
  // Drawn first: what the report has is done.
  curve.push_back(point);
  if (world_.draw) world_.draw(curve);
  WriteFile(path, (fs::exists(path) ? ReadFile(path) : "") + line.dump() + "\n");
  world_.say(text);
  return true;
}

bool SelfPlay::Run() {
  for (int generation = 0; generation < setup_.Generations(); ++generation) {
    const auto start = std::chrono::steady_clock::now();
    const bool resumed = fs::exists(EndsPath(generation));
    if (!fs::exists(NetworkPath(generation + 1)) && !BringWindowTo(generation)) return false;
    const double played_s = Seconds(start);
    if (!Train(generation)) return false;
    const double learned_s = Seconds(start);
    if (!Gate(generation) || !Report(generation)) return false;
    if (!resumed) {
      world_.say(
          fmt::format("  {:.0f} positions an hour; {:.0f} % of the time played",
                      3600.0 * static_cast<double>(setup_.PositionsOfGeneration()) / learned_s,
                      100.0 * played_s / learned_s));
    }
  }
  return true;
}

}  // namespace skipstone
