// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>

#include "base/options.h"
#include "base/stop.h"
#include "cli/plain_match.h"
#include "cli/screen.h"
#include "cli/verbs.h"
#include "game/record_writer.h"
#include "match/commentary.h"
#include "match/referee.h"
#include "options/game_options.h"
#include "options/verb.h"
#include "picture/score_board.h"
#include "picture/terminal_sheet.h"

namespace skipstone {
namespace {

// Who plays when nobody is named.
constexpr const char* kDefaultPlayers[2] = {"grid", "greedy"};

struct Options {
  std::array<std::string, 2> players = {kDefaultPlayers[0], kDefaultPlayers[1]};
  GameOptions game{.ends = 2};
  std::optional<std::uint64_t> seed;
  std::string out;
  double pace_s = 2.5;
  bool plain = false;
};

// Lines around the sheet: score board above, call and outcome below; then a row for the cursor.
constexpr int kRowsAroundSheet = 3 + 2 + 1;
constexpr WindowSize kLeastWindow{80, 24};
// Larger pictures are no nicer, and slow on a line.
constexpr WindowSize kMostWindow{200, 60};

// How the time of a turn is spent, in parts of the pace: reading the call, watching a draw,
// reading the outcome, and reading it at the end of an end.
constexpr double kCallPart = 0.25;
constexpr double kDrawPart = 0.5;
constexpr double kOutcomePart = 0.25;
constexpr double kEndPart = 1.0;
// How long a draw is in view, about, on fcv1.
constexpr double kDrawInView_s = 13.0;
constexpr double kPathInterval_s = 0.04;  // likewise
constexpr std::chrono::milliseconds kFrame{40};

RecordHeader HeaderFor(const Options& options) {
  RecordHeader header;
  header.terms = TermsFrom(options.game);
  header.engine = options.game.engine;
  // Another game each time, unless one is asked for. Six digits can be typed again.
  header.seed = options.seed ? *options.seed : std::random_device()() % 1'000'000;
  header.players = options.players;
  return header;
}

// The game in the terminal, drawn in place.
class DrawnMatch {
 public:
  DrawnMatch(const RecordHeader& header, Palette palette, double pace_s)
      : header_(header),
        palette_(palette),
        pace_s_(pace_s),
        engine_(MakeEngine(header.engine, header.terms.ice)),
        game_(NewGame(header.terms.rules)) {
    picture_.sheet = header.terms.ice.sheet;
    call_ = HeadText(header);
  }

  // While the player thinks, the last outcome can be read.
  void ToMove(const Game& game) {
    FitWindow();
    if (game.shot == 0) {
      picture_.board = Board();
      picture_.trail.clear();
    }
    Draw(game, false);
  }

  void Played(const TurnReport& report) {
    call_ = CallText(report, header_, *engine_);
    outcome_.clear();
    picture_.trail.clear();
    Draw(report.before, true);
    Pause(kCallPart * pace_s_);
    Animate(report);
    picture_.board = report.move.board;
    picture_.moving = 0;
    outcome_ = OutcomeText(report, header_);
    Draw(report.after, true);
    Pause((report.before.shot == kStones - 1 ? kEndPart : kOutcomePart) * pace_s_);
  }

  void Finish(const std::string& result, const std::string& remark) {
    FitWindow();
    call_ = result;
    outcome_ = remark;
    Draw(game_, false);
  }

 private:
  using Clock = std::chrono::steady_clock;

  void FitWindow() {
    const WindowSize window = TerminalWindow();
    if (window == window_) return;
    if (window_) screen_.Clear();
    window_ = window;
    columns_ = std::clamp(window.columns, kLeastWindow.columns, kMostWindow.columns);
    const int rows = std::clamp(window.rows, kLeastWindow.rows, kMostWindow.rows);
    view_ = ViewIn(header_.terms.ice.sheet, columns_, rows - kRowsAroundSheet);
  }

  void Draw(const Game& game, bool lively) {
    game_ = game;
    std::vector<std::string> lines =
        ScoreBoardLines(game, header_.terms.rules, header_.players, columns_, palette_);
    for (std::string& line : TerminalLines(picture_, view_, palette_)) {
      lines.push_back(std::move(line));
    }
    lines.push_back(FittedText(std::string(" ") + kBoldText + call_ + kPlainText, columns_));
    lines.push_back(FittedText(" " + outcome_, columns_));
    screen_.Draw(lines, lively);
  }

  // Every stone's time runs alike, but a fast throw takes less of it than a slow one, and more than
  // its share, or it could not be followed.
  void Animate(const TurnReport& report) {
    const Position before = report.before.position();
    const auto span = TimeInView(view_, before, *report.recording);
    if (!report.result.was_thrown || !span || pace_s_ == 0.0) return;
    const double length_s = span->until_s - span->from_s;
    const double draw_s = kDrawInView_s / SpeedScale(header_.terms.ice.law);
    const double shown_s = kDrawPart * pace_s_ * std::sqrt(length_s / draw_s);
    const Clock::time_point start = Clock::now();
    for (int frame = 1; !StopRequested(); ++frame) {
      const double part = std::chrono::duration<double>(Clock::now() - start).count() / shown_s;
      if (!(part < 1.0)) break;
      picture_ = SheetAt(header_.terms.ice.sheet, before, *report.recording, report.move.board,
                         span->from_s + part * length_s);
      Draw(report.before, true);
      std::this_thread::sleep_until(start + frame * kFrame);
    }
    picture_ = SheetAt(header_.terms.ice.sheet, before, *report.recording, report.move.board,
                       span->until_s);
  }

