//===- Refine.cpp - what a branch says of devices ---------------*- C++ -*-===//
#include "flow/Interp.h"

namespace torchtidy {
namespace flow {

using facts::NoValue;
using facts::Op;

State Interp::refine(const State &S, const facts::Block &B, bool Taken) {
  State R = S;
  std::swap(st, R);
  refineBy(st, B.cond, Taken);
  std::swap(st, R);
  return R;
}

/// The two are on one device on this way.
void Interp::equate(State &S, const Value &A, const Value &B) {
  if (A.alts.size() != 1 || B.alts.size() != 1)
    return;
  Device X = A.alts[0].device, Y = B.alts[0].device;
  if (X.kind == Device::Symbol && Y.kind == Device::Symbol) {
    // What a field held follows what it is compared with.
    if (F.names[Y.symbol].kind == Symbol::Field &&
        F.names[X.symbol].kind != Symbol::Field)
      std::swap(X, Y);
    if (X.symbol != Y.symbol)
      S.refined[X.symbol] = Y;
  } else if (X.kind == Device::Symbol && Y.kind == Device::Concrete) {
    S.refined[X.symbol] = Y;
  } else if (Y.kind == Device::Symbol && X.kind == Device::Concrete) {
    S.refined[Y.symbol] = X;
  }
}

/// A variable or member that says which device the program uses: no tensor's.
static bool keepsDevice(const facts::Instr &I) {
  return (I.op == Op::Var || I.op == Op::Field) &&
         (I.type.role == TypeRole::Device ||
          I.type.role == TypeRole::DeviceType);
}

/// `device == torch::kCPU`, `device_count() > 0` …
void Interp::refineByCompare(State &S, const Instr &I, bool Taken) {
  Value A = read(vals[I.operands[0]]), B = read(vals[I.operands[1]]);
  bool Equal = (I.text == "==" && Taken) || (I.text == "!=" && !Taken);
  bool AnyAvailable = A.text == "available" || B.text == "available";
  if (AnyAvailable) {
    // device_count() == 0, device_count() > 0, is_available() == false …
    bool None = (I.text == ">" && !Taken) || (I.text == "<" && Taken) ||
                (I.text == ">=" && !Taken) || Equal;
    if (None)
      S.hostOnly = true;
    return;
  }
  if (Equal) {
    // `if (device == torch::kCPU)`: the program runs on the host there.
    for (int K : {0, 1})
      S.hostOnly |= keepsDevice(fun.instrs[I.operands[K]]) &&
                    (K ? A : B).alts.size() == 1 &&
                    (K ? A : B).alts[0].device.isConcrete("cpu");
    return equate(S, A, B);
  }
  // `device != kCPU` on its other side was handled above; `device == kCUDA`
  // not taken is taken for cpu: there are two devices in most programs.
  bool Differs = (I.text == "==" && !Taken) || (I.text == "!=" && Taken);
  if (!Differs)
    return;
  for (auto *Pair : {&A, &B}) {
    Value &Sym = *Pair, &Other = Pair == &A ? B : A;
    if (Sym.alts.size() == 1 && Other.alts.size() == 1 &&
        Sym.alts[0].device.kind == Device::Symbol &&
        Other.alts[0].device.kind == Device::Concrete &&
        Other.alts[0].device.type != "cpu")
      S.refined[Sym.alts[0].device.symbol] = Device::concrete("cpu");
  }
}

/// `x.is_cuda()`, `torch::cuda::is_available()` …
void Interp::refineByCall(State &S, const Instr &I, int Cond, bool Taken) {
  switch (I.api.empty() ? api::Role::Operator : api::roleOf(I.api)) {
  case api::Role::DeviceTest: {
    if (I.receiver == NoValue)
      return;
    Value V = read(vals[I.receiver]);
    const api::Row *Row = api::findRow(I.api);
    bool Cpu = std::string_view(Row->info) == "cpu";
    // Not an accelerator: cpu, for most programs.
    if (V.alts.size() == 1 && V.alts[0].device.kind == Device::Symbol &&
        Cpu == Taken)
      S.refined[V.alts[0].device.symbol] = Device::concrete("cpu");
    return;
  }
  case api::Role::Available:
    if (!Taken)
      S.hostOnly = true;
    return;
  case api::Role::Defined:
    return;
  default:
    // A helper of the project that answers what device_count() says.
    if (read(vals[Cond]).text == "available" && !Taken)
      S.hostOnly = true;
    return;
  }
}

void Interp::refineBy(State &S, int Cond, bool Taken) {
  if (Cond == NoValue || Cond >= int(fun.instrs.size()))
    return;
  const Instr &I = fun.instrs[Cond];
  if (I.op == Op::Not && !I.operands.empty())
    return refineBy(S, I.operands[0], !Taken);
  if (I.op == Op::Other && I.operands.size() == 1)
    return refineBy(S, I.operands[0], Taken);
  // A flag that was computed before: `bool gpu = torch::cuda::is_available();`
  if (I.op == Op::Var || I.op == Op::Field) {
    const Value V = read(vals[Cond]);
    if (V.text == "available" && !Taken)
      S.hostOnly = true;
  } else if (I.op == Op::Compare) {
    if (I.operands.size() == 2 && I.operands[0] != NoValue &&
        I.operands[1] != NoValue)
      refineByCompare(S, I, Taken);
  } else if (I.op == Op::Call) {
    refineByCall(S, I, Cond, Taken);
  }
}

} // namespace flow
} // namespace torchtidy
