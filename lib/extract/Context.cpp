//===- Context.cpp - ids, names and work to be done -------------*- C++ -*-===//
#include "extract/Context.h"
#include "api/LibTorch.h"
#include "extract/Lowering.h"
#include <algorithm>

using namespace clang;
using namespace torchtidy::facts;

namespace torchtidy {
namespace extract {

namespace {

/// What a member of an implicit instantiation was made from.
const FunctionDecl *memberPattern(const FunctionDecl *D) {
  const FunctionDecl *P = D;
  for (unsigned I = 0; I < 16; ++I) {
    const FunctionDecl *From = P->getInstantiatedFromMemberFunction();
    if (!From)
      break;
    P = From;
  }
  return P;
}

bool startsWith(const std::string &S, const char *Prefix) {
  return S.compare(0, strlen(Prefix), Prefix) == 0;
}

} // namespace

const std::vector<const FunctionDecl *> &
Context::chosen(const FunctionTemplateDecl *T) {
  T = T->getCanonicalDecl();
  auto It = Chosen.find(T);
  if (It != Chosen.end())
    return It->second;
  std::vector<const FunctionDecl *> Result;
  // None of a library's: no body is read there, and the order of what comes out
  // of a precompiled header is another.
  if (!isUser(T))
    return Chosen[T] = std::move(Result);
  for (const FunctionDecl *S : T->specializations()) {
    if (Result.size() == MaxInstantiations)
      break;
    if (S->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
      continue; // a function of its own
    if (!S->isDependentContext() && S->isDefined())
      Result.push_back(S->getCanonicalDecl());
  }
  return Chosen[T] = std::move(Result);
}

std::string Context::functionId(const FunctionDecl *D) {
  D = D->getCanonicalDecl();
  auto It = Ids.find(D);
  if (It != Ids.end())
    return It->second;
  std::string Id;
  const auto *M = dyn_cast<CXXMethodDecl>(D);
  if (M && M->getParent()->isLambda()) {
    auto L = LambdaIds.find(M->getParent()->getCanonicalDecl());
    // Not remembered: the lambda may be met later.
    return L == LambdaIds.end() ? std::string() : L->second;
  }
  const FunctionTemplateDecl *T = D->getPrimaryTemplate();
  if (T && D->getTemplateSpecializationKind() != TSK_ExplicitSpecialization) {
    const auto &Few = chosen(T);
    bool IsChosen = std::find(Few.begin(), Few.end(), D) != Few.end();
    Id = usrOf(IsChosen || Few.empty() ? D : Few.front());
    if (Few.empty()) // declared here, defined elsewhere or never
      Id = usrOf(T->getTemplatedDecl()->getCanonicalDecl());
  } else {
    Id = usrOf(memberPattern(D)->getCanonicalDecl());
    if (M) {
      // The compiler's own members of an instantiation have no pattern.
      std::string Own = usrOf(M->getParent()->getCanonicalDecl()),
                  Class = Types.classId(M->getParent());
      if (Own != Class && Id.compare(0, Own.size(), Own) == 0)
        Id = Class + Id.substr(Own.size());
    }
  }
  Ids[D] = Id;
  return Id;
}

std::string Context::userFunctionId(const FunctionDecl *D) {
  const auto *M = dyn_cast<CXXMethodDecl>(D);
  if (M && M->getParent()->isLambda())
    return functionId(D);
  // The compiler's own belong to the place of their class.
  if (!isUser(D))
    return std::string();
  if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(D))
    if (Ctor->isCopyOrMoveConstructor() && Ctor->isImplicit())
      return std::string();
  addFunction(D);
  return functionId(D);
}

std::string Context::apiName(const NamedDecl *D) {
  if (!D || !Src.isLibTorch(D->getLocation()) || isUser(D))
    return std::string();
  std::string Name = qualifiedName(D);
  std::string Normal = api::normalise(Name);
  return Normal == Name ? std::string() : Normal;
}

std::string Context::calleeName(const FunctionDecl *D, QualType Object) {
  std::string Name = qualifiedName(D);
  if (!startsWith(Name, "std::_") || Object.isNull())
    return Name;
  // Methods of the library's internal bases by the public class.
  const CXXRecordDecl *Class = Object->getAsCXXRecordDecl();
  return Class ? qualifiedName(Class) + "::" + D->getNameAsString() : Name;
}

void Context::addFunction(const FunctionDecl *D) {
  if (const auto *M = dyn_cast<CXXMethodDecl>(D))
    if (M->getParent()->isLambda() ||
        Types.hierarchy(M->getParent()).role == TypeRole::ModuleHolder)
      if (M->getParent()->isLambda() || M->isImplicit() || M->isDefaulted())
        return;
  std::string Id = functionId(D);
  if (!Id.empty() && FunctionsSeen.insert(Id).second)
    Functions.push_back(D);
}

void Context::addClass(const CXXRecordDecl *D) {
  D = D->getDefinition();
  if (!D || D->isLambda() || D->isInjectedClassName())
    return;
  std::string Id = Types.classId(D);
  if (!Id.empty() && ClassesSeen.insert(Id).second)
    Classes.push_back(D);
}

namespace {

/// A declaration with a body that can be read: the instantiation's own, or that
/// of its pattern.
const FunctionDecl *readable(const FunctionDecl *D) {
  const FunctionDecl *Def = nullptr;
  if (D->isDefined(Def) && Def->hasBody() && Def->getBody())
    return Def;
  if (const FunctionDecl *P = D->getTemplateInstantiationPattern())
    if (P->isDefined(Def) && Def->getBody())
      return Def;
  return nullptr;
}

} // namespace

void Context::drain() {
  while (!Functions.empty() || !Classes.empty()) {
    if (!Classes.empty()) {
      const CXXRecordDecl *D = Classes.front();
      Classes.pop_front();
      emitClass(D);
      for (const Decl *Member : D->decls()) {
        if (const auto *M = dyn_cast<CXXMethodDecl>(Member))
          addFunction(M);
        else if (const auto *R = dyn_cast<CXXRecordDecl>(Member))
          addClass(R);
        else if (const auto *T = dyn_cast<FunctionTemplateDecl>(Member)) {
          const auto &Few = chosen(T);
          for (const FunctionDecl *S : Few)
            addFunction(S);
          if (Few.empty())
            addFunction(T->getTemplatedDecl());
        } else if (const auto *F = dyn_cast<FriendDecl>(Member)) {
          if (const auto *Fn =
                  dyn_cast_or_null<FunctionDecl>(F->getFriendDecl()))
            if (Fn->doesThisDeclarationHaveABody())
              addFunction(Fn);
        } else if (const auto *V = dyn_cast<VarDecl>(Member)) {
          if (V->hasInit() && V->isThisDeclarationADefinition() &&
              !V->getType()->isDependentType())
            Lowering(*this).globalInit(V);
        }
      }
      continue;
    }
    const FunctionDecl *D = Functions.front();
    Functions.pop_front();
    const FunctionDecl *Body = readable(D);
    if (!Body || !isUser(Body))
      continue;
    if (Body->isDefaulted() && !isa<CXXConstructorDecl>(Body))
      continue;
    if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(Body))
      if (Ctor->isDefaulted() && Ctor->isCopyOrMoveConstructor())
        continue;
    Lowering(*this).function(Body, functionId(D));
  }
}

const CXXConstructorDecl *
Context::forwardedConstructor(const CXXRecordDecl *Class, Exprs Args) {
  Class = Class->getDefinition();
  if (!Class)
    return nullptr;
  const CXXConstructorDecl *Best = nullptr;
  int BestScore = -1;
  bool Tie = false;
  for (const CXXConstructorDecl *D : Class->ctors()) {
    if (D->isDeleted() || Args.size() < D->getMinRequiredArguments() ||
        (Args.size() > D->getNumParams() && !D->isVariadic()))
      continue;
    if (D->isCopyOrMoveConstructor() && Args.size() == 1) {
      QualType A = Args[0]->getType().getNonReferenceType();
      const CXXRecordDecl *Given = A->getAsCXXRecordDecl();
      if (!Given || (Given->getCanonicalDecl() != Class->getCanonicalDecl()))
        continue;
    }
    int Score = 0;
    bool Fits = true;
    for (unsigned I = 0; I < Args.size() && I < D->getNumParams(); ++I) {
      QualType P = D->getParamDecl(I)->getType().getNonReferenceType();
      QualType A = Args[I]->getType();
      TypeRole PR = Types.roleOf(P), AR = Types.roleOf(A);
      if (P.getCanonicalType().getUnqualifiedType() ==
          A.getCanonicalType().getUnqualifiedType())
        Score += 4;
      else if (PR == AR)
        Score += 3;
      else if (P->isArithmeticType() && A->isArithmeticType())
        Score += 2;
      else if (P->isArithmeticType() != A->isArithmeticType() &&
               (P->isArithmeticType() || PR == TypeRole::String))
        Fits = false;
    }
    if (!Fits || Score < BestScore)
      continue;
    Tie = Score == BestScore;
    Best = D;
    BestScore = Score;
  }
  return Tie ? nullptr : Best;
}

const CXXMethodDecl *Context::forwardMethod(const CXXRecordDecl *Class,
                                            unsigned NumArgs) {
  Class = Class->getDefinition();
  for (unsigned Depth = 0; Class && Depth < 16; ++Depth) {
    const CXXMethodDecl *Found = nullptr;
    for (const Decl *Member : Class->decls()) {
      const Decl *D = Member;
      if (const auto *T = dyn_cast<FunctionTemplateDecl>(D)) {
        // The instantiation that was called, if there is but one.
        const auto &Few = chosen(T);
        D = Few.empty() ? T->getTemplatedDecl() : Few.front();
      }
      const auto *M = dyn_cast<CXXMethodDecl>(D);
      if (!M || !M->getDeclName().isIdentifier() || M->getName() != "forward")
        continue;
      bool Fits =
          M->getMinRequiredArguments() <= NumArgs &&
          (NumArgs <= M->getNumParams() || M->isTemplateInstantiation());
      if (Fits || !Found)
        Found = M;
      if (Fits)
        return M;
    }
    if (Found)
      return Found;
    const CXXRecordDecl *Next = nullptr;
    for (const CXXBaseSpecifier &B : Class->bases())
      if (const CXXRecordDecl *R = B.getType()->getAsCXXRecordDecl())
        if (Types.hierarchy(R).role == TypeRole::Module)
          Next = R->getDefinition();
    Class = Next;
  }
  return nullptr;
}

} // namespace extract
} // namespace torchtidy
