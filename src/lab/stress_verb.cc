// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <memory>
#include <string>

#include "base/stop.h"
#include "game/shot_line.h"
#include "lab/stress.h"
#include "lab/verbs.h"
#include "options/game_options.h"
#include "options/verb.h"

namespace skipstone {
namespace {

struct Options {
  std::string engine = "event";
  std::string ice = "fcv1";
  std::string throw_case = "fuzz";
  std::int64_t shots = 1'000'000;
  std::uint64_t seed = 1;
  int threads = 0;
  bool json = false;
};

void RunVerb(const Options& options) {
  const Ice ice = DefaultIce(LawFromName(options.ice));
  const StressReport report =
      Stress([&] { return MakeEngine(options.engine, ice); }, CaseFromName(options.throw_case),
             options.seed, options.shots, {"stress", ThreadsFrom(options.threads), StopRequested});
  JsonOut out = {{"engine", options.engine},
                 {"ice", options.ice},
                 {"case", options.throw_case},
                 {"seed", options.seed},
                 {"shots", report.throws},
                 {"broken", report.broken},
                 {"deep_overlaps", report.deep_overlaps},
                 {"deepest_overlap_mm", 1000.0 * report.deepest_overlap_m},
                 {"most_contacts", report.most_contacts}};
  if (report.worst) {
    out["worst"] = {{"stones", ToJson(report.worst->board)},
                    {"shot", report.worst->turn.shot},
                    {"hammer", Index(report.worst->turn.hammer)},
                    {"release", ToJson(report.worst->release)}};
  }
  if (options.json) {
    fmt::print("{}\n", out.dump());
  } else {
    fmt::print("{} alone on {}: {} throws (case {}, seed {})\n", options.engine, options.ice,
               report.throws, options.throw_case, options.seed);
    fmt::print("broken outcomes            {}\n", report.broken);
    fmt::print("overlaps beyond {:.1f} mm     {} (deepest {:.2f} mm)\n", 1000.0 * kDeepOverlap_m,
               report.deep_overlaps, 1000.0 * report.deepest_overlap_m);
    fmt::print("most contacts in a throw   {}\n", report.most_contacts);
    if (report.worst) fmt::print("worst, in the house frame: {}\n", out["worst"].dump());
  }
  if (report.broken > 0) {
    throw Error(ErrorKind::kInternal, "", "an outcome is broken; --json has the throw");
  }
}

}  // namespace

void AddStress(Verb& app) {
  Verb* verb = app.add_subcommand(
      "stress", "An engine alone on very many throws: nothing breaks, nothing overlaps");
  const auto options = std::make_shared<Options>();
  verb->add_option("--engine", options->engine, "event or box2d")->capture_default_str();
  verb->add_option("--ice", options->ice, "fcv1 or dc2")->capture_default_str();
  verb->add_option("--case", options->throw_case, CaseNames())->capture_default_str();
  verb->add_option("--shots", options->shots, "how many")
      ->check(Range(std::int64_t{1}, std::int64_t{1'000'000'000}))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "of the throws")
      ->check(IsSeed())
      ->capture_default_str();
  AddThreads(*verb, options->threads);
  verb->add_flag("--json", options->json, "for programs");
  AddExample(*verb, "./skipstone stress --shots 50000");
  verb->callback([options] { RunVerb(*options); });
}

}  // namespace skipstone
