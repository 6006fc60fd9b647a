//===- Parse.h - one translation unit, parsed plainly -----------*- C++ -*-===//
#ifndef TORCHTIDY_HOST_PARSE_H
#define TORCHTIDY_HOST_PARSE_H

#include "host/Host.h"

namespace torchtidy {
namespace host {

/// Parses \p C and reads its facts. Touches nothing of the process: several may
/// run at once.
project::UnitResult parseUnit(const project::CompileCommand &C,
                              const HostOptions &O,
                              const std::string &ResourceDir);

} // namespace host
} // namespace torchtidy

#endif
