// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// Mutates JSON as a tree: bytes at random rarely get past the parser. A third of the mutations are
// libFuzzer's own, on bytes. Text of several lines (a game record) is also mutated line by line.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "base/json.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace skipstone::fuzz {
namespace {

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::size_t Below(std::size_t count) { return random_() % count; }

  std::string Text(const std::string& text) {
    const Json whole = Json::parse(text, nullptr, false);
    if (!whole.is_discarded()) return Tree(whole);
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      lines.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    if (lines.empty()) return text;
    Lines(lines);
    std::string result;
    for (const std::string& line : lines) result += line + "\n";
    return result;
  }

 private:
  void Lines(std::vector<std::string>& lines) {
    const std::size_t i = Below(lines.size());
    const std::size_t j = Below(lines.size());
    switch (Below(16)) {
      case 0:
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
        return;
      case 1:
        std::swap(lines[i], lines[j]);
        return;
      case 2:
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(i), lines[j]);
        return;
      case 3:
        // A short game: the moves up to here, then the result.
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i), lines.end() - 1);
        return;
      default:
        break;
    }
    const Json line = Json::parse(lines[i], nullptr, false);
    if (!line.is_discarded()) lines[i] = Tree(line);
  }

  std::string Tree(Json json) {
    for (std::size_t changes = 1 + Below(3); changes > 0; --changes) {
      std::vector<Json*> nodes;
      Collect(json, nodes);
      Change(*nodes[Below(nodes.size())], nodes);
    }
    return json.dump();
  }

  static void Collect(Json& node, std::vector<Json*>& nodes) {
    nodes.push_back(&node);
    if (!node.is_structured()) return;
    for (Json& child : node) Collect(child, nodes);
  }

  void Change(Json& node, const std::vector<Json*>& nodes) {
    switch (Below(8)) {
      case 0:
        node = Interesting();
        return;
      case 1: {
        const Json copy = *nodes[Below(nodes.size())];
        node = copy;
        return;
      }
      default:
        break;
    }
    if (node.is_number_float()) {
      Nudge(node);
    } else if (node.is_number_integer()) {
      // Unsigned, where overflow is defined.
      node = static_cast<std::int64_t>(node.get<std::uint64_t>() / (1 + Below(3)) + Below(5) - 2);
    } else if (node.is_boolean()) {
      node = !node.get<bool>();
    } else if (node.is_array() && !node.empty()) {
      const std::size_t i = Below(node.size());
      const std::size_t j = Below(node.size());
      if (Below(3) == 0) {
        node.erase(i);
      } else if (Below(2) == 0) {
        const Json copy = node[i];
        node.push_back(copy);
      } else {
        std::swap(node[i], node[j]);
      }
    } else if (node.is_object() && !node.empty()) {
      auto i = node.begin();
      auto j = node.begin();
      std::advance(i, Below(node.size()));
      std::advance(j, Below(node.size()));
      if (Below(2) == 0) {
        node.erase(i);
      } else {
        std::swap(*i, *j);
      }
    } else {
      node = Interesting();
    }
  }

  void Nudge(Json& number) {
    constexpr double kSteps[] = {1e-7, 1e-3, 0.003, 0.015, 0.29, 1.0, 10.0};
    const double value = number.get<double>();
    const double sign = Below(2) == 0 ? 1.0 : -1.0;
    switch (Below(4)) {
      case 0:
        number = -value;
        return;
      case 1:
        number = value * (Below(2) == 0 ? 2.0 : 0.5);
        return;
      default:
        number = value + sign * kSteps[Below(std::size(kSteps))];
        return;
    }
  }

  Json Interesting() {
    static const std::vector<Json> values = {nullptr,
                                             true,
                                             false,
                                             0,
                                             1,
                                             2,
                                             7,
                                             8,
                                             15,
                                             16,
                                             255,
                                             256,
                                             1000,
                                             1001,
                                             -1,
                                             2147483648,
                                             INT64_MAX,
                                             INT64_MIN,
                                             UINT64_MAX,
                                             0.0,
                                             -0.0,
                                             0.145,
                                             0.29,
                                             0.275,
                                             2.375,
                                             4.75,
                                             4.88,
                                             38.405,
                                             41.28,
                                             1e-9,
                                             5e-324,
                                             1e-40,
                                             999.9999,
                                             1000.0,
                                             500.0,
                                             -500.0,
                                             1e6,
                                             1e15,
                                             3.5e38,
                                             1.7e308,
                                             "",
                                             "cw",
                                             "ccw",
                                             "team0",
                                             "team1",
                                             "shot",
                                             "concede",
                                             "dc2",
                                             "dc3",
                                             "dc4",
                                             "curling",
                                             "fcv1",
                                             "gat",
                                             "none",
                                             "olympic",
                                             "box2d",
                                             "score",
                                             "draw",
                                             "gat:along_error=1000",
                                             "\u00e9\n\x01",
                                             Json::array(),
                                             Json::object()};
    return values[Below(values.size())];
  }

  std::minstd_rand random_;
};

}  // namespace
}  // namespace skipstone::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  skipstone::fuzz::Mutator mutator(seed);
  if (size == 0 || mutator.Below(3) == 0) return LLVMFuzzerMutate(data, size, max_size);
  const std::string text = mutator.Text({reinterpret_cast<const char*>(data), size});
  if (text.empty() || text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
