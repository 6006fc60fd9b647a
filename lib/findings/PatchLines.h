//===- PatchLines.h - the lines that a patch touches ------------*- C++ -*-===//
#ifndef TORCHTIDY_FINDINGS_PATCHLINES_H
#define TORCHTIDY_FINDINGS_PATCHLINES_H

#include <string>
#include <vector>

namespace torchtidy {

/// Inclusive.
struct LineRange {
  unsigned first = 0, last = 0;
};

/// What a patch does to one file, in lines of the file as it is afterwards.
struct PatchedFile {
  std::string oldName, newName; ///< as written: "a/net.cpp", "/dev/null"
  std::vector<LineRange> lines; ///< new or changed, ascending
  /// Lines behind which something was only taken out, ascending; 0: at the top.
  std::vector<unsigned> cuts;
};

/// Reads a unified difference (git's, diff -u's, mail around it). Names in
/// git's quotes are unquoted; renames without a change have no lines. Throws
/// std::runtime_error "NAME:LINE: reason" on a hunk that ends early, on the
/// combined difference of a merge and on text that holds no difference; text
/// without a word in it is an empty one.
std::vector<PatchedFile> parsePatch(const std::string &Text,
                                    const std::string &Name);

} // namespace torchtidy

#endif
