//===- CapturedState.cpp - tensors that a module's lambda keeps -*- C++ -*-===//
#include "checks/common/Clashes.h"
#include "checks/common/State.h"

namespace torchtidy {

using facts::FunctionKind;
using facts::Op;

/// The variable that a value is stored to first, or "".
static std::string variableOf(const facts::FunctionFacts &F, int Value) {
  for (const facts::Instr &I : F.instrs)
    if (I.op == Op::Store && I.operands.size() > 1 && I.operands[1] == Value &&
        I.operands[0] >= 0 && F.instrs[I.operands[0]].op == Op::Var)
      return F.vars[F.instrs[I.operands[0]].var].name;
  return "";
}

void checkCapturedState(Judge &J) {
  for (const auto &[Made, C] : findClashes(J)) {
    if (!C.meeting || C.holder < 0 || Made.instr < 0 || !J.constructs(C.holder))
      continue;
    const facts::ClassFacts *Class = J.classOf(C.holder);
    if (!Class || !Class->isModule ||
        J.flow.function(C.meeting->at.fn).kind != FunctionKind::Lambda)
      continue;
    std::string Name = variableOf(J.flow.function(Made.fn), Made.instr);
    Finding &F =
        J.report("torch-unregistered-state", C.level, J.flow.instr(Made).span,
                 "tensor " + (Name.empty() ? "" : "'" + Name + "' ") +
                     "captured by a lambda that '" + Class->name +
                     "' keeps is never registered; 'to()' will leave it on cpu",
                 Judge::fault(Made));
    Origin O;
    O.kind = "factory";
    O.module = Class->name;
    O.member = Name;
    O.factory = J.flow.instr(Made).callee;
    O.made = J.span(Made);
    F.origins.push_back(std::move(O));
    F.notes.push_back({"meets " + J.nameOf(C.partner) + " here, in the lambda",
                       J.span(C.meeting->at)});
    F.notes.push_back({"register it and capture the handle: auto t = "
                       "register_buffer(\"t\", …)",
                       {}});
  }
}

} // namespace torchtidy
