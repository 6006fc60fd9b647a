//===- Pending.cpp - copies that may not have arrived -----------*- C++ -*-===//
#include "checks/common/HostMemory.h"
#include "checks/common/Trace.h"
#include <algorithm>

namespace torchtidy {

namespace {

/// The argument that says not to wait is written, and is true.
bool doesNotWait(const FunctionFacts &F, const Instr &I) {
  for (size_t K = 0; K < I.operands.size() && K < I.args.size(); ++K)
    if (I.args[K].param == "non_blocking" && I.operands[K] >= 0 &&
        F.instrs[I.operands[K]].op == Op::Const &&
        F.instrs[I.operands[K]].text == "true")
      return true;
  return false;
}

bool allOn(const Value &V, const char *Type) {
  return !V.alts.empty() &&
         std::all_of(V.alts.begin(), V.alts.end(),
                     [&](const Alt &A) { return A.device.isConcrete(Type); });
}

bool onAccelerator(const Value &V) {
  return !V.alts.empty() &&
         std::all_of(V.alts.begin(), V.alts.end(), [](const Alt &A) {
           return A.device.kind == Device::Concrete &&
                  !A.device.isConcrete("cpu");
         });
}

/// A name that promises to wait, of a function whose body isn't known.
bool soundsLikeWaiting(const std::string &Callee) {
  std::string Name = Callee.substr(Callee.rfind(':') + 1);
  std::transform(Name.begin(), Name.end(), Name.begin(), ::tolower);
  return Name.find("sync") != std::string::npos ||
         Name.find("wait") != std::string::npos ||
         Name.find("join") != std::string::npos;
}

/// The instruction waits for the device, or may: by itself, by a value it
/// reads, or in a function of the project.
bool waits(const Judge &J, int Fn, int Id, unsigned Depth = 0) {
  const FunctionFacts &F = J.flow.function(Fn);
  const Instr &I = F.instrs[Id];
  if (I.op != Op::Call)
    return false;
  const api::Row *R = api::findRow(I.api.empty() ? I.callee : I.api);
  if (R && R->role == api::Role::Synchronize)
    return true;
  // A value or a copy that comes from the device comes after all before it.
  bool Reads = R && (R->role == api::Role::MoveTensor ||
                     (R->role == api::Role::HostValue && !givesMemory(F, I)));
  if (Reads && I.receiver >= 0 && !doesNotWait(F, I) &&
      !allOn(J.flow.of(Fn).values[I.receiver], "cpu") &&
      (R->role == api::Role::HostValue ||
       allOn(J.flow.of(Fn).values[Id], "cpu")))
    return true;
  if (!I.api.empty())
    return false;
  int Callee = J.flow.functionIndex(I.calleeId);
  if (Callee < 0 || J.flow.function(Callee).blocks.empty())
    return soundsLikeWaiting(I.callee);
  const size_t N = J.flow.function(Callee).instrs.size();
  for (size_t K = 0; K < N && Depth < 4; ++K)
    if (waits(J, Callee, int(K), Depth + 1))
      return true;
  return false;
}

/// What is copied by the instruction from a device to the host without waiting:
/// the value that holds the copy; -1: it is no such copy.
int unfinished(const Judge &J, int Fn, int Id, bool &Sure) {
  const FunctionFacts &F = J.flow.function(Fn);
  const std::vector<Value> &Values = J.flow.of(Fn).values;
  const Instr &I = F.instrs[Id];
  if (I.op != Op::Call || I.receiver < 0 || !doesNotWait(F, I))
    return -1;
  const api::Row *R = rowOf(I);
  if (R && R->role == api::Role::MoveTensor) {
    Sure = onAccelerator(Values[I.receiver]);
    return allOn(Values[Id], "cpu") && !allOn(Values[I.receiver], "cpu") ? Id
                                                                         : -1;
  }
  // x.copy_(y, true)
  if (!R || R->role != api::Role::Operator || I.operands[0] < 0)
    return -1;
  Sure = onAccelerator(Values[I.operands[0]]);
  return Sure && allOn(Values[I.receiver], "cpu") ? I.receiver : -1;
}

/// Where the host first looks into the copy, behind \p After.
int readOf(const FunctionFacts &F, int Copy, int After) {
  const Instr &Held = F.instrs[Copy];
  for (size_t K = After + 1; K < F.instrs.size(); ++K) {
    const Instr &I = F.instrs[K];
    const api::Row *R = rowOf(I);
    if (!R || R->role != api::Role::HostValue || I.receiver < 0)
      continue;
    std::vector<int> From = originsOf(F, I.receiver);
    const Instr &On = F.instrs[I.receiver];
    bool Ours = std::count(From.begin(), From.end(), Copy) ||
                (Held.op == Op::Var && On.op == Op::Var && On.var == Held.var);
    if (!Ours)
      continue;
    int At = givesMemory(F, I) ? firstTouch(F, int(K)) : int(K);
    if (At >= 0)
      return At;
  }
  return -1;
}

} // namespace

void findUnfinishedCopies(Judge &J) {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    for (size_t Id = 0; Id < F.instrs.size(); ++Id) {
      bool Sure = false;
      int Copy = unfinished(J, int(Fn), int(Id), Sure);
      int Read = Copy < 0 ? -1 : readOf(F, Copy, int(Id));
      bool Waits = false;
      for (int K = int(Id) + 1; K < Read && !Waits; ++K)
        Waits = waits(J, int(Fn), K);
      if (Read < 0 || Waits)
        continue;
      J.report("torch-host-access", Sure ? Level::Certain : Level::Likely,
               F.instrs[Read].span,
               std::string("the host reads a copy that ") +
                   (Sure ? "has not been waited for" : "may not have arrived") +
                   "; it was begun without blocking",
               Judge::fault({int(Fn), int(Id)}))
          .note("begun here", F.instrs[Id].span)
          .advise("wait before the first read: torch::cuda::synchronize(), or "
                  "copy without non_blocking");
    }
  }
}

} // namespace torchtidy
