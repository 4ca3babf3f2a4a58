// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include "ice/engine.h"
#include "ice/event_kernel.h"

namespace skipstone::event {

// Fills a recording from what the kernel traced of a throw.
void Record(const Lines& lines, const Trace& trace, const Result& result, Recording& recording);

}  // namespace skipstone::event
