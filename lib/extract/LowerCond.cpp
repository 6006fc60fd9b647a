//===- LowerCond.cpp - control flow inside expressions ----------*- C++ -*-===//
#include "extract/Lowering.h"

using namespace clang;
using namespace torchtidy::facts;

namespace torchtidy {
namespace extract {

namespace {

/// A condition without casts to bool and branch hints.
const Expr *stripCondition(const Expr *E) {
  for (;;) {
    E = strip(E);
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E)) {
      if (Cast->getType()->isBooleanType() ||
          Cast->getSubExpr()->getType()->isBooleanType()) {
        // A conversion by a method stays: strip leaves it.
        E = Cast->getSubExpr();
        continue;
      }
    } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
      const FunctionDecl *D = Call->getDirectCallee();
      if (D && D->getBuiltinID() && Call->getNumArgs() &&
          D->getName() == "__builtin_expect") {
        E = Call->getArg(0);
        continue;
      }
    }
    return E;
  }
}

} // namespace

/// Ends the block by a branch on \p E; each block tests one simple condition.
void Lowering::condition(const Expr *E, int True, int False) {
  if (!E) {
    Blocks[Current].succs = {True, False};
    Current = -1;
    return;
  }
  if (Depth > 200) {
    F.incomplete = true;
    branch(NoValue, True, False);
    return;
  }
  ++Depth;
  const Expr *Bare = stripCondition(E);
  const auto *Not = dyn_cast<UnaryOperator>(Bare);
  const auto *Bin = dyn_cast<BinaryOperator>(Bare);
  const auto *Cond = dyn_cast<ConditionalOperator>(Bare);
  if (Not && Not->getOpcode() == UO_LNot) {
    const Expr *Sub = stripCondition(Not->getSubExpr());
    const auto *SubBin = dyn_cast<BinaryOperator>(Sub);
    const auto *SubNot = dyn_cast<UnaryOperator>(Sub);
    if ((SubBin && SubBin->isLogicalOp()) || isa<CXXBoolLiteralExpr>(Sub) ||
        isa<ConditionalOperator>(Sub) ||
        (SubNot && SubNot->getOpcode() == UO_LNot)) {
      condition(Sub, False, True);
    } else {
      ValueId V = lower(E);
      branch(V, True, False);
    }
  } else if (Bin && Bin->isLogicalOp()) {
    int Rest = newBlock();
    if (Bin->getOpcode() == BO_LAnd)
      condition(Bin->getLHS(), Rest, False);
    else
      condition(Bin->getLHS(), True, Rest);
    enter(Rest);
    condition(Bin->getRHS(), True, False);
  } else if (Cond) {
    int T = newBlock(), N = newBlock();
    condition(Cond->getCond(), T, N);
    enter(T);
    condition(Cond->getTrueExpr(), True, False);
    enter(N);
    condition(Cond->getFalseExpr(), True, False);
  } else if (const auto *B = dyn_cast<CXXBoolLiteralExpr>(Bare)) {
    jump(B->getValue() ? True : False);
  } else if (isa<IntegerLiteral>(Bare)) {
    jump(cast<IntegerLiteral>(Bare)->getValue() != 0 ? True : False);
  } else {
    ValueId V = lower(E);
    branch(V, True, False);
  }
  --Depth;
}

/// `a && b` as a value: false, or b.
ValueId Lowering::logical(const BinaryOperator *E) {
  bool And = E->getOpcode() == BO_LAnd;
  int Short = newBlock(), Rest = newBlock(), End = newBlock();
  if (And)
    condition(E->getLHS(), Rest, Short);
  else
    condition(E->getLHS(), Short, Rest);
  enter(Short);
  ValueId Known = constant(E->getLHS(), TypeRole::Bool, And ? "false" : "true");
  jump(End);
  enter(Rest);
  ValueId Value = lower(E->getRHS());
  jump(End);
  enter(End);
  Instr Phi = make(Op::Phi, E);
  Phi.operands = {Known, Value};
  return add(std::move(Phi));
}

ValueId Lowering::conditional(const Expr *E, const Expr *Cond, const Expr *True,
                              const Expr *False) {
  int T = newBlock(), N = newBlock(), End = newBlock();
  condition(Cond, T, N);
  enter(T);
  ValueId VT = lower(True);
  jump(End);
  enter(N);
  ValueId VN = lower(False);
  jump(End);
  enter(End);
  Instr Phi = make(Op::Phi, E);
  // A branch that throws gives no value.
  auto Gives = [](const Expr *Branch) {
    return !isa<CXXThrowExpr>(strip(Branch));
  };
  if (VT != NoValue && Gives(True))
    Phi.operands.push_back(VT);
  if (VN != NoValue && Gives(False))
    Phi.operands.push_back(VN);
  return add(std::move(Phi));
}

} // namespace extract
} // namespace torchtidy
