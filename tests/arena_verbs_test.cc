// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// Clients, servers and the tools around them, as a user runs them: real processes, real sockets.

#include <fmt/format.h>

#include "arena.h"

namespace skipstone {
namespace {

class ArenaVerbs : public Verbs {
 protected:
  // One-end games: the fastest that have everything.
  std::unique_ptr<Program> StartDc3Server(const std::string& matches = "1") const {
    const std::string config = Write("config.json", Dc3ServerConfig(1).dump());
    return std::make_unique<Program>(
        std::vector<std::string>{"dc3-server", "--config", config, "--log-dir", Path("log"),
                                 "--matches", matches, "--seed", "5"},
        Path("server.txt"));
  }
  std::unique_ptr<Program> StartDc2Server(const std::string& matches = "1") const {
    return std::make_unique<Program>(
        std::vector<std::string>{"dc2-server", "--port", "0", "--ends", "1", "--log-dir",
                                 Path("log"), "--matches", matches, "--seed", "5"},
        Path("server.txt"));
  }
  std::unique_ptr<Program> StartClient(const std::string& verb, int port, const std::string& name,
                                       const std::string& player) const {
    // Of the match before.
    fs::remove(Path(name + ".jsonl"));
    fs::remove(Path(name + ".log"));
    return std::make_unique<Program>(
        std::vector<std::string>{verb, "--port", std::to_string(port),
                                 verb == "dc3" ? "--name" : "--id", name, "--player", player,
                                 "--record", Path(name + ".jsonl"), "--log", Path(name + ".log"),
                                 "--seed", "3"},
        Path(name + ".txt"));
  }

  // A whole match; what the clients printed is in alpha.txt and beta.txt.
  void PlayMatch(const std::string& verb, const std::array<int, 2>& ports) const {
    const auto alpha = StartClient(verb, ports[0], "alpha", "rule");
    const auto beta = StartClient(verb, ports[1], "beta", "draw");
    EXPECT_EQ(alpha->Wait(), 0) << alpha->Output();
    EXPECT_EQ(beta->Wait(), 0) << beta->Output();
  }

  // Its eight calls of the only end, in the log of the client and in its record.
  void ExpectCallsLogged(const std::string& name, int team, const std::string& player) const {
    const std::vector<Json> lines = JsonLines(ReadFile(Path(name + ".log")));
    ASSERT_EQ(lines.size(), 8U);
    const std::vector<Json> record = JsonLines(ReadFile(Path(name + ".jsonl")));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Json& line = lines[i];
      const std::size_t shot = 2 * i + (team == 0 ? 0 : 1);
      EXPECT_EQ(line["shot"], shot) << line;
      EXPECT_EQ(line["team"], team);
      EXPECT_EQ(line["player"], player);
      EXPECT_EQ(line["release"], record[1 + shot]["called"]);
      EXPECT_NE(line["name"], "");
      EXPECT_GE(line["used_s"], 0.0);
      EXPECT_GT(line["left_s"], 0.0);
    }
  }

  // The log of a match that was played, ".dcl" or ".dcl2". Our record lies beside it.
  fs::path PlayedLog(const std::string& extension) const {
    const auto server = extension == ".dcl" ? StartDc2Server() : StartDc3Server();
    PlayMatch(extension == ".dcl" ? "dc2" : "dc3", PortsOf(*server));
    EXPECT_EQ(server->Wait(), 0) << server->Output();
    const std::vector<fs::path> logs = FilesIn(Path("log"), extension);
    EXPECT_EQ(logs.size(), 1U);
    return logs.at(0);
  }

  void ExpectReplays(const fs::path& file, const std::string& ice) const {
    const Ran run = Skipstone("replay " + Quoted(file));
    EXPECT_EQ(run.exit_code, 0) << file << run.err;
    const std::string world = ice == "fcv1" ? ", one world for the match" : "";
    EXPECT_TRUE(
        Contains(run.out, "16 moves on " + ice + ", engine box2d" + world + ": no difference\n"))
        << run.out;
    EXPECT_FALSE(Contains(run.out, "on the server that hosted it")) << run.out;
  }

