// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <functional>
#include <string>

#include "base/files.h"

namespace skipstone {

// Streams lines through workers and hands the answers out in the order of the lines, each as soon
// as it and all before it are ready: a program that writes one line and waits gets its answer.
//
// `make_worker` is called once per thread and returns that thread's own line -> answer function
// (engines are not shared). `emit` runs on one thread at a time, in order; returning false stops
// the stream. Exceptions of a worker or of `emit` end the stream and reach the caller.
struct Answer {
  LineReader::Line line;
  std::string text;   // what to write, without newline; empty writes nothing
  std::string error;  // set if the line was bad
  std::string hint;   // what to say beside the answer, if anything
};
using LineWorker = std::function<void(Answer&)>;

void RunPipeline(LineReader& input, int threads, const std::function<LineWorker()>& make_worker,
                 const std::function<bool(const Answer&)>& emit);

}  // namespace skipstone
