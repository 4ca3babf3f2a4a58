// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace skipstone {

// A tensor of float32, row by row.
struct Tensor {
  std::string name;
  std::vector<std::int64_t> shape;
  std::vector<float> values;

  bool operator==(const Tensor&) const = default;
};

// A safetensors file: the length of a JSON header (8 bytes, little-endian), the header (dtype,
// shape and place of each tensor; text under "__metadata__"), then the tensors' bytes. Ours hold
// float32 only, and in "__metadata__" under "hash" sixteen hexadecimal digits: the hash
// (base/hash.h) of the whole file with those digits as zeros. So a changed bit anywhere is seen.
struct TensorFile {
  std::map<std::string, std::string> metadata;  // without the hash
  std::vector<Tensor> tensors;                  // in the order of their bytes

  // Throws BadData if there is none of the name or it has another shape (-1: any size).
  const Tensor& At(std::string_view name, const std::vector<std::int64_t>& shape) const;

  bool operator==(const TensorFile&) const = default;
};

// The file's bytes, and back. Reading refuses, with the reason, whatever is cut short, has a bit
// changed, is no safetensors file or holds other types than float32; `name` is what errors call it.
std::string BytesOf(const TensorFile& file);
TensorFile TensorFileFrom(std::string_view bytes, const std::string& name);
// The hash that its bytes hold.
std::string FileHashOf(const TensorFile& file);

TensorFile ReadTensorFile(const std::filesystem::path& path);
// Whole or not at all.
void WriteTensorFile(const std::filesystem::path& path, const TensorFile& file);

}  // namespace skipstone
