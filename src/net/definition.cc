// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "net/definition.h"

#include <fmt/format.h>

#include "net/features.h"
#include "shots/policy_cells.h"

namespace skipstone {
namespace {

constexpr int kFeatureVersion = 1;  // of all kinds
constexpr int kNarrowest = 16;
constexpr int kWidest = 4096;
constexpr std::size_t kStoneLayers = 2;
constexpr std::size_t kMostHiddenLayers = 8;

std::vector<int> WidthsFromJson(const Field& field, std::size_t least, std::size_t most) {
  const std::size_t count = field.Size(most);
  if (count < least) throw field.Bad(fmt::format("expected {} to {} widths", least, most));
  std::vector<int> widths;
  for (std::size_t i = 0; i < count; ++i) {
    const Field width = field[i];
    widths.push_back(static_cast<int>(width.Int(kNarrowest, kWidest)));
    if (widths.back() % 16 != 0) {
      throw width.Bad(fmt::format("expected a multiple of 16, got {}", widths.back()));
    }
  }
  return widths;
}

}  // namespace

std::string_view NetworkKindName(NetworkKind kind) {
  if (kind == NetworkKind::kStoneSet) return "stones";
  return kind == NetworkKind::kNnX ? "nn-x" : "pv-stones";
}

int GlobalFeaturesOf(const NetworkDefinition& definition) {
  return definition.stakes ? kMostGlobalFeatures : kGlobalFeatures;
}

std::vector<TensorShape> ShapesOf(const NetworkDefinition& definition) {
  std::vector<TensorShape> shapes;
  std::int64_t in = kStones * definition.inputs_per_stone;
  if (SeesStones(definition.kind)) {
    SKIPSTONE_CHECK(definition.stone.size() == kStoneLayers);
    shapes.push_back({"stone.0.weight", {definition.stone[0], kStoneFeatures}});
    shapes.push_back({"stone.1.weight", {definition.stone[1], definition.stone[0]}});
    shapes.push_back({"stone.1.bias", {definition.stone[1]}});
    in = 2 * definition.stone[1] + GlobalFeaturesOf(definition);
  }
  for (std::size_t i = 0; i < definition.hidden.size(); ++i) {
    shapes.push_back({fmt::format("hidden.{}.weight", i), {definition.hidden[i], in}});
    shapes.push_back({fmt::format("hidden.{}.bias", i), {definition.hidden[i]}});
    in = definition.hidden[i];
  }
  shapes.push_back({"scores.weight", {kScores, in}});
  shapes.push_back({"scores.bias", {kScores}});
  if (definition.kind == NetworkKind::kPvStones) {
    shapes.push_back({"policy.weight", {kPolicyCells, in}});
    shapes.push_back({"policy.bias", {kPolicyCells}});
  }
  return shapes;
}

JsonOut ToJson(const NetworkDefinition& definition) {
  JsonOut json = {{"kind", NetworkKindName(definition.kind)},
                  {"feature_version", definition.feature_version}};
  if (SeesStones(definition.kind)) json["stone"] = definition.stone;
  json["hidden"] = definition.hidden;
  if (definition.stakes) json["stakes"] = true;
  if (definition.kind == NetworkKind::kNnX) {
    json["inputs_per_stone"] = definition.inputs_per_stone;
    json["stones_left"] = definition.stones_left;
  }
  return json;
}

NetworkDefinition NetworkDefinitionFromJson(const Field& field) {
  NetworkDefinition definition;
  const Field kind = field.At("kind");
  if (kind.String() == NetworkKindName(NetworkKind::kNnX)) {
    definition.kind = NetworkKind::kNnX;
  } else if (kind.String() == NetworkKindName(NetworkKind::kPvStones)) {
    definition.kind = NetworkKind::kPvStones;
  } else if (kind.String() != NetworkKindName(NetworkKind::kStoneSet)) {
    throw kind.Bad(
        fmt::format("expected \"stones\", \"nn-x\" or \"pv-stones\", got {}", Quote(kind.value())));
  }
  const Field version = field.At("feature_version");
  definition.feature_version = static_cast<int>(version.Int(0, 1'000'000));
  if (definition.feature_version != kFeatureVersion) {
    throw version.Bad(fmt::format(
        "expected {}, got {}: the network sees positions in another way than this "
        "program shows them; train it again, or use the version of skipstone it is from",
        kFeatureVersion, definition.feature_version));
  }
  if (SeesStones(definition.kind)) {
    definition.stone = WidthsFromJson(field.At("stone"), kStoneLayers, kStoneLayers);
  }
  definition.hidden = WidthsFromJson(field.At("hidden"), 1, kMostHiddenLayers);
  if (const auto stakes = field.Find("stakes")) {
    definition.stakes = stakes->Bool();
    if (definition.stakes && definition.kind != NetworkKind::kPvStones) {
      throw stakes->Bad("expected a network pv-stones to know stakes, got another kind");
    }
  }
  if (definition.kind == NetworkKind::kNnX) {
    const Field inputs = field.At("inputs_per_stone");
    definition.inputs_per_stone = static_cast<int>(inputs.Int(5, 7));
    if (definition.inputs_per_stone == 6) throw inputs.Bad("expected 5 or 7, got 6");
    definition.stones_left = static_cast<int>(field.At("stones_left").Int(1, kStones));
  }
  return definition;
}

}  // namespace skipstone
