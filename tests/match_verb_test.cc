// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

// The verb match: plain lines, and the picture in a terminal.

#include <pty.h>

#include <csignal>

#include "picture/terminal_text.h"
#include "verbs.h"

namespace skipstone {
namespace {

// The binary in a terminal of its own, of any size.
class Terminal {
 public:
  Terminal(std::vector<std::string> arguments, const fs::path& folder, winsize size,
           const std::vector<std::string>& environment = {"COLORTERM=truecolor"}) {
    pid_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
    if (pid_ == 0) {
      for (const char* name : {"NO_COLOR", "COLORTERM"}) ::unsetenv(name);
      ::setenv("TERM", "xterm-256color", 1);
      for (std::string setting : environment) ::putenv(::strdup(setting.c_str()));
      if (::chdir(folder.c_str()) != 0) ::_exit(126);
      std::vector<char*> argv;
      arguments.insert(arguments.begin(), kBinary);
      for (std::string& argument : arguments) argv.push_back(argument.data());
      argv.push_back(nullptr);
      ::execv(kBinary.c_str(), argv.data());
      ::_exit(127);
    }
  }
  ~Terminal() { ::close(terminal_); }

  // Reads until the text contains `part`, or to the end.
  const std::string& ReadTo(const std::string& part) {
    std::array<char, 1 << 16> buffer{};
    while (part.empty() || !Contains(text_, part)) {
      const ssize_t n = ::read(terminal_, buffer.data(), buffer.size());
      if (n <= 0) break;  // EIO once the program is gone
      text_.append(buffer.data(), static_cast<std::size_t>(n));
    }
    return text_;
  }
  const std::string& ReadAll() { return ReadTo(""); }
  void Type(const std::string& keys) const {
    EXPECT_EQ(::write(terminal_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
  }
  int Wait() const { return ExitCodeOf(pid_); }

 private:
  int terminal_ = -1;
  pid_t pid_ = -1;
  std::string text_;
};

constexpr winsize kSmallest{.ws_row = 24, .ws_col = 80, .ws_xpixel = 0, .ws_ypixel = 0};
constexpr const char* kHide = "\x1b[?25l";
constexpr const char* kShow = "\x1b[?25h";

// What stays between carriage returns and line feeds is a line of the picture.
void ExpectNoWideLine(const std::string& text, int columns) {
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    EXPECT_LE(TextWidth(std::string_view(text).substr(begin, end - begin)), columns)
        << text.substr(begin, end - begin);
    begin = end + 1;
  }
}

void ExpectCursorShownAtTheEnd(const std::string& text) {
  ASSERT_NE(text.rfind(kShow), std::string::npos);
  EXPECT_GT(text.rfind(kShow), text.rfind(kHide));
  EXPECT_GT(text.rfind("\x1b[?7h"), text.rfind("\x1b[?7l")) << "long lines break again";
}

TEST_F(Verbs, MatchPrintsALinePerShotAndKeepsTheRecord) {
  const std::string file = Path("game.jsonl");
  const Ran run = Skipstone("match draw random --seed 7 --out " + file);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_FALSE(Contains(run.out, "\x1b")) << run.out;
  const std::vector<Json> record = JsonLines(ReadFile(file));
  const std::vector<std::string> lines = LinesOf(run.out);
  int shots = 0;
  for (const std::string& line : lines) shots += Contains(line, " -> ") ? 1 : 0;
  EXPECT_EQ(shots, record.back().at("moves"));
  const std::string score = std::to_string(record.back().at("score")[0].get<int>()) + " : " +
                            std::to_string(record.back().at("score")[1].get<int>());
  EXPECT_TRUE(Contains(lines.at(lines.size() - 2), "red (draw) " + score + " yellow (random)"))
      << run.out;
  EXPECT_TRUE(Contains(lines.back(), file)) << lines.back();
  EXPECT_EQ(record.front().at("players"), (Json{"draw", "random"}));
  const Ran replayed = Skipstone("replay " + file);
  EXPECT_EQ(replayed.exit_code, 0) << replayed.err;
  // Told again it is the same, but for the last line.
  const std::vector<std::string> told = LinesOf(Skipstone("replay --plain " + file).out);
  ASSERT_EQ(told.size(), lines.size());
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) EXPECT_EQ(told[i], lines[i]);

