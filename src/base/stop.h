// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

namespace skipstone {

// Ctrl-C (and SIGTERM) as a flag: long work asks it between pieces, finishes what it has in hand
// and leaves. A second signal kills at once.
void CatchStopSignals();
bool StopRequested();

}  // namespace skipstone
