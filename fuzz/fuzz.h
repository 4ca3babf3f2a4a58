// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "base/hash.h"
#include "base/json.h"

// What the fuzz targets share. A target feeds bytes to a parser of outside input: the parser
// accepts them or says what is wrong, and whatever it accepts must keep its promises.
namespace skipstone::fuzz {

// Messages quote the input, but only a piece of it.
inline constexpr std::size_t kLongestMessage = 2000;

inline std::string_view TextOf(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Ends the process, so that libFuzzer keeps the input.
inline void Require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: broken promise: %s\n", promise);
  std::abort();
}

// Runs `body`. Bad data and wrong usage are answers; any other exception is a bug.
template <typename Body>
void AllowBadInput(const Body& body) {
  try {
    body();
  } catch (const Error& e) {
    const bool answer = e.kind() == ErrorKind::kBadData || e.kind() == ErrorKind::kUsage;
    if (!answer) std::fprintf(stderr, "fuzz: %s\n", e.what());
    Require(answer, "only bad data and usage errors come from outside");
    Require(std::string_view(e.what()).size() <= kLongestMessage, "messages are short");
  } catch (const std::exception& e) {
    std::fprintf(stderr, "fuzz: %s\n", e.what());
    Require(false, "every exception is an Error");
  }
}

// One input in `n`, always the same ones: for checks that are too slow for all.
inline bool OneIn(std::uint64_t n, std::string_view text) {
  Hasher hasher;
  hasher.AddText(text);
  return (hasher.value() >> 16) % n == 0;
}

// What we wrote can be read. (A NaN would come back as null.)
inline Json ReadBack(const JsonOut& written) {
  try {
    return ParseJson(written.dump(), "answer");
  } catch (const std::exception& e) {
    std::fprintf(stderr, "fuzz: %s\n", e.what());
    Require(false, "an answer is valid JSON");
    throw;
  }
}

}  // namespace skipstone::fuzz
