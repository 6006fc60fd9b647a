//===- Units.h - what reading a unit gave, kept for the next run -*- C++
//-*-===//
#ifndef TORCHTIDY_CACHE_UNITS_H
#define TORCHTIDY_CACHE_UNITS_H

#include "cache/Closure.h"
#include "cache/Store.h"
#include "project/Border.h"
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace torchtidy {
namespace cache {

/// All that decides how a command reads, but for the files: "" if the command
/// can't be used. \p Reader is what does the reading, as identityOf tells it.
std::string unitKey(const project::CompileCommand &C,
                    const project::ParseOptions &O, const std::string &Reader);

/// Two units with the same one give the same findings and the same words.
Digest contentOf(const project::UnitResult &R);

/// The units of one run. For any number of threads.
class UnitCache {
public:
  /// \p S outlives it. The files are looked at once in its life.
  UnitCache(Store &S, std::string Reader, project::ParseOptions Options)
      : Entries(S), Files(&S), Reader(std::move(Reader)),
        Options(std::move(Options)) {}

  struct Found {
    project::UnitResult unit; ///< facts: only after loadFacts
    Digest content;           ///< contentOf the whole
    Digest facts;             ///< of their bytes
  };
  /// What an earlier run read of \p C, if that still holds.
  std::optional<Found> find(const project::CompileCommand &C);

  /// False if they are gone: then the unit has to be read again.
  bool loadFacts(Found &F);

  /// Their bytes; nothing if they are gone.
  std::optional<std::string> factsBytes(const Found &F);

  /// Keeps \p R, if it may be kept. Call it as soon as it is known: what was
  /// kept survives the end of the process. Returns contentOf(\p R).
  Digest keep(const project::UnitResult &R);
  /// … whose facts are those of \p Facts.
  Digest keep(const project::UnitResult &R, const std::string &Facts);

  struct Cost {
    uint64_t milliseconds = 0, memory = 0; ///< as in UnitResult; 0: not known
  };
  /// What it took to read \p C the last time, whatever has changed since.
  Cost lastCost(const project::CompileCommand &C);

private:
  void share(Closure &C, const std::string &Own);

  Store &Entries;
  Validator Files;
  const std::string Reader;
  const project::ParseOptions Options;
  std::mutex Mutex;
  std::set<std::string> Shared; ///< keys of parts that this run has saved
};

} // namespace cache
} // namespace torchtidy

#endif