  fs::path Convert(const fs::path& from, const std::string& to) const {
    const Ran run = Skipstone("convert " + Quoted(from) + " " + Path(to));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_TRUE(Contains(run.err, "wrote " + Path(to) + ": ")) << run.err;
    return Path(to);
  }
  // The last stone of a game's only end: what lies, and the best call.
  Json Analysed(const fs::path& game) const {
    const Ran run = Skipstone("analyze --game " + Quoted(game) +
                              " --end 1 --shot 16 --playouts 200 --threads 1 --json");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const Json answer = Json::parse(run.out);
    return {answer.at("shot"), answer.at("team"), answer.at("stones"), answer.at("best")};
  }
  std::string Drawn(const fs::path& game) const {
    const Ran run = Skipstone("picture --game " + Quoted(game) + " --end 1 --shot 16 --out " +
                              Path("shot.svg"));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return ReadFile(Path("shot.svg"));
  }
  // A random game of one end, in a file of this kind.
  std::string Played(const std::string& extension, const std::string& rules) const {
    const std::string record = Path("for" + extension + ".jsonl");
    EXPECT_EQ(Skipstone("playout --ends 1 --seed 5 " + rules + " --out " + record).exit_code, 0);
    return Convert(record, "whole" + extension);
  }
  void ExpectRefused(const std::string& arguments, int exit_code,
                     const std::vector<std::string>& parts) const {
    const Ran run = Skipstone(arguments);
    EXPECT_EQ(run.exit_code, exit_code) << arguments << ": " << run.err;
    for (const std::string& part : parts) EXPECT_TRUE(Contains(run.err, part)) << run.err;
  }

