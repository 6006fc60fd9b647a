//===- PreambleLayer.h - one precompiled header and its index ---*- C++ -*-===//
//
// A preamble is a chain of layers. Each is a header that isn't the user's,
// precompiled with function bodies skipped, on top of the layer below: a file
// that includes more than its neighbour shares what they have in common.
//
// A layer's file holds Clang's precompiled header and, behind it, what is asked
// when it is used: which files it was made of, how they include each other, and
// every identifier that the preprocessor met in them.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_HOST_PREAMBLELAYER_H
#define TORCHTIDY_HOST_PREAMBLELAYER_H

#include "clang/Basic/FileManager.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace torchtidy {
namespace host {

struct LayerIndex {
  /// Absolute names, of this layer's files and of those of layers below that
  /// they include. The first is the header that the layer is for.
  std::vector<std::string> files;
  /// By file: which of them it includes, skipped ones too.
  std::vector<std::vector<uint32_t>> includes;
  /// Files that were read more than once: they are made for it.
  std::vector<uint32_t> repeated;
  /// Hashes of the identifiers, sorted.
  std::vector<uint64_t> words;
  /// Neither asks for a macro that only the layers below define, nor changes
  /// one that they ask for: it reads the same in front of them.
  bool apart = true;
  /// What __COUNTER__ gives behind it: Clang forgets it where it doesn't check
  /// the flags, as we have it.
  uint32_t counter = 0;
  /// What the files were; a cache::Closure's bytes.
  std::string closure;
  /// Of the precompiled header's bytes: a layer on top fits no other.
  uint64_t identity = 0;

  bool hasWord(llvm::StringRef Name) const;
  static uint64_t hash(llvm::StringRef Name);

  /// Behind the precompiled header, with a trailer that says where it begins.
  std::string toBytes() const;
};

struct Layer {
  std::string key;
  std::string spelling; ///< of its header, between < and >
  /// Under which name Clang knows it; only in our file system.
  std::string path;
  std::shared_ptr<const Layer> below;
  LayerIndex index;
  std::unique_ptr<llvm::MemoryBuffer> file;
  llvm::StringRef precompiled; ///< part of file

  /// The file at \p Path, mapped; null, with the reason in \p Why, if it isn't
  /// one of this version.
  static std::shared_ptr<Layer> load(const std::string &Path, std::string &Why);
};

/// Who includes whom in all layers of a preamble.
class IncludeGraph {
public:
  static constexpr uint32_t None = ~0u;

  explicit IncludeGraph(const Layer *Top);
  void add(const LayerIndex &X);

  uint32_t find(llvm::StringRef Path) const;
  /// Adds \p File and all that it includes to \p Reached.
  void reach(uint32_t File, std::vector<bool> &Reached) const;
  bool mayRepeat(uint32_t File) const {
    return File < Repeated.size() && Repeated[File];
  }

private:
  uint32_t node(llvm::StringRef Path);

  llvm::StringMap<uint32_t> Nodes;
  std::vector<std::vector<uint32_t>> Includes;
  std::vector<bool> Repeated;
};

/// Names that belong to compiler and standard library, who make sure that the
/// order of their headers doesn't matter.
bool isReservedName(llvm::StringRef Name);

} // namespace host
} // namespace torchtidy

#endif
