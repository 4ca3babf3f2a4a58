// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/work.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <map>

#include "base/error.h"
#include "base/files.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

using Records = std::vector<std::string>;
constexpr std::size_t kSize = 4;
constexpr std::size_t kHash = 8;

std::string KindName(const testing::TestParamInfo<std::size_t>& kind) {
  return kind.param == 0 ? "Lines" : "Records";
}

// A file of its own for each test. Its parameter: the size of records, 0 for lines.
class WorkFileTest : public testing::TestWithParam<std::size_t> {
 protected:
  WorkFileTest()
      : path_(fs::temp_directory_path() / ("skipstone-work-" + std::to_string(::getpid()))) {
    fs::remove(path_);
  }
  ~WorkFileTest() override { fs::remove(path_); }

  // What a record takes in the file.
  std::size_t Step() const { return GetParam() == 0 ? kSize + 1 : kSize + kHash; }

  // What the file holds, and then some more.
  Records Open(const Records& more = {}) const {
    Records found;
    WorkFile file(path_, header_, GetParam(),
                  [&](std::string_view record, const std::string&) { found.emplace_back(record); });
    for (const std::string& record : more) file.Append(record);
    return found;
  }
  Records ReadAll() const {
    Records found;
    WorkFile::ReadAll(path_, GetParam(), [&](std::string_view record, const std::string&) {
      found.emplace_back(record);
    });
    return found;
  }
  static std::optional<ErrorKind> Refusal(const std::function<void()>& open) {
    try {
      open();
    } catch (const Error& error) {
      return error.kind();
    }
    return std::nullopt;
  }

  fs::path path_;
  JsonOut header_ = {{"of", "test"}, {"seed", 1}};
};

TEST_P(WorkFileTest, HasWhatWasAppended) {
  const std::string no_text("\0\"\xff\0", kSize);
  EXPECT_EQ(Open({"aaaa", no_text}), Records());
  EXPECT_EQ(Open({"bbbb"}), (Records{"aaaa", no_text}));
  EXPECT_EQ(ReadAll(), (Records{"aaaa", no_text, "bbbb"}));
  EXPECT_EQ(WorkFile::HeaderOf(path_), header_);
  EXPECT_EQ(fs::file_size(path_), header_.dump().size() + 1 + 3 * Step());
}

TEST_P(WorkFileTest, HasEachRecordAtOnce) {
  WorkFile file(path_, header_, GetParam(), [](std::string_view, const std::string&) {});
  file.Append("aaaa");
  EXPECT_EQ(ReadAll(), Records{"aaaa"});
}

TEST_P(WorkFileTest, CutsOffATornLastRecordAndGoesOn) {
  Open({"aaaa", "bbbb"});
  const std::string whole = ReadFile(path_);
  for (std::size_t torn = 1; torn < Step(); ++torn) {
    const std::string part = whole.substr(0, whole.size() - torn);
    WriteFile(path_, part);
    // Reading changes nothing.
    EXPECT_EQ(ReadAll(), Records{"aaaa"}) << torn;
    EXPECT_EQ(ReadFile(path_), part);
    EXPECT_EQ(Open({"bbbb"}), Records{"aaaa"}) << torn;
    EXPECT_EQ(ReadFile(path_), whole) << torn;
  }
}

TEST_P(WorkFileTest, RefusesResultsOfAnotherSetup) {
  Open({"aaaa"});
  const std::string before = ReadFile(path_);
  header_["seed"] = 2;
  EXPECT_EQ(Refusal([&] { Open(); }), ErrorKind::kUsage);
  EXPECT_EQ(ReadFile(path_), before);
  for (const std::size_t torn : {std::size_t{5}, header_.dump().size()}) {
    WriteFile(path_, before.substr(0, torn));
    EXPECT_EQ(Refusal([&] { Open(); }), ErrorKind::kUsage) << torn;
  }
}

// How results came about is no part of what they are of.
TEST_P(WorkFileTest, KeepsTheProvenanceItWasBegunWith) {
  header_["provenance"] = {{"commit", "one"}};
  Open({"aaaa"});
  const JsonOut begun = header_;
  const std::string before = ReadFile(path_);
  header_["provenance"] = {{"commit", "two"}, {"machine", "other"}};
  EXPECT_EQ(Open(), Records{"aaaa"});
  EXPECT_EQ(WorkFile::HeaderOf(path_), begun);
  EXPECT_EQ(ReadFile(path_), before);
  // One that was begun without one has none.
  fs::remove(path_);
  header_.erase("provenance");
  Open({"aaaa"});
  header_["provenance"] = {{"commit", "two"}};
  EXPECT_EQ(Open(), Records{"aaaa"});
  EXPECT_FALSE(WorkFile::HeaderOf(path_).contains("provenance"));
}