  void ExpectNoProblems(const std::string& arguments) const {
    const Ran run =
        Skipstone("experiment arenas --games 5 --ends 2 " + arguments + " --out " + Path("result"));
    ASSERT_EQ(run.exit_code, 0) << run.err << run.out;
    const Json result = Json::parse(ReadFile(Path("result/arenas.json")));
    EXPECT_EQ(result.at("games"), 5);
    EXPECT_EQ(result.at("problems"), Json::array());
    for (const auto& [reason, times] : result.at("reasons").items()) {
      EXPECT_TRUE(reason == "score" || reason == "draw") << reason;
    }
    EXPECT_TRUE(Contains(run.out, "| problems | 0 |")) << run.out;
  }
};

// The seeds are of games without an extra end, which would double the time.
TEST_F(ArenaVerbs, FiveDc3GamesOverSocketsGiveEqualRecords) {
  ExpectNoProblems("--arena dc3 --players rule random greedy:samples=2 --seed 2");
}

TEST_F(ArenaVerbs, FiveDc2GamesOverSocketsGiveEqualRecords) {
  ExpectNoProblems("--arena dc2 --players rule draw greedy:samples=2");
}

TEST_F(ArenaVerbs, Dc3ServerServesMatchAfterMatchAndLogsEach) {
  const auto server = StartDc3Server("2");
  const std::array<int, 2> ports = PortsOf(*server);
  for (int match = 0; match < 2; ++match) {
    PlayMatch("dc3", ports);
    const std::string alpha = ReadFile(Path("alpha.txt"));
    EXPECT_TRUE(Contains(alpha, fmt::format("connected to 127.0.0.1:{}, waiting for the opponent\n"
                                            "the game begins: we are team 0, who throws first; the "
                                            "opponent is beta\n",
                                            ports[0])))
        << alpha;
    EXPECT_TRUE(Contains(ReadFile(Path("beta.txt")),
                         "we are team 1, who has the first hammer; the opponent is alpha\n"));
    ExpectCallsLogged("alpha", 0, "rule");
    ExpectCallsLogged("beta", 1, "draw");
    EXPECT_TRUE(Contains(alpha, "end 1, shot 16: ")) << alpha;
    EXPECT_TRUE(Contains(alpha, "lost ") || Contains(alpha, "won ")) << alpha;
    EXPECT_TRUE(Contains(alpha, " (score)\n")) << alpha;
  }
  EXPECT_EQ(server->Wait(), 0) << server->Output();
  const std::vector<std::string> lines = LinesOf(server->Output());
  ASSERT_EQ(lines.size(), 4U) << server->Output();
  EXPECT_EQ(lines[0], lines[2]) << "the same ports";
  const std::vector<fs::path> logs = FilesIn(Path("log"), ".dcl2");
  ASSERT_EQ(logs.size(), 2U);
  for (const fs::path& log : logs) {
    const fs::path folder = log.parent_path();
    EXPECT_TRUE(Contains(server->Output(), "(score), logs in " + folder.string() + "\n"));
    EXPECT_TRUE(Contains(server->Output(), "alpha ")) << server->Output();
    const std::vector<fs::path> shots = FilesIn(folder, ".json");
    ASSERT_EQ(shots.size(), 16U);
    for (const fs::path& shot : shots) {
      const Json entry = Json::parse(ReadFile(shot));
      EXPECT_EQ(entry["tag"], "sht");
      EXPECT_TRUE(entry["log"].contains("trajectory"));
    }
    EXPECT_EQ(JsonLines(ReadFile(log)).back()["log"]["cmd"], "game_over");
    ExpectReplays(log, "fcv1");
  }
  for (const Json& line : JsonLines(ReadFile(Path("log/server.log")))) {
    EXPECT_EQ(line["tag"], "trc") << line;
  }
  ExpectReplays(logs[0].parent_path() / "game.jsonl", "fcv1");
  ExpectReplays(Path("alpha.jsonl"), "fcv1");
}

TEST_F(ArenaVerbs, Dc2ServerServesGameAfterGameAndLogsEach) {
  const auto server = StartDc2Server("2");
  const std::array<int, 2> ports = PortsOf(*server);
  for (int match = 0; match < 2; ++match) {
    PlayMatch("dc2", ports);
    const std::string alpha = ReadFile(Path("alpha.txt"));
    EXPECT_TRUE(Contains(
        alpha, fmt::format("connected to 127.0.0.1:{}, waiting for the opponent\n", ports[0])))
        << alpha;
    const int team = Contains(alpha, "we are team 0, ") ? 0 : 1;
    EXPECT_TRUE(Contains(alpha, "the opponent is beta\n")) << alpha;
    EXPECT_TRUE(Contains(alpha, "alpha ")) << alpha;
    ExpectCallsLogged("alpha", team, "rule");
    ExpectCallsLogged("beta", 1 - team, "draw");
  }
  EXPECT_EQ(server->Wait(), 0) << server->Output();
  EXPECT_EQ(LinesOf(server->Output()).size(), 4U) << server->Output();
  const std::vector<fs::path> logs = FilesIn(Path("log"), ".dcl");
  ASSERT_EQ(logs.size(), 2U);
  for (const fs::path& log : logs) {
    // Who came first is First.
    const std::string name = log.filename();
    EXPECT_TRUE(Contains(name, "alpha_vs_beta[") || Contains(name, "beta_vs_alpha[")) << name;
    EXPECT_TRUE(Contains(server->Output(), ", log in " + log.string() + "\n")) << server->Output();
    ExpectReplays(log, "dc2");
    ExpectReplays(fs::path(log).replace_extension(".jsonl"), "dc2");
  }
  ExpectReplays(Path("alpha.jsonl"), "dc2");
  ExpectReplays(Path("beta.jsonl"), "dc2");
}

// Before anybody is connected to.
TEST_F(ArenaVerbs, ClientsNoticeWhatCannotBeWritten) {
  const std::string there = Write("there", "mine");
  for (const std::string client : {"dc3", "dc2"}) {
    for (const std::string option : {"--record", "--log"}) {
      const std::string verb = client + " --port 1 --wait 0 --player draw " + option + " ";
      ExpectRefused(verb + Path("no/game.jsonl"), 3,
                    {Path("no/game.jsonl") + ": cannot be written"});
      ExpectRefused(verb + there, 2, {there + ": exists already", "choose another name"});
      const Ran nobody = Skipstone(verb + Path("new"));
      EXPECT_EQ(nobody.exit_code, 3);
      EXPECT_TRUE(Contains(nobody.err, "127.0.0.1:1: Connection refused")) << nobody.err;
      EXPECT_TRUE(Contains(nobody.err, "--wait")) << nobody.err;
      EXPECT_FALSE(fs::exists(Path("new"))) << "no game, no file";
    }
  }
  EXPECT_EQ(ReadFile(there), "mine");
}

TEST_F(ArenaVerbs, ClientsSayThatTheyTryAgain) {
  for (const std::string client : {"dc3", "dc2"}) {
    const Ran run = Skipstone(client + " --port 1 --wait 0.2 --player draw");
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_TRUE(
        Contains(run.out + run.err, "127.0.0.1:1: Connection refused; trying again for 0.2 s\n"))
        << run.out << run.err;
    EXPECT_TRUE(Contains(run.err, "It was tried for 0.2 s, and --wait SECONDS tries longer"))
        << run.err;
  }
}

TEST_F(ArenaVerbs, ClientsNameTheServerThatSendsNonsense) {
  for (const std::string client : {"dc3", "dc2"}) {
    const Listener listener;
    const std::string port = std::to_string(listener.port());
    Program program({client, "--port", port, "--player", "draw"}, Path("client.txt"));
    const RawSocket socket(listener.Accept(), client == "dc3" ? '\n' : '\0');
    socket.Send(client == "dc3" ? "hello" : "POSITION 1");
    EXPECT_EQ(program.Wait(), 4) << program.Output();
    EXPECT_TRUE(Contains(program.Output(), "skipstone: 127.0.0.1:" + port + ": "))
        << program.Output();
  }
}

TEST_F(ArenaVerbs, ClientsLogWhatTheirSearchesWeighed) {
  const auto server = StartDc2Server();
  const int port = PortsOf(*server)[0];
  const auto alpha =
      StartClient("dc2", port, "alpha", "kr-uct:playouts=20,clock=off,last-stone=off");
  const auto beta = StartClient("dc2", port, "beta", "draw");
  EXPECT_EQ(alpha->Wait(), 0) << alpha->Output();
  for (const Json& line : JsonLines(ReadFile(Path("alpha.log")))) {
    EXPECT_EQ(line["currency"], "points");
    EXPECT_TRUE(line["value"].is_number());
    EXPECT_TRUE(line["network"].is_null());
    ASSERT_FALSE(line["rivals"].empty()) << line;
    for (const Json& rival : line["rivals"]) {
      EXPECT_TRUE(rival["value"].is_number());
      EXPECT_NE(rival["name"], "");
      EXPECT_NE(rival["release"], line["release"]);
    }
  }
}

// A game is never lost for a log.
TEST_F(ArenaVerbs, AClientWhoseDiskIsFullSaysSoOnceAndPlaysOn) {
  const auto server = StartDc2Server();
  const int port = PortsOf(*server)[0];
  const std::string command = fmt::format(
      "trap '' XFSZ; ulimit -f 4; exec {} dc2 --port {} --id alpha --player rule "
      "--record {} --log {}",
      Quoted(kBinary), port, Path("alpha.jsonl"), Path("alpha.log"));
  const auto alpha = Program::InShell(command + " 2>&1 | cat >" + Path("talk.txt"), Path("a.txt"));
  const auto beta = StartClient("dc2", port, "beta", "draw");
  EXPECT_EQ(beta->Wait(), 0) << beta->Output();
  EXPECT_EQ(server->Wait(), 0) << server->Output();
  EXPECT_TRUE(Contains(server->Output(), "(score)")) << server->Output();
  alpha->Wait();
  const std::string talk = ReadFile(Path("talk.txt"));
  for (const char* file : {"alpha.jsonl", "alpha.log"}) {
    const std::string failed = Path(file) + ": cannot be written: File too large; the game goes on";
    ASSERT_TRUE(Contains(talk, failed)) << talk;
    EXPECT_FALSE(Contains(talk.substr(talk.find(failed) + 1), failed)) << "once: " << talk;
    EXPECT_EQ(ReadFile(Path(file)).back(), '\n') << "half a line in " << file;
  }
  EXPECT_TRUE(Contains(talk, "alpha.jsonl has it up to end 1, shot ")) << talk;
  EXPECT_EQ(Skipstone("replay " + Path("alpha.jsonl")).exit_code, 0);
}

TEST_F(ArenaVerbs, Dc2LogsAndRecordsAreConvertedBothWays) {
  const fs::path log = PlayedLog(".dcl");
  const fs::path record = fs::path(log).replace_extension(".jsonl");
  const fs::path converted = Convert(log, "log.jsonl");
  EXPECT_EQ(ReadFile(converted), ReadFile(record));
  EXPECT_EQ(ReadFile(Convert(record, "record.dcl")), ReadFile(log));
  EXPECT_EQ(ReadFile(Convert(log, "again.dcl")), ReadFile(log));
  EXPECT_EQ(Skipstone("convert --to record " + Quoted(log) + " -").out, ReadFile(record));
  ExpectRefused("convert " + Quoted(log) + " " + Path("no.dcl2"), 2,
                {"got dc2", "a .dcl2 log cannot hold it"});
  EXPECT_FALSE(fs::exists(Path("no.dcl2")));
  // Neither an unknown ending nor another file.
  ExpectRefused("convert " + Quoted(log) + " " + Path("game.txt"), 2,
                {Path("game.txt"), "ends in .jsonl", "--to"});
  const std::string before = ReadFile(record);
  ExpectRefused("convert " + Quoted(log) + " " + Quoted(record), 2,
                {record.string(), "exists already", "choose another name"});
  EXPECT_EQ(ReadFile(record), before);
  EXPECT_TRUE(Contains(Skipstone("convert --to dcl " + Quoted(record) + " " + Path("a.txt")).err,
                       "wrote " + Path("a.txt") + ": Digital Curling 2 log of 1 end, 16 shots\n"));
  // Servers of the field end lines as Windows does.
  std::string windows;
  for (const std::string& line : LinesOf(ReadFile(log))) windows += line + "\r\n";
  EXPECT_EQ(ReadFile(Convert(Write("windows.dcl", windows), "windows.jsonl")), ReadFile(record));

  EXPECT_EQ(Analysed(log), Analysed(record));
  EXPECT_EQ(Drawn(log), Drawn(record));
}

TEST_F(ArenaVerbs, Dc3LogsAndRecordsAreConvertedBothWays) {
  const fs::path log = PlayedLog(".dcl2");
  const fs::path record = log.parent_path() / "game.jsonl";
  EXPECT_EQ(ReadFile(Convert(log, "log.jsonl")), ReadFile(record));
  // Dates and ids are the server's own; the game is the same.
  EXPECT_EQ(ReadFile(Convert(Convert(record, "record.dcl2"), "again.jsonl")), ReadFile(record));
  for (const fs::path& game : {log, record}) {
    ExpectRefused("convert " + Quoted(game) + " " + Path("no.dcl"), 2,
                  {"got fcv1", "a .dcl log cannot hold it"});
    EXPECT_FALSE(fs::exists(Path("no.dcl")));
  }

  EXPECT_EQ(Analysed(log), Analysed(record));
  EXPECT_EQ(Drawn(log), Drawn(record));
}

TEST_F(ArenaVerbs, DamagedFilesAreRefusedByNameAndLine) {
  for (const std::string verb : {"convert", "replay"}) {
    const std::string out = verb == "convert" ? " " + Path("out.jsonl") : "";
    for (const std::string extension : {".dcl", ".dcl2", ".jsonl"}) {
      const std::string missing = Path("missing" + extension);
      ExpectRefused(verb + " " + missing + out, 3, {missing, "No such file"});
    }
  }
  const auto damaged = [&](const std::string& extension, const std::string& rules) {
    const std::string text = ReadFile(Played(extension, rules));
    // A line in the middle lacks its second half.
    std::size_t middle = text.find("\n", text.size() / 2) + 1;
    const std::size_t end = text.find("\n", middle);
    middle += (end - middle) / 2;
    const std::string half = text.substr(0, middle);
    const auto line = std::to_string(std::count(half.begin(), half.end(), '\n') + 1);
    const std::string file = Write("half" + extension, half + text.substr(end));
    for (const std::string verb : {"convert", "replay"}) {
      const std::string out = verb == "convert" ? " " + Path("out.jsonl") : "";
      ExpectRefused(verb + " " + file + out, 4, {file + ":" + line});
    }
    EXPECT_FALSE(fs::exists(Path("out.jsonl")));
  };
  damaged(".dcl", "--ice dc2 --rules dc2");
  damaged(".dcl2", "--ice fcv1 --rules dc3");
  damaged(".jsonl", "--ice dc2 --rules dc2");
}

// What a killed program, a full disk or a power cut leaves.
TEST_F(ArenaVerbs, FilesThatAreCutOffAreReadAsFarAsTheyGo) {
  const auto cut = [&](const std::string& extension, const std::string& rules) {
    const std::string text = ReadFile(Played(extension, rules));
    // In the middle of what tells of the fifth shot.
    const std::string shot = extension == ".dcl"    ? "[0004]"
                             : extension == ".dcl2" ? "\"shot\":5,"
                                                    : "\"shot\":4,";
    const std::string file = Write("cut" + extension, text.substr(0, text.find(shot) + 20));
    const std::string where = "cut off after end 1, shot 4: what came then is missing\n";

    const Ran replayed = Skipstone("replay " + file);
    EXPECT_EQ(replayed.exit_code, 0) << replayed.err;
    EXPECT_TRUE(Contains(replayed.out, "4 moves on ")) << replayed.out;
    EXPECT_TRUE(Contains(replayed.out, "no difference\n")) << replayed.out;
    EXPECT_TRUE(Contains(replayed.out, "(cut off)\n")) << replayed.out;
    EXPECT_EQ(replayed.err, "skipstone: " + file + ": " + where);

    const std::string out = Path("converted" + extension + ".jsonl");
    const Ran converted = Skipstone("convert " + file + " " + out);
    EXPECT_EQ(converted.exit_code, 0) << converted.err;
    EXPECT_EQ(converted.err, "wrote " + out + ": record of 1 end, 4 shots; the game was " + where);
    EXPECT_EQ(Skipstone("replay " + out).exit_code, 0);
    // And back: what is not there is not made up.
    const Ran back = Skipstone("convert " + out + " " + Path("back" + extension));
    EXPECT_EQ(back.exit_code, 0) << back.err;
    EXPECT_TRUE(Contains(back.err, ", 4 shots; the game was " + where)) << back.err;
  };
  cut(".dcl", "--ice dc2 --rules dc2");
  cut(".dcl2", "--ice fcv1 --rules dc3");
  cut(".jsonl", "--ice dc2 --rules dc2");

  const std::string file = Path("cut.dcl");
  const std::string where = "cut off after end 1, shot 4";
  const std::string moment = " --game " + file + " --end 1 --shot 4 ";
  const Ran analysed = Skipstone("analyze --search kr-uct --playouts 20" + moment);
  EXPECT_EQ(analysed.exit_code, 0) << analysed.err;
  EXPECT_TRUE(Contains(analysed.err, where)) << analysed.err;
  const Ran drawn = Skipstone("picture --out " + Path("cut.svg") + moment);
  EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
  EXPECT_TRUE(Contains(drawn.err, where)) << drawn.err;
  ExpectRefused("picture --game " + file + " --end 1 --shot 5 --out " + Path("no.svg"), 2,
                {"up to end 1, shot 4", "cut off after end 1, shot 4"});
}

// The stages of a check, and what the program said last if it failed.
class ArenaChecks : public ArenaVerbs {
 protected:
  static std::string Client(const std::string& arena) {
    return kBinary + " " + arena + " --port {port} --player draw";
  }
  // The command as one word, for the check's own shell.
  Ran Check(const std::string& what, const std::string& command) const {
    return Skipstone(what + " -- " + Quoted(command));
  }
};

TEST_F(ArenaChecks, OurClientsPass) {
  for (const std::string arena : {"dc3", "dc2"}) {
    for (const std::string team : {"0", "1"}) {
      if (arena == "dc3" && team == "1") continue;  // as slow as it is like the other
      // Word by word, as in the documentation.
      const Ran run =
          Skipstone("check-client " + arena + " --ends 1 --team " + team + " -- " + Client(arena));
      EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
      EXPECT_FALSE(Contains(run.out, "FAIL")) << run.out;
      EXPECT_TRUE(Contains(run.out, "pass  it connects\n")) << run.out;
      EXPECT_TRUE(Contains(run.out, "pass  it answers in time (8 moves)\n")) << run.out;
      EXPECT_TRUE(Contains(run.out, "pass  it closes the connection after the game\n"));
    }
  }
}

TEST_F(ArenaChecks, BrokenClientsFailStepByStep) {
  for (const std::string arena : {"dc3", "dc2"}) {
    const std::string check = "check-client " + arena + " --ends 1";
    const Ran absent = Check(check, "echo cannot find the server; false");
    EXPECT_EQ(absent.exit_code, 4) << absent.out;
    EXPECT_TRUE(Contains(absent.out,
                         "pass  the program starts\n"
                         "FAIL  it connects: it ended at once, with exit code 1\n"))
        << absent.out;
    EXPECT_TRUE(Contains(absent.out, "pass  the program ends\n")) << absent.out;
    EXPECT_TRUE(Contains(absent.out, "its last words:\ncannot find the server\n")) << absent.out;
    EXPECT_TRUE(Contains(absent.err, "the client did not pass")) << absent.err;

    const Ran missing = Check(check, "/no/such/program");
    EXPECT_EQ(missing.exit_code, 4) << missing.out;
    EXPECT_EQ(LinesOf(missing.out)[0],
              "FAIL  the program starts: no such program (the shell's exit "
              "code 127)");
    EXPECT_TRUE(Contains(missing.out, "/no/such/program")) << missing.out;
    EXPECT_FALSE(Contains(missing.out, "it connects")) << missing.out;
    const Ran no_program = Check(check, Write("text", "no program"));
    EXPECT_EQ(no_program.exit_code, 4) << no_program.out;
    EXPECT_TRUE(Contains(LinesOf(no_program.out)[0], "it cannot be executed")) << no_program.out;

    // Hears the greeting, says something else than the protocol does, and is gone.
    const std::string garbage =
        R"(bash -c "exec 3<>/dev/tcp/{host}/{port}; dd bs=4096 count=1 <&3 >/dev/null 2>&1;)"
        R"( printf \"garbage\\n\\0\" >&3; echo my bad >&2")";
    const Ran broken = Check(check + " --json", garbage);
    EXPECT_EQ(broken.exit_code, 4) << broken.out << broken.err;
    const Json report = Json::parse(broken.out);
    EXPECT_EQ(report["passed"], false);
    EXPECT_TRUE(Contains(report["last_words"], "my bad")) << report;
    EXPECT_EQ(report["steps"][1]["passed"], true) << "it connects";
    EXPECT_EQ(report["steps"][2]["passed"], false) << "it does not introduce itself: " << report;
    EXPECT_NE(report["steps"][2]["what"], "") << report;
  }
}

