//===- Run.cpp - starting a program under rehearsal -----------------------===//
#include "Run.h"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace torchtidy {
namespace rehearse {

static std::runtime_error failed(const char *What) {
  return std::runtime_error(std::string(What) + ": " + std::strerror(errno));
}

Page::Page() {
  Fd = memfd_create("torch-rehearse", MFD_CLOEXEC);
  if (Fd < 0 || ftruncate(Fd, sizeof(rt::SharedRun)) != 0)
    throw failed("cannot make shared memory");
  void *P = mmap(nullptr, sizeof(rt::SharedRun), PROT_READ | PROT_WRITE,
                 MAP_SHARED, Fd, 0);
  if (P == MAP_FAILED)
    throw failed("cannot map shared memory");
  Memory = static_cast<rt::SharedRun *>(P); // a new file is all zero
  Memory->magic = rt::SharedRun::Magic;
}

Page::~Page() {
  if (Memory)
    munmap(Memory, sizeof(rt::SharedRun));
  if (Fd >= 0)
    close(Fd);
}

PreloadName::PreloadName(const std::string &Path) : Name(Path) {
  if (Path.find_first_of(" \t\n:") == std::string::npos)
    return;
  std::error_code Error;
  std::string Base = std::filesystem::temp_directory_path(Error).string();
  if (Error || Base.find_first_of(" \t\n:") != std::string::npos)
    Base = "/tmp";
  Folder = Base + "/torch-rehearse-XXXXXX";
  if (!mkdtemp(Folder.data()))
    throw failed("cannot make a folder for a link to the preloaded object");
  Name = Folder + "/libtorch-rehearse.so";
  if (symlink(Path.c_str(), Name.c_str()) != 0) {
    rmdir(Folder.c_str());
    throw failed("cannot make a link to the preloaded object");
  }
}

PreloadName::~PreloadName() {
  if (Folder.empty())
    return;
  unlink(Name.c_str());
  rmdir(Folder.c_str());
}

Memo::Memo() {
  Fd = memfd_create("torch-rehearse-explored", MFD_CLOEXEC);
  if (Fd < 0 || fcntl(Fd, F_SETFL, O_APPEND) != 0)
    throw failed("cannot make a file in memory");
}

Memo::~Memo() {
  if (Fd >= 0)
    close(Fd);
}

std::string Memo::text() const {
  std::string Text;
  char Buffer[4096];
  for (ssize_t N; (N = pread(Fd, Buffer, sizeof Buffer, Text.size())) > 0;)
    Text.append(Buffer, N);
  return Text;
}

namespace {

volatile pid_t Child = 0;

/// The terminal sends to the program too; what only we got is passed on.
void passOn(int Signal, siginfo_t *Info, void *) {
  if (Child > 0 && Info->si_code <= 0)
    kill(Child, Signal);
}

constexpr int Passed[] = {SIGINT,  SIGTERM, SIGHUP, SIGQUIT,
                          SIGUSR1, SIGUSR2, SIGCONT};

void passSignalsOn() {
  struct sigaction New;
  std::memset(&New, 0, sizeof New);
  New.sa_sigaction = &passOn;
  New.sa_flags = SA_SIGINFO | SA_RESTART;
  for (int S : Passed) {
    struct sigaction Old;
    // Ignored before us (nohup) is ignored by the program as well.
    if (sigaction(S, nullptr, &Old) == 0 && Old.sa_handler != SIG_IGN)
      sigaction(S, &New, nullptr);
  }
}

/// A descriptor that the program inherits, out of the way of its own.
int inherited(int Fd) {
  int New = fcntl(Fd, F_DUPFD, 200);
  return New >= 0 ? New : fcntl(Fd, F_DUPFD, 3);
}

void setEnvironment(const Options &O, const std::string &Preload, int Out,
                    int Shared, int Explored) {
  std::string Settings =
      "type=" + O.type + ";devices=" + std::to_string(O.devices) +
      ";current=" + std::to_string(O.current) +
      ";keep-going=" + (O.keepGoing ? "1" : "0") + ";level=" + O.level +
      ";format=" + O.format + ";out=" + std::to_string(Out) +
      ";shared=" + std::to_string(Shared);
  if (O.explore)
    Settings += ";explore=" + std::to_string(O.explore) +
                ";explore-out=" + std::to_string(Explored);
  setenv(rt::SettingsVariable, Settings.c_str(), 1);
  const char *Old = std::getenv("LD_PRELOAD");
  std::string Value = Preload + (Old && *Old ? std::string(":") + Old : "");
  setenv("LD_PRELOAD", Value.c_str(), 1);
}

[[noreturn]] void becomeProgram(const Options &O, const std::string &Program,
                                const std::string &Preload, int Shared,
                                int Explored, int Out, int Report) {
  for (int S : Passed) {
    struct sigaction Old;
    if (sigaction(S, nullptr, &Old) == 0 && Old.sa_handler != SIG_IGN)
      signal(S, SIG_DFL);
  }
  setEnvironment(O, Preload, inherited(Out), inherited(Shared),
                 O.explore ? inherited(Explored) : -1);
  std::vector<char *> Arguments;
  for (const std::string &A : O.command)
    Arguments.push_back(const_cast<char *>(A.c_str()));
  Arguments.push_back(nullptr);
  execv(Program.c_str(), Arguments.data());
  int Error = errno;
  (void)!write(Report, &Error, sizeof Error);
  _exit(127);
}

} // namespace

int runProgram(const Options &O, const std::string &Program,
               const std::string &Preload, const Page &P, const Memo &Explored,
               int Out) {
  int Pipe[2]; // tells why exec failed; closed by a successful one
  if (pipe2(Pipe, O_CLOEXEC) != 0)
    throw failed("no pipe");
  passSignalsOn();
  pid_t New = fork();
  if (New < 0)
    throw failed("cannot start a process");
  if (New == 0)
    becomeProgram(O, Program, Preload, P.fd(), Explored.fd(), Out, Pipe[1]);
  Child = New;
  close(Pipe[1]);
  int Error = 0;
  ssize_t N;
  while ((N = read(Pipe[0], &Error, sizeof Error)) < 0 && errno == EINTR) {
  }
  close(Pipe[0]);
  int Status = 0;
  while (waitpid(New, &Status, 0) < 0 && errno == EINTR) {
  }
  Child = 0;
  if (N == sizeof Error)
    throw std::runtime_error("cannot run '" + Program +
                             "': " + std::strerror(Error));
  return Status;
}

void endLike(int Status) {
  if (WIFEXITED(Status))
    std::exit(WEXITSTATUS(Status));
  int Signal = WTERMSIG(Status);
  rlimit NoCore{0, 0}; // the program's own is the one of interest
  setrlimit(RLIMIT_CORE, &NoCore);
  signal(Signal, SIG_DFL);
  raise(Signal);
  std::exit(128 + Signal);
}

} // namespace rehearse
} // namespace torchtidy
