//===- Paths.h - one file under several names -------------------*- C++ -*-===//
#ifndef TORCHTIDY_FINDINGS_PATHS_H
#define TORCHTIDY_FINDINGS_PATHS_H

#include <string>

namespace torchtidy {

/// "a/./b/../c" → "a/c", without asking the disk; "" stays "".
std::string normalizePath(const std::string &Path);

/// \p Path relative to \p Root when it lies under it, else normalised as it is.
/// An empty root: as it is.
std::string displayPath(const std::string &Path, const std::string &Root);

bool isUnder(const std::string &Path, const std::string &Root);

/// Whether two spellings may name one file, when one was recorded by a compiler
/// in some build folder and the other by the analyzer: equal, one the end of
/// the other, or two absolute paths that end alike in at least folder and name.
/// Two different paths under \p Root are never one file.
bool sameFile(const std::string &A, const std::string &B,
              const std::string &Root);

} // namespace torchtidy

#endif
