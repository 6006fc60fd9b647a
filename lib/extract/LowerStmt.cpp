//===- LowerStmt.cpp - statements -------------------------------*- C++ -*-===//
#include "extract/Annotations.h"
#include "extract/Lowering.h"

using namespace clang;
using namespace torchtidy::facts;

namespace torchtidy {
namespace extract {

void Lowering::stmt(const Stmt *S) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    return discarded(E);
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    for (const Stmt *Sub : cast<CompoundStmt>(S)->body()) {
      if (beginsCrossing(Sub))
        F.crossings.push_back(
            Src.span(SourceRange(Sub->getBeginLoc(), S->getEndLoc())));
      stmt(Sub);
    }
    return;
  case Stmt::DeclStmtClass:
    return declStmt(cast<DeclStmt>(S));
  case Stmt::IfStmtClass:
    return ifStmt(cast<IfStmt>(S));
  case Stmt::WhileStmtClass:
    return whileStmt(cast<WhileStmt>(S));
  case Stmt::DoStmtClass:
    return doStmt(cast<DoStmt>(S));
  case Stmt::ForStmtClass:
    return forStmt(cast<ForStmt>(S));
  case Stmt::CXXForRangeStmtClass:
    return rangeFor(cast<CXXForRangeStmt>(S));
  case Stmt::SwitchStmtClass:
    return switchStmt(cast<SwitchStmt>(S));
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return switchCase(cast<SwitchCase>(S));
  case Stmt::ReturnStmtClass:
    return returnStmt(cast<ReturnStmt>(S));
  case Stmt::CXXTryStmtClass:
    return tryStmt(cast<CXXTryStmt>(S));
  case Stmt::BreakStmtClass:
  case Stmt::ContinueStmtClass: {
    auto &Targets = isa<BreakStmt>(S) ? Breaks : Continues;
    if (Targets.empty()) // an error, recovered from
      F.incomplete = true;
    else
      jump(Targets.back());
    Current = newBlock();
    return;
  }
  case Stmt::AttributedStmtClass:
    return stmt(cast<AttributedStmt>(S)->getSubStmt());
  case Stmt::NullStmtClass:
    return;
  default:
    if (!unsupported(S))
      F.incomplete = true;
  }
}

/// Labels, jumps, coroutines, OpenMP. Returns false for what isn't understood.
bool Lowering::unsupported(const Stmt *S) {
  if (const auto *L = dyn_cast<LabelStmt>(S)) {
    F.incomplete = true;
    int B = labelBlock(L->getDecl());
    jump(B);
    enter(B);
    stmt(L->getSubStmt());
    return true;
  }
  if (const auto *G = dyn_cast<GotoStmt>(S)) {
    F.incomplete = true;
    jump(labelBlock(G->getLabel()));
    enter(newBlock());
    return true;
  }
  if (const auto *R = dyn_cast<CoreturnStmt>(S)) {
    F.incomplete = true;
    Instr I = make(Op::Return, S->getSourceRange());
    if (R->getOperand())
      I.operands.push_back(lower(R->getOperand()));
    add(std::move(I));
    terminate(false);
    return true;
  }
  if (const auto *B = dyn_cast<CoroutineBodyStmt>(S)) {
    F.incomplete = true;
    stmt(B->getBody());
    return true;
  }
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S)) {
    if (D->hasAssociatedStmt())
      if (const Stmt *Raw = D->getRawStmt())
        stmt(Raw);
    return true;
  }
  if (const auto *K = dyn_cast<CapturedStmt>(S)) {
    stmt(K->getCapturedStmt());
    return true;
  }
  if (const auto *K = dyn_cast<OMPCanonicalLoop>(S)) {
    stmt(K->getLoopStmt());
    return true;
  }
  return false;
}

int Lowering::labelBlock(const LabelDecl *L) {
  auto It = Labels.find(L);
  if (It != Labels.end())
    return It->second;
  int B = newBlock();
  return Labels[L] = B;
}

/// An expression whose value nobody takes.
void Lowering::discarded(const Expr *E) {
  ValueId V = lower(E);
  markUse(V, Src.inThrowMacro(E->getBeginLoc()) ? Use::Voided : Use::Discarded);
  // `(void)x.to(d)` says so.
  const Expr *Bare = E->IgnoreParenImpCasts();
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Bare))
    if (Cast->getTypeAsWritten()->isVoidType())
      markUse(V, Use::Voided);
}

