// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "net/safetensors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "base/error.h"
#include "base/files.h"
#include "net/safetensors_hash.h"

namespace skipstone {
namespace {

TensorFile Small() {
  return {{{"note", "\"hash\":\"0123456789abcdef\""}, {"format", "test"}},
          {{"b", {2, 3}, {1, 2, 3, 4, 5, 6}}, {"a", {1}, {-0.5F}}, {"scalar", {}, {7}}}};
}

std::string ReasonOf(std::string_view bytes) {
  try {
    TensorFileFrom(bytes, "file");
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kBadData) << e.what();
    return e.what();
  }
  return "";
}

// A file with this header (in which the hash is repaired) and data.
std::string FileWith(const std::string& header, const std::string& data) {
  std::string bytes(8, '\0');
  const std::uint64_t length = header.size();
  std::memcpy(bytes.data(), &length, 8);
  return WithHash(bytes + header + data);
}

std::string WithTensors(const std::string& tensors, std::size_t data) {
  return FileWith(R"({"__metadata__":{"hash":"0000000000000000"},)" + tensors + "}",
                  std::string(data, '\0'));
}

TEST(Safetensors, SurvivesItsBytes) {
  const TensorFile file = Small();
  const std::string bytes = BytesOf(file);
  EXPECT_EQ(TensorFileFrom(bytes, "file"), file);
  EXPECT_EQ(BytesOf(TensorFileFrom(bytes, "file")), bytes);
  EXPECT_EQ(WithHash(bytes), bytes);
  std::uint64_t header = 0;
  std::memcpy(&header, bytes.data(), 8);
  EXPECT_EQ(header % 8, 0U);  // so that floats are aligned
  EXPECT_EQ(bytes.size(), 8 + header + 8 * sizeof(float));
  EXPECT_EQ(TensorFileFrom(BytesOf({}), "file"), TensorFile{});
}

TEST(Safetensors, SurvivesTheDisk) {
  const std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) / "safetensors_test.safetensors";
  WriteTensorFile(path, Small());
  EXPECT_EQ(ReadTensorFile(path), Small());
  std::filesystem::remove(path);
  EXPECT_THROW(ReadTensorFile(path), Error);
}

TEST(Safetensors, SeesEveryChangedBit) {
  const std::string bytes = BytesOf(Small());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
      EXPECT_NE(ReasonOf(changed), "") << "byte " << i << ", bit " << bit;
    }
  }
}

TEST(Safetensors, SeesEveryMissingByte) {
  const std::string bytes = BytesOf(Small());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(ReasonOf(std::string_view(bytes).substr(0, size)), "") << size;
  }
  EXPECT_NE(ReasonOf(bytes + '\0'), "");
  EXPECT_NE(ReasonOf("12345").find("cut short"), std::string::npos);
}

TEST(Safetensors, SaysWhatIsWrong) {
  const auto has = [](const std::string& bytes, const char* reason) {
    EXPECT_NE(ReasonOf(bytes).find(reason), std::string::npos) << reason << "\n" << ReasonOf(bytes);
  };
  has(std::string(64, '\xff'), "length of its header");
  has(std::string(64, '\0'), "length of its header");
  has(FileWith("{}", ""), "not written by skipstone");
  has(FileWith("[1]", ""), "not written by skipstone");
  has(FileWith(R"({"__metadata__":{"format":"pt"}})", ""), "not written by skipstone");
  has(FileWith(R"({"__metadata__":{"hash":17}})", ""), "not written by skipstone");
  has(FileWith(R"({"__metadata__":{"hash":"0000000000000000","x":1}})", ""), "x");
  has(FileWith("{ ", ""), "not valid JSON");
  has(BytesOf(Small()) + "1234", "damaged");

  EXPECT_EQ(ReasonOf(WithTensors(R"("a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]})", 8)),
            "");
  has(WithTensors(R"("a":{"dtype":"F16","shape":[2],"data_offsets":[0,4]})", 4), "F32");
  has(WithTensors(R"("a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]})", 8), "12 bytes");
  has(WithTensors(R"("a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]})", 0), "shape");
  has(WithTensors(R"("a":{"dtype":"F32","shape":[-1],"data_offsets":[0,8]})", 8), "shape");
  has(WithTensors(R"("a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]})", 8), "8 bytes");
  has(WithTensors(R"("a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]})", 4), "cut short");
  has(WithTensors(R"("a":{"dtype":"F32","shape":[2],"data_offsets":[4,12]})", 12), "gaps");
  has(WithTensors(R"("a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]})", 12), "12");
  has(WithTensors(R"("a":{"dtype":"F32","shape":[268435456,268435456,268435456],)"
                  R"("data_offsets":[0,8]})",
                  8),
      "values");
  has(WithTensors(R"("a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                  R"("b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]})",
                  12),
      "overlap");
}

TEST(Safetensors, FindsTensorsByNameAndShape) {
  const TensorFile file = Small();
  EXPECT_EQ(file.At("b", {2, 3}).values.size(), 6U);
  EXPECT_EQ(file.At("b", {-1, 3}).values.size(), 6U);
  EXPECT_THROW(file.At("b", {3, 2}), Error);
  EXPECT_THROW(file.At("b", {2}), Error);
  EXPECT_THROW(file.At("c", {2, 3}), Error);
}

}  // namespace
}  // namespace skipstone
