// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/game_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "base/error.h"
#include "base/files.h"

namespace skipstone {
namespace {

constexpr int kShots = 3;

// Some shots of a game that was not played to its end.
GameRecord Cut(GameFormat format) {
  const Law law = format == GameFormat::kDcl2 ? Law::kFcv1 : Law::kDc2;
  RecordHeader header;
  header.terms = MakeTerms(law);
  header.terms.rules.ends = 1;
  header.players = {"a", "b"};
  RecordedGame game(header);
  for (int shot = 0; shot < kShots; ++shot) {
    Release release = TeeDraw(law, Handle::kCw);
    release.angle_rad += 0.01 * shot;
    game.Play(release, 100);
  }
  return game.SoFar();
}

class GameFile : public testing::TestWithParam<GameFormat> {
 protected:
  ~GameFile() override { std::filesystem::remove(path_); }

  GameRecord Read(const std::string& text) const {
    WriteFile(path_, text);
    return ReadGameFile(path_);
  }

  std::filesystem::path path_ = std::filesystem::temp_directory_path() /
                                ("skipstone-game-file-" + std::to_string(::getpid()));
};

INSTANTIATE_TEST_SUITE_P(Formats, GameFile,
                         testing::Values(GameFormat::kRecord, GameFormat::kDcl, GameFormat::kDcl2),
                         [](const auto& parameter) {
                           return std::string(FormatName(parameter.param));
                         });

TEST_P(GameFile, ThatIsCutOffAnywhereIsReadAsFarAsItGoes) {
  const GameRecord record = Cut(GetParam());
  const std::string text = GameFileText(record, GetParam());
  EXPECT_EQ(FormatOfText(text), GetParam());
  const GameRecord whole = Read(text);
  EXPECT_TRUE(whole.cut_off);
  ASSERT_EQ(whole.moves.size(), record.moves.size());
  EXPECT_EQ(CutOffText(whole), "cut off after end 1, shot 3: what came then is missing");
  // In many places of the second half: there the match has begun.
  std::size_t shots = 0;
  for (std::size_t size = text.size() / 2; size < text.size(); size += text.size() / 10 + 1) {
    const GameRecord read = Read(text.substr(0, size));
    EXPECT_TRUE(read.cut_off) << size;
    EXPECT_GE(read.moves.size(), shots);
    shots = read.moves.size();
    ASSERT_LE(shots, whole.moves.size());
    for (std::size_t i = 0; i < shots; ++i) {
      EXPECT_EQ(read.moves[i].thrown, whole.moves[i].thrown);
      EXPECT_EQ(read.moves[i].board, whole.moves[i].board);
    }
  }
  EXPECT_GE(shots, std::size_t{kShots - 2});
}

TEST_P(GameFile, WithoutAGameIsRefused) {
  const std::string text = GameFileText(Cut(GetParam()), GetParam());
  for (const std::string& bad : {std::string(), text.substr(0, 9)}) {
    try {
      Read(bad);
      FAIL() << "expected an error";
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kBadData);
    }
  }
}

TEST(GameFileNames, TellTheFormatOrAreRefused) {
  EXPECT_EQ(FormatOfPath("a.jsonl"), GameFormat::kRecord);
  EXPECT_EQ(FormatOfPath("a.dcl"), GameFormat::kDcl);
  EXPECT_EQ(FormatOfPath("a.b.dcl2"), GameFormat::kDcl2);
  for (const char* bad : {"a", "a.txt", "a.json", "dcl"}) {
    try {
      FormatOfPath(bad);
      FAIL() << bad;
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kUsage);
      EXPECT_EQ(e.where(), bad);
    }
  }
}

}  // namespace
}  // namespace skipstone
