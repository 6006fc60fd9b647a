//===- Arguments.h - any compiler's command line, as Clang's ----*- C++ -*-===//
//
// Compile databases are written for the compiler that builds the project: gcc,
// nvcc, a wrapper around either. What only they understand is taken out or put
// in Clang's words; what decides how the source reads is kept.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_PROJECT_ARGUMENTS_H
#define TORCHTIDY_PROJECT_ARGUMENTS_H

#include <string>
#include <vector>

namespace torchtidy {
namespace project {

struct CleanArguments {
  /// For Clang's driver: the compiler first, then flags; no source file.
  std::vector<std::string> arguments;
  bool cuda = false; ///< the source is CUDA's
  /// Readable reason when the command can't be used at all; else empty.
  std::string error;
};

/// \p Raw is a whole command, compiler (or a wrapper) first. \p File is its
/// source, taken out wherever it stands. Relative response files are found from
/// \p Directory.
CleanArguments cleanArguments(const std::vector<std::string> &Raw,
                              const std::string &Directory,
                              const std::string &File);

/// Splits a command as a shell would.
std::vector<std::string> splitCommand(const std::string &Text);

} // namespace project
} // namespace torchtidy

#endif
