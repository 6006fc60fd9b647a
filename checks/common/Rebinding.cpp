//===- Rebinding.cpp - a member no longer holds what was registered -*- C++
//-*-===//
#include "checks/common/Rebinding.h"

namespace torchtidy {

using flow::StoreEvent;

int registrarBelow(const facts::FunctionFacts &F, int Value) {
  for (int Id = Value; Id >= 0;) {
    const facts::Instr &I = F.instrs[Id];
    const api::Row *R = rowOf(I);
    if (R && (R->role == api::Role::RegisterBuffer ||
              R->role == api::Role::RegisterParameter))
      return Id == Value ? -1 : Id;
    if (I.op != facts::Op::Call)
      return -1;
    // `register_parameter("w", t) * 0.02` is a call of an operator.
    Id = I.receiver >= 0 ? I.receiver : I.operands.empty() ? -1 : I.operands[0];
  }
  return -1;
}

int copiedRegistrar(const Judge &J, const StoreEvent &E) {
  const facts::FunctionFacts &F = J.flow.function(E.at.fn);
  const facts::Instr &Store = F.instrs[E.at.instr];
  if (Store.op != facts::Op::Store || Store.operands.size() < 2 || E.registered)
    return -1;
  if (int R = registrarBelow(F, Store.operands[1]); R >= 0)
    return R;
  // `auto t = register_buffer("b", …); b = t.to(d);`
  if (E.copiesRegistered)
    for (const flow::RegisterEvent &R : J.flow.of(E.at.fn).registers)
      if (R.at.fn == E.at.fn && R.name == J.flow.paths[E.path].name)
        return R.at.instr;
  return -1;
}

/// Registered somewhere else than in this very function.
static bool registeredElsewhere(const Judge &J, const StoreEvent &E) {
  if (!J.registeredPath(E.path))
    return false;
  for (const flow::RegisterEvent &R : J.flow.of(E.at.fn).registers)
    if (R.path == E.path)
      return false;
  // `w = register_buffer(…)` again, in this function.
  for (const StoreEvent &S : J.flow.of(E.at.fn).stores)
    if (S.path == E.path && S.registered)
      return false;
  return true;
}

bool rebindsRegistered(const Judge &J, const StoreEvent &E) {
  if (E.at.instr < 0 || E.registered ||
      J.flow.paths[E.path].kind != flow::Paths::Field)
    return false;
  if (copiedRegistrar(J, E) >= 0)
    return true;
  return !E.init && (E.overRegistered ||
                     (!J.constructs(E.at.fn) && registeredElsewhere(J, E)));
}

} // namespace torchtidy
