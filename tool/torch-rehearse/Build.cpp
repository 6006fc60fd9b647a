//===- Build.cpp - the preloaded object for another LibTorch --------------===//
#include "Build.h"
#include "Program.h"
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sys/file.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fs = std::filesystem;

namespace torchtidy {
namespace rehearse {
namespace {

constexpr const char *Object = "libtorch-rehearse.so";

std::string variable(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value ? Value : "";
}

fs::path cacheFolder() {
  std::string Base = variable("XDG_CACHE_HOME");
  if (Base.empty() || Base[0] != '/')
    Base = variable("HOME").empty() ? "" : variable("HOME") + "/.cache";
  if (Base.empty())
    throw BadProgram("no folder to build in: neither XDG_CACHE_HOME nor HOME "
                     "is set");
  return fs::path(Base) / "torch-tidy" / "rehearse";
}

/// Beside an installed launcher, else where it was built.
fs::path sourceFolder() {
  std::error_code Error;
  fs::path Here = fs::read_symlink("/proc/self/exe", Error).parent_path();
  for (fs::path Try :
       {Here / "../share/torch-tidy/source", fs::path(TORCHTIDY_SOURCE_DIR)})
    if (fs::exists(Try / "lib/runtime/preload/Preload.cpp", Error))
      return fs::canonical(Try, Error);
  return {};
}

bool inPath(const char *Program) {
  try {
    findProgram(Program);
    return true;
  } catch (const BadProgram &) {
    return false;
  }
}

/// All that a build would need and does not find, in words.
std::string missingFor(const LibTorch &T, const fs::path &Source) {
  std::string Text;
  auto Add = [&Text](const std::string &What) {
    Text += (Text.empty() ? "" : "; ") + What;
  };
  if (T.includes.empty())
    Add("the headers of that LibTorch");
  if (T.cmake.empty())
    Add("its TorchConfig.cmake");
  if (T.version.compare(0, 2, "0.") == 0 ||
      (T.version.compare(0, 2, "1.") == 0 && std::atoi(&T.version[2]) < 13))
    Add("LibTorch 1.13 or later, for " + T.version + " is too old");
  if (Source.empty())
    Add("the source of torch-tidy");
  if (!inPath("cmake"))
    Add("cmake");
  if (!inPath("ninja") && !inPath("make"))
    Add("ninja or make");
  std::string Compiler = variable("CXX");
  if (Compiler.empty() ? !inPath("c++") : !inPath(Compiler.c_str()))
    Add("a C++ compiler" + (Compiler.empty() ? "" : " ('" + Compiler + "')"));
  return Text;
}

/// Runs \p Command with its output going to the end of \p Log. False if it
/// fails.
bool runLogged(const std::vector<std::string> &Command, const fs::path &Log) {
  std::vector<char *> Arguments;
  for (const std::string &A : Command)
    Arguments.push_back(const_cast<char *>(A.c_str()));
  Arguments.push_back(nullptr);
  pid_t Child = fork();
  if (Child < 0)
    return false;
  if (Child == 0) {
    int Fd = open(Log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
    dup2(Fd, STDOUT_FILENO);
    dup2(Fd, STDERR_FILENO);
    execvp(Arguments[0], Arguments.data());
    _exit(127);
  }
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(Status) && WEXITSTATUS(Status) == 0;
}

/// Names the LibTorch and the source it is built of: another of either is
/// another object.
std::string keyOf(const LibTorch &T, const fs::path &Source) {
  std::error_code Error;
  size_t H = std::hash<std::string>()(T.library);
  auto Mix = [&H](uint64_t X) { H = (H ^ X) * 0x9E3779B97F4A7C15ull; };
  Mix(fs::file_size(T.library, Error));
  for (const auto &Entry :
       fs::recursive_directory_iterator(Source / "lib", Error))
    if (Entry.is_regular_file(Error)) {
      // In no order: a sum.
      std::string Name = Entry.path().lexically_relative(Source).string();
      H += std::hash<std::string>()(Name) * 31 + Entry.file_size(Error);
      H += static_cast<size_t>(
          Entry.last_write_time(Error).time_since_epoch().count());
    }
  std::string Id = T.buildId.empty() ? "unnamed" : T.buildId.substr(0, 16);
  char Text[32];
  std::snprintf(Text, sizeof Text, "-%016zx", H);
  return Id + Text;
}

/// 2.10 was the first that asked for C++20.
const char *standardFor(const std::string &Version) {
  int Major = std::atoi(Version.c_str()), Minor = 0;
  size_t Dot = Version.find('.');
  if (Dot != std::string::npos)
    Minor = std::atoi(&Version[Dot + 1]);
  return Major > 2 || (Major == 2 && Minor >= 10) ? "20" : "17";
}

void build(const LibTorch &T, const fs::path &Source, const fs::path &Folder,
           const fs::path &Log) {
  std::string Make = inPath("ninja") ? "Ninja" : "Unix Makefiles";
  unsigned Jobs = std::max(1u, std::thread::hardware_concurrency());
  bool Done =
      runLogged({"cmake", "-G", Make, "-S", Source.string(), "-B",
                 Folder.string(), "-DCMAKE_BUILD_TYPE=Release",
                 "-DTORCHTIDY_ANALYZER=OFF", "-DTORCHTIDY_TESTS=OFF",
                 "-DTorch_DIR=" + T.cmake,
                 std::string("-DCMAKE_CXX_STANDARD=") + standardFor(T.version)},
                Log) &&
      runLogged({"cmake", "--build", Folder.string(), "--target",
                 "torch-rehearse-preload", "-j", std::to_string(Jobs)},
                Log);
  if (!Done)
    throw BadProgram("the part of torch-rehearse for " + T.text() +
                     " does not build; see " + Log.string());
}

/// Held while one process builds; others wait for it.
class Lock {
public:
  explicit Lock(const fs::path &File)
      : Fd(open(File.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (Fd < 0)
      throw BadProgram("cannot write '" + File.string() +
                       "': " + std::strerror(errno));
    while (flock(Fd, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~Lock() { close(Fd); }
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;

private:
  int Fd;
};

} // namespace

std::string preloadBuiltFor(const LibTorch &T) {
  fs::path Source = sourceFolder();
  fs::path Cache = cacheFolder();
  std::error_code Error;
  fs::path Final = Cache / keyOf(T, Source) / Object;
  if (fs::exists(Final, Error))
    return Final.string();
  std::string Missing = missingFor(T, Source);
  if (!Missing.empty())
    throw BadProgram("to build the part of torch-rehearse that fits " +
                     T.text() + ", there is missing: " + Missing);
  fs::path Place = Final.parent_path();
  fs::create_directories(Place, Error);
  Lock L(Place / "lock");
  if (fs::exists(Final, Error)) // another process was first
    return Final.string();
  fs::path Folder = Place / "build", Log = Place / "log";
  std::cerr << "torch-rehearse: building the part that fits " << T.text()
            << ", once; it takes some minutes (" << Log.string() << ")"
            << std::endl;
  fs::remove_all(Folder, Error);
  fs::remove(Log, Error);
  build(T, Source, Folder, Log);
  fs::rename(Folder / "lib" / Object, Final, Error); // whole, or not there
  if (Error)
    throw BadProgram("cannot write '" + Final.string() +
                     "': " + Error.message());
  fs::remove_all(Folder, Error);
  return Final.string();
}

} // namespace rehearse
} // namespace torchtidy
