//===- Record.cpp - gathering what is read --------------------------------===//
#include "cache/Closure.h"
#include <algorithm>
#include <cerrno>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

namespace torchtidy {
namespace cache {

namespace {

/// Clocks of file systems are as coarse as this, those of FAT and old NFS too.
constexpr int64_t Coarse = 2'000'000'000;

int64_t nanoseconds(const timespec &T) {
  return int64_t(T.tv_sec) * 1'000'000'000 + T.tv_nsec;
}

Stamp fromStat(const struct stat &St) {
  timespec Now;
  ::clock_gettime(CLOCK_REALTIME, &Now);
  Stamp S;
  S.type = S_ISREG(St.st_mode)   ? Stamp::File
           : S_ISDIR(St.st_mode) ? Stamp::Folder
                                 : Stamp::Other;
  S.device = St.st_dev;
  S.inode = St.st_ino;
  S.size = S.type == Stamp::Folder ? 0 : uint64_t(St.st_size);
  S.modified = nanoseconds(St.st_mtim);
  S.changed = nanoseconds(St.st_ctim);
  S.settled = nanoseconds(Now) - std::max(S.modified, S.changed) > Coarse;
  return S;
}

} // namespace

Stamp stampOf(const std::string &Path) {
  struct stat St;
  return ::stat(Path.c_str(), &St) == 0 ? fromStat(St) : Stamp();
}

Stamp stampOfHandle(int Fd) {
  struct stat St;
  return ::fstat(Fd, &St) == 0 ? fromStat(St) : Stamp();
}

Stamp StampWalk::at(const std::string &Path) {
  const size_t Slash = Path.rfind('/');
  if (Slash == std::string::npos || Slash == 0 || Slash + 1 == Path.size())
    return stampOf(Path);
  if (Folder.size() != Slash || Path.compare(0, Slash, Folder) != 0) {
    Folder = Path.substr(0, Slash);
    Handle.reset(::open(Folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    Missing = !Handle && (errno == ENOENT || errno == ENOTDIR);
  }
  if (Missing)
    return Stamp();
  if (!Handle)
    return stampOf(Path);
  struct stat St;
  return ::fstatat(Handle.get(), Path.c_str() + Slash + 1, &St, 0) == 0
             ? fromStat(St)
             : Stamp();
}

std::optional<Digest> namesOf(const std::string &Path) {
  DIR *D = ::opendir(Path.c_str());
  if (!D)
    return std::nullopt;
  std::vector<std::string> Names;
  errno = 0;
  while (dirent *E = ::readdir(D))
    Names.push_back(E->d_name);
  bool Ok = errno == 0;
  ::closedir(D);
  if (!Ok)
    return std::nullopt;
  std::sort(Names.begin(), Names.end());
  std::string Text;
  for (const std::string &N : Names)
    Text += N + '/';
  return digest(Text);
}

void Recorder::read(const std::string &Path, const Stamp &S,
                    const Digest &Content) {
  auto [At, New] = Files.emplace(Path, Closure::File());
  Closure::File &F = At->second;
  // Two texts under one name: nothing holds for both.
  if ((!New && !F.stamp.sameAs(S)) ||
      (F.use == Closure::Read && F.content != Content))
    Spoiled = true;
  F = {Path, Closure::Read, S, Content};
}

void Recorder::seen(const std::string &Path, const Stamp &S) {
  auto [At, New] = Files.emplace(Path, Closure::File());
  if (New)
    At->second = {Path, Closure::Seen, S, Digest()};
}

void Recorder::absent(const std::string &Path) { Absent[Path] = true; }

void Recorder::library(const std::string &Path) {
  Stamp S = stampOf(Path);
  std::optional<Digest> Identity = identityOf(Path);
  if (!Identity)
    Spoiled = true;
  else
    Files.emplace(Path, Closure::File{Path, Closure::Library, S, *Identity});
}

void Recorder::listed(const std::string &Path) {
  Stamp S = stampOf(Path);
  std::optional<Digest> Names = namesOf(Path);
  if (!Names)
    absent(Path + "/.");
  else
    Listings.emplace(Path, Closure::Listing{Path, S, *Names});
}

void Recorder::part(const std::string &Key, const Digest &Content) {
  auto [At, New] = Parts.emplace(Key, Content);
  if (!New && At->second != Content)
    Spoiled = true;
}

bool Recorder::probe(const std::string &Path) {
  Stamp S = stampOf(Path);
  if (S.type == Stamp::None)
    absent(Path);
  else
    seen(Path, S);
  return S.type != Stamp::None;
}

std::optional<Closure> Recorder::finish() const {
  if (Spoiled)
    return std::nullopt;
  Closure C;
  StampWalk Disk;
  C.strict = Strict;
  for (const auto &[Path, F] : Files) {
    Stamp Now = Disk.at(Path);
    // Things come and go in a folder while it stays what it is.
    bool Same = F.stamp.type == Stamp::Folder
                    ? Now.type == Stamp::Folder && Now.inode == F.stamp.inode &&
                          Now.device == F.stamp.device
                    : Now.sameAs(F.stamp);
    if (!Same)
      return std::nullopt;
    C.files.push_back(F);
  }
  for (const auto &A : Absent) {
    if (Disk.at(A.first).type != Stamp::None)
      return std::nullopt;
    C.absent.push_back(A.first);
  }
  for (const auto &[Path, L] : Listings) {
    if (namesOf(Path) != L.names)
      return std::nullopt;
    C.listings.push_back(L);
  }
  for (const auto &[Key, Content] : Parts)
    C.parts.push_back({Key, Content});
  return C;
}

} // namespace cache
} // namespace torchtidy
