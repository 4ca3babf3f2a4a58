// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <array>
#include <memory>

#include "search/search.h"

namespace skipstone {

// Something for each of the eight throwers. Usually all throw alike; those who do share theirs.
template <typename T>
class ByThrower {
 public:
  template <typename Make>
  ByThrower(const GameTerms& terms, const Make& make) {
    const auto sizes_of = [&](std::size_t i) -> const ExecutionSizes& {
      return terms.execution[i / kPlayers][i % kPlayers];
    };
    for (std::size_t i = 0; i < things_.size(); ++i) {
      for (std::size_t j = 0; j < i && !things_[i]; ++j) {
        if (sizes_of(j) == sizes_of(i)) things_[i] = things_[j];
      }
      if (!things_[i]) things_[i] = make(sizes_of(i));
    }
  }

  T& Of(const Turn& turn) const {
    return *things_[static_cast<std::size_t>(Index(turn.thrower()) * kPlayers +
                                             PlayerOf(turn.shot))];
  }

 private:
  std::array<std::shared_ptr<T>, 2 * kPlayers> things_;
};

}  // namespace skipstone