void Lowering::declStmt(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    if (const auto *V = dyn_cast<VarDecl>(D))
      localVar(V);
    else if (const auto *R = dyn_cast<CXXRecordDecl>(D))
      C.addClass(R);
  }
}

void Lowering::localVar(const VarDecl *D) {
  if (D->isInvalidDecl())
    F.incomplete = true;
  if (D->hasExternalStorage())
    return;
  int Var =
      addVar(D, D->isStaticLocal() ? Storage::StaticLocal : Storage::Local);
  const Expr *Init = D->getInit();
  initVar(D, Var, Init ? lower(Init) : NoValue, Init);
  if (const auto *Parts = dyn_cast<DecompositionDecl>(D))
    bindings(Parts, Var);
}

/// Gives a new variable its value, or the place that it names.
void Lowering::initVar(const VarDecl *D, int Var, ValueId Value,
                       const Expr *Init) {
  SourceRange R = D->getSourceRange();
  // A reference to a temporary is a variable that holds it.
  if (D->getType()->isReferenceType() && Value != NoValue &&
      (isPlace(Value) || (Init && strip(Init)->isGLValue())))
    return bind(Var, Value, R);
  ValueId Place = varPlace(Var, SourceRange(D->getLocation()));
  store(Place, Value, StoreKind::Init, R, Init);
}

void Lowering::bindings(const DecompositionDecl *D, int Hidden) {
  unsigned Index = 0;
  for (const BindingDecl *B : D->bindings()) {
    std::string Text = std::to_string(Index++);
    SourceRange R(B->getLocation());
    int Var = addVar(B, Storage::Local);
    F.vars[Var].type = C.Types.of(B->getType());
    ValueId Whole = varPlace(Hidden, R);
    const Expr *E = B->getBinding() ? strip(B->getBinding()) : nullptr;
    Instr I = make(Op::Element, R);
    if (const auto *M = dyn_cast_or_null<MemberExpr>(E))
      if (const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl())) {
        I.op = Op::Field;
        I.cls = C.Types.classId(cast<CXXRecordDecl>(Field->getParent()));
        I.name = Field->getNameAsString();
      }
    I.operands.push_back(Whole);
    I.text = I.op == Op::Element ? Text : Src.text(I.span);
    if (I.op == Op::Element)
      I.name = Src.text(I.span);
    I.type = F.vars[Var].type;
    ValueId Part = add(std::move(I));
    bind(Var, Part, R);
  }
}

void Lowering::ifStmt(const IfStmt *S) {
  // A chain of else-ifs is a loop here: it may be very long.
  int End = newBlock();
  for (;;) {
    stmt(S->getInit());
    if (S->getConditionVariableDeclStmt())
      stmt(S->getConditionVariableDeclStmt());
    const Expr *Cond = S->getCond();
    bool Value = false;
    if (S->isConsteval()) {
      stmt(S->isNegatedConsteval() ? S->getThen() : S->getElse());
      break;
    }
    if (S->isConstexpr() && Cond && !Cond->isValueDependent() &&
        Cond->EvaluateAsBooleanCondition(Value, Ast)) {
      // The other branch is no code of this instantiation.
      const Stmt *Taken = Value ? S->getThen() : S->getElse();
      if (const auto *Next = dyn_cast_or_null<IfStmt>(Taken)) {
        S = Next;
        continue;
      }
      stmt(Taken);
      break;
    }
    int Then = newBlock(), Else = S->getElse() ? newBlock() : End;
    condition(Cond, Then, Else);
    enter(Then);
    stmt(S->getThen());
    jump(End);
    if (!S->getElse()) {
      enter(End);
      return;
    }
    enter(Else);
    if (const auto *Next = dyn_cast<IfStmt>(S->getElse())) {
      S = Next;
      continue;
    }
    stmt(S->getElse());
    break;
  }
  jump(End);
  enter(End);
}

void Lowering::loopBody(const Stmt *Body, int Break, int Continue) {
  Breaks.push_back(Break);
  Continues.push_back(Continue);
  stmt(Body);
  Breaks.pop_back();
  Continues.pop_back();
}

