//===- Building.cpp - blocks, instructions, variables -----------*- C++ -*-===//
#include "extract/Annotations.h"
#include "extract/Lowering.h"
#include <algorithm>

using namespace clang;
using namespace torchtidy::facts;

namespace torchtidy {
namespace extract {

int Lowering::newBlock() {
  Blocks.emplace_back();
  return int(Blocks.size()) - 1;
}

void Lowering::begin() { Current = newBlock(); }

void Lowering::jump(int To) {
  Blocks[Current].succs.push_back(To);
  Current = -1;
}

void Lowering::branch(ValueId Cond, int True, int False) {
  ProtoBlock &B = Blocks[Current];
  B.cond = Cond;
  B.succs = {True, False};
  Current = -1;
}

void Lowering::terminate(bool NoReturn) {
  Blocks[Current].noReturn = NoReturn;
  Current = newBlock();
}

Instr Lowering::make(Op O, SourceRange R) {
  Instr I;
  I.op = O;
  I.span = Src.span(R);
  return I;
}

Instr Lowering::make(Op O, const Expr *E) {
  Instr I = make(O, E->getSourceRange());
  I.type = C.Types.of(E->getType());
  // An expression's type is never a reference; an lvalue says so itself.
  I.type.reference = E->isGLValue();
  I.type.rvalueReference = E->isXValue();
  return I;
}

ValueId Lowering::add(Instr I) {
  ValueId Id = ValueId(Pool.size());
  Pool.push_back(std::move(I));
  Blocks[Current].instrs.push_back(Id);
  return Id;
}

ValueId Lowering::constant(const Expr *E, TypeRole Role, std::string Text) {
  Instr I = make(Op::Const, E);
  I.type.role = Role;
  I.type.args.clear();
  I.type.reference = I.type.rvalueReference = false;
  I.text = std::move(Text);
  return add(std::move(I));
}

ValueId Lowering::other(const Expr *E, std::vector<ValueId> Operands,
                        std::string Text) {
  Instr I = make(Op::Other, E);
  I.operands = std::move(Operands);
  I.text = std::move(Text);
  return add(std::move(I));
}

ValueId Lowering::element(const Expr *E, ValueId Of, std::string Index,
                          ValueId IndexValue) {
  Instr I = make(Op::Element, E);
  I.operands.push_back(Of != NoValue ? Of : other(E, {}));
  if (IndexValue != NoValue)
    I.operands.push_back(IndexValue);
  I.text = std::move(Index);
  I.name = Src.text(I.span);
  return add(std::move(I));
}

ValueId Lowering::deref(const Expr *E, ValueId Of, bool Pointer) {
  if (Of == NoValue)
    Of = other(E, {});
  if (Pool[Of].op == Op::AddressOf)
    return Pool[Of].operands[0];
  if (Pool[Of].op == Op::This)
    return Of;
  Instr I = make(Op::Deref, E);
  if (Pointer && !I.type.args.empty() &&
      (I.type.role == TypeRole::Pointer || I.type.role == TypeRole::SmartPtr ||
       I.type.role == TypeRole::ModuleHolder)) {
    TypeFact Pointee = I.type.args[0];
    I.type = std::move(Pointee);
    I.type.reference = true;
  }
  I.operands.push_back(Of);
  I.text = Src.text(I.span);
  return add(std::move(I));
}

ValueId Lowering::addressOf(const Expr *E, ValueId Of) {
  if (Of == NoValue)
    Of = other(E, {});
  if (Pool[Of].op == Op::Deref)
    return Pool[Of].operands[0];
  Instr I = make(Op::AddressOf, E);
  I.operands.push_back(Of);
  return add(std::move(I));
}

ValueId Lowering::thisPlace(SourceRange R, const CXXRecordDecl *Class) {
  Instr I = make(Op::This, R);
  I.type = C.Types.of(compat::typeOf(Ast, Class));
  I.type.reference = true;
  return add(std::move(I));
}

ValueId Lowering::varPlace(int Var, SourceRange R) {
  Instr I = make(Op::Var, R);
  I.var = Var;
  I.type = F.vars[Var].type;
  I.text = F.vars[Var].name;
  return add(std::move(I));
}

/// What stands for the value in the source: of `m = f()` the call, of `m{f()}`
/// what is between the brackets. Null of `l(3, 4)`, which makes a value in
/// place.
static const Expr *writtenValue(const Expr *E) {
  for (;;) {
    E = E->IgnoreImplicit();
    const auto *List = dyn_cast<InitListExpr>(E);
    const auto *Made = dyn_cast<CXXConstructExpr>(E);
    if (List && List->getNumInits() == 1)
      E = List->getInit(0);
    else if (!Made || isa<CXXTemporaryObjectExpr>(E) ||
             Made->getParenOrBraceRange().isInvalid())
      return List ? nullptr : E;
    else if (Made->getConstructor()->isCopyOrMoveConstructor())
      E = Made->getArg(0);
    else
      return nullptr;
  }
}

ValueId Lowering::store(ValueId Place, ValueId Value, StoreKind Kind,
                        SourceRange R, const Expr *Written) {
  Instr I = make(Op::Store, R);
  if ((Written = Written ? writtenValue(Written) : nullptr))
    I.nameSpan = Src.span(Written->getSourceRange());
  I.operands = {Place, Value};
  I.storeKind = Kind;
  if (Place != NoValue)
    I.type = Pool[Place].type;
  return add(std::move(I));
}

void Lowering::bind(int Var, ValueId Place, SourceRange R) {
  Instr I = make(Op::Bind, R);
  I.var = Var;
  I.operands.push_back(Place);
  I.type = F.vars[Var].type;
  add(std::move(I));
}

bool Lowering::isPlace(ValueId V) const {
  if (V == NoValue)
    return false;
  switch (Pool[V].op) {
  case Op::Var:
  case Op::This:
  case Op::Field:
  case Op::Element:
  case Op::Deref:
  case Op::Store:
    return true;
  default:
    return false;
  }
}

void Lowering::markUse(ValueId V, Use U) {
  if (V == NoValue)
    return;
  Instr &I = Pool[V];
  if (I.op == Op::Call || I.op == Op::Construct) {
    // Dropped on purpose stays so, though the statement ends there.
    if (I.use != Use::Voided)
      I.use = U;
  } else if (I.op == Op::Phi)
    for (ValueId O : std::vector<ValueId>(I.operands))
      markUse(O, U);
}

/// Whether a type, or what it refers or points to, is a template's parameter or
/// was deduced.
static bool comesFromTemplate(QualType T) {
  for (;;) {
    if (isa<SubstTemplateTypeParmType, TemplateTypeParmType, DeducedType>(
            T.getTypePtr()))
      return true;
    QualType Next = T->getPointeeType();
    if (Next.isNull())
      Next = T->getLocallyUnqualifiedSingleStepDesugaredType();
    if (Next == T || Next.isNull())
      return T->isDependentType();
    T = Next;
  }
}

int Lowering::addVar(const ValueDecl *D, Storage S) {
  VarFact V;
  V.name = D->getNameAsString();
  V.type = C.Types.of(D->getType());
  V.storage = S;
  V.span = Src.token(D->getLocation());
  V.onCpu = annotationsOf(D).onCpu;
  V.fromTemplate =
      (F.fromTemplate || F.dependent) && comesFromTemplate(D->getType());
  if (S == Storage::Global || S == Storage::StaticLocal)
    V.globalId = usrOf(D->getCanonicalDecl());
  F.vars.push_back(std::move(V));
  return Vars[D->getCanonicalDecl()] = int(F.vars.size()) - 1;
}

int Lowering::varOf(const ValueDecl *D) {
  auto It = Vars.find(D->getCanonicalDecl());
  if (It != Vars.end())
    return It->second;
  if (const auto *V = dyn_cast<VarDecl>(D)) {
    if (V->isStaticLocal())
      return addVar(D, Storage::StaticLocal);
    if (V->hasGlobalStorage())
      return addVar(D, Storage::Global);
  }
  // The body of a generic lambda's instantiation names captures anew.
  for (size_t I = 0; I < F.vars.size(); ++I)
    if (F.vars[I].storage == Storage::Capture &&
        F.vars[I].name == D->getNameAsString())
      return Vars[D->getCanonicalDecl()] = int(I);
  return addVar(D, Storage::Local);
}

void Lowering::addParams(const FunctionDecl *D) {
  for (const ParmVarDecl *P : D->parameters()) {
    int V = addVar(P, Storage::Param);
    F.vars[V].onCpu = paramOnCpu(D, P->getFunctionScopeIndex());
    F.vars[V].hasDefault = P->hasDefaultArg();
    if (P->hasDefaultArg())
      F.vars[V].defaultText =
          llvm::StringRef(Src.text(P->getDefaultArgRange())).ltrim("= ").str();
    if (P->hasDefaultArg() && !P->hasUnparsedDefaultArg() &&
        !P->hasUninstantiatedDefaultArg())
      F.vars[V].defaultDevice = literalDevice(P->getDefaultArg());
  }
  F.numParams = D->getNumParams();
}

/// Numbers blocks and instructions in reverse post-order and adds the function
/// to the facts.
void Lowering::finish() {
  std::vector<int> Order;
  std::vector<char> Seen(Blocks.size());
  std::vector<std::pair<int, size_t>> Stack{{0, 0}};
  Seen[0] = 1;
  while (!Stack.empty()) {
    auto &[B, Next] = Stack.back();
    const std::vector<int> &Succs = Blocks[B].succs;
    if (Next == Succs.size()) {
      Order.push_back(B);
      Stack.pop_back();
      continue;
    }
    // Last successor first, so that the true branch comes first in the end.
    int S = Succs[Succs.size() - 1 - Next++];
    if (!Seen[S]) {
      Seen[S] = 1;
      Stack.push_back({S, 0});
    }
  }
  std::reverse(Order.begin(), Order.end());
  std::vector<int> NewBlock(Blocks.size(), -1);
  std::vector<ValueId> NewId(Pool.size(), NoValue);
  int NextId = 0;
  for (size_t I = 0; I < Order.size(); ++I) {
    NewBlock[Order[I]] = int(I);
    for (ValueId V : Blocks[Order[I]].instrs)
      NewId[V] = NextId++;
  }
  auto Map = [&](ValueId V) { return V == NoValue ? NoValue : NewId[V]; };
  F.instrs.reserve(NextId);
  for (int Old : Order) {
    ProtoBlock &P = Blocks[Old];
    Block B;
    B.first = int(F.instrs.size());
    for (ValueId V : P.instrs) {
      Instr I = std::move(Pool[V]);
      for (ValueId &O : I.operands)
        O = Map(O);
      if (I.op == Op::Phi)
        I.operands.erase(
            std::remove(I.operands.begin(), I.operands.end(), NoValue),
            I.operands.end());
      I.receiver = Map(I.receiver);
      F.instrs.push_back(std::move(I));
    }
    B.last = int(F.instrs.size());
    B.cond = Map(P.cond);
    for (int S : P.succs)
      B.succs.push_back(NewBlock[S]);
    B.noReturn = P.noReturn;
    F.blocks.push_back(std::move(B));
  }
  C.Out.functions.push_back(std::move(F));
}

} // namespace extract
} // namespace torchtidy
