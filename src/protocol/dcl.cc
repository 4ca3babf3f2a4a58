// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "protocol/dcl.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "protocol/dc2_messages.h"

namespace skipstone {
namespace {

constexpr Law kLaw = Law::kDc2;
constexpr std::size_t kMaxText = std::size_t{16} << 20;
constexpr std::size_t kMaxLine = 2 * kMostDc2Bytes;
constexpr int kMostEnds = 255;
constexpr std::size_t kMaxNameBytes = 200;
constexpr double kMaxRandom = 5.0;

constexpr Reason kReasons[] = {Reason::kScore, Reason::kConcede, Reason::kTimeLimit, Reason::kDraw,
                               Reason::kCrash, Reason::kHang,    Reason::kNonsense};

std::size_t At(Team team) { return static_cast<std::size_t>(Index(team)); }

// A line of the kind that repeats its command: "SCORE=SCORE 2".
std::string MessageLine(const Dc2Message& message) {
  const std::string text = ToText(message);
  return fmt::format("{}={}\n", text.substr(0, text.find(' ')), text);
}

std::string SectionLine(int end, int shot) { return fmt::format("[{:02}{:02}]\n", end, shot); }

// As the protocol calls it.
const char* EndState(Reason reason) {
  switch (reason) {
    case Reason::kScore:
    case Reason::kDraw:
      return "NORMAL";
    case Reason::kConcede:
    case Reason::kNonsense:
      return "CONCEDE";
    case Reason::kTimeLimit:
    case Reason::kCrash:
    case Reason::kHang:
      return "TIMEOUT";
  }
  return "";
}

// One size for all players, that of First's lead: the format has no more.
double RandomOf(const RecordHeader& header) {
  const ExecutionSizes& sizes = header.terms.execution[0][0];
  return sizes.model == ExecutionModel::kGat ? sizes.along_error_m / 2.0 : 0.0;
}

}  // namespace

std::string CleanName(std::string_view name) {
  std::string clean(name.substr(0, kMaxNameBytes));
  for (char& c : clean) {
    if (c < ' ' || c > '~') c = '?';
  }
  return clean;
}

DclWriter::DclWriter(const RecordHeader& header)
    : names_{CleanName(header.players[0]), CleanName(header.players[1])},
      rules_(header.terms.rules),
      random_(RandomOf(header)) {
  if (header.terms.ice.law != kLaw) {
    throw Error(ErrorKind::kUsage, "", "expected a game on the ice dc2: .dcl logs have no other");
  }
}

std::string DclWriter::Start() const {
  return fmt::format(
      "[GameInfo]\nFirst={}\nFirstRemTime={}\nSecond={}\nSecondRemTime={}\nRandom={}\n", names_[0],
      rules_.thinking_time_ms[0], names_[1], rules_.thinking_time_ms[1], random_);
}

std::string DclWriter::Add(const RecordMove& move) {
  if (move.shot == 0) {
    board_ = Board();
    lead_ = move.team;
  }
  std::string text = SectionLine(move.end, move.shot);
  text += MessageLine(Dc2Position{Dc2PositionOf(board_, lead_)});
  text +=
      MessageLine(Dc2SetState{move.shot, move.end, std::max(rules_.ends, move.end + 1), move.team});
  if (const Release* called = std::get_if<Release>(&move.called)) {
    text += MessageLine(Dc2BestShot{*called});
    text += MessageLine(Dc2RunShot{move.thrown.value()});
  }
  text += fmt::format("UsedTime={}\n", move.used_ms);
  board_ = move.board;
  if (move.shot == kStones - 1 && move.thrown) {
    text += SectionLine(move.end, kStones);
    text += MessageLine(Dc2Position{Dc2PositionOf(board_, lead_)});
    text += MessageLine(Dc2Score{EndScore(board_, DefaultIce(kLaw).sheet, rules_)});
  }
  return text;
}

std::string DclWriter::Finish(const GameRecord& record) const {
  const GameResult& result = record.result;
  std::string text = fmt::format("[GameOverInfo]\nENDSTATE={}\n", EndState(result.reason));
  if (result.winner) {
    const Team loser = Opponent(*result.winner);
    text += fmt::format("WIN={}\nLOSE={}\nLOSER={}\n", names_[At(*result.winner)],
                        names_[At(loser)], Index(loser));
  }
  text += fmt::format("REASON={}\n", ReasonName(result.reason));
  return text + MessageLine(Dc2TotalScore{record.score});
}

std::string DclText(const GameRecord& record) {
  DclWriter writer(record.header);
  std::string text = writer.Start();
  for (const RecordMove& move : record.moves) text += writer.Add(move);
  return record.cut_off ? text : text + writer.Finish(record);
}

namespace {

// A section for a shot, or for an end's final stones (shot 16).
struct Section {
  int end = 0;
  int shot = 0;
  std::size_t line = 0;
  std::optional<Dc2Position> position;
  std::optional<Dc2SetState> state;
  std::optional<Release> called;
  std::optional<Release> thrown;
  Milliseconds used_ms = 0;

