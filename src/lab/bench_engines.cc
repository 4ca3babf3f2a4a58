// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <latch>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/jobs.h"
#include "base/machine.h"
#include "base/stop.h"
#include "game/throw_samples.h"
#include "ice/event.h"
#include "lab/bench.h"
#include "options/verb.h"

namespace skipstone {
namespace {

constexpr const char* kSlowEngine = "box2d";
constexpr const char* kFastEngine = "event";

constexpr std::uint64_t kSeed = 1;
// Enough that a fast engine meets a throw again only when caches and branch predictors have
// forgotten it.
constexpr int kThrows = 4096;
constexpr int kBatchBoards = 64;
constexpr int kBatchReleases = 256;
// The engines take turns this often in a case, so that both see the same state of the machine.
constexpr int kRounds = 10;

struct Options {
  std::string ice = "both";
  double seconds = 1.0;
  bool json = false;
};

double WallSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// What a case asks of an engine. Engines are called through their interface, so no result can be
// optimised away.
class Workload {
 public:
  virtual ~Workload() = default;
  virtual std::size_t shots() const = 0;
  // All throws once.
  virtual void RunAll(Engine& engine) = 0;
  // One throw, the k-th of a sequence that spreads over all of them: for a slow engine.
  virtual void RunOne(Engine& engine, std::size_t k) = 0;
  virtual double ContactsPerShot(Engine& engine) = 0;

 protected:
  // Any odd number visits all of a power of two.
  static std::size_t Spread(std::size_t k, std::size_t count) { return k * 1597 % count; }
};

class SingleThrows : public Workload {
 public:
  explicit SingleThrows(std::vector<ThrowSample> throws) : throws_(std::move(throws)) {}

  std::size_t shots() const override { return throws_.size(); }
  void RunAll(Engine& engine) override {
    for (const ThrowSample& t : throws_) engine.Run(t.board, t.turn, t.release);
  }
  void RunOne(Engine& engine, std::size_t k) override {
    const ThrowSample& t = throws_[Spread(k, throws_.size())];
    engine.Run(t.board, t.turn, t.release);
  }
  double ContactsPerShot(Engine& engine) override {
    double contacts = 0.0;
    for (const ThrowSample& t : throws_) {
      contacts += engine.Run(t.board, t.turn, t.release).contacts;
    }
    return contacts / static_cast<double>(shots());
  }

 private:
  std::vector<ThrowSample> throws_;
};

// Where answers for a whole batch go.
struct BatchAnswers {
  std::vector<Outcome> outcomes{kBatchReleases};
  std::vector<Board> boards{kBatchReleases};
  std::vector<std::int8_t> points = std::vector<std::int8_t>(kBatchReleases);
};

// Engine's calls for many releases on one board.
struct BatchCall {
  const char* suffix;  // of the case's name
  void (*run)(Engine& engine, const ThrowBatch& batch, std::span<const Release> releases,
              BatchAnswers& answers);
};
constexpr BatchCall kBatchCalls[] = {
    {"_batch",
     [](Engine& engine, const ThrowBatch& batch, std::span<const Release> releases,
        BatchAnswers& answers) {
       engine.RunBatch(batch.board, batch.turn, releases,
                       std::span(answers.outcomes).first(releases.size()));
     }},
    {"_boards",
     [](Engine& engine, const ThrowBatch& batch, std::span<const Release> releases,
        BatchAnswers& answers) {
       engine.RunBoards(batch.board, batch.turn, releases,
                        std::span(answers.boards).first(releases.size()));
     }},
    {"_scores",
     [](Engine& engine, const ThrowBatch& batch, std::span<const Release> releases,
        BatchAnswers& answers) {
       const ScoringEdge edge{engine.ice().sheet.house_radius_m, false};
       engine.RunScores(batch.board, batch.turn, releases, edge,
                        std::span(answers.points).first(releases.size()));
     }},
};

class BatchThrows : public Workload {
 public:
  BatchThrows(const std::vector<ThrowBatch>& batches, const BatchCall& call)
      : batches_(batches), call_(call) {}