  const Ran again = Skipstone("match draw random --seed 7 --out " + Path("again.jsonl"));
  EXPECT_EQ(LinesOf(again.out).size(), lines.size());
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) EXPECT_EQ(LinesOf(again.out)[i], lines[i]);
}

TEST_F(Verbs, MatchNeedsNoArguments) {
  const Ran run = Shell("cd " + folder_.string() + " && " + kBinary + " match --ice dc2 --ends 1");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string head = LinesOf(run.out).front();
  const std::string seed = head.substr(head.rfind(' ') + 1);
  EXPECT_TRUE(Contains(head, "on dc2, rules dc2, seed ")) << head;
  EXPECT_EQ(Skipstone("replay " + Path("match-" + seed + ".jsonl")).exit_code, 0);
}

TEST_F(Verbs, MatchSaysWhatIsWrongBeforeItPlays) {
  EXPECT_EQ(Skipstone("match nobody").exit_code, 2);
  EXPECT_EQ(Skipstone("match grid:network=/nowhere draw").exit_code, 3);
  EXPECT_TRUE(Contains(Skipstone("match nobody").err, "got \"nobody\""));
  EXPECT_EQ(Skipstone("match draw draw:weight=3").exit_code, 2);
  EXPECT_EQ(Skipstone("match --ice water").exit_code, 2);
  EXPECT_EQ(Skipstone("match --engine box3d").exit_code, 2);
  EXPECT_EQ(Skipstone("match --pace -1").exit_code, 2);
  const Ran nowhere = Skipstone("match --out " + Path("no/such/game.jsonl"));
  EXPECT_EQ(nowhere.exit_code, 3);
  EXPECT_EQ(nowhere.out, "");
}

TEST_F(Verbs, MatchDrawsTheGameInATerminal) {
  Terminal terminal({"match", "draw", "random", "--seed", "7", "--ends", "1", "--pace", "0"},
                    folder_, kSmallest);
  const std::string text = terminal.ReadAll();
  EXPECT_EQ(terminal.Wait(), 0) << text;
  ExpectNoWideLine(text, 80);
  ExpectCursorShownAtTheEnd(text);
  EXPECT_TRUE(Contains(text, "▀")) << "a picture";
  EXPECT_TRUE(Contains(text, "\x1b[48;2;")) << "in 24-bit colours";
  EXPECT_TRUE(Contains(text, "yellow 8, random: ")) << "the last call";
  EXPECT_TRUE(Contains(text, "red (draw)")) << "the result";
  EXPECT_TRUE(Contains(text, "match-7.jsonl"));
  // It is drawn in place: only the first frame scrolls, and leaves the cursor in the last row.
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 23);
  EXPECT_EQ(Skipstone("replay " + Path("match-7.jsonl")).exit_code, 0);
}

TEST_F(Verbs, MatchMovesStones) {
  const std::vector<std::string> still = {"match", "--seed", "7", "--ends", "1", "--pace", "0"};
  std::vector<std::string> moving = still;
  moving.back() = "0.1";
  Terminal without(still, folder_, kSmallest);
  Terminal with(moving, folder_, kSmallest);
  EXPECT_GT(with.ReadAll().size(), without.ReadAll().size());
  EXPECT_EQ(with.Wait(), 0);
  EXPECT_EQ(without.Wait(), 0);
}

TEST_F(Verbs, MatchFitsItsPictureToTheTerminal) {
  const std::vector<std::string> arguments = {"match", "--seed", "7", "--ends", "1", "--pace", "0"};
  winsize large = kSmallest;
  large.ws_row = 50;
  large.ws_col = 170;
  Terminal in_large(arguments, folder_, large, {});
  const std::string text = in_large.ReadAll();
  EXPECT_EQ(in_large.Wait(), 0);
  ExpectNoWideLine(text, 170);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 49);
  EXPECT_TRUE(Contains(text, "\x1b[48;5;")) << "256 colours";
  EXPECT_FALSE(Contains(text, "\x1b[48;2;"));

  winsize small = kSmallest;
  small.ws_row = 20;
  Terminal in_small(arguments, folder_, small);
  EXPECT_FALSE(Contains(in_small.ReadAll(), "\x1b"));
  EXPECT_TRUE(Contains(in_small.ReadAll(), "80 x 24")) << "it says why";
  EXPECT_EQ(in_small.Wait(), 0);
}

