//===- CapturedState.cpp - tensors that a module's lambda keeps -*- C++ -*-===//
#include "checks/common/Clashes.h"
#include "checks/common/State.h"

namespace torchtidy {

/// The variable that a value is stored to first, or "".
static std::string variableOf(const FunctionFacts &F, int Value) {
  for (const Instr &I : F.instrs)
    if (I.op == Op::Store && I.operands.size() > 1 && I.operands[1] == Value &&
        I.operands[0] >= 0 && F.instrs[I.operands[0]].op == Op::Var)
      return F.vars[F.instrs[I.operands[0]].var].name;
  return "";
}

void checkCapturedState(Judge &J) {
  for (const auto &[Made, C] : findClashes(J)) {
    if (!C.meeting || C.holder < 0 || Made.instr < 0 || !J.constructs(C.holder))
      continue;
    const ClassFacts *Class = J.classOf(C.holder);
    if (!Class || !Class->isModule ||
        J.flow.function(C.meeting->at.fn).kind != FunctionKind::Lambda)
      continue;
    std::string Name = variableOf(J.flow.function(Made.fn), Made.instr);
    J.report("torch-unregistered-state", C.level, Made,
             "tensor " + (Name.empty() ? "" : "'" + Name + "' ") +
                 "captured by a lambda that '" + Class->name +
                 "' keeps is never registered; 'to()' will leave it on cpu")
        .fromFactory(Made)
        .ofModule(Class)
        .ofMember(Name)
        .note("meets " + J.nameOf(C.partner) + " here, in the lambda",
              C.meeting->at)
        .advise("register it and capture the handle: auto t = "
                "register_buffer(\"t\", …)");
  }
}

} // namespace torchtidy
