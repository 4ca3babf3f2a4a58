// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// What README.md and the pages for newcomers tell to type, typed: each block marked `sh`, in order,
// in a folder that looks like a fresh clone. Blocks marked `sh long` take minutes or hours: of
// those every verb, option and file that they name must be there. And nothing that was written is
// in git's way.

#include <fnmatch.h>

#include <regex>

#include "arena.h"

namespace skipstone {
namespace {

struct Block {
  int line = 0;  // of its first command
  std::string info;
  std::string text;
};

std::vector<Block> BlocksOf(const fs::path& page) {
  std::vector<Block> blocks;
  bool inside = false;
  int number = 0;
  for (const std::string& line : LinesOf(ReadFile(page))) {
    ++number;
    if (line.rfind("```", 0) == 0) {
      inside = !inside;
      if (inside) blocks.push_back({number + 1, line.substr(3), ""});
    } else if (inside) {
      blocks.back().text += line + "\n";
    }
  }
  return blocks;
}

// The commands of a block that call Skipstone, as words.
std::vector<std::vector<std::string>> CallsIn(const std::string& text) {
  const std::string joined = std::regex_replace(text, std::regex("\\\\\n"), " ");
  std::vector<std::vector<std::string>> calls;
  for (const std::string& line : LinesOf(std::regex_replace(joined, std::regex("&|\\|"), "\n"))) {
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string word; in >> word && word[0] != '#';) words.push_back(word);
    if (!words.empty() && words[0] == "./skipstone") calls.push_back(words);
  }
  return calls;
}

class Pages : public Verbs {
 protected:
  Pages() {
    fs::create_directory(folder_ / "docs");
    const fs::path source = SKIPSTONE_SOURCE_DIR;
    for (const char* name : {"models", "tests", "docs/results", "docs/images"}) {
      fs::create_directory_symlink(source / name, folder_ / name);
    }
    fs::create_symlink(kBinary, folder_ / "skipstone");
    fs::copy(source / "docs/examples", folder_ / "docs/examples");
    const fs::path config = folder_ / "docs/examples/dc3_config.json";
    WriteFile(config, WithFreePorts(ReadFile(config)));
    before_ = Entries();
  }

  // Of the pages' ports others may be in use here.
  std::string WithFreePorts(std::string text) const {
    for (const auto& [written, free] : ports_) {
      text = std::regex_replace(text, std::regex("\\b" + written + "\\b"), free);
    }
    return text;
  }

  std::set<fs::path> Entries() const {
    std::set<fs::path> entries;
    for (const auto& entry : fs::directory_iterator(folder_)) entries.insert(entry.path());
    return entries;
  }

  void ExpectIgnoredByGit(const fs::path& entry) const {
    for (std::string pattern : LinesOf(ReadFile(SKIPSTONE_SOURCE_DIR "/.gitignore"))) {
      if (pattern.empty() || pattern[0] == '#') continue;
      if (pattern.back() == '/' && !fs::is_directory(entry)) continue;
      if (pattern.back() == '/') pattern.pop_back();
      if (pattern[0] == '/') pattern.erase(0, 1);
      if (::fnmatch(pattern.c_str(), entry.filename().c_str(), 0) == 0) return;
    }
    ADD_FAILURE() << ".gitignore does not know " << entry.filename();
  }

  void ExpectThere(const std::vector<std::string>& call) const {
    if (call.size() > 1 && call[1] == "test") return;  // the launcher's own
    std::string verb;
    std::size_t i = 1;
    for (; i < call.size() && call[i][0] != '-'; ++i) verb += call[i] + " ";
    const Ran help = Skipstone(verb + "--help");
    EXPECT_EQ(help.exit_code, 0) << verb << help.err;
    EXPECT_FALSE(Contains(help.out, "SUBCOMMAND")) << "there is no " << verb;
    for (; i < call.size(); ++i) {
      const std::string& word = call[i];
      if (word.rfind("--", 0) == 0) {
        EXPECT_TRUE(std::regex_search(help.out, std::regex(word + "[ ,\n]"))) << verb << word;
      }
      std::smatch file;
      if (std::regex_search(word, file, std::regex("(models|docs|tests)/[^,]*"))) {
        EXPECT_TRUE(fs::exists(folder_ / file.str())) << verb << word;
      }
    }
  }

  void ExpectWorks(const std::string& name) const {
    for (const Block& block : BlocksOf(fs::path(SKIPSTONE_SOURCE_DIR) / name)) {
      const std::string where = name + ":" + std::to_string(block.line);
      if (block.info == "sh long") {
        for (const auto& call : CallsIn(block.text)) ExpectThere(call);
      } else if (block.info == "sh") {
        // As typed line by line; what was started in the background has to end well, too.
        Write("typed", "set -e; trap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n" +
                           WithFreePorts(block.text) +
                           "for job in $(jobs -p); do wait \"$job\"; done\n");
        const Ran run = Shell("cd " + folder_.string() + " && timeout 300 bash typed");
        EXPECT_EQ(run.exit_code, 0) << where << "\n" << run.out << run.err;
      } else {
        EXPECT_TRUE(CallsIn(block.text).empty()) << where << ": mark it `sh` or `sh long`";
      }
    }
    for (const char* own : {"typed", "out", "err"}) fs::remove(folder_ / own);
    for (const fs::path& entry : Entries()) {
      if (before_.count(entry) == 0) ExpectIgnoredByGit(entry);
    }
  }

 private:
  const std::map<std::string, std::string> ports_ = {{"10000", std::to_string(FreePort())},
                                                     {"10001", std::to_string(FreePort())},
                                                     {"9876", std::to_string(FreePort())}};
  std::set<fs::path> before_;
};

TEST_F(Pages, ReadmeDoesWhatItSays) { ExpectWorks("README.md"); }
TEST_F(Pages, CoachDoesWhatItSays) { ExpectWorks("docs/coach.md"); }
TEST_F(Pages, ResearcherDoesWhatItSays) { ExpectWorks("docs/researcher.md"); }
TEST_F(Pages, CompetitorDoesWhatItSays) { ExpectWorks("docs/competitor.md"); }

// The list in `experiment --help` has every experiment, and none that is not there.
TEST_F(Pages, ExperimentsAreListedWithTheirTables) {
  const auto subcommands = [&](const std::string& verb) {
    std::set<std::string> names;
    const std::string help = Skipstone(verb + " --help").out;
    bool inside = false;
    for (const std::string& line : LinesOf(help)) {
      if (line == "Subcommands:") {
        inside = true;
      } else if (inside && line.empty()) {
        break;
      } else if (inside && line[2] != ' ') {
        names.insert(line.substr(2, line.find(' ', 2) - 2));
      }
    }
    return names;
  };
  const std::string help = Skipstone("experiment --help").out;
  const std::string list = help.substr(std::min(help.find("Paper"), help.size()));
  const std::string page = ReadFile(SKIPSTONE_SOURCE_DIR "/docs/researcher.md");
  std::set<std::string> names = subcommands("experiment");
  names.erase("ataka");
  for (const std::string& name : subcommands("experiment ataka")) names.insert("ataka " + name);
  EXPECT_GT(names.size(), 10U);
  for (const std::string& name : names) {
    EXPECT_TRUE(std::regex_search(list, std::regex(" " + name + "\\b"))) << name;
    EXPECT_TRUE(Contains(page, "`" + name + "`")) << name << " in docs/researcher.md";
  }
}

}  // namespace
}  // namespace skipstone