TEST_F(ArenaChecks, OurServersPass) {
  const std::string dc2 = std::to_string(FreePort());
  const Ran second =
      Check("check-server dc2 --port " + dc2,
            kBinary + " dc2-server --ends 1 --port " + dc2 + " --log-dir " + Path("log2"));
  EXPECT_EQ(second.exit_code, 0) << second.out << second.err;
  Json config = Dc3ServerConfig(1);
  const int port0 = FreePort();
  const int port1 = FreePort();
  config["server"]["port"] = {{"team0", port0}, {"team1", port1}};
  const std::string ports = std::to_string(port0) + " " + std::to_string(port1);
  const Ran third = Check("check-server dc3 --port " + ports, kBinary + " dc3-server --config " +
                                                                  Write("c.json", config.dump()) +
                                                                  " --log-dir " + Path("log3"));
  EXPECT_EQ(third.exit_code, 0) << third.out << third.err;
  for (const Ran& run : {second, third}) {
    EXPECT_FALSE(Contains(run.out, "FAIL")) << run.out;
    EXPECT_TRUE(Contains(run.out, "pass  both see the same game\n")) << run.out;
    EXPECT_TRUE(Contains(run.out, "pass  its stones lie where our simulation has them\n"));
    EXPECT_TRUE(Contains(run.out, "pass  the server ends once its clients have left\n"));
  }
}

