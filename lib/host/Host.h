//===- Host.h - from a file to facts ----------------------------*- C++ -*-===//
//
// What stands between the tools and Clang: how translation units are parsed,
// and what went wrong. How fast a parse is made is this layer's own business;
// the facts are the same.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_HOST_HOST_H
#define TORCHTIDY_HOST_HOST_H

#include "project/Border.h"
#include <string>

namespace torchtidy {
namespace host {

using HostOptions = project::ParseOptions;

/// Facts of one unit; of one that O.stop ended, nothing that counts. What can't be read gets problems, never an exception; a
/// crash of Clang is a problem of its file. Several may run at once.
project::UnitResult analyzeFile(const project::CompileCommand &C,
                                const HostOptions &O);

} // namespace host
} // namespace torchtidy

#endif
