//===- Closure.h - what an answer was made of -------------------*- C++ -*-===//
//
// Every file that was read, with its stamp and its content; every file and
// folder that was only looked at; every path where nothing was; every folder
// that was listed. As long as all of that is so, the same command reads the
// same text. What many answers share (a precompiled header's closure, the
// headers outside the project) stands in closures of its own, which they name.
//
// A file whose stamp has moved but not its content is as before. A stamp
// younger than the clock is coarse says nothing: such a file is read again.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_CACHE_CLOSURE_H
#define TORCHTIDY_CACHE_CLOSURE_H

#include "cache/Entry.h"
#include "cache/Store.h"
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace torchtidy {
namespace cache {

/// What stat says, links followed.
struct Stamp {
  enum Type : uint8_t { None, File, Folder, Other };
  Type type = None;
  uint64_t device = 0, inode = 0, size = 0;
  int64_t modified = 0, changed = 0; ///< nanoseconds
  /// So much older than the time it was taken that a later change shows in it.
  bool settled = false;

  bool sameAs(const Stamp &O) const {
    return type == O.type && device == O.device && inode == O.inode &&
           size == O.size && modified == O.modified && changed == O.changed;
  }
};

Stamp stampOf(const std::string &Path); ///< type None: nothing there
Stamp stampOfHandle(int Fd);

/// stampOf for paths in order: a folder is looked up once for all in it.
class StampWalk {
public:
  Stamp at(const std::string &Path);

private:
  std::string Folder;
  FileHandle Handle;
  bool Missing = false;
};

struct Closure {
  enum Use : uint8_t {
    Seen,    ///< looked at: it is there, it is a folder
    Read,    ///< its content counts
    Library, ///< its identityOf counts
  };
  struct File {
    std::string path;
    Use use = Seen;
    Stamp stamp;
    Digest content; ///< of a Read one, or the identity of a Library
  };
  struct Listing {
    std::string path;
    Stamp stamp;
    Digest names; ///< as namesOf gives it
  };
  struct Part {
    std::string key; ///< of a Kind::Closure entry
    Digest content;  ///< its contentDigest
  };
  // Sorted by path. Paths are absolute, as they were asked for: neither links
  // nor ".." are resolved.
  std::vector<File> files;
  std::vector<std::string> absent;
  std::vector<Listing> listings;
  std::vector<Part> parts;
  /// A stamp that moved counts for itself: a precompiled header of the user's
  /// was read, and Clang holds its own stamps against it.
  bool strict = false;

  /// Of all but those stamps that may move: closures with the same one read the
  /// same.
  Digest contentDigest() const;
  std::string toBytes() const;
  /// Nothing if toBytes of this version didn't write them.
  static std::optional<Closure> fromBytes(std::string_view Bytes);

  bool save(Store &S, const std::string &Key) const;
  static std::optional<Closure> load(Store &S, const std::string &Key);
};

/// What a program or library was built of: its linker's build id, or else its
/// content.
std::optional<Digest> identityOf(const std::string &Path);

/// Names in a folder, whatever their order; nothing if it can't be listed.
std::optional<Digest> namesOf(const std::string &Path);

/// Gathers a closure while something reads. Not for several threads.
class Recorder {
public:
  /// The stamp was taken before the content was read.
  void read(const std::string &Path, const Stamp &S, const Digest &Content);
  void seen(const std::string &Path, const Stamp &S);
  void absent(const std::string &Path);
  void library(const std::string &Path);
  void listed(const std::string &Path);
  void part(const std::string &Key, const Digest &Content);
  /// Looks at \p Path itself, and says whether it is there.
  bool probe(const std::string &Path);
  void setStrict() { Strict = true; }
  /// What was read isn't on the disk as it was read: there is no closure.
  void spoil() { Spoiled = true; }

  /// Nothing if any of it has changed since it was recorded: then what was read
  /// may be neither the old nor the new.
  std::optional<Closure> finish() const;

private:
  bool Strict = false, Spoiled = false;
  std::map<std::string, Closure::File> Files;
  std::map<std::string, bool> Absent;
  std::map<std::string, Closure::Listing> Listings;
  std::map<std::string, Digest> Parts;
};

/// Says whether closures still hold. Each path is looked at once in its life,
/// so it lives as long as one answer to the user. For any number of threads.
class Validator {
public:
  /// \p S may be nullptr: then no closure with parts holds.
  explicit Validator(Store *S) : Entries(S) {}

  /// True if it holds. Stamps that moved without a change are renewed in \p C,
  /// and \p Renewed tells of it.
  bool holds(Closure &C, bool *Renewed = nullptr);

private:
  struct Known {
    Stamp stamp;
    std::optional<Digest> content, identity, names;
  };
  Known &look(const std::string &Path);
  bool sameContent(Closure::File &F, bool &Renewed);
  bool fileHolds(Closure::File &F, bool Strict, bool &Renewed, bool &Moved);
  bool listingHolds(Closure::Listing &L, bool &Renewed);
  bool partHolds(const Closure::Part &P);
  bool holdsNow(Closure &C, bool &Renewed);

  Store *const Entries;
  std::mutex Mutex;
  StampWalk Disk;
  std::unordered_map<std::string, Known> Paths;
  std::map<std::pair<std::string, Digest>, bool> Parts;
};

} // namespace cache
} // namespace torchtidy

#endif
