// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>

#include "ice/board.h"

namespace skipstone {

struct RecordMove;

// Stones as somebody else's server has them, beside where our simulation of the same throw puts
// them. Theirs count. Digital Curling 3's server keeps one Box2D world for a match: with a fresh
// one for each throw some of our stones lie micrometres from its own (MatchWorld in
// ice/box2d_fcv1.h has none of that). A Digital Curling 2 server that was compiled for speed rounds
// otherwise, which is a millimetre in a draw, a centimetre after a hit (the time steps see the
// contact a step later), and once in many games a stone more or less.
class TheirStones {
 public:
  // After the move `ours` theirs lie so.
  void Compare(const RecordMove& ours, const Board& theirs);

  // To the last bit, after every move.
  bool same() const { return other_stones_ == 0 && most_m_ == 0.0; }
  double most_m() const { return most_m_; }
  // "no difference", or how far apart stones lie at most.
  std::string Text() const;
  // After how many moves they differ, and by how much; empty if by less than a millimetre.
  std::string Warning() const;

 private:
  std::string first_;
  int moves_ = 0;    // worth a warning
  int inexact_ = 0;  // with any difference
  int other_stones_ = 0;
  double most_m_ = 0.0;
};

}  // namespace skipstone
