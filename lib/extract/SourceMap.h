//===- SourceMap.h - places, texts and files --------------------*- C++ -*-===//
#ifndef TORCHTIDY_EXTRACT_SOURCEMAP_H
#define TORCHTIDY_EXTRACT_SOURCEMAP_H

#include "extract/ClangCompat.h"
#include "extract/Extract.h"
#include "llvm/ADT/DenseMap.h"

namespace torchtidy {
namespace extract {

/// A file's path as Clang spells it, absolute and without dots. Where a link
/// stands before "..", taking both away would name another file: then it is
/// the file's real path.
std::string plainPath(llvm::StringRef Name, const clang::FileManager &Files);

/// Turns Clang's locations into spans, and decides whose file is whose.
class SourceMap {
public:
  SourceMap(clang::ASTContext &Ctx, const ExtractOptions &O,
            facts::FileFacts &Out);

  /// Where the expansion of \p L lies: a file of the user's own?
  bool isUser(clang::SourceLocation L);
  /// Declared by LibTorch, as far as the file tells.
  bool isLibTorch(clang::SourceLocation L);
  /// Declared in a system header that isn't the user's or LibTorch's.
  bool isSystem(clang::SourceLocation L);

  facts::SourceSpan span(clang::SourceRange R);
  facts::SourceSpan token(clang::SourceLocation L);
  /// Empty span before the token at \p L.
  facts::SourceSpan before(clang::SourceLocation L);
  /// Empty span behind the token at \p L.
  facts::SourceSpan after(clang::SourceLocation L);
  /// Source text of a span on one line, at most 160 bytes.
  std::string text(const facts::SourceSpan &S);
  /// The same, from the text as written.
  std::string text(clang::SourceRange R) { return text(span(R)); }

  /// Inside an argument of a macro that expects a throw.
  bool inThrowMacro(clang::SourceLocation L);

  /// "12:8" of the file location of \p L.
  std::string lineColumn(clang::SourceLocation L);

  /// NOLINTs of all user files seen.
  void scanSuppressions();
  /// Lines under the preprocessor's conditions in all user files seen.
  void scanConditionals();
  bool includesLibTorch();

private:
  enum class Owner { User, LibTorch, System };
  Owner ownerOf(clang::FileID F);
  Owner ownerAt(clang::SourceLocation L);
  int fileIndex(clang::FileID F);
  std::string pathOf(clang::FileID F);
  facts::SourceSpan fill(facts::SourceSpan S, clang::FileID File,
                         unsigned Begin, unsigned End);
  clang::SourceLocation fileLoc(clang::SourceLocation L, bool End, bool &Macro);

  clang::ASTContext &Ctx;
  clang::SourceManager &SM;
  std::string Root;
  facts::FileFacts &Out;
  llvm::DenseMap<clang::FileID, Owner> Owners;
  llvm::DenseMap<clang::FileID, int> Indices;
  std::vector<clang::FileID> Files;     ///< by index in Out.files
  std::vector<clang::FileID> UserFiles; ///< in the order of their first use
};

} // namespace extract
} // namespace torchtidy

#endif
