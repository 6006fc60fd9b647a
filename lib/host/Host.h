//===- Host.h - from files to facts -----------------------------*- C++ -*-===//
//
// What stands between the tools and Clang: how translation units are parsed,
// side by side, and what went wrong. How fast a parse is made is this layer's
// own business; the facts are the same.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_HOST_HOST_H
#define TORCHTIDY_HOST_HOST_H

#include "project/Unit.h"
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace torchtidy {
namespace host {

struct HostOptions {
  /// Translation units parsed at once; 0: one a processor.
  unsigned jobs = 0;
  /// Root of the user's project; see ExtractOptions.
  std::string root;
  /// Skip function bodies outside the user's files. The findings are the same;
  /// the parse is twice as fast.
  bool skipBodies = true;
  /// Texts that aren't saved yet, by absolute path.
  std::map<std::string, std::string> unsaved;
  /// Called after each unit, from one thread at a time.
  std::function<void(unsigned Done, unsigned Total, const std::string &File)>
      progress;
};

/// Facts of each command, in the order of \p Commands whatever ends first. What
/// can't be read gets problems, never an exception.
std::vector<project::UnitResult>
analyzeFiles(const std::vector<project::CompileCommand> &Commands,
             const HostOptions &O);

} // namespace host
} // namespace torchtidy

#endif
