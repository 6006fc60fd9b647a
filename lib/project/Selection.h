//===- Selection.h - what to analyze, from what people wrote ----*- C++ -*-===//
#ifndef TORCHTIDY_PROJECT_SELECTION_H
#define TORCHTIDY_PROJECT_SELECTION_H

#include "project/CompileDatabase.h"
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace torchtidy {
namespace project {

struct Request {
  std::vector<std::string> paths; ///< files and folders; none: the project
  std::string buildPath;          ///< -p; "": the nearest database
  /// Flags behind "--"; without, a database is needed.
  std::optional<std::vector<std::string>> flags;
  std::string root;        ///< of the project; "": found
  bool singleFile = false; ///< each file by itself, as a clang-tidy plugin
  /// The project's other sources are read, too.
  bool wholeProject = false;
  /// Files (absolute) that are left out; empty: none.
  std::function<bool(const std::string &)> excluded;
};

struct Selection {
  std::vector<CompileCommand> commands; ///< sorted by file, each once
  std::string root; ///< of the project; "" when it can't be told
  /// The same for HostOptions::root: "" when every file outside system headers
  /// and LibTorch is to be read as the user's.
  std::string userRoot;
  /// Sources that are only read for the sake of a header: what is found in
  /// them wasn't asked for.
  std::set<std::string> onlyRead;
  /// Files that were asked for, and are left out.
  std::vector<std::string> excluded;
  /// Every source of the project's database is among the commands: what isn't
  /// found isn't there.
  bool whole = false;
  std::vector<std::string> errors; ///< what couldn't be selected, and why
  std::vector<std::string> notes;  ///< flags that had to be guessed
};

/// Root of the project that \p Start (a file or folder, absolute) belongs to,
/// as far as the folders tell: the nearest .torch-tidy.yaml, else the nearest
/// .git;
/// "" for neither.
std::string projectRoot(const std::string &Start);

Selection select(const Request &R);

} // namespace project
} // namespace torchtidy

#endif
