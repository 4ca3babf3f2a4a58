// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The verb learn, as a user runs it.

#include <chrono>
#include <random>
#include <thread>

#include "learn/labels.h"
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
      const fs::path path = entry.path();
      if (path.filename() == "ends" || path.extension() == ".labels") size += entry.file_size();
    }
    return size;
  }
  // However often and whenever it is killed, it ends with the labels of a run that was not.
  void KillTenTimes(const std::vector<std::string>& options, const std::string& labels,
                    std::size_t count) const {
    using Clock = std::chrono::steady_clock;
    const auto start = [&](const std::string& folder) {
      std::vector<std::string> arguments = {"learn", "labels",   "--ends",
                                            "40",    "--folder", Path(folder)};
      arguments.insert(arguments.end(), options.begin(), options.end());
      return Start(arguments);
    };
    const Clock::time_point begin = Clock::now();
    ASSERT_EQ(ExitCodeOf(start("whole")), 0) << ReadFile(Path("printed"));
    const std::chrono::duration<double> whole = Clock::now() - begin;

    // Ten times within a quarter of the whole, which is about enough for all of it.
    std::mt19937 random(4);
    std::uniform_real_distribution<double> part(0.0, 0.25);
    int in_the_middle = 0;
    std::size_t size = 0;
    for (int kill = 0; kill < 10; ++kill) {
      const pid_t pid = start("killed");
      std::this_thread::sleep_for(whole * part(random));
      ::kill(pid, SIGKILL);
      ExitCodeOf(pid);
      const std::size_t now = Size("killed");
      // All but the last, which may be torn.
      EXPECT_GT(now + 5000, size) << "what was done was lost";
      size = now;
      in_the_middle += size > 0 && size < Size("whole") ? 1 : 0;
    }
    EXPECT_GT(in_the_middle, 0);
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
  KillTenTimes({"--stones-left", "1", "--states-of-one", "150"}, "level-01.labels", 150);
}

TEST_F(LearnVerb, KilledTenTimesTheLabelsOfFourStonesLeftAreTheSame) {
  KillTenTimes({"--stones-left", "4", "--states", "400", "--teacher", "random:seed=1"},
               "level-04.labels", 400);
}

TEST_F(LearnVerb, CtrlCKeepsWhatIsThereAndSaysHowToGoOn) {
  const std::string folder = Path("run");
  const pid_t pid = Start({"learn", "labels", "--states-of-one", "1000000", "--ends", "20",
                           "--player", "uct:playouts=5,last-stone=off", "--folder", folder});
  const auto labelled = [&] {
    const fs::path labels = folder + "/sweep-0/level-01.labels";
    return fs::exists(labels) && !ReadLabels(labels).empty();
  };
  for (int i = 0; i < 3000 && !labelled(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(labelled()) << "while it works, others may look";
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
  refused("", 2, "subcommand");
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
