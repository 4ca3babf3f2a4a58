// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dc3_host.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/float32.h"
#include "protocol/dc3_trajectory.h"

namespace skipstone {
namespace {

constexpr Team kTeams[] = {Team::k0, Team::k1};
constexpr HostTime kMostToCome = std::chrono::hours(1);

HostTime FromSeconds(double seconds) {
  return std::chrono::duration_cast<HostTime>(std::chrono::duration<double>(seconds));
}

// The field prints its step as it holds it, in float32.
JsonOut SimulatorFactory() {
  return {{"seconds_per_frame", RoundToFloat32(0.001)}, {"type", "fcv1"}};
}

// A move as a client asked for it, where logs can hold that.
JsonOut AskedFor(std::string_view message) {
  const Json json = ParseJson(message, "");
  const Json& move = json.at("move");
  if (move.at("type") != "shot") return Dc3MoveToJson(Concede{}, Law::kFcv1);
  const auto number = [&](const char* axis) {
    const auto asked = move.at("velocity").at(axis).get<double>();
    const bool fits = std::abs(asked) <= double{std::numeric_limits<float>::max()};
    return fits ? RoundToFloat32(asked) : asked;
  };
  const Json& rotation = move.at("rotation");
  const bool short_one = rotation.is_primitive() && rotation.dump().size() <= 100;
  return {{"rotation", short_one ? JsonOut(rotation) : JsonOut()},
          {"type", "shot"},
          {"velocity", {{"x", number("x")}, {"y", number("y")}}}};
}

const char* ClientName(Team team) { return team == Team::k0 ? "client0" : "client1"; }

}  // namespace

Dc3Host::Dc3Host(const Dc3Config& config, Dc3Identity identity, Dc3Log* log)
    : Host({.coming = kMostToCome,
            .greeting = FromSeconds(config.timeout_dc_ok_s),
            .preparing = FromSeconds(config.most_to_prepare_s),
            .update_gap = FromSeconds(config.update_interval_s)}),
      config_(config),
      identity_(std::move(identity)),
      log_(log) {
  for (std::size_t team = 0; team < 2; ++team) {
    for (std::size_t player = 0; player < kPlayers; ++player) {
      players_[team].emplace_back(config.match.players[team][player],
                                  config.match.seeds[team][player].value());
    }
  }
}

std::string Dc3Identity::FolderName() const {
  // The time without its zone and its separators.
  std::string name;
  for (const char c : date_time.substr(0, 19)) {
    if (c != '-' && c != ':') name += c;
  }
  return name + "_" + game_id;
}

std::string Dc3Host::GameId(std::uint64_t high, std::uint64_t low) {
  // Version 4, variant 1.
  high = (high & ~std::uint64_t{0xf000}) | 0x4000;
  low = (low & ~(std::uint64_t{3} << 62)) | (std::uint64_t{2} << 62);
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32, high >> 16 & 0xffff,
                     high & 0xffff, low >> 48, low & 0xffff'ffff'ffff);
}

void Dc3Host::Send(Team team, const std::string& line) {
  if (log_ != nullptr) {
    log_->Server("trc", {{"from", "server"}, {"to", ClientName(team)}, {"msg", line}});
  }
  Say(team, line);
}

void Dc3Host::SendToBoth(const std::string& line) {
  const Team first = game().over() ? Team::k0 : game().to_move();
  for (const Team team : {first, Opponent(first)}) {
    if (Follows(team)) Send(team, line);
  }
}

void Dc3Host::LogGame(const JsonOut& message) {
  if (log_ != nullptr) log_->Game("gam", message);
}

void Dc3Host::Greet(Team team) {
  Send(team, ToLine(Dc3Greeting{kDc3Major, kDc3Minor, identity_.game_id, identity_.date_time}));
}

void Dc3Host::Hear(Team team, std::string_view message) {
  if (log_ != nullptr) {
    log_->Server("trc", {{"from", ClientName(team)}, {"to", "server"}, {"msg", message}});
  }
  const Dc3FromClient heard = Dc3FromClientText(message);
  if (const auto* name = std::get_if<Dc3Name>(&heard); name && stage(team) == Stage::kGreeting) {
    Introduce(team, name->name);
    return;
  }
  if (const auto* ready = std::get_if<Dc3ReadyOk>(&heard);
      ready && stage(team) == Stage::kPreparing) {
    client(team).order = ready->player_order;
    Prepared(team);
    return;
  }
  if (const auto* move = std::get_if<Dc3MoveMessage>(&heard);
      move && stage(team) == Stage::kReady) {
    heard_ = AskedFor(message);
    Called(team, move->move);
    return;
  }
  throw BadData("cmd", "out of turn: the protocol expects another message here");
}

