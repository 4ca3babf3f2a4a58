// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <string>

#include "analysis/file_kind.h"
#include "analysis/moment.h"
#include "base/files.h"
#include "base/json.h"
#include "cli/verbs.h"
#include "game/reading.h"
#include "match/store.h"
#include "options/verb.h"
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

Moment ReadMoment(const PictureOptions& options) {
  Situation situation;
  if (options.position_file.empty()) {
    LawFromName(options.ice);  // so that a wrong name is an error of usage
    situation = SituationFromJson(Field(Json{{"ice", options.ice}}, ""));
  } else {
    situation = ReadPosition(options.position_file);
  }
  // Unlike a call, a picture can be of a game that is over.
  return {situation.terms, situation.game};
}

// What was thrown there in a recorded game; nothing if the team gave up instead.
std::optional<Release> ReadRecordedShot(const PictureOptions& options, Moment& moment) {
  if (!options.number && Store::LooksLikeOne(options.game_file)) {
    throw Error(ErrorKind::kUsage, options.game_file,
                "holds the games of a tournament; --number N says which one");
  }
  const GameRecord record = ReadGame(options.game_file, options.number);
  moment = MomentOf(record, options.end, options.shot, InputName(options.game_file));
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

std::string CountText(int count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string PositionCaption(const Moment& moment) {
  return fmt::format("{}\n{}; {}, {}", StandText(moment), ThrowerText(moment),
                     CountText(moment.game.board.count(), "stone"), LyingText(moment));
}

std::string ShotCaption(Moment moment, const Release& release, const ThrowResult& result) {
  std::string what = CountText(result.outcome.contacts, "contact");
  if (result.foul) {
    what += ", free guard zone foul: stones put back, thrown one out";
  } else {
    what += fmt::format(", {} out", CountText(std::popcount(result.outcome.left), "stone"));
  }
  const std::string before = fmt::format("{}\n{}", StandText(moment), ThrowerText(moment));
  moment.game.board = result.outcome.board;
  return fmt::format("{}\n{:.4g} m/s at {:.4g} rad, {}: {}; {}", before, release.speed_mps,
                     release.angle_rad, HandleName(release.handle), what, LyingText(moment));
}

void RunPicture(const PictureOptions& options) {
  const PictureFormat format = FormatOfFile(options.out);
  Moment moment;
  std::optional<Release> release;
  if (!options.game_file.empty()) {
    release = ReadRecordedShot(options, moment);
  } else {
    moment = ReadMoment(options);
    if (options.speed_mps) {
      release = ReadRelease(options, moment.terms.ice.law);
      if (const std::string hint = ThrowHint(moment.terms.ice.law, *release); !hint.empty()) {
        fmt::print(stderr, "skipstone: picture: {}\n", hint);
      }
    }
  }
  const Position position = moment.game.position();
  SheetPicture picture;
  picture.sheet = moment.terms.ice.sheet;
  picture.board = position.board;
  if (release) {
    CheckThrow(moment.terms.ice, position.board, position.turn, *release);
    const std::unique_ptr<Engine> engine = MakeEngine("box2d", moment.terms.ice);
    DrawnShot shot;
    shot.recording.interval_s = kPathInterval_s;
    const ThrowResult result =
        ThrowStone(position, *release, *engine, moment.terms.rules, &shot.recording);
    shot.outcome = result.outcome;
    picture.shot = std::move(shot);
    picture.caption = ShotCaption(moment, *release, result);
  } else {
    picture.caption = PositionCaption(moment);
  }
  WriteFile(options.out, Render(picture, format, options.width_px));
  fmt::print("wrote {}\n", options.out);
}

}  // namespace

void AddPicture(Verb& app) {
  Verb& verb = *app.add_subcommand(
      "picture", "Draw a position, or a shot with the paths of its stones, as SVG or PNG");
  const auto options = std::make_shared<PictureOptions>();
  VerbOption* position =
      verb.add_option("position", options->position_file,
                      "position file (docs/formats.md), - is standard input; none: an empty sheet");
  verb.add_option("--out,-o", options->out, "picture to write; .svg or .png decides the format")
      ->required();
  verb.add_option("--ice", options->ice, "ice of the empty sheet: fcv1 or dc2")
      ->capture_default_str()
      ->excludes(position);
  VerbOption* speed = verb.add_option("--speed", options->speed_mps,
                                      "throw a stone, without execution error, this fast (m/s)");
  verb.add_option("--angle", options->angle_rad,
                  "its line (rad): 0 along the centre line, positive to the thrower's right; "
                  "default: the handle's line for a draw to the tee")
      ->needs(speed);
  verb.add_option("--handle", options->handle, "cw curls to the thrower's right, ccw to the left")
      ->check(IsMember({"cw", "ccw"}))
      ->capture_default_str()
      ->needs(speed);
  VerbOption* game = verb.add_option("--game", options->game_file,
                                     "instead, a shot as it was thrown in a game: a record, a .dcl "
                                     "or .dcl2 log, or the games of a tournament")
                         ->excludes(position)
                         ->excludes(speed);
  verb.add_option("--number", options->number, "number of the game in a tournament, from 0")
      ->check(NonNegativeNumber())
      ->needs(game);
  verb.add_option("--end", options->end, "the game's end, from 1")
      ->check(Range(1, 1000))
      ->capture_default_str()
      ->needs(game);
  verb.add_option("--shot", options->shot, "the end's shot, from 1 to 16")
      ->check(Range(1, kStones))
      ->capture_default_str()
      ->needs(game);
  verb.add_option("--width", options->width_px, "width of the picture in pixels")
      ->check(Range(kMinPictureWidth_px, kMaxPictureWidth_px))
      ->capture_default_str();
  AddExample(verb,
             "./skipstone picture docs/examples/last_stone.json --speed 2.6 --angle 0.01 "
             "--handle ccw --out shot.png");
  verb.callback([options] { RunPicture(*options); });
}

}  // namespace skipstone
