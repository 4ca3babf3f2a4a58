// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// experiment strength, as a user runs it.

#include <algorithm>

#include "verbs.h"

namespace skipstone {
namespace {

class StrengthVerb : public Verbs {
 protected:
  Ran Play(const std::string& folder, const std::string& more = "") const {
    return Skipstone("experiment strength draw random --games 8 --ends 1 --seed 3 --out " +
                     Path(folder) + more);
  }
  std::string Result(const std::string& folder) const {
    const Json json = Json::parse(ReadFile(Path(folder + "/strength.json")));
    return json["pairings"].dump() + json["games"].dump();
  }
};

TEST_F(StrengthVerb, IsWhatTheTournamentSays) {
  const Ran run = Play("whole");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  ASSERT_EQ(Skipstone("tournament draw random --games 8 --ends 1 --seed 3 --json --out " +
                      Path("games.db"))
                .exit_code,
            0);
  const Ran tournament = Skipstone("tournament --resume --json --out " + Path("games.db"));
  const Json tables = Json::parse(tournament.out);
  EXPECT_EQ(Result("whole"), tables["pairings"].dump() + tables["games"].dump());
  const std::string text = ReadFile(Path("whole/strength.md"));
  EXPECT_TRUE(Contains(text, "8 of 8 games")) << text;
  EXPECT_TRUE(Contains(text, "experiment strength draw random --games 8")) << text;
}

// The lines are all that a run needs to go on, on whatever machine.
TEST_F(StrengthVerb, GoesOnFromItsLines) {
  ASSERT_EQ(Play("whole").exit_code, 0);
  const std::string lines = ReadFile(Path("whole/games.jsonl"));
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 9);
  std::size_t at = 0;
  for (int line = 0; line < 4; ++line) at = lines.find('\n', at) + 1;
  // Torn in the middle of the fourth game.
  fs::create_directory(Path("part"));
  WriteFile(Path("part/games.jsonl"), lines.substr(0, at + 10));
  ASSERT_EQ(Play("part").exit_code, 0);
  EXPECT_EQ(Result("part"), Result("whole"));
  const std::string again = ReadFile(Path("part/games.jsonl"));
  EXPECT_EQ(std::count(again.begin(), again.end(), '\n'), 9);
  EXPECT_EQ(again.substr(0, at), lines.substr(0, at));
  // Nothing is played twice.
  ASSERT_EQ(Play("part").exit_code, 0);
  EXPECT_EQ(ReadFile(Path("part/games.jsonl")), again);
}

// Who plays by another table, or asks another network, is another player.
TEST_F(StrengthVerb, DoesNotGoOnWithOtherPlayers) {
  const auto play = [&] {
    return Skipstone("experiment strength kr-uct:playouts=2,table=" + Path("table.json") +
                     " rule --games 2 --ends 2 --seed 3 --out " + Path("run"))
        .exit_code;
  };
  const auto write = [&](const std::string& middle) {
    return Write("table.json", "{\"probability\":[0,0,0,0,0,0,0," + middle + ",0,0,0,0,0,0,0]}");
  };
  write("0.25,0.25,0.5");
  EXPECT_EQ(play(), 0);
  EXPECT_EQ(play(), 0);
  write("0.5,0.25,0.25");
  EXPECT_EQ(play(), 2);
  write("0.5,0.25,0.5");
  EXPECT_NE(play(), 0) << "no distribution";
}

TEST_F(StrengthVerb, RefusesWhatIsNotItsOwn) {
  ASSERT_EQ(Play("run").exit_code, 0);
  const Ran other = Play("run", " --ice dc2");
  EXPECT_EQ(other.exit_code, 2) << other.err;
  EXPECT_EQ(Skipstone("experiment strength draw --out " + Path("one")).exit_code, 2);
  EXPECT_EQ(Skipstone("experiment strength draw nobody --out " + Path("two")).exit_code, 2);
  std::string lines = ReadFile(Path("run/games.jsonl"));
  const std::size_t reason = lines.find("\"reason\":\"score\"");
  ASSERT_NE(reason, std::string::npos);
  WriteFile(Path("run/games.jsonl"), lines.replace(reason, 16, "\"reason\":\"magic\""));
  const Ran damaged = Play("run");
  EXPECT_EQ(damaged.exit_code, 4) << damaged.err;
  EXPECT_TRUE(Contains(damaged.err, "magic")) << damaged.err;
}

}  // namespace
}  // namespace skipstone
