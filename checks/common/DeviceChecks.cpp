//===- DeviceChecks.cpp - which tensors a function has checked --*- C++ -*-===//
#include "checks/common/DeviceChecks.h"
#include "checks/common/Launches.h"
#include "checks/common/Trace.h"
#include <algorithm>

namespace torchtidy {

/// The parameter that a value is, or is asked of: `x`, `x.device()`.
static int parameterOf(const FunctionFacts &F, int Id) {
  for (unsigned Depth = 0; Id >= 0 && Depth < 8; ++Depth) {
    const Instr &I = F.instrs[Id];
    if (I.op == Op::Var)
      return I.var < int(F.numParams) ? I.var : -1;
    // What is moved is no longer where the parameter is.
    if (const api::Row *R = rowOf(I); R && R->role == api::Role::MoveTensor &&
                                      std::string_view(R->info) != "type")
      return -1;
    if (I.op == Op::Deref || I.op == Op::Element || I.op == Op::AddressOf ||
        (I.op == Op::Other && I.operands.size() == 1))
      Id = I.operands[0];
    else
      Id = I.receiver;
  }
  return -1;
}

/// A question about the device of a tensor.
static bool asksDevice(const Instr &I) {
  const api::Row *R = I.op == Op::Call || I.op == Op::Construct
                          ? api::findRow(I.api.empty() ? I.callee : I.api)
                          : nullptr;
  return R &&
         (R->role == api::Role::DeviceTest || R->role == api::Role::DeviceOf ||
          R->role == api::Role::DeviceIndex || R->role == api::Role::OptionsOf);
}

bool asksDeviceOf(const Judge &J, int Fn, int Param, unsigned Depth) {
  const FunctionFacts &F = J.flow.function(Fn);
  for (const Instr &I : F.instrs) {
    if (asksDevice(I)) {
      std::vector<int> Of = I.operands;
      Of.push_back(I.receiver);
      for (int O : Of)
        if (parameterOf(F, O) == Param)
          return true;
    }
    int Callee = I.op == Op::Call ? J.flow.functionIndex(I.calleeId) : -1;
    for (size_t K = 0; Callee >= 0 && K < I.operands.size() && Depth < 4; ++K)
      if (parameterOf(F, I.operands[K]) == Param &&
          asksDeviceOf(J, Callee, int(K), Depth + 1))
        return true;
  }
  return false;
}

/// The parameter is given another value somewhere.
static bool isReplaced(const FunctionFacts &F, int Param) {
  return std::any_of(F.instrs.begin(), F.instrs.end(), [&](const Instr &I) {
    return I.op == Op::Store && !I.operands.empty() && I.operands[0] >= 0 &&
           F.instrs[I.operands[0]].op == Op::Var &&
           F.instrs[I.operands[0]].var == Param;
  });
}

/// The function goes no further on one side of the condition.
static bool throwsUnless(const FunctionFacts &F, int Cond) {
  for (const facts::Block &B : F.blocks) {
    int C = B.cond;
    while (C >= 0 && C != Cond && !F.instrs[C].operands.empty() &&
           (F.instrs[C].op == Op::Not || F.instrs[C].op == Op::Other))
      C = F.instrs[C].operands[0];
    if (B.cond >= 0 && C == Cond)
      return std::any_of(B.succs.begin(), B.succs.end(),
                         [&](int S) { return F.blocks[S].noReturn; });
  }
  return false;
}

bool isLauncher(const Judge &J, const Instr &Call) {
  int Callee = J.flow.functionIndex(Call.calleeId);
  bool Seen = Callee >= 0 && !J.flow.function(Callee).blocks.empty();
  if (Call.op != Op::Call || Call.calleeId.empty() || !Call.api.empty() || Seen)
    return false;
  std::string Name = Call.callee;
  std::transform(Name.begin(), Name.end(), Name.begin(), ::tolower);
  for (const char *Word : {"cuda", "gpu", "kernel", "launch", "hip"})
    if (Name.find(Word) != std::string::npos)
      return true;
  return false;
}

std::optional<UncheckedTensor> findUnchecked(const Judge &J, int Fn) {
  const FunctionFacts &F = J.flow.function(Fn);
  UncheckedTensor R;
  for (size_t K = 0; K < F.instrs.size() && R.check < 0; ++K) {
    const api::Row *Row = rowOf(F.instrs[K]);
    bool OnDevice = Row && Row->role == api::Role::DeviceTest &&
                    std::string_view(Row->info) != "cpu";
    int Param = OnDevice ? parameterOf(F, F.instrs[K].receiver) : -1;
    if (Param >= 0 && throwsUnless(F, int(K))) {
      R.check = int(K);
      R.checked = Param;
    }
  }
  for (size_t K = 0; K < F.instrs.size() && R.check >= 0; ++K) {
    const Instr &I = F.instrs[K];
    if (!isLauncher(J, I))
      continue;
    bool GetsChecked = false;
    int Odd = -1;
    for (int O : I.operands) {
      int P = parameterOf(F, O);
      GetsChecked |= P == R.checked;
      if (P >= 0 && P != R.checked && Odd < 0 &&
          F.vars[P].type.role == TypeRole::Tensor && !asksDeviceOf(J, Fn, P) &&
          !isReplaced(F, P))
        Odd = P;
    }
    if (!GetsChecked || Odd < 0)
      continue;
    R.call = int(K);
    R.unchecked = Odd;
    return R;
  }
  return std::nullopt;
}

} // namespace torchtidy
