//===- UnitFile.h - a unit's result in a file of its own --------*- C++ -*-===//
//
// What a build makes of each source by itself, and judges together afterwards.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_PROJECT_UNITFILE_H
#define TORCHTIDY_PROJECT_UNITFILE_H

#include "facts/Parts.h"
#include "project/Unit.h"
#include <string>
#include <string_view>

namespace torchtidy {
namespace project {

struct UnitFile {
  UnitResult unit;
  std::string root; ///< of the project; "" when it isn't known
};

/// The bytes of a facts file: the same for the same source, headers and flags.
/// What tells of the run (times, the flags themselves, the closure) is left
/// out.
/// \p Relative: paths below the root are written as seen from it, and the root
/// isn't, so that the file means the same in another folder or on another
/// machine.
std::string toFacts(UnitFile F, bool Relative);

/// Paths that were written as seen from a root are below \p Root, which is
/// absolute. Throws std::runtime_error with a readable reason on what toFacts
/// of this version didn't write.
UnitFile unitFromFacts(std::string_view Bytes, const std::string &Root);

/// The same without classes and functions: facts has the names of files alone.
UnitFile outlineFromFacts(std::string_view Bytes, const std::string &Root,
                          facts::Outline &O);

} // namespace project
} // namespace torchtidy

#endif