void Lowering::whileStmt(const WhileStmt *S) {
  int Head = newBlock(), Body = newBlock(), End = newBlock();
  jump(Head);
  enter(Head);
  if (S->getConditionVariableDeclStmt())
    stmt(S->getConditionVariableDeclStmt());
  condition(S->getCond(), Body, End);
  enter(Body);
  loopBody(S->getBody(), End, Head);
  jump(Head);
  enter(End);
}

void Lowering::doStmt(const DoStmt *S) {
  int Body = newBlock(), Test = newBlock(), End = newBlock();
  jump(Body);
  enter(Body);
  loopBody(S->getBody(), End, Test);
  jump(Test);
  enter(Test);
  condition(S->getCond(), Body, End);
  enter(End);
}

void Lowering::forStmt(const ForStmt *S) {
  stmt(S->getInit());
  int Head = newBlock(), Body = newBlock(), Step = newBlock(), End = newBlock();
  jump(Head);
  enter(Head);
  if (S->getConditionVariableDeclStmt())
    stmt(S->getConditionVariableDeclStmt());
  if (S->getCond())
    condition(S->getCond(), Body, End);
  else
    jump(Body);
  enter(Body);
  loopBody(S->getBody(), End, Step);
  jump(Step);
  enter(Step);
  stmt(S->getInc());
  jump(Head);
  enter(End);
}

void Lowering::rangeFor(const CXXForRangeStmt *S) {
  stmt(S->getInit());
  const Expr *RangeInit = S->getRangeInit();
  const VarDecl *Loop = S->getLoopVariable();
  if (!RangeInit || !Loop) {
    F.incomplete = true;
    return;
  }
  ValueId Range = lower(RangeInit);
  int Head = newBlock(), Body = newBlock(), End = newBlock();
  jump(Head);
  Blocks[Head].succs = {Body, End};
  enter(Body);
  // A smart pointer or holder that is iterated is dereferenced in the source.
  SourceRange R(Loop->getLocation());
  Instr I = make(Op::Element, R);
  I.operands.push_back(Range);
  I.text = "*";
  I.name = Src.text(RangeInit->getSourceRange());
  I.type = C.Types.of(Loop->getType());
  ValueId Item = add(std::move(I));
  int Var = addVar(Loop, Storage::Local);
  F.vars[Var].rangeFor = true;
  if (Loop->getType()->isReferenceType())
    bind(Var, Item, R);
  else
    store(varPlace(Var, R), Item, StoreKind::Init, R);
  if (const auto *Parts = dyn_cast<DecompositionDecl>(Loop)) {
    bindings(Parts, Var);
    for (const BindingDecl *B : Parts->bindings())
      F.vars[varOf(B)].rangeFor = true;
  }
  loopBody(S->getBody(), End, Head);
  jump(Head);
  enter(End);
}

void Lowering::switchStmt(const SwitchStmt *S) {
  stmt(S->getInit());
  if (S->getConditionVariableDeclStmt())
    stmt(S->getConditionVariableDeclStmt());
  if (S->getCond())
    lower(S->getCond());
  int Head = Current, End = newBlock();
  Switches.push_back({Head, false});
  Breaks.push_back(End);
  enter(newBlock()); // what precedes the first case is never run
  stmt(S->getBody());
  jump(End);
  Breaks.pop_back();
  if (!Switches.back().hasDefault && !S->isAllEnumCasesCovered())
    Blocks[Head].succs.push_back(End);
  Switches.pop_back();
  enter(End);
}

void Lowering::switchCase(const SwitchCase *S) {
  if (Switches.empty()) {
    F.incomplete = true;
    return stmt(S->getSubStmt());
  }
  int B = newBlock();
  jump(B); // falls through from above
  enter(B);
  // `case 1: case 2: …` nest one in another.
  const Stmt *Sub = S;
  while (const auto *Case = dyn_cast_or_null<SwitchCase>(Sub)) {
    Switches.back().hasDefault |= isa<DefaultStmt>(Case);
    Sub = Case->getSubStmt();
  }
  Blocks[Switches.back().head].succs.push_back(B);
  stmt(Sub);
}

void Lowering::returnStmt(const ReturnStmt *S) {
  ValueId V = NoValue;
  const Expr *E = S->getRetValue();
  if (E)
    V = lower(E);
  Instr I = make(Op::Return, S->getSourceRange());
  if (E && E->getType()->isVoidType())
    markUse(V, Use::Discarded);
  else if (V != NoValue)
    I.operands.push_back(V);
  if (V != NoValue)
    I.type = Pool[V].type;
  add(std::move(I));
  terminate(false);
}

