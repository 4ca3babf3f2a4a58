// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <string>
#include <vector>

#include "base/random.h"
#include "lab/arena_game.h"

namespace skipstone {

// What the clients of hostile sessions say.

std::size_t Pick(RandomStream& random, std::size_t count);

// What an honest client answers: mostly stones that are thrown away, which is quick to simulate.
std::vector<std::string> HonestAnswer(Arena arena, const std::string& heard, Team team,
                                      RandomStream& random);
bool TellsTheEnd(Arena arena, const std::string& heard);

// A message that is right somewhere else, or nowhere.
const std::string& OutOfPlace(Arena arena, RandomStream& random);
// With a number that is none, or some bytes changed, gone or added.
std::string Mutated(std::string text, RandomStream& random);

}  // namespace skipstone
