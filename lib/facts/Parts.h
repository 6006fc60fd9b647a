//===- Parts.h - files that have nothing to do with each other --*- C++ -*-===//
//
// What is found in a file depends on the files that it shares something with:
// a class, a function, a global, and so on through those. The files of most
// projects fall into parts, each of which can be linked and judged by itself.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FACTS_PARTS_H
#define TORCHTIDY_FACTS_PARTS_H

#include "facts/Facts.h"
#include <cstdint>
#include <string_view>
#include <vector>

namespace torchtidy {
namespace facts {

/// What of a file's facts decides with which others it belongs: hashes.
struct Outline {
  std::vector<uint64_t> mentions; ///< ids
  struct Definition {
    uint64_t id = 0, place = 0;
  };
  std::vector<Definition> defines; ///< classes and functions, where
  std::vector<uint64_t> stores;    ///< ids of globals
  std::vector<uint64_t> comments;  ///< files with suppressions
  bool speaks = false; ///< of an accelerator, or of a device chosen at run time
};

Outline outlineOf(const FileFacts &F);

/// The same of what toBytes wrote, without reading the functions' bodies.
/// \p Head gets the file's name and those that its spans refer to.
Outline outlineOfBytes(std::string_view Bytes, FileFacts &Head);

/// Indices of \p Files that belong together, each once, in order; parts in the
/// order of their first.
std::vector<std::vector<size_t>> partsOf(const std::vector<Outline> &Files);

bool speaksOfDevices(const FunctionFacts &F);

/// Ids of the globals that \p F stores to.
std::vector<Text> storedGlobals(const FunctionFacts &F);

} // namespace facts
} // namespace torchtidy

#endif
