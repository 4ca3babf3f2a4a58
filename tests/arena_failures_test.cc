// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// Where the field's servers die, ours end with a result, or with a word that says why and logs that
// are valid up to the last shot.

#include <fmt/format.h>

#include <atomic>

#include "arena.h"

namespace skipstone {
namespace {

constexpr const char* kStopped = "the server closed the connection before";

// A client of either protocol, by hand; throws its stones away.
class RawClient {
 public:
  virtual ~RawClient() = default;

  // Throws until it is its turn for the end's shot, from 0.
  void PlayTo(int shot) {
    while (next_ != shot) {
      if (next_ >= 0) Throw();
      if (!AwaitTurn()) {
        ADD_FAILURE() << "the game is over before shot " << shot;
        return;
      }
    }
  }
  // As long as there is a server.
  void PlayOn() {
    while (AwaitTurn()) Throw();
  }
  virtual void Throw() = 0;
  // How it ends, in one line; nothing comes after it.
  virtual std::string HearResult() = 0;
  RawSocket& socket() { return socket_; }

 protected:
  RawClient(int port, char terminator) : socket_(RawSocket::Connected(port), terminator) {}
  virtual bool AwaitTurn() = 0;

  RawSocket socket_;
  int next_ = -1;  // the shot, if it is its turn
};

class RawDc3 : public RawClient {
 public:
  RawDc3(int port, std::string team) : RawClient(port, '\n'), team_(std::move(team)) {
    EXPECT_EQ(socket_.Read().value()["cmd"], "dc");
    socket_.Send(R"({"cmd":"dc_ok","name":"raw"})");
    EXPECT_EQ(socket_.Read().value()["cmd"], "is_ready");
    socket_.Send(R"({"cmd":"ready_ok","player_order":[0,1,2,3]})");
  }
  void Throw() override {
    socket_.SendBytes(
        R"({"cmd":"move","move":{"type":"shot","velocity":{"x":0.0,"y":1.0},"rotation":"ccw"}})"
        "\n");
  }
  // "team1 concede"
  std::string HearResult() override {
    Json update;
    while (const auto message = socket_.Read()) {
      if ((*message)["cmd"] == "update") update = *message;
      if ((*message)["cmd"] != "game_over") continue;
      if (!update.is_object() || !update["next_team"].is_null()) return update.dump();
      const Json& result = update["state"]["game_result"];
      return result["winner"].get<std::string>() + " " + result["reason"].get<std::string>();
    }
    return "the connection was closed without game_over";
  }

 private:
  bool AwaitTurn() override {
    next_ = -1;
    while (const auto message = socket_.Read()) {
      if ((*message)["cmd"] != "update" || (*message)["next_team"] != team_) continue;
      next_ = (*message)["state"]["shot"];
      return true;
    }
    return false;
  }

  std::string team_;
};

class RawDc2 : public RawClient {
 public:
  RawDc2(int port, const std::string& id) : RawClient(port, '\0') {
    EXPECT_EQ(socket_.ReadText(), "CONNECTED");
    socket_.Send("LOGIN " + id + " - " + id);
    EXPECT_EQ(socket_.ReadText(), "LOGIN OK");
  }
  void Throw() override { socket_.SendBytes(std::string("BESTSHOT 0.0 -10.0 0") + '\0'); }
  // "CONCEDE first, TOTALSCORE 0 0, GAMEOVER WIN, DISCONNECT"
  std::string HearResult() override {
    std::string heard;
    while (const auto message = socket_.ReadText()) {
      const std::string command = message->substr(0, message->find(' '));
      if (command == "ISREADY") socket_.Send("READYOK");
      if (heard.empty() && command != "CONCEDE" && command != "TIMEOUT") continue;
      heard += (heard.empty() ? "" : ", ") + *message;
      if (command == "DISCONNECT") break;
    }
    return heard;
  }

 private:
  bool AwaitTurn() override {
    next_ = -1;
    int shot = -1;
    while (const auto message = socket_.ReadText()) {
      if (*message == "ISREADY") socket_.Send("READYOK");
      std::sscanf(message->c_str(), "SETSTATE %d", &shot);
      if (message->rfind("GO ", 0) != 0) continue;
      next_ = shot;
      return true;
    }
    return false;
  }
};

// Each test once per protocol.
class ArenaFailures : public Verbs, public testing::WithParamInterface<const char*> {
 protected:
  bool dc3() const { return GetParam() == std::string("dc3"); }

