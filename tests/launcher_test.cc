// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The launcher `skipstone`, a copy of it in a small tree, with stand-ins for the programs it calls:
// they write down that they were called, and the one for ninja makes what it is asked for.
// `tools/check_launcher` looks at the real ones.

#include "arena.h"

namespace skipstone {
namespace {

constexpr const char* kCmake = R"(#!/bin/sh
echo "cmake $*" >> "$CALLS"
mkdir -p build/release && touch build/release/build.ninja
echo 'build.ninja' >> build/release/CMakeCache.txt
if [ "$2" = train ]; then echo 'SKIPSTONE_TRAIN:BOOL=ON' >> build/release/CMakeCache.txt; fi
)";

// `-C FOLDER TARGET...`, or `-t commands TARGET...` in the folder.
constexpr const char* kNinja = R"(#!/bin/sh
if [ "$1" = -t ]; then
  for i in $(seq ${FILES:-1}); do echo "c++ -c -o $i.o $i.cc"; done
  exit
fi
while [ -e "$CALLS.wait" ]; do sleep 0.02; done
echo "ninja $*" >> "$CALLS"
echo "[1/1] said by ninja"
[ ! -e fail ] || exit 1
cd "$2" && shift 2
for target; do printf '#!/bin/sh\necho "%s: $* $SKIPSTONE_TRAIN"\n' $target > $target; chmod +x $target; done
)";

// All packages are there.
constexpr const char* kDpkgQuery = R"(#!/bin/sh
echo dpkg-query >> "$CALLS"
for package; do echo "$package install ok installed"; done
)";

class Launcher : public Verbs {
 protected:
  Launcher() {
    for (const char* name : {"src/base", "tests", "models", "tools", "bin"}) {
      fs::create_directories(folder_ / name);
    }
    const fs::path source = SKIPSTONE_SOURCE_DIR;
    fs::copy_file(source / "skipstone", folder_ / "skipstone");
    for (const char* name : {"tools/packages.txt", "tools/packages_train.txt"}) {
      fs::copy_file(source / name, folder_ / name);
    }
    for (const char* name : {"CMakeLists.txt", "CMakePresets.json", "src/base/hash.h",
                             "src/base/hash.cc", "tests/CMakeLists.txt", "models/table.json"}) {
      Write(name, name);
    }
    StandIn("cmake", kCmake);
    StandIn("ninja", kNinja);
    StandIn("dpkg-query", kDpkgQuery);
    StandIn("ctest", "#!/bin/sh\necho \"ctest: $*\"\n");
    // All that is there is older than the first build.
    Shell("find " + folder_.string() + " -exec touch -d '1 hour ago' {} +");
  }

  void StandIn(const std::string& name, const std::string& text) const {
    fs::permissions(Write("bin/" + name, text), fs::perms::owner_all);
  }
  std::string Command(const std::string& arguments) const {
    return "cd " + folder_.string() + " && CALLS=$PWD/calls PATH=$PWD/bin:$PATH ./skipstone " +
           arguments;
  }
  Ran Launch(const std::string& arguments) const { return Shell(Command(arguments)); }
  // Who was called since the last question.
  std::string Calls() const {
    const std::string calls = fs::exists(folder_ / "calls") ? ReadFile(Path("calls")) : "";
    fs::remove(folder_ / "calls");
    return calls;
  }
  std::string Ninja(const std::string& targets) const {
    return "ninja -C " + Path("build/release") + " " + targets + "\n";
  }

  void ExpectBuilt(const std::string& what) const {
    const Ran run = Launch("match");
    EXPECT_EQ(run.exit_code, 0) << what << run.err;
    EXPECT_TRUE(Contains(Calls(), Ninja("skipstone"))) << what;
    EXPECT_EQ(run.out, "skipstone: match \n") << what;
  }
  void ExpectSilent(const std::string& what) const {
    const Ran run = Launch("match --ends 1");
    EXPECT_EQ(run.exit_code, 0) << what;
    EXPECT_EQ(run.out, "skipstone: match --ends 1 \n") << what;
    EXPECT_EQ(run.err, "") << what;
    EXPECT_EQ(Calls(), "") << what;
  }
};

TEST_F(Launcher, BuildsOnceAndIsSilentFromThenOn) {
  const Ran first = Shell("export FILES=600; " + Command("match"));
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(first.out, "skipstone: match \n") << "what ninja says goes to stderr";
  EXPECT_TRUE(Contains(first.err, "building 600 files: about ")) << first.err;
  EXPECT_TRUE(Contains(first.err, " minutes on ")) << first.err;
  EXPECT_EQ(Calls(), "dpkg-query\ncmake --preset release\n" + Ninja("skipstone"));
  ExpectSilent("nothing has changed");
}

TEST_F(Launcher, BuildsAgainWhateverChangesComesOrGoes) {
  ExpectBuilt("the first time");
  const auto change = [&](const std::string& command) {
    ASSERT_EQ(Shell("cd " + folder_.string() + " && " + command).exit_code, 0) << command;
    ExpectBuilt(command);
  };
  for (const char* name : {"src/base/hash.h", "src/base/hash.cc", "CMakeLists.txt",
                           "tests/CMakeLists.txt", "models/table.json", "tools/packages.txt"}) {
    change(std::string("echo more >> ") + name);
  }
  change("touch src/base/hash.cc");
  change("touch -d tomorrow src/base/hash.cc");
  ExpectSilent("tomorrow's file is built, too");
  change("echo new > src/base/new.cc");
  change("mv src/base/new.cc src/base/other.cc");
  change("rm src/base/other.cc");
  change("mkdir src/net && echo new > src/net/net.cc");
  change("rm -r src/net");
  change("rm build/release/skipstone");
  ExpectSilent("built");
}

