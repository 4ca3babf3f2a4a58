// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The other verbs, as a user runs them.

#include "verbs.h"

namespace skipstone {
namespace {

// What the field's own programs were given looks like theirs; the other ice's lines do not.
TEST_F(Verbs, SimulateHintsAtTheOtherIce) {
  for (const char* name : {"dc2_dev_free", "dc2_dev_cluster", "dc2_dev_real", "fcv1_dev_free",
                           "fcv1_dev_cluster", "fcv1_dev_real"}) {
    const std::string file = kGolden + name + ".jsonl";
    if (!fs::exists(file)) continue;
    const bool dc2 = std::string(name).substr(0, 3) == "dc2";
    const Ran own = Skipstone("simulate --engine event " + file + (dc2 ? " --ice dc2" : ""));
    EXPECT_FALSE(Contains(own.err, "meant for")) << own.err;
    const Ran other = Skipstone("simulate --engine event " + file + (dc2 ? "" : " --ice dc2"));
    EXPECT_EQ(other.exit_code, 0) << other.err;
    const std::string hint = dc2 ? "meant for dc2 (--ice dc2)?" : "meant for fcv1 (--ice fcv1)?";
    const std::size_t at = other.err.find(hint);
    ASSERT_NE(at, std::string::npos) << name << other.err;
    EXPECT_EQ(other.err.find(hint, at + 1), std::string::npos) << "once is enough";
  }
}

// What the field's own programs were given is well written.
TEST_F(Verbs, GoldenLinesGetNoHint) {
  for (const char* name : {"dc2_dev_free", "dc2_dev_cluster", "dc2_dev_real", "fcv1_dev_free",
                           "fcv1_dev_cluster", "fcv1_dev_real"}) {
    const std::string file = kGolden + name + ".jsonl";
    if (!fs::exists(file)) continue;
    const bool dc2 = std::string(name).substr(0, 3) == "dc2";
    EXPECT_EQ(Skipstone("simulate --engine event " + file + (dc2 ? " --ice dc2" : "")).err, "");
  }
  EXPECT_EQ(Skipstone("turn --engine event " + kGolden + "dc3_dev_rules.jsonl").err, "");
}

TEST_F(Verbs, TurnHintsAtTheFrame) {
  std::vector<std::string> lines = GoldenLines("dc3_dev_rules.jsonl", 2);
  for (std::string& line : lines) {
    Json json = Json::parse(line);
    for (Json& team : json["before"]["stones"]) {
      for (Json& stone : team) {
        if (stone.is_null()) continue;
        stone["position"]["y"] = stone["position"]["y"].get<double>() - 38.405;
      }
    }
    json["match"] = "m";
    line = json.dump();
  }
  const std::string file = Write("turns.jsonl", Join(lines));
  for (const char* world : {"fresh", "match"}) {
    const Ran run = Skipstone("turn --threads 1 --world " + std::string(world) + " " + file);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(LinesOf(run.out).size(), 2U);
    EXPECT_EQ(run.err, "skipstone: " + file +
                           ":1: no stone lies on the sheet of fcv1; they look as if they were in "
                           "the frame of position files (there y is 0 at the tee, here 38.405) (of "
                           "other lines nothing is said)\n");
  }
}

TEST_F(Verbs, PictureHintsAtSpeedsAndAngles) {
  const std::string picture = "picture --out " + Path("shot.svg") + " ";
  EXPECT_EQ(Skipstone(picture + "--speed 2.4").err, "");
  const Ran degrees = Skipstone(picture + "--speed 2.4 --angle 3");
  EXPECT_EQ(degrees.exit_code, 0);
  EXPECT_TRUE(Contains(degrees.err, "skipstone: picture: a line of 3 rad")) << degrees.err;
  const Ran slow = Skipstone(picture + "--ice dc2 --speed 2.4");
  EXPECT_TRUE(Contains(slow.err, "far too slow on dc2")) << slow.err;
}

// Some editors begin a file so.
TEST_F(Verbs, PositionsMayBeginWithAByteOrderMark) {
  const std::string position = ReadFile(SKIPSTONE_SOURCE_DIR "/docs/examples/last_stone.json");
  const Ran run = Skipstone("picture " + Write("marked.json", "\xEF\xBB\xBF" + position) +
                            " --out " + Path("a.svg"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

// The launcher may stand in another folder than the user.
TEST_F(Verbs, FilesOfTheProjectAreFoundFromAnywhere) {
  const Ran run = Shell("cd " + folder_.string() + " && SKIPSTONE_HOME=" SKIPSTONE_SOURCE_DIR " " +
                        kBinary + " experiment yee-figure2 --samples 2 --out figure");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(fs::exists(Path("figure/figure2.md")));
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
  const Ran replayed_json = Skipstone("replay --json " + file);
  EXPECT_TRUE(Json::parse(replayed_json.out)["difference"].is_null());

  const std::string text = ReadFile(file);
  const auto refused = [&](const std::string& content, const std::string& message) {
    const Ran run = Skipstone("replay " + Write("damaged.jsonl", content));
    EXPECT_EQ(run.exit_code, 4) << message;
    EXPECT_TRUE(Contains(run.err, "damaged.jsonl")) << run.err;
    EXPECT_TRUE(Contains(run.err, message)) << run.err;
  };
  refused(text.substr(0, text.size() - 30) + "\n", "not valid JSON");
  refused("", "empty");
  refused("\x01\x02\x03", "not valid JSON");
  std::string changed = text;
  const std::size_t angle = changed.find("\"angle\":");
  changed[changed.find_first_of("123456789", angle + 10)] = '0';
  refused(changed, "line 2, end 1, shot 1: thrown");
  // Where a record ends too early, so does the replay.
  for (const std::string& cut :
       {text.substr(0, text.size() - 30), text.substr(0, text.rfind("{\"result\""))}) {
    const Ran run = Skipstone("replay --json " + Write("cut.jsonl", cut));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(Json::parse(run.out)["cut_off"], true) << run.out;
    EXPECT_TRUE(Contains(run.err, "cut.jsonl: cut off after end 1, shot 16")) << run.err;
  }
  EXPECT_EQ(Json::parse(replayed_json.out)["cut_off"], false);
  // Neither does another game take the file's place.
  const Ran again = Skipstone("playout --ice dc2 --ends 1 --seed 6 --out " + file);
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_TRUE(Contains(again.err, file + ": exists already")) << again.err;
  EXPECT_EQ(ReadFile(file), text);
}

// And never the one beside it that is written first.
TEST_F(Verbs, ErrorsNameTheFileThatWasAskedFor) {
  const std::string game = " '" SKIPSTONE_SOURCE_DIR "/docs/examples/game.jsonl' ";
  Write("file", "");
  const std::vector<std::pair<std::string, std::string>> writers = {
      {"match draw draw --plain --ends 1 --out ", "x.jsonl"},
      {"playout --ice dc2 --ends 1 --out ", "x.jsonl"},
      {"convert" + game, "x.jsonl"},
      {"picture --out ", "x.svg"},
      {"wintable --out ", "x.json"},
      {"tournament draw draw --games 2 --out ", "x.db"},
      {"dc3 --port 1 --wait 0 --record ", "x.jsonl"},
      {"dc2 --port 1 --wait 0 --log ", "x.jsonl"}};
  for (const auto& [verb, name] : writers) {
    for (const std::string& folder : {Path("no/such"), Path("file")}) {
      std::string place = folder;
      place += "/" + name;
      const Ran run = Skipstone(verb + place);
      EXPECT_EQ(run.exit_code, 3) << verb << run.err;
      EXPECT_EQ(run.err.rfind("skipstone: " + place + ": ", 0), 0U) << run.err;
    }
  }
  const Ran doctor = Shell("TMPDIR=/nonexistent " + kBinary + " doctor");
  EXPECT_FALSE(Contains(doctor.out + doctor.err, "skipstone-doctor")) << doctor.out;
}

TEST_F(Verbs, SignatureDoesNotDependOnTheCpu) {
  const Ran plain = Skipstone("signature --json");
  ASSERT_EQ(plain.exit_code, 0);
  EXPECT_EQ(Json::parse(plain.out).size(), 6U);
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
  EXPECT_TRUE(Contains(Skipstone("throw").err, "there is no verb \"throw\""));
  EXPECT_EQ(Skipstone("simulate --nonsense").exit_code, 2);
  EXPECT_EQ(Skipstone("simulate --ice water < /dev/null").exit_code, 2);
  EXPECT_EQ(Skipstone("simulate --engine box3d < /dev/null").exit_code, 2);
  EXPECT_EQ(Skipstone("simulate --threads -1 < /dev/null").exit_code, 2);
  EXPECT_EQ(Skipstone("simulate " + Path("missing.jsonl")).exit_code, 3);
  EXPECT_EQ(Skipstone("simulate " + folder_.string()).exit_code, 3);
  EXPECT_EQ(Skipstone("replay " + Path("missing.jsonl")).exit_code, 3);
  EXPECT_EQ(Skipstone("playout --rules dc9").exit_code, 2);
  EXPECT_EQ(Skipstone("playout --seed -1").exit_code, 2);
  EXPECT_EQ(Skipstone("playout --execution dc3:speed_error=900").exit_code, 2);
  EXPECT_EQ(Skipstone("simulate --paths nan < /dev/null").exit_code, 2);
  EXPECT_EQ(Shell(kBinary + " doctor > /dev/full").exit_code, 3);
  EXPECT_EQ(Shell("TMPDIR=/nonexistent " + kBinary + " doctor").exit_code, 3);
  EXPECT_EQ(Skipstone("picture --out " + Path("a.gif")).exit_code, 2);
  EXPECT_EQ(Skipstone("picture --out " + Path("no/such/folder.svg")).exit_code, 3);
  EXPECT_EQ(Skipstone("picture " + Write("p.json", R"({"shot":77})") + " --out " + Path("a.svg"))
                .exit_code,
            4);
  EXPECT_EQ(Shell(kBinary + " simulate --ice dc2 " + kGolden + "dc2_dev_free.jsonl > /dev/full")
                .exit_code,
            3);
}

TEST_F(Verbs, HelpAndVersionAreVerbsAndOptions) {
  EXPECT_EQ(Skipstone("help").out, Skipstone("--help").out);
  EXPECT_EQ(Skipstone("help analyze").out, Skipstone("analyze --help").out);
  EXPECT_EQ(Skipstone("help experiment yee-table1").out,
            Skipstone("experiment yee-table1 --help").out);
  const Ran version = Skipstone("version");
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_EQ(version.out.rfind("skipstone ", 0), 0U) << version.out;
  EXPECT_TRUE(Contains(version.out, ", commit ")) << version.out;
  EXPECT_EQ(Skipstone("--version").out, version.out);

  // Changes of what a program is built from are marked, those of results are not.
  if (Shell("git --version").exit_code != 0) GTEST_SKIP() << "there is no git";
  const std::string git = "git -C " + Path("home") + " -c user.name=a -c user.email=b ";
  fs::create_directories(Path("home/src"));
  Write("home/src/a.cc", "one\n");
  Write("home/result.md", "one\n");
  ASSERT_EQ(Shell(git + "init -q && " + git + "add . && " + git + "commit -qm one").exit_code, 0);
  const std::string ask = "SKIPSTONE_HOME=" + Path("home") + " " + kBinary + " version";
  const std::string commit = LinesOf(Shell(git + "rev-parse --short=12 HEAD").out).at(0);
  Write("home/result.md", "two\n");
  EXPECT_EQ(LinesOf(Shell(ask).out).at(0).substr(version.out.rfind(' ') + 1), commit);
  Write("home/src/a.cc", "two\n");
  EXPECT_EQ(LinesOf(Shell(ask).out).at(0).substr(version.out.rfind(' ') + 1), commit + "+changes");
  ASSERT_EQ(Shell(git + "checkout -q src").exit_code, 0);
  Write("home/src/b.cc", "new\n");
  EXPECT_EQ(LinesOf(Shell(ask).out).at(0).substr(version.out.rfind(' ') + 1), commit + "+changes");
}

// The names under "Subcommands:" in the help of `experiment`, one to a line.
std::vector<std::string> ExperimentsIn(const std::string& help) {
  std::vector<std::string> names;
  const std::string title = "Subcommands:\n";
  const std::size_t list = help.find(title);
  if (list == std::string::npos) return names;
  for (const std::string& line : LinesOf(help.substr(list + title.size()))) {
    if (line.rfind("  ", 0) != 0) break;
    // Longer descriptions go on further to the right.
    if (line.size() > 2 && line[2] != ' ') names.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return names;
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
  std::vector<std::string> verbs = {"simulate",   "turn",   "replay",  "picture",  "match",
                                    "tournament", "stats",  "analyze", "wintable", "playout",
                                    "parity",     "stress", "bench",   "doctor",   "signature",
                                    "learn",      "help",   "version"};
  for (const std::string& verb : verbs) EXPECT_TRUE(Contains(help.out, "  " + verb)) << verb;
  EXPECT_TRUE(Contains(help.out, "  experiment"));
  const std::vector<std::string> experiments = ExperimentsIn(Skipstone("experiment --help").out);
  EXPECT_GE(experiments.size(), 4U);
  for (const std::string& name : experiments) verbs.push_back("experiment " + name);
  for (const std::string& verb : verbs) {
    const Ran text = Skipstone(verb + " --help");
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

// Without stones' angles, which are carried but no part of what the golden lines promise.
Json WithoutAngles(const Json& value) {
  if (!value.is_structured()) return value;
  Json result = value;
  if (result.is_object()) result.erase("angle");
  for (auto& child : result) child = WithoutAngles(child);
  return result;
}

TEST_F(Verbs, TurnGivesTheGoldenStatesAndReportsABadLine) {
  const std::vector<std::string> all = GoldenLines("dc3_dev_rules.jsonl", 300);
  std::vector<std::string> lines = {R"({"id":"bad","setting":{}})"};
  for (std::size_t i = 0; i < all.size(); i += 15) lines.push_back(all[i]);
  const std::string file = Write("turns.jsonl", Join(lines));
  const Ran run = Skipstone("turn --threads 4 " + file);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(Contains(run.err, file + ":1: setting.max_end: missing")) << run.err;
  lines.erase(lines.begin());
  const std::vector<Json> answers = JsonLines(run.out);
  ASSERT_EQ(answers.size(), lines.size());
  int decided = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Json line = Json::parse(lines[i]);
    for (const char* part : {"after", "free_guard_zone_foul", "stones_at_end_of_shot"}) {
      EXPECT_EQ(WithoutAngles(answers[i].at(part)), WithoutAngles(line.at(part)))
          << line.at("id") << " " << part;
    }
    decided += line.at("after").at("game_result").is_null() ? 0 : 1;
  }
  EXPECT_GT(decided, 0) << "the sample should have a game's last turn";
}

// Real matches of the field's server, line by line in turn: each in a world of its own.
TEST_F(Verbs, TurnPlaysMatchesInTheirOwnWorlds) {
  std::array<std::vector<std::string>, 2> matches;
  for (const std::string& line : GoldenLines("dc3_real_matches.jsonl", 400)) {
    if (Contains(line, R"("match":"match1")")) matches[0].push_back(line);
    if (Contains(line, R"("match":"match4")")) matches[1].push_back(line);
  }
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < 8; ++i) {
    for (const auto& match : matches) lines.push_back(match.at(i));
  }
  const std::string file = Write("turns.jsonl", Join(lines));
  const Ran run = Skipstone("turn --world match --threads 4 " + file);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::vector<Json> answers = JsonLines(run.out);
  ASSERT_EQ(answers.size(), lines.size()) << run.err;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Json line = Json::parse(lines[i]);
    for (const char* part : {"id", "after", "free_guard_zone_foul", "stones_at_end_of_shot"}) {
      EXPECT_EQ(answers[i].at(part), line.at(part)) << line.at("id");
    }
  }
}

TEST_F(Verbs, TurnSaysWhereItHasNoMatchWorld) {
  const std::string file = Write("turns.jsonl", Join(GoldenLines("dc3_dev_rules.jsonl", 1)));
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"--world match --ice dc2 ", "only Digital Curling 3's server keeps one for a match"},
      {"--world match --engine event ", "--engine: expected box2d"},
      {"--world old ", "expected the world match or fresh, got \"old\""}};
  for (const auto& [options, part] : refused) {
    const Ran run = Skipstone(std::string("turn ").append(options).append(file));
    EXPECT_EQ(run.exit_code, 2) << options;
    EXPECT_TRUE(Contains(run.err, part)) << run.err;
  }
  const Ran nameless = Skipstone("turn --world match --strict " + file);
  EXPECT_EQ(nameless.exit_code, 4);
  EXPECT_TRUE(Contains(nameless.err, "match: missing")) << nameless.err;
}

class ReplayVerb : public Verbs {
 protected:
  void SetUp() override {
    const Ran run = Skipstone("playout --ice dc2 --ends 1 --seed 5 --out " + Path("game.jsonl"));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    record_ = LinesOf(ReadFile(Path("game.jsonl")));
    ASSERT_EQ(record_.size(), 18U) << "a whole end, for the damage below";
  }

  const std::vector<std::string>& record() const { return record_; }
  std::string text() const { return Join(record_); }

  Ran Replay(const std::string& content) const {
    return Skipstone("replay " + Write("damaged.jsonl", content));
  }

  // The record with one piece of one line replaced; the line counts from 1.
  std::string Changed(std::size_t number, const std::string& from, const std::string& to) const {
    std::vector<std::string> lines = record_;
    std::string& line = lines[number - 1];
    const std::size_t at = line.find(from);
    EXPECT_NE(at, std::string::npos) << from << " in " << line;
    if (at != std::string::npos) line.replace(at, from.size(), to);
    return Join(lines);
  }

 private:
  std::vector<std::string> record_;
};

TEST_F(ReplayVerb, FindsNoDifferenceInASoundRecord) {
  for (const std::string& sound :
       {text(), text().substr(0, text().size() - 1), Changed(1, "{", "{\"extra\":[1,{}],"),
        Changed(3, "{", "{\"extra\":null,"), Changed(18, "{", "{\"extra\":1,")}) {
    const Ran run = Replay(sound);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(Contains(run.out, "16 moves on dc2")) << run.out;
    EXPECT_TRUE(Contains(run.out, "no difference")) << run.out;
  }
  const Json json = Json::parse(Skipstone("replay --json " + Path("game.jsonl")).out);
  EXPECT_EQ(json.at("moves"), 16);
  EXPECT_TRUE(json.at("difference").is_null());
}

TEST_F(ReplayVerb, TellsTheGame) {
  const Ran run = Skipstone("replay --plain " + Path("game.jsonl"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::vector<std::string> lines = LinesOf(run.out);
  ASSERT_EQ(lines.size(), 20U) << run.out;
  EXPECT_EQ(lines[0].rfind("red (", 0), 0U);
  EXPECT_TRUE(Contains(lines[0], "on dc2, rules dc3, seed 5")) << lines[0];
  EXPECT_EQ(lines[1], "end 1, score 0 : 0, yellow has the hammer");
  for (std::size_t i = 2; i < 18; ++i) EXPECT_TRUE(Contains(lines[i], " -> ")) << lines[i];
  EXPECT_EQ(lines[18].rfind("red (", 0), 0U) << lines[18];
  EXPECT_EQ(lines[19], "16 moves on dc2, engine box2d: no difference");
  EXPECT_EQ(Skipstone("replay --plain --json " + Path("game.jsonl")).exit_code, 2);
}

TEST_F(ReplayVerb, RefusesADamagedRecordAndNamesTheLine) {
  const auto without = [this](std::size_t number) {
    std::vector<std::string> lines = record();
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(number) - 1);
    return Join(lines);
  };
  std::vector<std::string> swapped = record();
  std::swap(swapped[4], swapped[5]);
  std::vector<std::string> first_six(record().begin(), record().begin() + 6);
  std::string garbage;
  for (int i = 0; i < 4000; ++i) garbage += static_cast<char>((i * i * 31 + i * 7 + 1) % 256);
  const std::vector<std::pair<std::string, std::string>> damages = {
      {Join(first_six).substr(0, Join(first_six).size() - 40) + "\n", "damaged.jsonl:6: "},
      {without(5), "damaged.jsonl:5: "},
      {without(17), "damaged.jsonl:17: "},
      {without(1), "damaged.jsonl:1: "},
      {Join(swapped), "damaged.jsonl:5: "},
      {text() + record()[17] + "\n", "damaged.jsonl:19: "},
      {Changed(1, "\"version\":3", "\"version\":4"), "damaged.jsonl:1: version: "},
      {Changed(4, "\"hash\":\"", "\"hash\":\"g"), "damaged.jsonl:4: hash: "},
      {Changed(4, "\"foul\":", "\"fool\":"), "damaged.jsonl:4: foul: missing"},
      {"", "damaged.jsonl: "},
      {garbage, "damaged.jsonl:1: "},
  };
  for (std::size_t i = 0; i < damages.size(); ++i) {
    const Ran run = Replay(damages[i].first);
    EXPECT_EQ(run.exit_code, 4) << "damage " << i << "\n" << run.err;
    EXPECT_EQ(run.err.rfind("skipstone: " + Path(damages[i].second), 0), 0U)
        << "damage " << i << ": expected " << damages[i].second << "\n"
        << run.err;
    EXPECT_EQ(run.out, "") << "damage " << i;
  }
}

TEST_F(ReplayVerb, ReportsWhatDiffersAndWhere) {
  // A digit of a coordinate, on a line with a stone.
  std::size_t number = 2;
  while (record().at(number - 1).find("\"x\":") == std::string::npos) ++number;
  const std::string& line = record()[number - 1];
  const std::size_t point = line.find('.', line.find("\"x\":"));
  std::string changed = line;
  changed[point + 3] = changed[point + 3] == '9' ? '8' : '9';
  const std::string where = "line " + std::to_string(number);
  const std::vector<std::pair<std::string, std::vector<std::string>>> differences = {
      {Changed(number, line, changed), {where, "stone of team"}},
      {Changed(1, "\"seed\":5", "\"seed\":6"), {"line 2", "thrown"}},
      {Changed(2, "\"team\":0", "\"team\":1"), {"line 2", "team 0 is to move"}},
      {Changed(18, "\"score\":[", "\"score\":[9"), {"result"}},
  };
  for (const auto& [content, parts] : differences) {
    const Ran run = Replay(content);
    EXPECT_EQ(run.exit_code, 4) << run.err;
    EXPECT_EQ(run.err.rfind("skipstone: " + Path("damaged.jsonl"), 0), 0U) << run.err;
    for (const std::string& part : parts) EXPECT_TRUE(Contains(run.err, part)) << run.err;
  }
  const Ran json = Skipstone("replay --json " + Path("damaged.jsonl"));
  EXPECT_EQ(json.exit_code, 4);
  EXPECT_TRUE(Json::parse(json.out).at("difference").is_string()) << json.out;
}

TEST_F(Verbs, PictureWritesSvgAndPng) {
  const std::string example =
      "'" + std::string(SKIPSTONE_SOURCE_DIR) + "/docs/examples/last_stone.json' ";
  for (const std::string& what :
       {std::string("--ice dc2 "), example, example + "--speed 2.6 --handle ccw "}) {
    EXPECT_EQ(Skipstone("picture " + what + "--out " + Path("a.svg")).exit_code, 0);
    EXPECT_TRUE(Contains(ReadFile(Path("a.svg")), "<svg"));
    EXPECT_EQ(Skipstone("picture " + what + "--out " + Path("a.png")).exit_code, 0);
    EXPECT_EQ(ReadFile(Path("a.png")).rfind("\x89PNG\r\n", 0), 0U);
    fs::remove(Path("a.svg"));
    fs::remove(Path("a.png"));
  }
  for (const char* name : {"a.gif", "a", "svg"}) {
    EXPECT_EQ(Skipstone("picture --out " + Path(name)).exit_code, 2);
    EXPECT_FALSE(fs::exists(Path(name)));
  }
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"{", "not valid JSON"},
      {"[]", "expected a position, a JSON object"},
      {R"({"ice":"slush"})", "ice"},
      {R"({"shot":16})", "shot"},
      {R"({"stones":[{"team":0,"x":0,"y":0},{"team":1,"x":0,"y":0.1}]})", "overlap"}};
  for (const auto& [content, part] : bad) {
    const Ran run = Skipstone("picture " + Write("bad.json", content) + " --out " + Path("a.svg"));
    EXPECT_EQ(run.exit_code, 4) << content << "\n" << run.err;
    EXPECT_TRUE(Contains(run.err, "bad.json") && Contains(run.err, part)) << run.err;
    EXPECT_FALSE(fs::exists(Path("a.svg"))) << content;
  }
}

TEST_F(Verbs, SignatureIsTheSameInEveryForm) {
  const Ran plain = Skipstone("signature");
  EXPECT_EQ(plain.exit_code, 0) << plain.err;
  EXPECT_EQ(LinesOf(plain.out).size(), 6U);
  const Json json = Json::parse(Skipstone("signature --json").out);
  for (const auto& [part, hash] : json.items()) {
    EXPECT_EQ(hash.get<std::string>().size(), 16U);
    EXPECT_TRUE(Contains(plain.out, hash.get<std::string>())) << part;
  }
  // Older versions of glibc have other names for the features, and ignore those they do not know.
  const Ran without =
      Shell("GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA_Usable,-AVX2_Usable " + kBinary + " signature");
  EXPECT_EQ(without.out, plain.out);
}

TEST_F(Verbs, MessagesSayWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> usage = {
      {"simulate --ice water", "water"},
      {"simulate --paths 0", "--paths"},
      {"replay", "file"},
      {"picture", "--out"},
      {"picture --out x.svg --handle left --speed 2", "left"},
      {"picture --out x.svg --angle 0.1", "--speed"},
      {"playout --execution nonsense", "nonsense"},
      {"playout --execution dc3:speed_error=-1", "speed_error"},
      {"playout --ends 0", "--ends"}};
  for (const auto& [arguments, part] : usage) {
    const Ran run = Skipstone(arguments + " < /dev/null");
    EXPECT_EQ(run.exit_code, 2) << arguments << "\n" << run.err;
    EXPECT_TRUE(Contains(run.err, part)) << arguments << "\n" << run.err;
    EXPECT_EQ(run.out, "") << arguments;
  }
  for (const char* arguments : {"simulate ", "turn ", "replay ", "picture --out x.svg "}) {
    const Ran run = Skipstone(arguments + Path("missing.jsonl"));
    EXPECT_EQ(run.exit_code, 3) << arguments;
    EXPECT_TRUE(Contains(run.err, "missing.jsonl")) << run.err;
  }
}

}  // namespace
}  // namespace skipstone