TEST_F(ArenaChecks, BrokenServersFailStepByStep) {
  const Ran absent =
      Check("check-server dc2 --port " + std::to_string(FreePort()), "echo no licence; false");
  EXPECT_EQ(absent.exit_code, 4) << absent.out;
  EXPECT_TRUE(Contains(absent.out,
                       "pass  the program starts\n"
                       "FAIL  both clients get in: it ended at once, with exit code 1\n"))
      << absent.out;
  const Ran missing =
      Check("check-server dc2 --port " + std::to_string(FreePort()), "/no/such/program");
  EXPECT_EQ(missing.exit_code, 4) << missing.out;
  EXPECT_EQ(LinesOf(missing.out)[0].rfind("FAIL  the program starts: no such program", 0), 0U)
      << missing.out;
  EXPECT_TRUE(Contains(absent.out, "its last words:\nno licence\n")) << absent.out;
  EXPECT_TRUE(Contains(absent.err, "the server did not pass")) << absent.err;
  ExpectRefused("check-server dc3 --port 1", 2, {"--port", "expected two"});
  ExpectRefused("check-server dc2 --port 1 2", 2, {"--port", "expected one"});
  ExpectRefused("check-server dc3 --port 1 2 3", 2, {"--port", "expected two"});

  // Speaks, but not the protocol.
  const Listener listener;
  std::thread server([&] {
    RawSocket first(listener.Accept());
    RawSocket second(listener.Accept());
    for (const RawSocket* socket : {&first, &second}) socket->Send("hello");
    while (first.ReadText()) continue;
    while (second.ReadText()) continue;
  });
  const std::string port = std::to_string(listener.port());
  const Ran broken = Skipstone("check-server dc3 --port " + port + "," + port);
  server.join();
  EXPECT_EQ(broken.exit_code, 4) << broken.out << broken.err;
  EXPECT_TRUE(Contains(broken.out, "pass  both clients get in\n")) << broken.out;
  EXPECT_TRUE(Contains(broken.out, "FAIL  the game begins: ")) << broken.out;
}

