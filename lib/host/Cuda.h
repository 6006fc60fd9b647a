//===- Cuda.h - reading CUDA source with what there is ----------*- C++ -*-===//
#ifndef TORCHTIDY_HOST_CUDA_H
#define TORCHTIDY_HOST_CUDA_H

#include "cache/Closure.h"
#include <map>
#include <string>
#include <vector>

namespace torchtidy {
namespace host {

/// Flags behind those of the build, and files that exist only for the parse.
struct CudaSupport {
  std::vector<std::string> arguments;
  std::map<std::string, std::string> files; ///< text by absolute path
  bool complete = false; ///< there is a toolkit, or the flags bring headers
};

/// What a CUDA file needs besides its flags \p Args. With a toolkit: the
/// headers that this Clang expects of it and newer ones don't have. Without
/// one: a few declarations, so that the host's side can be read. Nothing when
/// the flags say -nocudainc: then they bring their own. \p Compiler is the
/// command's first word; a toolkit around an nvcc is found by it. What is
/// looked for on the disk goes to \p Notes.
CudaSupport cudaSupport(const std::vector<std::string> &Args,
                        const std::string &Compiler, cache::Recorder &Notes);

} // namespace host
} // namespace torchtidy

#endif
