//===- Extract.cpp - the user's own declarations ----------------*- C++ -*-===//
#include "extract/Extract.h"
#include "extract/Lowering.h"

using namespace clang;
using namespace torchtidy::facts;

namespace torchtidy {
namespace {

using extract::Context;
using extract::Lowering;
using extract::TypeRole;

class Walk {
public:
  explicit Walk(Context &C) : C(C) {}

  void decl(const Decl *D) {
    if (const auto *N = dyn_cast<NamespaceDecl>(D))
      return context(N);
    if (const auto *L = dyn_cast<LinkageSpecDecl>(D))
      return context(L);
    if (const auto *E = dyn_cast<ExportDecl>(D))
      return context(E);
    if (D->isImplicit())
      return;
    if (const auto *T = dyn_cast<ClassTemplateDecl>(D))
      return classTemplate(T);
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
      return functionTemplate(T);
    if (const auto *R = dyn_cast<CXXRecordDecl>(D))
      return record(R);
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      return function(F);
    if (const auto *V = dyn_cast<VarDecl>(D))
      return variable(V);
  }

private:
  void context(const DeclContext *DC) {
    for (const Decl *D : DC->decls())
      if (C.Src.isUser(D->getLocation()) || isa<LinkageSpecDecl>(D))
        decl(D);
  }

  /// The first instantiation with a definition, else the template as written.
  void classTemplate(const ClassTemplateDecl *T) {
    // A library's, declared here: its instantiations are the library's, too.
    if (!T->isThisDeclarationADefinition())
      return;
    const CXXRecordDecl *Best = nullptr;
    size_t BestBodies = 0;
    for (const ClassTemplateSpecializationDecl *S : T->specializations()) {
      if (S->getTemplateSpecializationKind() == TSK_ExplicitSpecialization ||
          !S->getDefinition())
        continue;
      // That with the most bodies says the most.
      size_t Bodies = 1;
      for (const CXXMethodDecl *M : S->getDefinition()->methods())
        Bodies += M->isDefined();
      if (Bodies > BestBodies)
        Best = S->getDefinition(), BestBodies = Bodies;
    }
    if (Best)
      C.addClass(Best);
    else
      C.addClass(T->getTemplatedDecl());
  }

  void functionTemplate(const FunctionTemplateDecl *T) {
    unsigned Taken = 0;
    for (const FunctionDecl *S : T->specializations())
      if (S->isDefined() && !S->isDependentContext() &&
          S->getTemplateSpecializationKind() != TSK_ExplicitSpecialization &&
          Taken++ < extract::MaxInstantiations)
        C.addFunction(S);
    if (!Taken && T->getTemplatedDecl()->isDefined())
      C.addFunction(T->getTemplatedDecl());
  }

  void record(const CXXRecordDecl *R) {
    if (isa<ClassTemplatePartialSpecializationDecl>(R))
      return; // read from its instantiations
    if (R->isThisDeclarationADefinition())
      C.addClass(R);
  }

  void function(const FunctionDecl *F) {
    // Members of templates come with their class.
    if (F->isDependentContext() || !F->isDefined())
      return;
    C.addFunction(F);
  }

  void variable(const VarDecl *V) {
    if (!V->hasInit() || V->getType()->isDependentType() ||
        V->getDeclContext()->isDependentContext() || isa<ParmVarDecl>(V))
      return;
    TypeRole Role = C.Types.roleOf(V->getType());
    if (Role != TypeRole::Number && Role != TypeRole::String)
      Lowering(C).globalInit(V);
  }

  Context &C;
};

} // namespace

FileFacts extractFacts(ASTContext &Ctx, const ExtractOptions &O) {
  FileFacts Out;
  Context C(Ctx, O, Out);
  Walk W(C);
  auto Visit = [&](const Decl *D) {
    if (C.Src.isUser(D->getLocation()) ||
        (isa<LinkageSpecDecl>(D) && C.Src.isUser(D->getBeginLoc())))
      W.decl(D);
  };
  // decls() loads all that a precompiled header has at top level.
  if (O.thisUnitOnly)
    for (const Decl *D : Ctx.getTranslationUnitDecl()->noload_decls())
      Visit(D);
  else
    for (const Decl *D : Ctx.getTranslationUnitDecl()->decls())
      Visit(D);
  C.drain();
  C.Src.scanSuppressions();
  C.Src.scanConditionals();
  Out.includesLibTorch = C.Src.includesLibTorch();
  return Out;
}

} // namespace torchtidy
