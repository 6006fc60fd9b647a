//===- Classes.cpp - facts of a class ---------------------------*- C++ -*-===//
#include "api/LibTorch.h"
#include "extract/Annotations.h"
#include "extract/Lowering.h"

using namespace clang;
using namespace torchtidy::facts;

namespace torchtidy {
namespace extract {

namespace {

/// Names of all that a method overrides, up the hierarchy.
void addOverrides(const CXXMethodDecl *D, MethodFact &M, unsigned Depth = 0) {
  if (Depth > 32)
    return;
  for (const CXXMethodDecl *O : D->overridden_methods()) {
    std::string Name = qualifiedName(O);
    bool Known = false;
    for (const std::string &Other : M.overrides)
      Known |= Other == Name;
    if (!Known)
      M.overrides.push_back(Name);
    addOverrides(O, M, Depth + 1);
  }
}

/// The member of \p Pattern that \p D was made from, or \p D itself.
template <typename T>
const FieldDecl *patternField(const T *D, const CXXRecordDecl *Pattern) {
  if (!Pattern)
    return D;
  for (const FieldDecl *F : Pattern->fields())
    if (F->getDeclName() == D->getDeclName() && F->getDeclName())
      return F;
  return D;
}

} // namespace

static void addMethod(Context &C, const CXXMethodDecl *D, ClassFacts &Out) {
  MethodFact M;
  M.id = C.functionId(D);
  M.name = isa<CXXConstructorDecl>(D) || isa<CXXDestructorDecl>(D)
               ? std::string(Out.name)
               : D->getNameAsString();
  M.kind = isa<CXXConstructorDecl>(D)  ? FunctionKind::Constructor
           : isa<CXXDestructorDecl>(D) ? FunctionKind::Destructor
                                       : FunctionKind::Method;
  M.returnType = C.Types.of(D->getReturnType());
  for (const ParmVarDecl *P : D->parameters())
    M.params.push_back(C.Types.of(P->getType()));
  M.isVirtual = D->isVirtual();
  M.isPure = compat::isPureVirtual(D);
  M.isStatic = D->isStatic();
  M.isConst = D->isConst();
  M.isImplicit = D->isImplicit() || D->isDefaulted() || D->isDeleted();
  const FunctionDecl *Def = nullptr;
  M.bodySeen = D->isDefined(Def) || D->isDefaulted() || D->isDeleted();
  if (!M.bodySeen)
    if (const FunctionDecl *P = D->getTemplateInstantiationPattern())
      M.bodySeen = P->isDefined();
  addOverrides(D, M);
  M.nameSpan = C.Src.token(D->getLocation());
  for (const MethodFact &Other : Out.methods)
    if (Other.id == M.id)
      return;
  Out.methods.push_back(std::move(M));
}

static void addField(Context &C, const DeclaratorDecl *D, ClassFacts &Out) {
  FieldFact F;
  F.name = D->getNameAsString();
  F.type = C.Types.of(D->getType());
  F.span = C.Src.token(D->getLocation());
  F.declSpan = C.Src.span(D->getSourceRange());
  F.onCpu = annotationsOf(D).onCpu;
  if (const auto *Field = dyn_cast<FieldDecl>(D)) {
    F.hasInit = Field->hasInClassInitializer();
    F.isMutable = Field->isMutable();
  } else if (const auto *V = dyn_cast<VarDecl>(D)) {
    F.isStatic = true;
    F.hasInit = V->hasInit();
  }
  Out.fields.push_back(std::move(F));
}

static void addBases(Context &C, const CXXRecordDecl *D, ClassFacts &Out) {
  for (const CXXBaseSpecifier &B : D->bases()) {
    const TypeFact &T = C.Types.of(B.getType());
    BaseFact F;
    F.id = T.cls;
    F.name = T.name.empty() ? T.spelling : T.name;
    if (const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl())
      F.isUser = C.isUser(Base);
    else if (const auto *S = B.getType()->getAs<TemplateSpecializationType>())
      if (const auto *TD = S->getTemplateName().getAsTemplateDecl())
        F.isUser = C.isUser(TD);
    Out.bases.push_back(std::move(F));
  }
}

/// Fields of unnamed structs and unions are the class's own.
static void addFields(Context &C, const CXXRecordDecl *D, ClassFacts &Out,
                      unsigned Depth = 0) {
  for (const Decl *Member : D->decls()) {
    if (const auto *Field = dyn_cast<FieldDecl>(Member)) {
      const auto *Inner = Field->isAnonymousStructOrUnion()
                              ? Field->getType()->getAsCXXRecordDecl()
                              : nullptr;
      if (Inner && Inner->getDefinition() && Depth < 8)
        addFields(C, Inner->getDefinition(), Out, Depth + 1);
      else if (Field->getDeclName())
        addField(C, Field, Out);
    } else if (const auto *V = dyn_cast<VarDecl>(Member)) {
      addField(C, V, Out);
    }
  }
}

/// \p D: the definition to read. Its pattern, if it is an instantiation, gives
/// the id.
void Context::emitClass(const CXXRecordDecl *D) {
  const CXXRecordDecl *Pattern = D->getTemplateInstantiationPattern();
  ClassFacts F;
  F.id = Types.classId(D);
  F.name = D->getNameAsString();
  F.qualifiedName = qualifiedName(D);
  F.nameSpan = Src.token(Pattern ? Pattern->getLocation() : D->getLocation());
  F.fromTemplate = Pattern != nullptr;
  F.dependentBase = (Pattern ? Pattern : D)->hasAnyDependentBases();
  addBases(*this, D, F);
  const Hierarchy &H = Types.hierarchy(D);
  F.isModule = H.role == TypeRole::Module;
  F.isHolder = H.role == TypeRole::ModuleHolder;
  F.isCloneable = H.cloneable;
  F.isTorchBind = H.torchBind;
  F.isAutogradFunction = H.autogradFunction;
  F.isDataset = H.dataset;
  F.onCpu = annotationsOf(D).onCpu;
  if (!H.contained.isNull())
    F.holds = Types.of(H.contained).cls;
  addFields(*this, D, F);
  for (const Decl *Member : D->decls()) {
    if (const auto *M = dyn_cast<CXXMethodDecl>(Member)) {
      if (!D->isLambda())
        addMethod(*this, M, F);
    } else if (const auto *T = dyn_cast<FunctionTemplateDecl>(Member)) {
      if (const auto *M = dyn_cast<CXXMethodDecl>(T->getTemplatedDecl()))
        addMethod(*this, M, F);
    }
  }
  Out.classes.push_back(std::move(F));
  emitFieldInits(D, Pattern);
}

/// The class of a field that is a plain object, where nothing is written for it
/// and its default constructor does something.
static const CXXRecordDecl *defaultMade(Context &C, const FieldDecl *Field) {
  const CXXRecordDecl *R = Field->getType()->getAsCXXRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R || R->isUnion() || R->isDependentContext() || !C.isUser(R) ||
      C.Types.roleOf(Field->getType()) != TypeRole::Record ||
      !(R->hasUserProvidedDefaultConstructor() || R->hasInClassInitializer()))
    return nullptr;
  return R;
}

void Context::emitFieldInits(const CXXRecordDecl *D,
                             const CXXRecordDecl *Pattern) {
  std::string Class = Types.classId(D);
  for (const FieldDecl *Field : D->fields()) {
    const FieldDecl *Source = patternField(Field, Pattern);
    const Expr *Init = Field->hasInClassInitializer()
                           ? Field->getInClassInitializer()
                           : nullptr;
    if (!Init && Source->hasInClassInitializer()) {
      Init = Source->getInClassInitializer();
      Field = Source;
    }
    if (Init)
      Lowering(*this).fieldInit(Field, Init, Class, usrOf(Source),
                                Pattern != nullptr);
    else if (const CXXRecordDecl *Made = defaultMade(*this, Field))
      Lowering(*this).fieldMade(Field, Made, Class, usrOf(Source),
                                Pattern != nullptr);
  }
}

} // namespace extract
} // namespace torchtidy
