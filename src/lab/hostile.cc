// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "lab/hostile.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "base/files.h"
#include "lab/mischief.h"
#include "protocol/dc2_host.h"
#include "protocol/dc3_host.h"
#include "protocol/dcl2.h"

namespace skipstone {
namespace {

constexpr Team kTeams[] = {Team::k0, Team::k1};
constexpr HostTime kClock = std::chrono::seconds(5);
constexpr const char* kDateTime = "2026-11-15T19:44:41+00:00";
constexpr int kMostSteps = 20'000;
// Every so many sessions the record is played again, the logs are written and read, and a client
// does not come.
constexpr std::uint32_t kReplayed = 8;
constexpr std::uint32_t kLogged = 16;
constexpr std::size_t kStaysAway = 32;

class Session {
 public:
  Session(Arena arena, Host& host, RandomStream random)
      : arena_(arena), host_(host), random_(random) {
    static constexpr double kMischief[] = {0.0, 0.05, 0.1, 0.3};
    mischief_ = kMischief[Pick(random_, std::size(kMischief))];
  }

  std::optional<std::string> Play() {
    for (const Team team : kTeams) {
      const HostTime delay(Pick(random_, 2'000'000));
      // On one port it is always the second who is missing.
      if (Pick(random_, kStaysAway) == 0 && (arena_ == Arena::kDc3 || team == Team::k1)) continue;
      Later(delay, [this, team] { Connect(team); });
    }
    if (events_.empty()) Later({}, [this] { Connect(Team::k0); });
    for (int step = 0; step < kMostSteps && !host_.finished(); ++step) {
      const auto deadline = host_.deadline();
      if (events_.empty() && !deadline) return "nobody waits for anything and there is no result";
      if (!events_.empty() && (!deadline || events_.begin()->first <= *deadline)) {
        const auto next = events_.begin();
        now_ = std::max(now_, next->first);
        const auto act = std::move(next->second);
        events_.erase(next);
        act();
      } else {
        now_ = std::max(now_, *deadline);
        host_.Tick(now_);
      }
      Deliver();
    }
    if (!host_.finished()) return "the session does not end";
    for (const Team team : kTeams) {
      if (overs_[Slot(team)] > 1) return "a client heard twice that the game is over";
    }
    return std::nullopt;
  }

 private:
  static std::size_t Slot(Team team) { return static_cast<std::size_t>(Index(team)); }

  void Later(HostTime delay, std::function<void()> act) {
    events_.emplace(now_ + delay, std::move(act));
  }

  void Connect(Team team) {
    open_[Slot(team)] = true;
    host_.Connected(team, now_);
  }

  void Disconnect(Team team) {
    if (!open_[Slot(team)]) return;
    open_[Slot(team)] = false;
    host_.Disconnected(team, now_);
  }

  void Send(Team team, const std::string& text) {
    if (open_[Slot(team)]) host_.Received(team, text, now_);
  }

  // What the host says reaches its clients, who answer after a while.
  void Deliver() {
    for (const Host::Message& message : host_.TakeMessages()) {
      const Team team = message.to;
      if (!open_[Slot(team)]) continue;
      if (TellsTheEnd(arena_, message.text)) {
        ++overs_[Slot(team)];
        Later(HostTime(1000), [this, team] { Disconnect(team); });
      }
      if (random_.Uniform() < 0.95) {
        Later(HostTime(10), [this, team] {
          if (open_[Slot(team)]) host_.Written(team, now_);
        });
      }
      for (const std::string& answer : HonestAnswer(arena_, message.text, team, random_)) {
        Answer(team, answer);
      }
    }
  }

