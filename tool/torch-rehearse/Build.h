//===- Build.h - the preloaded object for another LibTorch ------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_REHEARSE_BUILD_H
#define TORCHTIDY_TOOL_REHEARSE_BUILD_H

#include "LibTorch.h"

namespace torchtidy {
namespace rehearse {

/// The preloaded object for \p T, from the user's cache ($XDG_CACHE_HOME or
/// ~/.cache, torch-tidy/rehearse), where the first call that needs it builds it
/// with CMake. Throws BadProgram with all that is missing for that, or with
/// where the build's log is.
std::string preloadBuiltFor(const LibTorch &T);

} // namespace rehearse
} // namespace torchtidy

#endif
