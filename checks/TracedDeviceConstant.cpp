//===- TracedDeviceConstant.cpp - devices that a trace freezes --*- C++ -*-===//
//
// docs/checks/torch-traced-device-constant.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Traced.h"

namespace torchtidy {

static void tell(Judge &J, Site At, const Device &D, Site Trace) {
  const Instr &I = J.flow.instr(At);
  const bool Moves = hasRole(I, api::Role::MoveTensor);
  const bool Literal = D.kind == Device::Concrete;
  Report X = J.report(
      "torch-traced-device-constant", Level::Likely, At,
      "'" + I.callee + "' " + (Moves ? "moves to " : "makes a tensor on ") +
          flow::describe(J.flow, D) + " in what " +
          (Trace.instr >= 0 ? "is traced" : "may be exported") +
          "; the graph may keep " +
          (Literal ? "that device" : "the device of the trace") + " for good");
  X.fromFactory(At);
  if (Trace.instr >= 0)
    X.note("traced here", Trace);
  X.advise(
      std::string(
          "ask a tensor of the graph, or keep it in a registered buffer: ") +
      (Moves ? "y.to(x)" : "x.new_zeros({3}), torch::zeros_like(x)"));
}

void checkTracedDeviceConstant(Judge &J) {
  for (const auto &[Fn, Trace] : tracedFunctions(J))
    for (int Id : flow::instrs(J.flow.function(Fn)))
      if (const Device *D = frozenDevice(J, {Fn, Id}))
        tell(J, {Fn, Id}, *D, Trace);
}

} // namespace torchtidy