void Dc3Host::Introduce(Team team, const std::string& name) {
  client(team).name = name;
  Introduced(team);
  Send(team, JsonOut({{"cmd", "is_ready"},
                      {"game", JsonOut(config_.game_for_clients)},
                      {"team", Dc3TeamToJson(team)}})
                 .dump());
}

// A client understands the result once it has introduced itself.
void Dc3Host::TellLate(Team team, std::optional<std::string_view> message) {
  if (!message) return;
  try {
    const Dc3FromClient heard = Dc3FromClientText(*message);
    const auto* name = std::get_if<Dc3Name>(&heard);
    if (name == nullptr) return;
    Introduce(team, name->name);
    Send(team, new_game_line_);
    Send(team, last_update_line_);
    Send(team, ToLine(Dc3GameOver{}));
  } catch (const Error& e) {
    if (e.kind() != ErrorKind::kBadData) throw;
  }
}

RecordHeader Dc3Host::Header() {
  RecordHeader header;
  const Client& first = client(Team::k0);
  const Client& second = client(Team::k1);
  header.terms = TermsOf(config_.match, {first.order, second.order});
  header.world = config_.match.world;
  header.players = {first.name, second.name};
  return header;
}

void Dc3Host::LogStart() {
  if (log_ == nullptr) return;
  log_->OpenMatch(identity_.FolderName());
  LogGame(JsonOut::parse(
      ToLine(Dc3Greeting{kDc3Major, kDc3Minor, identity_.game_id, identity_.date_time})));
  LogGame({{"cmd", "meta"}, {"host_name", identity_.host_name}, {"meta", "spec"}});
  JsonOut all = JsonOut(config_.whole);
  all["game"]["simulator"] = SimulatorFactory();
  if (config_.match.world != World::kMatch) {
    all["game"]["simulator"]["world"] = WorldName(config_.match.world);
  }
  all["game"]["players"] = Dc3BothTeams([&](std::size_t team) {
    JsonOut players = JsonOut::array();
    for (const Dc3Thrower& player : players_[team]) players.push_back(player.FactoryToJson());
    return players;
  });
  LogGame({{"cmd", "meta"},
           {"config", JsonOut(config_.whole)},
           {"config_all", all},
           {"meta", "config"}});
  for (const Team team : kTeams) {
    LogGame({{"cmd", "dc_ok"}, {"name", client(team).name}, {"team", Dc3TeamToJson(team)}});
  }
  LogGame({{"cmd", "is_ready"}, {"game", JsonOut(config_.game_for_clients)}, {"team", nullptr}});
  for (const Team team : kTeams) {
    LogGame(
        {{"cmd", "ready_ok"}, {"player_order", client(team).order}, {"team", Dc3TeamToJson(team)}});
  }
}

void Dc3Host::TellStart() {
  started_ = true;
  LogStart();
  new_game_line_ = ToLine(Dc3NewGame{{clients_[0].name, clients_[1].name}});
  LogGame(JsonOut::parse(new_game_line_));
  SendToBoth(new_game_line_);
  if (game().over()) return;
  Dc3Update first;
  first.state.game = game();
  first.next_team = game().to_move();
  const std::string update = ToLine(first);
  LogGame(JsonOut::parse(update));
  SendToBoth(update);
}

double Dc3Host::path_interval_s() const { return 0.001 * config_.steps_per_trajectory_frame; }

Release Dc3Host::ThrownBy(Team team, const Release& called) {
  const auto i = static_cast<std::size_t>(Index(team));
  const auto player =
      static_cast<std::size_t>(client(team).order[static_cast<std::size_t>(PlayerOf(game().shot))]);
  Dc3Thrower& thrower = players_[i][player];
  player_storage_ = thrower.ToJson();
  const Release thrown = thrower.Throw(called);
  asked_ = heard_;
  const double cap_mps = MaxSpeed(config_.match.players[i][player], Law::kFcv1);
  const bool too_fast = cap_mps > 0.0 && called.speed_mps > cap_mps;
  if (log_ != nullptr && (too_fast || asked_ != Dc3MoveToJson(called, Law::kFcv1))) {
    log_->Server("wrn", {{"what", "nobody can throw this as it was asked for"},
                         {"team", Dc3TeamToJson(team)},
                         {"asked", asked_},
                         {"thrown", Dc3MoveToJson(thrown, Law::kFcv1)}});
  }
  return thrown;
}

