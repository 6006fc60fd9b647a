//===- Hints.h - what to do about a file that doesn't parse -----*- C++ -*-===//
#ifndef TORCHTIDY_HOST_HINTS_H
#define TORCHTIDY_HOST_HINTS_H

#include "cache/Closure.h"
#include "host/Host.h"

namespace torchtidy {
namespace host {

/// The causes people meet most, said in their words: headers of LibTorch not
/// found, a standard that this LibTorch can't be read with, CUDA without CUDA.
/// What is looked for on the disk goes to \p Notes.
std::vector<std::string> hintsFor(const project::UnitResult &R, bool Cuda,
                                  cache::Recorder &Notes);

} // namespace host
} // namespace torchtidy

#endif