  std::size_t shots() const override { return batches_.size() * kBatchReleases; }
  void RunAll(Engine& engine) override {
    for (const ThrowBatch& batch : batches_) call_.run(engine, batch, batch.releases, answers_);
  }
  void RunOne(Engine& engine, std::size_t k) override {
    const ThrowBatch& batch = batches_[k % batches_.size()];
    const std::size_t release = Spread(k, batch.releases.size());
    call_.run(engine, batch, std::span(batch.releases).subspan(release, 1), answers_);
  }
  double ContactsPerShot(Engine& engine) override {
    double contacts = 0.0;
    for (const ThrowBatch& batch : batches_) {
      engine.RunBatch(batch.board, batch.turn, batch.releases, answers_.outcomes);
      for (const Outcome& outcome : answers_.outcomes) contacts += outcome.contacts;
    }
    return contacts / static_cast<double>(shots());
  }

 private:
  const std::vector<ThrowBatch>& batches_;
  const BatchCall& call_;
  BatchAnswers answers_;
};

struct CaseResult {
  std::string ice;
  std::string name;
  double slow_per_s = 0.0;  // over all its throws
  std::size_t slow_shots = 0;
  double fast_per_s = 0.0;  // the median pass over the whole case
  double fast_best_per_s = 0.0;
  std::size_t fast_passes = 0;
  double contacts = 0.0;  // per shot, by the fast engine
  // (time of a shot - time of a free draw) / contacts, if there are contacts to speak of.
  std::optional<double> ns_per_contact;

