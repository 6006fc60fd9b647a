//===- PreambleBuild.h - making a layer of a preamble -----------*- C++ -*-===//
#ifndef TORCHTIDY_HOST_PREAMBLEBUILD_H
#define TORCHTIDY_HOST_PREAMBLEBUILD_H

#include "host/PreambleLayer.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <functional>

namespace torchtidy {
namespace host {

/// \p Real, with the layers from \p Top downward under the names that Clang
/// knows them by.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withLayers(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Real,
           const Layer *Top);

/// Makes \p Flags read \p Top first.
void useLayers(clang::CompilerInvocation &Flags, const Layer &Top);

/// What decides how a header reads, and nothing of the file that includes it:
/// the frontend's command line without its input and outputs.
clang::CompilerInvocation headerFlags(const clang::CompilerInvocation &Unit);

/// Writes the layer of `<Spelling>`, on top of \p Below or at the bottom, to
/// \p Output. \p Path is what Clang shall know it by. False, with a reason, if
/// the header has errors or anything else goes wrong. \p Closure is asked when
/// all has been read.
bool buildLayer(const clang::CompilerInvocation &Flags,
                llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Real,
                const Layer *Below, const std::string &Spelling,
                const std::string &Path, const std::string &Output,
                const std::function<std::string()> &Closure, std::string &Why);

} // namespace host
} // namespace torchtidy

#endif