TEST_F(Launcher, AFileThatIsOlderThanTheBuildIsMadeNewForNinja) {
  Shell("cd " + folder_.string() + " && echo better > better.json && touch -d '1 day ago' *.json");
  ExpectBuilt("the first time");
  fs::rename(Path("better.json"), Path("models/table.json"));
  ExpectBuilt("another table");
  EXPECT_GT(fs::last_write_time(Path("models/table.json")),
            fs::last_write_time(Path("build/release/build.ninja")));
  ExpectSilent("another table");
}

TEST_F(Launcher, ConfiguresAgainForAnotherPreset) {
  ExpectBuilt("the first time");
  Shell("sleep 0.02");
  Write("CMakePresets.json", "others");
  EXPECT_EQ(Launch("match").exit_code, 0);
  EXPECT_EQ(Calls(), "dpkg-query\ncmake --preset release\n" + Ninja("skipstone"));
  ExpectSilent("configured");
}

TEST_F(Launcher, AFailedBuildIsTriedAgain) {
  Write("fail", "");
  for (int i = 0; i < 2; ++i) {
    const Ran run = Launch("match");
    EXPECT_EQ(run.exit_code, 5);
    EXPECT_EQ(run.out, "");
    EXPECT_TRUE(Contains(run.err, "the build failed; see above")) << run.err;
    EXPECT_TRUE(Contains(Calls(), Ninja("skipstone")));
  }
  fs::remove(Path("fail"));
  ExpectBuilt("it goes again");
}

TEST_F(Launcher, TheSuiteAndTheTrainerAreBuiltWhenAskedFor) {
  ExpectBuilt("the first time");
  EXPECT_TRUE(Contains(Launch("test -R Golden").out, "ctest: --test-dir "));
  EXPECT_EQ(Calls(), "dpkg-query\n" + Ninja("skipstone all"));
  EXPECT_EQ(Launch("test").err, "");
  EXPECT_EQ(Calls(), "");
  ExpectSilent("the suite has nothing to do with it");
  for (const char* without : {"learn labels", "learn backward --help", "learn", "bench selfplay"}) {
    EXPECT_EQ(Launch(without).err, "") << without;
  }
  EXPECT_EQ(Calls(), "");
  const Ran run = Launch("learn backward");
  EXPECT_EQ(Calls(), "dpkg-query\ncmake --preset train\n" + Ninja("skipstone skipstone-train"));
  EXPECT_EQ(run.out, "skipstone: learn backward " + Path("build/release/skipstone-train") + "\n");
  EXPECT_EQ(Launch("learn selfplay").err, "");
  EXPECT_EQ(Launch("bench selfplay --trainer").err, "");
  ExpectSilent("the trainer has nothing to do with it");
  Write("src/base/hash.cc", "changed");
  ExpectBuilt("changed");
  EXPECT_EQ(Launch("learn selfplay").exit_code, 0);
  EXPECT_EQ(Calls(), "dpkg-query\n" + Ninja("skipstone skipstone-train"));
}

TEST_F(Launcher, SaysThatItWaitsForAnotherOne) {
  Write("calls.wait", "");
  const auto first = Program::InShell("exec 2>&1; " + Command("match"), Path("first"));
  first->WaitFor("building");
  const auto second = Program::InShell("exec 2>&1; " + Command("analyze"), Path("second"));
  const std::string waiting =
      "skipstone: another ./skipstone is installing or building; waiting for it\n";
  EXPECT_EQ(second->WaitFor("waiting for it\n"), waiting);
  fs::remove(Path("calls.wait"));
  EXPECT_EQ(first->Wait(), 0);
  EXPECT_EQ(second->Wait(), 0);
  EXPECT_EQ(second->Output(), waiting + "skipstone: analyze \n") << "the first has built for both";
}

TEST_F(Launcher, SaysWhichPackagesAreMissing) {
  StandIn("dpkg-query", "#!/bin/sh\necho 'cmake install ok installed'; exit 1\n");
  StandIn("apt-get", R"(#!/bin/sh
echo "apt-get $*" >> "$CALLS"
case $* in *--assume-no*) echo 'Need to get 129 MB of archives.';; *install*) exit 1;; esac
)");
  StandIn("id", "#!/bin/sh\necho 1000\n");
  const Ran user = Launch("match");
  EXPECT_EQ(user.exit_code, 3);
  EXPECT_TRUE(Contains(user.err, "these packages are missing: g++ ")) << user.err;
  EXPECT_TRUE(Contains(user.err, "Need to get 129 MB of archives.")) << user.err;
  EXPECT_TRUE(Contains(user.err, "sudo apt-get update && sudo apt-get install")) << user.err;
  StandIn("id", "#!/bin/sh\necho 0\n");
  const Ran root = Launch("match");
  EXPECT_EQ(root.exit_code, 3);
  EXPECT_TRUE(Contains(root.err, "installing g++ ")) << root.err;
  EXPECT_TRUE(Contains(root.err, "Need to get 129 MB of archives.")) << root.err;
  EXPECT_TRUE(Contains(root.err, "apt-get install failed")) << root.err;
  EXPECT_FALSE(Contains(root.err, "cmake")) << root.err;
}

}  // namespace
}  // namespace skipstone
