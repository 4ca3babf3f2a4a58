// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "base/pipeline.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/error.h"

namespace skipstone {
namespace {

using std::chrono::milliseconds;

// Generous: only a broken pipeline ever waits this long.
constexpr std::chrono::seconds kPatience(120);

// A broken pipeline hangs, and nothing can be done about its threads: end the process.
class RunPipelineTest : public testing::Test {
 protected:
  void SetUp() override { ::alarm(60); }
  void TearDown() override { ::alarm(0); }
};

// An input whose writing end is in the test's hands.
class Pipe {
 public:
  Pipe() {
    if (::pipe2(fds_.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2 failed");
  }
  // Whole: at most a pipe's 64 KiB.
  explicit Pipe(std::string_view content) : Pipe() {
    Write(content);
    Close();
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

std::string Numbers(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += std::to_string(i) + "\n";
  return text;
}

LineWorker Echo() {
  return [](Answer& answer) { answer.text = "<" + answer.line.text + ">"; };
}

// The answers to `content`, in the order they were handed out.
std::vector<std::string> Answers(std::string_view content, int threads,
                                 const std::function<LineWorker()>& make_worker) {
  const Pipe pipe(content);
  LineReader input(pipe.path());
  std::vector<std::string> answers;
  RunPipeline(input, threads, make_worker, [&](const Answer& answer) {
    answers.push_back(answer.text);
    return true;
  });
  return answers;
}

TEST_F(RunPipelineTest, AnswersInTheOrderOfTheLines) {
  constexpr int kLines = 500;
  for (const int threads : {1, 2, 7, 32}) {
    SCOPED_TRACE(threads);
    const auto answers = Answers(Numbers(kLines), threads, [] {
      return [](Answer& answer) {
        // Uneven work: the first of every ten lines is ready last.
        if (std::stoi(answer.line.text) % 10 == 0) std::this_thread::sleep_for(milliseconds(1));
        answer.text = answer.line.text;
      };
    });
    ASSERT_EQ(answers.size(), static_cast<std::size_t>(kLines));
    for (int i = 0; i < kLines; ++i) EXPECT_EQ(answers[i], std::to_string(i));
  }
}

TEST_F(RunPipelineTest, HandsWorkersTheLineAndEmitTheirAnswer) {
  const Pipe pipe("a\n\nlast");
  LineReader input(pipe.path());
  std::vector<std::string> seen;
  RunPipeline(
      input, 2,
      [] {
        return [](Answer& answer) {
          answer.text = "<" + answer.line.text + ">";
          if (answer.line.text.empty()) answer.error = "empty";
        };
      },
      [&](const Answer& answer) {
        seen.push_back(std::to_string(answer.line.number) + answer.line.text + answer.text +
                       answer.error + (answer.line.ended ? "" : "|"));
        return true;
      });
  EXPECT_EQ(seen, (std::vector<std::string>{"1a<a>", "2<>empty", "3last<last>|"}));
}

TEST_F(RunPipelineTest, EmptyInputHasNoAnswers) {
  for (const int threads : {1, 4}) EXPECT_TRUE(Answers("", threads, Echo).empty());
}

TEST_F(RunPipelineTest, MakesOneWorkerPerThreadAndNeverSharesIt) {
  constexpr int kThreads = 4;
  std::atomic<int> made = 0;
  std::atomic<int> shared = 0;
  Answers(Numbers(200), kThreads, [&]() -> LineWorker {
    ++made;
    return [&shared, busy = std::make_shared<std::atomic<bool>>(false)](Answer&) {
      if (busy->exchange(true)) ++shared;
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      *busy = false;
    };
  });
  EXPECT_EQ(made, kThreads);
  EXPECT_EQ(shared, 0);
}

TEST_F(RunPipelineTest, WorksOnSeveralLinesAtOnce) {
  std::mutex mutex;
  std::condition_variable changed;
  int inside = 0;
  bool together = false;
  Answers("a\nb\n", 2, [&]() -> LineWorker {
    return [&](Answer&) {
      std::unique_lock lock(mutex);
      ++inside;
      changed.notify_all();
      together = changed.wait_for(lock, kPatience, [&] { return inside == 2; });
    };
  });
  EXPECT_TRUE(together);
}

TEST_F(RunPipelineTest, CallsEmitOnOneThreadAtATime) {
  const Pipe pipe(Numbers(200));
  LineReader input(pipe.path());
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  RunPipeline(input, 4, Echo, [&](const Answer&) {
    if (++inside > 1) most = 2;
    std::this_thread::sleep_for(std::chrono::microseconds(20));
    --inside;
    return true;
  });
  EXPECT_EQ(most, 0);
}

// A program at the other end that writes a line and waits for its answer before the next.
TEST_F(RunPipelineTest, AnswersALineBeforeTheNextIsWritten) {
  for (const int threads : {1, 3}) {
    SCOPED_TRACE(threads);
    Pipe pipe;
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::string> answers;
    bool timely = true;
    std::jthread writer([&] {
      for (std::size_t i = 0; i < 3; ++i) {
        pipe.Write(std::to_string(i) + "\n");
        std::unique_lock lock(mutex);
        timely = timely && changed.wait_for(lock, kPatience, [&] { return answers.size() > i; });
      }
      pipe.Close();
    });
    LineReader input(pipe.path());
    RunPipeline(input, threads, Echo, [&](const Answer& answer) {
      {
        const std::lock_guard lock(mutex);
        answers.push_back(answer.text);
      }
      changed.notify_all();
      return true;
    });
    writer.join();
    EXPECT_TRUE(timely);
    EXPECT_EQ(answers, (std::vector<std::string>{"<0>", "<1>", "<2>"}));
  }
}

TEST_F(RunPipelineTest, AnExceptionOfAWorkerReachesTheCaller) {
  for (const int threads : {1, 4}) {
    SCOPED_TRACE(threads);
    try {
      Answers(Numbers(1000), threads, [] {
        return [](Answer& answer) {
          if (answer.line.text == "7") throw BadData("line 7", "bad");
        };
      });
      FAIL() << "no exception";
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), "line 7: bad");
    }
  }
}

TEST_F(RunPipelineTest, AnExceptionOfMakeWorkerReachesTheCaller) {
  const auto make_worker = []() -> LineWorker { throw BadData("", "no such engine"); };
  EXPECT_THROW(Answers(Numbers(1000), 4, make_worker), Error);
}

TEST_F(RunPipelineTest, AnExceptionOfEmitReachesTheCallerAndEndsTheStream) {
  const Pipe pipe(Numbers(1000));
  LineReader input(pipe.path());
  int emitted = 0;
  try {
    RunPipeline(input, 4, Echo, [&](const Answer&) -> bool {
      if (++emitted == 3) throw std::logic_error("disk full");
      return true;
    });
    FAIL() << "no exception";
  } catch (const std::logic_error& error) {
    EXPECT_STREQ(error.what(), "disk full");
  }
  EXPECT_EQ(emitted, 3);
}

TEST_F(RunPipelineTest, AnExceptionEndsTheWaitForMoreInput) {
  Pipe pipe;  // stays open: only the exception can end the stream
  pipe.Write("a\n");
  LineReader input(pipe.path());
  const auto worker = []() -> LineWorker {
    return [](Answer&) { throw std::logic_error("worker"); };
  };
  EXPECT_THROW(RunPipeline(input, 2, worker, [](const Answer&) { return true; }), std::logic_error);
}

TEST_F(RunPipelineTest, AnErrorOfTheInputReachesTheCaller) {
  LineReader input("/");
  EXPECT_THROW(RunPipeline(input, 2, Echo, [](const Answer&) { return true; }), Error);
}

TEST_F(RunPipelineTest, EmitStopsTheStream) {
  for (const int threads : {1, 4}) {
    Pipe pipe;  // stays open: nobody but emit says that it is over
    pipe.Write(Numbers(1000));
    LineReader input(pipe.path());
    int emitted = 0;
    RunPipeline(input, threads, Echo, [&](const Answer&) { return ++emitted < 5; });
    EXPECT_EQ(emitted, 5);
  }
}

TEST_F(RunPipelineTest, NeedsAThread) {
  EXPECT_THROW(Answers("a\n", 0, Echo), Error);
  EXPECT_THROW(Answers("a\n", -1, Echo), Error);
}

// Containers limit the number of threads. Here no address space has room for their stacks.
void FailToStartThreads() {
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, std::size_t{1} << 46);
  ::pthread_setattr_default_np(&attributes);
  try {
    Answers("a\n", 2, Echo);
  } catch (const Error& error) {
    std::exit(error.kind() == ErrorKind::kEnvironment ? 0 : 1);
  }
  std::exit(2);
}

TEST(RunPipelineDeathTest, FailsIfThreadsCannotBeStarted) {
  EXPECT_EXIT(
      {
        ::alarm(static_cast<unsigned>(kPatience.count()));
        FailToStartThreads();
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace skipstone
