// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "base/error.h"

namespace skipstone {

namespace {

// What the CPU calls itself.
std::string CpuModel() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("model name", 0) == 0 && line.find(": ") != std::string::npos) {
      return line.substr(line.find(": ") + 2);
    }
  }
  return "unknown CPU";
}

}  // namespace

std::string MachineText() {
  return fmt::format("{}, {} threads", CpuModel(), std::thread::hardware_concurrency());
}

int ThreadsFrom(int threads) {
  return threads > 0 ? threads
                     : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

int CpuLevel() {
  static const int level = [] {
    __builtin_cpu_init();
    const bool v2 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    const bool v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    return v4 ? 4 : v3 ? 3 : v2 ? 2 : 1;
  }();
  return level;
}

std::string CpuLevelName(int level) { return fmt::format("x86-64-v{}", level); }

int KernelLevelFor(std::string_view who) {
  if (CpuLevel() >= 2) return CpuLevel();
  throw Error(ErrorKind::kEnvironment, "",
              fmt::format("{} need a CPU of level x86-64-v2 (SSE4.2), this one has {}", who,
                          CpuLevelName(CpuLevel())));
}

}  // namespace skipstone
