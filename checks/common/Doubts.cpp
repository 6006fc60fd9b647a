//===- Doubts.cpp - what makes a clash less sure ----------------*- C++ -*-===//
#include "checks/common/Doubts.h"
#include "checks/common/Guards.h"
#include "checks/common/Operands.h"
#include "checks/common/Trace.h"

namespace torchtidy {

/// `net->to(torch::kFloat64)` moves nothing.
static bool namesDevice(const FunctionFacts &F, const Instr &I) {
  if (api::isAccelerator(rowOf(I)->info))
    return true;
  return std::any_of(I.operands.begin(), I.operands.end(), [&](int O) {
    return O >= 0 && flow::namesDevice(F.instrs[O].type.role);
  });
}

Doubts::Doubts(const Judge &J) : J(J) {
  for (const FunctionFacts &F : J.flow.facts.functions)
    for (const Instr &I : F.instrs)
      movesModules |= hasRole(I, api::Role::MoveModule) && namesDevice(F, I);
}

/// `torch::empty({0})`, `torch::tensor({1})`: stands for "none" where it is
/// one of several, and is asked for before it is used.
bool Doubts::placeholder(Site Made) const {
  const FunctionFacts &F = J.flow.function(Made.fn);
  const Instr &I = F.instrs[Made.instr];
  if (I.operands.empty())
    return true;
  const int Id = onlySize(F, I);
  if (Id < 0)
    return false;
  const Instr &Size = F.instrs[Id];
  return (Size.op == Op::Construct && Size.operands.empty()) ||
         (Size.op == Op::Const && (Size.text == "0" || Size.text == "1"));
}

/// `data.index_select(0, rows).to(device)`: what is brought to a device
/// afterwards wasn't there before, and neither were the operands.
bool Doubts::movedAfter(Site At) const {
  const FunctionFacts &F = J.flow.function(At.fn);
  std::vector<int> Users = usersOf(F, At.instr);
  return std::any_of(Users.begin(), Users.end(), [&](int U) {
    return F.instrs[U].receiver == At.instr && movesToDevice(J, At.fn, U);
  });
}

std::optional<Level> Doubts::left(int Holder, const Meeting &M, const Side &S,
                                  Site Made, Level L) const {
  const bool Known = S.other.device.kind == Device::Concrete;
  if (!S.only && placeholder(Made))
    return std::nullopt;
  // Which of the ways go together isn't known: most often those that fit.
  if (!S.otherOnly)
    L = atMost(Level::Advice, L);
  // A test knows where it runs; only what fails everywhere is a fault there.
  if (!(Known && S.otherOnly) && !J.inModule(Made.fn) && inTest(J, Made.fn))
    return std::nullopt;
  const bool Own = J.inModule(Holder) && !J.constructs(Holder);
  if (!Known && !S.otherModule && !Own && movedAfter(M.at))
    return std::nullopt;
  // A program that moves no module runs where it is made: on cpu.
  if (!Known && !J.isChosen(S.other.device) && !J.inModule(Holder) &&
      !movesModules)
    L = atMost(Level::Advice, L);
  return L;
}

} // namespace torchtidy