TEST_F(ArenaVerbs, Dc2AnswersOnPipesWhateverEndsALine) {
  std::string position = "POSITION";
  for (int i = 0; i < 32; ++i) position += " 0";
  const std::vector<std::string> session = {"ISREADY", "NEWGAME a b", position, "SETSTATE 0 0 8 0",
                                            "GO 219000 219000"};
  std::string answers;
  for (const std::string& end : {std::string("\n"), std::string("\r\n"), std::string(1, '\0')}) {
    std::string text;
    for (const std::string& command : session) text += command + end;
    const Ran run =
        Shell(kBinary + " dc2 --pipe --player draw --seed 1 <" + Write("session.txt", text));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const std::vector<std::string> lines = LinesOf(run.out);
    ASSERT_EQ(lines.size(), 2U) << run.out;
    EXPECT_EQ(lines[0], "READYOK");
    double vx = 0.0;
    double vy = 0.0;
    int spin = -1;
    ASSERT_EQ(std::sscanf(lines[1].c_str(), "BESTSHOT %lf %lf %d", &vx, &vy, &spin), 3) << run.out;
    EXPECT_LT(vy, -20.0) << "towards smaller y";
    EXPECT_GT(vy, -33.7149) << "more would be a pass";
    EXPECT_TRUE(spin == 0 || spin == 1);
    EXPECT_TRUE(Contains(run.err, "end 1, shot 1: 0 : 0, 219.0 s left\n")) << run.err;
    if (answers.empty()) answers = run.out;
    EXPECT_EQ(run.out, answers);
  }
}

TEST_F(ArenaVerbs, Dc2AnswersOnPipesAtOnce) {
  Conversation engine({"dc2", "--pipe", "--player", "rule", "--seed", "1"});
  engine.Say("ISREADY");
  EXPECT_EQ(engine.Hear(), "READYOK\n");
  engine.Say("NEWGAME a b\nSEED 5\nNOSUCHCOMMAND 1 2 3");
  // The document's position: Second throws its fourth stone.
  engine.Say(
      "POSITION 0 0 3.891510 5.893155 2.630500 7.911823 0 0 0 0 0 0 1.810786 9.572935 0 0 0 0 0 0 "
      "0 "
      "0 0 0 0 0 0 0 0 0 0 0");
  engine.Say("SETSTATE 7 0 8 1\nGO 0 0");
  EXPECT_EQ(engine.Hear().rfind("BESTSHOT ", 0), 0U);
  engine.Say("SETORDER");
  EXPECT_EQ(engine.Hear(), "SETORDER 0 1\n");
  engine.CloseInput();
  EXPECT_EQ(engine.Wait(), 0);
}

}  // namespace
}  // namespace skipstone
