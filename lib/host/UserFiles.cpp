//===- UserFiles.cpp - whose code a place in the source is -----------------===//
#include "host/UserFiles.h"
#include "extract/Extract.h"
#include "host/Paths.h"

namespace torchtidy {
namespace host {

bool UserFiles::contains(clang::SourceLocation Loc) {
  Loc = Sources.getExpansionLoc(Loc);
  clang::FileID File = Sources.getFileID(Loc);
  auto It = Known.find(File);
  if (It != Known.end())
    return It->second;
  bool Answer = decide(File, Loc);
  Known[File] = Answer;
  return Answer;
}

bool UserFiles::decide(clang::FileID File, clang::SourceLocation Loc) const {
  if (File == Sources.getMainFileID())
    return true;
  // A file that isn't on disk (built-ins, the command line) is nobody's; its
  // bodies are few, so they are kept.
  auto Entry = Sources.getFileEntryRefForID(File);
  if (!Entry)
    return true;
  if (Sources.isInSystemHeader(Loc))
    return false;
  llvm::StringRef Real = Entry->getFileEntry().tryGetRealPathName();
  std::string Path = Real.empty() ? Entry->getName().str() : Real.str();
  if (isLibTorchHeader(Path))
    return false;
  return Root.empty() || isUnder(Path, Root);
}

} // namespace host
} // namespace torchtidy
