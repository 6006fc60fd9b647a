//===- Context.h - what the extraction of one file shares -------*- C++ -*-===//
#ifndef TORCHTIDY_EXTRACT_CONTEXT_H
#define TORCHTIDY_EXTRACT_CONTEXT_H

#include "extract/Types.h"
#include <deque>
#include <set>

namespace torchtidy {
namespace extract {

class Context {
public:
  Context(clang::ASTContext &Ctx, const ExtractOptions &O,
          facts::FileFacts &Out)
      : Ast(Ctx), Src(Ctx, O, Out), Types(Ctx, Src), Out(Out) {}

  /// Id under which the facts of \p D exist: the pattern's for a member of a
  /// class template, one of the lowered specializations for a function
  /// template.
  std::string functionId(const clang::FunctionDecl *D);
  /// functionId if \p D is one of the user's functions, else "". Its body is
  /// lowered too, if there is one.
  std::string userFunctionId(const clang::FunctionDecl *D);
  /// LibTorch's normalised name of a function or method, "" if it isn't
  /// LibTorch's.
  std::string apiName(const clang::NamedDecl *D);
  /// Name of a function without template arguments; a method of the standard
  /// library by its public class.
  std::string calleeName(const clang::FunctionDecl *D, clang::QualType Object);

  bool isUser(const clang::Decl *D) { return Src.isUser(D->getLocation()); }

  void addFunction(const clang::FunctionDecl *D);
  void addClass(const clang::CXXRecordDecl *D);
  /// Lowers what was added, until nothing new turns up.
  void drain();

  /// Constructor of \p Class that \p Args would reach when they are forwarded;
  /// null if it isn't clear which.
  const clang::CXXConstructorDecl *
  forwardedConstructor(const clang::CXXRecordDecl *Class,
                       llvm::ArrayRef<const clang::Expr *> Args);

  /// The forward method that a holder's call operator reaches.
  const clang::CXXMethodDecl *forwardMethod(const clang::CXXRecordDecl *Class,
                                            unsigned NumArgs);

  clang::ASTContext &Ast;
  SourceMap Src;
  TypeMap Types;
  facts::FileFacts &Out;
  /// Ids of lambdas, by their closure classes.
  llvm::DenseMap<const clang::CXXRecordDecl *, std::string> LambdaIds;
  std::set<std::string> LambdaIdsTaken;

private:
  const std::vector<const clang::FunctionDecl *> &
  chosen(const clang::FunctionTemplateDecl *T);
  void emitClass(const clang::CXXRecordDecl *D);
  void emitFieldInits(const clang::CXXRecordDecl *D,
                      const clang::CXXRecordDecl *Pattern);

  std::deque<const clang::FunctionDecl *> Functions;
  std::deque<const clang::CXXRecordDecl *> Classes;
  std::set<std::string> FunctionsSeen, ClassesSeen;
  llvm::DenseMap<const clang::FunctionTemplateDecl *,
                 std::vector<const clang::FunctionDecl *>>
      Chosen;
  llvm::DenseMap<const clang::FunctionDecl *, std::string> Ids;
};

/// How many instantiations of a function template are lowered.
constexpr unsigned MaxInstantiations = 3;

} // namespace extract
} // namespace torchtidy

#endif
