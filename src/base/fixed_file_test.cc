// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/fixed_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <optional>

#include "base/error.h"
#include "base/files.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSize = 4;
constexpr std::size_t kStep = kSize + 8;  // with its hash

class FixedFileTest : public testing::Test {
 protected:
  FixedFileTest()
      : path_(fs::temp_directory_path() / ("skipstone-fixed-" + std::to_string(::getpid()))) {
    fs::remove(path_);
  }
  ~FixedFileTest() override { fs::remove(path_); }

  // What the file holds, and then some more.
  std::vector<std::string> Open(const std::vector<std::string>& more = {},
                                FixedFile::Access access = FixedFile::Access::kAppend) const {
    std::vector<std::string> found;
    FixedFile file(
        path_, header_, kSize, [&](std::string_view record) { found.emplace_back(record); },
        access);
    for (const std::string& record : more) file.Append(record);
    return found;
  }
  std::optional<Error> Refusal(FixedFile::Access access = FixedFile::Access::kAppend) const {
    try {
      Open({}, access);
    } catch (const Error& error) {
      return error;
    }
    return std::nullopt;
  }

  fs::path path_;
  JsonOut header_ = {{"of", "test"}, {"seed", 1}};
};

using Records = std::vector<std::string>;
const std::string kNoText("\0\n\xff\0", kSize);

TEST_F(FixedFileTest, HasWhatWasAppended) {
  EXPECT_EQ(Open({"aaaa", kNoText}), Records());
  EXPECT_EQ(Open({"bbbb"}), (Records{"aaaa", kNoText}));
  EXPECT_EQ(Open({}, FixedFile::Access::kRead), (Records{"aaaa", kNoText, "bbbb"}));
  EXPECT_EQ(FixedFile::HeaderOf(path_), header_);
}

TEST_F(FixedFileTest, HasEachRecordAtOnce) {
  FixedFile file(path_, header_, kSize, [](std::string_view) {});
  file.Append("aaaa");
  EXPECT_EQ(Open({}, FixedFile::Access::kRead), Records{"aaaa"});
}

TEST_F(FixedFileTest, CutsOffATornLastRecordAndGoesOn) {
  Open({"aaaa", "bbbb"});
  const std::string whole = ReadFile(path_);
  for (std::size_t torn = 1; torn < kStep; ++torn) {
    WriteFile(path_, whole.substr(0, whole.size() - torn));
    EXPECT_EQ(Open({"bbbb"}), Records{"aaaa"}) << torn;
    EXPECT_EQ(ReadFile(path_), whole) << torn;
  }
}

TEST_F(FixedFileTest, RefusesDamageAndLeavesItAsItIs) {
  Open({"aaaa", "bbbb", "cccc"});
  const std::string whole = ReadFile(path_);
  const std::size_t first = whole.size() - 3 * kStep;
  for (std::size_t at = first; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    WriteFile(path_, damaged + "torn");
    const auto error = Refusal();
    ASSERT_TRUE(error) << at;
    EXPECT_EQ(error->kind(), ErrorKind::kBadData);
    const std::string record = "record " + std::to_string((at - first) / kStep) + " ";
    EXPECT_NE(std::string(error->what()).find(record), std::string::npos) << error->what();
    EXPECT_EQ(ReadFile(path_), damaged + "torn");
  }
}

TEST_F(FixedFileTest, RefusesResultsOfAnotherSetup) {
  Open({"aaaa"});
  const std::string before = ReadFile(path_);
  header_["seed"] = 2;
  for (const auto access : {FixedFile::Access::kRead, FixedFile::Access::kAppend}) {
    ASSERT_TRUE(Refusal(access));
    EXPECT_EQ(Refusal(access)->kind(), ErrorKind::kUsage);
  }
  EXPECT_EQ(ReadFile(path_), before);
  WriteFile(path_, before.substr(0, 5));
  ASSERT_TRUE(Refusal());
  EXPECT_EQ(Refusal()->kind(), ErrorKind::kUsage);
}

TEST_F(FixedFileTest, ReadingNeitherMakesNorChangesAFile) {
  ASSERT_TRUE(Refusal(FixedFile::Access::kRead));
  EXPECT_EQ(Refusal(FixedFile::Access::kRead)->kind(), ErrorKind::kEnvironment);
  EXPECT_FALSE(fs::exists(path_));
  Open({"aaaa"});
  const std::string torn = ReadFile(path_) + "to";
  WriteFile(path_, torn);
  EXPECT_EQ(Open({}, FixedFile::Access::kRead), Records{"aaaa"});
  EXPECT_EQ(ReadFile(path_), torn);
}

TEST_F(FixedFileTest, HasNoHeaderToShowIfItIsNoSuchFile) {
  for (const char* garbage : {"", "garbage\n", "{\"a\":\n"}) {
    WriteFile(path_, garbage);
    EXPECT_THROW(FixedFile::HeaderOf(path_), Error) << garbage;
  }
}

TEST_F(FixedFileTest, EndsWithAWholeRecordWhenTheDiskFills) {
  FixedFile file(path_, header_, kSize, [](std::string_view) {});
  file.Append("aaaa");
  const std::string before = ReadFile(path_);
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit few{before.size() + 5, limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &few), 0);
  EXPECT_THROW(file.Append("bbbb"), Error);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(ReadFile(path_), before);
  // Once there is room again.
  file.Append("cccc");
  EXPECT_EQ(Open(), (Records{"aaaa", "cccc"}));
}

}  // namespace
}  // namespace skipstone
