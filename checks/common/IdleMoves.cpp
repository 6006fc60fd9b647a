//===- IdleMoves.cpp - a module that moves itself, and nothing --*- C++ -*-===//
#include "checks/common/Assigning.h"
#include "checks/common/Registrations.h"
#include "checks/common/State.h"
#include <algorithm>

namespace torchtidy {

static bool registers(const Instr &I) {
  return hasRole(I, api::Role::RegisterBuffer) ||
         hasRole(I, api::Role::RegisterParameter) ||
         hasRole(I, api::Role::RegisterModule);
}

/// The class, those above it and those below it.
static std::set<std::string> family(const Judge &J, const ClassFacts &C) {
  std::set<std::string> R;
  for (const ClassFacts *H : J.flow.hierarchy(C.id))
    R.insert(H->id);
  for (const ClassFacts &D : J.flow.facts.classes)
    for (const ClassFacts *H : J.flow.hierarchy(D.id))
      if (H->id == C.id)
        R.insert(D.id);
  return R;
}

/// Nobody in the project registers anything with one of these, and nothing of
/// LibTorch's but the bare module is below them.
static bool registersNothing(const Judge &J, const ClassFacts &C) {
  const std::set<std::string> Family = family(J, C);
  for (const std::string &Id : Family) {
    const ClassFacts &X = *J.flow.classOf(Id);
    if (!J.closed(X))
      return false;
    for (const facts::BaseFact &B : X.bases)
      if (!B.isUser && api::typeRoleOf(api::normalise(B.name)).empty())
        return false;
  }
  for (const FunctionFacts &F : J.flow.facts.functions)
    for (const Instr &I : F.instrs) {
      if (!registers(I))
        continue;
      const int Of = I.receiver;
      if (Family.count(F.cls) || Of < 0 ||
          Family.count(F.instrs[Of].type.cls) ||
          F.instrs[Of].type.role == TypeRole::Dependent)
        return false;
    }
  return true;
}

/// Somebody moves it apart from its module.
static bool movedByHand(const Member &M) {
  return !M.moves.empty() ||
         std::any_of(M.stores.begin(), M.stores.end(),
                     [](const flow::StoreEvent *E) { return E->selfMove; });
}

/// A member that the move was for, and of which nothing else is told. None if
/// the class moves some member by hand: it knows what it does.
static const Member *leftMember(const Judge &J, const ClassFacts &C) {
  const Member *Left = nullptr;
  for (const ClassFacts *H : J.flow.hierarchy(C.id))
    for (const Member &M : J.members()) {
      if (M.cls != H)
        continue;
      if (movedByHand(M))
        return nullptr;
      if (!Left && M.name == M.field->name && !M.stores.empty() &&
          (M.role == TypeRole::Tensor || J.hasState(M.leaf->type)) &&
          !judgeState(J, M).found)
        Left = &M;
    }
  return Left;
}

void checkIdleMoves(Judge &J) {
  std::set<std::string> Told;
  for (int Fn : J.flow.functions()) {
    const FunctionFacts &F = J.flow.function(Fn);
    const ClassFacts *C = J.classOf(Fn);
    if (!C || !C->isModule || F.kind == FunctionKind::Lambda)
      continue;
    // What an override moves besides is its own business.
    if (J.overriddenMoves(*C, [&](int To) { return To == Fn; }))
      continue;
    for (int Id : flow::instrs(F)) {
      const Instr &I = F.instrs[Id];
      if (!hasRole(I, api::Role::MoveModule) || !isThis(F, I.receiver) ||
          !isGivenDevice(I) || Told.count(C->id))
        continue;
      const Member *Left = leftMember(J, *C);
      if (!Left || !registersNothing(J, *C))
        break;
      Told.insert(C->id);
      J.report("torch-unregistered-state", Level::Likely, Site{Fn, Id},
               "'" + C->name +
                   "' registers nothing: 'to()' moves nothing of it and leaves "
                   "'" +
                   Left->name + "' where it is")
          .origin("member", Site{Fn, Id})
          .ofModule(C)
          .ofMember(Left->name)
          .declaredHere(*Left->field, Left->name)
          .advise("register what is to be moved: register_buffer(\"" +
                  Left->name + "\", …), register_module(…)");
      break;
    }
  }
}

} // namespace torchtidy