/// A throw, or a call that doesn't come back, leaves the block.
void Lowering::throwOut() {
  if (Handlers.empty())
    return terminate(true);
  Blocks[Current].succs = Handlers.back();
  Current = newBlock();
}

void Lowering::tryStmt(const CXXTryStmt *S) {
  std::vector<int> Catches;
  for (unsigned I = 0; I < S->getNumHandlers(); ++I)
    Catches.push_back(newBlock());
  int Body = newBlock(), End = newBlock();
  // Anything may have thrown: from the start on, and up to the end.
  Blocks[Current].succs = {Body};
  for (int B : Catches)
    Blocks[Current].succs.push_back(B);
  enter(Body);
  Handlers.push_back(Catches);
  stmt(S->getTryBlock());
  Handlers.pop_back();
  Blocks[Current].succs = {End};
  for (int B : Catches)
    Blocks[Current].succs.push_back(B);
  for (unsigned I = 0; I < S->getNumHandlers(); ++I) {
    enter(Catches[I]);
    const CXXCatchStmt *H = S->getHandler(I);
    if (const VarDecl *V = H->getExceptionDecl()) {
      int Var = addVar(V, Storage::Local);
      SourceRange R(V->getLocation());
      store(varPlace(Var, R), NoValue, StoreKind::Init, R);
    }
    stmt(H->getHandlerBlock());
    jump(End);
  }
  enter(End);
}

void Lowering::initialisers(const CXXConstructorDecl *D) {
  for (const CXXCtorInitializer *I : D->inits())
    initialiser(I, D);
}

void Lowering::initialiser(const CXXCtorInitializer *I,
                           const CXXConstructorDecl *D) {
  const Expr *Init = I->getInit();
  if (!Init)
    return;
  if (const FieldDecl *Field = I->getAnyMember()) {
    // Default member initialisers have a function of their own.
    if (!I->isWritten() || I->isInClassMemberInitializer())
      return;
    ValueId Value = lower(Init);
    Instr Place = make(Op::Field, SourceRange(I->getSourceLocation()));
    Place.operands.push_back(thisPlace(I->getSourceRange(), D->getParent()));
    Place.cls = C.Types.classId(cast<CXXRecordDecl>(Field->getParent()));
    Place.name = Field->getNameAsString();
    Place.text = Src.text(Place.span);
    Place.type = C.Types.of(Field->getType());
    ValueId P = add(std::move(Place));
    store(P, Value, StoreKind::Init, I->getSourceRange(), Init);
    return;
  }
  // A base, or another constructor of this class.
  const Expr *Bare = strip(Init);
  SourceRange R =
      I->isWritten() ? I->getSourceRange() : SourceRange(D->getLocation());
  const CXXConstructorDecl *Ctor = nullptr;
  Exprs Args;
  if (const auto *E = dyn_cast<CXXConstructExpr>(Bare)) {
    Ctor = E->getConstructor();
    Args = Exprs(E->getArgs(), E->getNumArgs());
  } else if (const auto *E = dyn_cast<CXXInheritedCtorInitExpr>(Bare)) {
    Ctor = E->getConstructor();
  }
  // The compiler's call of a base that isn't the user's says nothing.
  if (!I->isWritten() && (!Ctor || !C.isUser(Ctor)))
    return;
  ValueId This = thisPlace(R, D->getParent());
  Instr Call = make(Op::Call, R);
  Call.type.role = TypeRole::Void;
  Call.receiver = This;
  if (Ctor) {
    Call.callee = qualifiedName(Ctor);
    Call.api = C.apiName(Ctor);
    Call.calleeId = C.userFunctionId(Ctor);
    if (isa<CXXInheritedCtorInitExpr>(Bare)) {
      // The derived class's parameters, passed on.
      for (unsigned P = 0; P < F.numParams && P < Ctor->getNumParams(); ++P) {
        Call.operands.push_back(varPlace(int(P), R));
        Call.args.push_back(argFact(Ctor, P));
      }
    } else {
      lowerArgs(Call, Ctor, Args);
    }
  } else {
    Call.operands.push_back(lower(Init));
    Call.args.emplace_back();
  }
  Call.text = Src.text(Call.span);
  Call.nameSpan = Src.token(R.getBegin());
  add(std::move(Call));
}

} // namespace extract
} // namespace torchtidy
