// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <string>

#include "base/files.h"
#include "base/json.h"
#include "cli/moment.h"
#include "cli/verbs.h"
#include "picture/sheet_picture.h"

namespace skipstone {
namespace {

struct PictureOptions {
  std::string position_file;
  std::string game_file;
  std::optional<int> number;
  int end = 1;
  int shot = kStones;
  std::string out;
  std::string ice = "fcv1";
  std::optional<double> speed_mps;
  std::optional<double> angle_rad;
  std::string handle = "cw";
  int width_px = kPictureWidth_px;
};

// Every simulated step, so that paths turn exactly where stones meet; the drawing thins them out.
constexpr double kPathInterval_s = 0.001;

Situation ReadSituation(const PictureOptions& options) {
  if (options.position_file.empty()) {
    LawFromName(options.ice);  // so that a wrong name is an error of usage
    return SituationFromJson(Field(Json{{"ice", options.ice}}, ""));
  }
  return ReadPosition(options.position_file);
}

// What was thrown there in a recorded game; nothing if the team gave up instead.
std::optional<Release> ReadRecordedShot(const PictureOptions& options, Situation& situation) {
  const GameRecord record = ReadGame(options.game_file, options.number);
  const Moment moment = MomentOf(record, options.end, options.shot, options.game_file);
  situation.ice = moment.ice;
  situation.rules = moment.rules;
  situation.game = moment.game;
  for (const RecordMove& move : record.moves) {
    if (move.end == options.end - 1 && move.shot == options.shot - 1) return move.thrown;
  }
  return std::nullopt;
}

Release ReadRelease(const PictureOptions& options, Law law) {
  Release release;
  release.handle = options.handle == "cw" ? Handle::kCw : Handle::kCcw;
  release.speed_mps = *options.speed_mps;
  release.angle_rad = options.angle_rad.value_or(TeeDraw(law, release.handle).angle_rad);
  if (!(release.speed_mps > 0.0) || release.speed_mps > kMaxSpeed_mps) {
    throw Error(ErrorKind::kUsage, "--speed",
                fmt::format("expected a speed above 0 and up to {} m/s, got {}", kMaxSpeed_mps,
                            release.speed_mps));
  }
  if (!(std::abs(release.angle_rad) <= std::numbers::pi)) {
    throw Error(ErrorKind::kUsage, "--angle",
                fmt::format("expected radians from -pi to pi, 0 straight to the tee, got {}",
                            release.angle_rad));
  }
  return release;
}

std::string TeamText(Team team) {
  return fmt::format("team {} ({})", Index(team), team == Team::k0 ? "red" : "yellow");
}

std::string CountText(int count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

// Who would score if the end were over.
std::string LyingText(const Board& board, const Situation& situation) {
  const int score = EndScore(board, situation.ice.sheet, situation.rules);
  if (score == 0) return "nobody counts";
  return fmt::format("{} counts {}", TeamText(score > 0 ? Team::k0 : Team::k1), std::abs(score));
}

// People count ends and shots from 1.
std::string MomentText(const Game& game) {
  return fmt::format("End {}, score {}:{}, shot {}", game.end + 1, game.Total(Team::k0),
                     game.Total(Team::k1), game.shot + 1);
}

std::string PositionCaption(const Situation& situation) {
  return fmt::format(
      "{}: {} to throw\n{}, {}", MomentText(situation.game), TeamText(situation.game.to_move()),
      CountText(situation.game.board.count(), "stone"), LyingText(situation.game.board, situation));
}

std::string ShotCaption(const Situation& situation, const Release& release,
                        const ThrowResult& result) {
  const std::string title =
      fmt::format("{}: {} throws {:.4g} m/s at {:.4g} rad, {}", MomentText(situation.game),
                  TeamText(situation.game.to_move()), release.speed_mps, release.angle_rad,
                  HandleName(release.handle));
  std::string what = CountText(result.outcome.contacts, "contact");
  if (result.foul) {
    what += ", free guard zone foul: stones put back, thrown one out";
  } else {
    what += fmt::format(", {} out", CountText(std::popcount(result.outcome.left), "stone"));
  }
  return fmt::format("{}\n{}; {}", title, what, LyingText(result.outcome.board, situation));
}

void RunPicture(const PictureOptions& options) {
  const PictureFormat format = FormatOfFile(options.out);
  Situation situation;
  std::optional<Release> release;
  if (!options.game_file.empty()) {
    release = ReadRecordedShot(options, situation);
  } else {
    situation = ReadSituation(options);
    if (options.speed_mps) release = ReadRelease(options, situation.ice.law);
  }
  const Position position = situation.game.position();
  SheetPicture picture;
  picture.sheet = situation.ice.sheet;
  picture.board = position.board;
  if (release) {
    CheckThrow(situation.ice, position.board, position.turn, *release);
    const std::unique_ptr<Engine> engine = MakeEngine("box2d", situation.ice);
    DrawnShot shot;
    shot.recording.interval_s = kPathInterval_s;
    const ThrowResult result =
        ThrowStone(position, *release, *engine, situation.rules, &shot.recording);
    shot.outcome = result.outcome;
    picture.shot = std::move(shot);
    picture.caption = ShotCaption(situation, *release, result);
  } else {
    picture.caption = PositionCaption(situation);
  }
  WriteFile(options.out, Render(picture, format, options.width_px));
  fmt::print("wrote {}\n", options.out);
}

}  // namespace

void AddPicture(CLI::App& app) {
  CLI::App& verb = *app.add_subcommand(
      "picture", "Draw a position, or a shot with the paths of its stones, as SVG or PNG");
  const auto options = std::make_shared<PictureOptions>();
  CLI::Option* position = verb.add_option("position", options->position_file,
                                          "position file (docs/formats.md); none: an empty sheet");
  verb.add_option("--out,-o", options->out, "picture to write; .svg or .png decides the format")
      ->required();
  verb.add_option("--ice", options->ice, "ice of the empty sheet: fcv1 or dc2")
      ->capture_default_str()
      ->excludes(position);
  CLI::Option* speed = verb.add_option("--speed", options->speed_mps,
                                       "throw a stone, without execution error, this fast (m/s)");
  verb.add_option("--angle", options->angle_rad,
                  "its line (rad): 0 along the centre line, positive to the thrower's right; "
                  "default: the handle's line for a draw to the tee")
      ->needs(speed);
  verb.add_option("--handle", options->handle, "cw curls to the thrower's right, ccw to the left")
      ->check(CLI::IsMember({"cw", "ccw"}))
      ->capture_default_str()
      ->needs(speed);
  CLI::Option* game =
      verb.add_option("--game", options->game_file,
                      "instead, a shot as it was thrown in a game: a record, a .dcl "
                      "or .dcl2 log, or the games of a tournament")
          ->excludes(position)
          ->excludes(speed);
  verb.add_option("--number", options->number, "number of the game in a tournament, from 0")
      ->check(CLI::NonNegativeNumber)
      ->needs(game);
  verb.add_option("--end", options->end, "the game's end, from 1")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str()
      ->needs(game);
  verb.add_option("--shot", options->shot, "the end's shot, from 1 to 16")
      ->check(CLI::Range(1, kStones))
      ->capture_default_str()
      ->needs(game);
  verb.add_option("--width", options->width_px, "width of the picture in pixels")
      ->check(CLI::Range(kMinPictureWidth_px, kMaxPictureWidth_px))
      ->capture_default_str();
  AddExample(verb,
             "./skipstone picture docs/examples/last_stone.json --speed 2.6 --angle 0.01 "
             "--handle ccw --out shot.png");
  verb.callback([options] { RunPicture(*options); });
}

}  // namespace skipstone
