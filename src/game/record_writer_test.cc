// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "game/record_writer.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "base/error.h"
#include "base/files.h"

namespace skipstone {
namespace {

namespace fs = std::filesystem;

class RecordWriterTest : public testing::Test {
 protected:
  RecordWriterTest() { MakeFolder(folder_); }
  ~RecordWriterTest() override { fs::remove_all(folder_); }

  fs::path Path(const std::string& name) const { return folder_ / name; }
  static GameRecord ReadSoFar(const fs::path& path) {
    return RecordFromText(ReadFile(path), path.string(), CutOff::kTaken);
  }
  static RecordHeader Header() {
    RecordHeader header;
    header.terms = MakeTerms(Law::kDc2, RulesPreset::kDc2, {});
    header.terms.rules.ends = 1;
    header.engine = "event";
    header.players = {"a", "b"};
    return header;
  }
  static void Throw(RecordedGame& game) { game.Play(TeeDraw(Law::kDc2, Handle::kCw), 10); }

 private:
  fs::path folder_ = fs::temp_directory_path() / ("skipstone-record-" + std::to_string(::getpid()));
};

TEST_F(RecordWriterTest, EveryMoveIsThereAtOnce) {
  const fs::path path = Path("game.jsonl");
  RecordedGame game(Header());
  RecordWriter writer(path);
  writer.CatchUp(game);
  EXPECT_TRUE(ReadSoFar(path).moves.empty());
  EXPECT_EQ(writer.last(), "");
  for (int shot = 0; shot < 5; ++shot) {
    Throw(game);
    writer.CatchUp(game);
    EXPECT_EQ(ReadSoFar(path), game.SoFar());
  }
  EXPECT_EQ(writer.last(), "end 1, shot 5");
  EXPECT_EQ(LastMoveText(game.SoFar()), "end 1, shot 5");
  game.Play(Concede{}, 10);
  writer.CatchUp(game);
  writer.CatchUp(game);
  EXPECT_EQ(ReadFile(path), RecordToText(game.Finish()));
}

TEST_F(RecordWriterTest, NoFileIsWrittenOver) {
  const fs::path path = Path("game.jsonl");
  WriteFile(path, "mine");
  try {
    RecordWriter writer(path);
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kUsage);
    EXPECT_EQ(e.where(), path.string());
  }
  const auto second = RecordWriter::InFreePlace(path);
  EXPECT_EQ(second->path(), Path("game-2.jsonl"));
  const auto third = RecordWriter::InFreePlace(path);
  EXPECT_EQ(third->path(), Path("game-3.jsonl"));
  EXPECT_EQ(ReadFile(path), "mine");
  try {
    RecordWriter::InFreePlace(Path("absent") / "game.jsonl");
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kEnvironment);
  }
}

TEST_F(RecordWriterTest, AGameThatDoesNotBeginLeavesNothing) {
  { const RecordWriter writer(Path("game.jsonl")); }
  EXPECT_FALSE(fs::exists(Path("game.jsonl")));
}

// Files may not grow beyond so many bytes while it lives.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    EXPECT_EQ(::getrlimit(RLIMIT_FSIZE, &before_), 0);
    const rlimit few{bytes, before_.rlim_max};
    EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &few), 0);
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST_F(RecordWriterTest, WhatCannotBeReplacedStays) {
  const fs::path path = Path("game.jsonl");
  RecordWriter writer(path);
  RecordedGame game(Header());
  Throw(game);
  writer.CatchUp(game);
  const std::string before = ReadFile(path);
  RecordHeader other = Header();
  other.players = {"a", "b, as one learns late"};
  RecordedGame again(other);
  Throw(again);
  {
    const SmallDisk disk(before.size() / 2);
    EXPECT_THROW(writer.CatchUp(again), Error);
  }
  EXPECT_EQ(ReadFile(path), before);
}

// A server's extra end tells that ties are played on; a host learns why a team has left.
TEST_F(RecordWriterTest, WhatIsLearnedLateReplacesWhatWasWritten) {
  const fs::path path = Path("game.jsonl");
  RecordWriter writer(path);
  RecordedGame game(Header());
  Throw(game);
  writer.CatchUp(game);
  RecordHeader other = Header();
  other.terms.rules.tie_break = TieBreak::kExtraEnds;
  RecordedGame again(other);
  Throw(again);
  Throw(again);
  writer.CatchUp(again);
  EXPECT_EQ(ReadSoFar(path), again.SoFar());
  Throw(again);
  writer.CatchUp(again);
  EXPECT_EQ(ReadSoFar(path), again.SoFar());
  Board board;
  board.Put(0, {0.5, 0.5});
  again.AdoptStones(board, false);
  again.ForfeitGame(Team::k0, Reason::kCrash);
  writer.Finish(again.Finish());
  EXPECT_EQ(ReadFile(path), RecordToText(again.Finish()));
}

}  // namespace
}  // namespace skipstone
