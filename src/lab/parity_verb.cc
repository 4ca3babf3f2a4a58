// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/stop.h"
#include "game/shot_line.h"
#include "lab/parity.h"
#include "lab/verbs.h"
#include "options/game_options.h"
#include "options/verb.h"
#include "picture/histogram.h"

namespace skipstone {
namespace {

constexpr int kMaxShots = 10'000'000;
constexpr int kDefaultShots = 500;  // about 10 s with the floor, on two cores
constexpr std::size_t kWorst = 10;

struct Options {
  std::string engine = "event";
  std::string reference = "box2d";
  std::string ice = "fcv1";
  std::string throw_case = "real";
  std::optional<int> shots;
  std::uint64_t seed = 1;
  std::string file;
  int threads = 0;
  bool json = false;
  bool no_floor = false;
  std::string picture;
};

// All a report needs.
struct Measured {
  std::vector<ParityShot> shots;
  std::vector<ParityResult> results;
  std::vector<ParityRow> rows;
  std::size_t unexplained = 0;
};

// Compared without the free guard zone, whatever the lines say: it would hide where stones went.
std::vector<ParityShot> ReadShots(const Options& options, Law law) {
  std::vector<ParityShot> shots;
  LineReader input(options.file);
  const auto most = static_cast<std::size_t>(options.shots.value_or(kMaxShots));
  while (shots.size() < most) {
    const auto line = input.Next(StopRequested);
    if (!line) break;
    const std::string where = fmt::format("{}:{}", input.path(), line->number);
    if (line->too_long) {
      throw BadData(where, fmt::format("longer than {} bytes", LineReader::kMaxLine));
    }
    if (line->text.find_first_not_of(" \t") == std::string::npos) continue;
    try {
      const Json json = ParseJson(line->text, "");
      const ShotLine shot = ShotLineFromJson(Field(json, ""), law);
      shots.push_back({shot.id.is_string() ? shot.id.get<std::string>()
                       : shot.id.is_null() ? fmt::format("line {}", line->number)
                                           : shot.id.dump(),
                       shot.ice,
                       {shot.before.board, shot.before.turn, shot.release}});
    } catch (const Error& e) {
      throw BadData(where, e.what());
    }
  }
  return shots;
}

// The engine under test plays the ends of the case `real`: mostly it is the fast one.
std::vector<ParityShot> FreshShots(const Options& options, Law law) {
  const Ice ice = DefaultIce(law);
  const std::unique_ptr<Engine> engine = MakeEngine(options.engine, ice);
  std::vector<ParityShot> shots;
  for (const ThrowSample& sample : MakeThrows(CaseFromName(options.throw_case), options.seed,
                                              options.shots.value_or(kDefaultShots), *engine)) {
    shots.push_back({fmt::format("{}-{}", options.throw_case, shots.size()), ice, sample});
  }
  return shots;
}

Measured Measure(const Options& options) {
  const Law law = LawFromName(options.ice);
  ParityOptions parity;
  parity.engine = [&options](const Ice& ice) { return MakeEngine(options.engine, ice); };
  parity.reference = [&options](const Ice& ice) { return MakeEngine(options.reference, ice); };
  parity.floor = !options.no_floor;
  // A wrong name is told before any work.
  parity.engine(DefaultIce(law));
  parity.reference(DefaultIce(law));
  Measured measured;
  measured.shots = options.file.empty() ? FreshShots(options, law) : ReadShots(options, law);
  measured.results =
      RunParity(measured.shots, parity, {"parity", ThreadsFrom(options.threads), StopRequested});
  measured.rows = ParityRows(measured.results);
  for (const ParityResult& result : measured.results) {
    measured.unexplained += result.IsUnexplained() ? 1 : 0;
  }
  return measured;
}

std::string SourceText(const Options& options) {
  if (!options.file.empty()) return options.file;
  return fmt::format("case {}, seed {}", options.throw_case, options.seed);
}

// Three digits and no exponent: 0.12, 1.32, 13.3, 732.
std::string Number(double value) {
  if (std::isinf(value)) return "inf";
  return fmt::format("{:.{}f}", value, value < 9.995 ? 2 : (value < 99.95 ? 1 : 0));
}
std::string Millimetres(double metres) { return Number(1000.0 * metres); }
std::string Percent(double share) { return fmt::format("{:.2f}", 100.0 * share); }

// A shot's largest error; which stones, if they are not the same.
std::string LargestText(double largest_m) {
  return std::isinf(largest_m) ? "other stones" : Millimetres(largest_m) + " mm";
}

std::string StoneText(int slot) {
  return fmt::format("team {} idx {}", Index(OwnerOf(slot)), IndexOf(slot));
}

std::string PlaceText(const Board& board, int slot) {
  if (!board.Has(slot)) return "gone";
  return fmt::format("({:.4f}, {:.4f})", board.x(slot), board.y(slot));
}

// The stone that a shot's error is about: one that is missing in one outcome, or the one farthest
// off; none if nothing moved.
std::optional<int> WorstStone(const Difference& error) {
  if (!error.same_stones()) return std::countr_zero(unsigned{error.only_in_one});
  const auto worst =
      std::max_element(error.stones.begin(), error.stones.end(),
                       [](const auto& a, const auto& b) { return a.distance_m < b.distance_m; });
  if (worst == error.stones.end()) return std::nullopt;
  return worst->slot;
}

void PrintRows(const Options& options, const Measured& measured) {
  const std::string both = options.no_floor ? options.engine : options.engine + " / floor";
  fmt::print("{:>23}  {:^66}  {:^49}\n", "", "final position of moved stones, off by mm: " + both,
             "same as " + options.reference + ", %: " + both);
  fmt::print("{:<8} {:>6} {:>7}", "contacts", "shots", "stones");
  for (const char* column : {"median", "p95", "p99", "max", "stones", "score", "contacts"}) {
    fmt::print("  {:>15}", column);
  }
  fmt::print("\n");
  for (const ParityRow& row : measured.rows) {
    fmt::print("{:<8} {:>6} {:>7}", row.contacts, row.shots, row.error.stones);
    const auto cell = [&row](double DifferenceSummary::*member, std::string (*text)(double)) {
      if (row.shots == 0) {
        fmt::print("  {:>15}", "-");
      } else if (row.floor) {
        fmt::print("  {:>6} / {:>6}", text(row.error.*member), text((*row.floor).*member));
      } else {
        fmt::print("  {:>15}", text(row.error.*member));
      }
    };
    cell(&DifferenceSummary::median_m, Millimetres);
    cell(&DifferenceSummary::p95_m, Millimetres);
    cell(&DifferenceSummary::p99_m, Millimetres);
    cell(&DifferenceSummary::max_m, Millimetres);
    cell(&DifferenceSummary::same_stones, Percent);
    cell(&DifferenceSummary::same_score, Percent);
    cell(&DifferenceSummary::same_contacts, Percent);
    fmt::print("\n");
  }
}

void PrintText(const Options& options, const Measured& measured) {
  fmt::print("{} against {} on {}: {} shots ({})\n", options.engine, options.reference, options.ice,
             measured.results.size(), SourceText(options));
  if (!options.no_floor) {
    fmt::print("floor: {} against itself, released {:.3g} m/s faster\n", options.reference,
               FloorSpeed(LawFromName(options.ice)));
  }
  fmt::print("\n");
  PrintRows(options, measured);
  if (measured.results.empty()) return;
  if (!options.no_floor) {
    fmt::print(
        "\nunexplained: {} of {} shots ({:.3f} %) are off by more than {:.0f} mm and {:.0f} times "
        "the reference's response to +-{:.3g} m/s\n",
        measured.unexplained, measured.results.size(),
        100.0 * static_cast<double>(measured.unexplained) /
            static_cast<double>(measured.results.size()),
        1000.0 * kNotable_m, kExplainedRatio, FloorSpeed(LawFromName(options.ice)));
  }
  fmt::print(
      "\nworst shots (--json has them as lines for simulate); positions in the house frame\n");
  for (const std::size_t place : WorstOf(measured.results, kWorst)) {
    const ParityResult& result = measured.results[place];
    const double largest = result.error.Largest();
    fmt::print("  {:<22} {:>2} contacts  off {:<12}", measured.shots[result.index].id,
               result.reference.contacts, LargestText(largest));
    if (result.floor) {
      fmt::print("  response {:<12} {:<11}",
                 LargestText(result.response_m.value_or(result.floor->Largest())),
                 result.IsUnexplained() ? "unexplained" : "");
    }
    if (const auto slot = WorstStone(result.error)) {
      fmt::print("  {}: {} {}, {} {}", StoneText(*slot), options.reference,
                 PlaceText(result.reference.board, *slot), options.engine,
                 PlaceText(result.tested.board, *slot));
    }
    fmt::print("\n");
  }
}

// Infinity has no JSON.
JsonOut MillimetresJson(double metres) {
  return std::isinf(metres) ? JsonOut(nullptr) : JsonOut(1000.0 * metres);
}

JsonOut ToJson(const DifferenceSummary& summary) {
  return {{"stones", summary.stones},
          {"median_mm", MillimetresJson(summary.median_m)},
          {"p95_mm", MillimetresJson(summary.p95_m)},
          {"p99_mm", MillimetresJson(summary.p99_m)},
          {"max_mm", MillimetresJson(summary.max_m)},
          {"same_stones", summary.same_stones},
          {"same_score", summary.same_score},
          {"same_contacts", summary.same_contacts}};
}

JsonOut SlotJson(int slot) { return {{"team", Index(OwnerOf(slot))}, {"idx", IndexOf(slot)}}; }

// As `simulate` reads it, so that a shot can be looked at.
JsonOut LineJson(const ParityShot& shot) {
  const Law law = shot.ice.law;
  const ThrowSample& thrown = shot.thrown;
  JsonOut stones = JsonOut::array();
  ForEachSlot(thrown.board.present(), [&](int slot) {
    JsonOut stone = SlotJson(slot);
    const Vec2 own = PositionToOwnFrame(law, thrown.board.position(slot));
    stone["x"] = own.x;
    stone["y"] = own.y;
    stones.push_back(std::move(stone));
  });
  const Vec2 velocity = VelocityToOwnFrame(law, thrown.release);
  return {
      {"id", shot.id},
      {"sheet_width", 2.0 * shot.ice.sheet.half_width_m},
      {"stones", stones},
      {"thrown", SlotJson(thrown.turn.slot())},
      {"shot",
       {{"vx", velocity.x}, {"vy", velocity.y}, {"rotation", HandleName(thrown.release.handle)}}}};
}

JsonOut WorstJson(const Measured& measured) {
  JsonOut worst = JsonOut::array();
  for (const std::size_t place : WorstOf(measured.results, kWorst)) {
    const ParityResult& result = measured.results[place];
    JsonOut entry = {{"id", measured.shots[result.index].id},
                     {"index", result.index},
                     {"contacts", result.reference.contacts},
                     {"same_stones", result.error.same_stones()},
                     {"same_score", result.error.same_score},
                     {"error_mm", MillimetresJson(result.error.Largest())}};
    if (result.floor) {
      entry["floor_same_stones"] = result.floor->same_stones();
      entry["response_mm"] = MillimetresJson(result.response_m.value_or(result.floor->Largest()));
      entry["unexplained"] = result.IsUnexplained();
    }
    entry["line"] = LineJson(measured.shots[result.index]);
    worst.push_back(std::move(entry));
  }
  return worst;
}

void PrintJson(const Options& options, const Measured& measured) {
  JsonOut out = {
      {"engine", options.engine}, {"reference", options.reference}, {"ice", options.ice}};
  if (options.file.empty()) {
    out["case"] = options.throw_case;
    out["seed"] = options.seed;
  } else {
    out["file"] = options.file;
  }
  out["shots"] = measured.results.size();
  JsonOut rows = JsonOut::array();
  for (const ParityRow& row : measured.rows) {
    rows.push_back(
        {{"contacts", row.contacts}, {"shots", row.shots}, {"error", ToJson(row.error)}});
    if (row.floor) rows.back()["floor"] = ToJson(*row.floor);
  }
  out["rows"] = rows;
  if (!options.no_floor) {
    out["floor_speed_mps"] = FloorSpeed(LawFromName(options.ice));
    out["unexplained"] = measured.unexplained;
  }
  out["worst"] = WorstJson(measured);
  fmt::print("{}\n", out.dump());
}

void WritePicture(const Options& options, const Measured& measured) {
  Histogram histogram;
  const auto summary = [](const DifferenceSummary& s) {
    return fmt::format("median {} mm, p95 {} mm", Millimetres(s.median_m), Millimetres(s.p95_m));
  };
  const ParityRow& all = measured.rows.front();
  histogram.caption =
      fmt::format("{} against {} on {}\n{} shots ({}): {}", options.engine, options.reference,
                  options.ice, measured.results.size(), SourceText(options), summary(all.error));
  histogram.axis = "how far off a moved stone stops, mm (outermost bars: and beyond)";
  histogram.bars.name = options.engine;
  if (all.floor) {
    histogram.caption += fmt::format("; floor {}", summary(*all.floor));
    histogram.outline.emplace().name = fmt::format("floor: {} {:+.3g} m/s", options.reference,
                                                   FloorSpeed(LawFromName(options.ice)));
  }
  for (const ParityResult& result : measured.results) {
    for (const auto& stone : result.error.stones) {
      histogram.bars.values.push_back(1000.0 * stone.distance_m);
    }
    if (!result.floor) continue;
    for (const auto& stone : result.floor->stones) {
      histogram.outline->values.push_back(1000.0 * stone.distance_m);
    }
  }
  WriteFile(options.picture, Render(histogram, FormatOfFile(options.picture)));
}

void RunVerb(const Options& options) {
  if (!options.picture.empty()) FormatOfFile(options.picture);  // told before any work
  const Measured measured = Measure(options);
  if (StopRequested()) {
    fmt::print(stderr, "skipstone: parity: stopped after {} shots\n", measured.results.size());
  }
  options.json ? PrintJson(options, measured) : PrintText(options, measured);
  if (options.picture.empty()) return;
  WritePicture(options, measured);
  if (!options.json) fmt::print("\nwrote {}\n", options.picture);
}

}  // namespace

void AddParity(Verb& app) {
  Verb* verb = app.add_subcommand(
      "parity", "Compare two engines' results, beside how far the reference is from itself");
  const auto options = std::make_shared<Options>();
  verb->add_option("--engine", options->engine, "the engine under test")->capture_default_str();
  verb->add_option("--reference", options->reference, "the engine to compare it with")
      ->capture_default_str();
  verb->add_option("--ice", options->ice, "fcv1 or dc2")->capture_default_str();
  VerbOption* throw_case =
      verb->add_option("--case", options->throw_case, "fresh shots: " + CaseNames())
          ->capture_default_str();
  VerbOption* seed = verb->add_option("--seed", options->seed, "of the fresh shots")
                         ->check(IsSeed())
                         ->capture_default_str();
  verb->add_option("--file", options->file,
                   "shots as simulate reads them, - for standard input, instead of fresh ones")
      ->excludes(throw_case)
      ->excludes(seed);
  verb->add_option("--shots", options->shots,
                   fmt::format("how many [{}; all of a file]", kDefaultShots))
      ->check(Range(1, kMaxShots));
  AddThreads(*verb, options->threads);
  verb->add_flag("--no-floor", options->no_floor,
                 "without the reference against itself: twice as fast");
  verb->add_option("--picture", options->picture,
                   "draw a histogram of the errors; .svg or .png decides the format");
  verb->add_flag("--json", options->json, "for programs; has the worst shots as lines");
  AddExample(*verb, "./skipstone parity --ice dc2 --case hit4 --shots 100 --picture parity.svg");
  verb->callback([options] { RunVerb(*options); });
}

}  // namespace skipstone
