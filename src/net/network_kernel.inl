// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The arithmetic of networks, included by network_kernel_v2.cc, _v3.cc and _v4.cc, which are
// compiled for these CPU levels. As in ice/event_kernel.inl, every function here has internal
// linkage and none comes from the standard library.
//
// A layer is a product of matrices. The weights lie in panels of two vectors; a tile of a few rows
// by one panel stays in registers while the inputs go by, so that each weight that is loaded serves
// several positions. A single position has no rows to share weights: it takes several panels at a
// time, to have sums enough in flight, and skips inputs that are zero (the ReLU makes half of them
// so), since what costs is loading the weights.

#include <immintrin.h>

#include "net/network_kernel.h"

namespace skipstone::network::SKIPSTONE_KERNEL {
namespace {

// A vector of floats as wide as the level has them.
#if defined(__AVX512F__)
using Vector = __m512;
constexpr int kWidth = 16;
constexpr int kTileRows = 12;
inline Vector Load(const float* p) { return _mm512_load_ps(p); }
inline void Store(float* p, Vector v) { _mm512_store_ps(p, v); }
inline Vector All(float value) { return _mm512_set1_ps(value); }
inline Vector MultiplyAdd(Vector a, Vector b, Vector c) { return _mm512_fmadd_ps(a, b, c); }
// With a mask of ones: gcc 12 warns of its own _mm512_max_ps.
inline Vector Larger(Vector a, Vector b) { return _mm512_maskz_max_ps(0xffff, a, b); }
#elif defined(__AVX2__)
using Vector = __m256;
constexpr int kWidth = 8;
constexpr int kTileRows = 6;
inline Vector Load(const float* p) { return _mm256_load_ps(p); }
inline void Store(float* p, Vector v) { _mm256_store_ps(p, v); }
inline Vector All(float value) { return _mm256_set1_ps(value); }
inline Vector MultiplyAdd(Vector a, Vector b, Vector c) { return _mm256_fmadd_ps(a, b, c); }
inline Vector Larger(Vector a, Vector b) { return _mm256_max_ps(a, b); }
#else
using Vector = __m128;
constexpr int kWidth = 4;
constexpr int kTileRows = 4;
inline Vector Load(const float* p) { return _mm_load_ps(p); }
inline void Store(float* p, Vector v) { _mm_store_ps(p, v); }
inline Vector All(float value) { return _mm_set1_ps(value); }
inline Vector MultiplyAdd(Vector a, Vector b, Vector c) { return _mm_add_ps(_mm_mul_ps(a, b), c); }
inline Vector Larger(Vector a, Vector b) { return _mm_max_ps(a, b); }
#endif

constexpr int kPanel = 2 * kWidth;
// Panels that a single row takes at a time.
constexpr int kRowPanels = 4;
// From this many rows on, tiles are faster than single rows. With narrow vectors it is arithmetic
// that costs: skipping zeros always pays.
constexpr int kFewestTiled = kWidth > 4 ? 3 : kBlock + 1;

// One panel of some rows.
template <int kRows, bool kRelu>
inline void Tile(const Layer& layer, const float* weights, const float* bias, const float* in,
                 int in_stride, float* out, int out_stride) {
  Vector sums[kRows][2];
  const Vector bias0 = Load(bias);
  const Vector bias1 = Load(bias + kWidth);
  for (int row = 0; row < kRows; ++row) {
    sums[row][0] = bias0;
    sums[row][1] = bias1;
  }
  for (int k = 0; k < layer.inputs; ++k) {
    const Vector w0 = Load(weights + k * kPanel);
    const Vector w1 = Load(weights + k * kPanel + kWidth);
#pragma GCC unroll 16
    for (int row = 0; row < kRows; ++row) {
      const Vector value = All(in[row * in_stride + k]);
      sums[row][0] = MultiplyAdd(value, w0, sums[row][0]);
      sums[row][1] = MultiplyAdd(value, w1, sums[row][1]);
    }
  }
  const Vector zero = All(0.0F);
  for (int row = 0; row < kRows; ++row) {
    for (int half = 0; half < 2; ++half) {
      Vector sum = sums[row][half];
      if (kRelu) sum = Larger(sum, zero);
      Store(out + row * out_stride + half * kWidth, sum);
    }
  }
}

template <int kRows, bool kRelu>
void TileOf(int rows, const Layer& layer, const float* weights, const float* bias, const float* in,
            int in_stride, float* out, int out_stride) {
  if constexpr (kRows > 0) {
    if (rows == kRows) {
      Tile<kRows, kRelu>(layer, weights, bias, in, in_stride, out, out_stride);
    } else {
      TileOf<kRows - 1, kRelu>(rows, layer, weights, bias, in, in_stride, out, out_stride);
    }
  }
}

template <bool kRelu>
void RunTiles(const Layer& layer, const float* in, int in_stride, int rows, float* out,
              int out_stride) {
  // Tiles of nearly equal height, rather than a small one at the end.
  const int tiles = (rows + kTileRows - 1) / kTileRows;
  for (int panel = 0; panel < layer.outputs; panel += kPanel) {
    const float* weights = layer.weights + static_cast<long>(panel) * layer.inputs;
    for (int tile = 0; tile < tiles; ++tile) {
      const int from = tile * rows / tiles;
      const int to = (tile + 1) * rows / tiles;
      TileOf<kTileRows, kRelu>(to - from, layer, weights, layer.bias + panel,
                               in + static_cast<long>(from) * in_stride, in_stride,
                               out + static_cast<long>(from) * out_stride + panel, out_stride);
    }
  }
}

template <int kPanels, bool kRelu>
inline void RowPanels(const Layer& layer, int panel, const float* values, const int* places,
                      int count, float* out) {
  const long panel_size = static_cast<long>(kPanel) * layer.inputs;
  const float* weights = layer.weights + static_cast<long>(panel) * layer.inputs;
  Vector sums[kPanels][2];
  for (int p = 0; p < kPanels; ++p) {
    sums[p][0] = Load(layer.bias + panel + p * kPanel);
    sums[p][1] = Load(layer.bias + panel + p * kPanel + kWidth);
  }
  for (int i = 0; i < count; ++i) {
    const Vector value = All(values[i]);
    const float* at = weights + places[i] * kPanel;
#pragma GCC unroll 8
    for (int p = 0; p < kPanels; ++p) {
      sums[p][0] = MultiplyAdd(value, Load(at + p * panel_size), sums[p][0]);
      sums[p][1] = MultiplyAdd(value, Load(at + p * panel_size + kWidth), sums[p][1]);
    }
  }
  const Vector zero = All(0.0F);
  for (int p = 0; p < kPanels; ++p) {
    for (int half = 0; half < 2; ++half) {
      Vector sum = sums[p][half];
      if (kRelu) sum = Larger(sum, zero);
      Store(out + panel + p * kPanel + half * kWidth, sum);
    }
  }
}

template <bool kRelu>
void RunRow(const Layer& layer, const float* in, const Workspace& workspace, float* out) {
  int count = 0;
  for (int k = 0; k < layer.inputs; ++k) {
    workspace.values[count] = in[k];
    workspace.places[count] = k;
    count += in[k] != 0.0F ? 1 : 0;
  }
  int panel = 0;
  for (; panel + kRowPanels * kPanel <= layer.outputs; panel += kRowPanels * kPanel) {
    RowPanels<kRowPanels, kRelu>(layer, panel, workspace.values, workspace.places, count, out);
  }
  for (; panel < layer.outputs; panel += kPanel) {
    RowPanels<1, kRelu>(layer, panel, workspace.values, workspace.places, count, out);
  }
}

template <bool kRelu>
void Run(const Layer& layer, const float* in, int in_stride, int rows, const Workspace& workspace,
         float* out) {
  if (rows >= kFewestTiled) {
    RunTiles<kRelu>(layer, in, in_stride, rows, out, layer.outputs);
    return;
  }
  for (int row = 0; row < rows; ++row) {
    RunRow<kRelu>(layer, in + static_cast<long>(row) * in_stride, workspace,
                  out + static_cast<long>(row) * layer.outputs);
  }
}

// e^x for x <= 0, to about 1e-7: 2^n times a polynomial on [-1/2, 1/2] (Taylor's; the remainder is
// below 2e-8).
inline float Exponential(float x) {
  constexpr float kLog2E = 1.44269504F;
  constexpr float kLn2High = 0.693359375F;  // few bits, so that n times it is exact
  constexpr float kLn2Low = -2.12194440e-4F;
  constexpr float kRound = 12582912.0F;  // 3 * 2^22: adding it rounds to a whole number
  x = x > -80.0F ? x : -80.0F;
  const float shifted = x * kLog2E + kRound;
  const float n = shifted - kRound;
  const float r = (x - n * kLn2High) - n * kLn2Low;
  float p = 1.0F / 5040.0F;
  p = p * r + 1.0F / 720.0F;
  p = p * r + 1.0F / 120.0F;
  p = p * r + 1.0F / 24.0F;
  p = p * r + 1.0F / 6.0F;
  p = p * r + 0.5F;
  p = p * r + 1.0F;
  p = p * r + 1.0F;
  return p * __builtin_bit_cast(float, (static_cast<int>(n) + 127) << 23);
}

// Absurd weights overflow; what comes out is a distribution all the same. (A ReLU makes a NaN 0.)
inline float Tame(float score) {
  constexpr float kMost = 1e30F;
  score = score > -kMost ? score : -kMost;
  return score < kMost ? score : kMost;
}

void Finish(const float* scores, int stride, int count, float* outputs) {
  for (int row = 0; row < count; ++row) {
    const float* in = scores + static_cast<long>(row) * stride;
    float* out = outputs + static_cast<long>(row) * kOutputStride;
    float largest = Tame(in[0]);
    for (int i = 1; i < kOutputs; ++i) {
      const float score = Tame(in[i]);
      largest = score > largest ? score : largest;
    }
    for (int i = 0; i < kOutputStride; ++i) {
      const float below = Tame(in[i]) - largest;
      out[i] = Exponential(below < 0.0F ? below : 0.0F);  // what fills a panel may be larger
    }
  }
}

// As Finish for one row of whole panels, which is long enough for vectors to pay.
void FinishPolicy(int count, float sharpness, float* outputs) {
  for (int i = 0; i < count; ++i) outputs[i] = Tame(outputs[i]);
  Vector most = Load(outputs);
  for (int i = kWidth; i < count; i += kWidth) most = Larger(most, Load(outputs + i));
  alignas(64) float lanes[kWidth];
  Store(lanes, most);
  float largest = lanes[0];
  for (int i = 1; i < kWidth; ++i) largest = lanes[i] > largest ? lanes[i] : largest;
  for (int i = 0; i < count; ++i) outputs[i] = Exponential((outputs[i] - largest) * sharpness);
}

// The last hidden layer's rows, which stand in one of the workspace's positions.
const float* RunHiddenLayers(const HiddenLayers& hidden, const float* in, int in_stride, int count,
                             const Workspace& workspace) {
  int to = in == workspace.positions[0] ? 1 : 0;
  for (int i = 0; i < hidden.count; ++i) {
    const Layer& layer = hidden.layers[i];
    Run<true>(layer, in, in_stride, count, workspace, workspace.positions[to]);
    in = workspace.positions[to];
    in_stride = layer.outputs;
    to = 1 - to;
  }
  return in;
}

void RunHidden(const HiddenLayers& hidden, const float* in, int in_stride, int count,
               const Workspace& workspace, float* outputs) {
  in = RunHiddenLayers(hidden, in, in_stride, count, workspace);
  float* scores = workspace.positions[in == workspace.positions[0] ? 1 : 0];
  Run<false>(hidden.scores, in, hidden.layers[hidden.count - 1].outputs, count, workspace, scores);
  Finish(scores, hidden.scores.outputs, count, outputs);
}

// Sum over 4 and maximum of the stones' rows.
void Pool(const float* rows, int stride, int count, int pooled, float* out) {
  const Vector quarter = All(0.25F);
  const Vector zero = All(0.0F);
  for (int at = 0; at < pooled; at += kWidth) {
    Vector sum = zero;
    Vector most = zero;  // nothing is below it after a ReLU
    for (int row = 0; row < count; ++row) {
      const Vector v = Load(rows + static_cast<long>(row) * stride + at);
      sum = MultiplyAdd(quarter, v, sum);
      most = Larger(most, v);
    }
    Store(out + at, sum);
    Store(out + pooled + at, most);
  }
}

// Each position's pooled stones and its own features, in the workspace's first positions; returns
// how many numbers that is for each.
int RunStonesLayers(const StonesLayers& stones, const StonesInput* inputs, int count,
                    const Workspace& workspace) {
  const int width = stones.by_owner[0].outputs;
  int rows = 0;
  for (int i = 0; i < count; ++i) {
    const int by_owner[2] = {inputs[i].hammer_stones, inputs[i].other_stones};
    const float* in = inputs[i].stones;
    for (int owner = 0; owner < 2; ++owner) {
      RunTiles<true>(stones.by_owner[owner], in, kStoneStride, by_owner[owner],
                     workspace.stones[0] + static_cast<long>(rows) * width, width);
      rows += by_owner[owner];
      in += by_owner[owner] * kStoneStride;
    }
  }
  RunTiles<true>(stones.stone, workspace.stones[0], width, rows, workspace.stones[1],
                 stones.stone.outputs);
  const int stride = 2 * stones.pooled + stones.globals;
  const float* from = workspace.stones[1];
  for (int i = 0; i < count; ++i) {
    float* to = workspace.positions[0] + static_cast<long>(i) * stride;
    const int lying = inputs[i].hammer_stones + inputs[i].other_stones;
    Pool(from, stones.stone.outputs, lying, stones.pooled, to);
    from += static_cast<long>(lying) * stones.stone.outputs;
    for (int k = 0; k < stones.globals; ++k) to[2 * stones.pooled + k] = inputs[i].globals[k];
  }
  return stride;
}

void RunStones(const StonesLayers& stones, const HiddenLayers& hidden, const StonesInput* inputs,
               int count, const Workspace& workspace, float* outputs) {
  const int stride = RunStonesLayers(stones, inputs, count, workspace);
  RunHidden(hidden, workspace.positions[0], stride, count, workspace, outputs);
}

void RunPolicy(const StonesLayers& stones, const HiddenLayers& hidden, const Layer& policy,
               const StonesInput& input, float sharpness, const Workspace& workspace,
               float* outputs) {
  const int stride = RunStonesLayers(stones, &input, 1, workspace);
  const float* in = RunHiddenLayers(hidden, workspace.positions[0], stride, 1, workspace);
  RunRow<false>(policy, in, workspace, outputs);
  FinishPolicy(policy.outputs, sharpness, outputs);
}

void RunDense(const HiddenLayers& hidden, const float* inputs, int count,
              const Workspace& workspace, float* outputs) {
  RunHidden(hidden, inputs, hidden.layers[0].inputs, count, workspace, outputs);
}

}  // namespace

extern const Kernel kKernel;
const Kernel kKernel = {kPanel, &RunStones, &RunDense, &RunPolicy};

}  // namespace skipstone::network::SKIPSTONE_KERNEL
