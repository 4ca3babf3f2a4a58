// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors
//
// Backward induction over the stones left (Ataka et al. 2020): with one stone left a position's
// scores are those of the best call, executed many times. With x left, every call leads to boards
// with x - 1 left, which the network learned before judges; the thrower's best call gives the label
// (the hammer team throws when x is odd and wants many points, else the other team, which wants
// few). So NN_1, NN_2, ..., NN_15 follow one another; `stones` is one network that learns each
// level on top of those before, and teaches the next one as it then is.

#include "learn/backward.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/files.h"
#include "base/log_file.h"
#include "learn/dataset.h"
#include "learn/end_file.h"
#include "learn/run_folder.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

// The fixed positions that regret is measured on.
constexpr int kExactCalls = 16;
constexpr int kExactErrors = 16;
constexpr std::uint64_t kExactSeed = 20201;  // of no run's positions

// The options of `grid` that plays the ends of later sweeps.
constexpr const char* kLearnedPlayer = "replies=0,whole=off,last-stone=off";

// How a line of the report begins.
std::string ReportKey(int sweep, int level) {
  return fmt::format(R"({{"sweep":{},"stones_left":{},)", sweep, level);
}

}  // namespace

JsonOut ToJson(const BackwardSetup& setup) {
  JsonOut labels = JsonOut::array();
  for (int left = 1; left < kStones; ++left) labels.push_back(ToJson(setup.labels, left));
  return {{"ice", ToJson(setup.terms.ice)},
          {"rules", ToJson(setup.terms.rules)},
          {"execution", ToJson(setup.terms.sizes())},
          {"network", ToJson(setup.network)},
          {"seed", setup.seed},
          // The last level's network is trained otherwise than those before it.
          {"levels", setup.levels},
          {"states_of_one", setup.states_of_one},
          {"states", setup.states},
          {"ends", setup.ends},
          {"mix", ToText(setup.mix)},
          {"player", setup.player},
          {"random_calls", setup.random_calls},
          {"labels", labels},
          {"steps_of_one", setup.steps_of_one},
          {"steps", setup.steps},
          {"steps_of_last", setup.steps_of_last},
          {"batch", setup.batch},
          {"learning_rate", setup.learning_rate},
          {"weight_decay", setup.weight_decay},
          {"weight_decay_of_last", setup.weight_decay_of_last},
          {"loss", setup.loss}};
}

RandomStream StatesOf::StreamOf(std::uint32_t number) const {
  return RandomStream({.seed = SeedOf(number), .purpose = Purpose::kLearn});
}

std::uint64_t StatesOf::SeedOf(std::uint32_t number) const {
  return MixedSeed({setup_.seed, static_cast<std::uint64_t>(sweep_),
                    static_cast<std::uint64_t>(stones_left_), number});
}

StatesOf::State StatesOf::operator[](std::uint32_t number) const {
  RandomStream random = StreamOf(number);
  double left = random.Uniform();
  Source source = Source::kRandom;
  for (const Source s : {Source::kPlay, Source::kPerturbed}) {
    const double part = setup_.mix.parts[static_cast<std::size_t>(s)];
    if (left < part) {
      source = s;
      break;
    }
    left -= part;
  }
  if (source == Source::kRandom || ends_.empty()) {
    return {RandomState(setup_.terms.ice, stones_left_, random), Source::kRandom};
  }
  // An end is used again under numbers that differ by a multiple of the ends: kTestEvery divides
  // those, so relatives are on the same side of the test split.
  const Position position = ends_[number % ends_.size()].Before(kStones - stones_left_);
  if (source == Source::kPlay && number < ends_.size()) return {position, source};
  return {Perturbed(position, setup_.terms.ice, random), Source::kPerturbed};
}

