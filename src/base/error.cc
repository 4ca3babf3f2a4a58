// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/error.h"

#include <fmt/format.h>

namespace skipstone {

Error::Error(ErrorKind kind, std::string where, const std::string& message)
    : std::runtime_error(where.empty() ? message : where + ": " + message),
      kind_(kind),
      where_(std::move(where)) {}

void CheckFailed(const char* file, int line, const char* condition) {
  throw Error(ErrorKind::kInternal, fmt::format("{}:{}", file, line),
              fmt::format("internal check failed: {}", condition));
}

}  // namespace skipstone
