//===- Program.cpp - can this program be rehearsed? -----------------------===//
#include "Program.h"
#include "ElfFile.h"
#include "LibTorch.h"
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <sstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace torchtidy {
namespace rehearse {
namespace {

std::string readAll(int Fd) {
  std::string Text;
  char Buffer[4096];
  ssize_t N;
  while ((N = read(Fd, Buffer, sizeof Buffer)) > 0 || (N < 0 && errno == EINTR))
    if (N > 0)
      Text.append(Buffer, N);
  return Text;
}

/// What the loader of this process is: the one that would load the program too.
std::string loader() {
  for (const char *L :
       {"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"})
    if (fs::exists(L))
      return L;
  throw BadProgram("this system's loader is not known to torch-rehearse");
}

/// Runs the loader's own listing: it knows rpaths, caches and variables.
std::string listLibraries(const std::string &Elf) {
  std::string Loader = loader();
  int Pipe[2];
  if (pipe2(Pipe, O_CLOEXEC) != 0)
    throw BadProgram(std::string("no pipe: ") + std::strerror(errno));
  pid_t Child = fork();
  if (Child < 0)
    throw BadProgram(std::string("no process: ") + std::strerror(errno));
  if (Child == 0) {
    dup2(Pipe[1], STDOUT_FILENO);
    dup2(Pipe[1], STDERR_FILENO);
    execl(Loader.c_str(), Loader.c_str(), "--list", Elf.c_str(), nullptr);
    _exit(127);
  }
  close(Pipe[1]);
  std::string Text = readAll(Pipe[0]);
  close(Pipe[0]);
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(Status) || WEXITSTATUS(Status) != 0)
    throw BadProgram("the loader cannot load '" + Elf + "': " + Text);
  return Text;
}

bool startsWith(const std::string &S, const char *Prefix) {
  return S.compare(0, std::strlen(Prefix), Prefix) == 0;
}

/// The library whose soname starts with \p Prefix.
std::pair<std::string, std::string>
findLibrary(const std::map<std::string, std::string> &Libraries,
            const char *Prefix) {
  for (const auto &L : Libraries)
    if (startsWith(L.first, Prefix))
      return L;
  return {};
}

/// The same file, or a copy of it.
bool isSameLibrary(const std::string &A, const std::string &B) {
  std::error_code Error;
  if (fs::equivalent(A, B, Error))
    return true;
  ElfFile X(A), Y(B);
  if (!X.isElf() || !Y.isElf())
    return false;
  std::string Id = X.buildId();
  if (!Id.empty() || !Y.buildId().empty())
    return Id == Y.buildId();
  return fs::file_size(A, Error) == fs::file_size(B, Error);
}

void checkElf(const std::string &Path) {
  ElfFile File(Path);
  if (!File.isElf())
    throw BadProgram("'" + Path +
                     "' is not an ELF program; for a script, name "
                     "the program that it starts");
  GElf_Ehdr H, Own;
  ElfFile Self("/proc/self/exe");
  if (!File.header(H) || !Self.header(Own))
    throw BadProgram("'" + Path + "' is not a valid ELF file");
  if (H.e_machine != Own.e_machine)
    throw BadProgram("'" + Path + "' is for another kind of machine");
  if (H.e_type != ET_EXEC && H.e_type != ET_DYN)
    throw BadProgram("'" + Path + "' is an object file, not a program");
  if (!File.hasSegment(PT_INTERP)) {
    if (!File.hasSegment(PT_DYNAMIC) || H.e_type == ET_EXEC)
      throw BadProgram("'" + Path +
                       "' is linked statically; it has to be "
                       "linked to LibTorch dynamically");
    throw BadProgram("'" + Path +
                     "' is a shared library or linked statically, "
                     "not a dynamically linked program");
  }
}

} // namespace

OtherLibTorch::OtherLibTorch(const std::string &Program,
                             const std::string &Theirs, const std::string &Own)
    : BadProgram("'" + Program + "' is linked to another LibTorch (" +
                 inspectLibTorch(Theirs).text() +
                 ") than this torch-rehearse (" + inspectLibTorch(Own).text() +
                 ")"),
      library(Theirs) {}

std::string findProgram(const std::string &Name) {
  std::string Path;
  if (Name.find('/') != std::string::npos) {
    Path = Name;
  } else {
    const char *All = std::getenv("PATH");
    std::istringstream In(All ? All : "");
    for (std::string Directory; std::getline(In, Directory, ':');) {
      std::string Try = (Directory.empty() ? "." : Directory) + "/" + Name;
      if (access(Try.c_str(), X_OK) == 0 && fs::is_regular_file(Try)) {
        Path = Try;
        break;
      }
    }
    if (Path.empty())
      throw BadProgram(
          "no program '" + Name + "' in PATH" +
          (fs::exists(Name) ? "; did you mean './" + Name + "'?" : ""));
  }
  std::error_code Error;
  if (!fs::exists(Path, Error))
    throw BadProgram("no such file: '" + Path + "'");
  if (!fs::is_regular_file(Path, Error))
    throw BadProgram("'" + Path + "' is not a file");
  if (access(Path.c_str(), X_OK) != 0)
    throw BadProgram("'" + Path + "' is not executable");
  struct stat Info;
  if (stat(Path.c_str(), &Info) == 0 && (Info.st_mode & (S_ISUID | S_ISGID)))
    throw BadProgram("'" + Path +
                     "' runs with its owner's rights, so nothing "
                     "can be preloaded into it");
  return Path;
}

std::map<std::string, std::string> librariesOf(const std::string &Elf) {
  std::map<std::string, std::string> Result;
  std::istringstream In(listLibraries(Elf));
  // "\tlibx.so.1 => /lib/libx.so.1 (0x…)", "\tlibx.so.1 => not found"
  for (std::string Line; std::getline(In, Line);) {
    size_t Arrow = Line.find(" => ");
    if (Arrow == std::string::npos)
      continue;
    size_t Begin = Line.find_first_not_of(" \t");
    std::string Path = Line.substr(Arrow + 4);
    Path = Path.substr(0, Path.rfind(" (0x"));
    Result[Line.substr(Begin, Arrow - Begin)] =
        startsWith(Path, "/") ? Path : "";
  }
  return Result;
}

void checkProgram(const std::string &Program, const std::string &Preload) {
  checkElf(Program);
  auto Theirs = librariesOf(Program);
  for (const auto &L : Theirs)
    if (L.second.empty())
      throw BadProgram("'" + Program + "' needs " + L.first +
                       ", which the loader does not find (LD_LIBRARY_PATH?)");
  auto Torch = findLibrary(Theirs, "libtorch_cpu.so");
  if (Torch.first.empty())
    throw BadProgram("'" + Program +
                     "' is not dynamically linked to LibTorch: "
                     "the loader takes no libtorch_cpu.so for it");
  auto Own = findLibrary(librariesOf(Preload), "libtorch_cpu.so");
  if (Own.second.empty())
    throw BadProgram("'" + Preload + "' does not find its own LibTorch, " +
                     (Own.first.empty() ? "libtorch_cpu.so" : Own.first));
  if (Own.first != Torch.first || !isSameLibrary(Own.second, Torch.second))
    throw OtherLibTorch(Program, Torch.second, Own.second);
}

std::string findPreload() {
  std::error_code Error;
  fs::path Here = fs::read_symlink("/proc/self/exe", Error).parent_path();
  const char *Name = "libtorch-rehearse.so";
  for (const char *Place : {"../lib", "../lib64", "."}) {
    fs::path Try = (Here / Place / Name).lexically_normal();
    if (fs::exists(Try, Error))
      return Try.string();
  }
  throw BadProgram(std::string("torch-rehearse is not whole: no ") + Name +
                   " in " + (Here / "../lib").lexically_normal().string());
}

std::string preloadFor(const std::string &Program, const std::string &Preload) {
  auto Libraries = librariesOf(Program);
  std::string First;
  for (const char *Sanitizer :
       {"libasan.so", "libtsan.so", "libclang_rt.asan"}) {
    std::string Path = findLibrary(Libraries, Sanitizer).second;
    if (!Path.empty())
      First += Path + ":";
  }
  return First + Preload;
}

} // namespace rehearse
} // namespace torchtidy
