//===- UnregisteredState.cpp - tensors that to() leaves behind --*- C++ -*-===//
//
// docs/checks/torch-unregistered-state.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Edits.h"
#include "checks/common/Judge.h"
#include "checks/common/Mismatches.h"
#include "checks/common/State.h"

namespace torchtidy {

using flow::Alt;
using flow::StoreEvent;

/// The fix-it wraps what is stored, where it is stored by the class itself.
static void addFix(Judge &J, const Member &M, const StoreEvent &E, Finding &F) {
  const facts::FunctionFacts &Fun = J.flow.function(E.at.fn);
  const facts::Instr &Store = Fun.instrs[E.at.instr];
  if (Store.op != facts::Op::Store || Store.operands.size() < 2 ||
      Store.operands[1] < 0)
    return;
  int Value = Store.operands[1];
  const facts::Instr &V = Fun.instrs[Value];
  bool Parameter = findInTree(Fun, Value, [](const facts::Instr &I) {
                     const api::Row *R = rowOf(I);
                     return R &&
                            (R->role == api::Role::OptionsSetter ||
                             R->role == api::Role::OptionsMaker) &&
                            std::string_view(R->info) == "requires_grad";
                   }) >= 0;
  std::string Call = Parameter ? "register_parameter" : "register_buffer";
  std::string Text = Call + "(\"" + M.name + "\", ";
  F.notes.push_back(
      {"register it: " + M.name + " = " + Text + oneLine(V.text) + ")", {}});
  bool Simple = M.name == M.field->name && E.ownObject && !V.span.macro &&
                !Store.span.macro && V.span.valid() &&
                Fun.kind != facts::FunctionKind::Lambda &&
                M.field->type.role == facts::TypeRole::Tensor;
  // A clone registers in reset(), and only there.
  if (M.cls->isCloneable && Fun.shortName != "reset")
    Simple = false;
  if (!Simple || M.cls->isTorchBind)
    return;
  F.fixes.push_back(
      wrap(Parameter ? "register it as a parameter" : "register it as a buffer",
           J.span(V.span), Text, ")"));
}

void checkUnregisteredState(Judge &J) {
  std::set<int> Misnamed = membersLeftByName(J);
  for (const Member &M : J.members()) {
    // Told at the registration that has its name.
    if (Misnamed.count(M.path))
      continue;
    StateVerdict V = judgeState(J, M);
    if (!V.found)
      continue;
    const facts::SourceSpan &At = V.part ? J.flow.instr(V.source).span
                                  : V.store && V.store->at.instr >= 0
                                      ? storedSpan(J, *V.store)
                                      : M.field->span;
    std::string Kind = M.name == M.field->name ? "member" : "state";
    std::string Message = "tensor " + Kind + " '" + M.name + "' of '" +
                          M.cls->name + "' is never registered; " + V.harm;
    Finding &F =
        J.report("torch-unregistered-state", V.level, At, Message, V.fault);
    Origin O;
    O.kind = "member";
    O.module = M.cls->name;
    O.member = M.name;
    if (V.source.instr >= 0) {
      O.factory = J.flow.instr(V.source).callee;
      O.made = J.span(V.source);
    } else {
      O.made = J.span(At);
    }
    F.origins.push_back(std::move(O));
    if (V.store)
      F.notes.push_back(
          J.note("'" + M.name + "' is declared here", M.field->span));
    if (V.use.instr >= 0)
      F.notes.push_back({V.useNote, J.span(V.use)});
    if (V.partlyMoved)
      F.notes.push_back(
          {"an overridden 'to' moves it, but 'Module::to' has three "
           "overloads and the others go round it",
           {}});
    if (V.store && V.fixable)
      addFix(J, M, *V.store, F);
  }
  checkCapturedState(J);
  checkGenerators(J);
  checkCarriedState(J);
  // Static and namespace-scope tensors that a method or a helper reads.
  checkStaticState(J);
}

} // namespace torchtidy
