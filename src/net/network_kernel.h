// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

namespace skipstone::network {

// The arithmetic of networks: network_kernel.inl, compiled once per CPU level. Plain data. All
// arrays are aligned to 64 bytes.

inline constexpr int kBlock = 32;        // positions of one call, at most
inline constexpr int kMostStones = 16;   // of a position
inline constexpr int kStoneInputs = 12;  // of a stone
inline constexpr int kStoneStride = 16;  // from one stone's inputs to the next
inline constexpr int kOutputs = 17;
inline constexpr int kOutputStride = 24;  // whole panels of the narrowest vectors
inline constexpr int kWidestPanel = 32;

// outputs = inputs x weights + bias, then a ReLU where asked for. The outputs are filled up with
// zeros to whole panels; the weights lie by panel, in it by input, in it by output.
struct Layer {
  const float* weights;
  const float* bias;
  int inputs;
  int outputs;  // of whole panels
};

// A position for the network stones: its stones, the hammer team's first, and its own features.
struct StonesInput {
  const float* stones;
  const float* globals;
  int hammer_stones;
  int other_stones;
};

struct StonesLayers {
  Layer by_owner[2];  // the hammer team's stones, the others'
  Layer stone;
  int pooled;   // outputs of `stone` that are not filling
  int globals;  // features of the position itself
};

struct HiddenLayers {
  const Layer* layers;
  int count;
  Layer scores;
};

// What fills the policy's layer up to whole panels has this bias: no shot is as unlikely.
inline constexpr float kNoShot = -1e30F;

// Room for a call, each as large as the widest layer needs.
struct Workspace {
  float* stones[2];     // kBlock * kMostStones rows
  float* positions[2];  // kBlock rows
  float* values;        // of one row, and
  int* places;          // which they are
};

struct Kernel {
  int panel;  // outputs of a panel: divides kWidestPanel
  // `outputs` has kOutputStride values for each position: the exponentials of the kOutputs scores,
  // the largest of which is 1, and others without meaning.
  void (*stones)(const StonesLayers& stones, const HiddenLayers& hidden, const StonesInput* inputs,
                 int count, const Workspace& workspace, float* outputs);
  // The same from rows of inputs, as many as the first layer has.
  void (*dense)(const HiddenLayers& hidden, const float* inputs, int count,
                const Workspace& workspace, float* outputs);
  // A single position for a network with a policy, the layer after the hidden ones: the
  // exponentials of its outputs times `sharpness`, the largest of which is 1.
  void (*policy)(const StonesLayers& stones, const HiddenLayers& hidden, const Layer& policy,
                 const StonesInput& input, float sharpness, const Workspace& workspace,
                 float* outputs);
};

namespace v2 {
extern const Kernel kKernel;
}
namespace v3 {
extern const Kernel kKernel;
}
namespace v4 {
extern const Kernel kKernel;
}

}  // namespace skipstone::network
