//===- UnregisteredState.cpp - tensors that to() leaves behind --*- C++ -*-===//
//
// docs/checks/torch-unregistered-state.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Mismatches.h"
#include "checks/common/Registering.h"
#include "checks/common/State.h"

namespace torchtidy {

static const facts::SourceSpan &placeOf(const Judge &J, const Member &M,
                                        const StateVerdict &V) {
  if (V.part)
    return J.flow.instr(V.source).span;
  return V.store && V.store->at.instr >= 0 ? storedSpan(J, *V.store)
                                           : M.field->span;
}

static void tell(Judge &J, const Member &M, const StateVerdict &V) {
  const facts::SourceSpan &At = placeOf(J, M, V);
  const std::string Kind = M.name == M.field->name ? "member" : "state";
  Report F = J.report("torch-unregistered-state", V.level, At,
                      "tensor " + Kind + " '" + M.name + "' of '" +
                          M.cls->name + "' is never registered; " + V.harm,
                      V.fault);
  if (V.source.instr >= 0)
    F.origin("member", V.source).byFactory(J.flow.instr(V.source).callee);
  else
    F.origin("member", At);
  F.ofModule(M.cls).ofMember(M.name);
  if (V.store)
    F.declaredHere(*M.field, M.name);
  if (V.use.instr >= 0)
    F.note(V.useNote, V.use);
  if (V.partlyMoved)
    F.advise("an overridden 'to' moves it, but 'Module::to' has three "
             "overloads and the others go round it");
  if (V.store && V.fixable)
    registerStored(J, M, *V.store, F);
}

void checkUnregisteredState(Judge &J) {
  const std::set<int> Misnamed = membersLeftByName(J);
  for (const Member &M : J.members())
    // Told at the registration that has its name.
    if (!Misnamed.count(M.path))
      if (StateVerdict V = judgeState(J, M); V.found)
        tell(J, M, V);
  checkCapturedState(J);
  checkGenerators(J);
  checkCarriedState(J);
  checkIdleMoves(J);
  // Static and namespace-scope tensors that a method or a helper reads.
  checkStaticState(J);
}

} // namespace torchtidy
