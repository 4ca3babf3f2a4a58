// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/fsuid.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/error.h"

namespace skipstone {
namespace {

using std::chrono::milliseconds;

// A folder of its own for each test, removed with everything in it.
class FilesTest : public testing::Test {
 protected:
  FilesTest() {
    std::string name = (std::filesystem::temp_directory_path() / "skipstone_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    folder_ = name;
  }
  ~FilesTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  FilesTest(const FilesTest&) = delete;
  FilesTest& operator=(const FilesTest&) = delete;

  std::filesystem::path Path(const std::string& name) const { return folder_ / name; }

  std::filesystem::path Make(const std::string& name, std::string_view content) const {
    std::ofstream(Path(name), std::ios::binary) << content;
    return Path(name);
  }

  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }

  std::filesystem::path folder_;
};

using ReadFileTest = FilesTest;
using WriteFileTest = FilesTest;
using LineReaderTest = FilesTest;

// The kind and text of the Error that `call` throws.
struct Caught {
  std::optional<ErrorKind> kind;
  std::string text;
};
Caught Catch(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return {error.kind(), error.what()};
  }
  return {};
}

void ExpectEnvironmentError(const std::function<void()>& call, const std::string& part) {
  const Caught caught = Catch(call);
  EXPECT_EQ(caught.kind, ErrorKind::kEnvironment) << caught.text;
  EXPECT_NE(caught.text.find(part), std::string::npos) << caught.text;
}

// Makes write() fail after so many bytes of a file, as a full disk would.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    old_handler_ = std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &old_);
    rlimit limit = old_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit old_{};
  void (*old_handler_)(int) = nullptr;
};

// Runs `call` on a thread without root's right to write everywhere; file rights of a Linux thread
// are its own.
void RunWithoutRoot(const std::function<void()>& call) {
  std::jthread([&] {
    if (::geteuid() == 0) ::setfsuid(65534);
    call();
  }).join();
}