  std::vector<std::string> ServerCommand(double time_s = 60.0, int matches = 1) const {
    std::vector<std::string> command;
    if (dc3()) {
      const std::string config = Write("config.json", Dc3ServerConfig(1, time_s).dump());
      command = {"dc3-server", "--config", config};
    } else {
      command = {"dc2-server", "--port", "0", "--ends", "1", "--time", std::to_string(time_s)};
    }
    command.insert(command.end(), {"--log-dir", Path("log"), "--matches", std::to_string(matches)});
    return command;
  }
  std::unique_ptr<Program> StartServer(double time_s = 60.0, int matches = 1) const {
    return std::make_unique<Program>(ServerCommand(time_s, matches), Path("server.txt"));
  }
  // Team 0, or First: it has to come before the other.
  std::unique_ptr<RawClient> Connect(const std::array<int, 2>& ports, std::size_t team) const {
    if (dc3()) return std::make_unique<RawDc3>(ports[team], team == 0 ? "team0" : "team1");
    return std::make_unique<RawDc2>(ports[team], team == 0 ? "first" : "second");
  }
  std::unique_ptr<Program> StartClient(const std::array<int, 2>& ports) const {
    return std::make_unique<Program>(
        std::vector<std::string>{GetParam(), "--port", std::to_string(ports[1]), "--player", "draw",
                                 "--record", Path("client.jsonl")},
        Path("client.txt"));
  }

  // The field's logs, one per match.
  std::vector<fs::path> Logs() const { return FilesIn(Path("log"), dc3() ? ".dcl2" : ".dcl"); }
  fs::path Log() const {
    const std::vector<fs::path> logs = Logs();
    EXPECT_EQ(logs.size(), 1U);
    return logs.empty() ? "" : logs[0];
  }
  static fs::path RecordBeside(const fs::path& log) {
    if (log.extension() == ".dcl") return fs::path(log).replace_extension(".jsonl");
    return log.parent_path() / "game.jsonl";
  }

  // All lines whole, so many shots, and nothing of a temporary kind beside it.
  void ExpectValidUpTo(const fs::path& log, std::size_t shots) const {
    const std::string text = ReadFile(log);
    ASSERT_FALSE(text.empty());
    EXPECT_EQ(text.back(), '\n') << "half a line";
    std::size_t thrown = 0;
    if (dc3()) {
      for (const Json& line : JsonLines(text)) {
        thrown += line["tag"] == "gam" && line["log"]["cmd"] == "move" ? 1 : 0;
      }
      const std::vector<fs::path> files = FilesIn(log.parent_path(), ".json");
      EXPECT_EQ(files.size(), shots);
      for (const fs::path& file : files) EXPECT_EQ(Json::parse(ReadFile(file))["tag"], "sht");
    } else {
      for (const std::string& line : LinesOf(text)) {
        EXPECT_TRUE(line[0] == '[' ? line.back() == ']' : Contains(line, "=")) << line;
        thrown += line.rfind("RUNSHOT=RUNSHOT ", 0) == 0 ? 1 : 0;
      }
    }
    EXPECT_EQ(thrown, shots);
  }
  // A game without a result replays, and says where it ends.
  void ExpectCutOff(const fs::path& game, int shots) const {
    const Ran run = Skipstone("replay " + Quoted(game));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(Contains(run.out, fmt::format("{} moves on ", shots))) << run.out;
    EXPECT_TRUE(Contains(run.out, "no difference")) << run.out;
    EXPECT_EQ(run.err, fmt::format("skipstone: {}: cut off after end 1, shot {}: what came then is "
                                   "missing\n",
                                   game.string(), shots));
  }
  // The record has the reason that the wire has no word for.
  void ExpectForfeit(const fs::path& log, int winner, const std::string& reason) const {
    const Json last = JsonLines(ReadFile(RecordBeside(log))).back();
    EXPECT_EQ(last["result"], (Json{{"winner", winner}, {"reason", reason}})) << last;
    for (const fs::path& file : {log, RecordBeside(log)}) {
      const Ran run = Skipstone("replay " + Quoted(file));
      EXPECT_EQ(run.exit_code, 0) << run.err;
      EXPECT_TRUE(Contains(run.out, "no difference")) << run.out;
    }
  }
  std::atomic<bool> over_ = false;