  double ratio() const { return fast_per_s / slow_per_s; }
  double fast_ns() const { return 1e9 / fast_per_s; }
};

struct ThreadsResult {
  std::string ice;
  double one_per_s = 0.0;
  double two_per_s = 0.0;
  double ratio = 0.0;
  // The same by CPU time: what is lost to shared caches and memory, but not to other programs.
  double cpu_ratio = 0.0;
};

CaseResult MeasureCase(Workload& workload, Engine& slow, Engine& fast, double seconds) {
  CaseResult result;
  double slow_seconds = 0.0;
  std::vector<double> rates;
  result.contacts = workload.ContactsPerShot(fast);  // also fills the caches
  for (int round = 0; round < kRounds && !StopRequested(); ++round) {
    const double slow_start = CpuSeconds();
    do {
      workload.RunOne(slow, result.slow_shots++);
    } while (CpuSeconds() - slow_start < seconds / kRounds);
    slow_seconds += CpuSeconds() - slow_start;
    const double fast_start = CpuSeconds();
    double pass_end = fast_start;
    do {
      const double pass_start = pass_end;
      workload.RunAll(fast);
      pass_end = CpuSeconds();
      rates.push_back(static_cast<double>(workload.shots()) / (pass_end - pass_start));
    } while (pass_end - fast_start < seconds / kRounds);
  }
  if (rates.empty()) return result;
  result.slow_per_s = static_cast<double>(result.slow_shots) / slow_seconds;
  result.fast_per_s = MedianOf(rates);
  result.fast_best_per_s = *std::max_element(rates.begin(), rates.end());
  result.fast_passes = rates.size();
  return result;
}

// Shots per second of threads that run the workload `passes` times, each with an engine of its own.
struct ThreadedRate {
  double wall_per_s =
      0.0;                 // of the wall clock, from the first thread's start to the last one's end
  double cpu_per_s = 0.0;  // the sum of the threads' rates, each by its own CPU time
};

ThreadedRate RunThreads(Workload& workload, const Ice& ice, int threads, std::size_t passes) {
  struct Run {
    double start = 0.0;
    double end = 0.0;
    double cpu = 0.0;
  };
  std::vector<Run> runs(static_cast<std::size_t>(threads));
  std::latch ready(threads);
  // As many jobs as threads, and none goes on before all have begun: each thread has one.
  RunJobs(
      runs.size(), threads, [] { return false; },
      [&]() -> JobWorker {
        return [&](std::size_t job) {
          const std::unique_ptr<Engine> engine = MakeEngine(kFastEngine, ice);
          workload.RunAll(*engine);
          ready.arrive_and_wait();
          Run own;  // written back at the end: neighbours in memory would slow each other down
          own.start = WallSeconds();
          const double cpu_start = CpuSeconds();
          for (std::size_t pass = 0; pass < passes; ++pass) workload.RunAll(*engine);
          own.cpu = CpuSeconds() - cpu_start;
          own.end = WallSeconds();
          runs[job] = own;
        };
      });
  ThreadedRate rate;
  double start = runs.front().start;
  double end = runs.front().end;
  const auto shots = static_cast<double>(passes * workload.shots());  // of each thread
  for (const Run& run : runs) {
    start = std::min(start, run.start);
    end = std::max(end, run.end);
    rate.cpu_per_s += shots / run.cpu;
  }
  rate.wall_per_s = threads * shots / (end - start);
  return rate;
}

// One thread and two in turn; medians of the rates and of the ratios of neighbours.
ThreadsResult MeasureThreads(Workload& workload, const Ice& ice, double fast_per_s,
                             double seconds) {
  constexpr double kShortest_s = 0.02;  // or starting the threads would show
  const double piece_s = std::max(kShortest_s, seconds / kRounds);
  const auto passes =
      static_cast<std::size_t>(std::max(1.0, std::ceil(piece_s * fast_per_s / kThrows)));
  std::vector<double> one_rates;
  std::vector<double> two_rates;
  std::vector<double> ratios;
  std::vector<double> cpu_ratios;
  for (int round = 0; round < kRounds; ++round) {
    const ThreadedRate one = RunThreads(workload, ice, 1, passes);
    const ThreadedRate two = RunThreads(workload, ice, 2, passes);
    one_rates.push_back(one.wall_per_s);
    two_rates.push_back(two.wall_per_s);
    ratios.push_back(two.wall_per_s / one.wall_per_s);
    cpu_ratios.push_back(two.cpu_per_s / one.cpu_per_s);
  }
  return {std::string(LawName(ice.law)), MedianOf(one_rates), MedianOf(two_rates), MedianOf(ratios),
          MedianOf(cpu_ratios)};
}

// The kernels of the fast engine in turn, on the same throws.
struct KernelResult {
  std::string ice;
  std::string kernel;
  double per_s = 0.0;  // median
};

std::vector<KernelResult> MeasureKernels(Workload& workload, const Ice& ice, double seconds) {
  const std::span<const std::string_view> kernels = EventKernels();
  std::vector<std::vector<double>> rates(kernels.size());
  for (int round = 0; round < kRounds && !StopRequested(); ++round) {
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      const auto engine = MakeEventWithKernel(ice, kernels[i]);
      workload.RunOne(*engine, 0);
      const double start = CpuSeconds();
      std::size_t passes = 0;
      do {
        workload.RunAll(*engine);
        ++passes;
      } while (CpuSeconds() - start < seconds / kRounds);
      rates[i].push_back(static_cast<double>(passes * workload.shots()) / (CpuSeconds() - start));
    }
  }
  std::vector<KernelResult> results;
  for (std::size_t i = 0; i < kernels.size() && !rates[i].empty(); ++i) {
    results.push_back({std::string(LawName(ice.law)), std::string(kernels[i]), MedianOf(rates[i])});
  }
  return results;
}

// 44.1, 12.3 k, 1.52 M.
std::string RateText(double per_s) {
  if (per_s < 1e4) return fmt::format("{:.1f}", per_s);
  if (per_s < 1e6) return fmt::format("{:.1f} k", 1e-3 * per_s);
  return fmt::format("{:.2f} M", 1e-6 * per_s);
}

// Runs the cases and tells of each as soon as it is measured.
class EngineBench {
 public:
  explicit EngineBench(const Options& options) : options_(options) {}

