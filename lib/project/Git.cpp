//===- Git.cpp - what git knows of a work tree ----------------------------===//
#include "project/Git.h"
#include "project/Paths.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace torchtidy {
namespace project {

namespace {

/// A file that has no name any more: it goes with the process, however it ends.
class Scratch {
public:
  Scratch() {
    const char *Folder = std::getenv("TMPDIR");
    std::string Path =
        std::string(Folder && *Folder ? Folder : "/tmp") + "/torch-tidy-XXXXXX";
    Descriptor = mkostemp(Path.data(), O_CLOEXEC);
    if (Descriptor < 0)
      throw std::runtime_error("cannot make a temporary file: " +
                               std::string(std::strerror(errno)));
    unlink(Path.c_str());
  }
  ~Scratch() { close(Descriptor); }
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;

  std::string text() const {
    std::string Text;
    char Part[1 << 16];
    lseek(Descriptor, 0, SEEK_SET);
    for (ssize_t N; (N = read(Descriptor, Part, sizeof(Part))) != 0;) {
      if (N < 0 && errno == EINTR)
        continue;
      if (N < 0)
        throw std::runtime_error("cannot read what git wrote");
      Text.append(Part, static_cast<size_t>(N));
    }
    return Text;
  }

  int Descriptor;
};

/// Exit code of a program found on PATH; 127 if there is none.
int runProgram(std::vector<std::string> Words, const Scratch &Out,
               const Scratch &Err) {
  std::vector<char *> Argv;
  for (std::string &W : Words)
    Argv.push_back(W.data());
  Argv.push_back(nullptr);
  posix_spawn_file_actions_t Files;
  posix_spawn_file_actions_init(&Files);
  posix_spawn_file_actions_addopen(&Files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&Files, Out.Descriptor, 1);
  posix_spawn_file_actions_adddup2(&Files, Err.Descriptor, 2);
  pid_t Child = 0;
  int Failed =
      posix_spawnp(&Child, Argv[0], &Files, nullptr, Argv.data(), environ);
  posix_spawn_file_actions_destroy(&Files);
  if (Failed)
    return 127;
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    ;
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

std::string trimmed(const std::string &Text) {
  size_t First = Text.find_first_not_of(" \t\r\n");
  size_t Last = Text.find_last_not_of(" \t\r\n");
  return First == std::string::npos ? "" : Text.substr(First, Last - First + 1);
}

} // namespace

std::string git(const std::string &Directory,
                const std::vector<std::string> &Arguments) {
  std::vector<std::string> Words = {"git",        "-C", Directory,
                                    "--no-pager", "-c", "core.quotePath=true"};
  Words.insert(Words.end(), Arguments.begin(), Arguments.end());
  Scratch Out, Err;
  int Code = runProgram(Words, Out, Err);
  if (Code == 127)
    throw std::runtime_error("git is not installed");
  if (Code != 0) {
    std::string Said = trimmed(Err.text());
    throw std::runtime_error(
        Said.empty() ? "git ended with " + std::to_string(Code) : Said);
  }
  return Out.text();
}

} // namespace project
} // namespace torchtidy
