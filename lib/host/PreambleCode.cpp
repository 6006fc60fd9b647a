//===- PreambleCode.cpp - what code in front of a header uses -------------===//
#include "host/PreambleCode.h"
#include "extract/ClangCompat.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace torchtidy {
namespace host {

namespace {

class Visitor : public RecursiveASTVisitor<Visitor> {
public:
  using Asks = std::function<bool(SourceLocation)>;
  explicit Visitor(const Asks &Included) : Included(Included) {}

  std::string found;

  bool VisitNamedDecl(NamedDecl *D) {
    if (isa<NamespaceDecl>(D))
      return true;
    if (auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D))
      return use(S->getSpecializedTemplate());
    if (auto *S = dyn_cast<VarTemplateSpecializationDecl>(D))
      return use(S->getSpecializedTemplate());
    if (auto *U = dyn_cast<UsingShadowDecl>(D))
      return use(U->getTargetDecl());
    // The header would find another first declaration.
    if (D->getCanonicalDecl()->isFromASTFile() &&
        !D->isFromASTFile()) {
      found = D->getNameAsString();
      return false;
    }
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    return use(E->getFoundDecl()) && use(E->getDecl());
  }
  bool VisitMemberExpr(MemberExpr *E) { return use(E->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    return use(E->getConstructor());
  }

  bool VisitTypeLoc(TypeLoc L) {
    const Type *T = L.getTypePtr();
    if (const auto *D = dyn_cast<TypedefType>(T))
      return use(D->getDecl());
    if (const auto *S = dyn_cast<TemplateSpecializationType>(T))
      return use(S->getTemplateName().getAsTemplateDecl());
    if (const auto *G = dyn_cast<TagType>(T))
      return use(compat::declOf(G));
    return true;
  }

private:
  bool from(const Decl *D) {
    return !D->isFromASTFile() || D->getLocation().isInvalid() ||
           Included(D->getLocation());
  }

  bool use(const NamedDecl *D) {
    if (!D || !D->isFromASTFile() || isa<NamespaceDecl>(D))
      return true;
    bool Good = false;
    for (const Decl *R : D->redecls())
      Good |= from(R);
    // Complete here, and not where it is read plainly.
    const TagDecl *Tag = dyn_cast<TagDecl>(D);
    if (const auto *T = dyn_cast<ClassTemplateDecl>(D))
      Tag = T->getTemplatedDecl();
    if (Good && Tag && Tag->getDefinition())
      Good = from(Tag->getDefinition());
    if (!Good)
      found = D->getNameAsString();
    return Good;
  }

  const Asks &Included;
};

} // namespace

std::string
usesBeforeInclude(Decl *D,
                  const std::function<bool(SourceLocation)> &Included) {
  Visitor V(Included);
  V.TraverseDecl(D);
  return V.found;
}

} // namespace host
} // namespace torchtidy
