//===- WriteFile.cpp - whole or not at all --------------------------------===//
#include "WriteFile.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace torchtidy {
namespace tool {

namespace {

std::string reason(const std::string &Path) {
  return "cannot write " + Path + ": " + std::strerror(errno);
}

bool writeAll(int File, const std::string &Text) {
  size_t Done = 0;
  while (Done < Text.size()) {
    ssize_t N = ::write(File, Text.data() + Done, Text.size() - Done);
    if (N < 0 && errno == EINTR)
      continue;
    if (N < 0)
      return false;
    Done += static_cast<size_t>(N);
  }
  return true;
}

std::string writeStraight(const std::string &Path, const std::string &Text) {
  int File = ::open(Path.c_str(), O_WRONLY | O_CLOEXEC);
  if (File < 0)
    return reason(Path);
  bool Ok = writeAll(File, Text);
  std::string Why = Ok ? "" : reason(Path);
  ::close(File);
  return Why;
}

} // namespace

std::string writeFile(const std::string &Path, const std::string &Text) {
  std::error_code EC;
  fs::path Target = fs::weakly_canonical(Path, EC);
  if (EC)
    Target = Path;
  struct stat Old;
  bool Exists = ::stat(Target.c_str(), &Old) == 0;
  if (Exists && S_ISDIR(Old.st_mode))
    return "cannot write " + Path + ": it is a folder";
  if (Exists && !S_ISREG(Old.st_mode))
    return writeStraight(Path, Text);
  if (Exists && ::access(Target.c_str(), W_OK) != 0)
    return reason(Path);

  // Beside the target, so that the rename stays within one file system.
  std::string Temporary = Target.string() + ".XXXXXX";
  int File = ::mkstemp(Temporary.data());
  if (File < 0)
    return reason(Path);
  mode_t Mask = ::umask(0);
  ::umask(Mask);
  mode_t Mode = Exists ? Old.st_mode & 07777 : 0666 & ~Mask;
  bool Ok =
      writeAll(File, Text) && ::fchmod(File, Mode) == 0 && ::fsync(File) == 0;
  std::string Why = Ok ? "" : reason(Path);
  if (::close(File) != 0 && Ok)
    Why = reason(Path);
  if (Why.empty() && ::rename(Temporary.c_str(), Target.c_str()) != 0)
    Why = reason(Path);
  if (!Why.empty())
    ::unlink(Temporary.c_str());
  return Why;
}

} // namespace tool
} // namespace torchtidy
