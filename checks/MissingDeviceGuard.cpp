//===- MissingDeviceGuard.cpp - kernels on the wrong device -----*- C++ -*-===//
//
// docs/checks/torch-missing-device-guard.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/DeviceChecks.h"
#include "checks/common/HostMemory.h"
#include "checks/common/Launches.h"
#include "checks/common/OperatorEntries.h"

namespace torchtidy {

static constexpr const char *Rule = "torch-missing-device-guard";

static std::string firstTensor(const FunctionFacts &F) {
  for (int V : flow::Indices(F.numParams))
    if (isTensorParam(F.vars[V]))
      return F.vars[V].name;
  return "";
}

static std::string guardFor(const std::string &Tensor) {
  return "guard the function before it touches the device: const "
         "c10::cuda::OptionalCUDAGuard guard(at::device_of(" +
         Tensor + "));";
}

static void tellLaunch(Judge &J, const Launches &L, int Fn, Site Launch,
                       bool Entry) {
  const std::string Tensor = firstTensor(J.flow.function(Fn));
  J.report(Rule, Entry ? Level::Certain : Level::Likely, Launch,
           "'" + L.nameOf(Launch) +
               "' is launched with no device guard before it; it runs on the "
               "current device, which may not be that of '" +
               Tensor + "'")
      .advise(guardFor(Tensor));
}

/// A tensor is checked, another isn't, and both go to what launches kernels.
static void tellUnchecked(Judge &J, int Fn, const UncheckedTensor &U) {
  const FunctionFacts &F = J.flow.function(Fn);
  const std::string &Odd = F.vars[U.unchecked].name;
  const std::string &Checked = F.vars[U.checked].name;
  J.report(Rule, Level::Likely, Site{Fn, U.call},
           "'" + Checked + "' is checked to be on a device and '" + Odd +
               "' is not; '" + F.instrs[U.call].callee +
               "' may read memory that its device can't reach")
      .note("checked here", Site{Fn, U.check})
      .advise("check every tensor: TORCH_CHECK(" + Odd +
              ".device() == " + Checked + ".device())");
}

static void tellPointer(Judge &J, int Fn, const BarePointer &P) {
  const FunctionFacts &F = J.flow.function(Fn);
  const std::string Tensor = nameIn(F, F.instrs[P.pointer].receiver);
  J.report(Rule, Level::Likely, Site{Fn, P.call},
           "'" + F.instrs[P.call].callee +
               "' is given a bare pointer with no device guard before it; its "
               "kernels may run on another device than '" +
               Tensor + "'")
      .advise(guardFor(Tensor));
}

void checkMissingDeviceGuard(Judge &J) {
  const Launches L(J);
  const OperatorEntries Entries(J);
  for (int Fn : J.flow.functions()) {
    const FunctionFacts &F = J.flow.function(Fn);
    if (F.onDevice || F.kind == FunctionKind::Lambda)
      continue;
    const bool Ought = L.takesTensors(Fn) && !L.guardedByCallers(Fn);
    const bool Entry = Ought && Entries.reaches(J, Fn);
    if (std::vector<Site> Sites = L.unguarded(Fn); Ought && !Sites.empty())
      tellLaunch(J, L, Fn, Sites[0], Entry);
    if (std::optional<UncheckedTensor> U = findUnchecked(J, Fn))
      tellUnchecked(J, Fn, *U);
    if (Entry && !Entries.isFor(Fn, "cpu"))
      if (std::optional<BarePointer> P = unguardedPointer(J, L, Fn))
        tellPointer(J, Fn, *P);
  }
}

} // namespace torchtidy