  void Answer(Team team, std::string answer) {
    HostTime delay(1000 + Pick(random_, 50'000));
    if (random_.Uniform() < mischief_) {
      switch (Pick(random_, 8)) {
        case 0:
        case 1:
          answer = Mutated(std::move(answer), random_);
          break;
        case 2:
          Later(delay, [this, team, answer] { Send(team, answer); });
          break;
        case 3:
          answer = OutOfPlace(arena_, random_);
          break;
        case 4:
          delay = HostTime(Pick(random_, static_cast<std::size_t>(3 * kClock.count())));
          break;
        case 5:
          return;  // silence
        case 6:
          return Later(delay, [this, team] { Disconnect(team); });
        default:
          return Later(delay, [this, team] {
            if (open_[Slot(team)]) host_.ReceivedTooMuch(team, now_);
          });
      }
    }
    Later(delay, [this, team, answer] { Send(team, answer); });
  }

  Arena arena_;
  Host& host_;
  RandomStream random_;
  double mischief_ = 0.0;
  HostTime now_{};
  std::multimap<HostTime, std::function<void()>> events_;
  std::array<bool, 2> open_{};
  std::array<int, 2> overs_{};
};

// The server's own reading of its log agrees with its record.
std::optional<std::string> LogProblem(const GameRecord& record, const Dc3Log& log) {
  const std::filesystem::path file = log.match_folder() / "game.dcl2";
  const GameRecord logged = RecordFromDcl2(ReadFile(file), file.string());
  if (logged.result != record.result || logged.moves.size() != record.moves.size()) {
    return "the log tells another game than the record";
  }
  return std::nullopt;
}

}  // namespace

std::unique_ptr<Host> MakeHostileHost(Arena arena, HostTime clock, RandomStream& random,
                                      Dc3Log* log) {
  const auto clock_ms = std::chrono::duration_cast<std::chrono::milliseconds>(clock).count();
  if (arena == Arena::kDc2) {
    Dc2HostSetting setting;
    setting.terms.rules.ends = 1;
    setting.terms.rules.thinking_time_ms.fill(clock_ms);
    setting.greeting = setting.preparing = clock;
    setting.seed = random.NextU64() >> 1;
    return std::make_unique<Dc2Host>(setting);
  }
  Dc3Config config;
  config.timeout_dc_ok_s = std::chrono::duration<double>(clock).count();
  config.most_to_prepare_s = config.timeout_dc_ok_s;
  config.match.rules = MakeRules(RulesPreset::kDc3);
  config.match.rules.ends = 1;
  config.match.rules.thinking_time_ms.fill(clock_ms);
  config.match.rules.extra_end_time_ms.fill(clock_ms);
  config.send_trajectory = Pick(random, 4) == 0;
  config.update_interval_s = Pick(random, 4) == 0 ? 0.02 : 0.0;
  for (std::size_t team = 0; team < 2; ++team) {
    for (std::size_t player = 0; player < kPlayers; ++player) {
      config.match.players[team][player] = DefaultSizes(ExecutionModel::kDc3);
      config.match.seeds[team][player] = static_cast<std::uint32_t>(random.NextU64());
    }
  }
  config.game_for_clients = Json::parse(ToJson(config.match).dump());
  config.whole = {{"game", config.game_for_clients}};
  return std::make_unique<Dc3Host>(config, Dc3Identity{"id", kDateTime, ""}, log);
}

HostileOutcome PlayHostileSession(Arena arena, std::uint64_t seed, std::uint32_t number) {
  RandomStream random({.seed = seed, .game = number, .purpose = Purpose::kTest});
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() /
      fmt::format("skipstone-hostile-{}-{}-{}", ::getpid(), seed, number);
  std::unique_ptr<Dc3Log> log;
  if (arena == Arena::kDc3 && number % kLogged == 0) {
    log = std::make_unique<Dc3Log>(folder, [] { return std::string(kDateTime); });
  }
  HostileOutcome outcome;
  const std::unique_ptr<Host> host = MakeHostileHost(arena, kClock, random, log.get());
  outcome.broken = Session(arena, *host, random).Play();
  if (!outcome.broken) {
    const GameRecord record = host->record();
    outcome.reason = record.result.reason;
    if (number % kReplayed == 0) outcome.broken = Replay(record);
    if (log && !outcome.broken) outcome.broken = LogProblem(record, *log);
  }
  std::filesystem::remove_all(folder);
  return outcome;
}

}  // namespace skipstone
