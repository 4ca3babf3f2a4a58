// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "match/worker.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <type_traits>

namespace skipstone {
namespace {

// How long after its clock has run out a player may still answer, and lose on time instead.
constexpr std::int64_t kGrace_ms = 1000;
constexpr int kMaxMoves = 255 * kStones;  // as many as a record may have
constexpr int kNobody = -1;

std::int64_t Now_ms() {
  // The same clock in all processes.
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Error SystemError(const char* action) {
  return Error(ErrorKind::kEnvironment, "",
               fmt::format("cannot {}: {}", action, std::strerror(errno)));
}

// A message from a worker: its length, its kind, its content.
enum class Kind : std::uint8_t { kGame, kError };

struct MessageHead {
  std::uint32_t size = 0;  // of the content
  Kind kind = Kind::kGame;
};

// Plain values end to end. Both ends are one program, so there is nothing to agree on.
class Packer {
 public:
  template <typename T>
  void Value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    text_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void Text(std::string_view text) {
    Value(text.size());
    text_.append(text);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class Unpacker {
 public:
  explicit Unpacker(std::string_view text) : text_(text) {}

  template <typename T>
  T Value() {
    T value;
    std::memcpy(&value, Take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string Text() { return std::string(Take(Value<std::size_t>())); }

 private:
  std::string_view Take(std::size_t size) {
    SKIPSTONE_CHECK(size <= text_.size());
    const std::string_view taken = text_.substr(0, size);
    text_.remove_prefix(size);
    return taken;
  }

  std::string_view text_;
};

std::string Pack(const PlayedGame& game) {
  Packer packer;
  packer.Value(game.number);
  packer.Value(game.result);
  packer.Value(game.score);
  packer.Value(game.ends.size());
  for (const PlayedEnd& end : game.ends) packer.Value(end);
  packer.Value(game.shots.size());
  for (const PlayedShot& shot : game.shots) {
    packer.Value(shot.end);
    packer.Value(shot.shot);
    packer.Value(shot.team);
    packer.Value(shot.called);
    packer.Value(shot.thrown);
    packer.Value(shot.type);
    packer.Value(shot.target);
    packer.Text(shot.name);
    packer.Value(shot.came_off);
    packer.Value(shot.foul);
    packer.Value(shot.used_ms);
  }
  packer.Text(game.record);
  return packer.text();
}

PlayedGame UnpackGame(std::string_view text) {
  Unpacker unpacker(text);
  PlayedGame game;
  game.number = unpacker.Value<int>();
  game.result = unpacker.Value<GameResult>();
  game.score = unpacker.Value<std::array<int, 2>>();
  game.ends.resize(unpacker.Value<std::size_t>());
  for (PlayedEnd& end : game.ends) end = unpacker.Value<PlayedEnd>();
  game.shots.resize(unpacker.Value<std::size_t>());
  for (PlayedShot& shot : game.shots) {
    shot.end = unpacker.Value<int>();
    shot.shot = unpacker.Value<int>();
    shot.team = unpacker.Value<Team>();
    shot.called = unpacker.Value<std::optional<Release>>();
    shot.thrown = unpacker.Value<std::optional<Release>>();
    shot.type = unpacker.Value<std::optional<ShotType>>();
    shot.target = unpacker.Value<int>();
    shot.name = unpacker.Text();
    shot.came_off = unpacker.Value<bool>();
    shot.foul = unpacker.Value<bool>();
    shot.used_ms = unpacker.Value<Milliseconds>();
  }
  game.record = unpacker.Text();
  return game;
}

// Blocks until all is written; a worker whose parent is gone is about to die anyway.
void WriteMessage(int fd, Kind kind, const std::string& content) {
  Packer packer;
  packer.Value(MessageHead{static_cast<std::uint32_t>(content.size()), kind});
  const std::string text = packer.text() + content;
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t n = ::send(fd, text.data() + written, text.size() - written, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) ::_exit(0);
    written += static_cast<std::size_t>(n);
  }
}

// How long players may take to be made, when all that is wanted is whether they can be.
constexpr int kTryMake_ms = 10'000;

}  // namespace

void TryPlayers(const TournamentSetup& setup) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw SystemError("make a connection to a worker");
  }
  std::fflush(nullptr);
  const pid_t pid = ::fork();
  if (pid < 0) throw SystemError("start a worker");
  if (pid == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    try {
      for (const std::string& player : setup.players) MakePlayer(player, {.terms = setup.terms});
    } catch (const Error& e) {
      // A bug is the player's own affair: it loses its games by it.
      if (e.kind() != ErrorKind::kInternal) {
        const std::string text = static_cast<char>(e.kind()) + std::string(e.what());
        if (::send(ends[1], text.data(), text.size(), MSG_NOSIGNAL) < 0) ::_exit(1);
      }
    } catch (const std::exception&) {
    }
    ::_exit(0);
  }
  ::close(ends[1]);
  pollfd answer{ends[0], POLLIN, 0};
  char text[4096];
  ssize_t size = 0;
  if (::poll(&answer, 1, kTryMake_ms) > 0) size = ::recv(ends[0], text, sizeof text, 0);
  ::close(ends[0]);
  ::kill(pid, SIGKILL);
  ::waitpid(pid, nullptr, 0);
  if (size > 1) {
    throw Error(static_cast<ErrorKind>(text[0]), "",
                std::string(text + 1, static_cast<std::size_t>(size) - 1));
  }
}

// What the parent must know of a game under way. Written by the worker while it lives: the count of
// moves after the move itself, so that whatever was going on when it died, what stands here is
// whole.
struct Worker::Bulletin {
  struct Called {
    Move move;
    Milliseconds used_ms = 0;
  };

  std::atomic<int> busy = kNobody;  // the team whose player is at work
  std::atomic<std::int64_t> deadline_ms = 0;
  std::atomic<int> count = 0;
  std::array<Called, kMaxMoves> moves;
};

struct Worker::Job {
  int number = 0;
  // Who has lost after the bulletin's moves, and why; without it the game is played from the start.
  std::optional<Verdict> verdict;
};

Worker::Worker(const TournamentSetup& setup) : setup_(setup) {
  static_assert(std::is_trivially_destructible_v<Bulletin>);
  static_assert(std::atomic<int>::is_always_lock_free);
  void* memory =
      ::mmap(nullptr, sizeof(Bulletin), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw SystemError("share memory with a worker");
  bulletin_ = new (memory) Bulletin;
  Start();
}

Worker::~Worker() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  if (fd_ >= 0) ::close(fd_);
  ::munmap(bulletin_, sizeof(Bulletin));
}

void Worker::Start() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw SystemError("make a connection to a worker");
  }
  std::fflush(nullptr);  // else a worker that calls exit() would print our lines again
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) throw SystemError("start a worker");
  if (pid_ == 0) {
    ::close(ends[0]);
    Run(ends[1], parent);
  }
  ::close(ends[1]);
  fd_ = ends[0];
  killed_ = false;
  buffer_.clear();
}