  std::string Name() const { return fmt::format("[{:02}{:02}]", end, shot); }
};

// What a log says, before it is played.
struct Contents {
  std::array<std::string, 2> names = {"First", "Second"};
  std::array<Milliseconds, 2> thinking_time_ms = MakeRules(RulesPreset::kDc2).thinking_time_ms;
  std::optional<double> random;
  std::vector<Section> sections;
  bool has_total = false;
  // Of GameOverInfo.
  std::string end_state;
  std::string winner_name;
  std::string loser_name;
  std::optional<Team> loser;
  std::optional<Reason> reason;
};

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

template <typename T>
T NumberFrom(std::string_view key, std::string_view value, T low, T high) {
  T number{};
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() ||
      !(number >= low && number <= high)) {
    throw BadData(std::string(key), fmt::format("expected a number from {} to {}, got {}", low,
                                                high, Quote(Json(CleanName(value)))));
  }
  return number;
}

Milliseconds ClockFrom(std::string_view key, std::string_view value) {
  return NumberFrom<Milliseconds>(key, value, 0, kMaxClock_ms);
}

template <typename Message>
Message MessageFrom(std::string_view key, std::string_view value) {
  const Dc2Message message = Dc2FromText(value);
  if (const auto* wanted = std::get_if<Message>(&message)) return *wanted;
  throw BadData(std::string(key), fmt::format("expected {}, got another command", key));
}

Reason ReasonFrom(std::string_view value) {
  for (const Reason reason : kReasons) {
    if (ReasonName(reason) == value) return reason;
  }
  throw BadData("REASON", fmt::format("expected score, concede, time_limit, draw, crash, hang or "
                                      "nonsense, got {}",
                                      Quote(Json(CleanName(value)))));
}

// Takes a log's lines one after the other.
class LineReader {
 public:
  void Read(std::string_view line, std::size_t number) {
    if (line.empty() || line[0] == ';' || line[0] == '#') return;
    if (line[0] == '[') {
      Open(line, number);
      return;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) {
      throw BadData("", fmt::format("expected a [section] or a line key=value, got {}",
                                    Quote(Json(CleanName(line)))));
    }
    const std::string_view key = Trimmed(line.substr(0, equals));
    const std::string_view value = Trimmed(line.substr(equals + 1));
    if (key == "TOTALSCORE") {
      contents_.has_total = true;
    } else if (place_ == Place::kInfo) {
      ReadInfo(key, value);
    } else if (place_ == Place::kShot) {
      ReadShot(key, value);
    } else if (place_ == Place::kOver) {
      ReadOver(key, value);
    }
  }
  bool any_section() const { return any_section_; }
  Contents Take() { return std::move(contents_); }