  // What the winner hears.
  std::string Won(int winner, bool concede) const {
    if (dc3()) return fmt::format("team{} {}", winner, concede ? "concede" : "time_limit");
    return fmt::format("{} {}, TOTALSCORE 0 0, GAMEOVER WIN, DISCONNECT",
                       concede ? "CONCEDE" : "TIMEOUT", winner == 0 ? "second" : "first");
  }
};

INSTANTIATE_TEST_SUITE_P(Arenas, ArenaFailures, testing::Values("dc3", "dc2"),
                         [](const auto& parameter) { return std::string(parameter.param); });

TEST_P(ArenaFailures, APortInUseIsNamed) {
  const Listener other;
  const std::string port = std::to_string(other.port());
  std::vector<std::string> command = {"dc2-server", "--port", port};
  if (dc3()) {
    Json config = Dc3ServerConfig(1);
    config["server"]["port"]["team1"] = other.port();
    command = {"dc3-server", "--config", Write("config.json", config.dump())};
  }
  command.insert(command.end(), {"--log-dir", Path("log")});
  Program server(command, Path("server.txt"));
  EXPECT_EQ(server.Wait(), 3) << server.Output();
  EXPECT_TRUE(Contains(server.Output(), "127.0.0.1:" + port + ": ")) << server.Output();
  EXPECT_TRUE(Contains(server.Output(), "Address already in use")) << server.Output();
  EXPECT_TRUE(Contains(server.Output(), "choose another port")) << server.Output();
}

TEST_P(ArenaFailures, TheServerEndsWithAResultWhenBothClientsAreGone) {
  const auto server = StartServer();
  const std::array<int, 2> ports = PortsOf(*server);
  auto raw = Connect(ports, 0);
  const auto client = StartClient(ports);
  raw->PlayTo(4);
  raw.reset();
  client->Kill();
  EXPECT_EQ(client->Wait(), 128 + SIGKILL);
  EXPECT_EQ(server->Wait(), 0) << server->Output();
  EXPECT_TRUE(Contains(server->Output(), "the connection was closed\n")) << server->Output();
  EXPECT_TRUE(Contains(server->Output(), "(crash), log")) << server->Output();
  ExpectValidUpTo(Log(), 4);
  // Who was gone first has lost.
  const Json last = JsonLines(ReadFile(RecordBeside(Log()))).back();
  ExpectForfeit(Log(), last["result"]["winner"], "crash");
}

TEST_P(ArenaFailures, TheServerEndsWithAResultWhenBothLeaveBeforeTheGame) {
  const auto server = StartServer();
  const std::array<int, 2> ports = PortsOf(*server);
  {
    const RawSocket first(RawSocket::Connected(ports[0]));
    const RawSocket second(RawSocket::Connected(ports[1]));
  }
  EXPECT_EQ(server->Wait(), 0) << server->Output();
  EXPECT_TRUE(Contains(server->Output(), "(crash)")) << server->Output();
}

TEST_P(ArenaFailures, AKilledServerLeavesLogsUpToTheLastShot) {
  const auto server = StartServer();
  const std::array<int, 2> ports = PortsOf(*server);
  const auto raw = Connect(ports, 0);
  const auto client = StartClient(ports);
  raw->PlayTo(6);
  server->Kill();
  EXPECT_EQ(server->Wait(), 128 + SIGKILL);
  EXPECT_EQ(client->Wait(), 3) << client->Output();
  EXPECT_TRUE(Contains(client->Output(), "127.0.0.1:" + std::to_string(ports[1])))
      << client->Output();
  EXPECT_TRUE(Contains(client->Output(), kStopped)) << client->Output();
  ExpectValidUpTo(Log(), 6);
  // The server's log and record, and what the client has seen.
  ExpectCutOff(Log(), 6);
  ExpectCutOff(RecordBeside(Log()), 6);
  // Whose turn it is hears of a shot first: the client may not have heard of the last one.
  const int seen = Contains(client->Output(), "client.jsonl has it up to end 1, shot 6\n") ? 6 : 5;
  EXPECT_TRUE(Contains(client->Output(), fmt::format("has it up to end 1, shot {}\n", seen)))
      << client->Output();
  ExpectCutOff(Path("client.jsonl"), seen);
}

TEST_P(ArenaFailures, ACtrlCInAClientLeavesARecord) {
  const auto server = StartServer();
  const std::array<int, 2> ports = PortsOf(*server);
  const auto raw = Connect(ports, 0);
  const auto client = StartClient(ports);
  raw->PlayTo(2);
  client->WaitFor(dc3() ? "end 1, shot 3: " : "the game begins");
  Program::Await([&] { return LinesOf(ReadFile(Path("client.jsonl"))).size() == 3; });
  client->Interrupt();
  EXPECT_EQ(client->Wait(), 3);
  EXPECT_TRUE(Contains(client->Output(), "stopped before the game was over; ")) << client->Output();
  ExpectCutOff(Path("client.jsonl"), 2);
}

TEST_P(ArenaFailures, ACtrlCInAServerLeavesARecord) {
  const auto server = StartServer();
  const std::array<int, 2> ports = PortsOf(*server);
  const auto raw = Connect(ports, 0);
  const auto client = StartClient(ports);
  raw->PlayTo(2);
  server->Interrupt();
  EXPECT_EQ(server->Wait(), 3);
  const fs::path record = RecordBeside(Log());
  EXPECT_TRUE(Contains(server->Output(), "stopped before the game was over; " + record.string() +
                                             " has it up to end 1, shot 2\n"))
      << server->Output();
  ExpectCutOff(record, 2);
}

// Files may grow to this many blocks of 512 bytes: a disk that fills in the middle of the game.
TEST_P(ArenaFailures, AFullDiskIsNamedAndTheLogsStayValid) {
  std::string command =
      "trap '' XFSZ; ulimit -f " + std::string(dc3() ? "400" : "8") + "; exec " + Quoted(kBinary);
  for (const std::string& word : ServerCommand()) command += " " + Quoted(word);
  const auto server = Program::InShell(command, Path("server.txt"));
  const std::array<int, 2> ports = PortsOf(*server);
  const auto raw = Connect(ports, 0);
  const auto client = StartClient(ports);
  raw->PlayOn();
  EXPECT_EQ(server->Wait(), 3) << server->Output();
  const std::string full = dc3() ? Path("log/server.log") : Log().string();
  EXPECT_TRUE(Contains(server->Output(), full + ": cannot be written: File too large"))
      << server->Output();
  EXPECT_EQ(client->Wait(), 3) << client->Output();
  EXPECT_TRUE(Contains(client->Output(), kStopped)) << client->Output();
  for (const std::string& line : LinesOf(ReadFile(full))) EXPECT_NE(line, "");
  EXPECT_EQ(ReadFile(full).back(), '\n') << "half a line at the end of " << full;
  const std::string log = ReadFile(Log());
  EXPECT_EQ(log.back(), '\n') << "half a line";
  EXPECT_EQ(Skipstone("replay " + Quoted(Log())).exit_code, 0);
  EXPECT_EQ(Skipstone("replay " + Quoted(RecordBeside(Log()))).exit_code, 0);
}

TEST_P(ArenaFailures, ADiskThatIsFullFromTheStartIsNamed) {
  fs::create_directory(Path("log"));
  if (dc3()) {
    fs::create_symlink("/dev/full", Path("log/server.log"));
  } else {
    // A log's name has the time in it, so the folder is what fails.
    fs::remove(Path("log"));
    Write("log", "a file where the folder should be");
  }
  const auto server = StartServer();
  if (dc3()) {
    const std::array<int, 2> ports = PortsOf(*server);
    const RawSocket socket(RawSocket::Connected(ports[0]));
    EXPECT_EQ(server->Wait(), 3) << server->Output();
    EXPECT_TRUE(Contains(server->Output(), "server.log: cannot be written: No space left"))
        << server->Output();
  } else {
    EXPECT_EQ(server->Wait(), 3) << server->Output();
    EXPECT_TRUE(Contains(server->Output(), Path("log") + ": cannot create the folder"))
        << server->Output();
  }
}

TEST_P(ArenaFailures, WhoBreaksTheProtocolHasConceded) {
  std::vector<std::string> nonsense;
  if (dc3()) {
    nonsense = {
        "not JSON",
        R"({"cmd":"move","move":{"type":"shot","velocity":{"x":NaN,"y":1},"rotation":"cw"}})",
        R"({"cmd":"move","move":{"type":"shot","velocity":{"x":1e999,"y":1},"rotation":"cw"}})",
        R"({"cmd":"hello"})",
        R"({"cmd":"dc_ok","name":"again"})",
        std::string((1 << 20) + 1, ' ')};
  } else {
    nonsense = {"BESTSHOT nan -29.5 0", "BESTSHOT 1e999 -29.5 0", "BESTSHOT", "LOGIN me - me",
                std::string(5000, 'x')};
  }
  const auto server = StartServer(60.0, static_cast<int>(nonsense.size()) + 1);
  const std::array<int, 2> ports = PortsOf(*server);
  for (const std::string& message : nonsense) {
    const auto sender = Connect(ports, 0);
    const auto opponent = Connect(ports, 1);
    std::thread second([&] {
      opponent->PlayTo(1);
      opponent->Throw();
    });
    sender->PlayTo(2);
    sender->socket().SendBytes(message + (dc3() ? '\n' : '\0'));
    second.join();
    EXPECT_EQ(opponent->HearResult(), Won(1, true)) << message.substr(0, 100);
  }
  // Out of turn: the second to throw does not wait.
  {
    const auto opponent = Connect(ports, 0);
    const auto sender = Connect(ports, 1);
    std::thread second([&] {
      sender->PlayTo(1);
      sender->Throw();
      sender->Throw();
    });
    opponent->PlayTo(0);
    opponent->Throw();
    second.join();
    EXPECT_EQ(opponent->HearResult(), Won(0, true));
  }
  EXPECT_EQ(server->Wait(), 0) << server->Output();
  const std::vector<fs::path> logs = Logs();
  ASSERT_EQ(logs.size(), nonsense.size() + 1);
  int second_won = 0;
  for (const fs::path& log : logs) {
    const Json result = JsonLines(ReadFile(RecordBeside(log))).back()["result"];
    EXPECT_EQ(result["reason"], "nonsense") << result;
    second_won += result["winner"] == 1 ? 1 : 0;
  }
  EXPECT_EQ(second_won, static_cast<int>(nonsense.size()));
  ExpectValidUpTo(logs[0], 2);
  ExpectForfeit(logs[0], JsonLines(ReadFile(RecordBeside(logs[0]))).back()["result"]["winner"],
                "nonsense");
}

TEST_P(ArenaFailures, WhoKeepsSilentRunsOutOfTime) {
  const auto server = StartServer(0.3, 2);
  const std::array<int, 2> ports = PortsOf(*server);
  for (const bool trickles : {false, true}) {
    const auto silent = Connect(ports, 0);
    const auto opponent = Connect(ports, 1);
    std::thread second([&] { EXPECT_EQ(opponent->HearResult(), Won(1, false)); });
    silent->PlayTo(0);
    // Byte by byte, which is silence too: the move is never whole.
    std::thread slow([&] {
      while (trickles && silent->socket().SendBytes(" ")) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (over_) return;
      }
    });
    second.join();
    over_ = true;
    slow.join();
    over_ = false;
  }
  EXPECT_EQ(server->Wait(), 0) << server->Output();
  ASSERT_EQ(Logs().size(), 2U);
  for (const fs::path& log : Logs()) ExpectForfeit(log, 1, "time_limit");
}

TEST_P(ArenaFailures, WhoClosesTheConnectionRunsOutOfTimeOnTheWire) {
  const auto server = StartServer();
  const std::array<int, 2> ports = PortsOf(*server);
  auto leaver = Connect(ports, 0);
  auto opponent = Connect(ports, 1);
  std::thread second([&] { EXPECT_EQ(opponent->HearResult(), Won(1, false)); });
  leaver->PlayTo(0);
  leaver.reset();
  second.join();
  opponent.reset();
  EXPECT_EQ(server->Wait(), 0) << server->Output();
  EXPECT_TRUE(Contains(server->Output(), "team 0: the connection was closed")) << server->Output();
  ExpectForfeit(Log(), 1, "crash");
}

}  // namespace
}  // namespace skipstone
