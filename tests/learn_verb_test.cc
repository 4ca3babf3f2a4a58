// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The verb learn, as a user runs it. The trainer needs libtorch, which tests do not: what happens
// around training is tested here, training by tools/check_train.

#include "base/work.h"
#include "cli/called_ends.h"
#include "learn/labels.h"
#include "learn/policy_sample.h"
#include "verbs.h"

namespace skipstone {
namespace {

class LearnVerb : public Verbs {
 protected:
  // The binary on its own; what it says goes to the file "printed".
  pid_t Start(std::vector<std::string> arguments) const {
    const std::string printed = Path("printed");
    const pid_t pid = ::fork();
    if (pid != 0) return pid;
    std::vector<char*> argv;
    arguments.insert(arguments.begin(), kBinary);
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const int fd = ::open(printed.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(fd, STDOUT_FILENO);
    ::dup2(fd, STDERR_FILENO);
    ::execv(kBinary.c_str(), argv.data());
    ::_exit(127);
  }
  // Bytes of the ends and labels so far.
  std::size_t Size(const std::string& folder) const {
    std::size_t size = 0;
    const fs::path sweep = fs::path(Path(folder)) / "sweep-0";
    if (!fs::exists(sweep)) return 0;
    for (const auto& entry : fs::directory_iterator(sweep)) {
      // A kill may leave a temporary file behind, too.
      const fs::path& path = entry.path();
      if (path.filename() == "ends" || path.extension() == ".labels") size += entry.file_size();
    }
    return size;
  }
  // However often and wherever it is killed, it ends with the labels of a run that was not.
  void EndsAlikeHoweverOftenKilled(const std::vector<std::string>& options,
                                   const std::string& labels, std::size_t count) const {
    const auto start = [&](const std::string& folder) {
      std::vector<std::string> arguments = {"learn", "labels",   "--ends",
                                            "40",    "--folder", Path(folder)};
      arguments.insert(arguments.end(), options.begin(), options.end());
      return Start(arguments);
    };
    ASSERT_EQ(ExitCodeOf(start("whole")), 0) << ReadFile(Path("printed"));
    // All but the last label is kept, which may be torn.
    KillTenTimes([&] { return start("killed"); }, [&] { return Size("killed"); }, Size("whole"),
                 5000);
    ASSERT_EQ(ExitCodeOf(start("killed")), 0) << ReadFile(Path("printed"));

    const std::vector<Label> expected = ReadLabels(Path("whole/sweep-0/" + labels));
    EXPECT_EQ(expected.size(), count);
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(expected[i].state, i);
    EXPECT_TRUE(ReadLabels(Path("killed/sweep-0/" + labels)) == expected);
    // None twice: as many bytes.
    EXPECT_EQ(Size("killed"), Size("whole"));
  }
};

TEST_F(LearnVerb, KilledTenTimesTheLabelsOfOneStoneLeftAreTheSame) {
  EndsAlikeHoweverOftenKilled({"--stones-left", "1", "--states-of-one", "150"}, "level-01.labels",
                              150);
}

TEST_F(LearnVerb, KilledTenTimesTheLabelsOfFourStonesLeftAreTheSame) {
  EndsAlikeHoweverOftenKilled(
      {"--stones-left", "4", "--states", "400", "--teacher", "random:seed=1"}, "level-04.labels",
      400);
}

TEST_F(LearnVerb, CtrlCKeepsWhatIsThereAndSaysHowToGoOn) {
  const std::string folder = Path("run");
  const pid_t pid = Start({"learn", "labels", "--states-of-one", "1000000", "--ends", "20",
                           "--player", "uct:playouts=5,last-stone=off", "--folder", folder});
  const auto labelled = [&] {
    const fs::path labels = folder + "/sweep-0/level-01.labels";
    return fs::exists(labels) && !ReadLabels(labels).empty();
  };
  EXPECT_TRUE(Eventually(labelled)) << "while it works, others may look";
  ::kill(pid, SIGINT);
  EXPECT_EQ(ExitCodeOf(pid), 0);
  const std::string printed = ReadFile(Path("printed"));
  EXPECT_TRUE(Contains(printed, "stopped; the same command goes on in " + folder)) << printed;
  EXPECT_TRUE(labelled());
}

TEST_F(LearnVerb, RefusesAndSaysWhatToDo) {
  const auto refused = [&](const std::string& arguments, int code, const std::string& part) {
    const Ran run = Skipstone("learn " + arguments + " --folder " + Path("refused"));
    EXPECT_EQ(run.exit_code, code) << arguments << "\n" << run.err;
    EXPECT_TRUE(Contains(run.err, part)) << arguments << "\n" << run.err;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_FALSE(fs::exists(Path("refused"))) << arguments;
  };
  refused("labels --stones-left 16", 2, "--stones-left");
  refused("labels --stones-left 0", 2, "--stones-left");
  refused("labels --ends 30", 2, "multiple of 20");
  refused("labels --mix nonsense=1", 2, "nonsense");
  refused("labels --mix play=0", 2, "play=0.45");
  refused("labels --ice water", 2, "--ice");
  refused("labels --nonsense", 2, "--nonsense");
  refused("backward --levels 2-3", 2, "1-15");
  refused("backward --levels 1-16", 2, "1-15");
  refused("backward --levels many", 2, "1-15");
  refused("backward --network brain", 2, "--network");
  refused("", 2, "learn: expected one of backward, labels, supervised");
  // A folder goes on with the options it was begun with, and with no others.
  const std::string run = "learn labels --states-of-one 3 --ends 0 --folder " + Path("run");
  ASSERT_EQ(Skipstone(run).exit_code, 0);
  EXPECT_EQ(Skipstone(run).exit_code, 0);
  const Ran other = Skipstone(run + " --seed 2");
  EXPECT_EQ(other.exit_code, 2) << other.err;
  EXPECT_TRUE(Contains(other.err, "another folder")) << other.err;
  // So are labels that somebody changed.
  const std::string labels = Path("run/sweep-0/level-01.labels");
  std::string bytes = ReadFile(labels);
  bytes[bytes.size() - 100] ^= 1;
  WriteFile(labels, bytes);
  const Ran damaged = Skipstone(run);
  EXPECT_EQ(damaged.exit_code, 4) << damaged.err;
  EXPECT_TRUE(Contains(damaged.err, "record 2 ")) << damaged.err;
}

// A small policy-value network.
const std::string kPolicyNetwork = kGolden + "trainer_pv_network.safetensors";

std::vector<SampledEnd> EndsIn(const fs::path& path) {
  std::vector<SampledEnd> ends;
  WorkFile::ReadAll(path, SampledEndSize(), [&](std::string_view record, const std::string&) {
    ends.push_back(SampledEndFrom(record));
  });
  std::sort(ends.begin(), ends.end(),
            [](const SampledEnd& a, const SampledEnd& b) { return a.number < b.number; });
  return ends;
}

TEST_F(LearnVerb, KilledTenTimesSelfPlayHasTheSameEnds) {
  ::unsetenv("SKIPSTONE_TRAIN");
  const auto start = [&](const std::string& folder) {
    return Start({"learn", "selfplay", "--start", kPolicyNetwork, "--simulations", "40",
                  "--ends-of-generation", "120", "--folder", Path(folder)});
  };
  const auto ends_path = [&](const std::string& folder) {
    return fs::path(Path(folder)) / "generation-0000" / "ends";
  };
  EXPECT_EQ(ExitCodeOf(start("whole")), 3);
  const std::string printed = ReadFile(Path("printed"));
  EXPECT_TRUE(Contains(printed, "SKIPSTONE_TRAIN")) << printed;
  const std::vector<SampledEnd> expected = EndsIn(ends_path("whole"));
  EXPECT_EQ(expected.size(), 120U);
  const auto played = [&] {
    return fs::exists(ends_path("killed")) ? EndsIn(ends_path("killed")).size() : 0;
  };
  KillTenTimes([&] { return start("killed"); }, played, expected.size());
  EXPECT_EQ(ExitCodeOf(start("killed")), 3);
  EXPECT_TRUE(EndsIn(ends_path("killed")) == expected) << "lost, or there twice";
}

TEST_F(LearnVerb, PoliciesAreLearnedFromGamesToo) {
  const std::string record = SKIPSTONE_SOURCE_DIR "/docs/examples/game.jsonl";
  const std::vector<CalledEnd> ends = ReadCalledEnds(record, Law::kDc2, 20);
  ASSERT_FALSE(ends.empty());
  EXPECT_EQ(ends[0].game, 20U);
  for (const CalledEnd& end : ends) {
    ASSERT_EQ(end.positions.size(), 16U);
    EXPECT_EQ(end.positions[0].board.count(), 0);
    EXPECT_EQ(end.positions[5].turn, (Turn{5, Team::k1}));
    EXPECT_GT(end.called[3].speed_mps, 1.0);
  }
  // Of the second shot on, one stone at most lies, and it is team 0's, which throws first.
  EXPECT_EQ(ends[0].positions[1].board.present() & ~SlotBit(0), 0);
  ::unsetenv("SKIPSTONE_TRAIN");
  const Ran run = Skipstone("learn supervised --ice dc2 --ends 20 --player rule --games " + record +
                            " --judge random:seed=1 --folder " + Path("run"));
  EXPECT_EQ(run.exit_code, 3) << run.err;
  EXPECT_EQ(EndsIn(Path("run/round-0.samples")).size(), 20U + ends.size());
  EXPECT_THROW(ReadCalledEnds(record, Law::kFcv1, 0), Error);
}

// The lines of one shot each that others publish.
TEST_F(LearnVerb, LinesOfShotsAreGames) {
  std::string lines;
  for (int shot = 0; shot < kStones; ++shot) {
    lines += R"({"game":3,"end":0,"shot":)" + std::to_string(shot) + R"(,"leads":1,"stones":)" +
             (shot == 0 ? "[]" : "[[0,2.375,4.88]]") + R"(,"called":[-0.9,-31.5,1]})" + "\n";
  }
  const std::vector<CalledEnd> ends = ReadCalledEnds(Write("shots.jsonl", lines), Law::kDc2, 100);
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_EQ(ends[0].game, 103U);
  // The first stone, on the tee, is the team's that leads: of the one without the hammer.
  EXPECT_EQ(ends[0].positions[1].board.present(), SlotBit(SlotOf(Team::k0, 0)));
  EXPECT_NEAR(ends[0].positions[1].board.x(0), 0.0, 1e-6);
  EXPECT_EQ(ends[0].called[0].handle, Handle::kCcw);
  EXPECT_GT(ends[0].called[0].speed_mps, 30.0);
  // An end that breaks off is left out; a line that says nothing is refused with its number.
  const std::string part = lines.substr(0, lines.find("\"shot\":9"));
  const std::string whole_lines = part.substr(0, part.rfind('\n') + 1);
  EXPECT_TRUE(ReadCalledEnds(Write("part.jsonl", whole_lines), Law::kDc2, 0).empty());
  for (const std::string bad :
       {R"({"game":3,"leads":0})",
        R"({"game":3,"end":0,"shot":16,"leads":0,"stones":[],"called":[0,0,0]})",
        R"({"game":3,"end":0,"shot":0,"leads":0,"stones":[[16,0,0]],"called":[0,-30,0]})",
        R"({"game":3,"end":0,"shot":0,"leads":0,"stones":[[1,0]],"called":[0,-30,0]})",
        R"({"game":3,"end":0,"shot":0,"leads":0,"stones":[],"called":[0,-30,2]})", R"({"game":)"}) {
    try {
      ReadCalledEnds(Write("bad.jsonl", bad + "\n"), Law::kDc2, 0);
      ADD_FAILURE() << bad;
    } catch (const Error& e) {
      EXPECT_TRUE(Contains(e.what(), "bad.jsonl:1")) << e.what();
    }
  }
}

TEST_F(LearnVerb, PolicyVerbsRefuseAndSayWhatToDo) {
  const auto refused = [&](const std::string& arguments, int code, const std::string& part) {
    const Ran run = Skipstone("learn " + arguments + " --folder " + Path("refused"));
    EXPECT_EQ(run.exit_code, code) << arguments << "\n" << run.err;
    EXPECT_TRUE(Contains(run.err, part)) << arguments << "\n" << run.err;
  };
  refused("supervised --ends 0", 2, "files of games");
  refused("supervised --player nobody", 2, "nobody");
  refused("supervised --judge nobody", 2, "nobody");
  refused("supervised --depth 0", 2, "--depth");
  refused("supervised --games /nowhere", 2, "/nowhere");
  refused("supervised --ends 0 --games " SKIPSTONE_SOURCE_DIR "/docs/examples/game.jsonl", 2,
          "--ice dc2");
  refused("selfplay", 2, "--start");
  refused("selfplay --start " + kGolden + "trainer_network.safetensors", 2, "pv-stones");
  refused("selfplay --start " + kPolicyNetwork + " --search grid", 2, "kr-dl-uct");
  refused("selfplay --start " + kPolicyNetwork + " --alpha 2", 2, "--alpha");
}

TEST_F(LearnVerb, WinTablesAreLearnedWithoutTheTrainer) {
  const std::string command =
      "learn wintable --player kr-uct:playouts=2 --ends 1 --leads 1 --each 2 --seed 3 --folder " +
      Path("run");
  const Ran run = Skipstone(command + " --out " + Path("table.json"));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Contains(run.out, "1 left: ")) << run.out;
  const std::string text = ReadFile(Path("table.json"));
  const Json table = Json::parse(text);
  EXPECT_EQ(table["version"], 2);
  EXPECT_EQ(table["leads"], 1);
  EXPECT_EQ(table["ends"], 8);
  EXPECT_TRUE(Contains(table["command"].get<std::string>(), "--each 2 --seed 3"));
  // Again: nothing is played, and the same comes out.
  ASSERT_EQ(Skipstone(command).exit_code, 0);
  EXPECT_EQ(ReadFile(Path("run/wintable.json")), text);
  EXPECT_EQ(Skipstone("wintable --scores " + Path("table.json")).exit_code, 0);
  EXPECT_EQ(Skipstone(command + " --ice dc2").exit_code, 2) << "another run's folder";
  const Ran game = Skipstone("match kr-uct:playouts=2,table=" + Path("table.json") +
                             " rule --ends 2 --plain --ice dc2");
  EXPECT_EQ(game.exit_code, 2) << "a table of another ice";
  EXPECT_TRUE(Contains(game.err, "expected a win table for dc2")) << game.err;
}

TEST_F(LearnVerb, BackwardNeedsTheTrainer) {
  const Ran run = Shell("unset SKIPSTONE_TRAIN; " + kBinary +
                        " learn backward --levels 1-2 --states-of-one 20 --states 20 --ends 0"
                        " --folder " +
                        Path("run"));
  EXPECT_EQ(run.exit_code, 3) << run.err;
  EXPECT_TRUE(Contains(run.err, "SKIPSTONE_TRAIN")) << run.err;
  EXPECT_TRUE(Contains(run.err, "./skipstone")) << run.err;
  EXPECT_EQ(ReadLabels(Path("run/sweep-0/level-01.labels")).size(), 20U);
}

}  // namespace
}  // namespace skipstone