 private:
  enum class Place { kElsewhere, kInfo, kShot, kOver };

  void Open(std::string_view line, std::size_t number) {
    if (line.back() != ']') {
      throw BadData("", fmt::format("expected a section's name in brackets, got {}",
                                    Quote(Json(CleanName(line)))));
    }
    any_section_ = true;
    const std::string_view name = line.substr(1, line.size() - 2);
    if (name == "GameInfo") {
      place_ = Place::kInfo;
    } else if (name == "GameOverInfo") {
      place_ = Place::kOver;
    } else if (name.size() >= 4 && name.size() <= 5 &&
               name.find_first_not_of("0123456789") == std::string_view::npos) {
      place_ = Place::kShot;
      Section section;
      section.end = NumberFrom("end", name.substr(0, name.size() - 2), 0, kMostEnds - 1);
      section.shot = NumberFrom("shot", name.substr(name.size() - 2), 0, kStones);
      section.line = number;
      if (contents_.sections.size() == std::size_t{kMostEnds} * (kStones + 1)) {
        throw BadData("", "too many sections for a game");
      }
      contents_.sections.push_back(std::move(section));
    } else {
      place_ = Place::kElsewhere;
    }
  }

  void ReadInfo(std::string_view key, std::string_view value) {
    if (key == "First") contents_.names[0] = CleanName(value);
    if (key == "Second") contents_.names[1] = CleanName(value);
    if (key == "FirstRemTime") contents_.thinking_time_ms[0] = ClockFrom(key, value);
    if (key == "SecondRemTime") contents_.thinking_time_ms[1] = ClockFrom(key, value);
    if (key == "Random") contents_.random = NumberFrom(key, value, 0.0, kMaxRandom);
  }

  void ReadShot(std::string_view key, std::string_view value) {
    Section& section = contents_.sections.back();
    if (key == "POSITION") section.position = MessageFrom<Dc2Position>(key, value);
    if (key == "SETSTATE") section.state = MessageFrom<Dc2SetState>(key, value);
    if (key == "BESTSHOT") section.called = MessageFrom<Dc2BestShot>(key, value).release;
    if (key == "RUNSHOT") section.thrown = MessageFrom<Dc2RunShot>(key, value).release;
    if (key == "UsedTime") section.used_ms = ClockFrom(key, value);
  }

  void ReadOver(std::string_view key, std::string_view value) {
    if (key == "ENDSTATE") contents_.end_state = value;
    if (key == "WIN") contents_.winner_name = CleanName(value);
    if (key == "LOSE") contents_.loser_name = CleanName(value);
    if (key == "LOSER") contents_.loser = NumberFrom(key, value, 0, 1) == 0 ? Team::k0 : Team::k1;
    if (key == "REASON") contents_.reason = ReasonFrom(value);
  }

  Contents contents_;
  Place place_ = Place::kElsewhere;
  bool any_section_ = false;
};

// Half a line can look like a whole one with other numbers. Only the last one of a whole log may
// lack its newline.
std::string_view WithoutTornLine(std::string_view text) {
  const std::size_t begin = text.rfind('\n') + 1;
  const std::string_view last = text.substr(begin);
  const bool ends_a_log = last.rfind("TOTALSCORE=", 0) == 0 || last.rfind("LOSE", 0) == 0;
  return ends_a_log || begin == 0 ? text : text.substr(0, begin);
}

Contents ContentsOf(std::string_view text, const std::string& name) {
  if (text.size() > kMaxText) {
    throw BadData(name,
                  fmt::format("expected a log of at most {} bytes, got {}", kMaxText, text.size()));
  }
  text = WithoutTornLine(text);
  LineReader reader;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t newline = text.find('\n');
    const std::string_view line = text.substr(0, newline);
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
    try {
      if (line.size() > kMaxLine) {
        throw BadData("", fmt::format("expected at most {} bytes, got {}", kMaxLine, line.size()));
      }
      reader.Read(Trimmed(line), number);
    } catch (const Error& e) {
      throw BadData(fmt::format("{}:{}", name, number), e.what());
    }
  }
  if (!reader.any_section()) throw BadData(name, "expected a .dcl log, got no section");
  return reader.Take();
}

