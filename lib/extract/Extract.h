//===- Extract.h - from Clang's AST to facts --------------------*- C++ -*-===//
#ifndef TORCHTIDY_EXTRACT_EXTRACT_H
#define TORCHTIDY_EXTRACT_EXTRACT_H

#include "facts/Facts.h"
#include <functional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Decl;
class SourceManager;
class Preprocessor;
} // namespace clang

namespace torchtidy {

struct ExtractOptions {
  /// Root of the user's project (absolute). Files under it are the user's own,
  /// unless they are LibTorch's. Empty: every file outside system headers and
  /// LibTorch is.
  std::string root;
  /// Nothing of the user's is in a precompiled header: what one has at top level
  /// isn't even loaded.
  bool thisUnitOnly = false;
};

/// Facts of one translation unit. Walks the declarations of the user's own
/// files only (\p Ctx's traversal scope is not used and not changed).
facts::FileFacts extractFacts(clang::ASTContext &Ctx, const ExtractOptions &O);

} // namespace torchtidy

#endif
