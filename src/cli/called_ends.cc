// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "cli/called_ends.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/files.h"
#include "ice/engine.h"
#include "protocol/game_file.h"

namespace skipstone {
namespace {

// In ends to learn from team 1 has the hammer.
Board WithHammerOfTeam1(const Board& board, Team hammer) {
  if (hammer == Team::k1) return board;
  Board swapped;
  ForEachSlot(board.present(), [&](int slot) {
    swapped.Put(SlotOf(Opponent(OwnerOf(slot)), IndexOf(slot)), board.position(slot));
  });
  return swapped;
}

Error OtherIce(const std::filesystem::path& path, Law wanted, Law found) {
  return Error(ErrorKind::kUsage, path.string(),
               fmt::format("expected games on {}, got some on {}; give --ice {}", LawName(wanted),
                           LawName(found), LawName(found)));
}

void Append(CalledEnd& end, const Board& board, Team hammer, int shot, const Release& called) {
  end.positions.push_back({WithHammerOfTeam1(board, hammer), {shot, Team::k1}});
  end.called.push_back(called);
}

// Keeps whole ends.
void Finish(CalledEnd& end, std::vector<CalledEnd>& ends) {
  if (end.called.size() == kStones) ends.push_back(end);
  end.positions.clear();
  end.called.clear();
}

std::vector<CalledEnd> FromRecord(const GameRecord& record, std::uint32_t game) {
  std::vector<CalledEnd> ends;
  CalledEnd end;
  end.game = game;
  Board before;
  Team hammer = Team::k1;
  for (const RecordMove& move : record.moves) {
    if (move.shot == 0) {
      Finish(end, ends);
      before = {};
      hammer = Opponent(move.team);
    }
    const Release* called = std::get_if<Release>(&move.called);
    if (called != nullptr && static_cast<int>(end.called.size()) == move.shot) {
      Append(end, before, hammer, move.shot, *called);
    }
    before = move.board;
  }
  Finish(end, ends);
  return ends;
}

Release Dc2Release(const Field& called) {
  if (called.Size(3) != 3) throw called.Bad("expected [vx, vy, spin]");
  const Vec2 velocity{called[0].Number(-100.0, 100.0), called[1].Number(-100.0, 100.0)};
  return ReleaseFromOwnFrame(Law::kDc2, velocity,
                             called[2].Int(0, 1) == 0 ? Handle::kCw : Handle::kCcw);
}

std::vector<CalledEnd> FromShotLines(const std::filesystem::path& path, std::uint32_t first_game) {
  std::vector<CalledEnd> ends;
  CalledEnd end;
  std::int64_t last_game = -1;
  std::int64_t last_end = -1;
  LineReader reader(path.string());
  while (const auto line = reader.Next()) {
    if (line->text.empty() && !line->too_long) continue;
    const std::string where = fmt::format("{}:{}", path.string(), line->number);
    if (line->too_long) throw BadData(where, "expected a shot, got a line that is too long");
    const Json json = ParseJson(line->text, where);
    const Field shot_line(json, where);
    const std::int64_t game = shot_line.At("game").Int(0, 1'000'000);
    const std::int64_t number = shot_line.At("end").Int(0, 100);
    const int shot = static_cast<int>(shot_line.At("shot").Int(0, kStones - 1));
    if (game != last_game || number != last_end) {
      Finish(end, ends);
      end.game = first_game + static_cast<std::uint32_t>(game);
      last_game = game;
      last_end = number;
    }
    const Team leads = shot_line.At("leads").Int(0, 1) == 0 ? Team::k0 : Team::k1;
    const Field stones = shot_line.At("stones");
    Board board;
    for (std::size_t i = 0; i < stones.Size(kStones); ++i) {
      const Field stone = stones[i];
      if (stone.Size(3) != 3) throw stone.Bad("expected [slot, x, y]");
      const int slot = static_cast<int>(stone[0].Int(0, kStones - 1));
      board.Put(
          SlotOf(slot % 2 == 0 ? leads : Opponent(leads), slot / 2),
          PositionFromOwnFrame(Law::kDc2, {stone[1].Number(-kMaxCoordinate_m, kMaxCoordinate_m),
                                           stone[2].Number(-kMaxCoordinate_m, kMaxCoordinate_m)}));
    }
    if (static_cast<int>(end.called.size()) == shot) {
      Append(end, board, Opponent(leads), shot, Dc2Release(shot_line.At("called")));
    }
  }
  Finish(end, ends);
  return ends;
}

bool HasShotLines(const std::filesystem::path& path) {
  LineReader reader(path.string());
  const auto line = reader.Next();
  return line && line->text.find("\"leads\"") != std::string::npos;
}

}  // namespace

std::vector<CalledEnd> ReadCalledEnds(const std::filesystem::path& path, Law law,
                                      std::uint32_t first_game) {
  if (HasShotLines(path)) {
    if (law != Law::kDc2) throw OtherIce(path, law, Law::kDc2);
    return FromShotLines(path, first_game);
  }
  const GameRecord record = ReadGameFile(path, CutOff::kRefused);
  if (record.header.terms.ice.law != law) throw OtherIce(path, law, record.header.terms.ice.law);
  return FromRecord(record, first_game);
}

}  // namespace skipstone