Backward::Backward(fs::path folder, const BackwardSetup& setup, BackwardWorld world)
    : folder_(std::move(folder)), setup_(setup), world_(std::move(world)) {
  SKIPSTONE_CHECK(setup.levels >= 1 && setup.levels < kStones);
  if (setup.ends % static_cast<int>(kTestEvery) != 0) {
    throw Error(ErrorKind::kUsage, "ends",
                fmt::format("expected a multiple of {}, got {}", kTestEvery, setup.ends));
  }
  // Later sweeps are played by what the first has learned; nn-x knows one level a network.
  if (setup.network.kind == NetworkKind::kNnX && setup.sweeps > 1 && setup.levels < kStones - 1) {
    throw Error(ErrorKind::kUsage, "levels",
                fmt::format("expected 1-{}, all that an end needs, if nn-x is to play the ends of "
                            "further sweeps, got 1-{}",
                            kStones - 1, setup.levels));
  }
  // A player that cannot be made is told of before anything is written.
  if (setup.ends > 0) EndPlayer(setup.terms, setup.player, setup.random_calls);
  BeginRun(folder_, ToJson(setup_));
}

fs::path Backward::Place(int sweep, int level, const std::string& suffix) const {
  return folder_ / fmt::format("sweep-{}", sweep) / fmt::format("level-{:02}{}", level, suffix);
}
fs::path Backward::EndsPath(int sweep) const {
  return folder_ / fmt::format("sweep-{}", sweep) / "ends";
}
fs::path Backward::LabelsPath(int sweep, int level) const { return Place(sweep, level, ".labels"); }
fs::path Backward::NetworkPath(int sweep, int level) const {
  if (setup_.network.kind == NetworkKind::kNnX) {
    return folder_ / fmt::format("sweep-{}", sweep) / fmt::format("nn_{}.safetensors", level);
  }
  return Place(sweep, level, ".safetensors");
}
fs::path Backward::TeacherPath(int sweep, int level) const { return NetworkPath(sweep, level - 1); }

JsonOut Backward::HeaderOf(int sweep, int level, const std::string& teacher) const {
  JsonOut header = {{"skipstone", level == 0 ? "ends" : "labels"},
                    {"version", 1},
                    {"ice", LawName(setup_.terms.ice.law)},
                    {"rules", PresetName(setup_.terms.rules.preset)},
                    {"execution", ToJson(setup_.terms.sizes())},
                    {"seed", setup_.seed},
                    {"sweep", sweep}};
  if (level == 0) {
    header["player"] = sweep == 0 ? setup_.player : fmt::format("grid:{}", kLearnedPlayer);
    // By its hash: a folder may be moved.
    if (sweep > 0) header["network"] = NetworkBehind(PlayerOf(sweep), setup_.terms.ice.law);
    header["random_calls"] = setup_.random_calls;
  } else {
    header["stones_left"] = level;
    header["ends"] = setup_.ends;
    header["mix"] = ToText(setup_.mix);
    header["labels"] = ToJson(setup_.labels, level);
    if (level > 1) header["teacher"] = teacher;
  }
  return header;
}

// In later sweeps the network that was learned plays.
std::string Backward::PlayerOf(int sweep) const {
  if (sweep == 0) return setup_.player;
  const fs::path last = NetworkPath(sweep - 1, setup_.levels);
  const fs::path learned = setup_.network.kind == NetworkKind::kNnX ? last.parent_path() : last;
  return fmt::format("grid:network={},{}", learned.string(), kLearnedPlayer);
}

// 1. Ends to take positions from.
bool Backward::PlayEnds(int sweep) {
  MakeFolder(EndsPath(sweep).parent_path());
  const GameTerms search = setup_.terms;
  const std::string player = PlayerOf(sweep);
  std::vector<LearningEnd> found(static_cast<std::size_t>(setup_.ends));
  Work work;
  work.what = fmt::format("ends of sweep {}", sweep);
  work.path = EndsPath(sweep);
  work.header = HeaderOf(sweep, 0, "");
  work.record_size = sizeof(EndBytes);
  work.count = static_cast<std::uint32_t>(setup_.ends);
  work.take = [&](std::string_view record, const std::string&) {
    const auto [number, end] = EndFrom(record);
    if (number < found.size()) found[number] = end;
    return number;
  };
  work.make_maker = [&] {
    const auto strong = std::make_shared<EndPlayer>(search, player, setup_.random_calls);
    const auto quick = std::make_shared<EndPlayer>(search, "rule", setup_.random_calls);
    return [&, strong, quick](std::uint32_t number) {
      // By turns, whatever the split for testing takes.
      EndPlayer& players = (number / kTestEvery + number) % 8 != 0 || sweep > 0 ? *strong : *quick;
      return ToRecord(
          players.Play(MixedSeed({setup_.seed, static_cast<std::uint64_t>(sweep)}), number),
          number);
    };
  };
  if (!Do(work, world_)) return false;
  ends_ = std::move(found);
  ends_sweep_ = sweep;
  return true;
}

