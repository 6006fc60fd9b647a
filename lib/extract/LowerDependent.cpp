//===- LowerDependent.cpp - names that aren't resolved ----------*- C++ -*-===//
//
// What depends on a template parameter, or didn't parse: read as far as the
// names go.
//
//===----------------------------------------------------------------------===//
#include "extract/Lowering.h"

using namespace clang;
using namespace torchtidy::facts;

namespace torchtidy {
namespace extract {

/// Name, object and, where all candidates agree, LibTorch's name of a callee.
void Lowering::unresolvedCallee(Instr &I, const Expr *Callee) {
  if (const auto *M = dyn_cast<CXXDependentScopeMemberExpr>(Callee)) {
    I.receiver = M->isImplicitAccess() ? thisValue(Callee, false)
                                       : object(M->getBase(), M->isArrow());
    I.callee = I.name = M->getMember().getAsString();
    return;
  }
  if (const auto *R = dyn_cast<DependentScopeDeclRefExpr>(Callee)) {
    I.callee = I.name = R->getDeclName().getAsString();
    return;
  }
  const auto *O = dyn_cast<OverloadExpr>(Callee);
  if (!O) {
    I.receiver = lower(Callee);
    return;
  }
  if (const auto *U = dyn_cast<UnresolvedMemberExpr>(O))
    I.receiver = U->isImplicitAccess() ? thisValue(Callee, false)
                                       : object(U->getBase(), U->isArrow());
  I.callee = I.name = O->getName().getAsString();
  std::string Common;
  const NamedDecl *Only = nullptr;
  for (const NamedDecl *N : O->decls()) {
    Only = N->getUnderlyingDecl();
    std::string Full = qualifiedName(Only);
    if (!Common.empty() && Common != Full)
      return;
    Common = Full;
  }
  if (!Only)
    return;
  I.callee = Common;
  I.api = C.apiName(Only);
  if (O->getNumDecls() != 1)
    return;
  const FunctionDecl *D = Only->getAsFunction();
  if (D)
    I.calleeId = C.userFunctionId(D);
}

ValueId Lowering::unresolvedCall(const CallExpr *E) {
  const Expr *Callee = strip(E->getCallee());
  if (isa<CXXPseudoDestructorExpr>(Callee))
    return other(E, {});
  Instr I = make(Op::Call, E);
  unresolvedCallee(I, Callee);
  lowerArgs(I, nullptr, Exprs(E->getArgs(), E->getNumArgs()));
  I.text = Src.text(I.span);
  I.nameSpan = Src.token(nameLocation(Callee));
  if (E->getRParenLoc().isValid())
    I.argsEnd = Src.before(E->getRParenLoc());
  return add(std::move(I));
}

/// An overloaded operator that waits for a template's arguments: what it would
/// be for the types that are known.
ValueId Lowering::dependentOperator(const CXXOperatorCallExpr *E) {
  unsigned N = E->getNumArgs();
  switch (E->getOperator()) {
  case OO_Equal:
    if (N == 2) {
      ValueId Value = lower(E->getArg(1));
      ValueId Place = lower(E->getArg(0));
      return store(Place, Value, StoreKind::Assign, E->getSourceRange(),
                   E->getArg(1));
    }
    break;
  case OO_Star:
  case OO_Arrow:
    if (N == 1)
      return deref(E, lower(E->getArg(0)), false);
    break;
  case OO_Subscript:
    if (N == 2 &&
        C.Types.roleOf(E->getArg(0)->getType()) == TypeRole::Container)
      return keyed(E, lower(E->getArg(0)), E->getArg(0), E->getArg(1));
    break;
  case OO_Call: {
    Instr I = make(Op::Call, E);
    I.receiver = lower(E->getArg(0));
    lowerArgs(I, nullptr, Exprs(E->getArgs() + 1, N - 1));
    I.text = Src.text(I.span);
    if (E->getRParenLoc().isValid())
      I.argsEnd = Src.before(E->getRParenLoc());
    return add(std::move(I));
  }
  default:
    break;
  }
  return unresolvedCall(E);
}

/// A call whose arguments fit no overload still says what was meant.
bool Lowering::recoveredCall(const RecoveryExpr *E, ValueId &Result) {
  auto Parts = const_cast<RecoveryExpr *>(E)->subExpressions();
  if (Parts.empty() || !Parts[0])
    return false;
  const Expr *Callee = strip(Parts[0]);
  const auto *M = dyn_cast<MemberExpr>(Callee);
  const auto *Method =
      M ? dyn_cast<CXXMethodDecl>(M->getMemberDecl()) : nullptr;
  if (!isa<OverloadExpr>(Callee) && !Method)
    return false;
  Instr I = make(Op::Call, E);
  if (Method) {
    I.receiver = object(M->getBase(), M->isArrow());
    I.callee = qualifiedName(Method);
    I.api = C.apiName(Method);
    I.calleeId = C.userFunctionId(Method);
    I.type = C.Types.of(Method->getReturnType());
  } else {
    unresolvedCallee(I, Callee);
  }
  for (const Expr *A : Parts.drop_front()) {
    I.operands.push_back(lower(A));
    I.args.emplace_back();
  }
  I.text = Src.text(I.span);
  I.nameSpan = Src.token(nameLocation(Callee));
  Result = add(std::move(I));
  return true;
}

ValueId Lowering::unresolved(const Expr *E) {
  ValueId Result = NoValue;
  if (const auto *R = dyn_cast<RecoveryExpr>(E)) {
    F.incomplete = true;
    if (recoveredCall(R, Result))
      return Result;
  }
  Instr I = make(Op::Other, E);
  if (isa<CXXDependentScopeMemberExpr>(E) || isa<UnresolvedMemberExpr>(E)) {
    // `x.data` of a type that isn't known.
    unresolvedCallee(I, E);
    I.operands.push_back(I.receiver);
    I.receiver = NoValue;
    I.callee.clear();
    I.api.clear();
    I.calleeId.clear();
    I.text = Src.text(I.span);
    return add(std::move(I));
  }
  if (const auto *O = dyn_cast<OverloadExpr>(E))
    I.name = O->getName().getAsString();
  else if (const auto *D = dyn_cast<DependentScopeDeclRefExpr>(E))
    I.name = D->getDeclName().getAsString();
  if (const auto *U = dyn_cast<CXXUnresolvedConstructExpr>(E)) {
    I.op = Op::Construct;
    I.type = C.Types.of(U->getTypeAsWritten());
    I.text = Src.text(I.span);
  }
  for (const Stmt *Child : E->children())
    if (const auto *Sub = dyn_cast_or_null<Expr>(Child)) {
      I.operands.push_back(lower(Sub));
      if (I.op == Op::Construct)
        I.args.emplace_back();
    }
  return add(std::move(I));
}

} // namespace extract
} // namespace torchtidy
