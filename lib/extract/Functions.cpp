//===- Functions.cpp - one body after another -------------------*- C++ -*-===//
#include "extract/Annotations.h"
#include "extract/Lowering.h"

using namespace clang;
using namespace torchtidy::facts;

namespace torchtidy {
namespace extract {

namespace {

FunctionKind kindOf(const FunctionDecl *D) {
  if (isa<CXXConstructorDecl>(D))
    return FunctionKind::Constructor;
  if (isa<CXXDestructorDecl>(D))
    return FunctionKind::Destructor;
  return isa<CXXMethodDecl>(D) ? FunctionKind::Method : FunctionKind::Free;
}

std::string shortName(const NamedDecl *D) {
  std::string Full = qualifiedName(D);
  size_t At = Full.rfind("::");
  // `operator Foo::Bar` has colons of its own, and isn't worth more.
  return At == std::string::npos ? Full : Full.substr(At + 2);
}

} // namespace

void Lowering::function(const FunctionDecl *D, const std::string &Id) {
  F.id = Id;
  F.name = qualifiedName(D);
  F.shortName = shortName(D);
  F.kind = kindOf(D);
  F.nameSpan = Src.token(D->getLocation());
  F.returnType = C.Types.of(D->getReturnType());
  F.isMain = D->isMain();
  F.onDevice = D->hasAttr<CUDAGlobalAttr>() ||
               (D->hasAttr<CUDADeviceAttr>() && !D->hasAttr<CUDAHostAttr>());
  F.fromTemplate = D->isTemplateInstantiation();
  F.dependent = D->isDependentContext();
  F.incomplete = D->isInvalidDecl();
  Annotations A = annotationsOf(D);
  F.onCpu = A.onCpu;
  F.returnsDeviceOf = A.returnsDeviceOf;
  if (const auto *M = dyn_cast<CXXMethodDecl>(D)) {
    Self = M->getParent();
    F.cls = C.Types.classId(Self);
    F.isVirtual = M->isVirtual();
    F.isConst = M->isConst();
    F.isStatic = M->isStatic();
  }
  addParams(D);
  begin();
  const Stmt *Body = D->getBody();
  F.bodySpan = Src.span(Body->getSourceRange());
  if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(D))
    initialisers(Ctor);
  stmt(Body);
  finish();
}

void Lowering::beginField(const FieldDecl *D, const std::string &Class,
                          const std::string &Id, bool FromTemplate) {
  F.id = Id;
  F.name = qualifiedName(D);
  F.shortName = D->getNameAsString();
  F.cls = Class;
  Self = dyn_cast<CXXRecordDecl>(D->getParent());
  F.kind = FunctionKind::FieldInit;
  F.nameSpan = Src.token(D->getLocation());
  F.fromTemplate = FromTemplate;
  F.returnType.role = TypeRole::Void;
  begin();
}

void Lowering::endField(const FieldDecl *D, ValueId Value, SourceRange Written,
                        const Expr *Init) {
  SourceRange R(D->getLocation());
  Instr Place = make(Op::Field, R);
  Place.operands.push_back(thisPlace(R, cast<CXXRecordDecl>(D->getParent())));
  Place.cls = F.cls;
  Place.name = F.shortName;
  Place.text = F.shortName;
  Place.type = C.Types.of(D->getType());
  ValueId P = add(std::move(Place));
  store(P, Value, StoreKind::Init, Written, Init);
  finish();
}

void Lowering::fieldInit(const FieldDecl *D, const Expr *Init,
                         const std::string &Class, const std::string &Id,
                         bool FromTemplate) {
  beginField(D, Class, Id, FromTemplate);
  F.bodySpan = Src.span(Init->getSourceRange());
  F.dependent = Init->isTypeDependent() || Init->isValueDependent();
  endField(D, lower(Init), Init->getSourceRange(), Init);
}

void Lowering::fieldMade(const FieldDecl *D, const CXXRecordDecl *Made,
                         const std::string &Class, const std::string &Id,
                         bool FromTemplate) {
  beginField(D, Class, Id, FromTemplate);
  SourceRange R(D->getLocation());
  F.bodySpan = Src.span(R);
  Instr I = make(Op::Construct, R);
  I.type = C.Types.of(D->getType());
  I.callee = qualifiedName(Made) + "::" + Made->getNameAsString();
  // One that nobody needed yet is not even declared.
  for (const CXXConstructorDecl *K : Made->ctors())
    if (K->isDefaultConstructor() && K->isUserProvided())
      I.calleeId = C.userFunctionId(K);
  endField(D, add(std::move(I)), R);
}

void Lowering::globalInit(const VarDecl *D) {
  F.id = usrOf(D->getCanonicalDecl());
  F.name = qualifiedName(D);
  F.shortName = D->getNameAsString();
  F.kind = FunctionKind::GlobalInit;
  F.nameSpan = Src.token(D->getLocation());
  F.returnType.role = TypeRole::Void;
  F.dependent = D->getDeclContext()->isDependentContext();
  F.incomplete = D->isInvalidDecl();
  const Expr *Init = D->getInit();
  F.bodySpan = Src.span(Init->getSourceRange());
  begin();
  ValueId Value = lower(Init);
  SourceRange R(D->getLocation());
  if (const auto *Class = dyn_cast<CXXRecordDecl>(D->getDeclContext())) {
    F.cls = C.Types.classId(Class);
    Instr Place = make(Op::Field, R);
    Place.cls = F.cls;
    Place.name = Place.text = F.shortName;
    Place.type = C.Types.of(D->getType());
    ValueId P = add(std::move(Place));
    store(P, Value, StoreKind::Init, D->getSourceRange());
  } else {
    initVar(D, addVar(D, Storage::Global), Value, Init);
  }
  finish();
}

void Lowering::lambda(const LambdaExpr *E, const std::string &Id,
                      const Lowering &Parent) {
  const CXXMethodDecl *Operator = E->getCallOperator();
  const Stmt *Body = E->getBody();
  if (const FunctionTemplateDecl *T = E->getDependentCallOperator())
    // A generic lambda is read from an instantiation, if there is one.
    for (const FunctionDecl *S : T->specializations())
      if (S->hasBody() && !S->isDependentContext()) {
        Operator = cast<CXXMethodDecl>(S);
        Body = S->getBody();
        F.fromTemplate = true;
        break;
      }
  F.id = Id;
  F.parent = Parent.F.id;
  F.cls = Parent.F.cls;
  Self = Parent.Self;
  F.name = Parent.F.name + "::lambda";
  F.shortName = "lambda";
  F.kind = FunctionKind::Lambda;
  F.nameSpan = Src.token(E->getBeginLoc());
  F.returnType = C.Types.of(Operator->getReturnType());
  F.dependent = Operator->isDependentContext();
  F.fromTemplate |= Parent.F.fromTemplate;
  addParams(Operator);
  for (const LambdaCapture &K : E->captures()) {
    if (!K.capturesVariable())
      continue;
    const ValueDecl *D = K.getCapturedVar();
    int V = addVar(D, Storage::Capture);
    F.vars[V].globalId.clear();
    F.vars[V].captureByRef = K.getCaptureKind() == LCK_ByRef;
    F.vars[V].span = Src.token(K.getLocation());
  }
  begin();
  if (Body) {
    F.bodySpan = Src.span(Body->getSourceRange());
    stmt(Body);
  }
  finish();
}

} // namespace extract
} // namespace torchtidy
