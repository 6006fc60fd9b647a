//===- Order.cpp - what comes after what ------------------------*- C++ -*-===//
#include "checks/common/Order.h"
#include <algorithm>

namespace torchtidy {

using flow::OrderEvent;

Order::Order(const Judge &J, int Fn)
    : fun(J.flow.function(Fn)), all(J.flow.of(Fn).order),
      byBlock(J.flow.function(Fn).blocks.size()) {
  for (const OrderEvent &E : all)
    if (int B = blockOf(E); B >= 0)
      byBlock[B].push_back(&E);
  for (auto &Events : byBlock)
    std::stable_sort(Events.begin(), Events.end(),
                     [](const OrderEvent *A, const OrderEvent *B) {
                       return A->call.instr < B->call.instr;
                     });
}

int Order::blockOf(const OrderEvent &E) const {
  for (size_t B = 0; B < fun.blocks.size(); ++B)
    if (E.call.instr >= fun.blocks[B].first &&
        E.call.instr < fun.blocks[B].last)
      return int(B);
  return -1;
}

bool Order::walk(int Block, size_t From, const OrderEvent &To,
                 const OrderPredicate &Stop) const {
  std::vector<std::pair<int, size_t>> Work{{Block, From}};
  std::set<int> Seen;
  while (!Work.empty()) {
    auto [B, At] = Work.back();
    Work.pop_back();
    bool Through = true;
    for (; Through && At < byBlock[B].size(); ++At) {
      if (byBlock[B][At] == &To)
        return true;
      Through = !Stop || !Stop(*byBlock[B][At]);
    }
    if (Through && !fun.blocks[B].noReturn)
      for (int S : fun.blocks[B].succs)
        if (Seen.insert(S).second)
          Work.push_back({S, 0});
  }
  return false;
}

bool Order::mayFollow(const OrderEvent &A, const OrderEvent &B,
                      const OrderPredicate &Stop) const {
  int Block = blockOf(A);
  if (Block < 0)
    return false;
  const auto &Events = byBlock[Block];
  size_t At =
      size_t(std::find(Events.begin(), Events.end(), &A) - Events.begin());
  return walk(Block, At + 1, B, Stop);
}

bool Order::mayComeFirst(const OrderEvent &B,
                         const OrderPredicate &Stop) const {
  return !fun.blocks.empty() && walk(0, 0, B, Stop);
}

bool Order::inOneGo(const OrderEvent &A, const OrderEvent &B) const {
  return blockOf(A) >= 0 && blockOf(A) == blockOf(B) &&
         A.call.instr < B.call.instr;
}

static const Alt *only(const Value &V) {
  return V.alts.size() == 1 && !V.alts[0].undefined ? &V.alts[0] : nullptr;
}

bool sameObject(const Value &A, const Value &B) {
  const Alt *X = only(A), *Y = only(B);
  return X && Y && X->identity && X->identity == Y->identity;
}

static bool isWholeObject(const Judge &J, const Value &V) {
  for (const Alt &A : V.alts)
    if (A.device.kind == Device::Symbol &&
        J.flow.names[A.device.symbol].kind == Symbol::Self)
      return true;
  return false;
}

static bool isMember(const Value &V) {
  for (const Alt &A : V.alts)
    for (const Source &S : A.sources)
      if (S.kind == Source::Field)
        return true;
  return false;
}

bool related(const Judge &J, const OrderEvent &A, const OrderEvent &B) {
  for (const Alt &X : A.object.alts)
    for (const Alt &Y : B.object.alts) {
      if (X.identity && X.identity == Y.identity)
        return true;
      for (const Source &S : X.sources)
        if (std::find(Y.sources.begin(), Y.sources.end(), S) != Y.sources.end())
          return true;
      for (int Fn : {A.call.fn, B.call.fn}) {
        const auto &Contains = J.flow.of(Fn).contains;
        if (Contains.count({X.identity, Y.identity}) ||
            Contains.count({Y.identity, X.identity}))
          return true;
      }
    }
  if ((isWholeObject(J, A.object) && (isMember(B.object) || B.path >= 0)) ||
      (isWholeObject(J, B.object) && (isMember(A.object) || A.path >= 0)))
    return true;
  const flow::Paths &P = J.flow.paths;
  return A.path >= 0 && B.path >= 0 &&
         (P.isUnder(A.path, B.path) || P.isUnder(B.path, A.path));
}

/// The variable that a value reads, through the conversions of a device.
static int variableOf(const FunctionFacts &F, int Id) {
  while (Id >= 0 && F.instrs[Id].op == Op::Construct &&
         F.instrs[Id].operands.size() == 1)
    Id = F.instrs[Id].operands[0];
  return Id >= 0 && F.instrs[Id].op == Op::Var ? F.instrs[Id].var : -1;
}

/// Whether the variable that is read at \p From is the same, and in scope, at
/// \p To. One that is read later, too, is in scope between.
static bool sameAt(const FunctionFacts &F, int Var, int From, int To) {
  bool InScope = F.vars[Var].storage != facts::Storage::Local || To < From;
  int A = std::min(From, To), B = std::max(From, To);
  for (int K = A; K < int(F.instrs.size()); ++K) {
    const Instr &I = F.instrs[K];
    if (I.op == Op::Store && K <= B && !I.operands.empty() &&
        variableOf(F, I.operands[0]) == Var)
      return false;
    InScope |= K >= B && I.op == Op::Var && I.var == Var;
  }
  return InScope;
}

std::string sourceWithin(const Instr &Whole, const facts::SourceSpan &Part) {
  // Longer text was cut.
  if (Whole.text.size() != Whole.span.endOffset - Whole.span.offset ||
      Part.offset < Whole.span.offset || Part.endOffset > Whole.span.endOffset)
    return "";
  return Whole.text.substr(Part.offset - Whole.span.offset,
                           Part.endOffset - Part.offset);
}

std::string deviceTextAt(const Judge &J, Site Move, Site There) {
  if (Move.fn != There.fn || Move.fn < 0)
    return "";
  const FunctionFacts &F = J.flow.function(Move.fn);
  const Instr &M = F.instrs[Move.instr];
  if (M.operands.empty() || M.operands[0] < 0 || M.span.macro)
    return "";
  const Instr *D = &F.instrs[M.operands[0]];
  // A device that options are made from.
  while (D->op == Op::Construct && D->operands.size() == 1 &&
         D->operands[0] >= 0 && D->type.role == TypeRole::TensorOptions)
    D = &F.instrs[D->operands[0]];
  if (D->type.role != TypeRole::Device && D->type.role != TypeRole::DeviceType)
    return "";
  // Whatever it is, it is written where it was.
  if (Move == There)
    return D->span.macro ? "" : sourceWithin(M, D->span);
  if (int Var = variableOf(F, M.operands[0]); Var >= 0)
    return sameAt(F, Var, Move.instr, There.instr) ? F.vars[Var].name : "";
  while (D->op == Op::Construct && D->operands.size() == 1 &&
         D->operands[0] >= 0)
    D = &F.instrs[D->operands[0]];
  if (D->op == Op::Field && !D->operands.empty() && D->operands[0] >= 0 &&
      F.instrs[D->operands[0]].op == Op::This)
    return D->text;
  if (D->op != Op::Const || D->type.role != TypeRole::DeviceType ||
      D->span.macro)
    return "";
  return sourceWithin(M, D->span);
}

} // namespace torchtidy
