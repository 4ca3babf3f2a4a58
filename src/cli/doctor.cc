// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

#include "base/files.h"
#include "base/machine.h"
#include "cli/verbs.h"
#include "game/shot_line.h"
#include "options/verb.h"

namespace skipstone {
namespace {

struct Finding {
  std::string part;
  bool ok = true;
  std::string text;
  std::string advice;  // what to do, if not ok
};

Finding CheckCpu() {
  return {"cpu", true, fmt::format("{}, {}", MachineText(), CpuLevelName(CpuLevel())), ""};
}

// The launcher says where the project is; without it there is no list to compare with.
Finding CheckPackages() {
  const char* home = std::getenv("SKIPSTONE_HOME");
  if (home == nullptr) return {"packages", true, "not started by ./skipstone: not checked", ""};
  std::ifstream list(std::filesystem::path(home) / "tools" / "packages.txt");
  std::string missing;
  int count = 0;
  for (std::string package; std::getline(list, package); ++count) {
    // The names are the project's own, plain words.
    const std::string command = "dpkg-query -W -f '${Status}' " + package + " 2>/dev/null";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"),
                                                               &::pclose);
    std::array<char, 100> status{};
    const bool answered = pipe && std::fgets(status.data(), status.size(), pipe.get()) != nullptr;
    if (!answered || std::string_view(status.data()).find("ok installed") == std::string::npos) {
      missing += " " + package;
    }
  }
  if (missing.empty()) return {"packages", true, fmt::format("all {} installed", count), ""};
  return {"packages", false, "missing:" + missing, "apt-get install -y" + missing};
}

// Shots computed by the field's own simulators (the first of each golden file of clusters).
struct SpotCheck {
  Law law;
  const char* line;
};
constexpr SpotCheck kSpotChecks[] = {
    {Law::kFcv1,
     R"({"stones":[{"team":0,"idx":0,"x":0.885460377,"y":36.8937187},{"team":0,"idx":2,"x":0.847412467,"y":39.8925629},{"team":0,"idx":6,"x":0.749671161,"y":33.2922592},{"team":0,"idx":7,"x":0.904802263,"y":37.4755707},{"team":1,"idx":0,"x":0.895148218,"y":37.185154},{"team":1,"idx":2,"x":-1.09514022,"y":38.6087074},{"team":1,"idx":5,"x":0.866141796,"y":36.3125687},{"team":1,"idx":6,"x":0.875806272,"y":36.6032982}],"thrown":{"team":1,"idx":7},"shot":{"vx":0.158879817,"vy":3.38634872,"rotation":"ccw"},"result":{"stones":[{"team":0,"idx":0,"x":0.885460377,"y":36.8937187},{"team":0,"idx":2,"x":0.847412467,"y":39.8925629},{"team":0,"idx":7,"x":0.904802263,"y":37.4755707},{"team":1,"idx":0,"x":0.895148218,"y":37.185154},{"team":1,"idx":2,"x":-1.09514022,"y":38.6087074},{"team":1,"idx":5,"x":0.866141796,"y":36.3125687},{"team":1,"idx":6,"x":0.875806272,"y":36.6032982}]}})"},
    {Law::kDc2,
     R"({"stones":[{"team":0,"idx":0,"x":2.32522511,"y":4.21788359},{"team":1,"idx":2,"x":1.99980533,"y":4.44250393},{"team":0,"idx":4,"x":2.04053307,"y":4.15515852}],"thrown":{"team":1,"idx":4},"shot":{"vx":0.527205944,"vy":-30.6371174,"rotation":"ccw"},"result":{"stones":[{"team":0,"idx":0,"x":2.32522511,"y":4.21788359},{"team":1,"idx":2,"x":1.92782176,"y":4.4217515},{"team":1,"idx":4,"x":2.01466107,"y":4.72467661}]}})"},
};

Finding CheckGolden() {
  int good = 0;
  for (const SpotCheck& check : kSpotChecks) {
    const Json json = ParseJson(check.line, "spot check");
    const Field field(json, "");
    const ShotLine line = ShotLineFromJson(field, check.law);
    const auto engine = MakeEngine("box2d", line.ice);
    const Board after = engine->Run(line.before.board, line.before.turn, line.release).board;
    const Field expected = field.At("result").At("stones");
    bool same = expected.Size(kStones) == static_cast<std::size_t>(after.count());
    for (std::size_t i = 0; same && i < expected.Size(kStones); ++i) {
      const int slot = SlotOf(TeamFromJson(expected[i].At("team")),
                              static_cast<int>(expected[i].At("idx").Int(0, 7)));
      same = after.Has(slot) && PositionToOwnFrame(check.law, after.position(slot)) ==
                                    PointFromJson(expected[i], "x", "y", kMaxCoordinate_m);
    }
    good += same ? 1 : 0;
  }
  const int count = static_cast<int>(std::size(kSpotChecks));
  return {
      "golden", good == count, fmt::format("{} of {} golden shots bit-exact", good, count),
      "the build changes the physics: rebuild with the preset release and Debian's Box2D 2.4.1"};
}

Finding CheckFolder(const std::string& name, std::filesystem::path (*find)()) {
  try {
    const std::filesystem::path folder = find();
    const auto probe = folder / fmt::format(".skipstone-doctor-{}", static_cast<long>(::getpid()));
    try {
      WriteFile(probe, "probe");
    } catch (const Error& e) {
      // The probe's name says nothing to anybody.
      throw Error(e.kind(), folder.string(), std::string(e.what()).substr(e.where().size() + 2));
    }
    std::filesystem::remove(probe);
    return {name, true, folder.string() + " is writable", ""};
  } catch (const std::exception& e) {
    return {name, false, e.what(), "make it writable, or work in another folder"};
  }
}

}  // namespace

void AddDoctor(Verb& app) {
  Verb* verb = app.add_subcommand("doctor", "Check this machine and say what to do");
  const auto json = std::make_shared<bool>(false);
  verb->add_flag("--json", *json, "for programs");
  AddExample(*verb, "./skipstone doctor");
  verb->callback([json] {
    const std::vector<Finding> findings = {
        CheckCpu(), CheckPackages(), CheckGolden(),
        CheckFolder("folder", [] { return std::filesystem::current_path(); }),
        CheckFolder("temporary", [] { return std::filesystem::temp_directory_path(); })};
    bool ok = true;
    JsonOut out = JsonOut::array();
    for (const Finding& f : findings) {
      ok = ok && f.ok;
      out.push_back({{"part", f.part},
                     {"ok", f.ok},
                     {"text", f.text},
                     {"advice", f.ok ? JsonOut() : JsonOut(f.advice)}});
      if (*json) continue;
      fmt::print("{:<4} {:<10} {}\n", f.ok ? "ok" : "BAD", f.part, f.text);
      if (!f.ok) fmt::print("     {:<10} do: {}\n", "", f.advice);
    }
    if (*json) fmt::print("{}\n", out.dump());
    if (!ok) throw Error(ErrorKind::kEnvironment, "doctor", "something needs attention, see above");
  });
}

}  // namespace skipstone