  static void Pause(double seconds) {
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (!StopRequested() && Clock::now() < end) std::this_thread::sleep_for(kFrame);
  }

  const RecordHeader& header_;
  Palette palette_;
  double pace_s_;
  std::unique_ptr<Engine> engine_;
  Screen screen_;
  std::optional<WindowSize> window_;
  int columns_ = 0;
  TerminalView view_;
  TerminalSheet picture_;
  std::string call_;
  std::string outcome_;
  Game game_;  // as last drawn
};

// Nobody should watch a game whose record could not be kept.
std::unique_ptr<RecordWriter> OpenRecord(const Options& options, std::uint64_t seed) {
  if (!options.out.empty()) return std::make_unique<RecordWriter>(options.out);
  return RecordWriter::InFreePlace(fmt::format("match-{}.jsonl", seed));
}

// Whether the seed alone decides what the player calls, on any day and machine.
bool PlaysBySeed(const std::string& spec) {
  return !OptionIn(spec, "seconds") && !OptionIn(spec, "threads") && !OptionIn(spec, "clock");
}

bool IsLargeEnough(const WindowSize& window) {
  return window.columns >= kLeastWindow.columns && window.rows >= kLeastWindow.rows;
}

void Run(const Options& options) {
  const GameSetup setup{.header = HeaderFor(options)};
  const RecordHeader& header = setup.header;
  const std::unique_ptr<RecordWriter> writer = OpenRecord(options, *header.seed);
  const std::string out = writer->path().string();
  std::optional<Palette> palette = options.plain ? std::nullopt : TerminalPalette();
  if (palette && !IsLargeEnough(TerminalWindow())) {
    fmt::print("(a window of {} x {} or more shows the game drawn)\n", kLeastWindow.columns,
               kLeastWindow.rows);
    palette.reset();
  }

  const PlainMatch plain(header);
  std::optional<DrawnMatch> drawn;
  Watcher watcher;
  watcher.path_interval_s = kPathInterval_s / SpeedScale(header.terms.ice.law);
  // Once the players are made: before, a mistake in one of them leaves no record.
  const auto begin = [&] {
    if (!writer->begun()) writer->Begin(header);
  };
  if (palette) {
    drawn.emplace(header, *palette, options.pace_s);
    watcher.to_move = [&](const Game& game) {
      begin();
      drawn->ToMove(game);
    };
    watcher.played = [&](const TurnReport& report) {
      writer->Add(report.move);
      drawn->Played(report);
    };
  } else {
    watcher.to_move = [&](const Game& game) {
      if (!writer->begun()) fmt::print("{}\n", HeadText(header));
      begin();
      plain.ToMove(game);
    };
    watcher.played = [&](const TurnReport& report) {
      writer->Add(report.move);
      plain.Played(report);
    };
  }

  const std::optional<GameRecord> record = PlayGame(setup, watcher, StopRequested);
  std::string result = "stopped before the first shot";
  if (!writer->last().empty()) result = fmt::format("stopped after {}", writer->last());
  if (record) {
    writer->Finish(*record);
    result = ResultText(*record);
  }
  const bool by_seed = PlaysBySeed(options.players[0]) && PlaysBySeed(options.players[1]);
  std::string remark = "there is no record of it";
  if (writer->begun()) {
    remark = fmt::format("record in {}; {} plays it again", out,
                         by_seed ? fmt::format("--seed {}", *header.seed) : "replay " + out);
  }
  if (drawn) {
    drawn->Finish(result, remark);
  } else {
    fmt::print("{}\n{}\n", result, remark);
  }
}

}  // namespace

void AddMatch(Verb& app) {
  Verb* verb = app.add_subcommand(
      "match", "Play one game of two players, drawn live in the terminal, and keep its record");
  const auto options = std::make_shared<Options>();
  verb->add_option("red", options->players[0], "a player, " + PlayersHelp())->capture_default_str();
  verb->add_option("yellow", options->players[1], "likewise; yellow has the first hammer")
      ->capture_default_str();
  AddGameOptions(*verb, options->game);
  verb->add_option("--seed", options->seed, "the same seed plays the same game [another each time]")
      ->check(IsSeed());
  verb->add_option("--out", options->out,
                   "where to write the record, move by move [match-SEED.jsonl]");
  verb->add_option("--pace", options->pace_s,
                   "seconds for a drawn shot, about; 0: as fast as they play")
      ->check(IsNumber())
      ->check(Range(0.0, 60.0))
      ->capture_default_str();
  verb->add_flag("--plain", options->plain,
                 "one line per shot, as when the output is not a terminal or NO_COLOR is set");
  AddExample(*verb, "./skipstone match greedy rule --seed 7");
  verb->callback([options] { Run(*options); });
}

}  // namespace skipstone
