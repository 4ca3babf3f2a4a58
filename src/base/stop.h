// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

namespace skipstone {

// Ctrl-C (and SIGTERM) as a flag: long work asks it between pieces, finishes what it has in hand
// and leaves. A second signal kills at once.
void CatchStopSignals();
bool StopRequested();
// How often this process was stopped and went on (Ctrl-Z and fg) since it catches signals. What was
// timed meanwhile tells of nobody's work.
int Pauses();

}  // namespace skipstone
