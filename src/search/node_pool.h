// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <deque>

#include "base/hash.h"
#include "game/end.h"

namespace skipstone {

// The nodes of a tree, by number. Those of earlier searches are used again, with the memory they
// hold. A node has a `position` and is emptied by Clear(); references to it stay valid.
template <typename Node>
class NodePool {
 public:
  void Clear() { count_ = 0; }
  int Add(const Position& position) {
    if (count_ == nodes_.size()) nodes_.emplace_back();
    Node& node = nodes_[count_];
    node.Clear();
    node.position = position;
    return static_cast<int>(count_++);
  }

  Node& operator[](int i) { return nodes_[static_cast<std::size_t>(i)]; }
  const Node& operator[](int i) const { return nodes_[static_cast<std::size_t>(i)]; }
  std::int64_t count() const { return static_cast<std::int64_t>(count_); }

  // Of all positions, and of what `add` adds of each node.
  template <typename Add>
  std::uint64_t Hash(const Add& add) const {
    Hasher hasher;
    for (std::size_t i = 0; i < count_; ++i) {
      hasher.AddInt(HashOf(nodes_[i].position));
      add(hasher, nodes_[i]);
    }
    return hasher.value();
  }

 private:
  std::size_t count_ = 0;
  std::deque<Node> nodes_;
};

}  // namespace skipstone
