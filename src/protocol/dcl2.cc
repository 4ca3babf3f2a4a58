// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dcl2.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "protocol/dc3_follower.h"

namespace skipstone {
namespace {

constexpr std::size_t kMostLine = std::size_t{4} << 20;

// Collects what comes before the first update, then follows the game.
class Dcl2Reader {
 public:
  explicit Dcl2Reader(std::optional<World> world) : world_(world) {}

  void Hear(const Field& entry) {
    const std::string& tag = entry.At("tag").String();
    if (tag == "err") return HearError(entry.At("log"));
    if (tag != "gam") return;
    const Field log = entry.At("log");
    const std::string& cmd = log.At("cmd").String();
    std::vector<std::string> assumed;
    if (cmd == "meta") {
      // What clients were told need not be all.
      const auto config = log.Find("config_all");
      if (config) match_ = Dc3MatchFromJson(config->At("game"), &assumed);
    } else if (cmd == "is_ready") {
      if (!match_) match_ = Dc3MatchFromJson(log.At("game"), &assumed);
    } else if (cmd == "ready_ok") {
      const auto ready = std::get<Dc3ReadyOk>(Dc3FromClientText(log.value().dump()));
      orders_[TeamOf(log)] = ready.player_order;
    } else if (cmd == "new_game") {
      if (!match_) throw log.Bad("expected is_ready before new_game");
      const auto game = std::get<Dc3NewGame>(Dc3FromServerText(log.value().dump(), std::nullopt));
      if (world_) match_->world = *world_;
      follower_ = std::make_unique<Dc3Follower>(*match_, orders_, game.names);
    } else if (cmd == "move") {
      const Move move = Dc3MoveFromJson(log.At("move"), Law::kFcv1, Dc3Reading::kAsItsServer);
      called_.reset();
      if (const Release* release = std::get_if<Release>(&move)) called_ = *release;
    } else if (cmd == "update") {
      if (!follower_) throw log.Bad("expected new_game before the first update");
      const auto update = std::get<Dc3Update>(Dc3FromServerText(log.value().dump(), match_->rules));
      follower_->Hear(update, called_);
      called_.reset();
    }
  }

  bool begun() const { return follower_ != nullptr; }
  GameRecord record() const { return follower_->recorded().SoFar(); }

 private:
  // Our server's words for a forfeit; others have other words.
  void HearError(const Field& log) {
    const auto reason = log.is_object() ? log.Find("reason") : std::nullopt;
    for (const Reason known : {Reason::kCrash, Reason::kHang, Reason::kNonsense}) {
      if (reason && follower_ && reason->value() == ReasonName(known)) {
        follower_->HearForfeit(known);
      }
    }
  }

  static std::size_t TeamOf(const Field& log) {
    return static_cast<std::size_t>(Index(Dc3TeamFromJson(log.At("team"))));
  }

  std::optional<World> world_;  // instead of the one in the log
  std::optional<Dc3Match> match_;
  std::array<Dc3PlayerOrder, 2> orders_ = {kDc3AsListed, kDc3AsListed};
  std::optional<Release> called_;
  std::unique_ptr<Dc3Follower> follower_;
};

}  // namespace

GameRecord RecordFromDcl2(std::string_view text, const std::string& name, CutOff cut_off,
                          std::optional<World> world) {
  Dcl2Reader reader(world);
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t newline = text.find('\n');
    const std::string_view line = text.substr(0, newline);
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
    if (line.empty()) continue;
    if (newline == std::string_view::npos && IsTorn(line) && cut_off == CutOff::kTaken) break;
    try {
      if (line.size() > kMostLine) throw BadData("", "expected shorter lines");
      const Json json = ParseJson(line, "");
      reader.Hear(Field(json, ""));
    } catch (const Error& e) {
      throw BadData(fmt::format("{}:{}", name, number), e.what());
    }
  }
  const std::string end = fmt::format("{}:{}", name, number + 1);
  if (!reader.begun()) {
    throw BadData(end, "expected a game's new_game, got the end of the log: it was cut off");
  }
  GameRecord record = reader.record();
  if (record.cut_off && cut_off == CutOff::kRefused) {
    throw BadData(end, "expected the result of the game, got the end of the log: it was cut off");
  }
  return record;
}

