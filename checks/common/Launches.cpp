//===- Launches.cpp - kernels, and the device they run on -------*- C++ -*-===//
#include "checks/common/Launches.h"
#include "checks/common/DeviceChecks.h"
#include "checks/common/HostMemory.h"
#include "checks/common/Trace.h"
#include <algorithm>

namespace torchtidy {

static const api::Row *anyRow(const Instr &I) {
  return I.op == Op::Call || I.op == Op::Construct
             ? api::findRow(I.api.empty() ? I.callee : I.api)
             : nullptr;
}

static bool isLaunch(const Instr &I) {
  const api::Row *R = I.op == Op::Call ? anyRow(I) : nullptr;
  return I.isLaunch || (R && R->role == api::Role::KernelLaunch);
}

bool isTensorParam(const facts::VarFact &V) {
  const facts::TypeFact *T = &V.type;
  while ((T->role == TypeRole::Container || T->role == TypeRole::Optional) &&
         !T->args.empty())
    T = &T->args[0];
  return T->role == TypeRole::Tensor;
}

/// A guard of LibTorch's, a call that sets the device, or an object or function
/// of the project's that does so; of other libraries, what is called a guard of
/// a device.
bool Launches::isGuard(const Instr &I, unsigned Depth) const {
  const api::Row *R = anyRow(I);
  if (R && R->role == api::Role::DeviceGuard)
    return true;
  if ((I.op != Op::Call && I.op != Op::Construct) || !I.api.empty())
    return false;
  int Callee = J.flow.functionIndex(I.calleeId);
  if (Callee >= 0 && Depth < 3) {
    const auto &Body = J.flow.function(Callee).instrs;
    return std::any_of(Body.begin(), Body.end(),
                       [&](const Instr &X) { return isGuard(X, Depth + 1); });
  }
  std::string Name = I.callee;
  std::transform(Name.begin(), Name.end(), Name.begin(), ::tolower);
  bool Speaks = Name.find("device") != std::string::npos ||
                Name.find("cuda") != std::string::npos;
  return Callee < 0 && Speaks &&
         (Name.find("guard") != std::string::npos ||
          Name.find("setdevice") != std::string::npos ||
          Name.find("set_device") != std::string::npos);
}

bool Launches::guardBefore(int Fn, int Instr) const {
  const FunctionFacts &F = J.flow.function(Fn);
  for (int K = 0; K < Instr; ++K)
    if (isGuard(F.instrs[K]))
      return true;
  return false;
}

bool Launches::takesTensors(int Fn) const {
  const FunctionFacts &F = J.flow.function(Fn);
  return std::any_of(F.vars.begin(), F.vars.begin() + F.numParams,
                     isTensorParam);
}

std::vector<Site> Launches::unguarded(int Fn) const {
  std::vector<Site> R;
  const FunctionFacts &F = J.flow.function(Fn);
  if (F.onDevice)
    return R;
  static thread_local std::set<int> Running; // recursion
  if (!Running.insert(Fn).second)
    return R;
  for (size_t K = 0; K < F.instrs.size(); ++K) {
    const Instr &I = F.instrs[K];
    int Callee = J.flow.functionIndex(I.calleeId);
    std::vector<Site> Inside;
    if (isLaunch(I))
      Inside = {{Fn, int(K)}};
    else if (I.op == Op::Lambda && Callee >= 0)
      Inside = unguarded(Callee);
    else if (I.op == Op::Call && Callee >= 0 && Callee != Fn &&
             J.flow.function(Callee).kind != FunctionKind::Lambda &&
             !takesTensors(Callee) && !unguarded(Callee).empty())
      Inside = {{Fn, int(K)}};
    if (!Inside.empty() && !guardBefore(Fn, int(K)))
      R.insert(R.end(), Inside.begin(), Inside.end());
  }
  Running.erase(Fn);
  return R;
}

bool Launches::guardedByCallers(int Fn) const {
  static thread_local std::set<int> Running;
  std::vector<CallSite> Calls = callsOf(J, Fn);
  if (Calls.empty() || !Running.insert(Fn).second)
    return false;
  bool All = std::all_of(Calls.begin(), Calls.end(), [&](const CallSite &C) {
    return C.fn == Fn || guardBefore(C.fn, C.instr) || guardedByCallers(C.fn);
  });
  Running.erase(Fn);
  return All;
}

std::string Launches::nameOf(Site S) const {
  const Instr &I = J.flow.instr(S);
  return I.callee.empty() ? I.name : I.callee;
}

std::optional<BarePointer> unguardedPointer(const Judge &J, const Launches &L,
                                            int Fn) {
  const FunctionFacts &F = J.flow.function(Fn);
  auto Pointer = [&](int O) { return O >= 0 && givesMemory(F, F.instrs[O]); };
  auto Tensor = [&](int O) {
    return O >= 0 && F.instrs[O].type.role == TypeRole::Tensor;
  };
  for (int K : flow::instrs(F)) {
    const Instr &I = F.instrs[K];
    if (!isLauncher(J, I) || L.guardBefore(Fn, K))
      continue;
    auto At = std::find_if(I.operands.begin(), I.operands.end(), Pointer);
    if (At != I.operands.end() &&
        std::none_of(I.operands.begin(), I.operands.end(), Tensor))
      return BarePointer{K, *At};
  }
  return std::nullopt;
}

} // namespace torchtidy
