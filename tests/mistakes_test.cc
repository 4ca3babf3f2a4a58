// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// Mistaken commands, each with the exit code and a part of the message that it must get:
// tests/mistakes.jsonl. tools/check_mistakes runs them and writes docs/results/mistakes.md.

#include <cstdlib>

#include "verbs.h"

namespace skipstone {
namespace {

const std::string kList = SKIPSTONE_SOURCE_DIR "/tests/mistakes.jsonl";
const std::string kTable = SKIPSTONE_SOURCE_DIR "/docs/results/mistakes.md";

// The list's lines: files by name, then commands by the verb that they are mistakes of.
struct MistakeList {
  std::map<std::string, Json> files;
  std::vector<std::string> verbs;
  std::map<std::string, std::vector<Json>> commands;
};

const MistakeList& Mistakes() {
  static const MistakeList list = [] {
    MistakeList read;
    for (const Json& line : JsonLines(ReadFile(kList))) {
      if (line.contains("file")) {
        read.files[line["file"]] = line;
        continue;
      }
      const std::string verb = line["verb"];
      if (read.commands.count(verb) == 0) read.verbs.push_back(verb);
      read.commands[verb].push_back(line);
    }
    return read;
  }();
  return list;
}

class MistakenCommands : public Verbs {
 protected:
  // Makes the files that a command names.
  void MakeFilesOf(const std::string& command) {
    for (const auto& [name, how] : Mistakes().files) {
      if (Contains(command, name) && !fs::exists(Path(name))) Make(name, how);
    }
  }

  void Make(const std::string& name, const Json& how) {
    if (how.contains("by")) {
      ASSERT_EQ(Here(how["by"]).exit_code, 0) << name;
      return;
    }
    std::string text;
    if (how.contains("text")) text = how["text"];
    if (how.contains("copy")) {
      text = ReadFile(SKIPSTONE_SOURCE_DIR "/" + how["copy"].get<std::string>());
    }
    if (how.contains("of")) {
      MakeFilesOf(how["of"]);
      text = ReadFile(Path(how["of"]));
    }
    if (how.contains("skip")) text.erase(0, text.find('\n') + 1);
    if (how.contains("twice")) text += text;
    if (how.contains("lines")) text = Join(FirstLines(text, how["lines"]));
    if (how.contains("bytes")) text.resize(how["bytes"]);
    if (how.contains("replace")) {
      const std::string from = how["replace"][0];
      const std::size_t at = text.find(from);
      ASSERT_NE(at, std::string::npos) << name;
      text.replace(at, from.size(), how["replace"][1]);
    }
    Write(name, text);
  }

  static std::vector<std::string> FirstLines(const std::string& text, std::size_t most) {
    std::vector<std::string> lines = LinesOf(text);
    lines.resize(std::min(lines.size(), most));
    return lines;
  }

  // In the test's folder, and never waiting for somebody to type.
  Ran Here(const std::string& command) const {
    const std::string input = Contains(command, " < ") ? "" : " < /dev/null";
    return Shell("cd " + folder_.string() + " && " + kBinary + " " + command + input);
  }

  // The message, without the folder of this run.
  std::string MessageOf(const Ran& ran) const {
    std::string text = ran.err;
    const std::string here = folder_.string() + "/";
    for (std::size_t at = 0; (at = text.find(here)) != std::string::npos;) {
      text.erase(at, here.size());
    }
    return text;
  }
};

class MistakesOf : public MistakenCommands, public testing::WithParamInterface<std::string> {};

// The longest row of digits.
std::size_t MostDigits(const std::string& text) {
  std::size_t most = 0;
  std::size_t row = 0;
  for (const char c : text) {
    row = c >= '0' && c <= '9' ? row + 1 : 0;
    most = std::max(most, row);
  }
  return most;
}

TEST_P(MistakesOf, AreNamedWithTheWayOut) {
  for (const Json& mistake : Mistakes().commands.at(GetParam())) {
    const std::string command = mistake["command"];
    MakeFilesOf(command);
    const Ran ran = Here(command);
    const std::string message = MessageOf(ran);
    EXPECT_EQ(ran.exit_code, mistake["exit"].get<int>()) << command << "\n" << message;
    EXPECT_TRUE(Contains(message, mistake["says"])) << command << "\n" << message;
    EXPECT_TRUE(Contains(message, "skipstone: ")) << command << "\n" << message;
    EXPECT_LT(message.size(), 700U) << command << "\n" << message;
    EXPECT_LE(MostDigits(message), 19U) << command << "\n" << message;
    for (const char* inside :
         {"internal", ".partial", ".try", "subcommand", "terminate", "std::"}) {
      EXPECT_FALSE(Contains(message, inside)) << command << "\n" << message;
    }
    EXPECT_FALSE(fs::exists(Path("new.db"))) << command << " left something behind";
    fs::remove(Path("new.db"));
  }
}

INSTANTIATE_TEST_SUITE_P(Mistakes, MistakesOf, testing::ValuesIn(Mistakes().verbs),
                         [](const auto& verb) {
                           std::string name = verb.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

std::string CodeText(std::string text) {
  std::string shown;
  for (const char c : text) shown += c == '|' ? std::string("\\|") : std::string(1, c);
  return "`" + shown + "`";
}

// The table of docs/results has every command of the list; SKIPSTONE_MISTAKES says to write it.
TEST_F(MistakenCommands, StandInTheTable) {
  if (std::getenv("SKIPSTONE_MISTAKES") == nullptr) {
    const std::string table = ReadFile(kTable);
    for (const auto& [verb, mistakes] : Mistakes().commands) {
      for (const Json& mistake : mistakes) {
        const std::string command = mistake["command"];
        EXPECT_TRUE(Contains(table, CodeText("skipstone " + command)))
            << command << " is missing; run tools/check_mistakes";
      }
    }
    return;
  }
  std::size_t count = 0;
  std::size_t held = 0;
  std::string rows;
  for (const std::string& verb : Mistakes().verbs) {
    rows += "\n## " + verb + "\n\n| command | exit code | message |\n|---|---:|---|\n";
    for (const Json& mistake : Mistakes().commands.at(verb)) {
      const std::string command = mistake["command"];
      MakeFilesOf(command);
      const Ran ran = Here(command);
      const std::string message = MessageOf(ran);
      std::vector<std::string> lines = LinesOf(message);
      if (lines.empty()) lines.emplace_back();
      const std::string said = lines[0].substr(lines[0].find(": ") + 2);
      rows += "| " + CodeText("skipstone " + command) + " | " + std::to_string(ran.exit_code) +
              " | " + CodeText(said) + " |\n";
      ++count;
      const bool holds =
          ran.exit_code == mistake["exit"].get<int>() && Contains(message, mistake["says"]);
      if (holds) ++held;
    }
  }
  const std::string verdict =
      "| claim | bar | result | verdict |\n|---|---|---|---|\n| a mistaken command ends with its "
      "[exit code](../exit_codes.md) and says what matters | all | " +
      std::to_string(held) + " of " + std::to_string(count) + " | " +
      (held == count ? "held" : "**missed**") + " |\n\n";
  WriteFile(kTable,
            "# Mistaken commands\n\n" + verdict +
                "Made by `tools/check_mistakes` from `tests/mistakes.jsonl`, "
                "which has the files that are named here, too. " +
                std::to_string(count) +
                " commands; the first line of what each says on stderr, without the leading "
                "`skipstone: `. The suite holds each to its [exit code](../exit_codes.md) and to "
                "the part of the message that matters.\n" +
                rows);
}

}  // namespace
}  // namespace skipstone
