//===- Transfers.cpp - copies that could have been made there ---*- C++ -*-===//
#include "checks/common/Transfers.h"

namespace torchtidy {

namespace {

/// One move in one function, of what was made on cpu there.
class Move {
public:
  Move(const Judge &J, int Fn, int Id)
      : J(J), fn(Fn), move(Id), F(J.flow.function(Fn)),
        values(J.flow.of(Fn).values) {}
  /// The factory, or -1.
  int factory() const;

private:
  int makerOfMoved() const;
  bool comesFromHost(int Factory) const;
  bool needsHost(int Factory) const;
  bool sameBlock(int A, int B) const;
  bool isIt(int Operand, int Factory) const;

  const Judge &J;
  const int fn, move;
  const FunctionFacts &F;
  const std::vector<Value> &values;
};

} // namespace

bool Move::sameBlock(int A, int B) const {
  return std::any_of(
      F.blocks.begin(), F.blocks.end(), [&](const facts::Block &X) {
        return A >= X.first && A < X.last && B >= X.first && B < X.last;
      });
}

/// The operand is what the factory made, or a view of it.
bool Move::isIt(int Operand, int Factory) const {
  if (Operand < 0)
    return false;
  for (const Alt &A : values[Operand].alts)
    for (const Alt &B : values[Factory].alts)
      if (B.identity && (A.identity == B.identity || A.viewOf == B.identity))
        return true;
  return false;
}

/// It is filled or read on the host, or used after it was moved.
bool Move::needsHost(int Factory) const {
  for (int K = Factory + 1; K < int(F.instrs.size()); ++K) {
    const Instr &I = F.instrs[K];
    if (I.op != Op::Call || K == move)
      continue;
    bool Uses = isIt(I.receiver, Factory);
    for (int O : I.operands)
      Uses |= isIt(O, Factory);
    if (!Uses || hasRole(I, api::Role::Query))
      continue;
    bool Computes =
        !I.api.empty() && api::roleOf(I.api) == api::Role::Operator &&
        api::operatorOf(I.api).back() != '_' && I.use == facts::Use::Used;
    const api::Row *R = rowOf(I);
    bool Indexed = R && std::string_view(R->info) == "index";
    if (!Computes || Indexed || K > move)
      return true;
  }
  return false;
}

/// What the host gives, and pinned memory, has to be on the host first.
bool Move::comesFromHost(int Factory) const {
  const Instr &I = F.instrs[Factory];
  return !hasRole(I, api::Role::Factory) ||
         hasRole(I, api::Role::Factory, "value") ||
         findInTree(F, Factory, [](const Instr &X) {
           return hasRole(X, api::Role::OptionsSetter, "pinned_memory");
         }) >= 0;
}

/// The one factory, of this function, that made on cpu what is moved; -1.
int Move::makerOfMoved() const {
  const Value &To = values[move], &From = values[F.instrs[move].receiver];
  if (To.alts.size() != 1 || From.alts.size() != 1 ||
      From.alts[0].sources.size() != 1)
    return -1;
  const Alt &After = To.alts[0], &Before = From.alts[0];
  bool LosesLeaf = After.lostAt.second >= 0;
  if (!After.moved || LosesLeaf || !J.deviceful(After.device) ||
      !Before.device.isConcrete("cpu") || Before.moved)
    return -1;
  const Source &S = Before.sources[0];
  return S.kind == Source::Factory && S.fn == fn ? S.instr : -1;
}

int Move::factory() const {
  const Instr &I = F.instrs[move];
  if (I.receiver < 0 || !hasRole(I, api::Role::MoveTensor))
    return -1;
  const int Made = makerOfMoved();
  return Made < 0 || Made >= move || !sameBlock(Made, move) ||
                 comesFromHost(Made) || needsHost(Made)
             ? -1
             : Made;
}

std::vector<Transfer> redundantTransfers(const Judge &J) {
  std::vector<Transfer> R;
  for (int Fn : J.flow.functions()) {
    const auto &Values = J.flow.of(Fn).values;
    if (J.inDataset(Fn))
      continue;
    for (int Id : flow::instrs(J.flow.function(Fn)))
      if (size_t(Id) < Values.size())
        if (int Made = Move(J, Fn, Id).factory(); Made >= 0)
          R.push_back({{Fn, Made}, {Fn, Id}, Values[Id].alts[0].device});
  }
  return R;
}

} // namespace torchtidy
