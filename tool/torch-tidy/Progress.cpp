//===- Progress.cpp - a bar for people, on a terminal only ----------------===//
#include "Progress.h"
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sys/ioctl.h>
#include <unistd.h>

namespace torchtidy {
namespace tool {

namespace {

const char Clear[] = "\r\033[K";
constexpr int Interrupts[] = {SIGINT, SIGTERM, SIGHUP};
struct sigaction Before[std::size(Interrupts)];

/// The prompt that comes next stands on a line of its own. Then the signal does
/// what it would have done.
void clearAndDie(int Signal) {
  ssize_t Ignored = ::write(STDERR_FILENO, Clear, sizeof(Clear) - 1);
  (void)Ignored;
  ::raise(Signal);
}

bool isTerminal() {
  const char *Term = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && Term && std::string(Term) != "dumb";
}

} // namespace

std::string timeLeft(double Seconds) {
  if (Seconds < 0)
    return "";
  if (Seconds < 90)
    return "about " + std::to_string(std::max(1l, std::lround(Seconds))) +
           " s left";
  if (Seconds < 90 * 60)
    return "about " + std::to_string(std::lround(Seconds / 60)) + " min left";
  return "about " + std::to_string(std::lround(Seconds / 3600)) + " h left";
}

Progress::Progress(bool Quiet) : Enabled(!Quiet && isTerminal()) {
  if (!Enabled)
    return;
  for (size_t I = 0; I < std::size(Interrupts); ++I) {
    ::sigaction(Interrupts[I], nullptr, &Before[I]);
    if (Before[I].sa_handler != SIG_DFL)
      continue; // nohup's
    struct sigaction Action = {};
    Action.sa_handler = clearAndDie;
    Action.sa_flags = SA_RESETHAND | SA_NODEFER;
    ::sigaction(Interrupts[I], &Action, nullptr);
  }
}

Progress::~Progress() {
  if (!Enabled)
    return;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Over = true;
  }
  Ended.notify_all();
  if (Clock.joinable())
    Clock.join();
  std::fputs(Clear, stderr);
  std::fflush(stderr);
  for (size_t I = 0; I < std::size(Interrupts); ++I)
    ::sigaction(Interrupts[I], &Before[I], nullptr);
}

void Progress::show(const front::ReadProgress &P) {
  if (!Enabled || P.total == 0)
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  Last = P;
  At = std::chrono::steady_clock::now();
  draw();
  if (!Clock.joinable())
    Clock = std::thread([this] { tick(); });
}

/// A file takes seconds: that the time goes on shows that the tool does.
void Progress::tick() {
  std::unique_lock<std::mutex> Guard(Lock);
  while (!Ended.wait_for(Guard, std::chrono::seconds(1), [&] { return Over; }))
    draw();
}

void Progress::draw() const {
  constexpr unsigned Width = 24;
  unsigned Full = Width * Last.done / Last.total;
  std::string Line =
      "[" + std::string(Full, '#') + std::string(Width - Full, '.') + "] " +
      std::to_string(Last.done) + "/" + std::to_string(Last.total);
  if (Last.secondsLeft >= 0) {
    std::chrono::duration<double> Since = std::chrono::steady_clock::now() - At;
    Line += ", " + timeLeft(std::max(0.0, Last.secondsLeft - Since.count()));
  }
  if (!Last.file.empty())
    Line += " " + std::filesystem::path(Last.file).filename().string();
  winsize Size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &Size) == 0 && Size.ws_col > 1)
    Line.resize(std::min<size_t>(Line.size(), Size.ws_col - 1));
  std::fprintf(stderr, "%s%s", Clear, Line.c_str());
  std::fflush(stderr);
}

} // namespace tool
} // namespace torchtidy
