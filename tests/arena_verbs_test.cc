// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// Clients, servers and the tools around them, as a user runs them: real processes, real sockets.

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
    return std::make_unique<Program>(
        std::vector<std::string>{verb, "--port", std::to_string(port),
                                 verb == "dc3" ? "--name" : "--id", name, "--player", player,
                                 "--record", Path(name + ".jsonl"), "--seed", "3"},
        Path(name + ".txt"));
  }

  // A whole match; what the clients printed is in alpha.txt and beta.txt.
  void PlayMatch(const std::string& verb, const std::array<int, 2>& ports) const {
    const auto alpha = StartClient(verb, ports[0], "alpha", "rule");
    const auto beta = StartClient(verb, ports[1], "beta", "draw");
    EXPECT_EQ(alpha->Wait(), 0) << alpha->Output();
    EXPECT_EQ(beta->Wait(), 0) << beta->Output();
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
    EXPECT_EQ(run.out + run.err, "");
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
    EXPECT_TRUE(Contains(ReadFile(Path("alpha.txt")), "alpha ")) << ReadFile(Path("alpha.txt"));
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
  const std::string record = Path("game.jsonl");
  const auto damaged = [&](const std::string& extension, const std::string& rules) {
    ASSERT_EQ(Skipstone("playout --ends 1 --seed 5 " + rules + " --out " + record).exit_code, 0);
    const std::string text = ReadFile(Convert(record, "whole" + extension));
    // In the middle of a line in the middle, and before the result.
    std::size_t middle = text.find("\n", text.size() / 2) + 1;
    middle += (text.find("\n", middle) - middle) / 2;
    const std::string half = text.substr(0, middle);
    const auto line = std::to_string(std::count(half.begin(), half.end(), '\n') + 1);
    const std::string file = Write("half" + extension, half);
    // A .dcl log may end without a word about the result, but not before the last shot.
    const std::string result = extension == ".dcl"    ? "[0015]"
                               : extension == ".dcl2" ? "game_result\":{"
                                                      : "{\"result\"";
    const std::size_t before = text.rfind('\n', text.find(result)) + 1;
    const std::string cut = Write("cut" + extension, text.substr(0, before));
    for (const std::string verb : {"convert", "replay"}) {
      const std::string out = verb == "convert" ? " " + Path("out.jsonl") : "";
      ExpectRefused(verb + " " + file + out, 4, {file + ":" + line});
      ExpectRefused(verb + " " + cut + out, 4, {cut, "cut off"});
    }
    EXPECT_FALSE(fs::exists(Path("out.jsonl")));
  };
  damaged(".dcl", "--ice dc2 --rules dc2");
  damaged(".dcl2", "--ice fcv1 --rules dc3");
  damaged(".jsonl", "--ice dc2 --rules dc2");
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
    EXPECT_TRUE(Contains(absent.out, "FAIL  it connects: nobody came\n")) << absent.out;
    EXPECT_TRUE(Contains(absent.out, "pass  the program ends\n")) << absent.out;
    EXPECT_TRUE(Contains(absent.out, "its last words:\ncannot find the server\n")) << absent.out;
    EXPECT_TRUE(Contains(absent.err, "the client did not pass")) << absent.err;

    const Ran missing = Check(check, "/no/such/program");
    EXPECT_EQ(missing.exit_code, 4) << missing.out;
    EXPECT_TRUE(Contains(missing.out, "/no/such/program")) << missing.out;

    // Hears the greeting, says something else than the protocol does, and is gone.
    const std::string garbage =
        R"(bash -c "exec 3<>/dev/tcp/{host}/{port}; dd bs=4096 count=1 <&3 >/dev/null 2>&1;)"
        R"( printf \"garbage\\n\\0\" >&3; echo my bad >&2")";
    const Ran broken = Check(check + " --json", garbage);
    EXPECT_EQ(broken.exit_code, 4) << broken.out << broken.err;
    const Json report = Json::parse(broken.out);
    EXPECT_EQ(report["passed"], false);
    EXPECT_TRUE(Contains(report["last_words"], "my bad")) << report;
    EXPECT_EQ(report["steps"][0]["passed"], true) << "it connects";
    EXPECT_EQ(report["steps"][1]["passed"], false) << "it does not introduce itself: " << report;
    EXPECT_NE(report["steps"][1]["what"], "") << report;
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
  const std::string ports = std::to_string(port0) + "," + std::to_string(port1);
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
  EXPECT_TRUE(Contains(absent.out, "FAIL  both clients get in: ")) << absent.out;
  EXPECT_TRUE(Contains(absent.out, "its last words:\nno licence\n")) << absent.out;
  EXPECT_TRUE(Contains(absent.err, "the server did not pass")) << absent.err;
  ExpectRefused("check-server dc3 --port 1", 2, {"--port", "expected two"});

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
