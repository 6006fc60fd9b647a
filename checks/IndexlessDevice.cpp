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

using facts::Instr;
using facts::Op;
using flow::Device;

static Finding &tell(Judge &J, Level L, const facts::SourceSpan &At,
                     const Device &D, const Instr &Theirs) {
  Finding &X =
      J.report("torch-indexless-device", L, At,
               "a tensor's device has an index and '" + D.str() +
                   "' has none, so they " +
                   (L == Level::Certain ? "are" : "may be") + " never equal");
  X.notes.push_back({"compare types: " + oneLine(Theirs.text) +
                         ".type(), or name the index of the other",
                     {}});
  return X;
}

/// A device type converts by itself; a device is asked for its own.
static void compareTypes(Judge &J, const Instr &Theirs, const Instr &Ours,
                         Finding &X) {
  if (Theirs.span.macro || Ours.span.macro ||
      Theirs.type.role != facts::TypeRole::Device)
    return;
  Fix F = insert("compare types", endOf(J.span(Theirs.span)), ".type()");
  bool Written = Ours.text.find_first_of("({") != std::string::npos;
  if (Ours.op != Op::Construct || Written)
    F.edits.push_back({endOf(J.span(Ours.span)), ".type()"});
  X.fixes.push_back(std::move(F));
}

/// A helper compares its parameter: the fault is in the calls that give it a
/// device without an index.
static void tellCalls(Judge &J, int Fn, const Instr &Compare,
                      const Instr &Theirs, const Instr &Ours) {
  if (Ours.op != Op::Var || Ours.var >= int(J.flow.function(Fn).numParams))
    return;
  for (const CallSite &C : callsOf(J, Fn)) {
    const facts::FunctionFacts &Caller = J.flow.function(C.fn);
    const Instr &Call = Caller.instrs[C.instr];
    int Arg =
        Ours.var < int(Call.operands.size()) ? Call.operands[Ours.var] : -1;
    const auto Devices =
        Arg < 0 ? std::vector<Device>() : devicesOf(J, C.fn, Arg);
    auto D = std::find_if(Devices.begin(), Devices.end(), isIndexless);
    if (D != Devices.end())
      tell(J, Level::Likely, Caller.instrs[Arg].span, *D, Theirs)
          .notes.push_back(J.note("compared here", Compare.span));
  }
}

void checkIndexlessDevice(Judge &J) {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const facts::FunctionFacts &F = J.flow.function(int(Fn));
    for (const Instr &I : F.instrs) {
      if (I.op != Op::Compare || I.operands.size() != 2 ||
          (I.text != "==" && I.text != "!="))
        continue;
      for (int Side : {0, 1}) {
        int Theirs = I.operands[Side], Ours = I.operands[1 - Side];
        if (!isDeviceOfTensor(F, Theirs) || Ours < 0 ||
            isDeviceOfTensor(F, Ours))
          continue;
        const auto Devices = devicesOf(J, int(Fn), Ours);
        auto D = std::find_if(Devices.begin(), Devices.end(), isIndexless);
        bool Only = J.flow.of(int(Fn)).values[Ours].known() &&
                    Devices.size() == 1 && F.instrs[Ours].op != Op::Field;
        if (D != Devices.end() && Only)
          compareTypes(J, F.instrs[Theirs], F.instrs[Ours],
                       tell(J, Level::Certain, I.span, *D, F.instrs[Theirs]));
        else if (D != Devices.end() && !asksForIndex(F))
          tell(J, Level::Likely, I.span, *D, F.instrs[Theirs]);
        else if (Devices.empty() && !asksForIndex(F))
          tellCalls(J, int(Fn), I, F.instrs[Theirs], F.instrs[Ours]);
        break;
      }
    }
  }
}

} // namespace torchtidy
