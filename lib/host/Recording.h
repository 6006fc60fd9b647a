//===- Recording.h - notes what Clang reads ---------------------*- C++ -*-===//
#ifndef TORCHTIDY_HOST_RECORDING_H
#define TORCHTIDY_HOST_RECORDING_H

#include "cache/Closure.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace torchtidy {
namespace host {

/// The disk, as \p Disk shows it, with everything that is asked of it noted in
/// \p R, which outlives the result. Files that aren't on the disk belong in a
/// layer above it. What lies under \p Ignored (absolute; "": nothing) is read
/// and not noted: the cache's own files.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
recording(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk,
          cache::Recorder &R, const std::string &Ignored = "");

/// Notes the libraries that do the reading: another Clang reads otherwise.
void recordClang(cache::Recorder &R);

} // namespace host
} // namespace torchtidy

#endif
