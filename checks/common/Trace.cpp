//===- Trace.cpp - where a value in a function came from --------*- C++ -*-===//
#include "checks/common/Trace.h"
#include <algorithm>

namespace torchtidy {

/// What a variable is given, anywhere in the function.
static std::vector<int> storedTo(const FunctionFacts &F, int Var) {
  std::vector<int> R;
  for (const Instr &I : F.instrs) {
    if (I.op == Op::Bind && I.var == Var && !I.operands.empty())
      R.push_back(I.operands[0]);
    if (I.op != Op::Store || I.operands.size() < 2 || I.operands[0] < 0 ||
        I.operands[1] < 0)
      continue;
    const Instr &Place = F.instrs[I.operands[0]];
    if (Place.op == Op::Var && Place.var == Var)
      R.push_back(I.operands[1]);
  }
  return R;
}

static void trace(const FunctionFacts &F, int Id, std::set<int> &Seen,
                  std::set<int> &To) {
  if (Id < 0 || !Seen.insert(Id).second)
    return;
  const Instr &I = F.instrs[Id];
  std::vector<int> From;
  switch (I.op) {
  case Op::Var:
    From = storedTo(F, I.var);
    if (From.empty() || I.var < int(F.numParams))
      To.insert(Id);
    break;
  case Op::Phi:
    From = I.operands;
    break;
  case Op::Other:
    for (int O : I.operands)
      if (O >= 0 && F.instrs[O].type.role == I.type.role)
        From.push_back(O);
    if (From.empty())
      To.insert(Id);
    break;
  default:
    To.insert(Id);
    break;
  }
  for (int O : From)
    trace(F, O, Seen, To);
}

std::vector<int> originsOf(const FunctionFacts &F, int Id) {
  std::set<int> Seen, To;
  trace(F, Id, Seen, To);
  return {To.begin(), To.end()};
}

std::vector<int> usersOf(const FunctionFacts &F, int Id) {
  std::vector<int> R;
  for (size_t K = 0; K < F.instrs.size(); ++K) {
    const Instr &I = F.instrs[K];
    if (I.receiver == Id ||
        std::count(I.operands.begin(), I.operands.end(), Id))
      R.push_back(int(K));
  }
  return R;
}

std::vector<CallSite> callsOf(const Judge &J, int Fn) {
  std::vector<CallSite> R;
  const std::string &Id = J.flow.function(Fn).id;
  for (int Caller : J.flow.of(Fn).calledBy) {
    const FunctionFacts &C = J.flow.function(Caller);
    for (size_t K = 0; K < C.instrs.size(); ++K)
      if (C.instrs[K].op == Op::Call && C.instrs[K].calleeId == Id)
        R.push_back({Caller, int(K)});
  }
  return R;
}

} // namespace torchtidy
