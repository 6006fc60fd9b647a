//===- UserFiles.h - whose code a place in the source is --------*- C++ -*-===//
#ifndef TORCHTIDY_HOST_USERFILES_H
#define TORCHTIDY_HOST_USERFILES_H

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include <string>

namespace torchtidy {
namespace host {

/// Tells the user's own files from the system's, LibTorch's and those outside
/// the project: bodies of functions in the latter aren't parsed. Asked once a
/// function, so answers are kept by file.
class UserFiles {
public:
  UserFiles(const clang::SourceManager &SM, std::string Root)
      : Sources(SM), Root(std::move(Root)) {}

  bool contains(clang::SourceLocation Loc);

private:
  bool decide(clang::FileID File) const;

  const clang::SourceManager &Sources;
  std::string Root;
  llvm::DenseMap<clang::FileID, bool> Known;
};

} // namespace host
} // namespace torchtidy

#endif