  void Run() {
    if (!options_.json) PrintHeader();
    for (const Law law : {Law::kFcv1, Law::kDc2}) {
      if (options_.ice == "both" || options_.ice == LawName(law)) RunIce(DefaultIce(law));
    }
    if (StopRequested()) fmt::print(stderr, "skipstone: bench: stopped\n");
    if (options_.json) {
      PrintJson();
    } else {
      PrintThreads();
    }
  }

 private:
  void RunIce(const Ice& ice) {
    slow_ = MakeEngine(kSlowEngine, ice);
    fast_ = MakeEngine(kFastEngine, ice);
    free_ns_.reset();
    std::optional<ThreadsResult> two;
    for (const ThrowCase throw_case :
         {ThrowCase::kFree, ThrowCase::kDraw8, ThrowCase::kReal, ThrowCase::kHit1, ThrowCase::kHit4,
          ThrowCase::kHit8, ThrowCase::kHit12, ThrowCase::kCluster}) {
      SingleThrows workload(MakeThrows(throw_case, kSeed, kThrows, *fast_));
      const std::string name(CaseName(throw_case));
      if (StopRequested() || !Measure(workload, name)) return;
      if (throw_case == ThrowCase::kFree) free_ns_ = cases_.back().fast_ns();
      if (throw_case == ThrowCase::kReal) {
        two = MeasureThreads(workload, ice, cases_.back().fast_per_s, options_.seconds);
        for (KernelResult& result : MeasureKernels(workload, ice, options_.seconds)) {
          kernels_.push_back(std::move(result));
        }
      }
    }
    free_ns_.reset();  // a batched throw without contacts is not a free draw thrown alone
    for (const ThrowCase throw_case : {ThrowCase::kDraw8, ThrowCase::kReal}) {
      const auto batches = MakeBatches(throw_case, kSeed, kBatchBoards, kBatchReleases, *fast_);
      for (const BatchCall& call : kBatchCalls) {
        BatchThrows workload(batches, call);
        if (StopRequested() ||
            !Measure(workload, std::string(CaseName(throw_case)) + call.suffix)) {
          return;
        }
      }
    }
    threads_.push_back(*two);
  }

  // Whether it was measured before a stop.
  bool Measure(Workload& workload, const std::string& name) {
    constexpr double kFewContacts = 0.01;
    CaseResult result = MeasureCase(workload, *slow_, *fast_, options_.seconds);
    if (result.fast_passes == 0) return false;
    result.ice = LawName(fast_->ice().law);
    result.name = name;
    if (free_ns_ && result.contacts > kFewContacts) {
      result.ns_per_contact = (result.fast_ns() - *free_ns_) / result.contacts;
    }
    cases_.push_back(result);
    if (!options_.json) PrintCase(result);
    return true;
  }

  static void PrintHeader() {
    fmt::print(
        "{}; one thread, its CPU time\n"
        "{}: mean of a sample of the throws; {}: median pass over {} throws (seed {})\n"
        "ns/contact: (time of a shot - time of a free draw) / contacts, for {}\n\n",
        MachineText(), kSlowEngine, kFastEngine, kThrows, kSeed, kFastEngine);
    fmt::print("{:<5} {:<12} {:>10} {:>10} {:>10} {:>9} {:>9} {:>9} {:>11}\n", "ice", "case",
               fmt::format("{}/s", kSlowEngine), fmt::format("{}/s", kFastEngine), "best pass",
               "ratio", "ns/shot", "contacts", "ns/contact");
    std::fflush(stdout);
  }

  static void PrintCase(const CaseResult& result) {
    fmt::print("{:<5} {:<12} {:>10} {:>10} {:>10} {:>9.0f} {:>9.0f} {:>9.2f} {:>11}\n", result.ice,
               result.name, RateText(result.slow_per_s), RateText(result.fast_per_s),
               RateText(result.fast_best_per_s), result.ratio(), result.fast_ns(), result.contacts,
               result.ns_per_contact ? fmt::format("{:.0f}", *result.ns_per_contact) : "-");
    std::fflush(stdout);  // the next case takes seconds
  }