// 2. A level's labels.
bool Backward::MakeLabels(int sweep, int level, const std::string& name,
                          const std::function<std::unique_ptr<Evaluator>()>& teacher) {
  SKIPSTONE_CHECK(ends_sweep_ == sweep);
  const StatesOf states(setup_, sweep, level, ends_);
  const auto make_maker = [&] {
    const auto labeller =
        std::make_shared<Labeller>(setup_.terms, setup_.labels, level > 1 ? teacher() : nullptr);
    return [&states, labeller](std::uint32_t number) {
      const StatesOf::State state = states[number];
      Label label = labeller->Make(state.position, states.SeedOf(number));
      label.source = state.source;
      return label;
    };
  };
  return DoLabels(fmt::format("labels of sweep {}, {} left", sweep, level),
                  LabelsPath(sweep, level), HeaderOf(sweep, level, name),
                  static_cast<std::uint32_t>(states.size()), make_maker, world_);
}

void Backward::MakeData(int sweep, int level) {
  const fs::path train = Place(sweep, level, ".train");
  const fs::path test = Place(sweep, level, ".test");
  if (fs::exists(train) && fs::exists(test)) return;
  NetworkDefinition definition = setup_.network;
  definition.stones_left = level;
  std::array<std::vector<Label>, 2> parts;
  for (const Label& label : ReadLabels(LabelsPath(sweep, level))) {
    parts[IsForTesting(label.state) ? 1 : 0].push_back(label);
  }
  WriteTensorFile(test, DatasetOf(parts[1], definition, setup_.terms));
  WriteTensorFile(train, DatasetOf(parts[0], definition, setup_.terms));
}

// 3. A network that knows the level.
bool Backward::Train(int sweep, int level) {
  const fs::path out = NetworkPath(sweep, level);
  if (fs::exists(out)) return true;
  const bool one_for_all = setup_.network.kind == NetworkKind::kStoneSet;
  const bool last = one_for_all && level > 1 && level == setup_.levels;
  NetworkDefinition definition = setup_.network;
  definition.stones_left = level;
  JsonOut data = JsonOut::array();
  for (int known = one_for_all ? 1 : level; known <= level; ++known) {
    MakeData(sweep, known);
    data.push_back(Place(sweep, known, ".train").filename().string());
  }
  // Labels of one stone left owe nothing to a teacher: those of earlier sweeps are as good.
  for (int before = 0; before < sweep && (one_for_all || level == 1); ++before) {
    MakeData(before, 1);
    data.push_back(fmt::format("../sweep-{}/level-01.train", before));
  }
  JsonOut metadata = NetworkMetadata(setup_.terms, world_.provenance);
  const double weight_decay = last ? setup_.weight_decay_of_last : setup_.weight_decay;
  metadata["stones_left"] = fmt::format("{}{}", one_for_all ? "1-" : "", level);
  metadata["sweep"] = fmt::format("{}", sweep);
  metadata["learning_rate"] = fmt::format("{}", setup_.learning_rate);
  metadata["weight_decay"] = fmt::format("{}", weight_decay);
  JsonOut job = {{"definition", ToJson(definition)},
                 {"data", data},
                 {"test", Place(sweep, level, ".test").filename().string()},
                 {"out", out.filename().string()},
                 {"checkpoint", Place(sweep, level, ".checkpoint").filename().string()},
                 {"curve", Place(sweep, level, ".curve.jsonl").filename().string()},
                 {"steps", level == 1 ? setup_.steps_of_one
                           : last     ? setup_.steps_of_last
                                      : setup_.steps},
                 {"batch", setup_.batch},
                 {"learning_rate", setup_.learning_rate},
                 {"weight_decay", weight_decay},
                 {"seed", setup_.seed},
                 {"loss", setup_.loss},
                 {"threads", world_.threads},
                 {"metadata", metadata}};
  // On top of what was learned before: of the level below, or of the sweep before. The last one
  // begins anew and takes its time: what the others have been through has left its marks.
  if (one_for_all && level > 1 && !last) {
    job["init"] = NetworkPath(sweep, level - 1).filename().string();
  } else if (one_for_all && level == 1 && sweep > 0) {
    job["init"] = fmt::format("../sweep-{}/level-{:02}.safetensors", sweep - 1, setup_.levels);
  }
  const fs::path path = Place(sweep, level, ".job.json");
  WriteFile(path, job.dump(1) + "\n");
  if (!world_.train(path) || !fs::exists(out)) return false;
  fs::remove(Place(sweep, level, ".checkpoint"));
  return true;
}

