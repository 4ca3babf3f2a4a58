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

// Policies before their softmax, [positions, kPolicyCells], and sparse targets to each position's
// cross-entropy. Dense targets would be mostly zeros, megabytes of them.
class PolicyLoss : public torch::autograd::Function<PolicyLoss> {
 public:
  static torch::Tensor forward(AutogradContext* context, const torch::Tensor& logits,
                               const torch::Tensor& first_cells, const torch::Tensor& cells,
                               const torch::Tensor& cell_weights) {
    const torch::Tensor log_policy = torch::log_softmax(logits, 1);
    torch::Tensor losses = torch::zeros({log_policy.size(0)});
    const std::int32_t* first = first_cells.data_ptr<std::int32_t>();
    const std::int32_t* cell = cells.data_ptr<std::int32_t>();
    const float* weight = cell_weights.data_ptr<float>();
    for (std::int64_t p = 0; p < log_policy.size(0); ++p) {
      const float* row = log_policy.data_ptr<float>() + p * log_policy.size(1);
      float& loss = losses.data_ptr<float>()[p];
      for (std::int32_t i = first[p]; i < first[p + 1]; ++i) loss -= weight[i] * row[cell[i]];
    }
    context->save_for_backward({log_policy, first_cells, cells, cell_weights});
    return losses;
  }

  static tensor_list backward(AutogradContext* context, const tensor_list& outputs) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor grad = outputs[0].contiguous();
    torch::Tensor result = saved[0].exp();
    const std::int32_t* first = saved[1].data_ptr<std::int32_t>();
    const std::int32_t* cell = saved[2].data_ptr<std::int32_t>();
    const float* weight = saved[3].data_ptr<float>();
    const std::int64_t width = result.size(1);
    for (std::int64_t p = 0; p < result.size(0); ++p) {
      float* row = result.data_ptr<float>() + p * width;
      const float by = grad.data_ptr<float>()[p];
      float sum = 0.0F;  // 1, but for rounding
      for (std::int32_t i = first[p]; i < first[p + 1]; ++i) sum += weight[i];
      for (std::int64_t k = 0; k < width; ++k) row[k] *= by * sum;
      for (std::int32_t i = first[p]; i < first[p + 1]; ++i) row[cell[i]] -= by * weight[i];
    }
    return {result, torch::Tensor(), torch::Tensor(), torch::Tensor()};
  }
};

// Views; libtorch has no tensors of const.
torch::Tensor ViewOf(const std::vector<std::int32_t>& values) {
  return torch::from_blob(const_cast<std::int32_t*>(values.data()),
                          {static_cast<std::int64_t>(values.size())}, torch::kInt32);
}
torch::Tensor ViewOf(const std::vector<float>& values, std::int64_t rows, std::int64_t columns) {
  SKIPSTONE_CHECK(static_cast<std::int64_t>(values.size()) == rows * columns);
  return torch::from_blob(const_cast<float*>(values.data()), {rows, columns});
}

}  // namespace

struct Model::Parts {
  NetworkDefinition definition;
  std::vector<torch::Tensor> weights;  // as ShapesOf lists them

  struct Outputs {
    torch::Tensor log_scores;
    torch::Tensor policy;  // before the softmax; of pv-stones alone
  };

  // Calls the layers one after another.
  Outputs Run(const Batch& batch) const {
    std::size_t at = 0;
    const auto layer = [&](const torch::Tensor& in) {
      at += 2;
      return torch::linear(in, weights[at - 2], weights[at - 1]);
    };
    const auto rows = static_cast<std::int64_t>(batch.size);
    torch::Tensor values;
    if (SeesStones(definition.kind)) {
      const auto stones = static_cast<std::int64_t>(batch.stones.size()) / kStoneFeatures;
      const torch::Tensor first_stones = ViewOf(batch.first_stones);
      values = torch::linear(ViewOf(batch.stones, stones, kStoneFeatures), weights[at++]).relu_();
      values = layer(values).relu_();
      values = torch::cat({Pool::apply(values, first_stones),
                           ViewOf(batch.globals, rows, GlobalFeaturesOf(definition))},
                          1);
    } else {
      values = ViewOf(batch.inputs, rows, kStones * definition.inputs_per_stone);
    }
    for (std::size_t i = 0; i < definition.hidden.size(); ++i) values = layer(values).relu_();
    Outputs outputs{torch::log_softmax(layer(values), 1), {}};
    if (definition.kind == NetworkKind::kPvStones) outputs.policy = layer(values);
    return outputs;
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

Losses Model::Gradients(const Batch& batch, Loss loss, double scale,
                        std::vector<std::vector<float>>& gradients) {
  const auto rows = static_cast<std::int64_t>(batch.size);
  const auto [log_scores, policy] = parts_->Run(batch);
  const torch::Tensor targets = ViewOf(batch.targets, rows, kScores);
  const torch::Tensor losses = loss == Loss::kCrossEntropy
                                   ? -(targets * log_scores).sum(1)
                                   : (log_scores.exp() - targets).square().sum(1);
  const torch::Tensor weights = ViewOf(batch.weights, rows, 1).view({rows});
  const torch::Tensor value_loss = torch::dot(losses, weights) * scale;
  torch::Tensor total = value_loss;
  Losses sums;
  if (policy.defined()) {
    const torch::Tensor policy_loss =
        torch::dot(PolicyLoss::apply(policy, ViewOf(batch.first_cells), ViewOf(batch.cells),
                                     ViewOf(batch.cell_weights,
                                            static_cast<std::int64_t>(batch.cells.size()), 1)),
                   weights) *
        scale;
    total = value_loss + policy_loss;
    sums.policy = policy_loss.item<double>();
  }
  const tensor_list found = torch::autograd::grad({total}, parts_->weights);
  gradients.resize(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const torch::Tensor whole = found[i].contiguous();
    gradients[i].assign(whole.data_ptr<float>(), whole.data_ptr<float>() + whole.numel());
  }
  sums.value = value_loss.item<double>();
  return sums;
}

void Model::LogOutputs(const Batch& batch, std::vector<float>& log_scores,
                       std::vector<float>& log_policy) {
  const torch::NoGradGuard no_grad;
  const auto copy = [](const torch::Tensor& tensor, std::vector<float>& to) {
    const torch::Tensor whole = tensor.contiguous();
    to.assign(whole.data_ptr<float>(), whole.data_ptr<float>() + whole.numel());
  };
  const auto [scores, policy] = parts_->Run(batch);
  copy(scores, log_scores);
  log_policy.clear();
  if (policy.defined()) copy(torch::log_softmax(policy, 1), log_policy);
}

void PrepareThread() {
  omp_set_num_threads(1);
  at::set_num_threads(1);
}

}  // namespace skipstone
