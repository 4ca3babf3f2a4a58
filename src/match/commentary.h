// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>

#include "match/referee.h"

namespace skipstone {

std::string_view TeamName(Team team);  // "red" or "yellow"

// "red 3, rule: hit on yellow 3, thin on the left, firm, clockwise": who calls what. The engine
// serves to name the shot.
std::string CallText(const TurnReport& report, const RecordHeader& header, Engine& engine);

// "takes out yellow 3; red lies two": what came of it. The report must have a recording.
std::string OutcomeText(const TurnReport& report, const RecordHeader& header);

// "red (rule) 3 : 1 yellow (draw): red wins"
std::string ResultText(const GameRecord& record);

}  // namespace skipstone