bool Backward::MakeExact() {
  const auto planned = static_cast<std::size_t>(world_.exact_positions);
  if (exact_.size() == planned) return true;
  exact_ = MakeExactPositions(setup_.terms, world_.exact_positions, kExactCalls, kExactErrors,
                              kExactSeed, world_);
  return exact_.size() == planned;
}

bool Backward::Reported(int sweep, int level) const {
  const fs::path path = folder_ / "report.jsonl";
  return fs::exists(path) && ReadFile(path).find(ReportKey(sweep, level)) != std::string::npos;
}

bool Backward::Report(int sweep, int level) {
  // Only the network that knows one stone left says something of two.
  const int knows_one = setup_.network.kind == NetworkKind::kStoneSet ? level : 1;
  const auto network = std::make_shared<const Network>(Network::Read(NetworkPath(sweep, level)));
  std::vector<Label> labels;
  for (const Label& label : ReadLabels(LabelsPath(sweep, level))) {
    if (IsForTesting(label.state)) labels.push_back(label);
  }
  const auto evaluator = setup_.network.kind == NetworkKind::kStoneSet
                             ? MakeNetworkEvaluator(network, setup_.terms)
                             : MakeNetworkEvaluator(std::vector{network}, setup_.terms);
  const Judgement judgement = Judge(labels, *evaluator);
  JsonOut line = {{"sweep", sweep},
                  {"stones_left", level},
                  {"test_positions", judgement.positions},
                  {"mean_absolute_error", judgement.mean_absolute_error},
                  {"cross_entropy", judgement.cross_entropy},
                  {"entropy", judgement.entropy},
                  {"explained", judgement.Explained()}};
  std::string regret = "";
  if (world_.exact_positions > 0 && knows_one == level) {
    // Half a line would stand for good.
    if (!MakeExact()) return false;
    const double points = Regret(exact_, setup_.terms, *evaluator);
    line["regret_of_two"] = points;
    regret = fmt::format(", regret with two stones left {:.4f}", points);
  }
  if (world_.draw) world_.draw(Place(sweep, level, ".curve.jsonl"));
  const fs::path path = folder_ / "report.jsonl";
  const std::string before = fs::exists(path) ? ReadFile(path) : "";
  WriteFile(path, before + line.dump() + "\n");
  world_.say(
      fmt::format("sweep {}, {} left: error of the expected score {:.3f}, explained {:.3f}{}",
                  sweep, level, judgement.mean_absolute_error, judgement.Explained(), regret));
  return true;
}

bool Backward::Run() {
  for (int sweep = 0; sweep < setup_.sweeps; ++sweep) {
    if (!PlayEnds(sweep)) return false;
    for (int level = 1; level <= setup_.levels; ++level) {
      if (fs::exists(NetworkPath(sweep, level)) && Reported(sweep, level)) continue;
      const auto teacher = [&]() -> std::unique_ptr<Evaluator> {
        const auto taught =
            std::make_shared<const Network>(Network::Read(TeacherPath(sweep, level)));
        if (taught->definition().kind == NetworkKind::kNnX) {
          return MakeNetworkEvaluator(std::vector{taught}, setup_.terms);
        }
        return MakeNetworkEvaluator(taught, setup_.terms);
      };
      const std::string name = level > 1 ? HashOfNetwork(TeacherPath(sweep, level)) : "";
      if (!MakeLabels(sweep, level, name, teacher)) return false;
      if (!Train(sweep, level)) return false;
      if (!Report(sweep, level)) return false;
    }
  }
  return true;
}

}  // namespace skipstone