ExecutionSizes SizesOf(const Contents& contents) {
  ExecutionSizes sizes = DefaultSizes(ExecutionModel::kGat);
  if (!contents.random) return sizes;
  if (*contents.random < 1e-8) return DefaultSizes(ExecutionModel::kNone);
  sizes.across_error_m = *contents.random / 2.0;
  sizes.along_error_m = *contents.random * 2.0;
  return sizes;
}

// Plays what a log says.
class DclReplay {
 public:
  DclReplay(const Contents& contents, const std::string& name)
      : contents_(contents),
        name_(name),
        // In some logs the second player leads. The team that leads at first is our team 0.
        swapped_(!contents.sections.empty() && contents.sections[0].state &&
                 contents.sections[0].state->shot == 0 &&
                 contents.sections[0].state->turn == Team::k1),
        game_(Header()) {}

  DclGame Play() {
    for (std::size_t i = 0; i < contents_.sections.size(); ++i) {
      const Section& section = contents_.sections[i];
      try {
        if (section.shot == kStones) {
          FinishEnd(section);
        } else {
          PlaySection(section, i + 1 == contents_.sections.size());
        }
      } catch (const Error& e) {
        if (e.kind() != ErrorKind::kBadData) throw;
        throw BadData(fmt::format("{}:{}", name_, section.line),
                      fmt::format("{}: {}", section.Name(), e.what()));
      }
    }
    if (!game_.game().over()) EndEarly();
    DclGame game;
    game.warning = stones_.Warning();
    game.record = game_.SoFar();
    if (!game.record.cut_off) CheckWinner(game.record.result);
    return game;
  }

 private:
  Team TeamOf(Team told) const { return swapped_ ? Opponent(told) : told; }

  RecordHeader Header() const {
    RecordHeader header;
    header.terms = MakeTerms(kLaw, RulesPreset::kDc2, SizesOf(contents_));
    header.terms.rules.thinking_time_ms = contents_.thinking_time_ms;
    header.players = contents_.names;
    if (swapped_) {
      std::swap(header.terms.rules.thinking_time_ms[0], header.terms.rules.thinking_time_ms[1]);
      std::swap(header.players[0], header.players[1]);
    }
    bool first = true;
    for (const Section& section : contents_.sections) {
      if (!section.state) continue;
      if (first) header.terms.rules.ends = section.state->ends;
      first = false;
      // Ends beyond those at first are extra ends. Their clocks are not in the log.
      if (section.state->ends > header.terms.rules.ends) {
        header.terms.rules.tie_break = TieBreak::kExtraEnds;
        header.terms.rules.extra_end_time_ms = {kMaxClock_ms, kMaxClock_ms};
      }
    }
    return header;
  }

  void AdoptPosition(const Section& section, Team lead) {
    // An end begins with an empty sheet, whatever the log shows.
    if (!section.position || section.shot == 0) return;
    const Board theirs = Dc2Board(*section.position, section.shot, lead);
    stones_.Compare(game_.last(), theirs);
    game_.AdoptStones(theirs, game_.last().foul);
  }

