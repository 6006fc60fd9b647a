//===- Make.cpp - large files that one process makes for all --------------===//
#include "cache/Entry.h"
#include "cache/Store.h"
#include "facts/Bytes.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <thread>

namespace torchtidy {
namespace cache {

namespace {

/// The file's length and digest; itself an entry, which has the key.
std::string seal(uint64_t Length, const Digest &D) {
  facts::ByteWriter Out;
  Out.fixed(Length, 8);
  Out.fixed(D.low, 8);
  Out.fixed(D.high, 8);
  return std::move(Out.bytes);
}

std::string fileName(const std::string &Hash) { return Hash + ".file"; }
std::string sealName(const std::string &Hash) { return Hash + ".sum"; }

std::string lockName(Kind K, const std::string &Hash) {
  return std::string(KindNames[size_t(K)]) + "-" + Hash;
}

/// Makers have a lock of their own: who already uses the file, and holds the
/// other one for as long as it lives, must never keep a maker waiting.
std::string makingName(Kind K, const std::string &Hash) {
  return lockName(K, Hash) + ".making";
}

std::string sealOf(const Folder &F, const std::string &Name) {
  struct stat St;
  bool Wrong = false;
  FileHandle File = F.read(Name, St, Wrong);
  if (!File)
    return "";
  uint64_t Size = static_cast<uint64_t>(St.st_size);
  std::optional<Digest> D = digestFile(File.get(), Size);
  return D ? seal(Size, *D) : "";
}

} // namespace

/// Empty if it isn't to be had in time, or if this file system has no locks.
FileHandle Store::lock(const std::string &Name, int Operation,
                       std::chrono::milliseconds Wait) {
  const auto End = std::chrono::steady_clock::now() + Wait;
  std::chrono::milliseconds Pause(5);
  for (;;) {
    FileHandle File(
        ::openat(Locks.handle.get(), Name.c_str(),
                 O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
    if (!File)
      return File;
    while (::flock(File.get(), Operation | LOCK_NB) != 0) {
      if (errno == EINTR)
        continue;
      if (errno != EWOULDBLOCK || std::chrono::steady_clock::now() >= End)
        return FileHandle();
      std::this_thread::sleep_for(Pause);
      Pause = std::min<std::chrono::milliseconds>(
          Pause * 2, std::chrono::milliseconds(80));
    }
    // Somebody may have cleared the cache, and the lock with it.
    struct stat Mine, There;
    if (::fstat(File.get(), &Mine) == 0 &&
        ::fstatat(Locks.handle.get(), Name.c_str(), &There,
                  AT_SYMLINK_NOFOLLOW) == 0 &&
        Mine.st_ino == There.st_ino && Mine.st_dev == There.st_dev)
      return File;
  }
}

bool Store::ready(Kind K, const std::string &Hash, const std::string &Key) {
  std::optional<std::string> Seal = readEntry(K, sealName(Hash), Key);
  return Seal && *Seal == sealOf(folderOf(K), fileName(Hash));
}

bool Store::makeNow(Kind K, const std::string &Hash, const std::string &Key,
                    const std::function<bool(const std::string &)> &Make) {
  const std::string Temp = tempName(lockName(K, Hash));
  std::string Seal;
  uint64_t Size = 0;
  if (Make(Temps.pathOf(Temp)))
    Seal = sealOf(Temps, Temp);
  if (!Seal.empty())
    Size = facts::ByteReader(Seal).fixed(8);
  // Between the two a file stands beside another's seal, which no one accepts.
  bool Ok = !Seal.empty() && Temps.moveTo(Temp, folderOf(K), fileName(Hash));
  if (!Seal.empty() && !Ok)
    fail("cannot write to " + Root.path + ": " + std::strerror(errno));
  Ok = Ok && writeEntry(K, sealName(Hash), Key, Seal);
  if (!Ok)
    removeTemps(Temp, std::chrono::seconds(0));
  if (Ok)
    wrote(Size);
  return Ok;
}

std::string
Store::makeLocked(Kind K, const std::string &Hash, const std::string &Key,
                  const std::function<bool(const std::string &)> &Make,
                  FileHandle &Pin) {
  const std::string Path = folderOf(K).pathOf(fileName(Hash));
  Pin = lock(lockName(K, Hash), LOCK_SH, patience);
  if (ready(K, Hash, Key))
    return Path;
  FileHandle Alone = lock(makingName(K, Hash), LOCK_EX, patience);
  if (Alone && ready(K, Hash, Key))
    return Path;
  if (Alone) // then whoever wrote these is gone
    removeTemps("tt-" + lockName(K, Hash), std::chrono::seconds(0));
  folderOf(K).remove(sealName(Hash));
  return makeNow(K, Hash, Key, Make) ? Path : "";
}

std::string Store::make(Kind K, const std::string &Key,
                        const std::function<bool(const std::string &)> &Make) {
  const std::string Hash = digest(Key).hex(), Name = lockName(K, Hash);
  {
    std::lock_guard<std::mutex> Guard(Mutex);
    auto Known = MadeFiles.find(Name);
    if (Known != MadeFiles.end())
      return Known->second.path;
  }
  Made M;
  M.path = makeLocked(K, Hash, Key, Make, M.pin);
  std::lock_guard<std::mutex> Guard(Mutex);
  return MadeFiles.emplace(Name, std::move(M)).first->second.path;
}

void Store::remove(Kind K, const std::string &Key) {
  const std::string Hash = digest(Key).hex();
  {
    std::lock_guard<std::mutex> Guard(Mutex);
    MadeFiles.erase(lockName(K, Hash));
  }
  for (const char *Suffix : {".entry", ".sum", ".file"})
    folderOf(K).remove(Hash + Suffix);
}

} // namespace cache
} // namespace torchtidy
