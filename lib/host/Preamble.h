//===- Preamble.h - heavy headers, read once for many files -----*- C++ -*-===//
//
// LibTorch's headers take seconds to read and are the same for every file of a
// project. They are kept precompiled in the cache's folder, and a file begins
// with them if that gives the facts that a plain parse gives: PreambleWatch.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_HOST_PREAMBLE_H
#define TORCHTIDY_HOST_PREAMBLE_H

#include "cache/Closure.h"
#include "host/Host.h"
#include "host/PreambleLayer.h"
#include "host/PreambleScan.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <mutex>
#include <set>

namespace torchtidy {
namespace host {

struct Preamble {
  std::shared_ptr<const Layer> top; ///< null: none
  std::string why;                  ///< there is none
};

/// The preambles of one cache folder. For any number of threads.
class Preambles {
public:
  /// Those in \p Folder; nullptr if it can't be used, or is "". Lives as long as
  /// the process.
  static Preambles *in(const std::string &Folder, uint64_t MaxBytes);

  /// For the unit that \p Unit reads from \p Main, made if there is none yet.
  /// \p Disk is the file system without texts that aren't saved. Headers in
  /// \p Without, by spelling, are left out.
  Preamble choose(const clang::CompilerInvocation &Unit,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk,
                  llvm::vfs::FileSystem &Texts, const std::string &Main,
                  const HostOptions &O, const std::set<std::string> &Without);

  /// Adds what \p Top was made of to what a unit was made of.
  void record(const Layer &Top, cache::Recorder &Notes);

private:
  struct Slot;

  explicit Preambles(std::unique_ptr<cache::Store> S) : Store(std::move(S)) {}
  std::vector<std::string> plan(const std::string &Flags,
                                const std::vector<HeaderUse> &Uses,
                                const HeaderSearchPaths &Paths);
  std::shared_ptr<const Layer>
  layer(const clang::CompilerInvocation &Flags, const std::string &FlagsKey,
        llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk,
        std::shared_ptr<const Layer> Below, const std::string &Spelling,
        std::string &Why);
  bool holds(const Layer &L);

  std::unique_ptr<cache::Store> Store;
  std::mutex Mutex;
  std::map<std::string, std::shared_ptr<Slot>> Slots;
  /// Closures that are in the store, by the layer's key and identity.
  std::map<std::pair<std::string, uint64_t>, cache::Digest> Kept;
};

} // namespace host
} // namespace torchtidy

#endif
