//===- UserFiles.cpp - whose code a place in the source is ----------------===//
#include "host/UserFiles.h"
#include "api/LibTorch.h"
#include "extract/SourceMap.h"
#include "project/Paths.h"
#include "clang/Basic/FileManager.h"

namespace torchtidy {
namespace host {

bool UserFiles::contains(clang::SourceLocation Loc) {
  Loc = Sources.getExpansionLoc(Loc);
  clang::FileID File = Sources.getFileID(Loc);
  auto It = Known.find(File);
  if (It != Known.end())
    return It->second;
  bool Answer = decide(File);
  Known[File] = Answer;
  return Answer;
}

// The same answer as the extractor's: a body that is skipped here must be one
// that it never reads.
bool UserFiles::decide(clang::FileID File) const {
  if (File == Sources.getMainFileID())
    return true;
  auto Entry = Sources.getFileEntryRefForID(File);
  if (!Entry)
    return false;
  const std::string Path =
      extract::plainPath(Entry->getName(), Sources.getFileManager());
  if (api::isLibTorchHeader(Path) ||
      Sources.isInSystemHeader(Sources.getLocForStartOfFile(File)))
    return false;
  return Root.empty() || project::isUnder(Path, Root);
}

} // namespace host
} // namespace torchtidy
