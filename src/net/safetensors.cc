// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "net/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/error.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/json.h"
#include "net/safetensors_hash.h"

namespace skipstone {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors are stored little-endian");

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kMostHeader = std::size_t{1} << 24;
constexpr std::size_t kMostTensors = 4096;
constexpr std::size_t kMostDimensions = 8;
constexpr std::int64_t kMostValues = std::int64_t{1} << 28;  // of a tensor: 1 GB
constexpr std::size_t kHashDigits = 16;
constexpr const char* kMetadata = "__metadata__";
// As we write it, and nothing else in a header can look: in a text the quotes would be escaped.
constexpr std::string_view kHashKey = "\"hash\":\"";

std::uint64_t HeaderLength(std::string_view bytes) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), kLengthBytes);
  return length;
}

std::string HashOfBytes(std::string_view bytes, std::size_t digits_at) {
  std::string copy(bytes);
  copy.replace(digits_at, kHashDigits, kHashDigits, '0');
  Hasher hasher;
  hasher.AddText(copy);
  return HashText(hasher.value());
}

// A file may be cut short, so the header too may be shorter than it says.
std::string_view HeaderOf(std::string_view bytes, const std::string& name) {
  if (bytes.size() < kLengthBytes) {
    throw BadData(name, fmt::format("expected a safetensors file, got {} bytes: it is cut short",
                                    bytes.size()));
  }
  const std::uint64_t length = HeaderLength(bytes);
  if (length < 2 || length > kMostHeader) {
    throw BadData(name, fmt::format("expected a safetensors file, whose first 8 bytes are the "
                                    "length of its header (2 to {}), got {}",
                                    kMostHeader, length));
  }
  if (length > bytes.size() - kLengthBytes) {
    throw BadData(name, fmt::format("the header should have {} bytes, but only {} are there: the "
                                    "file is cut short; copy or make it again",
                                    length, bytes.size() - kLengthBytes));
  }
  return bytes.substr(kLengthBytes, length);
}

std::size_t HashPlace(std::string_view bytes, std::string_view header) {
  const std::size_t key = header.find(kHashKey);
  if (key == std::string_view::npos) return key;
  const std::size_t place = key + kHashKey.size();
  if (header.size() < place + kHashDigits) return std::string_view::npos;
  return static_cast<std::size_t>(header.data() - bytes.data()) + place;
}

void CheckHash(std::string_view bytes, std::string_view header, const Json& metadata,
               const std::string& name) {
  const auto found = metadata.find("hash");
  const std::size_t place = HashPlace(bytes, header);
  if (found == metadata.end() || !found->is_string() || place == std::string_view::npos ||
      bytes.substr(place, kHashDigits) != found->get_ref<const std::string&>()) {
    throw BadData(name,
                  "expected 16 hexadecimal digits under \"__metadata__\" \"hash\", got none: "
                  "this file was not written by skipstone");
  }
  const std::string hash = HashOfBytes(bytes, place);
  if (hash != bytes.substr(place, kHashDigits)) {
    throw BadData(name, fmt::format("expected the hash {}, got {}: the file is damaged or cut "
                                    "short; copy or make it again",
                                    Quote(*found), hash));
  }
}

