//===- ResourceDir.h - where Clang's own headers are ------------*- C++ -*-===//
#ifndef TORCHTIDY_HOST_RESOURCEDIR_H
#define TORCHTIDY_HOST_RESOURCEDIR_H

#include "cache/Closure.h"
#include <string>
#include <vector>

namespace torchtidy {
namespace host {

/// Folder of the builtin headers (stddef.h, immintrin.h) of the Clang that this
/// program is built with; "" when they aren't installed. \p Tried gets the
/// places that were looked at.
std::string resourceDir(std::vector<std::string> *Tried = nullptr);

/// Folder of the newest gcc's own headers, "" without gcc. Clang lacks a few of
/// them (omp.h, quadmath.h) that projects built with gcc include.
std::string gccHeaders();
/// Notes what gccHeaders looks at.
void recordGccHeaders(cache::Recorder &Notes);

} // namespace host
} // namespace torchtidy

#endif
