// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The verbs, run as a user runs them: the real binary, its output, its exit code.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/files.h"

namespace skipstone {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

const std::string kBinary = SKIPSTONE_BINARY;
const std::string kGolden = SKIPSTONE_SOURCE_DIR "/tests/golden/";

struct Ran {
  int exit_code = -1;
  std::string out;
  std::string err;
};

// A folder of its own for each test, gone afterwards.
class Verbs : public testing::Test {
 protected:
  Verbs() {
    std::string pattern = (fs::temp_directory_path() / "skipstone-verbs-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~Verbs() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  std::string Write(const std::string& name, const std::string& content) const {
    WriteFile(Path(name), content);
    return Path(name);
  }

  Ran Shell(const std::string& command) const {
    const std::string full = "(" + command + ") >" + Path("out") + " 2>" + Path("err");
    const int status = std::system(full.c_str());  // NOLINT: the tests' own commands
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, ReadFile(Path("out")),
            ReadFile(Path("err"))};
  }
  Ran Skipstone(const std::string& arguments) const { return Shell(kBinary + " " + arguments); }

  fs::path folder_;
};

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> GoldenLines(const std::string& file, std::size_t most) {
  std::vector<std::string> lines = LinesOf(ReadFile(kGolden + file));
  lines.resize(std::min(lines.size(), most));
  return lines;
}

std::string Join(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(Verbs, SimulateAnswersInOrderOnAnyNumberOfThreads) {
  const std::vector<std::string> lines = GoldenLines("dc2_dev_real.jsonl", 60);
  const std::string file = Write("shots.jsonl", Join(lines));
  const Ran one = Skipstone("simulate --ice dc2 --threads 1 " + file);
  const Ran four = Skipstone("simulate --ice dc2 --threads 4 < " + file);
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_EQ(one.out, four.out);
  EXPECT_EQ(one.err, "");
  const std::vector<std::string> answers = LinesOf(one.out);
  ASSERT_EQ(answers.size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Json line = Json::parse(lines[i]);
    const Json answer = Json::parse(answers[i]);
    EXPECT_EQ(answer["id"], line["id"]);
    EXPECT_EQ(answer["result"]["stones"].size(), line["result"]["stones"].size());
  }
}

TEST_F(Verbs, SimulateReportsBadLinesWithTheirNumberAndGoesOn) {
  const std::string good = GoldenLines("dc2_dev_free.jsonl", 1)[0];
  const auto with = [&good](const char* pointer, const Json& value) {
    Json json = Json::parse(good);
    json[Json::json_pointer(pointer)] = value;
    return json.dump();
  };
  const Json stone = {{"team", 0}, {"idx", 0}, {"x", 2.0}, {"y", 5.0}};
  Json near = stone;
  near["idx"] = 1;
  near["y"] = 5.2;
  Json touching = near;
  touching["y"] = 5.287;
  std::string nan = good;
  nan.replace(nan.find("\"vx\": "), 6, "\"vx\": NaN, \"was\": ");
  const std::vector<std::string> lines = {good,
                                          "not JSON",
                                          R"({"id":1})",
                                          nan,
                                          with("/stones", {stone, stone}),
                                          with("/stones", {stone, near}),
                                          with("/shot/rotation", "left"),
                                          with("/thrown/team", "0"),
                                          "{\"id\":\"" + std::string(2 << 20, 'x') + "\"}",
                                          "",
                                          with("/stones", {stone, touching}),
                                          good};
  const std::string file = Write("mixed.jsonl", Join(lines));
  const Ran run = Skipstone("simulate --ice dc2 " + file);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(LinesOf(run.out).size(), 3U);
  for (const char* message :
       {":2: ", ":3: stones: missing", ":4: shot.vx: not valid JSON",
        ":5: stones[1]: team 0 idx 0 is there twice",
        ":6: stones[1]: overlaps stones[0] by more than 15 mm",
        ":7: shot.rotation: expected \"cw\" or \"ccw\"", ":8: thrown.team: expected a whole number",
        ":9: longer than", "8 bad lines skipped, 3 shots answered"}) {
    EXPECT_TRUE(Contains(run.err, message)) << message << "\n" << run.err.substr(0, 3000);
  }
  const Ran strict = Skipstone("simulate --strict --ice dc2 " + file);
  EXPECT_EQ(strict.exit_code, 4);
  EXPECT_EQ(LinesOf(strict.out).size(), 1U);
  EXPECT_TRUE(Contains(strict.err, "mixed.jsonl:2: not valid JSON")) << strict.err;
}

TEST_F(Verbs, SimulateAddsPathsContactsAndAnglesOnRequest) {
  const std::string file = Write("s.jsonl", Join(GoldenLines("fcv1_dev_cluster.jsonl", 3)));
  const Ran run = Skipstone("simulate --paths 0.5 --contacts --angles " + file);
  ASSERT_EQ(run.exit_code, 0);
  for (const std::string& text : LinesOf(run.out)) {
    const Json answer = Json::parse(text);
    EXPECT_EQ(answer["hits"].size(), answer["contacts"].get<std::size_t>());
    ASSERT_FALSE(answer["paths"].empty());
    for (const Json& path : answer["paths"]) {
      double before = -1.0;
      for (const Json& point : path["points"]) {
        EXPECT_GT(point[0].get<double>(), before);
        before = point[0];
      }
      for (const Json& stone : answer["result"]["stones"]) {
        EXPECT_TRUE(stone.contains("angle"));
        if (stone["team"] != path["team"] || stone["idx"] != path["idx"]) continue;
        EXPECT_EQ(path["points"].back()[1], stone["x"]);
        EXPECT_EQ(path["points"].back()[2], stone["y"]);
      }
    }
  }
}

// The binary with pipes at both ends.
class Conversation {
 public:
  explicit Conversation(std::vector<std::string> arguments) {
    int to[2];
    int from[2];
    EXPECT_EQ(::pipe2(to, O_CLOEXEC), 0);
    EXPECT_EQ(::pipe2(from, O_CLOEXEC), 0);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(to[0], STDIN_FILENO);
      ::dup2(from[1], STDOUT_FILENO);
      std::vector<char*> argv;
      arguments.insert(arguments.begin(), kBinary);
      for (std::string& argument : arguments) argv.push_back(argument.data());
      argv.push_back(nullptr);
      ::execv(kBinary.c_str(), argv.data());
      ::_exit(127);
    }
    ::close(to[0]);
    ::close(from[1]);
    in_ = ::fdopen(from[0], "r");
    out_ = to[1];
  }
  ~Conversation() {
    std::fclose(in_);
    CloseInput();
  }

  void Say(const std::string& line) const {
    const std::string text = line + "\n";
    EXPECT_EQ(::write(out_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  std::string Hear() const {
    std::array<char, 1 << 16> buffer{};
    return std::fgets(buffer.data(), buffer.size(), in_) != nullptr ? buffer.data() : "";
  }
  void CloseInput() {
    if (out_ >= 0) ::close(out_);
    out_ = -1;
  }
  void Signal(int signal) const { ::kill(pid_, signal); }
  int Wait() const {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t pid_ = -1;
  std::FILE* in_ = nullptr;
  int out_ = -1;
};

TEST_F(Verbs, SimulateAnswersALineBeforeTheNextIsWritten) {
  Conversation talk({"simulate", "--ice", "dc2", "--threads", "3"});
  for (const std::string& line : GoldenLines("dc2_dev_free.jsonl", 3)) {
    talk.Say(line);
    EXPECT_EQ(Json::parse(talk.Hear())["id"], Json::parse(line)["id"]);
  }
  talk.CloseInput();
  EXPECT_EQ(talk.Wait(), 0);
}

TEST_F(Verbs, StrictStopsThoughTheWriterWaits) {
  Conversation talk({"simulate", "--strict"});
  talk.Say("rubbish");
  EXPECT_EQ(talk.Wait(), 4);
}

TEST_F(Verbs, CtrlCEndsASimulationThatWaits) {
  Conversation talk({"simulate", "--ice", "dc2"});
  talk.Say(GoldenLines("dc2_dev_free.jsonl", 1)[0]);
  EXPECT_NE(talk.Hear(), "");
  talk.Signal(SIGINT);
  EXPECT_EQ(talk.Wait(), 0);
}

TEST_F(Verbs, TurnPlaysGoldenTurns) {
  const std::vector<std::string> lines = GoldenLines("dc3_dev_rules.jsonl", 20);
  const Ran run = Skipstone("turn " + Write("turns.jsonl", Join(lines)));
  EXPECT_EQ(run.exit_code, 0);
  const std::vector<std::string> answers = LinesOf(run.out);
  ASSERT_EQ(answers.size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Json line = Json::parse(lines[i]);
    const Json answer = Json::parse(answers[i]);
    EXPECT_EQ(answer["id"], line["id"]);
    EXPECT_EQ(answer["free_guard_zone_foul"], line["free_guard_zone_foul"]);
    EXPECT_EQ(answer["after"]["scores"], line["after"]["scores"]);
  }
}

TEST_F(Verbs, ReplayFindsNoDifferenceInAPlayedGameAndRefusesDamage) {
  const std::string file = Path("game.jsonl");
  const Ran played = Skipstone("playout --ice dc2 --rules dc2 --ends 1 --seed 5 --out " + file);
  ASSERT_EQ(played.exit_code, 0) << played.err;
  const Ran replayed = Skipstone("replay " + file);
  EXPECT_EQ(replayed.exit_code, 0);
  EXPECT_TRUE(Contains(replayed.out, "no difference")) << replayed.out;
  EXPECT_TRUE(Json::parse(Skipstone("replay --json " + file).out)["difference"].is_null());

  const std::string text = ReadFile(file);
  const auto refused = [&](const std::string& content, const std::string& message) {
    const Ran run = Skipstone("replay " + Write("damaged.jsonl", content));
    EXPECT_EQ(run.exit_code, 4) << message;
    EXPECT_TRUE(Contains(run.err, "damaged.jsonl")) << run.err;
    EXPECT_TRUE(Contains(run.err, message)) << run.err;
  };
  refused(text.substr(0, text.size() - 30), "not valid JSON");
  refused(text.substr(0, text.rfind("{\"result\"")), "it was cut off");
  refused("", "empty");
  refused("\x01\x02\x03", "not valid JSON");
  std::string changed = text;
  const std::size_t angle = changed.find("\"angle\":");
  changed[changed.find_first_of("123456789", angle + 10)] = '0';
  refused(changed, "line 2, end 0, shot 0: thrown");
}

TEST_F(Verbs, SignatureDoesNotDependOnTheCpu) {
  const Ran plain = Skipstone("signature --json");
  ASSERT_EQ(plain.exit_code, 0);
  EXPECT_EQ(Json::parse(plain.out).size(), 3U);
  const Ran without =
      Shell("GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2 " + kBinary + " signature --json");
  EXPECT_EQ(without.out, plain.out);
}

TEST_F(Verbs, DoctorIsContent) {
  EXPECT_EQ(Skipstone("doctor").exit_code, 0);
  for (const Json& finding : Json::parse(Skipstone("doctor --json").out)) {
    EXPECT_TRUE(finding["ok"].get<bool>()) << finding;
  }
}

TEST_F(Verbs, WrongUseHasItsExitCodes) {
  EXPECT_EQ(Skipstone("").exit_code, 2);
  EXPECT_EQ(Skipstone("throw").exit_code, 2);
  EXPECT_EQ(Skipstone("simulate --nonsense").exit_code, 2);
  EXPECT_EQ(Skipstone("simulate --ice water < /dev/null").exit_code, 2);
  EXPECT_EQ(Skipstone("simulate --engine box3d < /dev/null").exit_code, 2);
  EXPECT_EQ(Skipstone("simulate --threads -1 < /dev/null").exit_code, 2);
  EXPECT_EQ(Skipstone("simulate " + Path("missing.jsonl")).exit_code, 3);
  EXPECT_EQ(Skipstone("simulate " + folder_.string()).exit_code, 3);
  EXPECT_EQ(Skipstone("replay " + Path("missing.jsonl")).exit_code, 3);
  EXPECT_EQ(Skipstone("playout --rules dc9").exit_code, 2);
  EXPECT_EQ(Skipstone("picture --out " + Path("a.gif")).exit_code, 2);
  EXPECT_EQ(Skipstone("picture --out " + Path("no/such/folder.svg")).exit_code, 3);
  EXPECT_EQ(Skipstone("picture " + Write("p.json", R"({"shot":77})") + " --out " + Path("a.svg"))
                .exit_code,
            4);
  EXPECT_EQ(Shell(kBinary + " simulate --ice dc2 " + kGolden + "dc2_dev_free.jsonl > /dev/full")
                .exit_code,
            3);
}

// Every example in every help text works as it stands, pasted in the project's folder. What it
// writes goes to the test's own folder.
TEST_F(Verbs, HelpExamplesWorkWhenPasted) {
  const Ran help = Skipstone("--help");
  EXPECT_EQ(help.exit_code, 0);
  fs::create_directory(folder_ / "project");
  for (const char* shared : {"docs", "tests"}) {
    fs::create_directory_symlink(fs::path(SKIPSTONE_SOURCE_DIR) / shared,
                                 folder_ / "project" / shared);
  }
  fs::create_symlink(kBinary, folder_ / "project" / "skipstone");
  for (const char* verb :
       {"simulate", "turn", "replay", "picture", "playout", "doctor", "signature"}) {
    EXPECT_TRUE(Contains(help.out, std::string("  ") + verb)) << verb;
    const Ran text = Skipstone(std::string(verb) + " --help");
    EXPECT_EQ(text.exit_code, 0);
    const std::size_t example = text.out.find("Example:\n  ./skipstone ");
    ASSERT_NE(example, std::string::npos) << verb;
    const std::string command = text.out.substr(example + 11);
    const Ran pasted = Shell("cd " + Path("project") + " && " + command);
    EXPECT_EQ(pasted.exit_code, 0) << command << pasted.err;
    EXPECT_NE(pasted.out, "") << command;
  }
  EXPECT_GT(fs::file_size(folder_ / "project" / "shot.png"), 10000U);
}

}  // namespace
}  // namespace skipstone