// The writing end of a pipe whose reading end has a name for LineReader.
class Pipe {
 public:
  Pipe() {
    if (::pipe2(fds_.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2 failed");
  }
  ~Pipe() {
    Close();
    ::close(fds_[0]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  std::string path() const { return "/dev/fd/" + std::to_string(fds_[0]); }
  void Write(std::string_view text) const {
    EXPECT_EQ(::write(fds_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void Close() {
    if (fds_[1] >= 0) ::close(fds_[1]);
    fds_[1] = -1;
  }

 private:
  std::array<int, 2> fds_{};
};

std::vector<LineReader::Line> AllLines(LineReader& reader) {
  std::vector<LineReader::Line> lines;
  while (auto line = reader.Next()) lines.push_back(*line);
  return lines;
}

std::vector<std::string> Texts(const std::vector<LineReader::Line>& lines) {
  std::vector<std::string> texts;
  texts.reserve(lines.size());
  for (const LineReader::Line& line : lines) texts.push_back(line.text);
  return texts;
}

using Strings = std::vector<std::string>;

TEST_F(ReadFileTest, ReturnsEveryByte) {
  std::string content;
  for (int i = 0; i < 200000; ++i) content += static_cast<char>(i * 7);
  EXPECT_EQ(ReadFile(Make("a", content)), content);
  EXPECT_EQ(ReadFile(Make("empty", "")), "");
}

TEST_F(ReadFileTest, RefusesMoreThanTheLimit) {
  const auto path = Make("a", "12345");
  EXPECT_EQ(ReadFile(path, 5), "12345");
  const Caught caught = Catch([&] { ReadFile(path, 4); });
  EXPECT_EQ(caught.kind, ErrorKind::kBadData);
  EXPECT_EQ(caught.text, path.string() + ": larger than the 4 bytes allowed");
}

TEST_F(ReadFileTest, StopsReadingAnEndlessFileAtTheLimit) {
  EXPECT_EQ(Catch([] { ReadFile("/dev/zero", 1 << 20); }).kind, ErrorKind::kBadData);
}

TEST_F(ReadFileTest, NamesWhatCannotBeRead) {
  ExpectEnvironmentError([&] { ReadFile(Path("absent")); },
                         Path("absent").string() + ": cannot open the file: No such file");
  ExpectEnvironmentError([&] { ReadFile(folder_); }, "Is a directory");
}

TEST_F(WriteFileTest, WritesAndReplaces) {
  for (const std::string& content : {std::string("first"), std::string(), std::string("a\0b", 3)}) {
    WriteFile(Path("a"), content);
    EXPECT_EQ(ReadFile(Path("a")), content);
    EXPECT_EQ(Names(), Strings{"a"});
  }
}

TEST_F(WriteFileTest, LeavesTheOldFileWhenTheDiskIsFull) {
  const auto path = Make("a", "old");
  {
    const FileSizeLimit limit(1000);
    ExpectEnvironmentError([&] { WriteFile(path, std::string(5000, 'x')); }, "File too large");
  }
  EXPECT_EQ(ReadFile(path), "old");
  EXPECT_EQ(Names(), Strings{"a"});
}

TEST_F(WriteFileTest, LeavesTheOldFileWhenTheFolderIsNotWritable) {
  const auto path = Make("a", "old");
  ::chmod(folder_.c_str(), 0555);
  RunWithoutRoot([&] {
    ExpectEnvironmentError([&] { WriteFile(path, "new"); },
                           path.string() + ": cannot create the file: Permission denied");
  });
  ::chmod(folder_.c_str(), 0755);
  EXPECT_EQ(ReadFile(path), "old");
  EXPECT_EQ(Names(), Strings{"a"});
}

TEST_F(WriteFileTest, LeavesADirectoryAlone) {
  std::filesystem::create_directory(Path("a"));
  ExpectEnvironmentError([&] { WriteFile(Path("a"), "new"); }, "cannot write the file");
  EXPECT_TRUE(std::filesystem::is_directory(Path("a")));
  EXPECT_EQ(Names(), Strings{"a"});
}

TEST_F(WriteFileTest, NamesAFolderThatIsMissing) {
  ExpectEnvironmentError([&] { WriteFile(Path("absent") / "a", "new"); },
                         "absent/a: cannot create the file: No such file");
}

TEST_F(WriteFileTest, NewFilesReplaceNothing) {
  WriteNewFile(Path("a"), "first");
  EXPECT_EQ(ReadFile(Path("a")), "first");
  try {
    WriteNewFile(Path("a"), "second");
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(e.what()).find(Path("a").string() + ": exists already"),
              std::string::npos);
  }
  ExpectEnvironmentError([&] { WriteNewFile(Path("absent") / "a", "new"); },
                         "absent/a: cannot create the file: No such file");
  EXPECT_EQ(ReadFile(Path("a")), "first");
  EXPECT_EQ(Names(), Strings{"a"});
}

// Two games of one process may finish at the same moment.
TEST_F(WriteFileTest, ConcurrentWritersOfOneFileDoNotMix) {
  constexpr int kWriters = 4;
  std::vector<std::string> contents;
  for (int i = 0; i < kWriters; ++i) contents.emplace_back(10000 + i, static_cast<char>('a' + i));
  std::atomic<int> errors = 0;
  {
    std::vector<std::jthread> writers;
    for (const std::string& content : contents) {
      writers.emplace_back([&] {
        for (int k = 0; k < 10; ++k) {
          if (Catch([&] { WriteFile(Path("a"), content); }).kind) ++errors;
          const std::string read = ReadFile(Path("a"));
          if (std::find(contents.begin(), contents.end(), read) == contents.end()) ++errors;
        }
      });
    }
  }
  EXPECT_EQ(errors, 0);
  EXPECT_EQ(Names(), Strings{"a"});
}

TEST_F(LineReaderTest, ReadsLinesHoweverTheyEnd) {
  LineReader reader(Make("a", "one\ntwo\r\n\n\r\nthree\rstill three\nlast").string());
  const auto lines = AllLines(reader);
  EXPECT_EQ(Texts(lines), (Strings{"one", "two", "", "", "three\rstill three", "last"}));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i].number, i + 1);
    EXPECT_EQ(lines[i].ended, i + 1 < lines.size());
    EXPECT_FALSE(lines[i].too_long);
  }
}

TEST_F(LineReaderTest, AFinalNewlineBeginsNoFurtherLine) {
  LineReader reader(Make("a", "one\n").string());
  const auto lines = AllLines(reader);
  EXPECT_EQ(Texts(lines), Strings{"one"});
  EXPECT_TRUE(lines.back().ended);
  EXPECT_FALSE(reader.Next());
}

TEST_F(LineReaderTest, AnEmptyFileHasNoLines) {
  LineReader reader(Make("a", "").string());
  EXPECT_FALSE(reader.Next());
  EXPECT_EQ(reader.size(), 0u);
}

TEST_F(LineReaderTest, CountsBytesUpToTheSizeOfTheFile) {
  LineReader reader(Make("a", "one\ntwo\r\nthree").string());
  ASSERT_EQ(reader.size(), 14u);
  EXPECT_EQ(reader.Next()->consumed, 4u);
  EXPECT_EQ(reader.Next()->consumed, 9u);
  EXPECT_EQ(reader.Next()->consumed, 14u);
}

TEST_F(LineReaderTest, KeepsNulBytes) {
  const std::string text("a\0b\0", 4);
  LineReader reader(Make("a", text + "\n" + text).string());
  EXPECT_EQ(Texts(AllLines(reader)), (Strings{text, text}));
}

// Lines around the size of the buffer, whose newline falls on either side of its border.
TEST_F(LineReaderTest, JoinsLinesAcrossItsBuffer) {
  std::string content;
  Strings want;
  for (std::size_t length = 65530; length < 65545; ++length) {
    want.emplace_back(length, static_cast<char>('a' + length % 26));
    content += want.back() + (length % 2 == 0 ? "\n" : "\r\n");
  }
  LineReader reader(Make("a", content).string());
  EXPECT_EQ(Texts(AllLines(reader)), want);
}

TEST_F(LineReaderTest, FlagsTooLongLinesAndGoesOnAfterThem) {
  constexpr std::size_t kMax = LineReader::kMaxLine;
  LineReader reader(Make("a", "one\n" + std::string(kMax, 'x') + "\n" + std::string(kMax + 1, 'y') +
                                  "\nfour\n" + std::string(3 * kMax, 'z') + "\nsix\n" +
                                  std::string(2 * kMax, 'z'))
                        .string());
  const auto lines = AllLines(reader);
  ASSERT_EQ(lines.size(), 7u);
  EXPECT_EQ(lines[1].text.size(), kMax);
  for (const std::size_t i : {2, 4, 6}) {
    EXPECT_TRUE(lines[i].too_long) << i;
    EXPECT_EQ(lines[i].text, "") << i;
  }
  for (const std::size_t i : {0, 1, 3, 5}) EXPECT_FALSE(lines[i].too_long) << i;
  EXPECT_EQ(lines[3].text, "four");
  EXPECT_EQ(lines[5].text, "six");
  EXPECT_EQ(lines[5].number, 6u);
  EXPECT_EQ(lines[6].consumed, reader.size());
}

TEST_F(LineReaderTest, MissingFileIsAnEnvironmentError) {
  ExpectEnvironmentError([&] { LineReader reader(Path("absent").string()); },
                         Path("absent").string() + ": cannot open the file: No such file");
}

TEST_F(LineReaderTest, DirectoryIsAnEnvironmentError) {
  ExpectEnvironmentError(
      [&] {
        LineReader reader(folder_.string());
        reader.Next();
      },
      "Is a directory");
}

TEST_F(LineReaderTest, StandardInputHasAName) {
  EXPECT_EQ(LineReader("-").path(), "standard input");
  EXPECT_EQ(LineReader(Make("a", "").string()).path(), Path("a").string());
}

TEST_F(LineReaderTest, HandsOutALineBeforeTheNextIsWritten) {
  Pipe pipe;
  LineReader reader(pipe.path());
  EXPECT_FALSE(reader.size());
  pipe.Write("one\ntw");
  EXPECT_EQ(reader.Next()->text, "one");
  pipe.Write("o\nthree");
  EXPECT_EQ(reader.Next()->text, "two");
  pipe.Close();
  const auto last = reader.Next();
  ASSERT_TRUE(last);
  EXPECT_EQ(last->text, "three");
  EXPECT_FALSE(last->ended);
  EXPECT_FALSE(reader.Next());
}

TEST_F(LineReaderTest, JoinsALineThatASlowWriterSendsInPieces) {
  const std::string path = Path("fifo").string();
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::jthread writer([&] {
    std::ofstream out(path);
    for (const char c : std::string("one\r\ntwo\n")) {
      out << c << std::flush;
      std::this_thread::sleep_for(milliseconds(2));
    }
  });
  LineReader reader(path);
  EXPECT_EQ(Texts(AllLines(reader)), (Strings{"one", "two"}));
}

// Waits for `result`; on a timeout the writing end is closed, so that the test fails, not hangs.
bool Arrives(std::future<bool>& result, Pipe& pipe) {
  const bool arrived = result.wait_for(std::chrono::minutes(2)) == std::future_status::ready;
  pipe.Close();
  return arrived;
}

TEST_F(LineReaderTest, AStopEndsAWait) {
  Pipe pipe;
  std::atomic<bool> stop = false;
  LineReader reader(pipe.path());
  auto got = std::async(std::launch::async,
                        [&] { return reader.Next([&] { return stop.load(); }).has_value(); });
  EXPECT_EQ(got.wait_for(milliseconds(20)), std::future_status::timeout);
  stop = true;
  EXPECT_TRUE(Arrives(got, pipe));
  EXPECT_FALSE(got.get());
}

// A signal that is not about stopping (a resized window, a profiler's clock) interrupts the wait.
// What follows must be another wait that can be stopped, not a read that cannot.
TEST_F(LineReaderTest, AStopEndsAWaitAfterAnotherSignal) {
  struct sigaction action {};
  struct sigaction old {};
  action.sa_handler = [](int) {};
  ::sigaction(SIGUSR1, &action, &old);
  Pipe pipe;
  std::atomic<bool> stop = false;
  std::promise<pthread_t> thread;
  LineReader reader(pipe.path());
  auto got = std::async(std::launch::async, [&] {
    thread.set_value(::pthread_self());
    return reader.Next([&] { return stop.load(); }).has_value();
  });
  const pthread_t reading = thread.get_future().get();
  std::this_thread::sleep_for(milliseconds(20));
  ::pthread_kill(reading, SIGUSR1);
  std::this_thread::sleep_for(milliseconds(20));
  stop = true;
  EXPECT_TRUE(Arrives(got, pipe));
  EXPECT_FALSE(got.get());
  ::sigaction(SIGUSR1, &old, nullptr);
}

TEST_F(LineReaderTest, AStopEndsAReadingOfALongFile) {
  LineReader reader(Make("a", "one\ntwo\n").string());
  EXPECT_TRUE(reader.Next());
  EXPECT_FALSE(reader.Next([] { return true; }));
}

}  // namespace
}  // namespace skipstone