struct Placed {
  Tensor tensor;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

Placed PlacedFrom(const std::string& tensor_name, const Field& field) {
  Placed placed;
  placed.tensor.name = tensor_name;
  if (const Field type = field.At("dtype"); type.String() != "F32") {
    throw type.Bad(fmt::format("expected \"F32\", got {}", Quote(type.value())));
  }
  const Field shape = field.At("shape");
  std::int64_t values = 1;
  for (std::size_t i = 0; i < shape.Size(kMostDimensions); ++i) {
    const std::int64_t size = shape[i].Int(1, kMostValues);
    if (size > kMostValues / values) {
      throw shape.Bad(fmt::format("expected at most {} values", kMostValues));
    }
    values *= size;
    placed.tensor.shape.push_back(size);
  }
  const Field offsets = field.At("data_offsets");
  if (offsets.Size(2) != 2) throw offsets.Bad("expected two numbers");
  placed.begin = offsets[0].Unsigned();
  placed.end = offsets[1].Unsigned();
  const std::uint64_t wanted = static_cast<std::uint64_t>(values) * sizeof(float);
  if (placed.end < placed.begin || placed.end - placed.begin != wanted) {
    throw offsets.Bad(fmt::format("expected {} bytes for the shape, got those from {} to {}",
                                  wanted, placed.begin, placed.end));
  }
  return placed;
}

std::string ShapeText(const std::vector<std::int64_t>& shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

}  // namespace

const Tensor& TensorFile::At(std::string_view name, const std::vector<std::int64_t>& shape) const {
  const auto found = std::find_if(tensors.begin(), tensors.end(),
                                  [name](const Tensor& tensor) { return tensor.name == name; });
  const std::string where(name);
  if (found == tensors.end()) {
    throw BadData(where, fmt::format("expected a tensor of shape {}, got none of this name",
                                     ShapeText(shape)));
  }
  const bool fits = std::equal(
      found->shape.begin(), found->shape.end(), shape.begin(), shape.end(),
      [](std::int64_t got, std::int64_t expected) { return expected == -1 || got == expected; });
  if (!fits) {
    throw BadData(where, fmt::format("expected a tensor of shape {}, got {}", ShapeText(shape),
                                     ShapeText(found->shape)));
  }
  return *found;
}

std::string BytesOf(const TensorFile& file) {
  JsonOut metadata = {{"hash", std::string(kHashDigits, '0')}};  // first, so easily found
  for (const auto& [key, value] : file.metadata) metadata[key] = value;
  SKIPSTONE_CHECK(!file.metadata.contains("hash"));
  JsonOut header = {{kMetadata, metadata}};
  std::uint64_t end = 0;
  for (const Tensor& tensor : file.tensors) {
    std::int64_t values = 1;
    for (const std::int64_t size : tensor.shape) values *= size;
    SKIPSTONE_CHECK(values > 0 && static_cast<std::size_t>(values) == tensor.values.size());
    SKIPSTONE_CHECK(!header.contains(tensor.name));
    const std::uint64_t begin = end;
    end += tensor.values.size() * sizeof(float);
    header[tensor.name] = {
        {"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {begin, end}}};
  }
  // A command line in the metadata may hold any bytes; JSON may not.
  std::string text = header.dump(-1, ' ', false, JsonOut::error_handler_t::replace);
  text.resize((text.size() + 7) / 8 * 8, ' ');

  std::string bytes(kLengthBytes, '\0');
  const std::uint64_t length = text.size();
  std::memcpy(bytes.data(), &length, kLengthBytes);
  bytes.reserve(bytes.size() + text.size() + end);
  bytes += text;
  for (const Tensor& tensor : file.tensors) {
    bytes.append(reinterpret_cast<const char*>(tensor.values.data()),
                 tensor.values.size() * sizeof(float));
  }
  return WithHash(std::move(bytes));
}

std::string FileHashOf(const TensorFile& file) {
  const std::string bytes = BytesOf(file);
  return bytes.substr(bytes.find(kHashKey) + kHashKey.size(), kHashDigits);
}

std::string WithHash(std::string bytes) {
  if (bytes.size() < kLengthBytes || HeaderLength(bytes) > bytes.size() - kLengthBytes) {
    return bytes;
  }
  const std::string_view view = bytes;
  const std::size_t place = HashPlace(view, view.substr(kLengthBytes, HeaderLength(view)));
  if (place == std::string_view::npos) return bytes;
  bytes.replace(place, kHashDigits, HashOfBytes(bytes, place));
  return bytes;
}

TensorFile TensorFileFrom(std::string_view bytes, const std::string& name) {
  const std::string_view header_text = HeaderOf(bytes, name);
  const Json header = ParseJson(header_text, name);
  const Field root(header, name);
  if (!header.is_object() || !header.contains(kMetadata) || !header[kMetadata].is_object()) {
    throw BadData(name,
                  "expected a safetensors file with \"__metadata__\", got one without: this "
                  "file was not written by skipstone");
  }
  const Field metadata = root.At(kMetadata);
  CheckHash(bytes, header_text, metadata.value(), name);

  TensorFile file;
  // Not by At(): names may be long, errors may not.
  const auto field = [&](const Json& value, const std::string& key) {
    return Field(value, fmt::format("{}: {}", name, Quote(Json(key))));
  };
  for (const auto& [key, value] : metadata.value().items()) {
    if (key != "hash") file.metadata[key] = field(value, key).String();
  }
  if (header.size() > kMostTensors) {
    throw BadData(name, fmt::format("expected at most {} tensors", kMostTensors));
  }
  std::vector<Placed> placed;
  for (const auto& [key, value] : header.items()) {
    if (key != kMetadata) placed.push_back(PlacedFrom(key, field(value, key)));
  }
  std::sort(placed.begin(), placed.end(),
            [](const Placed& a, const Placed& b) { return a.begin < b.begin; });

  const std::string_view data = bytes.substr(kLengthBytes + header_text.size());
  std::uint64_t at = 0;
  for (Placed& p : placed) {
    if (p.begin != at || p.end > data.size()) {
      throw BadData(name, fmt::format("expected the tensor {} at byte {} of {}, got {} to {}: "
                                      "tensors overlap, leave gaps or are cut short",
                                      Quote(Json(p.tensor.name)), at, data.size(), p.begin, p.end));
    }
    at = p.end;
    p.tensor.values.resize((p.end - p.begin) / sizeof(float));
    std::memcpy(p.tensor.values.data(), data.data() + p.begin, p.end - p.begin);
    file.tensors.push_back(std::move(p.tensor));
  }
  if (at != data.size()) {
    throw BadData(name, fmt::format("expected {} bytes of tensors, got {}", at, data.size()));
  }
  return file;
}

TensorFile ReadTensorFile(const std::filesystem::path& path) {
  return TensorFileFrom(ReadFile(path), path.string());
}

void WriteTensorFile(const std::filesystem::path& path, const TensorFile& file) {
  WriteFile(path, BytesOf(file));
}

}  // namespace skipstone