  void PrintThreads() const {
    if (!threads_.empty()) fmt::print("\n");
    for (const ThreadsResult& result : threads_) {
      fmt::print(
          "{} on {}, case real, wall clock: one thread {}/s, two threads {}/s, ratio {:.2f} (by "
          "CPU "
          "time {:.2f}); medians of {}\n",
          kFastEngine, result.ice, RateText(result.one_per_s), RateText(result.two_per_s),
          result.ratio, result.cpu_ratio, kRounds);
    }
    for (const KernelResult& result : kernels_) {
      fmt::print("{} on {}, case real, kernel {}: {}/s\n", kFastEngine, result.ice, result.kernel,
                 RateText(result.per_s));
    }
  }

  void PrintJson() const {
    JsonOut cases = JsonOut::array();
    for (const CaseResult& result : cases_) {
      cases.push_back({{"ice", result.ice},
                       {"case", result.name},
                       {"box2d_shots_per_s", result.slow_per_s},
                       {"event_shots_per_s", result.fast_per_s},
                       {"ratio", result.ratio()},
                       {"event_best_shots_per_s", result.fast_best_per_s},
                       {"event_ns_per_shot", result.fast_ns()},
                       {"contacts_per_shot", result.contacts},
                       {"event_ns_per_contact",
                        result.ns_per_contact ? JsonOut(*result.ns_per_contact) : JsonOut(nullptr)},
                       {"box2d_shots", result.slow_shots},
                       {"event_passes", result.fast_passes}});
    }
    JsonOut threads = JsonOut::array();
    for (const ThreadsResult& result : threads_) {
      threads.push_back({{"ice", result.ice},
                         {"case", "real"},
                         {"one_thread_shots_per_s", result.one_per_s},
                         {"two_threads_shots_per_s", result.two_per_s},
                         {"ratio", result.ratio},
                         {"cpu_time_ratio", result.cpu_ratio}});
    }
    JsonOut kernels = JsonOut::array();
    for (const KernelResult& result : kernels_) {
      kernels.push_back({{"ice", result.ice},
                         {"case", "real"},
                         {"kernel", result.kernel},
                         {"shots_per_s", result.per_s}});
    }
    const JsonOut out = {{"machine", MachineText()},
                         {"seconds", options_.seconds},
                         {"cases", cases},
                         {"two_threads", threads},
                         {"kernels", kernels}};
    fmt::print("{}\n", out.dump());
  }

  const Options& options_;
  std::unique_ptr<Engine> slow_;
  std::unique_ptr<Engine> fast_;
  std::optional<double> free_ns_;
  std::vector<CaseResult> cases_;
  std::vector<ThreadsResult> threads_;
  std::vector<KernelResult> kernels_;
};

}  // namespace

void AddBenchEngines(Verb& bench) {
  Verb* engines = bench.add_subcommand(
      "engines", "The engines box2d and event side by side, on the same shots");
  const auto options = std::make_shared<Options>();
  engines->add_option("--ice", options->ice, "fcv1, dc2 or both")
      ->check(IsMember({"fcv1", "dc2", "both"}))
      ->capture_default_str();
  engines
      ->add_option("--seconds", options->seconds,
                   "how long each engine runs in each case; both ices take about 60 times as long")
      ->check(Range(0.001, 1000.0))
      ->capture_default_str();
  engines->add_flag("--json", options->json, "for programs");
  AddExample(*engines, "./skipstone bench engines --ice dc2 --seconds 0.02");
  engines->callback([options] {
    if (std::isnan(options->seconds)) {  // which is in every range
      throw Error(ErrorKind::kUsage, "--seconds", "expected seconds, got nan");
    }
    EngineBench(*options).Run();
  });
}

}  // namespace skipstone
