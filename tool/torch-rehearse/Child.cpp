//===- Child.cpp - a process that is listened to, and ended in time -------===//
#include "Child.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace torchtidy {
namespace rehearse {
namespace {

using Clock = std::chrono::steady_clock;

std::runtime_error failed(const std::string &What) {
  return std::runtime_error(What + ": " + std::strerror(errno));
}

[[noreturn]] void become(std::vector<std::string> Command, int Out,
                         bool ShowErrors) {
  setpgid(0, 0);
  int Null = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(Null, STDIN_FILENO);
  dup2(Null, STDOUT_FILENO);
  if (!ShowErrors)
    dup2(Null, STDERR_FILENO);
  int Own = fcntl(Out, F_DUPFD, 10);
  std::vector<char *> Arguments;
  for (std::string &A : Command) {
    if (A == "{out}")
      A = std::to_string(Own);
    Arguments.push_back(&A[0]);
  }
  Arguments.push_back(nullptr);
  execv(Arguments[0], Arguments.data());
  _exit(127);
}

/// Milliseconds until \p End, for poll.
int until(Clock::time_point End) {
  auto Left =
      std::chrono::duration_cast<std::chrono::milliseconds>(End - Clock::now())
          .count();
  return Left < 0 ? 0 : Left > 60000 ? 60000 : static_cast<int>(Left);
}

/// Returns at the end of the stream, or when a bound is reached.
void listen(int Fd, Clock::time_point End, size_t MaxOutput, ChildResult &R) {
  char Buffer[65536];
  for (;;) {
    pollfd P{Fd, POLLIN, 0};
    int Ready = poll(&P, 1, until(End));
    if (Ready < 0 && errno == EINTR)
      continue;
    if (Ready == 0 && Clock::now() >= End) {
      R.late = true;
      return;
    }
    if (Ready == 0)
      continue;
    ssize_t N = read(Fd, Buffer, sizeof Buffer);
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      return;
    R.output.append(Buffer, static_cast<size_t>(N));
    if (R.output.size() > MaxOutput) {
      R.endless = true;
      return;
    }
  }
}

} // namespace

ChildResult runChild(std::vector<std::string> Command, unsigned Seconds,
                     size_t MaxOutput, bool ShowErrors) {
  int Pipe[2];
  if (pipe2(Pipe, O_CLOEXEC) != 0)
    throw failed("no pipe");
  std::string Program = Command.front();
  if (access(Program.c_str(), X_OK) != 0)
    throw failed("cannot run '" + Program + "'");
  auto End = Clock::now() + std::chrono::seconds(Seconds);
  pid_t Child = fork();
  if (Child < 0)
    throw failed("cannot start a process");
  if (Child == 0)
    become(std::move(Command), Pipe[1], ShowErrors);
  close(Pipe[1]);
  ChildResult R;
  listen(Pipe[0], End, MaxOutput, R);
  close(Pipe[0]);
  // Threads and children that an archive started end with it.
  if (R.late || R.endless)
    kill(-Child, SIGKILL);
  while (waitpid(Child, &R.status, 0) < 0 && errno == EINTR) {
  }
  kill(-Child, SIGKILL);
  if (WIFEXITED(R.status) && WEXITSTATUS(R.status) == 127)
    throw std::runtime_error("cannot run '" + Program + "'");
  return R;
}

} // namespace rehearse
} // namespace torchtidy
