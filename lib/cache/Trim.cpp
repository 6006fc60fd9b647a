//===- Trim.cpp - what the cache takes, and what goes first ---------------===//
#include "cache/Store.h"
#include <algorithm>
#include <ctime>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace torchtidy {
namespace cache {

namespace {

constexpr size_t HashLength = 32;

/// The suffix of a name that is one of ours, else "": the folder may be one
/// that somebody uses for other things too.
std::string suffixOf(const std::string &Name) {
  if (Name.size() <= HashLength ||
      Name.find_first_not_of("0123456789abcdef") != HashLength)
    return "";
  std::string Suffix = Name.substr(HashLength);
  for (const char *Known : {".entry", ".sum", ".file"})
    if (Suffix == Known)
      return Suffix;
  return "";
}

bool isTemp(const std::string &Name) { return Name.rfind("tt-", 0) == 0; }

} // namespace

struct Store::Item {
  Kind kind;
  std::string hash;
  bool made = false; ///< a file and its seal
  uint64_t bytes = 0;
  time_t used = 0;
};

std::vector<Store::Item> Store::items() const {
  std::vector<Item> Out;
  for (size_t I = 0; I < KindNames.size(); ++I) {
    std::map<std::string, Item> Made;
    Kinds[I].each([&](const std::string &Name, const struct stat &St) {
      const std::string Suffix = suffixOf(Name);
      if (Suffix.empty())
        return;
      Item One;
      Item &X = Suffix == ".entry" ? One : Made[Name.substr(0, HashLength)];
      X.kind = Kind(I);
      X.hash = Name.substr(0, HashLength);
      X.bytes += static_cast<uint64_t>(St.st_size);
      // Use shows in the seal: the file itself is left alone.
      if (X.used == 0 || Suffix != ".file")
        X.used = St.st_mtime;
      if (Suffix == ".entry")
        Out.push_back(std::move(One));
    });
    for (auto &M : Made) {
      M.second.made = true;
      Out.push_back(std::move(M.second));
    }
  }
  return Out;
}

bool Store::removeItem(const Item &I) {
  const Folder &F = folderOf(I.kind);
  if (!I.made) {
    F.remove(I.hash + ".entry");
    return true;
  }
  const std::string Name =
      std::string(KindNames[size_t(I.kind)]) + "-" + I.hash;
  // The seal goes first: without it the file is nothing.
  FileHandle Alone = lock(Name, LOCK_EX, std::chrono::milliseconds(0));
  if (!Alone)
    return false;
  F.remove(I.hash + ".sum");
  F.remove(I.hash + ".file");
  Locks.remove(Name + ".making");
  Locks.remove(Name);
  return true;
}

void Store::removeTemps(const std::string &Prefix, std::chrono::seconds Age) {
  const time_t Now = ::time(nullptr);
  Temps.each([&](const std::string &Name, const struct stat &St) {
    if (isTemp(Name) && Name.rfind(Prefix, 0) == 0 &&
        Now - St.st_mtime >= Age.count())
      Temps.remove(Name);
  });
}

std::array<Store::Usage, KindNames.size()> Store::usage() const {
  std::array<Usage, KindNames.size()> Out;
  for (const Item &I : items()) {
    ++Out[size_t(I.kind)].entries;
    Out[size_t(I.kind)].bytes += I.bytes;
  }
  return Out;
}

Store::Cleared Store::clear(std::optional<Kind> K,
                            std::chrono::seconds Unused) {
  Cleared Out;
  const time_t Now = ::time(nullptr);
  for (const Item &I : items()) {
    if ((K && I.kind != *K) || Now - I.used < Unused.count())
      continue;
    if (!removeItem(I)) {
      ++Out.inUse;
      continue;
    }
    ++Out.entries;
    Out.bytes += I.bytes;
  }
  removeTemps("tt-", std::chrono::hours(1));
  return Out;
}

void Store::trim() {
  Written = 0;
  removeTemps("tt-", std::chrono::hours(1));
  std::vector<Item> All = items();
  uint64_t Sum = 0;
  for (const Item &I : All)
    Sum += I.bytes;
  if (Sum <= MaxBytes)
    return;
  std::sort(All.begin(), All.end(),
            [](const Item &A, const Item &B) { return A.used < B.used; });
  // A little more than needed, or each run would have to do it again.
  const uint64_t Goal = MaxBytes - MaxBytes / 10;
  for (const Item &I : All) {
    if (Sum <= Goal)
      break;
    if (removeItem(I))
      Sum -= I.bytes;
  }
}

} // namespace cache
} // namespace torchtidy
