// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The tree is the architecture: docs/architecture.md lists the folders of src/ in dependency order,
// one row of a table each ("| `src/base/` | ..."), and a file includes only from its own folder and
// from those above it. Checked here, with what else every source file must have.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

namespace skipstone {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

constexpr std::size_t kMaxLines = 650;
const std::array<std::string, 2> kHeader = {
    "// SPDX-License-Identifier: MIT", "// SPDX-FileCopyrightText: 2026 The Skipstone authors"};

Strings LinesOf(const fs::path& path) {
  Strings lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

Strings FoldersInOrder(const fs::path& root) {
  static const std::regex kRow(R"(^\|\s*`src/([^/`]+)/`\s*\|.*)");
  Strings folders;
  for (const std::string& line : LinesOf(root / "docs/architecture.md")) {
    std::smatch match;
    if (std::regex_match(line, match, kRow)) folders.push_back(match[1]);
  }
  return folders;
}

// Collects "file:line: what is wrong" for a whole tree.
class Checker {
 public:
  explicit Checker(fs::path root) : root_(std::move(root)), folders_(FoldersInOrder(root_)) {}

  Strings Run() {
    if (folders_.empty()) {
      return {"docs/architecture.md:1: no table of folders with rows such as \"| `src/base/` | \""};
    }
    Strings sorted = folders_;
    std::sort(sorted.begin(), sorted.end());
    if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
        twice != sorted.end()) {
      found_.push_back("docs/architecture.md:1: src/" + *twice + "/ is listed twice");
    }
    for (const auto& entry : fs::directory_iterator(root_ / "src")) {
      const std::string name = entry.path().filename().string();
      if (!entry.is_directory()) {
        found_.push_back("src/" + name + ":1: belongs to no folder");
      } else if (!IsListed(name)) {
        found_.push_back("src/" + name + ":1: folder is not in docs/architecture.md");
      }
    }
    for (const std::string& folder : folders_) {
      // Folders may be planned.
      if (fs::is_directory(root_ / "src" / folder)) CheckFolder(folder);
    }
    std::sort(found_.begin(), found_.end());
    return found_;
  }

 private:
  bool IsListed(const std::string& folder) const {
    return std::find(folders_.begin(), folders_.end(), folder) != folders_.end();
  }

  void CheckFolder(const std::string& folder) {
    for (const auto& entry : fs::recursive_directory_iterator(root_ / "src" / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension == ".h" || extension == ".cc") CheckFile(folder, entry.path());
    }
  }

  void CheckFile(const std::string& folder, const fs::path& path) {
    const Strings lines = LinesOf(path);
    const auto report = [&](std::size_t line, const std::string& what) {
      found_.push_back(
          fmt::format("{}:{}: {}", path.lexically_relative(root_).string(), line, what));
    };
    for (std::size_t i = 0; i < kHeader.size(); ++i) {
      if (i >= lines.size() || lines[i] != kHeader[i]) report(i + 1, "expected " + kHeader[i]);
    }
    if (path.extension() == ".h" &&
        std::find(lines.begin(), lines.end(), "#pragma once") == lines.end()) {
      report(1, "no #pragma once");
    }
    if (lines.size() > kMaxLines) {
      report(kMaxLines + 1, "more than " + std::to_string(kMaxLines) + " lines: split the file");
    }
    static const std::regex kInclude(R"(^\s*#\s*include\s*"([^"]*)\".*)");
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::smatch match;
      if (lines[i].find("include") == std::string::npos ||
          !std::regex_match(lines[i], match, kInclude)) {
        continue;
      }
      const std::string included = match[1];
      const std::string from = included.substr(0, included.find('/'));
      const auto own = std::find(folders_.begin(), folders_.end(), folder);
      if (from == included || !IsListed(from)) {
        report(i + 1, "\"" + included + "\" is not written from src/ (\"folder/file.h\")");
      } else if (std::find(folders_.begin(), own, from) == own && from != folder) {
        report(i + 1,
               fmt::format("{} must not include from {}, which lies below it", folder, from));
      } else if (folder == "cli" && from == "lab") {
        report(i + 1, "cli must not include from lab: the product does not need what measures it");
      }
    }
  }

  fs::path root_;
  Strings folders_;
  Strings found_;
};

std::string Joined(const Strings& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

TEST(Layering, OfThisProjectHolds) { EXPECT_EQ(Joined(Checker(SKIPSTONE_SOURCE_DIR).Run()), ""); }

// A small tree of its own to break.
class LayeringTest : public testing::Test {
 protected:
  LayeringTest() {
    std::string name = (fs::temp_directory_path() / "skipstone_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    root_ = name;
    Write("docs/architecture.md",
          "# Architecture\n\n| folder | holds |\n|---|---|\n"
          "| `src/base/` | no curling |\n| `src/ice/` | stones |\n| `src/later/` | planned |\n"
          "| `src/cli/` | verbs |\n\nText about `src/other/`.\n");
    Write("src/base/a.h", header_ + "\n#pragma once\n");
    Write("src/base/a.cc", header_ + "\n#include \"base/a.h\"\n\n#include <vector>\n");
    Write("src/ice/b.cc", header_ + "#include \"base/a.h\"\n");
    Write("src/cli/c.cc", header_ + "#include \"base/a.h\"\n#include \"ice/b.h\"\n");
  }
  ~LayeringTest() override {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  LayeringTest(const LayeringTest&) = delete;
  LayeringTest& operator=(const LayeringTest&) = delete;

  void Write(const std::string& path, const std::string& content) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << content;
  }
  std::string Found() const { return Joined(Checker(root_).Run()); }

  const std::string header_ = kHeader[0] + "\n" + kHeader[1] + "\n";
  fs::path root_;
};

TEST_F(LayeringTest, SoundTreePasses) { EXPECT_EQ(Found(), ""); }

TEST_F(LayeringTest, IncludeFromALowerFolderIsFound) {
  Write("src/base/bad.cc", header_ + "\n#include <vector>\n#include \"ice/b.h\"\n");
  Write("src/ice/bad_test.cc", header_ + "  #  include \"cli/c.h\"  // why not\n");
  EXPECT_EQ(Found(),
            "src/base/bad.cc:5: base must not include from ice, which lies below it\n"
            "src/ice/bad_test.cc:3: ice must not include from cli, which lies below it\n");
}

TEST_F(LayeringTest, LabAndCliAreSiblings) {
  Write("docs/architecture.md", "| `src/base/` |\n| `src/lab/` |\n| `src/cli/` |\n");
  fs::remove_all(root_ / "src/ice");
  Write("src/cli/c.cc", header_ + "#include \"lab/bench.h\"\n");
  Write("src/lab/bad.cc", header_ + "#include \"cli/c.h\"\n");
  EXPECT_EQ(Found(),
            "src/cli/c.cc:3: cli must not include from lab: the product does not need what "
            "measures it\n"
            "src/lab/bad.cc:3: lab must not include from cli, which lies below it\n");
}

TEST_F(LayeringTest, IncludeNotWrittenFromSrcIsFound) {
  Write("src/cli/bad.cc", header_ + "#include \"c.h\"\n#include \"../ice/b.h\"\n");
  EXPECT_EQ(Found(),
            "src/cli/bad.cc:3: \"c.h\" is not written from src/ (\"folder/file.h\")\n"
            "src/cli/bad.cc:4: \"../ice/b.h\" is not written from src/ (\"folder/file.h\")\n");
}

TEST_F(LayeringTest, UnlistedFolderIsFound) {
  Write("src/other/d.cc", header_);
  EXPECT_EQ(Found(), "src/other:1: folder is not in docs/architecture.md\n");
}

TEST_F(LayeringTest, FileOutsideTheFoldersIsFound) {
  Write("src/main.cc", header_);
  EXPECT_EQ(Found(), "src/main.cc:1: belongs to no folder\n");
}

TEST_F(LayeringTest, MissingHeaderLinesAreFound) {
  Write("src/base/bad.cc", kHeader[0] + "\n// Somebody else\n");
  Write("src/base/empty.cc", "");
  EXPECT_EQ(Found(), "src/base/bad.cc:2: expected " + kHeader[1] +
                         "\nsrc/base/empty.cc:1: expected " + kHeader[0] +
                         "\nsrc/base/empty.cc:2: expected " + kHeader[1] + "\n");
}

TEST_F(LayeringTest, HeaderWithoutPragmaOnceIsFound) {
  Write("src/base/bad.h", header_);
  EXPECT_EQ(Found(), "src/base/bad.h:1: no #pragma once\n");
}

TEST_F(LayeringTest, LongFileIsFound) {
  Write("src/base/most.cc", header_ + std::string(kMaxLines - 2, '\n'));
  EXPECT_EQ(Found(), "");
  Write("src/base/long.cc", header_ + std::string(kMaxLines - 1, '\n'));
  EXPECT_EQ(Found(), "src/base/long.cc:651: more than 650 lines: split the file\n");
}

TEST_F(LayeringTest, SubfoldersBelongToTheirFolder) {
  Write("src/base/sub/bad.cc", header_ + "#include \"cli/c.h\"\n");
  EXPECT_EQ(Found(),
            "src/base/sub/bad.cc:3: base must not include from cli, which lies below it\n");
}

TEST_F(LayeringTest, MissingOrAmbiguousListIsFound) {
  Write("docs/architecture.md",
        "| `src/base/` |\n| `src/ice/` |\n| `src/cli/` |\n| `src/ice/` |\n");
  EXPECT_EQ(Found(), "docs/architecture.md:1: src/ice/ is listed twice\n");
  fs::remove(root_ / "docs/architecture.md");
  EXPECT_EQ(Found(),
            "docs/architecture.md:1: no table of folders with rows such as \"| `src/base/` | \"\n");
}

}  // namespace
}  // namespace skipstone
