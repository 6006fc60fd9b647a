//===- Callables.cpp - functions that call themselves, or arguments -*- C++
//-*-===//
#include "flow/Interp.h"

namespace torchtidy {
namespace flow {

/// A function calls itself: what its last reading left, or, in the first one, a
/// call that hasn't returned.
Value Interp::selfCall(const Instr &I, int Id) {
  out.recursion = FunctionFlow::Assumed;
  Value V;
  V.role = I.type.role;
  if (!out.previous) {
    V.never = true;
    return V;
  }
  Value Old = ownCall(I, Id, fn);
  Old.alts.swap(V.alts);
  // However deep it went, what it made is one.
  for (Alt A : V.alts) {
    if (A.fresh) {
      A.identity = made(Id);
      A.viewOf = A.copyOf = 0;
    }
    addAlt(Old, A);
  }
  return Old;
}

/// The summary of a callee that this call gives a callable: read for it alone.
const FunctionFlow *Interp::withCallables(int Callee,
                                          const std::vector<Value> &Args,
                                          FunctionFlow &Special) {
  constexpr unsigned MaxNested = 3;
  const FunctionFlow *General = &F.summary(Callee);
  if (Callee == fn && General->state != FunctionFlow::Done)
    return out.previous.get();
  std::map<int, Value> Bound;
  for (size_t P = 0; P < Args.size() && P < F.function(Callee).numParams; ++P)
    if (Args[P].lambda >= 0) {
      Bound[int(P)] = Args[P];
      Bound[int(P)].path = -1;
    }
  if (Bound.empty() || F.specialising >= MaxNested || Callee == fn ||
      F.function(Callee).instrs.size() > 400)
    return General;
  ++F.specialising;
  Interp(F, Callee, Special, std::move(Bound)).run();
  --F.specialising;
  return &Special;
}

} // namespace flow
} // namespace torchtidy
