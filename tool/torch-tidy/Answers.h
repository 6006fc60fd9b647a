//===- Answers.h - what earlier runs know of this one -----------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_ANSWERS_H
#define TORCHTIDY_TOOL_ANSWERS_H

#include "Analysis.h"
#include "cache/Units.h"
#include "front/Read.h"
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace torchtidy {
namespace tool {

/// The cache that \p O asks for; nullptr without one. Why there is none where
/// one was to be had is said once, on standard error.
cache::Store *openCache(const Options &O);

/// Units and findings of earlier runs. One for each analysis: files are looked
/// at once in its life.
class Answers {
public:
  Answers(const project::Selection &S, const Options &O);

  /// Lets \p R ask for what is known, and keep what gets known.
  void connect(front::ReadOptions &R);

  /// Puts findings, suppressed ones and stats of \p A's units, as \p J judges
  /// them, into \p A, if they are known.
  bool find(Analysis &A, const JudgeOptions &J);

  /// Puts facts into those units that came without, or reads them by \p Read if
  /// those are gone; true if any was.
  bool loadFacts(
      std::vector<project::UnitResult> &Units,
      const std::function<project::UnitResult(const project::CompileCommand &)>
          &Read);

  /// Keeps what find would have given, and says once if it couldn't.
  void keep(const Analysis &A);

private:
  void tellTrouble() const; ///< once a process
  std::string keyOf(const Analysis &A, const JudgeOptions &J) const;

  const project::Selection &S;
  const Options &O;
  cache::Store *const Entries;
  std::optional<cache::UnitCache> Units;
  std::mutex Mutex;                                        ///< of what follows
  std::map<std::string, cache::UnitCache::Found> Recalled; ///< by file
  std::map<std::string, cache::Digest> Contents;           ///< by file
  std::string Key; ///< of the answer; "": it isn't kept
};

} // namespace tool
} // namespace torchtidy

#endif
