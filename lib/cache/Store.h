//===- Store.h - what earlier runs found out, in a folder -------*- C++ -*-===//
//
//   facts/ answers/ closures/ scans/   HASH.entry       small, read as a whole
//   preambles/                         HASH.file .sum   large, used in place
//   locks/   KIND-HASH         held by the users of a large file
//            KIND-HASH.making  held by the one that makes it
//   tmp/     tt-*              not yet whole
//
// Nothing in the folder is trusted: an entry counts if its length, its checksum
// and its whole key fit. One that doesn't is removed and made anew. Entries
// come into being by a rename, so a process that is killed leaves nothing
// wrong, and nothing needs to be synced. Any number of threads and processes
// may share one folder.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_CACHE_STORE_H
#define TORCHTIDY_CACHE_STORE_H

#include "cache/Folder.h"
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace torchtidy {
namespace cache {

/// Each has a folder of its own.
enum class Kind { Facts, Answers, Closure, Scan, Preamble };
constexpr std::array<const char *, 5> KindNames = {
    "facts", "answers", "closures", "scans", "preambles"};

class Store {
public:
  static constexpr uint64_t DefaultBytes = 5'000'000'000;

  /// The folder that the environment names: $TORCH_TIDY_CACHE,
  /// $XDG_CACHE_HOME/torch-tidy, ~/.cache/torch-tidy. "" when there is none,
  /// with the reason in \p Why, and "" without one when $TORCH_TIDY_CACHE is
  /// "none": nobody wants one.
  static std::string defaultFolder(std::string &Why);

  /// Nothing, with a readable reason in \p Why, if \p Folder can't be made or
  /// written, isn't this user's, or if others may write to it. Writes beyond a
  /// file size limit fail from here on rather than end the process.
  static std::unique_ptr<Store> open(const std::string &Folder,
                                     uint64_t MaxBytes, std::string &Why);
  ~Store();
  Store(const Store &) = delete;
  Store &operator=(const Store &) = delete;

  /// Verified bytes, exactly those of the last put under \p Key.
  std::optional<std::string> get(Kind K, const std::string &Key);

  /// Best effort. False if they weren't kept; see trouble().
  bool put(Kind K, const std::string &Key, std::string_view Bytes);

  /// The path of a ready file: one that is there and whole, or one that \p Make
  /// writes at the temporary path that it is given; "" if it returns false.
  /// Over all threads and processes one makes it while the others wait. The
  /// file stays while this store lives, and is verified once in that time. What
  /// could not be made isn't tried again by this store.
  std::string
  make(Kind K, const std::string &Key,
       const std::function<bool(const std::string &TempPath)> &Make);

  /// Forgets what get and make have under \p Key. Who uses a made file already
  /// keeps it.
  void remove(Kind K, const std::string &Key);

  /// Why something couldn't be kept, the first time; "" if all was.
  std::string trouble() const;

  const std::string &folder() const { return Root.path; }

  struct Usage {
    uint64_t entries = 0, bytes = 0;
  };
  /// By Kind.
  std::array<Usage, KindNames.size()> usage() const;

  struct Cleared {
    uint64_t entries = 0, bytes = 0;
    uint64_t inUse = 0; ///< entries that some process works with
  };
  /// Removes entries not used for \p Unused, of \p K or of every kind.
  Cleared clear(std::optional<Kind> K,
                std::chrono::seconds Unused = std::chrono::seconds(0));

  /// Removes what was used least recently until the size fits. Done by itself
  /// while entries are put, and in the end.
  void trim();

  /// How long make waits for another maker before it makes its own.
  std::chrono::milliseconds patience = std::chrono::minutes(10);

private:
  struct Item;
  Store() = default;

  const Folder &folderOf(Kind K) const { return Kinds[size_t(K)]; }
  std::string tempName(const std::string &Entry);
  void fail(const std::string &What);
  void wrote(uint64_t Bytes);
  bool writeEntry(Kind K, const std::string &Name, const std::string &Key,
                  std::string_view Bytes);
  std::optional<std::string> readEntry(Kind K, const std::string &Name,
                                       const std::string &Key);
  FileHandle lock(const std::string &Name, int Operation,
                  std::chrono::milliseconds Wait);
  bool ready(Kind K, const std::string &Hash, const std::string &Key);
  bool makeNow(Kind K, const std::string &Hash, const std::string &Key,
               const std::function<bool(const std::string &)> &Make);
  std::string makeLocked(Kind K, const std::string &Hash,
                         const std::string &Key,
                         const std::function<bool(const std::string &)> &Make,
                         FileHandle &Pin);
  void removeTemps(const std::string &Prefix, std::chrono::seconds Age);
  std::vector<Item> items() const;
  bool removeItem(const Item &I);

  Folder Root, Locks, Temps;
  std::array<Folder, KindNames.size()> Kinds;
  uint64_t MaxBytes = DefaultBytes;
  std::atomic<uint64_t> Written{0}; ///< since the last trim
  std::atomic<bool> EverWrote{false};
  std::atomic<unsigned> Counter{0};

  struct Made {
    std::string path; ///< "": could not be made
    FileHandle pin;   ///< a shared lock: nobody removes it
  };
  mutable std::mutex Mutex;              ///< of what follows
  std::map<std::string, Made> MadeFiles; ///< by kind and hash
  std::string Trouble;
};

} // namespace cache
} // namespace torchtidy

#endif
