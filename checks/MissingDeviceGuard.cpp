//===- MissingDeviceGuard.cpp - kernels on the wrong device -----*- C++ -*-===//
//
// docs/checks/torch-missing-device-guard.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/DeviceChecks.h"
#include "checks/common/HostMemory.h"
#include "checks/common/Launches.h"
#include "checks/common/OperatorEntries.h"
#include <algorithm>

namespace torchtidy {

using facts::FunctionKind;
using flow::Site;

static constexpr const char *Rule = "torch-missing-device-guard";

static std::string firstTensor(const facts::FunctionFacts &F) {
  for (unsigned V = 0; V < F.numParams; ++V)
    if (isTensorParam(F.vars[V]))
      return F.vars[V].name;
  return "";
}

/// The dispatcher or Python calls the function, by itself or through others of
/// the project.
static bool isEntry(const Judge &J, const OperatorEntries &R, int Fn,
                    std::set<int> &Seen) {
  if (!Seen.insert(Fn).second)
    return false;
  for (const OperatorEntry &X : R.all())
    if (X.fn == Fn)
      return true;
  const std::set<int> &Callers = J.flow.of(Fn).calledBy;
  return std::any_of(Callers.begin(), Callers.end(),
                     [&](int C) { return isEntry(J, R, C, Seen); });
}

static Note guardNote(const std::string &Tensor) {
  return {"guard the function before it touches the device: const "
          "c10::cuda::OptionalCUDAGuard guard(at::device_of(" +
              Tensor + "));",
          {}};
}

static void tellLaunch(Judge &J, const OperatorEntries &R, const Launches &L,
                       int Fn) {
  const facts::FunctionFacts &F = J.flow.function(Fn);
  std::vector<Site> Sites = L.unguarded(Fn);
  if (Sites.empty() || !L.takesTensors(Fn) || L.guardedByCallers(Fn))
    return;
  std::set<int> Seen;
  std::string Tensor = firstTensor(F);
  Finding &X = J.report(
      Rule, isEntry(J, R, Fn, Seen) ? Level::Certain : Level::Likely,
      J.flow.instr(Sites[0]).span,
      "'" + L.nameOf(Sites[0]) +
          "' is launched with no device guard before it; it runs on the "
          "current device, which may not be that of '" +
          Tensor + "'",
      Judge::fault(Sites[0]));
  X.notes.push_back(guardNote(Tensor));
}

/// A tensor is checked, another isn't, and both go to what launches kernels.
static void tellUnchecked(Judge &J, int Fn) {
  const facts::FunctionFacts &F = J.flow.function(Fn);
  std::optional<UncheckedTensor> U = findUnchecked(J, Fn);
  if (!U)
    return;
  const facts::Instr &Call = F.instrs[U->call];
  std::string Odd = F.vars[U->unchecked].name;
  Finding &X = J.report(
      Rule, Level::Likely, Call.span,
      "'" + F.vars[U->checked].name + "' is checked to be on a device and '" +
          Odd + "' is not; '" + Call.callee +
          "' may read memory that its device can't reach",
      Judge::fault({Fn, U->call}));
  X.notes.push_back(J.note("checked here", F.instrs[U->check].span));
  X.notes.push_back({"check every tensor: TORCH_CHECK(" + Odd + ".device() == " +
                         F.vars[U->checked].name + ".device())",
                     {}});
}

/// An operator hands raw pointers to a launcher elsewhere, which can't know the
/// tensors' device: the guard has to be here.
static void tellPointers(Judge &J, const OperatorEntries &R, const Launches &L,
                         int Fn) {
  const facts::FunctionFacts &F = J.flow.function(Fn);
  std::set<int> Seen;
  if (R.isFor(Fn, "cpu") || !L.takesTensors(Fn) || !isEntry(J, R, Fn, Seen) ||
      L.guardedByCallers(Fn))
    return;
  for (size_t K = 0; K < F.instrs.size(); ++K) {
    const facts::Instr &I = F.instrs[K];
    if (!isLauncher(J, I) || L.guardBefore(Fn, int(K)))
      continue;
    auto Ours = [&](int O) { return O >= 0 && givesMemory(F, F.instrs[O]); };
    auto Tensor = [&](int O) {
      return O >= 0 && F.instrs[O].type.role == facts::TypeRole::Tensor;
    };
    auto At = std::find_if(I.operands.begin(), I.operands.end(), Ours);
    if (At == I.operands.end() ||
        std::any_of(I.operands.begin(), I.operands.end(), Tensor))
      continue;
    std::string Name = nameIn(F, F.instrs[*At].receiver);
    Finding &X = J.report(
        Rule, Level::Likely, I.span,
        "'" + I.callee +
            "' is given a bare pointer with no device guard before it; its "
            "kernels may run on another device than '" +
            Name + "'",
        Judge::fault({Fn, int(K)}));
    X.notes.push_back(guardNote(Name));
    return;
  }
}

void checkMissingDeviceGuard(Judge &J) {
  const Launches L(J);
  const OperatorEntries R(J);
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const facts::FunctionFacts &F = J.flow.function(int(Fn));
    if (F.onDevice || F.kind == FunctionKind::Lambda)
      continue;
    tellLaunch(J, R, L, int(Fn));
    tellUnchecked(J, int(Fn));
    tellPointers(J, R, L, int(Fn));
  }
}

} // namespace torchtidy