TEST_P(WorkFileTest, ReadingMakesNoFile) {
  EXPECT_EQ(Refusal([&] { ReadAll(); }), ErrorKind::kEnvironment);
  EXPECT_FALSE(fs::exists(path_));
}

TEST_P(WorkFileTest, HasNoHeaderToShowIfItIsNoSuchFile) {
  for (const char* garbage : {"", "garbage\n", "{\"a\":\n", "{}"}) {
    WriteFile(path_, garbage);
    EXPECT_EQ(Refusal([&] { WorkFile::HeaderOf(path_); }), ErrorKind::kBadData) << garbage;
    EXPECT_EQ(Refusal([&] { ReadAll(); }), ErrorKind::kBadData) << garbage;
  }
}

TEST_P(WorkFileTest, EndsWithAWholeRecordWhenTheDiskFills) {
  WorkFile file(path_, header_, GetParam(), [](std::string_view, const std::string&) {});
  file.Append("aaaa");
  const std::string before = ReadFile(path_);
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit few{before.size() + 3, limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &few), 0);
  EXPECT_EQ(Refusal([&] { file.Append("bbbb"); }), ErrorKind::kEnvironment);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(ReadFile(path_), before);
  // Once there is room again.
  file.Append("cccc");
  EXPECT_EQ(Open(), (Records{"aaaa", "cccc"}));
}

TEST_P(WorkFileTest, TakesRecordsOfItsKindOnly) {
  WorkFile file(path_, header_, GetParam(), [](std::string_view, const std::string&) {});
  EXPECT_THROW(file.Append(GetParam() == 0 ? "a\nb" : "aaa"), Error);
}

INSTANTIATE_TEST_SUITE_P(Kinds, WorkFileTest, testing::Values(0, kSize), KindName);

class FixedRecords : public WorkFileTest {};

TEST_P(FixedRecords, RefuseDamageAndLeaveItAsItIs) {
  Open({"aaaa", "bbbb", "cccc"});
  const std::string whole = ReadFile(path_);
  const std::size_t first = whole.size() - 3 * Step();
  for (std::size_t at = first; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    WriteFile(path_, damaged + "torn");
    try {
      Open();
      FAIL() << at;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kBadData);
      const std::string record = "record " + std::to_string((at - first) / Step()) + " ";
      EXPECT_NE(std::string(error.what()).find(record), std::string::npos) << error.what();
    }
    EXPECT_EQ(ReadFile(path_), damaged + "torn");
  }
}
INSTANTIATE_TEST_SUITE_P(Damage, FixedRecords, testing::Values(kSize));

// Pieces whose result is twice their number.
class DoTest : public WorkFileTest {
 protected:
  static std::string RecordOf(std::uint32_t number) {
    if (GetParam() == 0) return JsonOut{{"number", number}, {"twice", 2 * number}}.dump();
    return {reinterpret_cast<const char*>(&number), sizeof number};
  }
  Work WorkOf(std::uint32_t count) {
    Work work;
    work.what = "numbers";
    work.path = path_;
    work.header = header_;
    work.record_size = GetParam();
    work.count = count;
    if (GetParam() == 0) {
      work.take = TakeLines([this](const Field& line) {
        const auto number = static_cast<std::uint32_t>(line.At("number").Int(0, 1'000'000));
        if (line.At("twice").Int(0, 2'000'000) != 2 * std::int64_t{number}) throw line.Bad("wrong");
        ++taken_[number];
        return number;
      });
    } else {
      work.take = [this](std::string_view record, const std::string&) {
        std::uint32_t number = 0;
        std::memcpy(&number, record.data(), sizeof number);
        ++taken_[number];
        return number;
      };
    }
    work.make_maker = [this] {
      ++makers_;
      return [this](std::uint32_t number) -> std::optional<std::string> {
        if (number == stopped_in_) return std::nullopt;
        return RecordOf(number);
      };
    };
    return work;
  }
  // Does pieces until so many were begun.
  bool DoUpTo(std::uint32_t count, int threads = 1, int most = 1'000'000) {
    taken_.clear();
    return Do(WorkOf(count), {.threads = threads, .stop = [&most] { return most-- <= 0; }});
  }
  void ExpectEachOnce(std::uint32_t count) const {
    EXPECT_EQ(taken_.size(), count);
    for (const auto& [number, times] : taken_) EXPECT_EQ(times, 1) << number;
  }
  Records Sorted() const {
    Records records = ReadAll();
    std::sort(records.begin(), records.end());
    return records;
  }

