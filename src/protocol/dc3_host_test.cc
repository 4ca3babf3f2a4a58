// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc3_host.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "base/files.h"
#include "protocol/dc3_client.h"
#include "protocol/dcl2.h"

namespace skipstone {
namespace {

constexpr Team kTeams[] = {Team::k0, Team::k1};
constexpr HostTime kSecond = std::chrono::seconds(1);

Dc3Config Config(int ends, double seconds = 60.0) {
  const std::string player =
      R"({"type":"normal_dist","max_speed":4.0,"stddev_speed":0.0076,"stddev_angle":0.0018,"seed":)";
  std::string teams;
  for (int team = 0; team < 2; ++team) {
    teams += (team == 0 ? "\"team0\":[" : ",\"team1\":[");
    for (int i = 0; i < 4; ++i) {
      teams += (i > 0 ? "," : "") + player + std::to_string(1000 + 10 * team + i) + "}";
    }
    teams += "]";
  }
  const std::string time =
      "{\"team0\":" + std::to_string(seconds) + ",\"team1\":" + std::to_string(seconds) + "}";
  return Dc3ConfigFromText(
      R"({ // comments are allowed
"server":{"port":{"team0":10000,"team1":10001},"timeout_dc_ok":10.0,"update_interval":0.0,
"send_trajectory":true,"steps_per_trajectory_frame":100},
"game":{"rule":"normal","setting":{"max_end":)" +
          std::to_string(ends) + R"(,"sheet_width":4.75,"five_rock_rule":true,
"thinking_time":)" +
          time + ",\"extra_end_thinking_time\":" + time +
          R"(},"simulator":{"type":"fcv1","seconds_per_frame":0.001},"players":{)" + teams + "}}}",
      "config.json");
}

// A host and its two clients without sockets, on a clock that the test moves.
class Arena {
 public:
  explicit Arena(const Dc3Config& config, Dc3Log* log = nullptr)
      : host_(config, {"d7084074-e2b8-43c0-b0b9-3dca338b7319", "2026-11-15T19:44:41+00:00", "test"},
              log) {}

  Dc3Host& host() { return host_; }
  HostTime& now() { return now_; }
  const std::vector<std::string>& heard(Team team) const { return heard_[Slot(team)]; }
  std::string last(Team team) const { return heard(team).back(); }

  void Connect(Team team) {
    host_.Connected(team, now_);
    Collect();
  }
  void Send(Team team, const std::string& line) {
    host_.Received(team, line, now_);
    Collect();
  }
  void Pass(HostTime time) {
    now_ += time;
    host_.Tick(now_);
    Collect();
  }
  void Leave(Team team) {
    host_.Disconnected(team, now_);
    Collect();
  }
  // Both are ready, nothing has been thrown.
  void Begin() {
    for (const Team team : kTeams) {
      Connect(team);
      Send(team, R"({"cmd":"dc_ok","name":"a"})");
      Send(team, R"({"cmd":"ready_ok","player_order":[0,1,2,3]})");
    }
  }
  // Two clients play until the game is over.
  void Play(Dc3Client& first, Dc3Client& second) {
    Dc3Client* clients[] = {&first, &second};
    for (const Team team : kTeams) Connect(team);
    std::array<std::size_t, 2> next{};
    bool progress = true;
    while (progress) {
      progress = false;
      for (const Team team : kTeams) {
        const std::size_t i = Slot(team);
        if (next[i] == heard_[i].size()) continue;
        progress = true;
        const std::string line = heard_[i][next[i]++];
        now_ += std::chrono::milliseconds(3);
        if (const auto answer = clients[i]->Hear(line)) Send(team, *answer);
      }
    }
  }

 private:
  static std::size_t Slot(Team team) { return static_cast<std::size_t>(Index(team)); }
  void Collect() {
    for (Host::Message& message : host_.TakeMessages()) {
      heard_[Slot(message.to)].push_back(std::move(message.text));
    }
    for (const Team team : kTeams) host_.Written(team, now_);
  }

