// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// Tables of options in docs/ are what the program prints: those between
//   <!-- ./skipstone help searches --markdown -->   and   <!-- end -->
// tools/write_tables writes them again.

#include <regex>

#include "verbs.h"

namespace skipstone {
namespace {

class Tables : public Verbs {};

TEST_F(Tables, OfDocumentsAreThoseOfTheProgram) {
  const std::regex kBegin("<!-- \\./skipstone (.*) -->");
  int tables = 0;
  for (const auto& entry : fs::directory_iterator(SKIPSTONE_SOURCE_DIR "/docs")) {
    if (entry.path().extension() != ".md") continue;
    std::string command;
    std::string written;
    for (const std::string& line : LinesOf(ReadFile(entry.path()))) {
      std::smatch match;
      if (std::regex_match(line, match, kBegin)) {
        EXPECT_EQ(command, "") << entry.path() << ": expected <!-- end --> before " << line;
        command = match[1];
        written.clear();
      } else if (line == "<!-- end -->") {
        ASSERT_NE(command, "") << entry.path() << ": nothing has begun before <!-- end -->";
        const Ran ran = Skipstone(command);
        EXPECT_EQ(ran.exit_code, 0) << command << "\n" << ran.err;
        EXPECT_EQ(written, ran.out) << entry.path() << ": run tools/write_tables";
        command.clear();
        ++tables;
      } else {
        written += line + "\n";
      }
    }
    EXPECT_EQ(command, "") << entry.path() << ": no <!-- end --> after it";
  }
  EXPECT_GE(tables, 3) << "searches, greedy and execution models have one each";
}

// Topics have names of their own, and say what they are asked for.
TEST_F(Tables, EveryTopicIsExplained) {
  const std::string verbs = Skipstone("--help").out;
  const Ran players = Skipstone("help players");
  EXPECT_EQ(players.exit_code, 0) << players.err;
  int found = 0;
  for (const std::string& line : LinesOf(players.out)) {
    std::smatch match;
    if (!std::regex_search(line, match, std::regex("^  ([a-z-]+)  "))) continue;
    ++found;
    const std::string name = match[1];
    EXPECT_FALSE(std::regex_search(verbs, std::regex("\n  " + name + " "))) << name;
    const Ran help = Skipstone("help " + name);
    EXPECT_EQ(help.exit_code, 0) << help.err;
    EXPECT_EQ(help.out.rfind(name + ": ", 0), 0U) << help.out;
  }
  EXPECT_EQ(found, 12);
  EXPECT_TRUE(Contains(Skipstone("help grid").out, "candidates=1..100"));
  EXPECT_TRUE(Contains(Skipstone("help executions").out, "light_angle_error="));
  const Ran wrong = Skipstone("grid");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_TRUE(Contains(wrong.err, "skipstone help grid explains it")) << wrong.err;
}

}  // namespace
}  // namespace skipstone
