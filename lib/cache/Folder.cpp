//===- Folder.cpp - files of a folder that nobody else writes to ----------===//
#include "cache/Folder.h"
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;

namespace torchtidy {
namespace cache {

namespace {

std::string reason() { return std::strerror(errno); }

/// Missing parents too; ~/.cache is for its user alone by convention.
bool makeFolders(const fs::path &Path) {
  if (::mkdir(Path.c_str(), 0700) == 0 || errno == EEXIST)
    return true;
  if (errno != ENOENT || !Path.has_parent_path() || Path.parent_path() == Path)
    return false;
  return makeFolders(Path.parent_path()) &&
         (::mkdir(Path.c_str(), 0700) == 0 || errno == EEXIST);
}

/// Why \p Fd may not hold a cache, or "".
std::string unsafe(int Fd, const std::string &Path) {
  struct stat St;
  if (::fstat(Fd, &St) != 0)
    return "cannot look at " + Path + ": " + reason();
  if (St.st_uid != ::geteuid())
    return Path + " belongs to another user";
  if (St.st_mode & (S_IWGRP | S_IWOTH))
    return "others may write to " + Path + " (chmod go-w mends that)";
  if (::faccessat(Fd, ".", R_OK | W_OK | X_OK, AT_EACCESS) != 0)
    return "cannot write to " + Path + ": " + reason();
  return "";
}

Folder checked(int Fd, const std::string &Path, std::string &Why) {
  Folder F;
  if (Fd < 0) {
    Why = "cannot open " + Path + ": " + reason();
    return F;
  }
  FileHandle H(Fd);
  Why = unsafe(Fd, Path);
  if (Why.empty()) {
    F.handle = std::move(H);
    F.path = Path;
  }
  return F;
}

constexpr int FolderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

void removeAt(int At, const char *Name, unsigned Depth) {
  if (::unlinkat(At, Name, 0) == 0 || errno == ENOENT)
    return;
  if (::unlinkat(At, Name, AT_REMOVEDIR) == 0 || Depth == 0)
    return;
  int Fd = ::openat(At, Name, FolderFlags | O_NOFOLLOW);
  if (Fd < 0)
    return;
  DIR *D = ::fdopendir(Fd);
  if (!D) {
    ::close(Fd);
    return;
  }
  while (dirent *E = ::readdir(D))
    if (std::strcmp(E->d_name, ".") && std::strcmp(E->d_name, ".."))
      removeAt(Fd, E->d_name, Depth - 1);
  ::closedir(D);
  ::unlinkat(At, Name, AT_REMOVEDIR);
}

} // namespace

void FileHandle::reset(int New) {
  if (Fd >= 0)
    ::close(Fd);
  Fd = New;
}

Folder Folder::open(const std::string &Path, std::string &Why) {
  if (!makeFolders(Path)) {
    Why = "cannot make the folder " + Path + ": " + reason();
    return Folder();
  }
  return checked(::open(Path.c_str(), FolderFlags), Path, Why);
}

Folder Folder::sub(const char *Name, std::string &Why) const {
  ::mkdirat(handle.get(), Name, 0700);
  return checked(::openat(handle.get(), Name, FolderFlags | O_NOFOLLOW),
                 pathOf(Name), Why);
}

FileHandle Folder::read(const std::string &Name, struct stat &St,
                        bool &Wrong) const {
  Wrong = false;
  // Neither a link nor a pipe that nobody writes to may hold us up.
  FileHandle File(
      ::openat(handle.get(), Name.c_str(),
               O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!File) {
    Wrong = errno == ELOOP || errno == ENXIO || errno == EACCES;
    return File;
  }
  if (::fstat(File.get(), &St) == 0 && S_ISREG(St.st_mode) &&
      St.st_uid == ::geteuid())
    return File;
  Wrong = true;
  return FileHandle();
}

FileHandle Folder::create(const std::string &Name) const {
  return FileHandle(
      ::openat(handle.get(), Name.c_str(),
               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
}

void Folder::remove(const std::string &Name) const {
  removeAt(handle.get(), Name.c_str(), 16);
}

bool Folder::moveTo(const std::string &Name, const Folder &To,
                    const std::string &NewName) const {
  auto Move = [&] {
    return ::renameat(handle.get(), Name.c_str(), To.handle.get(),
                      NewName.c_str()) == 0;
  };
  if (Move())
    return true;
  if (errno != EISDIR && errno != ENOTEMPTY && errno != EEXIST)
    return false;
  To.remove(NewName);
  return Move();
}

void Folder::each(const std::function<void(const std::string &,
                                           const struct stat &)> &Do) const {
  int Fd = ::openat(handle.get(), ".", FolderFlags);
  DIR *D = Fd < 0 ? nullptr : ::fdopendir(Fd);
  if (!D) {
    if (Fd >= 0)
      ::close(Fd);
    return;
  }
  while (dirent *E = ::readdir(D)) {
    struct stat St;
    std::string Name = E->d_name;
    if (Name != "." && Name != ".." &&
        ::fstatat(Fd, E->d_name, &St, AT_SYMLINK_NOFOLLOW) == 0)
      Do(Name, St);
  }
  ::closedir(D);
}

bool readAll(int Fd, char *To, size_t Size, uint64_t Offset) {
  while (Size) {
    ssize_t N = ::pread(Fd, To, Size, static_cast<off_t>(Offset));
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      return false;
    To += N;
    Size -= static_cast<size_t>(N);
    Offset += static_cast<uint64_t>(N);
  }
  return true;
}

bool writeAll(int Fd, std::string_view Bytes) {
  while (!Bytes.empty()) {
    ssize_t N = ::write(Fd, Bytes.data(), Bytes.size());
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      return false;
    Bytes.remove_prefix(static_cast<size_t>(N));
  }
  return true;
}

} // namespace cache
} // namespace torchtidy
