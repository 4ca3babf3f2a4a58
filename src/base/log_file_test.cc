// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/log_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

#include "base/error.h"
#include "base/files.h"

namespace skipstone {
namespace {

TEST(LogFile, HasEachPieceAtOnceAndBeginsAnew) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("skipstone-log-" + std::to_string(::getpid()));
  MakeFolder(folder / "a" / "b");
  const std::filesystem::path path = folder / "a" / "b" / "log";
  for (int i = 0; i < 2; ++i) {
    LogFile log(path);
    log.Append("one\n");
    EXPECT_EQ(ReadFile(path), "one\n");
    log.Append("two\n");
    EXPECT_EQ(ReadFile(path), "one\ntwo\n");
  }
  try {
    const LogFile second(path, LogFile::IfThere::kRefuse);
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kUsage);
  }
  EXPECT_EQ(ReadFile(path), "one\ntwo\n");
  LogFile(path, LogFile::IfThere::kGoOn).Append("three\n");
  EXPECT_EQ(ReadFile(path), "one\ntwo\nthree\n");
  LogFile(folder / "new", LogFile::IfThere::kRefuse).Append("one\n");
  EXPECT_THROW(MakeFolder(path / "c"), Error);
  EXPECT_THROW(LogFile(folder / "no" / "log"), Error);
  std::filesystem::remove_all(folder);
}

TEST(LogFile, SaysThatTheDiskIsFull) {
  LogFile log("/dev/full");
  try {
    log.Append("x");
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kEnvironment);
    EXPECT_NE(std::string(e.what()).find("No space"), std::string::npos) << e.what();
  }
}

TEST(LogFile, EndsWithAWholePieceWhenTheDiskFills) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("skipstone-log-" + std::to_string(::getpid()));
  LogFile log(path);
  log.Append("one\n");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit few{6, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &few), 0);
  EXPECT_THROW(log.Append("two\n"), Error);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(ReadFile(path), "one\n");
  log.Append("three\n");
  EXPECT_EQ(ReadFile(path), "one\nthree\n");
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace skipstone
