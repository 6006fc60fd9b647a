//===- Changes.h - the lines that somebody has changed ----------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_CHANGES_H
#define TORCHTIDY_TOOL_CHANGES_H

#include "facts/Facts.h"
#include "findings/Finding.h"
#include "findings/PatchLines.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace torchtidy {
namespace tool {

/// What --diff names: lines of files as they are now.
class Changes {
public:
  /// \p Spec: "-" for a patch on standard input, the name of a patch file, or a
  /// revision whose difference to the work tree (with files that git doesn't
  /// know yet) is asked of git. Names in it are sought from the top of git's
  /// work tree around \p Root, from \p Root and from here. Throws
  /// std::runtime_error with a readable reason.
  static Changes load(const std::string &Spec, const std::string &Root);

  /// All lines of \p Paths, files and folders.
  static Changes ofFiles(const std::vector<std::string> &Paths);

  /// Lines that a fix writes into these files count as changed, too.
  bool followsFixes() const { return FromGit || Whole; }

  /// Asked of git, which knows later changes too.
  bool ofGit() const { return FromGit; }

  /// The findings with their place or a note on a changed line, or in a class
  /// whose members or methods have one, or in a function out of which lines
  /// were only taken.
  std::vector<Finding>
  touched(const std::vector<Finding> &Findings,
          const std::vector<facts::ProjectFacts> &Projects) const;

private:
  struct Lines {
    std::vector<LineRange> ranges;
    std::vector<unsigned> cuts;
  };

  void addPatch(const std::string &Text, const std::string &Name,
                const std::vector<std::string> &Tops);
  void addWhole(const std::string &Path);
  const Lines *of(const std::string &File) const;
  bool changed(const std::string &File, unsigned First, unsigned Last) const;
  /// Something was taken out between these lines.
  bool cut(const std::string &File, unsigned First, unsigned Last) const;

  class Places;
  bool FromGit = false, Whole = false;
  std::map<std::string, Lines> Files; ///< by real path
};

} // namespace tool
} // namespace torchtidy

#endif