void Dc3Host::TellTurn(const Played* played) {
  // Lost before the game began: who waits for it hears how it went.
  if (!started_) TellStart();
  Dc3Update update;
  Dc3LastMove& last = update.last_move.emplace();
  last.actual = Concede{};
  if (played != nullptr) {
    const Turn turn = played->before.position().turn;
    const Dc3Stones before{played->before.board, angles_rad_};
    const Ice& ice = recorded().header().terms.ice;
    if (played->result.was_thrown) last.actual = *recorded().last().thrown;
    last.foul = played->result.thrown.foul;
    last.trajectory = TrajectoryOf(before, turn, ice, played->result, played->recording);
    LogGame({{"cmd", "move"}, {"move", Asked(*played)}, {"team", Dc3TeamToJson(played->team)}});
    LogShot(*played, *last.trajectory);
    left_ = last.trajectory->finish;
    left_end_ = played->before.end;
    angles_rad_ = left_.angles_rad;
    if (game().shot == 0) angles_rad_ = {};
  } else {
    LogForfeit();
    const Dc3Stones lying{game().board, angles_rad_};
    last.trajectory = Dc3Trajectory{RoundToFloat32(path_interval_s()), lying, {}, lying};
  }
  update.state = {game(), angles_rad_};
  if (game().over()) {
    update.state.game.result = Dc3ResultOnWire(*game().result);
  } else {
    update.next_team = game().to_move();
  }
  if (!config_.send_trajectory) last.trajectory.reset();
  last_update_line_ = ToLine(update);
  SendToBoth(last_update_line_);
  last.trajectory.reset();
  LogGame(JsonOut::parse(ToLine(update)));
  if (!game().over()) return;
  const std::string over = ToLine(Dc3GameOver{});
  LogGame(JsonOut::parse(over));
  SendToBoth(over);
}

// The simulator as the last turn left it, in its own frame: the middle of the sheet, and turned
// round in every second end.
JsonOut Dc3Host::SimulatorStorage() const {
  constexpr double kMiddle_m = 21.0315;
  constexpr double kHalfTurn_rad = 3.14159265358979323846;
  const bool turned = left_end_ % 2 == 1;
  const double sign = turned ? -1.0 : 1.0;
  JsonOut stones = JsonOut::array();
  for (int slot = 0; slot < kStones; ++slot) {
    if (!left_.board.Has(slot)) {
      stones.push_back(nullptr);
      continue;
    }
    const Vec2 own = PositionToOwnFrame(Law::kFcv1, left_.board.position(slot));
    const double angle_rad =
        left_.angles_rad[static_cast<std::size_t>(slot)] - (turned ? kHalfTurn_rad : 0.0);
    stones.push_back(
        {{"position",
          {{"x", RoundToFloat32(sign * own.x)}, {"y", RoundToFloat32(sign * (own.y - kMiddle_m))}}},
         {"angle", RoundToFloat32(angle_rad)},
         {"linear_velocity", {{"x", 0.0}, {"y", 0.0}}},
         {"angular_velocity", 0.0}});
  }
  return {{"type", "fcv1"},
          {"factory", SimulatorFactory()},
          {"stones", stones},
          {"collisions", JsonOut::array()}};
}

void Dc3Host::LogShot(const Played& played, const Dc3Trajectory& trajectory) {
  if (log_ == nullptr) return;
  const Law law = Law::kFcv1;
  JsonOut actual = Dc3MoveToJson(Concede{}, law);
  if (played.result.was_thrown) actual = Dc3MoveToJson(*recorded().last().thrown, law);
  log_->Shot(played.before.end, played.before.shot,
             {{"game_id", identity_.game_id},
              {"game_date_time", identity_.date_time},
              {"end", played.before.end},
              {"shot", played.before.shot},
              {"selected_move", Asked(played)},
              {"actual_move", actual},
              {"player_storage", played.result.was_thrown ? player_storage_ : JsonOut()},
              {"simulator_storage", SimulatorStorage()},
              {"trajectory", ToJson(trajectory)}});
}

JsonOut Dc3Host::Asked(const Played& played) const {
  return std::holds_alternative<Release>(played.called) ? asked_
                                                        : Dc3MoveToJson(Concede{}, Law::kFcv1);
}

// The protocol has no word for it.
void Dc3Host::LogForfeit() {
  if (log_ == nullptr) return;
  const GameResult& result = game().result.value();
  log_->Game("err", {{"reason", ReasonName(result.reason)},
                     {"team", Dc3TeamToJson(Opponent(result.winner.value()))},
                     {"what", complaint()}});
}

void Dc3Host::WriteComplaint(const std::string& complaint) {
  if (log_ != nullptr) log_->Server("err", complaint);
}

}  // namespace skipstone
