//===- MixedDevice.cpp - one operator, two devices --------------*- C++ -*-===//
//
// docs/checks/torch-mixed-device.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Clashes.h"

namespace torchtidy {

using flow::Alt;
using flow::Device;
using flow::Meeting;
using flow::Source;
using flow::Tri;

/// Made here with a device in mind, or moved to one: not a factory that forgot
/// it, which is another rule's fault.
static bool meantForCpu(const Alt &A) {
  for (const Source &S : A.sources)
    if (madeWithoutDevice(S) && !A.moved)
      return false;
  return true;
}

/// A device that the source names: no argument's, no member's.
static bool named(const Judge &J, const Device &D) {
  return D.kind == Device::Concrete ? D.type != "cpu" : J.isChosen(D);
}

static bool clashes(const Judge &J, const Meeting &M, bool IsA) {
  const Alt &A = IsA ? M.a : M.b, &B = IsA ? M.b : M.a;
  bool Scalar = IsA ? M.scalarA : M.scalarB;
  return (IsA ? M.refusesA : M.refusesB) && A.device.isConcrete("cpu") &&
         named(J, B.device) && meantForCpu(A) &&
         !(A.zeroDim != Tri::No && Scalar);
}

void checkMixedDevice(Judge &J) {
  std::set<flow::Site> Told;
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    for (const Meeting &M : J.flow.of(int(Fn)).meetings)
      for (bool IsA : {true, false}) {
        if (!clashes(J, M, IsA) || M.call.fn != int(Fn) || M.call.instr < 0 ||
            J.constructs(int(Fn)) || !Told.insert(M.call).second)
          continue;
        const Alt &A = IsA ? M.a : M.b, &B = IsA ? M.b : M.a;
        bool Module = IsA ? M.moduleA : M.moduleB;
        bool Made = false;
        for (const Source &S : A.sources)
          Made |= S.kind == Source::Module;
        std::string What = Module || Made
                               ? "a module that was never moved is on cpu"
                               : "a tensor on cpu";
        Level L =
            B.device.kind == Device::Concrete ? Level::Certain : Level::Likely;
        Finding &F = J.report(
            "torch-mixed-device", L, J.flow.instr(M.call).span,
            What + (Module || Made ? ", its input on " : " meets one on ") +
                flow::describe(J.flow, B.device));
        Origin O;
        O.kind = Module || Made ? "module" : "result";
        for (const Source &S : A.sources)
          if (S.instr >= 0) {
            O.made = J.span(flow::Site{S.fn, S.instr});
            F.notes.push_back({"made here", O.made});
            break;
          }
        F.origins.push_back(std::move(O));
        if (!(M.call == M.at))
          F.notes.push_back(
              {"meets it here, in '" + J.flow.function(M.at.fn).name + "'",
               J.span(M.at)});
        F.notes.push_back({Module || Made
                               ? "move the module first: net->to(device)"
                               : "move it first: x.to(y.device())",
                           {}});
      }
}

} // namespace torchtidy
