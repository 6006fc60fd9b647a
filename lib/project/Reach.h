//===- Reach.h - can LibTorch be in what a file includes? -------*- C++ -*-===//
//
// Told by text, without a compiler: includes are followed through the folders
// of the command and the usual ones of the system. "No" is certain; whatever
// isn't understood is "it can". A file with a "no" has no tensors and no
// modules, and needs no reading.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_PROJECT_REACH_H
#define TORCHTIDY_PROJECT_REACH_H

#include "project/CompileDatabase.h"
#include "project/SearchFlags.h"
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace torchtidy {
namespace project {

class Reach {
public:
  /// \p Unsaved: texts that go before those on the disk, by absolute path; they
  /// outlive this.
  explicit Reach(const std::map<std::string, std::string> *Unsaved = nullptr);
  ~Reach();

  /// Whether LibTorch can be in what \p C reads. \p Why: how, for people. Files
  /// are read once in the life of this. Several threads may ask.
  bool possible(const CompileCommand &C, std::string *Why = nullptr);

private:
  struct Folders;
  struct File;
  class Walk;

  std::shared_ptr<const File> fileAt(const std::string &Path, bool Foreign);
  Folders &foldersOf(std::string Key, SearchFlags Flags);

  const std::map<std::string, std::string> *Unsaved;
  std::mutex Lock;
  /// The user's, and others'.
  std::unordered_map<std::string, std::shared_ptr<const File>> Files[2];
  std::map<std::string, std::unique_ptr<Folders>> Searches;
};

} // namespace project
} // namespace torchtidy

#endif
