//===- Taught.cpp - functions that aren't LibTorch's ------------*- C++ -*-===//
//
// What a project, a pack or an annotation says of a function. facts::teach has
// put its calls into the form of LibTorch's.
//
//===----------------------------------------------------------------------===//
#include "flow/Interp.h"
#include <algorithm>

namespace torchtidy {
namespace flow {

using facts::NoValue;

std::string Interp::nameOfArg(const Instr &I, size_t K) {
  std::string Name = K < I.args.size() ? I.args[K].param : "";
  return Name.empty() ? "argument " + std::to_string(K) : Name;
}

/// What the arguments are asked for, as Operators.def says it; "" for nothing.
static std::string askedOf(const facts::Instr &I,
                           const std::vector<std::string> &Names) {
  std::string Spec = "same";
  bool Any = false;
  for (size_t K = 0; K < I.args.size() && K < Names.size(); ++K) {
    const facts::ArgFact &A = I.args[K];
    Any |= A.onCpu || A.compared;
    if (A.onCpu || !A.compared)
      Spec += " " + Names[K] + "@99=" + (A.onCpu ? "cpu" : "any");
  }
  return Any ? Spec : "";
}

/// Arguments that have to be on the CPU, or on one device.
void Interp::meetTaught(const Instr &I, int Id) {
  // Where devices are crossed on purpose, the function knows how.
  if (!recording || crosses(I))
    return;
  std::vector<Arg> Args;
  std::vector<std::string> Names;
  for (size_t K = 0; K < I.operands.size(); ++K) {
    // A name in a specification has no spaces.
    Names.push_back("a" + std::to_string(K));
    addArg(Args, Names.back(), operand(I, K));
  }
  std::string Spec = askedOf(I, Names);
  if (Spec.empty())
    return;
  size_t Meetings = out.meetings.size(), Hosts = out.hostArguments.size();
  meet(Id, I.callee, Args, false, Spec);
  // Under their own names for who reads of it.
  auto Own = [&](std::string &Name) {
    size_t K = std::strtoul(Name.c_str() + 1, nullptr, 10);
    Name = nameOfArg(I, K);
  };
  for (size_t M = Meetings; M < out.meetings.size(); ++M) {
    Own(out.meetings[M].argA);
    Own(out.meetings[M].argB);
  }
  for (size_t H = Hosts; H < out.hostArguments.size(); ++H)
    Own(out.hostArguments[H].arg);
}

bool Interp::hasBody(const Instr &I) const {
  int Callee = I.calleeId.empty() ? -1 : F.functionIndex(I.calleeId);
  return Callee >= 0 && !F.function(Callee).blocks.empty();
}

Value Interp::answerOnCpu(const Instr &I, int Id, Source::Kind Kind) {
  Value V;
  V.role = I.type.role;
  Alt A;
  A.device = Device::concrete("cpu");
  A.identity = made(Id);
  A.fresh = true;
  Source S;
  S.kind = Kind;
  S.fn = fn;
  S.instr = Id;
  A.sources = {S};
  // Who brings tensors to the CPU for it means what comes out to be there.
  A.moved = std::any_of(I.args.begin(), I.args.end(),
                        [](const facts::ArgFact &X) { return X.onCpu; });
  addAlt(V, A);
  return V;
}

/// An operator of a library, or of the project's own.
Value Interp::taughtOperator(const Instr &I, int Id) {
  meetTaught(I, Id);
  std::vector<Arg> Args;
  for (size_t K = 0; K < I.operands.size(); ++K) {
    bool Decides = I.returnsDeviceOf >= 0
                       ? int(K) == I.returnsDeviceOf
                       : K < I.args.size() && I.args[K].compared;
    if (Decides)
      addArg(Args, nameOfArg(I, K), operand(I, K));
  }
  Value V;
  V.role = I.type.role;
  bool Gives = V.tensorLike() || V.role == TypeRole::Container ||
               V.role == TypeRole::Tuple || V.role == TypeRole::Optional ||
               V.role == TypeRole::Other || V.role == TypeRole::Dependent;
  if (!Gives)
    return V;
  if (I.onCpu)
    return answerOnCpu(I, Id, Source::CpuHelper);
  if (Args.empty())
    return V;
  V = combine(Args, I.type.role, Id);
  std::vector<Alt> Alts;
  Alts.swap(V.alts);
  for (Alt &A : Alts) {
    A.zeroDim = Tri::Unknown;
    addAlt(V, A);
  }
  return V;
}

/// A pointer to memory of the host or of a device.
Value Interp::taughtMemory(const Instr &I, const api::Row &R) {
  Value V;
  V.role = I.type.role;
  Alt A;
  A.device = Device::concrete(R.info);
  addAlt(V, A);
  return V;
}

Value Interp::taughtCall(const Instr &I, int Id) {
  if (int Callee = F.functionIndex(I.calleeId); Callee >= 0)
    F.summary(Callee).calledBy.insert(fn);
  const api::Row *R = api::findRow(I.api);
  if (!R || R->role == api::Role::Operator)
    return taughtOperator(I, Id);
  if (R->role == api::Role::HostMemory)
    return taughtMemory(I, *R);
  return apiCall(I, Id);
}

} // namespace flow
} // namespace torchtidy
