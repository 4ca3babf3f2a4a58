// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The verbs tournament and stats, as a user runs them.

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include "game/record.h"
#include "match/store.h"
#include "verbs.h"

namespace skipstone {
namespace {

class TournamentVerb : public Verbs {
 protected:
  // Rows of a store as text, without thinking times and what depends on them.
  static std::string Rows(const std::string& path) {
    sqlite3* database = nullptr;
    EXPECT_EQ(::sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READWRITE, nullptr),
              SQLITE_OK);
    std::string text;
    const auto add = [](void* out, int columns, char** values, char** /*names*/) {
      auto& rows = *static_cast<std::string*>(out);
      for (int i = 0; i < columns; ++i) {
        rows += values[i] == nullptr ? "-" : values[i];
        rows += ' ';
      }
      rows += '\n';
      return 0;
    };
    for (const char* sql :
         {"SELECT * FROM tournament", "SELECT * FROM players",
          "SELECT number, first, second, seed, game, winner, reason, first_points, second_points"
          " FROM games ORDER BY number",
          "SELECT * FROM ends ORDER BY game, end",
          "SELECT game, end, shot, team, type, target, name, called_speed, called_angle,"
          " called_handle, thrown_speed, thrown_angle, thrown_handle, came_off, foul"
          " FROM shots ORDER BY game, end, shot",
          "SELECT player, elo, error, games FROM ratings"}) {
      EXPECT_EQ(::sqlite3_exec(database, sql, add, &text, nullptr), SQLITE_OK)
          << ::sqlite3_errmsg(database);
    }
    ::sqlite3_close(database);
    return text;
  }
};

TEST_F(TournamentVerb, PrintsTablesInThreeFormatsAndStatsPrintsThemAgain) {
  const std::string file = Path("games.db");
  const std::string setup = "tournament draw random draw --games 4 --ends 1 --seed 7 --out ";
  const Ran text = Skipstone(setup + file);
  ASSERT_EQ(text.exit_code, 0) << text.err;
  EXPECT_TRUE(Contains(text.out, "draw (1) - random")) << text.out;
  EXPECT_TRUE(Contains(text.err, "stats " + file)) << text.err;
  const Ran json = Skipstone(setup + Path("b.db") + " --json");
  Json tables = Json::parse(json.out);
  EXPECT_EQ(tables["setup"]["seed"], 7);
  ASSERT_EQ(tables["runs"].size(), 1U);
  EXPECT_EQ(tables["runs"][0]["games_before"], 0);
  EXPECT_NE(tables["runs"][0]["commit"], "");
  EXPECT_EQ(tables["runs"][0]["networks"], Json::parse("[null,null,null]"));
  tables.erase("setup");
  tables.erase("runs");
  EXPECT_EQ(tables["games"], 12);
  EXPECT_EQ(tables["pairings"].size(), 3U);
  const Ran markdown = Skipstone(setup + Path("c.db") + " --markdown --threads 1");
  EXPECT_TRUE(Contains(markdown.out, "| draw (1) - random")) << markdown.out;
  EXPECT_EQ(Rows(Path("b.db")), Rows(file));
  EXPECT_EQ(Rows(Path("c.db")), Rows(file));

  const Ran stats = Skipstone("stats " + file);
  EXPECT_EQ(stats.exit_code, 0) << stats.err;
  EXPECT_EQ(stats.out.rfind(text.out, 0), 0U) << "the tables come first, as they were";
  EXPECT_TRUE(Contains(stats.out, "hammer efficiency"));
  const Json again = Json::parse(Skipstone("stats --json " + file).out);
  EXPECT_EQ(again["tables"], tables);
  EXPECT_EQ(again["setup"]["seed"], 7);
  EXPECT_EQ(again["runs"].size(), 1U);
  EXPECT_EQ(again["stats"].size(), 3U);

  const Ran replay = Skipstone("replay --game 11 " + file);
  EXPECT_EQ(replay.exit_code, 0) << replay.err;
  EXPECT_TRUE(Contains(replay.out, "no difference")) << replay.out;
  EXPECT_EQ(Skipstone("replay --game 12 " + file).exit_code, 2);
  EXPECT_TRUE(Contains(Skipstone("replay --plain --game 11 " + file).out, "\n  red 1, "));
}

TEST_F(TournamentVerb, RefusesAndSaysWhatToDo) {
  const std::string file = Path("games.db");
  const std::string setup = "tournament draw random --games 2 --ends 1 --out ";
  ASSERT_EQ(Skipstone(setup + file).exit_code, 0);
  const auto refused = [&](const std::string& arguments, int code, const std::string& part) {
    const Ran run = Skipstone(arguments);
    EXPECT_EQ(run.exit_code, code) << arguments << "\n" << run.err;
    EXPECT_TRUE(Contains(run.err, part)) << arguments << "\n" << run.err;
    EXPECT_EQ(run.out, "") << arguments;
  };
  refused(setup + file, 2, "--resume");
  refused(setup + file + " --resume --seed 2", 2, "seed: the tournament was begun with 1");
  refused("tournament --resume --seed 2 --out " + file, 2, "from the store");
  refused("tournament --resume --out " + Path("none.db"), 3, "name the players");
  refused("tournament draw --out " + Path("a.db"), 2, "players");
  refused("tournament draw nobody --out " + Path("a.db"), 2, "nobody");
  // Not a loss in every game by a crash.
  refused("tournament draw grid:network=/nowhere --out " + Path("a.db"), 3, "/nowhere");
  refused("tournament draw grid:network=" + Write("net", "rubbish") + " --out " + Path("a.db"), 4,
          "net");
  refused("tournament draw random --games 3 --out " + Path("a.db"), 2, "--unpaired");
  refused("tournament draw random --sprt 5 --out " + Path("a.db"), 2, "--sprt");
  refused("tournament draw random --json --markdown --out " + Path("a.db"), 2, "--json");
  refused("tournament draw random --out " + Path("no/such/folder.db"), 3, "folder.db");
  refused("stats " + Path("none.db"), 3, "none.db");
  const std::string garbage = Write("garbage.db", "no database");
  refused("stats " + garbage, 4, "another kind of file");
  refused(setup + garbage + " --resume", 4, "another kind of file");
  EXPECT_EQ(ReadFile(garbage), "no database");
  EXPECT_FALSE(fs::exists(Path("a.db")));
  // The same setup, or none, is fine.
  EXPECT_EQ(Skipstone(setup + file + " --resume").exit_code, 0);
  EXPECT_EQ(Skipstone("tournament --resume --out " + file).exit_code, 0);
}

std::set<int> ChildrenOf(pid_t pid) {
  const std::string id = std::to_string(pid);
  std::ifstream file("/proc/" + id + "/task/" + id + "/children");
  std::set<int> children;
  for (int child = 0; file >> child;) children.insert(child);
  return children;
}

// The binary on its own; what it prints goes to a file.
// In a process group of its own.
pid_t Start(std::vector<std::string> arguments, const std::string& output = "/dev/null") {
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  ::setpgid(0, 0);
  std::vector<char*> argv;
  arguments.insert(arguments.begin(), kBinary);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const int fd = ::open(output.c_str(), O_WRONLY | O_CREAT, 0600);
  ::dup2(fd, STDOUT_FILENO);
  ::dup2(fd, STDERR_FILENO);
  ::execv(kBinary.c_str(), argv.data());
  ::_exit(127);
}

int Finish(pid_t pid) {
  int status = 0;
  ::waitpid(pid, &status, 0);
  return status;
}

std::size_t GamesIn(const std::string& file) {
  return fs::exists(file) ? Store::Open(file, Store::Access::kRead).Games().size() : 0;
}

TEST_F(TournamentVerb, KilledTenTimesAndResumedItIsTheSame) {
  const auto start = [](const std::string& file) {
    return Start({"tournament", "draw", "random", "--games", "4000", "--ends", "1", "--seed", "3",
                  "--resume", "--json", "--out", file});
  };
  ASSERT_EQ(Finish(start(Path("whole.db"))), 0);
  const std::string file = Path("killed.db");
  KillTenTimes([&] { return start(file); }, [&] { return GamesIn(file); }, 4000);
  ASSERT_EQ(Finish(start(file)), 0);
  EXPECT_TRUE(Rows(file) == Rows(Path("whole.db")));
  const Store store = Store::Open(file, Store::Access::kRead);
  for (int number = 0; number < 4000; number += 200) {
    EXPECT_FALSE(Replay(RecordFromText(store.RecordText(number), "record"))) << number;
  }
}

TEST_F(TournamentVerb, KilledItLeavesNoWorkerBehind) {
  // Games of minutes, so that no worker comes to its end by itself.
  const pid_t pid = Start({"tournament", "draw", "random", "--engine", "box2d", "--ends", "255",
                           "--threads", "2", "--out", Path("games.db")});
  std::set<int> workers;
  EXPECT_TRUE(Eventually([&] { return (workers = ChildrenOf(pid)).size() == 2; }));
  ::kill(pid, SIGKILL);
  Finish(pid);
  for (const int worker : workers) EXPECT_TRUE(Eventually([worker] { return !Lives(worker); }));
}

TEST_F(TournamentVerb, CtrlCKeepsTheGamesAndSaysHowToGoOn) {
  const std::string file = Path("games.db");
  const pid_t pid =
      Start({"tournament", "draw", "random", "--games", "1000000", "--ends", "1", "--out", file},
            Path("printed"));
  EXPECT_TRUE(Eventually([&] { return GamesIn(file) > 0; })) << "while it plays, others may look";
  ::kill(pid, SIGINT);
  EXPECT_EQ(Finish(pid), 0);
  const std::string printed = ReadFile(Path("printed"));
  EXPECT_TRUE(Contains(printed, "draw - random")) << printed;
  EXPECT_TRUE(Contains(printed, "Stopped with " + std::to_string(GamesIn(file)) + " of 1000000"))
      << printed;
  EXPECT_TRUE(Contains(printed, "tournament --resume --out " + file)) << printed;
}

std::size_t Losses(const std::string& file, Reason reason) {
  const auto games = Store::Open(file, Store::Access::kRead).Games();
  return static_cast<std::size_t>(std::count_if(
      games.begin(), games.end(), [&](const auto& game) { return game.result.reason == reason; }));
}

// timeout(1) and service managers signal a whole group: nobody loses a game by that.
TEST_F(TournamentVerb, ATerminatedGroupBlamesNoPlayer) {
  const std::string file = Path("games.db");
  for (int i = 0; i < 5; ++i) {
    const pid_t pid = Start({"tournament", "greedy:samples=200", "greedy:samples=200", "--games",
                             "400", "--ends", "1", "--threads", "4", "--resume", "--out", file});
    EXPECT_TRUE(Eventually([&] { return ChildrenOf(pid).size() == 4; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(100 + 40 * i));
    ::kill(-pid, SIGTERM);
    EXPECT_EQ(Finish(pid), 0);
  }
  EXPECT_EQ(Losses(file, Reason::kCrash), 0U);
}

// Ctrl-Z stops everybody for longer than a clock has: it runs out for nobody. There are as many
// games as are wanted, and each takes a small part of its clocks on any machine.
TEST_F(TournamentVerb, APauseIsNobodysFault) {
  const std::string file = Path("games.db");
  const pid_t pid =
      Start({"tournament", "greedy:samples=40", "greedy:samples=40", "--games", "1000000", "--ends",
             "1", "--time", "1", "--threads", "2", "--out", file});
  for (int pause = 0; pause < 2; ++pause) {
    const std::size_t before = GamesIn(file);
    EXPECT_TRUE(Eventually([&] { return GamesIn(file) > before; }));
    ::kill(-pid, SIGSTOP);
    std::this_thread::sleep_for(std::chrono::milliseconds(2200));  // the clock and its grace
    ::kill(-pid, SIGCONT);
  }
  const std::size_t before = GamesIn(file);
  EXPECT_TRUE(Eventually([&] { return GamesIn(file) > before + 1; }));
  ::kill(pid, SIGINT);
  EXPECT_EQ(Finish(pid), 0);
  EXPECT_EQ(Losses(file, Reason::kScore), GamesIn(file));
}

TEST_F(TournamentVerb, SaysThatItsTablesCouldNotBeWritten) {
  const Ran full = Shell(kBinary + " tournament draw random --games 2 --ends 1 --out " +
                         Path("games.db") + " > /dev/full");
  EXPECT_EQ(full.exit_code, 3) << full.err;
}

}  // namespace
}  // namespace skipstone
