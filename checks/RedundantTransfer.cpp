//===- RedundantTransfer.cpp - made on cpu, moved right away ----*- C++ -*-===//
//
// docs/checks/torch-redundant-transfer.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Clashes.h"
#include <algorithm>

namespace torchtidy {

using facts::Instr;
using facts::Op;
using flow::Alt;
using flow::Site;
using flow::Source;
using flow::Value;

namespace {

/// One move in one function, of what was made on cpu there.
class Transfer {
public:
  Transfer(const Judge &J, int Fn, int Move)
      : J(J), fn(Fn), move(Move), F(J.flow.function(Fn)),
        values(J.flow.of(Fn).values), moved(values[F.instrs[Move].receiver]) {}
  /// The factory, or -1.
  int factory() const;

private:
  bool needsHost(int Factory) const;
  bool sameBlock(int A, int B) const;
  bool isIt(int Operand, int Factory) const;

  const Judge &J;
  int fn, move;
  const facts::FunctionFacts &F;
  const std::vector<Value> &values;
  const Value &moved;
};

} // namespace

bool Transfer::sameBlock(int A, int B) const {
  return std::any_of(
      F.blocks.begin(), F.blocks.end(), [&](const facts::Block &X) {
        return A >= X.first && A < X.last && B >= X.first && B < X.last;
      });
}

/// The operand is what the factory made, or a view of it.
bool Transfer::isIt(int Operand, int Factory) const {
  if (Operand < 0)
    return false;
  for (const Alt &A : values[Operand].alts)
    for (const Alt &B : values[Factory].alts)
      if (B.identity && (A.identity == B.identity || A.viewOf == B.identity))
        return true;
  return false;
}

/// It is filled or read on the host, or used after it was moved.
bool Transfer::needsHost(int Factory) const {
  for (int K = Factory + 1; K < int(F.instrs.size()); ++K) {
    const Instr &I = F.instrs[K];
    if (I.op != Op::Call || K == move)
      continue;
    bool Uses = isIt(I.receiver, Factory);
    for (int O : I.operands)
      Uses |= isIt(O, Factory);
    const api::Row *R = rowOf(I);
    if (!Uses || (R && R->role == api::Role::Query))
      continue;
    bool Computes =
        !I.api.empty() && api::roleOf(I.api) == api::Role::Operator &&
        api::operatorOf(I.api).back() != '_' && I.use == facts::Use::Used;
    bool Indexed = R && R->info == std::string_view("index");
    if (!Computes || Indexed || K > move)
      return true;
  }
  return false;
}

int Transfer::factory() const {
  const api::Row *Mover = rowOf(F.instrs[move]);
  const Value &To = values[move];
  if (!Mover || Mover->role != api::Role::MoveTensor || To.alts.size() != 1 ||
      !To.alts[0].moved || !J.deviceful(To.alts[0].device) ||
      moved.alts.size() != 1 || !moved.alts[0].device.isConcrete("cpu") ||
      moved.alts[0].moved || moved.alts[0].sources.size() != 1 ||
      To.alts[0].lostAt.second >= 0)
    return -1;
  const Source &S = moved.alts[0].sources[0];
  if (S.kind != Source::Factory || S.fn != fn || S.instr >= move ||
      !sameBlock(S.instr, move))
    return -1;
  const api::Row *Maker = rowOf(F.instrs[S.instr]);
  // What the host gives has to be on the host first.
  bool FromHost = !Maker || Maker->role != api::Role::Factory ||
                  Maker->info == std::string_view("value");
  bool Pinned = findInTree(F, S.instr, [](const Instr &I) {
                  const api::Row *R = rowOf(I);
                  return R && R->role == api::Role::OptionsSetter &&
                         R->info == std::string_view("pinned_memory");
                }) >= 0;
  return FromHost || Pinned || needsHost(S.instr) ? -1 : S.instr;
}

void checkRedundantTransfer(Judge &J) {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const facts::FunctionFacts &F = J.flow.function(int(Fn));
    const facts::ClassFacts *C = J.classOf(int(Fn));
    const auto &Values = J.flow.of(int(Fn)).values;
    if (C && C->isDataset)
      continue;
    for (size_t K = 0; K < F.instrs.size() && K < Values.size(); ++K) {
      if (F.instrs[K].op != Op::Call || F.instrs[K].receiver < 0)
        continue;
      Transfer T(J, int(Fn), int(K));
      int Factory = T.factory();
      if (Factory < 0)
        continue;
      const Instr &Made = F.instrs[Factory];
      Site At{int(Fn), Factory};
      Finding &X = J.report(
          "torch-redundant-transfer", Level::Advice, Made.span,
          "'" + Made.callee + "' makes a tensor on cpu that is moved to " +
              flow::describe(J.flow, Values[K].alts[0].device) +
              " right away; each time costs a copy",
          Judge::fault(At));
      Origin O;
      O.kind = "factory";
      O.factory = Made.callee;
      O.made = J.span(Made.span);
      X.origins.push_back(std::move(O));
      X.notes.push_back({"moved here", J.span(F.instrs[K].span)});
      bool Random = api::isRandom(Made.api);
      X.notes.push_back(
          {Random ? "make it on the device, where a seed gives other numbers"
                  : "make it on the device: pass it, or options that name it, "
                    "to '" +
                        Made.callee + "'",
           {}});
      if (Random)
        continue;
      if (std::optional<Fix> There = makeThere(J, At, {int(Fn), int(K)}))
        X.fixes.push_back(std::move(*There));
    }
  }
}

} // namespace torchtidy