  std::map<std::uint32_t, int> taken_;
  std::atomic<int> makers_ = 0;
  std::uint32_t stopped_in_ = ~0U;
};

TEST_P(DoTest, DoesEachPieceOnce) {
  for (const int threads : {1, 4}) {
    fs::remove(path_);
    EXPECT_TRUE(DoUpTo(50, threads));
    ExpectEachOnce(50);
    EXPECT_EQ(ReadAll().size(), 50U);
  }
}

TEST_P(DoTest, GoesOnWhereItWasStoppedOrKilled) {
  ASSERT_TRUE(DoUpTo(9));
  const Records whole = Sorted();
  fs::remove(path_);
  EXPECT_FALSE(DoUpTo(9, 2, 4));
  ExpectEachOnce(4);
  // Killed in the middle of a record.
  const std::string bytes = ReadFile(path_);
  WriteFile(path_, bytes + RecordOf(7).substr(0, 3));
  EXPECT_TRUE(DoUpTo(9, 2));
  ExpectEachOnce(9);
  EXPECT_EQ(Sorted(), whole);
  EXPECT_EQ(ReadFile(path_).substr(0, bytes.size()), bytes);
  // Nothing is left, so nobody is asked for it.
  makers_ = 0;
  EXPECT_TRUE(DoUpTo(9, 2));
  EXPECT_EQ(makers_, 0);
  ExpectEachOnce(9);
}

TEST_P(DoTest, AFileMayHaveMoreOrGetMore) {
  ASSERT_TRUE(DoUpTo(5));
  EXPECT_TRUE(DoUpTo(3));
  ExpectEachOnce(5);
  EXPECT_TRUE(DoUpTo(8));
  ExpectEachOnce(8);
}

TEST_P(DoTest, APieceThatWasStoppedIsMissing) {
  stopped_in_ = 3;
  EXPECT_FALSE(DoUpTo(6));
  EXPECT_EQ(taken_.size(), 5U);
  stopped_in_ = ~0U;
  EXPECT_TRUE(DoUpTo(6));
  ExpectEachOnce(6);
}

INSTANTIATE_TEST_SUITE_P(Kinds, DoTest, testing::Values(0, sizeof(std::uint32_t)), KindName);

class Lines : public DoTest {};

TEST_P(Lines, NameTheLineThatIsWrong) {
  DoUpTo(2);
  const std::string good = ReadFile(path_);
  for (const char* line : {"rubbish\n", "{\"number\":5}\n", "{\"number\":5,\"twice\":11}\n"}) {
    WriteFile(path_, good + line);
    try {
      DoUpTo(6);
      FAIL() << line;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kBadData);
      EXPECT_NE(std::string(error.what()).find(path_.string() + ":4"), std::string::npos)
          << error.what();
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Errors, Lines, testing::Values(0));

TEST(MakeAll, HasResultsByNumberWhateverTheThreads) {
  for (const int threads : {1, 3}) {
    const std::vector<int> all = MakeAll<int>({.threads = threads}, "numbers", 20, [] {
      return [](std::uint32_t number) { return static_cast<int>(number) * 2; };
    });
    ASSERT_EQ(all.size(), 20U);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(all[static_cast<std::size_t>(i)], 2 * i);
  }
}

TEST(MakeAll, HasFewerIfItWasStopped) {
  int asked = 0;
  const Workshop shop{.stop = [&asked] { return ++asked > 3; }};
  EXPECT_EQ(
      MakeAll<int>(shop, "", 20,
                   [] { return [](std::uint32_t number) { return static_cast<int>(number); }; }),
      (std::vector{0, 1, 2}));
}

TEST(MakeAll, PassesOnWhatAMakerThrows) {
  EXPECT_THROW(MakeAll<int>({.threads = 2}, "", 20,
                            [] {
                              return [](std::uint32_t number) -> std::optional<int> {
                                if (number == 7) throw BadData("seven", "bad");
                                return 1;
                              };
                            }),
               Error);
}

}  // namespace
}  // namespace skipstone
