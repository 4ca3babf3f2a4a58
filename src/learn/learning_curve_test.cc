// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "learn/learning_curve.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "base/error.h"
#include "base/files.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

class LearningCurve : public testing::Test {
 protected:
  LearningCurve() : path_(fs::temp_directory_path() / ("curve_test_" + std::to_string(getpid()))) {}
  ~LearningCurve() override { fs::remove(path_); }

  std::vector<CurvePoint> Read(const std::string& content) {
    WriteFile(path_, content);
    return ReadLearningCurve(path_);
  }

  void ExpectBad(const std::string& content, const std::string& where) {
    try {
      Read(content);
      ADD_FAILURE() << content;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kBadData) << content;
      EXPECT_EQ(error.where().rfind(path_.string() + where, 0), 0U) << error.where();
    }
  }

  fs::path path_;
};

const std::string kPoint = R"({"step":100,"train_loss":0.5})"
                           "\n";

TEST_F(LearningCurve, IsReadWithAndWithoutATestSet) {
  const auto curve = Read(kPoint + "\n" +
                          R"({"step":200,"train_loss":0.25,"test_loss":0.3,"test_mae":0.2,)"
                          R"("test_explained":0.75})");
  ASSERT_EQ(curve.size(), 2U);
  EXPECT_EQ(curve[0].step, 100);
  EXPECT_EQ(curve[0].train_loss, 0.5);
  EXPECT_FALSE(curve[0].test_loss || curve[0].test_mae || curve[0].test_explained);
  EXPECT_EQ(curve[1].step, 200);
  EXPECT_EQ(curve[1].train_loss, 0.25);
  EXPECT_EQ(curve[1].test_loss, 0.3);
  EXPECT_EQ(curve[1].test_mae, 0.2);
  EXPECT_EQ(curve[1].test_explained, 0.75);
}

TEST_F(LearningCurve, ATornLastLineIsNamed) {
  ExpectBad(kPoint + R"({"step":200,"train_lo)", ":2");
  ExpectBad(kPoint + R"({"step":200,"train_loss":0.2)", ":2");
}

TEST_F(LearningCurve, GarbageIsNamedByItsLine) {
  ExpectBad("garbage\n" + kPoint, ":1");
  ExpectBad(kPoint + "\n\xff\xfe\n", ":3");
  ExpectBad(kPoint + "[]\n", ":2");
  ExpectBad(kPoint + R"({"step":200})", ":2");
  ExpectBad(kPoint + R"({"step":200,"train_loss":"low"})", ":2");
  ExpectBad(kPoint + kPoint, ":2");  // steps rise
  ExpectBad(kPoint + std::string(LineReader::kMaxLine + 1, ' ') + "\n", ":2");
  ExpectBad("", "");
  ExpectBad("\n\n", "");
}

}  // namespace
}  // namespace skipstone
