// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <cstdint>

namespace skipstone {

// What a stream of random numbers is for. Streams of different purpose never share numbers.
enum class Purpose : std::uint8_t {
  kExecution = 1,  // the error of a throw
  kPlayer = 2,     // a player's own choices
  kPlayout = 3,    // random play-outs that check the rules
  kTest = 4,
  kSearch = 5,    // the samples of a search
  kTraining = 6,  // the order of the data that a network learns from
  kLearn = 7,     // positions and labels to learn from
};

// The coordinates of a stream: the same coordinates give the same numbers on every machine.
struct StreamKey {
  std::uint64_t seed = 0;
  std::uint32_t game = 0;
  std::uint16_t end = 0;
  std::uint8_t shot = 0;
  Purpose purpose = Purpose::kTest;
  std::uint32_t index = 0;  // distinguishes streams of one shot, e.g. the two players
};

// A counter-based random stream (Philox 4x32-10, Salmon et al. 2011): no state but a counter, so
// any stream can be opened at any time, in any order, on any thread.
class RandomStream {
 public:
  explicit RandomStream(const StreamKey& key);

  std::uint32_t NextU32();
  std::uint64_t NextU64();
  // Uniform in the open interval (0, 1).
  double Uniform();
  double Uniform(double low, double high);
  // Uniform in {0, ..., count - 1}; count > 0.
  std::uint32_t Below(std::uint32_t count);
  // Two independent standard normals (Box-Muller).
  std::array<double, 2> NormalPair();
  // Student's t with 5 degrees of freedom.
  double StudentT5();

 private:
  void Refill();

  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 4> counter_;
  std::array<std::uint32_t, 4> block_{};
  int used_ = 4;
};

}  // namespace skipstone
