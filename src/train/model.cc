// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The only file that includes libtorch.
#include "train/model.h"

#include <dnnl.h>
#include <omp.h>
#include <torch/torch.h>

#include <algorithm>
#include <cstdint>

#include "base/error.h"
#include "net/features.h"

// Debian's libtorch multiplies matrices by the BLAS that is installed: the slow reference, or an
// OpenBLAS that does not know a recent CPU. oneDNN does, and libtorch brings it. The linker's
// option
// --export-dynamic-symbol lets libtorch find this one first.
extern "C" void sgemm_(const char* trans_a, const char* trans_b, const int* m, const int* n,
                       const int* k, const float* alpha, const float* a, const int* lda,
                       const float* b, const int* ldb, const float* beta, float* c,
                       const int* ldc) {
  // oneDNN thinks in rows, BLAS in columns: C' = B' A'.
  dnnl_sgemm(*trans_b, *trans_a, *n, *m, *k, *alpha, b, *ldb, a, *lda, *beta, c, *ldc);
}

namespace skipstone {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

constexpr float kSumFactor = 0.25F;  // net/definition.h

// [stones, width] and the first stone of each position to [positions, 2 width]: the sums over 4,
// then the maxima, 0 where there is no stone. Positions have stones in a row, so this is far faster
// than index_add and scatter, and always adds in the same order.
class Pool : public torch::autograd::Function<Pool> {
 public:
  static torch::Tensor forward(AutogradContext* context, const torch::Tensor& values,
                               const torch::Tensor& first_stones) {
    const std::int64_t positions = first_stones.size(0) - 1;
    const std::int64_t width = values.size(1);
    torch::Tensor pooled = torch::zeros({positions, 2 * width});
    torch::Tensor winners = torch::full({positions, width}, -1, torch::kInt32);
    const float* in = values.data_ptr<float>();
    const std::int32_t* first = first_stones.data_ptr<std::int32_t>();
    for (std::int64_t p = 0; p < positions; ++p) {
      float* sum = pooled.data_ptr<float>() + p * 2 * width;
      float* most = sum + width;
      std::int32_t* winner = winners.data_ptr<std::int32_t>() + p * width;
      for (std::int32_t s = first[p]; s < first[p + 1]; ++s) {
        const float* stone = in + s * width;
        for (std::int64_t i = 0; i < width; ++i) {
          sum[i] += kSumFactor * stone[i];
          // What follows a ReLU is never below the 0 of no stone.
          const bool more = stone[i] > most[i];
          winner[i] = more ? s : winner[i];
          most[i] = more ? stone[i] : most[i];
        }
      }
    }
    context->save_for_backward({first_stones, winners});
    return pooled;
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& outputs) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor& first_stones = saved[0];
    const torch::Tensor& winners = saved[1];
    const torch::Tensor grad = outputs[0].contiguous();
    const std::int64_t positions = winners.size(0);
    const std::int64_t width = winners.size(1);
    const std::int32_t* first = first_stones.data_ptr<std::int32_t>();
    torch::Tensor result = torch::empty({first[positions], width});
    for (std::int64_t p = 0; p < positions; ++p) {
      const float* sum = grad.data_ptr<float>() + p * 2 * width;
      const float* most = sum + width;
      const std::int32_t* winner = winners.data_ptr<std::int32_t>() + p * width;
      for (std::int32_t s = first[p]; s < first[p + 1]; ++s) {
        float* stone = result.data_ptr<float>() + s * width;
        for (std::int64_t i = 0; i < width; ++i) {
          stone[i] = kSumFactor * sum[i] + (winner[i] == s ? most[i] : 0.0F);
        }
      }
    }
    return {result, torch::Tensor()};
  }
};

// A view; libtorch has no tensors of const.
torch::Tensor ViewOf(const std::vector<float>& values, std::int64_t rows, std::int64_t columns) {
  SKIPSTONE_CHECK(static_cast<std::int64_t>(values.size()) == rows * columns);
  return torch::from_blob(const_cast<float*>(values.data()), {rows, columns});
}

}  // namespace

struct Model::Parts {
  NetworkDefinition definition;
  std::vector<torch::Tensor> weights;  // as ShapesOf lists them

  // Calls the layers one after another.
  torch::Tensor LogScores(const Batch& batch) const {
    std::size_t at = 0;
    const auto layer = [&](const torch::Tensor& in) {
      at += 2;
      return torch::linear(in, weights[at - 2], weights[at - 1]);
    };
    const auto rows = static_cast<std::int64_t>(batch.size);
    torch::Tensor values;
    if (definition.kind == NetworkKind::kStoneSet) {
      const auto stones = static_cast<std::int64_t>(batch.stones.size()) / kStoneFeatures;
      const torch::Tensor first_stones = torch::from_blob(
          const_cast<std::int32_t*>(batch.first_stones.data()), {rows + 1}, torch::kInt32);
      values = torch::linear(ViewOf(batch.stones, stones, kStoneFeatures), weights[at++]).relu_();
      values = layer(values).relu_();
      values = torch::cat(
          {Pool::apply(values, first_stones), ViewOf(batch.globals, rows, kGlobalFeatures)}, 1);
    } else {
      values = ViewOf(batch.inputs, rows, kStones * definition.inputs_per_stone);
    }
    for (std::size_t i = 0; i < definition.hidden.size(); ++i) values = layer(values).relu_();
    return torch::log_softmax(layer(values), 1);
  }
};

Model::Model(const NetworkDefinition& definition, std::vector<Tensor>& weights)
    : parts_(std::make_unique<Parts>()) {
  parts_->definition = definition;
  const std::vector<TensorShape> shapes = ShapesOf(definition);
  SKIPSTONE_CHECK(weights.size() == shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    SKIPSTONE_CHECK(weights[i].name == shapes[i].name && weights[i].shape == shapes[i].shape);
    parts_->weights.push_back(
        torch::from_blob(weights[i].values.data(), weights[i].shape).requires_grad_());
  }
}

Model::~Model() = default;

double Model::Gradients(const Batch& batch, Loss loss, double scale,
                        std::vector<std::vector<float>>& gradients) {
  const auto rows = static_cast<std::int64_t>(batch.size);
  const torch::Tensor log_scores = parts_->LogScores(batch);
  const torch::Tensor targets = ViewOf(batch.targets, rows, kScores);
  const torch::Tensor losses = loss == Loss::kCrossEntropy
                                   ? -(targets * log_scores).sum(1)
                                   : (log_scores.exp() - targets).square().sum(1);
  const torch::Tensor total =
      torch::dot(losses, ViewOf(batch.weights, rows, 1).view({rows})) * scale;
  const tensor_list found = torch::autograd::grad({total}, parts_->weights);
  gradients.resize(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const torch::Tensor whole = found[i].contiguous();
    gradients[i].assign(whole.data_ptr<float>(), whole.data_ptr<float>() + whole.numel());
  }
  return total.item<double>();
}

void Model::LogScores(const Batch& batch, std::span<float> log_scores) {
  const torch::NoGradGuard no_grad;
  const torch::Tensor found = parts_->LogScores(batch).contiguous();
  SKIPSTONE_CHECK(found.numel() == static_cast<std::int64_t>(log_scores.size()));
  std::copy_n(found.data_ptr<float>(), log_scores.size(), log_scores.begin());
}

void PrepareThread() {
  omp_set_num_threads(1);
  at::set_num_threads(1);
}

}  // namespace skipstone
