//===- UserFiles.cpp - whose code a place in the source is
//-----------------===//
#include "host/UserFiles.h"
#include "api/LibTorch.h"
#include "project/Paths.h"
#include "clang/Basic/FileManager.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

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
  llvm::SmallString<256> Path(Entry->getName());
  Sources.getFileManager().makeAbsolutePath(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  if (api::isLibTorchHeader(Path.str().str()) ||
      Sources.isInSystemHeader(Sources.getLocForStartOfFile(File)))
    return false;
  return Root.empty() || project::isUnder(Path.str().str(), Root);
}

} // namespace host
} // namespace torchtidy
