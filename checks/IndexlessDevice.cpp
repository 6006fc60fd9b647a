//===- IndexlessDevice.cpp - never equal to a tensor's device ---*- C++ -*-===//
//
// docs/checks/torch-indexless-device.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Devices.h"
#include "checks/common/Edits.h"
#include "checks/common/Trace.h"
#include <algorithm>

namespace torchtidy {

static Report tell(Judge &J, Level L, const facts::SourceSpan &At,
                   const Device &D, const Instr &Theirs) {
  Report X =
      J.report("torch-indexless-device", L, At,
               "a tensor's device has an index and '" + D.str() +
                   "' has none, so they " +
                   (L == Level::Certain ? "are" : "may be") + " never equal");
  return X.advise("compare types: " + oneLine(Theirs.text) +
                  ".type(), or name the index of the other");
}

/// A helper compares its parameter: the fault is in the calls that give it a
/// device without an index.
static void tellCalls(Judge &J, int Fn, const Instr &Compare,
                      const Instr &Theirs, const Instr &Ours) {
  if (Ours.op != Op::Var || Ours.var >= int(J.flow.function(Fn).numParams))
    return;
  for (const CallSite &C : callsOf(J, Fn)) {
    const FunctionFacts &Caller = J.flow.function(C.fn);
    const Instr &Call = Caller.instrs[C.instr];
    int Arg =
        Ours.var < int(Call.operands.size()) ? Call.operands[Ours.var] : -1;
    const auto Devices =
        Arg < 0 ? std::vector<Device>() : devicesOf(J, C.fn, Arg);
    auto D = std::find_if(Devices.begin(), Devices.end(), isIndexless);
    if (D != Devices.end())
      tell(J, Level::Likely, Caller.instrs[Arg].span, *D, Theirs)
          .note("compared here", Compare.span);
  }
}

/// One comparison of a tensor's device, \p Theirs, with \p Ours.
static void judge(Judge &J, int Fn, const Instr &Compare, int Theirs,
                  int Ours) {
  const FunctionFacts &F = J.flow.function(Fn);
  const Instr &TheirDevice = F.instrs[Theirs], &OurDevice = F.instrs[Ours];
  const auto Devices = devicesOf(J, Fn, Ours);
  auto D = std::find_if(Devices.begin(), Devices.end(), isIndexless);
  bool Only = J.flow.of(Fn).values[Ours].known() && Devices.size() == 1 &&
              OurDevice.op != Op::Field;
  if (D != Devices.end() && Only)
    tell(J, Level::Certain, Compare.span, *D, TheirDevice)
        .fix(compareTypes(J, F, TheirDevice, OurDevice));
  else if (D != Devices.end() && !asksForIndex(F))
    tell(J, Level::Likely, Compare.span, *D, TheirDevice);
  else if (Devices.empty() && !asksForIndex(F))
    tellCalls(J, Fn, Compare, TheirDevice, OurDevice);
}

void checkIndexlessDevice(Judge &J) {
  for (int Fn : J.flow.functions()) {
    const FunctionFacts &F = J.flow.function(Fn);
    for (const Instr &I : F.instrs) {
      if (I.op != Op::Compare || I.operands.size() != 2 ||
          (I.text != "==" && I.text != "!="))
        continue;
      const int A = I.operands[0], B = I.operands[1];
      const bool OfTensor = isDeviceOfTensor(F, A);
      if (A >= 0 && B >= 0 && OfTensor != isDeviceOfTensor(F, B))
        judge(J, Fn, I, OfTensor ? A : B, OfTensor ? B : A);
    }
  }
}

} // namespace torchtidy