  Dc3Host host_;
  HostTime now_{};
  std::array<std::vector<std::string>, 2> heard_;
};

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Dc3Update UpdateOf(const std::string& line) {
  return std::get<Dc3Update>(Dc3FromServerText(line, Config(1).match.rules));
}

// What clients do not read of a trajectory.
std::vector<std::vector<Dc3Trajectory::Change>> FramesOf(const std::string& line) {
  std::vector<std::vector<Dc3Trajectory::Change>> frames;
  const Json update = Json::parse(line);
  for (const Json& changes : update["last_move"]["trajectory"]["frames"]) {
    frames.emplace_back();
    for (const Json& json : changes) {
      Dc3Trajectory::Change change;
      change.team = Dc3TeamFromJson(Field(json["team"], "team"));
      change.index = json["index"];
      change.gone = json["value"].is_null();
      if (!change.gone) {
        change.position = PositionFromOwnFrame(
            Law::kFcv1, {json["value"]["position"]["x"], json["value"]["position"]["y"]});
        change.angle_rad = json["value"]["angle"];
      }
      frames.back().push_back(change);
    }
  }
  return frames;
}

// The logs of a match, in a folder of their own.
class Logs {
 public:
  Logs() = default;
  ~Logs() { std::filesystem::remove_all(folder_); }
  Logs(const Logs&) = delete;
  Logs& operator=(const Logs&) = delete;

