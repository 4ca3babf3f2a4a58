// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "ice/engine.h"

namespace skipstone {

// The fast engine: stones fly along tabulated paths from contact to contact (docs/physics.md).
// Speeds beyond its tables go to box2d.
std::unique_ptr<Engine> MakeEvent(const Ice& ice);

// The kernels this CPU can run, best first: "x86-64-v4", "x86-64-v3", "x86-64-v2". All give the
// same outcomes. MakeEvent takes the first.
std::span<const std::string_view> EventKernels();
std::unique_ptr<Engine> MakeEventWithKernel(const Ice& ice, std::string_view kernel);

}  // namespace skipstone
