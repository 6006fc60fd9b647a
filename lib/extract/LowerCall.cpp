//===- LowerCall.cpp - calls ------------------------------------*- C++ -*-===//
#include "api/LibTorch.h"
#include "extract/Annotations.h"
#include "extract/Lowering.h"

using namespace clang;
using namespace torchtidy::facts;

namespace torchtidy {
namespace extract {

namespace {

/// Parameter of the template that \p D was made from.
const ParmVarDecl *patternParam(const FunctionDecl *D, unsigned Index) {
  const FunctionDecl *P = D->getTemplateInstantiationPattern();
  if (!P && D->getPrimaryTemplate())
    P = D->getPrimaryTemplate()->getTemplatedDecl();
  if (!P || P->getNumParams() == 0)
    return nullptr;
  // A pack's parameters all come from the last one.
  return P->getParamDecl(std::min(Index, P->getNumParams() - 1));
}

/// `T &&` with a deduced T takes anything and says nothing of what it does.
bool isForwardingReference(const FunctionDecl *D, unsigned Index) {
  const ParmVarDecl *P = patternParam(D, Index);
  if (!P)
    return false;
  QualType T = P->getType();
  if (const auto *Pack = T->getAs<PackExpansionType>())
    T = Pack->getPattern();
  const auto *R = T->getAs<RValueReferenceType>();
  return R && R->getPointeeType()->isTemplateTypeParmType() &&
         !R->getPointeeType().hasQualifiers();
}

bool isMutable(QualType T) {
  if (T->isLValueReferenceType())
    return !T->getPointeeType().isConstQualified();
  return T->isPointerType() && !T->getPointeeType().isConstQualified();
}

Exprs arguments(const CallExpr *E, unsigned From = 0) {
  return Exprs(E->getArgs() + From, E->getNumArgs() - From);
}

} // namespace

SourceLocation nameLocation(const Expr *Callee) {
  Callee = strip(Callee);
  if (const auto *M = dyn_cast<MemberExpr>(Callee))
    return M->getMemberLoc();
  if (const auto *D = dyn_cast<DeclRefExpr>(Callee))
    return D->getLocation();
  if (const auto *D = dyn_cast<CXXDependentScopeMemberExpr>(Callee))
    return D->getMemberLoc();
  if (const auto *D = dyn_cast<DependentScopeDeclRefExpr>(Callee))
    return D->getLocation();
  if (const auto *O = dyn_cast<OverloadExpr>(Callee))
    return O->getNameLoc();
  return Callee->getExprLoc();
}

ArgFact Lowering::argFact(const FunctionDecl *D, unsigned Index) {
  ArgFact A;
  if (!D || Index >= D->getNumParams())
    return A;
  const ParmVarDecl *P = D->getParamDecl(Index);
  A.param = P->getNameAsString();
  A.type = C.Types.of(P->getType());
  A.mutableRef = isMutable(P->getType()) && !isForwardingReference(D, Index);
  A.onCpu = !Src.isLibTorch(D->getLocation()) && paramOnCpu(D, Index);
  return A;
}

/// Operands and ArgFacts; arguments left to their defaults are left out.
void Lowering::lowerArgs(Instr &I, const FunctionDecl *D, Exprs Args) {
  for (unsigned N = 0; N < Args.size(); ++N) {
    if (!Args[N] || isa<CXXDefaultArgExpr>(Args[N]))
      break;
    I.operands.push_back(lower(Args[N]));
    ArgFact A = argFact(D, N);
    if (A.type.spelling.empty())
      A.type = C.Types.of(Args[N]->getType());
    I.args.push_back(std::move(A));
  }
}

/// Where another argument would be written: behind the last one, or before the
/// parenthesis that closes (an argument of a macro's body has no end here).
facts::SourceSpan Lowering::argumentsEnd(Exprs Args, SourceLocation Close) {
  const Expr *Last = nullptr;
  for (const Expr *A : Args)
    if (A && !isa<CXXDefaultArgExpr>(A))
      Last = A;
  if (Last && Last->getEndLoc().isValid())
    if (SourceSpan S = Src.after(Last->getEndLoc()); !S.macro)
      return S;
  return Src.before(Close);
}

ValueId Lowering::emitCall(const Expr *E, const FunctionDecl *D,
                           ValueId Receiver, QualType Object, Exprs Args,
                           SourceLocation Name, SourceLocation End,
                           bool Virtual) {
  Instr I = make(Op::Call, E);
  I.receiver = Receiver;
  if (D) {
    I.callee = C.calleeName(D, Object);
    I.api = C.apiName(D);
    I.calleeId = C.userFunctionId(D);
    if (I.api.empty()) {
      Annotations A = annotationsOf(D);
      I.onCpu = A.onCpu;
      I.returnsDeviceOf = A.returnsDeviceOf;
    }
    if (E->isTypeDependent() && !D->getReturnType()->isDependentType())
      I.type = C.Types.of(D->getReturnType());
    // make_generator<Impl>(…) says whose generator only there.
    const TemplateArgumentList *Given = D->getTemplateSpecializationArgs();
    if (I.type.role == TypeRole::Generator && Given && Given->size() &&
        Given->get(0).getKind() == TemplateArgument::Type)
      I.type.args = {C.Types.of(Given->get(0).getAsType())};
  }
  lowerArgs(I, D, Args);
  I.text = Src.text(I.span);
  if (Name.isValid())
    I.nameSpan = Src.token(Name);
  if (End.isValid())
    I.argsEnd = argumentsEnd(Args, End);
  I.isVirtual = Virtual;
  ValueId V = add(std::move(I));
  if (D && (D->isNoReturn() || D->hasAttr<AnalyzerNoReturnAttr>()))
    throwOut();
  return V;
}

ValueId Lowering::call(const CallExpr *E) {
  // What runs on a device: its grid and block say nothing of devices.
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(E))
    return launch(Launch);
  const FunctionDecl *D = E->getDirectCallee();
  if (!D)
    return unresolvedCall(E);
  if (D->getBuiltinID() && E->getNumArgs() && D->getDeclName().isIdentifier() &&
      D->getName() == "__builtin_expect")
    return lower(E->getArg(0));
  ValueId Result = NoValue;
  if (stdFunction(E, D, Result))
    return Result;
  if (autogradApply(E, D, Result))
    return Result;
  // In a template, a method's call with dependent arguments is a plain call.
  ValueId Receiver = NoValue;
  QualType Object;
  const auto *M = dyn_cast<MemberExpr>(strip(E->getCallee()));
  const auto *Method = dyn_cast<CXXMethodDecl>(D);
  if (M && Method && !Method->isStatic()) {
    Receiver = object(M->getBase(), M->isArrow());
    Object = strip(M->getBase())->getType();
  }
  return emitCall(E, D, Receiver, Object, arguments(E),
                  nameLocation(E->getCallee()), E->getRParenLoc());
}

ValueId Lowering::launch(const CUDAKernelCallExpr *E) {
  const FunctionDecl *D = E->getDirectCallee();
  ValueId V = D ? emitCall(E, D, NoValue, QualType(), arguments(E),
                           nameLocation(E->getCallee()), E->getRParenLoc())
                : unresolvedCall(E);
  Pool[V].isLaunch = true;
  return V;
}

/// `MyFunction::apply(x)` runs the forward of the user's class, behind a
/// context that LibTorch makes.
bool Lowering::autogradApply(const CallExpr *E, const FunctionDecl *D,
                             ValueId &Result) {
  const auto *Method = dyn_cast<CXXMethodDecl>(D);
  if (!Method || !Method->isStatic() || C.isUser(D) ||
      !C.Types.hierarchy(Method->getParent()).autogradFunction)
    return false;
  const auto *S =
      dyn_cast<ClassTemplateSpecializationDecl>(Method->getParent());
  if (!S || S->getTemplateArgs().size() == 0 ||
      S->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return false;
  const CXXRecordDecl *Users =
      S->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
  if (!Users || !C.isUser(Users))
    return false;
  const CXXMethodDecl *Forward = C.forwardMethod(Users, E->getNumArgs() + 1);
  if (!Forward || !Forward->isStatic())
    return false;
  Instr I = make(Op::Call, E);
  I.callee = qualifiedName(D);
  I.api = C.apiName(D);
  I.calleeId = C.userFunctionId(Forward);
  I.operands.push_back(other(E, {}, "context"));
  I.args.push_back(argFact(Forward, 0));
  unsigned Index = 1;
  for (const Expr *A : E->arguments()) {
    I.operands.push_back(lower(A));
    I.args.push_back(argFact(Forward, Index++));
  }
  I.text = Src.text(I.span);
  I.nameSpan = Src.token(nameLocation(E->getCallee()));
  I.argsEnd = Src.before(E->getRParenLoc());
  Result = add(std::move(I));
  return true;
}

ValueId Lowering::memberCall(const CXXMemberCallExpr *E) {
  const auto *M = dyn_cast<MemberExpr>(strip(E->getCallee()));
  const CXXMethodDecl *D = E->getMethodDecl();
  if (!M || !D) {
    // `(object.*method)(…)`
    if (const auto *B = dyn_cast<BinaryOperator>(strip(E->getCallee()))) {
      Instr I = make(Op::Call, E);
      I.receiver = object(B->getLHS(), B->getOpcode() == BO_PtrMemI);
      lowerArgs(I, nullptr, arguments(E));
      I.text = Src.text(I.span);
      return add(std::move(I));
    }
    return unresolvedCall(E);
  }
  ValueId Result = NoValue;
  if (const auto *Conv = dyn_cast<CXXConversionDecl>(D))
    if (conversion(E, Conv, Result))
      return Result;
  if (stdMethod(E, D, Result))
    return Result;
  ValueId Receiver = NoValue;
  if (!D->isStatic())
    Receiver = object(M->getBase(), M->isArrow());
  QualType Object = strip(M->getBase())->getType();
  if (Object->isPointerType())
    Object = Object->getPointeeType();
  bool Virtual = D->isVirtual() && !M->hasQualifier() &&
                 !D->hasAttr<FinalAttr>() &&
                 !D->getParent()->isEffectivelyFinal();
  const bool IsEmplace = D->getDeclName().isIdentifier() && !C.isUser(D) &&
                         D->getName().substr(0, 7) == "emplace" &&
                         C.Types.roleOf(Object) == TypeRole::Container;
  if (!IsEmplace)
    return emitCall(E, D, Receiver, Object, arguments(E), M->getMemberLoc(),
                    E->getRParenLoc(), Virtual);
  Instr I = make(Op::Call, E);
  I.receiver = Receiver;
  I.callee = C.calleeName(D, Object);
  emplaceArgs(I, E, D);
  I.text = Src.text(I.span);
  I.nameSpan = Src.token(M->getMemberLoc());
  I.argsEnd = Src.before(E->getRParenLoc());
  return add(std::move(I));
}

ValueId Lowering::callOperator(const CXXOperatorCallExpr *E) {
  const auto *D = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  const Expr *Object = strip(E->getArg(0));
  ValueId Receiver = lower(Object);
  const TypeFact &T = C.Types.of(Object->getType());
  if (T.role == TypeRole::ModuleHolder && D && !C.isUser(D)) {
    // A holder's call goes to its module's forward.
    const Hierarchy &H =
        C.Types.hierarchy(Object->getType()->getAsCXXRecordDecl());
    const CXXRecordDecl *Contained =
        H.contained.isNull() ? nullptr : H.contained->getAsCXXRecordDecl();
    const CXXMethodDecl *Forward =
        Contained ? C.forwardMethod(Contained, E->getNumArgs() - 1) : nullptr;
    ValueId Module = deref(Object, Receiver);
    if (Forward)
      return emitCall(E, Forward, Module, QualType(), arguments(E, 1),
                      E->getBeginLoc(), E->getRParenLoc(),
                      Forward->isVirtual());
    return emitCall(E, D, Receiver, Object->getType(), arguments(E, 1),
                    E->getBeginLoc(), E->getRParenLoc());
  }
  // A std::function's body isn't known here.
  if (T.role == TypeRole::Function && D && !D->getParent()->isLambda())
    D = nullptr;
  return emitCall(E, D, Receiver, Object->getType(), arguments(E, 1),
                  E->getBeginLoc(), E->getRParenLoc(), D && D->isVirtual());
}

/// `a = b` of class types.
ValueId Lowering::assignment(const CXXOperatorCallExpr *E) {
  const Expr *L = strip(E->getArg(0)), *R = E->getArg(1);
  ValueId Result = NoValue;
  if (tieAssignment(E, Result))
    return Result;
  const auto *D = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  TypeRole Role = C.Types.roleOf(L->getType());
  if (C.Types.of(L->getType()).name == "std::_Swallow_assign") { // std::ignore
    ValueId V = lower(R);
    markUse(V, Use::Voided);
    return V;
  }
  if (Role == TypeRole::Tensor && D && D->getRefQualifier() == RQ_RValue) {
    // Assigning to a temporary tensor writes into its storage.
    ValueId Receiver = lower(L);
    Instr I = make(Op::Call, E);
    I.receiver = Receiver;
    I.callee = qualifiedName(D);
    I.api = C.Types.roleOf(R->getType()) == TypeRole::Tensor
                ? api::form::AssignTensor
                : api::form::AssignScalar;
    lowerArgs(I, D, Exprs(&R, 1));
    I.text = Src.text(I.span);
    I.nameSpan = Src.token(E->getOperatorLoc());
    return add(std::move(I));
  }
  // An operator= that the user wrote may do anything, and one that answers with
  // another object assigns nothing.
  const bool Makes =
      D && D->getReturnType()->isRecordType() && !D->isDependentContext();
  if (Makes || (D && C.isUser(D) && D->isUserProvided()))
    return emitCall(E, D, lower(L), L->getType(), arguments(E, 1),
                    E->getOperatorLoc(), SourceLocation());
  ValueId Value = lower(R);
  ValueId Place = lower(L);
  return store(Place, Value, StoreKind::Assign, E->getSourceRange(), R);
}

ValueId Lowering::comparison(const CXXOperatorCallExpr *E,
                             const FunctionDecl *D) {
  Instr I = make(Op::Compare, E);
  I.operands = {lower(strip(E->getArg(0))), lower(E->getArg(1))};
  I.text = getOperatorSpelling(E->getOperator());
  I.name = Src.text(I.span);
  I.api = C.apiName(D);
  return add(std::move(I));
}

ValueId Lowering::operatorCall(const CXXOperatorCallExpr *E) {
  const FunctionDecl *D = E->getDirectCallee();
  if (!D)
    return dependentOperator(E);
  const Expr *First = strip(E->getArg(0)); // without casts to a base
  TypeRole Role = C.Types.roleOf(First->getType());
  bool Users = C.isUser(D);
  bool PointerLike = Role == TypeRole::SmartPtr ||
                     Role == TypeRole::ModuleHolder ||
                     Role == TypeRole::Pointer || Role == TypeRole::Optional;
  switch (E->getOperator()) {
  case OO_Call:
    return callOperator(E);
  case OO_Equal:
    return assignment(E);
  case OO_Arrow:
    if (!Users && PointerLike)
      return addressOf(E, derefPlace(E));
    break;
  case OO_Star:
    if (!Users && PointerLike && E->getNumArgs() == 1)
      return Role == TypeRole::Optional ? element(E, lower(First), "0")
                                        : deref(E, lower(First), false);
    break;
  case OO_Subscript:
    if (!Users && (Role == TypeRole::Container || Role == TypeRole::SmartPtr ||
                   Role == TypeRole::Pointer))
      return keyed(E, lower(First), First, E->getArg(1));
    break;
  case OO_PlusPlus:
  case OO_MinusMinus:
  case OO_Plus:
  case OO_Minus:
  case OO_PlusEqual:
  case OO_MinusEqual:
    if (C.Types.isIterator(First->getType())) {
      // An iterator points to any element, wherever it goes.
      if (E->getNumArgs() == 2 && C.Types.isIterator(E->getArg(1)->getType()))
        break; // a distance
      return lower(First);
    }
    break;
  case OO_EqualEqual:
  case OO_ExclaimEqual:
  case OO_Less:
  case OO_Greater:
  case OO_LessEqual:
  case OO_GreaterEqual:
    if (!Users && E->getNumArgs() == 2 && E->getType()->isBooleanType())
      return comparison(E, D);
    break;
  default:
    break;
  }
  bool Method = isa<CXXMethodDecl>(D);
  return emitCall(E, D, Method ? lower(First) : NoValue,
                  Method ? First->getType() : QualType(),
                  arguments(E, Method ? 1 : 0), E->getOperatorLoc(),
                  SourceLocation(),
                  Method && cast<CXXMethodDecl>(D)->isVirtual());
}

} // namespace extract
} // namespace torchtidy
