// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>
#include <vector>

#include "game/execution.h"

namespace skipstone {

// What people may have meant by numbers that make no sense as they stand: other frames and units.

// Where centres of stones may be once all is at rest, in the house frame.
struct RestingArea {
  double most_x_m = 0.0;  // to either side
  double low_y_m = 0.0;
  double high_y_m = 0.0;

  bool Has(Vec2 p) const;
};
RestingArea RestingAreaOf(const Ice& ice);

// How positions may have been written in by mistake: "in feet (0.3048 m)", or two such joined by
// ", or ". All of them lie on the sheet if they are read so; "" if no reading does that.
std::string OtherReadingOfHouse(const std::vector<Vec2>& written, const Ice& ice);
// The same of positions that should be in the ice's own frame.
std::string OtherReadingOfOwn(const std::vector<Vec2>& written, const Ice& ice);

// What to tell whoever wrote a throw that no stone in play needs: much too fast, too slow or too
// far aside, as if its numbers were in feet or degrees, or meant for the other ice. Else "".
std::string ThrowHint(Law law, const Release& release);

// What to tell whoever wrote a position in an ice's own frame, and perhaps a throw, that can be
// simulated but seem to be meant otherwise: no stone lies on the sheet, or the throw goes astray.
// Else "".
std::string FrameHint(const Ice& ice, const Board& board, const Release* release);

}  // namespace skipstone
