//===- ClangCompat.h - where Clang 16 to 22 differ --------------*- C++ -*-===//
//
// The one header that asks for Clang's version.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_EXTRACT_CLANGCOMPAT_H
#define TORCHTIDY_EXTRACT_CLANGCOMPAT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/Version.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>

namespace torchtidy {
namespace compat {

inline bool isPureVirtual(const clang::FunctionDecl *F) {
#if CLANG_VERSION_MAJOR >= 18
  return F->isPureVirtual();
#else
  return F->isPure();
#endif
}

/// Contents of a literal whose characters are bytes, else "".
inline std::string literalBytes(const clang::StringLiteral *S) {
  return S->getCharByteWidth() == 1 ? S->getString().str() : std::string();
}

/// The name under which a file was opened; "" for memory buffers.
inline std::string fileName(const clang::SourceManager &SM, clang::FileID F) {
  if (auto Entry = SM.getFileEntryRefForID(F))
    return Entry->getName().str();
  return std::string();
}

/// Type of a class or enum as a QualType without sugar.
inline clang::QualType typeOf(const clang::ASTContext &Ctx,
                              const clang::TagDecl *D) {
#if CLANG_VERSION_MAJOR >= 22
  return Ctx.getCanonicalTagType(D);
#else
  return Ctx.getTypeDeclType(D);
#endif
}

/// The class or enum of a type without sugar.
inline clang::TagDecl *declOf(const clang::TagType *T) {
#if CLANG_VERSION_MAJOR >= 22
  return T->getOriginalDecl();
#else
  return T->getDecl();
#endif
}

/// Expressions of `T(a, b)` for an aggregate (C++20): Clang 16 added them.
inline llvm::ArrayRef<clang::Expr *>
parenListInits(const clang::CXXParenListInitExpr *E) {
  return const_cast<clang::CXXParenListInitExpr *>(E)->getInitExprs();
}

/// PPCallbacks whose callback for #include says what all versions say.
class IncludeCallbacks : public clang::PPCallbacks {
public:
  virtual void included(clang::SourceLocation Hash,
                        clang::OptionalFileEntryRef File) = 0;

  void InclusionDirective(clang::SourceLocation Hash, const clang::Token &,
                          llvm::StringRef, bool, clang::CharSourceRange,
                          clang::OptionalFileEntryRef File, llvm::StringRef,
                          llvm::StringRef, const clang::Module *,
#if CLANG_VERSION_MAJOR >= 19
                          bool,
#endif
                          clang::SrcMgr::CharacteristicKind) override {
    included(Hash, File);
  }
};

/// A file system in front of another of which all questions about a path go
/// through status.
class StatusFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;
#if CLANG_VERSION_MAJOR >= 19
  bool exists(const llvm::Twine &Path) override {
    llvm::ErrorOr<llvm::vfs::Status> S = status(Path);
    return S && S->exists();
  }
#endif
};

} // namespace compat
} // namespace torchtidy

#endif