void Worker::Send(const Job& job) const {
  // A worker that has died is found out by Receive.
  while (::send(fd_, &job, sizeof job, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

void Worker::Play(int number) {
  games_.push_back(number);
  Send({number, std::nullopt});
}

std::vector<PlayedGame> Worker::Receive() {
  bool ended = false;
  std::vector<PlayedGame> games = Drain(ended);
  // First things first; its death shows again.
  if (ended && games.empty()) {
    int status = 0;
    ::kill(pid_, SIGKILL);  // a player may have closed the connection and live on
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    Restart(VerdictOn(status));
  }
  return games;
}

std::vector<PlayedGame> Worker::Leave() {
  bool ended = false;
  return Drain(ended);
}

void Worker::StartOver() {
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
  Restart(std::nullopt);
}

std::vector<PlayedGame> Worker::Drain(bool& ended) {
  std::vector<PlayedGame> games;
  char chunk[1 << 16];
  while (true) {
    const ssize_t got = ::recv(fd_, chunk, sizeof chunk, MSG_DONTWAIT);
    if (got > 0) {
      buffer_.append(chunk, static_cast<std::size_t>(got));
      continue;
    }
    if (got < 0 && errno == EINTR) continue;
    ended = !(got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK));
    Unpack(games);
    return games;
  }
}

void Worker::Unpack(std::vector<PlayedGame>& games) {
  std::size_t used = 0;
  while (buffer_.size() - used >= sizeof(MessageHead)) {
    Unpacker unpacker(std::string_view(buffer_).substr(used));
    const auto head = unpacker.Value<MessageHead>();
    if (buffer_.size() - used - sizeof head < head.size) break;
    const std::string_view content =
        std::string_view(buffer_).substr(used + sizeof head, head.size);
    if (head.kind == Kind::kError) {
      if (!games.empty()) break;  // for the next call
      Unpacker error(content);
      const auto kind = error.Value<ErrorKind>();
      throw Error(kind, fmt::format("game {}", games_.front()), error.Text());
    }
    games.push_back(UnpackGame(content));
    SKIPSTONE_CHECK(!games_.empty() && games.back().number == games_.front());
    games_.pop_front();
    used += sizeof head + head.size;
  }
  buffer_.erase(0, used);
}

std::optional<Worker::Verdict> Worker::VerdictOn(int status) const {
  const int busy = bulletin_->busy;
  if (busy == kNobody) {
    if (killed_) return std::nullopt;  // it answered just before: the game is played again
    const std::string how = WIFSIGNALED(status)
                                ? fmt::format("of signal {}", WTERMSIG(status))
                                : fmt::format("with exit code {}", WEXITSTATUS(status));
    throw Error(ErrorKind::kInternal, games_.empty() ? "" : fmt::format("game {}", games_.front()),
                fmt::format("a worker ended {} while no player was at work", how));
  }
  if (killed_ && !IsOverdue()) return std::nullopt;
  return Verdict{busy == 0 ? Team::k0 : Team::k1, killed_ ? Reason::kHang : Reason::kCrash};
}

void Worker::Restart(std::optional<Verdict> verdict) {
  bulletin_->busy = kNobody;
  ::close(fd_);
  fd_ = -1;
  Start();
  for (const int number : games_) {
    Send({number, verdict});
    verdict.reset();
  }
}

bool Worker::IsOverdue() const { return Now_ms() >= bulletin_->deadline_ms; }

void Worker::KillIfHanging() {
  if (killed_ || bulletin_->busy == kNobody || !IsOverdue()) return;
  killed_ = true;
  ::kill(pid_, SIGKILL);
}

void Worker::Run(int fd, pid_t parent) {
  // Nobody is left behind when the parent is killed, be it before this call or after.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(0);
  // Ctrl-C goes to all processes of a terminal, and SIGTERM often to a whole group; the parent
  // decides.
  ::signal(SIGINT, SIG_IGN);
  ::signal(SIGTERM, SIG_IGN);
  Packer failure;
  try {
    Job job;
    while (::recv(fd, &job, sizeof job, MSG_WAITALL) == sizeof job) {
      WriteMessage(fd, Kind::kGame, Pack(PlayOne(job)));
    }
    ::_exit(0);
  } catch (const Error& e) {
    failure.Value(e.kind());
    failure.Text(e.what());
  } catch (const std::exception& e) {
    failure.Value(ErrorKind::kInternal);
    failure.Text(e.what());
  }
  WriteMessage(fd, Kind::kError, failure.text());
  ::_exit(0);
}

PlayedGame Worker::PlayOne(const Job& job) {
  const GameSetup game = GameSetupOf(setup_, FixtureOf(setup_, job.number));
  Scribe scribe(game.header);
  if (job.verdict) {
    RecordedGame played(game.header);
    for (int i = 0; i < bulletin_->count; ++i) {
      const Bulletin::Called& called = bulletin_->moves[static_cast<std::size_t>(i)];
      const Game before = played.game();
      const TurnResult result = played.Play(called.move, called.used_ms);
      scribe.Note({before, played.game(), played.last(), result, nullptr});
    }
    // One that fails when it is let go has finished its game.
    if (!played.game().over()) played.ForfeitGame(job.verdict->loser, job.verdict->reason);
    return std::move(scribe).Finish(job.number, played.Finish());
  }
  bulletin_->count = 0;
  std::array<Milliseconds, 2> left_ms = setup_.terms.rules.thinking_time_ms;
  Watcher watcher;
  watcher.to_move = [&left_ms, this](const Game& now) {
    Game copy = now;
    left_ms[static_cast<std::size_t>(Index(now.to_move()))] =
        copy.ClockOf(now.to_move(), setup_.terms.rules);
  };
  watcher.busy = [&left_ms, this](std::optional<Team> team) {
    if (team) {
      bulletin_->deadline_ms =
          Now_ms() + left_ms[static_cast<std::size_t>(Index(*team))] + kGrace_ms;
    }
    bulletin_->busy = team ? Index(*team) : kNobody;
  };
  watcher.played = [this, &scribe](const TurnReport& report) {
    const int count = bulletin_->count;
    SKIPSTONE_CHECK(count < kMaxMoves);  // CheckSchedule bounds the ends
    bulletin_->moves[static_cast<std::size_t>(count)] = {report.move.called, report.move.used_ms};
    bulletin_->count = count + 1;
    scribe.Note(report);
  };
  const GameRecord record = *PlayGame(game, watcher);
  return std::move(scribe).Finish(job.number, record);
}

}  // namespace skipstone
