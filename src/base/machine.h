// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace skipstone {

std::string MachineText();  // "Intel(R) Xeon(R) ..., 2 threads"

// How many threads work that is asked for so many gets; 0: one per core.
int ThreadsFrom(int threads);

// The x86-64 level whose instructions the CPU has, 1 to 4; asked once.
int CpuLevel();
std::string CpuLevelName(int level);  // "x86-64-v3"

// CpuLevel(), if kernels are compiled for it; else throws kEnvironment: `who` needs one.
int KernelLevelFor(std::string_view who);

// A kernel that is compiled for several levels, as one of them has it.
template <typename Kernel>
struct LevelKernel {
  std::string name;  // of the level
  const Kernel* kernel;
};
// Of those for the levels 2, 3 and 4, the ones this CPU can run, the fastest first.
template <typename Kernel>
std::vector<LevelKernel<Kernel>> UsableKernels(const std::array<const Kernel*, 3>& by_level,
                                               std::string_view who) {
  std::vector<LevelKernel<Kernel>> usable;
  for (int level = KernelLevelFor(who); level >= 2; --level) {
    usable.push_back({CpuLevelName(level), by_level[static_cast<std::size_t>(level - 2)]});
  }
  return usable;
}

}  // namespace skipstone
