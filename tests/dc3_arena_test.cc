// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The verbs dc3 and dc3-server against opponents that know nothing but the protocol's document: raw
// sockets, hand-written messages, ten ends and an extra one.

#include "arena.h"
#include "game/record.h"

namespace skipstone {
namespace {

// Stops short of the hog line.
constexpr const char* kAway = R"({"type":"shot","velocity":{"x":0.0,"y":1.0},"rotation":"ccw"})";
constexpr const char* kTeeDraw =
    R"({"type":"shot","velocity":{"x":0.13172483444213867,"y":2.3996944427490234},"rotation":"ccw"})";
constexpr int kEnds = 10;

Json Config() { return Dc3ServerConfig(kEnds); }

class Dc3Arena : public Verbs {};

// A client by the document: throws stones away, and draws with the extra end's last stone.
void PlayAsClient(int port, const std::string& team, Json* last_update, int* shots) {
  RawSocket socket(RawSocket::Connected(port));
  Json message = socket.Read().value();
  EXPECT_EQ(message["cmd"], "dc");
  EXPECT_EQ(message["version"]["major"], 1);
  socket.Send(R"({"cmd":"dc_ok","name":"raw )" + team + "\"}");
  message = socket.Read().value();
  EXPECT_EQ(message["cmd"], "is_ready");
  EXPECT_EQ(message["team"], team);
  EXPECT_EQ(message["game"]["setting"]["max_end"], kEnds);
  socket.Send(R"({"cmd":"ready_ok","player_order":[0,1,2,3]})");
  message = socket.Read().value();
  EXPECT_EQ(message["cmd"], "new_game");
  EXPECT_EQ(message["name"][team], "raw " + team);
  while (true) {
    message = socket.Read().value();
    if (message["cmd"] == "game_over") break;
    ASSERT_EQ(message["cmd"], "update");
    *last_update = message;
    const Json& state = message["state"];
    if (message["next_team"] != team) continue;
    ++*shots;
    if (state["end"] == kEnds && state["shot"] == 0) {
      EXPECT_EQ(state["thinking_time_remaining"]["team0"], 7.5);
      EXPECT_EQ(state["thinking_time_remaining"]["team1"], 8.5);
    }
    const bool draws = state["end"] == kEnds && state["shot"] == 15;
    socket.Send(std::string(R"({"cmd":"move","move":)") + (draws ? kTeeDraw : kAway) + "}\r");
  }
}

TEST_F(Dc3Arena, TwoRawClientsPlayTenEndsAndAnExtraOneAtOurServer) {
  const std::string config = Write("config.json", "// a comment\n" + Config().dump());
  Program server({"dc3-server", "--config", config, "--log-dir", Path("log")}, Path("server.txt"));
  const std::array<int, 2> ports = PortsOf(server);
  std::array<Json, 2> updates;
  std::array<int, 2> shots{};
  std::thread second([&] { PlayAsClient(ports[1], "team1", &updates[1], &shots[1]); });
  PlayAsClient(ports[0], "team0", &updates[0], &shots[0]);
  second.join();
  EXPECT_EQ(server.Wait(), 0) << server.Output();
  EXPECT_EQ(shots[0] + shots[1], (kEnds + 1) * 16);
  EXPECT_EQ(updates[0], updates[1]);
  const Json& state = updates[0]["state"];
  // Blank ends keep the hammer with team 1, whose last stone counts.
  EXPECT_EQ(state["game_result"], Json::parse(R"({"winner":"team1","reason":"score"})"));
  EXPECT_EQ(state["extra_end_score"], Json::parse(R"({"team0":0,"team1":1})"));
  EXPECT_EQ(state["scores"]["team0"], Json(std::vector<int>(kEnds, 0)));
  EXPECT_TRUE(updates[0]["next_team"].is_null());
  EXPECT_TRUE(state["hammer"].is_null());
  const Json& finish = updates[0]["last_move"]["trajectory"]["finish"]["team1"][7];
  EXPECT_NEAR(finish["position"]["y"].get<double>(), 38.4, 0.5);
  for (const auto& entry : fs::directory_iterator(Path("log"))) {
    if (!entry.is_directory()) continue;
    const GameRecord record = ReadRecord(entry.path() / "game.jsonl");
    EXPECT_EQ(record.header.world, World::kMatch);
    EXPECT_EQ(Replay(record), std::nullopt);
    EXPECT_TRUE(fs::exists(entry.path() / "shot_e010s15.json"));
  }
}

// A server by the document, with an error so large that every stone is lost, but for the extra
// end's last.
TEST_F(Dc3Arena, OurClientPlaysTenEndsAndAnExtraOneAtARawServer) {
  const Listener listener;
  const std::string record = Path("game.jsonl");
  Program client({"dc3", "--port", std::to_string(listener.port()), "--player", "draw", "--name",
                  "ours", "--record", record},
                 Path("client.txt"));
  {
    RawSocket socket(listener.Accept());
    socket.Send(R"({"cmd":"dc","date_time":"2026-11-15T19:44:41+00:00","game_id":"1",)"
                R"("version":{"major":1,"minor":0}})");
    EXPECT_EQ(socket.Read().value(), Json::parse(R"({"cmd":"dc_ok","name":"ours"})"));
    socket.Send(Json({{"cmd", "is_ready"}, {"team", "team1"}, {"game", Config()["game"]}}).dump());
    EXPECT_EQ(socket.Read().value()["cmd"], "ready_ok");
    const Json nobody =
        Json::array({nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr});
    Json update = {{"cmd", "update"}, {"last_move", nullptr}, {"next_team", "team0"}};
    Json& state = update["state"];
    state = {{"end", 0},
             {"shot", 0},
             {"hammer", "team1"},
             {"game_result", nullptr},
             {"stones", {{"team0", nobody}, {"team1", nobody}}},
             {"extra_end_score", {{"team0", nullptr}, {"team1", nullptr}}},
             {"thinking_time_remaining", {{"team0", 60.0}, {"team1", 60.0}}}};
    for (const char* team : {"team0", "team1"}) {
      state["scores"][team] = Json(std::vector<Json>(kEnds, nullptr));
    }
    // Two messages in one segment.
    socket.Send(R"({"cmd":"new_game","name":{"team0":"raw","team1":"ours"}})"
                "\n" +
                update.dump());
    for (int end = 0; end <= kEnds; ++end) {
      for (int shot = 0; shot < 16; ++shot) {
        if (shot % 2 == 1) {
          const Json move = socket.Read().value();
          ASSERT_EQ(move["cmd"], "move") << end << " " << shot;
          EXPECT_EQ(move["move"]["type"], "shot");
        }
        const bool last = end == kEnds && shot == 15;
        update["last_move"] = {{"actual_move", Json::parse(last ? kTeeDraw : kAway)},
                               {"free_guard_zone_foul", false}};
        update["next_team"] = shot % 2 == 0 ? "team1" : "team0";
        state["shot"] = (shot + 1) % 16;
        state["end"] = end + (shot == 15 ? 1 : 0);
        if (shot == 15 && end < kEnds) {
          for (const char* team : {"team0", "team1"}) state["scores"][team][end] = 0;
        }
        if (shot == 15 && end == kEnds - 1) {
          state["thinking_time_remaining"] = {{"team0", 7.5}, {"team1", 8.5}};
        }
        if (last) {
          update["next_team"] = nullptr;
          state["hammer"] = nullptr;
          state["extra_end_score"] = {{"team0", 0}, {"team1", 1}};
          state["game_result"] = {{"winner", "team1"}, {"reason", "score"}};
        }
        socket.Send(update.dump());
      }
    }
    socket.Send(R"({"cmd":"game_over"})");
    EXPECT_EQ(socket.Read(), std::nullopt) << "a client closes after game_over and says no more";
  }
  EXPECT_EQ(client.Wait(), 0) << client.Output();
  EXPECT_TRUE(Contains(client.Output(), "end 11, shot 16: ")) << client.Output();
  EXPECT_FALSE(Contains(client.Output(), "end 12")) << "the match is over";
  EXPECT_TRUE(Contains(client.Output(), "won 1 : 0 (score)"));
  const GameRecord seen = ReadRecord(record);
  EXPECT_EQ(seen.moves.size(), static_cast<std::size_t>((kEnds + 1) * 16));
  EXPECT_EQ(Replay(seen), std::nullopt);
}

// The field has one world for a match. With another one our server tells clients and logs; either
// way all that is kept of a match replays to the last bit.
TEST_F(Dc3Arena, AMatchReplaysInTheWorldItWasPlayedIn) {
  for (const std::string world : {"match", "fresh"}) {
    const std::string config = Write("config.json", Dc3ServerConfig(1).dump());
    const std::string folder = Path(world);
    Program server(
        {"dc3-server", "--config", config, "--log-dir", folder, "--seed", "5", "--world", world},
        Path("server.txt"));
    const std::array<int, 2> ports = PortsOf(server);
    const std::string seen = Path(world + ".jsonl");
    Program alpha({"dc3", "--port", std::to_string(ports[0]), "--player", "rule"}, Path("a.txt"));
    Program beta({"dc3", "--port", std::to_string(ports[1]), "--player", "rule", "--record", seen},
                 Path("b.txt"));
    EXPECT_EQ(alpha.Wait() + beta.Wait() + server.Wait(), 0) << server.Output();
    const std::vector<fs::path> logs = FilesIn(folder, ".dcl2");
    ASSERT_EQ(logs.size(), 1U);
    EXPECT_EQ(Contains(ReadFile(logs[0]), "\"world\":"), world == "fresh");
    const std::string expected =
        world == "match" ? "box2d, one world for the match: no difference" : "box2d: no difference";
    for (const fs::path& game : {logs[0], logs[0].parent_path() / "game.jsonl", fs::path(seen)}) {
      const Ran run = Skipstone("replay " + Quoted(game));
      EXPECT_EQ(run.exit_code, 0) << run.err;
      EXPECT_TRUE(Contains(run.out, expected)) << game << "\n" << run.out;
    }
  }
}

}  // namespace
}  // namespace skipstone