  void PlaySection(const Section& section, bool last) {
    const Game& game = game_.game();
    if (game.over()) throw BadData("", "expected nothing more, for the game is over");
    if (section.end != game.end || section.shot != game.shot) {
      throw BadData("", fmt::format("expected [{:02}{:02}]: sections are missing or out of order",
                                    game.end, game.shot));
    }
    if (section.state) {
      const Dc2SetState& state = *section.state;
      if (state.end != game.end || state.shot != game.shot ||
          TeamOf(state.turn) != game.to_move()) {
        throw BadData("SETSTATE", fmt::format("expected shot {} of end {} and turn {}", game.shot,
                                              game.end, Index(TeamOf(game.to_move()))));
      }
    }
    const Team lead = Opponent(game.position().turn.hammer);
    AdoptPosition(section, lead);
    lead_ = lead;
    if (!section.thrown) {
      if (!last) throw BadData("RUNSHOT", "expected what was thrown, got nothing");
      used_in_vain_ms_ = section.used_ms;
      return;
    }
    game_.PlayThrown(section.called.value_or(*section.thrown), *section.thrown, section.used_ms);
  }

  void FinishEnd(const Section& section) {
    if (game_.game().shot != 0 || section.end != game_.game().end - 1) {
      throw BadData("", "expected the end's sixteen shots before");
    }
    AdoptPosition(section, lead_);
  }

  // The stones did not decide the game: what the log says did.
  void EndEarly() {
    const Team mover = game_.game().to_move();
    const Reason reason = contents_.reason.value_or(
        contents_.end_state == "TIMEOUT" ? Reason::kTimeLimit : Reason::kConcede);
    std::optional<Team> loser = contents_.loser;
    if (!loser && contents_.names[0] != contents_.names[1]) {
      if (contents_.loser_name == contents_.names[0]) loser = Team::k0;
      if (contents_.loser_name == contents_.names[1]) loser = Team::k1;
    }
    if (loser) loser = TeamOf(*loser);
    // Without a word about the result, a log with a total is still a whole one: older servers
    // write no more when a player gives up.
    if (!loser) {
      if (!contents_.has_total) return;
      loser = mover;
    }
    if (reason == Reason::kScore || reason == Reason::kDraw) {
      throw BadData(name_, fmt::format("expected a game decided by its stones, as the log says; "
                                       "it stops before shot {} of end {}",
                                       game_.game().shot, game_.game().end));
    }
    Game clocks = game_.game();
    const Milliseconds left_ms = clocks.ClockOf(mover, game_.header().terms.rules);
    if (IsForfeit(reason)) {
      game_.ForfeitGame(*loser, reason);
    } else if (*loser != mover) {
      // Nobody can give up or be late out of turn.
      game_.ForfeitGame(*loser, reason == Reason::kConcede ? Reason::kNonsense : Reason::kCrash);
    } else if (reason == Reason::kConcede) {
      game_.Play(Concede{}, std::min(used_in_vain_ms_, left_ms));
    } else {
      game_.Play(OutOfTime{}, std::max(used_in_vain_ms_, left_ms + 1));
    }
  }

  void CheckWinner(const GameResult& result) const {
    const auto& names = game_.header().players;
    if (!result.winner || names[0] == names[1] || contents_.winner_name.empty()) return;
    const std::string& winner = names[At(*result.winner)];
    if (contents_.winner_name != winner) {
      throw BadData(name_, fmt::format("WIN: expected {}, who has won by the log's shots, got {}",
                                       Quote(Json(winner)), Quote(Json(contents_.winner_name))));
    }
  }

  const Contents& contents_;
  const std::string& name_;
  bool swapped_;
  RecordedGame game_;
  TheirStones stones_;
  Team lead_ = Team::k0;
  Milliseconds used_in_vain_ms_ = 0;  // on a move that never came
};

}  // namespace

DclGame DclFromText(std::string_view text, const std::string& name) {
  const Contents contents = ContentsOf(text, name);
  return DclReplay(contents, name).Play();
}

GameRecord RecordFromDcl(std::string_view text, const std::string& name, CutOff cut_off) {
  DclGame game = DclFromText(text, name);
  if (game.record.cut_off && cut_off == CutOff::kRefused) {
    throw BadData(name, fmt::format("expected the result of the game after {} shots, got the end "
                                    "of the log: it was cut off",
                                    game.record.moves.size()));
  }
  return std::move(game.record);
}

}  // namespace skipstone