  Dc3Log* log() { return &log_; }
  std::string Text(const char* name) const { return ReadFile(log_.match_folder() / name); }
  // Entries with the tag.
  std::vector<Json> Entries(const std::string& tag, const std::filesystem::path& path) const {
    std::vector<Json> entries;
    LineReader reader(path.string());
    while (const auto line = reader.Next()) {
      const Json entry = Json::parse(line->text);
      if (entry["tag"] == tag) entries.push_back(entry["log"]);
    }
    return entries;
  }
  std::vector<Json> Server(const std::string& tag) const {
    return Entries(tag, folder_ / "server.log");
  }
  std::vector<Json> Game(const std::string& tag) const {
    return Entries(tag, log_.match_folder() / "game.dcl2");
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("skipstone_dc3_logs_" + std::to_string(::getpid()));
  Dc3Log log_{folder_, [] { return std::string("2026-11-15T19:44:41+00:00"); }};
};

std::string Shot(const std::string& velocity, const std::string& rotation = "\"ccw\"") {
  return R"({"cmd":"move","move":{"type":"shot","velocity":)" + velocity + R"(,"rotation":)" +
         rotation + "}}";
}

TEST(Dc3Host, TwoClientsPlayAMatch) {
  Arena arena(Config(2));
  Dc3Client first({.name = "one", .player = "rule"});
  Dc3Client second({.name = "two", .player = "rule"});
  arena.Play(first, second);
  ASSERT_TRUE(arena.host().over());
  EXPECT_TRUE(arena.host().complaint().empty()) << arena.host().complaint();
  const GameRecord record = arena.host().record();
  EXPECT_GE(record.moves.size(), 32U);
  EXPECT_EQ(Replay(record), std::nullopt);
  for (Dc3Client* client : {&first, &second}) {
    EXPECT_TRUE(client->over());
    EXPECT_TRUE(client->warnings().empty());
    const Dc3Follower& follower = client->Follow();
    EXPECT_TRUE(follower.stones().same());
    GameRecord seen = follower.record();
    EXPECT_EQ(Replay(seen), std::nullopt);
    ASSERT_EQ(seen.moves.size(), record.moves.size());
    for (std::size_t i = 0; i < seen.moves.size(); ++i) {
      // The other side's calls are its secret.
      if (seen.moves[i].team != client->team()) seen.moves[i].called = record.moves[i].called;
      // And so is the time of the stone after which an extra end sets the clocks anew.
      if (seen.moves[i].used_ms == 0) seen.moves[i].used_ms = record.moves[i].used_ms;
      EXPECT_EQ(seen.moves[i], record.moves[i]) << i;
    }
    EXPECT_EQ(seen.header, record.header);
    EXPECT_EQ(seen.result, record.result);
  }
  // Clients leave, and the match is finished.
  EXPECT_FALSE(arena.host().finished());
  for (const Team team : kTeams) arena.Leave(team);
  EXPECT_TRUE(arena.host().finished());
  EXPECT_EQ(arena.host().record().result, record.result);
}

TEST(Dc3Host, ASeedMakesTheSameMatch) {
  std::array<std::string, 2> texts;
  for (std::string& text : texts) {
    Arena arena(Config(1));
    Dc3Client first({.player = "rule"});
    Dc3Client second({.player = "rule"});
    arena.Play(first, second);
    text = RecordToText(arena.host().record());
  }
  EXPECT_EQ(texts[0], texts[1]);
}

TEST(Dc3Host, TrajectoriesLeadFromStartToFinish) {
  Arena arena(Config(1));
  arena.Begin();
  arena.Send(Team::k0, R"({"cmd":"move","move":{"type":"shot","velocity":{"x":0.13172483444213867,)"
                       R"("y":2.3996944427490234},"rotation":"ccw"}})");
  const Dc3Update update = UpdateOf(arena.last(Team::k1));
  const Dc3Trajectory& trajectory = *update.last_move->trajectory;
  const auto frames = FramesOf(arena.last(Team::k1));
  EXPECT_NEAR(trajectory.seconds_per_frame, 0.1, 1e-6);
  EXPECT_TRUE(trajectory.start.board.Has(0));
  ASSERT_GT(frames.size(), 100U);
  for (const auto& frame : frames) ASSERT_EQ(frame.size(), 1U);
  const Dc3Trajectory::Change& end = frames.back()[0];
  EXPECT_EQ(end.position, trajectory.finish.board.position(0));
  EXPECT_NEAR(end.angle_rad, 38.0, 3.0);
  EXPECT_EQ(end.angle_rad, trajectory.finish.angles_rad[0]);
  EXPECT_EQ(update.state.game.board, trajectory.finish.board);
}

TEST(Dc3Host, ATakeOutsStonesVanishFromTheFrames) {
  Dc3Config config = Config(1);
  for (auto& team : config.match.players) team.fill(DefaultSizes(ExecutionModel::kNone));
  Arena arena(config);
  arena.Begin();
  const std::string draw = R"({"cmd":"move","move":{"type":"shot","velocity":{"x":0.1317,)"
                           R"("y":2.3997},"rotation":"ccw"}})";
  const std::string hit = R"({"cmd":"move","move":{"type":"shot","velocity":{"x":0.0685,)"
                          R"("y":3.7},"rotation":"ccw"}})";
  arena.Send(Team::k0, draw);
  arena.Send(Team::k1, hit);
  const Dc3Update update = UpdateOf(arena.last(Team::k0));
  const Dc3Trajectory& trajectory = *update.last_move->trajectory;
  Board seen = trajectory.start.board;
  for (const auto& frame : FramesOf(arena.last(Team::k0))) {
    for (const Dc3Trajectory::Change& change : frame) {
      const int slot = SlotOf(change.team, change.index);
      ASSERT_TRUE(seen.Has(slot));
      change.gone ? seen.Remove(slot) : seen.Put(slot, change.position);
    }
  }
  EXPECT_FALSE(seen.Has(0)) << "the hit should have taken it out";
  EXPECT_EQ(seen, trajectory.finish.board);
}

TEST(Dc3Host, ClocksRunFromTheUpdateToTheMove) {
  Arena arena(Config(1));
  arena.Begin();
  arena.now() += std::chrono::milliseconds(1250);
  arena.Send(Team::k0,
             R"({"cmd":"move","move":{"type":"shot","velocity":{"x":0,"y":2.3},"rotation":"cw"}})");
  EXPECT_TRUE(Contains(arena.last(Team::k1), R"("team0":58.75,"team1":60.0)"));
  // Equality loses.
  arena.Pass(59 * kSecond);
  EXPECT_FALSE(arena.host().over());
  arena.Pass(kSecond);
  ASSERT_TRUE(arena.host().over());
  EXPECT_EQ(arena.host().record().result, (GameResult{Team::k0, Reason::kTimeLimit}));
  EXPECT_TRUE(Contains(arena.heard(Team::k0)[arena.heard(Team::k0).size() - 2],
                       R"("game_result":{"reason":"time_limit","winner":"team0"})"));
  EXPECT_EQ(arena.last(Team::k0), R"({"cmd":"game_over"})");
  EXPECT_EQ(Replay(arena.host().record()), std::nullopt);
  const RecordMove last = arena.host().record().moves.back();
  EXPECT_TRUE(std::holds_alternative<OutOfTime>(last.called));
}

// Whatever team 0 does, it loses, and team 1 hears it.
struct Offence {
  const char* name;
  std::function<void(Arena&)> commit;
  Reason reason;
  const char* wire;
};

class Offences : public testing::TestWithParam<Offence> {};

TEST_P(Offences, LoseTheMatchForTheOffenderOnly) {
  Arena arena(Config(1));
  arena.Begin();
  GetParam().commit(arena);
  ASSERT_TRUE(arena.host().over());
  EXPECT_FALSE(arena.host().complaint().empty());
  const GameRecord record = arena.host().record();
  EXPECT_EQ(record.result, (GameResult{Team::k1, GetParam().reason}));
  EXPECT_EQ(Replay(record), std::nullopt);
  const auto& heard = arena.heard(Team::k1);
  ASSERT_GE(heard.size(), 2U);
  EXPECT_TRUE(Contains(heard[heard.size() - 2], "\"game_result\":{\"reason\":\"" +
                                                    std::string(GetParam().wire) +
                                                    "\",\"winner\":\"team1\"}"));
  EXPECT_EQ(heard.back(), R"({"cmd":"game_over"})");
  arena.Leave(Team::k1);
  arena.Pass(11 * kSecond);
  EXPECT_TRUE(arena.host().finished());
}

std::function<void(Arena&)> Says(const std::string& line) {
  return [line](Arena& arena) { arena.Send(Team::k0, line); };
}

INSTANTIATE_TEST_SUITE_P(
    All, Offences,
    testing::Values(Offence{"Garbage", Says("{\"cmd\":"), Reason::kNonsense, "concede"},
                    Offence{"NotANumber",
                            Says(R"({"cmd":"move","move":{"type":"shot","velocity":{"x":NaN,)"
                                 R"("y":2},"rotation":"cw"}})"),
                            Reason::kNonsense, "concede"},
                    Offence{"BeyondDouble",
                            Says(R"({"cmd":"move","move":{"type":"shot","velocity":{"x":1e999,)"
                                 R"("y":2},"rotation":"cw"}})"),
                            Reason::kNonsense, "concede"},
                    Offence{"UnknownCommand", Says(R"({"cmd":"hello"})"), Reason::kNonsense,
                            "concede"},
                    Offence{"UnknownMove", Says(R"({"cmd":"move","move":{"type":"sweep"}})"),
                            Reason::kNonsense, "concede"},
                    Offence{"ReadyAgain", Says(R"({"cmd":"ready_ok","player_order":[0,1,2,3]})"),
                            Reason::kNonsense, "concede"},
                    Offence{"TooMuch",
                            [](Arena& arena) {
                              arena.host().ReceivedTooMuch(Team::k0, arena.now());
                              arena.Pass(HostTime{});
                            },
                            Reason::kNonsense, "concede"},
                    Offence{"Leaves", [](Arena& arena) { arena.Leave(Team::k0); }, Reason::kCrash,
                            "time_limit"}),
    [](const auto& offence) { return offence.param.name; });

TEST(Dc3Host, OutOfTurnForfeitsToo) {
  Arena arena(Config(1));
  arena.Begin();
  arena.Send(Team::k1, R"({"cmd":"move","move":{"type":"concede"}})");
  EXPECT_EQ(arena.host().record().result, (GameResult{Team::k0, Reason::kNonsense}));
}

TEST(Dc3Host, WhoIsNotReadyInTimeLoses) {
  Arena arena(Config(1));
  for (const Team team : kTeams) arena.Connect(team);
  arena.Send(Team::k1, R"({"cmd":"dc_ok","name":"b"})");
  arena.Send(Team::k1, R"({"cmd":"ready_ok","player_order":[3,2,1,0]})");
  arena.Pass(10 * kSecond);
  EXPECT_EQ(arena.host().record().result, (GameResult{Team::k1, Reason::kHang}));
  const auto& heard = arena.heard(Team::k1);
  ASSERT_EQ(heard.size(), 5U);  // dc, is_ready, new_game, update, game_over
  EXPECT_TRUE(Contains(heard[3], "time_limit"));
}

TEST(Dc3Host, AbsurdSpeedsAreCappedAndUnknownRotationsCcw) {
  Arena arena(Config(1));
  arena.Begin();
  arena.Send(Team::k0, R"({"cmd":"move","move":{"type":"shot","velocity":{"x":0,"y":1e300},)"
                       R"("rotation":"backwards"}})");
  EXPECT_FALSE(arena.host().over());
  const auto update =
      std::get<Dc3Update>(Dc3FromServerText(arena.last(Team::k1), Config(1).match.rules));
  const auto& thrown = std::get<Release>(update.last_move->actual);
  EXPECT_NEAR(thrown.speed_mps, 4.0, 0.05);
  EXPECT_EQ(thrown.handle, Handle::kCcw);
}

TEST(Dc3Host, LogsWhatWasAskedAndWhatWasMadeOfIt) {
  Logs logs;
  Arena arena(Config(1), logs.log());
  arena.Begin();
  arena.Send(Team::k0, Shot(R"({"x":0,"y":1e300})"));
  arena.Send(Team::k1, Shot(R"({"x":0.1,"y":2.4})", "\"up\""));
  arena.Send(Team::k0, Shot(R"({"x":0.1,"y":2.4})", "[1]"));
  arena.Send(Team::k1, Shot(R"({"x":0.1,"y":2.4})", "\"cw\""));
  arena.Send(Team::k0, Shot(R"({"x":0,"y":4.5})"));
  const std::vector<Json> warnings = logs.Server("wrn");
  ASSERT_EQ(warnings.size(), 4U);
  EXPECT_EQ(warnings[0]["team"], "team0");
  EXPECT_EQ(warnings[0]["asked"]["velocity"]["y"], 1e300);
  EXPECT_NEAR(warnings[0]["thrown"]["velocity"]["y"].get<double>(), 4.0, 0.05);
  EXPECT_EQ(warnings[1]["asked"]["rotation"], "up");
  EXPECT_EQ(warnings[1]["thrown"]["rotation"], "ccw");
  EXPECT_EQ(warnings[2]["asked"]["rotation"], nullptr);
  EXPECT_EQ(warnings[3]["asked"]["velocity"]["y"], 4.5);
  const Json shot = Json::parse(logs.Text("shot_e000s00.json"))["log"];
  EXPECT_EQ(shot["selected_move"], warnings[0]["asked"]);
  EXPECT_EQ(shot["actual_move"], warnings[0]["thrown"]);
  EXPECT_EQ(logs.Game("gam")[10]["move"], warnings[0]["asked"]);
  arena.Send(Team::k1, R"({"cmd":"move","move":{"type":"concede"}})");
  const GameRecord record = arena.host().record();
  EXPECT_EQ(RecordFromDcl2(logs.Text("game.dcl2"), "game.dcl2"), record);
  EXPECT_EQ(RecordFromText(RecordToText(record), "game.jsonl"), record);
}

// The usual way to test a program: players who never err.
TEST(Dc3Host, AnErrorOfZeroIsNone) {
  Dc3Config config = Config(1);
  Json game = config.game_for_clients;
  for (Json& player : game["players"]["team0"]) {
    player["stddev_speed"] = 0.0;
    player["stddev_angle"] = 0.0;
    player["max_speed"] = 50.0;
  }
  config.game_for_clients = game;
  config.whole["game"] = game;
  config.match = Dc3MatchFromJson(Field(game, ""));
  Logs logs;
  Arena arena(config, logs.log());
  Dc3Client first({.player = "rule"});
  Dc3Client second({.player = "rule"});
  arena.Play(first, second);
  const GameRecord record = arena.host().record();
  EXPECT_EQ(record.result.reason, Reason::kScore) << arena.host().complaint();
  for (const RecordMove& move : record.moves) {
    if (move.team == Team::k1) continue;
    EXPECT_NEAR(move.thrown->speed_mps, std::get<Release>(move.called).speed_mps, 1e-6);
    EXPECT_NEAR(move.thrown->angle_rad, std::get<Release>(move.called).angle_rad, 1e-6);
  }
  EXPECT_EQ(RecordFromText(RecordToText(record), "game.jsonl"), record);
  EXPECT_EQ(RecordFromDcl2(logs.Text("game.dcl2"), "game.dcl2").header, record.header);
  EXPECT_EQ(Replay(record), std::nullopt);
  const Json shot = Json::parse(logs.Text("shot_e000s00.json"))["log"];
  EXPECT_EQ(shot["player_storage"]["factory"]["stddev_speed"], 0.0);
}

// The field's server prints what it holds.
TEST(Dc3Host, LogsSizesInFloat32) {
  Logs logs;
  Arena arena(Config(1), logs.log());
  arena.Begin();
  arena.Send(Team::k0, Shot(R"({"x":0.1,"y":2.4})"));
  const Json config = logs.Game("gam")[2];
  EXPECT_EQ(config["config"]["game"]["players"]["team0"][0]["stddev_angle"], 0.0018);
  const Json& all = config["config_all"]["game"];
  EXPECT_EQ(all["players"]["team1"][3]["stddev_angle"], 0.0017999999690800905);
  EXPECT_EQ(all["players"]["team1"][3]["seed"], 1013);
  EXPECT_EQ(all["simulator"]["seconds_per_frame"], double{0.001F});
  EXPECT_EQ(all["setting"], config["config"]["game"]["setting"]);
  const Json shot = Json::parse(logs.Text("shot_e000s00.json"))["log"];
  EXPECT_EQ(shot["player_storage"]["factory"]["stddev_angle"], 0.0017999999690800905);
}

// What the wire has no word for is in the log.
TEST(Dc3Host, LogsWhyAMatchWasForfeited) {
  const auto check = [](const std::function<void(Arena&)>& commit, Reason reason) {
    Logs logs;
    Arena arena(Config(1), logs.log());
    commit(arena);
    ASSERT_TRUE(arena.host().over());
    const std::vector<Json> errors = logs.Game("err");
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_EQ(errors[0]["reason"], ReasonName(reason));
    EXPECT_EQ(errors[0]["team"], "team0");
    EXPECT_EQ(errors[0]["what"], arena.host().complaint());
    const GameRecord read = RecordFromDcl2(logs.Text("game.dcl2"), "game.dcl2");
    EXPECT_EQ(read.result, (GameResult{Team::k1, reason}));
    EXPECT_EQ(read, arena.host().record());
    EXPECT_EQ(RecordFromDcl2(RecordToDcl2(read), "game.dcl2"), read);
  };
  const auto hang = [](Arena& arena) {
    for (const Team team : kTeams) arena.Connect(team);
    arena.Pass(10 * kSecond);
  };
  check(hang, Reason::kHang);
  const auto crash = [](Arena& arena) {
    arena.Begin();
    arena.Leave(Team::k0);
  };
  check(crash, Reason::kCrash);
  const auto nonsense = [](Arena& arena) {
    arena.Begin();
    arena.Send(Team::k0, Shot(R"({"x":0.1,"y":2.4})"));
    arena.Send(Team::k0, "{");
  };
  check(nonsense, Reason::kNonsense);
}

TEST(Dc3Host, WithoutAThrowNothingMovesInATrajectory) {
  Dc3Config config = Config(1);
  config.steps_per_trajectory_frame = 250;
  for (const bool forfeit : {false, true}) {
    Arena arena(config);
    arena.Begin();
    arena.Send(Team::k0, Shot(R"({"x":0.13,"y":2.4})"));
    arena.Send(Team::k1, forfeit ? "{" : R"({"cmd":"move","move":{"type":"concede"}})");
    const auto& heard = arena.heard(Team::k0);
    const std::string& line = heard[heard.size() - 2];
    const Dc3Update update = UpdateOf(line);
    ASSERT_TRUE(update.last_move->trajectory);
    EXPECT_EQ(update.last_move->trajectory->seconds_per_frame, 0.25);
    EXPECT_TRUE(update.last_move->trajectory->start.board.Has(0));
    EXPECT_EQ(update.last_move->trajectory->start, update.last_move->trajectory->finish);
    EXPECT_TRUE(FramesOf(line).empty());
  }
}

// Where the simulator was left, seen from where it was left.
TEST(Dc3Host, TheFirstShotOfAnEndLogsTheEndBefore) {
  Logs logs;
  Arena arena(Config(2), logs.log());
  arena.Begin();
  for (int shot = 0; shot < 15; ++shot) {
    arena.Send(shot % 2 == 0 ? Team::k0 : Team::k1, Shot(R"({"x":0,"y":1})"));
  }
  arena.Send(Team::k1, Shot(R"({"x":0.13,"y":2.4})"));
  const Json state = Json::parse(arena.last(Team::k0))["state"];
  EXPECT_EQ(state["end"], 1);
  for (int shot = 0; shot < 2; ++shot) {
    const bool first = (state["hammer"] == "team1") == (shot == 0);
    arena.Send(first ? Team::k0 : Team::k1, Shot(R"({"x":0.13,"y":2.4})"));
  }
  const auto stones = [&logs](const char* file) {
    return Json::parse(logs.Text(file))["log"]["simulator_storage"]["stones"];
  };
  // The tee is at 17.37 m from the middle, in the second end on the other side.
  EXPECT_NEAR(stones("shot_e001s00.json")[15]["position"]["y"].get<double>(), 17.4, 1.5);
  const Json turned = stones("shot_e001s01.json");
  int lying = 0;
  for (const Json& stone : turned) {
    if (stone.is_null()) continue;
    ++lying;
    EXPECT_NEAR(stone["position"]["y"].get<double>(), -17.4, 1.5);
    EXPECT_NEAR(stone["angle"].get<double>(), 38.0 - 3.14, 3.0);
  }
  EXPECT_EQ(lying, 1);
}

// Whatever the opponent does: the client plays on, and gives up no more than the record.
TEST(Dc3Client, PlaysOnIfAMoveCannotBeRead) {
  Arena arena(Config(1));
  Dc3Client client({.player = "rule"});
  for (const Team team : kTeams) arena.Connect(team);
  std::size_t next = 0;
  const auto hear = [&] {
    for (; next < arena.heard(Team::k0).size(); ++next) {
      Json line = Json::parse(arena.heard(Team::k0)[next]);
      if (line["cmd"] == "update" && line["state"]["shot"] == 2) {
        line["last_move"]["actual_move"]["velocity"]["y"] = nullptr;
      }
      if (const auto answer = client.Hear(line.dump())) arena.Send(Team::k0, *answer);
    }
  };
  hear();
  arena.Send(Team::k1, R"({"cmd":"dc_ok","name":"a"})");
  arena.Send(Team::k1, R"({"cmd":"ready_ok","player_order":[0,1,2,3]})");
  hear();
  arena.Send(Team::k1, Shot(R"({"x":0.13,"y":2.4})"));
  hear();
  arena.Send(Team::k1, R"({"cmd":"move","move":{"type":"concede"}})");
  hear();
  EXPECT_TRUE(client.over());
  EXPECT_EQ(arena.host().record().moves.size(), 4U);
  ASSERT_EQ(client.warnings().size(), 1U);
  EXPECT_TRUE(Contains(client.warnings()[0], "end 1, shot 3: last_move.actual_move.velocity.y"))
      << client.warnings()[0];
  try {
    client.Follow();
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_TRUE(Contains(e.what(), "end 1, shot 2: expected what was thrown")) << e.what();
  }
}

TEST(Dc3Host, UpdatesKeepTheirDistance) {
  Dc3Config config = Config(1);
  config.update_interval_s = 2.0;
  Arena arena(config);
  arena.Begin();
  const std::size_t before = arena.heard(Team::k1).size();
  arena.Pass(kSecond);
  arena.Send(Team::k0,
             R"({"cmd":"move","move":{"type":"shot","velocity":{"x":0,"y":2.3},"rotation":"cw"}})");
  EXPECT_EQ(arena.heard(Team::k1).size(), before);
  EXPECT_EQ(arena.host().deadline(), HostTime(2 * kSecond));
  arena.Pass(kSecond);
  EXPECT_EQ(arena.heard(Team::k1).size(), before + 1);
  // Nobody's clock ran meanwhile but the thrower's.
  EXPECT_TRUE(Contains(arena.last(Team::k1), R"("team0":59.0,"team1":60.0)"));
}

TEST(Dc3Host, WritesTheFieldsLogs) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("skipstone_dc3_log_" + std::to_string(::getpid()));
  std::filesystem::remove_all(folder);
  {
    Dc3Log log(folder, [] { return std::string("2026-11-15T19:44:41+00:00"); });
    Arena arena(Config(1), &log);
    Dc3Client first({.player = "rule"});
    Dc3Client second({.player = "rule"});
    arena.Play(first, second);
    const std::filesystem::path match =
        folder / "20261115T194441_d7084074-e2b8-43c0-b0b9-3dca338b7319";
    EXPECT_EQ(log.match_folder(), match);
    std::vector<std::string> commands;
    LineReader reader((match / "game.dcl2").string());
    while (const auto line = reader.Next()) {
      const Json entry = Json::parse(line->text);
      EXPECT_EQ(entry["tag"], "gam");
      commands.push_back(entry["log"]["cmd"]);
    }
    ASSERT_GE(commands.size(), 10U + 32U);
    const std::vector<std::string> start = {"dc",       "meta",     "meta",     "dc_ok",
                                            "dc_ok",    "is_ready", "ready_ok", "ready_ok",
                                            "new_game", "update",   "move",     "update"};
    EXPECT_TRUE(std::equal(start.begin(), start.end(), commands.begin()));
    EXPECT_EQ(commands.back(), "game_over");
    const Json shot = Json::parse(ReadFile(match / "shot_e000s15.json"));
    EXPECT_EQ(shot["tag"], "sht");
    for (const char* key : {"game_id", "end", "shot", "selected_move", "actual_move",
                            "player_storage", "simulator_storage", "trajectory"}) {
      EXPECT_TRUE(shot["log"].contains(key)) << key;
    }
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace skipstone