std::string RecordToDcl2(const GameRecord& record) {
  const RecordHeader& header = record.header;
  const Law law = header.terms.ice.law;
  if (law != Law::kFcv1 || header.terms.rules.preset != RulesPreset::kDc3) {
    throw Error(ErrorKind::kUsage, "",
                fmt::format("expected a game on fcv1 by dc3's rules, got {} by {}'s: a .dcl2 log "
                            "cannot hold it",
                            LawName(law), PresetName(header.terms.rules.preset)));
  }
  Dc3Match match;
  match.rules = header.terms.rules;
  match.sheet_width_m = 2.0 * header.terms.ice.sheet.half_width_m;
  match.players = header.terms.execution;
  match.world = header.world;
  std::string text;
  int entries = 0;
  const auto add = [&](const JsonOut& log, const char* tag = "gam") {
    text += JsonOut({{"ver", {1, 1}},
                     {"tag", tag},
                     {"id", entries++},
                     {"date_time", ""},
                     {"thread", "0"},
                     {"log", log}})
                .dump(-1, ' ', false, JsonOut::error_handler_t::replace) +
            "\n";
  };
  const auto team_of = [](std::size_t team) {
    return Dc3TeamToJson(team == 0 ? Team::k0 : Team::k1);
  };
  const auto message = [&](const Dc3FromServer& known) { add(JsonOut::parse(ToLine(known))); };
  message(Dc3Greeting{});
  for (std::size_t team = 0; team < 2; ++team) {
    add({{"cmd", "dc_ok"}, {"name", header.players[team]}, {"team", team_of(team)}});
  }
  add({{"cmd", "is_ready"}, {"game", ToJson(match)}, {"team", nullptr}});
  for (std::size_t team = 0; team < 2; ++team) {
    add({{"cmd", "ready_ok"}, {"player_order", kDc3AsListed}, {"team", team_of(team)}});
  }
  message(Dc3NewGame{header.players});

  // Played again, for the states between the moves.
  RecordHeader unseeded = header;
  unseeded.seed.reset();
  RecordedGame game(unseeded);
  const auto update = [&](const std::optional<Dc3LastMove>& last) {
    Dc3Update state;
    state.state.game = game.game();
    state.last_move = last;
    if (state.state.game.over()) {
      state.state.game.result = Dc3ResultOnWire(*state.state.game.result);
    } else {
      state.next_team = state.state.game.to_move();
    }
    message(state);
  };
  update(std::nullopt);
  for (const RecordMove& move : record.moves) {
    add({{"cmd", "move"},
         {"move", Dc3MoveToJson(move.called, law)},
         {"team", Dc3TeamToJson(move.team)}});
    Dc3LastMove last;
    last.actual = Concede{};
    if (const Release* called = std::get_if<Release>(&move.called)) {
      const TurnResult result = game.PlayThrown(*called, *move.thrown, move.used_ms);
      game.AdoptStones(move.board, move.foul);
      if (result.was_thrown) last.actual = *move.thrown;
      last.foul = move.foul;
    } else {
      game.Play(move.called, move.used_ms);
    }
    update(last);
  }
  if (record.cut_off) return text;
  if (!game.game().over()) {
    const Team loser = Opponent(record.result.winner.value());
    game.ForfeitGame(loser, record.result.reason);
    add({{"reason", ReasonName(record.result.reason)}, {"team", Dc3TeamToJson(loser)}}, "err");
    update(Dc3LastMove{Concede{}, false, std::nullopt});
  }
  message(Dc3GameOver{});
  return text;
}

}  // namespace skipstone