TEST_F(Verbs, MatchIsPlainWhereNoPictureIsWanted) {
  const std::vector<std::string> arguments = {"match", "--seed", "7", "--ends", "1"};
  for (const char* setting : {"NO_COLOR=1", "TERM=dumb"}) {
    Terminal terminal(arguments, folder_, kSmallest, {setting});
    EXPECT_FALSE(Contains(terminal.ReadAll(), "\x1b")) << setting;
    EXPECT_TRUE(Contains(terminal.ReadAll(), " -> ")) << setting;
    EXPECT_EQ(terminal.Wait(), 0);
  }
  std::vector<std::string> plain = arguments;
  plain.push_back("--plain");
  Terminal terminal(plain, folder_, kSmallest);
  EXPECT_FALSE(Contains(terminal.ReadAll(), "\x1b"));
  EXPECT_EQ(terminal.Wait(), 0);
}

TEST_F(Verbs, MatchRestoresTheTerminalAndLeavesARecordAfterCtrlC) {
  Terminal terminal({"match", "draw", "random", "--seed", "7", "--pace", "2"}, folder_, kSmallest);
  terminal.ReadTo("yellow 1, random: ");
  EXPECT_EQ(LinesOf(ReadFile(Path("match-7.jsonl"))).size(), 3U) << "the header and two shots";
  terminal.Type("\x03");
  const std::string text = terminal.ReadAll();
  EXPECT_EQ(terminal.Wait(), 0);
  ExpectNoWideLine(text, 80);
  ExpectCursorShownAtTheEnd(text);
  EXPECT_TRUE(Contains(text, "stopped after end 1, shot ")) << text.substr(text.size() - 500);
  EXPECT_TRUE(Contains(text, "record in match-7.jsonl; --seed 7 plays it again"));
  const Ran replayed = Skipstone("replay " + Path("match-7.jsonl"));
  EXPECT_EQ(replayed.exit_code, 0) << replayed.err;
  EXPECT_TRUE(Contains(replayed.out, "no difference")) << replayed.out;
  EXPECT_TRUE(Contains(replayed.err, "match-7.jsonl: cut off after end 1, shot ")) << replayed.err;
}

TEST_F(Verbs, MatchWritesOverNothing) {
  const std::string precious = Write("precious.txt", "mine");
  for (const std::string& there : {precious, folder_.string()}) {
    const Ran run = Skipstone("match draw draw --ends 1 --plain --out " + there);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_TRUE(Contains(run.err, there + ": exists already")) << run.err;
    EXPECT_TRUE(Contains(run.err, "choose another name")) << run.err;
    EXPECT_EQ(run.out, "");
  }
  EXPECT_EQ(ReadFile(precious), "mine");
  const std::string match = "cd " + folder_.string() + " && " + kBinary + " match ";
  for (const char* place : {"match-7.jsonl", "match-7-2.jsonl", "match-7-3.jsonl"}) {
    const Ran run = Shell(match + "draw draw --seed 7 --ends 1");
    EXPECT_TRUE(Contains(run.out, std::string("record in ") + place + ";")) << run.out;
    EXPECT_EQ(Skipstone("replay " + Path(place)).exit_code, 0);
  }
  EXPECT_EQ(Shell(match + "draw nobody --seed 8").exit_code, 2);
  EXPECT_FALSE(fs::exists(Path("match-8.jsonl"))) << "a game that did not begin";
}

TEST_F(Verbs, MatchSaysHowToSeeItAgain) {
  const std::string match =
      "cd " + folder_.string() + " && " + kBinary + " match --ends 1 --seed 7 ";
  EXPECT_TRUE(Contains(Shell(match + "kr-uct:playouts=10 draw").out, "; --seed 7 plays it again"));
  // Who thinks by the clock calls otherwise another time.
  for (const char* player :
       {"kr-uct:seconds=0.01", "kr-uct:playouts=10,threads=2", "kr-uct:playouts=10,clock=on"}) {
    const Ran run = Shell(match + "draw " + player);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(Contains(run.out, "; replay match-7-")) << run.out;
    EXPECT_FALSE(Contains(run.out, "--seed")) << run.out;
  }
}

TEST_F(Verbs, MatchTakesSeedsAndNumbersThatAreSome) {
  for (const char* bad : {"--seed -1", "--seed 99999999999999999999", "--seed x", "--pace nan"}) {
    EXPECT_EQ(Skipstone(std::string("match draw draw --plain ") + bad).exit_code, 2) << bad;
  }
}

}  // namespace
}  // namespace skipstone
