// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// Results that are kept in docs/results go on: cut somewhere, the same command makes the same of
// them again. Where a player has come to call otherwise, its games are others; then cut a file of
// another experiment here.

#include "verbs.h"

namespace skipstone {
namespace {

const fs::path kResults = SKIPSTONE_SOURCE_DIR "/docs/results";

class KeptResults : public Verbs {
 protected:
  // Copies a file, and leaves off its last bytes.
  std::string Cut(const std::string& kept, std::size_t bytes) const {
    const std::string whole = ReadFile(kResults / kept);
    std::string name = fs::path(kept).filename().string();
    Write(name, whole.substr(0, whole.size() - bytes));
    return name;
  }
  // Networks are named by their place in the project.
  void ExpectGoesOn(const std::string& arguments, const std::string& kept) const {
    const Ran run = Shell("cd " SKIPSTONE_SOURCE_DIR " && " + kBinary + " experiment " + arguments);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    std::string name = fs::path(kept).filename().string();
    EXPECT_TRUE(ReadFile(Path(name)) == ReadFile(kResults / kept)) << kept;
  }
  // A result without what says how it came about.
  static std::string Page(const fs::path& path) {
    const std::string text = ReadFile(path);
    return text.substr(text.find("\n\n", text.find("\n- ")));
  }
};

TEST_F(KeptResults, OneEndGamesAndTheirHammerShotsGoOn) {
  // In the middle of a game whose pair's other game stays.
  Cut("yee/fcv1/games.jsonl", 20);
  ExpectGoesOn("yee-table1 --threads 1 --out " + Path(""), "yee/fcv1/games.jsonl");
  EXPECT_EQ(Page(Path("table1.md")), Page(kResults / "yee/fcv1/table1.md"));
  Cut("yee/fcv1/hammer.jsonl", 100);
  ExpectGoesOn("yee-table2 --threads 1 --out " + Path(""), "yee/fcv1/hammer.jsonl");
  EXPECT_EQ(Page(Path("table2.md")), Page(kResults / "yee/fcv1/table2.md"));
}

TEST_F(KeptResults, AMatchGoesOn) {
  const std::string kept = "lee/fcv1/kernel_regression_again/games.jsonl";
  const std::string network = "network=models/pv_stones_fcv1_supervised.safetensors,playouts=400";
  Cut(kept, 20);
  ExpectGoesOn("strength kr-dl-uct:" + network + ",last-stone=off dl-uct:" + network +
                   ",last-stone=off --games 4000 --ends 2 --seed 2018 --out " + Path(""),
               kept);
  EXPECT_EQ(Page(Path("strength.md")),
            Page(kResults / "lee/fcv1/kernel_regression_again/strength.md"));
}

// Records of one size, and a header that says how they came about.
TEST_F(KeptResults, LabelsGoOn) {
  const std::string kept = "ataka/fcv1/positions.labels";
  ExpectGoesOn("ataka positions --threads 1 --out " + Path(Cut(kept, 50)), kept);
}

}  // namespace
}  // namespace skipstone
