//===- HostAccess.cpp - the host's hand on a tensor's memory ----*- C++ -*-===//
//
// A pointer or an accessor may be taken of any tensor and handed to a kernel:
// only where the host goes through it does its tensor's device matter.
//
//===----------------------------------------------------------------------===//
#include "flow/Interp.h"

namespace torchtidy {
namespace flow {

using facts::NoValue;
using facts::Op;

constexpr size_t MaxAccesses = 400;

bool pointsToNumbers(const facts::TypeFact &T) {
  if (T.role != TypeRole::Pointer || T.args.empty())
    return false;
  switch (T.args[0].role) {
  case TypeRole::Number:
  case TypeRole::Bool:
  case TypeRole::Void:
  case TypeRole::Dependent:
    return true;
  default:
    return false;
  }
}

/// Places that are read or written, not only named: `&p[3]` touches nothing.
void Interp::findTouched() {
  touched.assign(fun.instrs.size(), 0);
  auto Mark = [&](int O) {
    if (O != NoValue)
      touched[O] = 1;
  };
  for (const Instr &I : fun.instrs) {
    if (I.op == Op::AddressOf ||
        (I.op == Op::Return && fun.returnType.reference))
      continue;
    for (int O : I.operands)
      Mark(O);
    Mark(I.receiver);
  }
  for (const facts::Block &B : fun.blocks)
    Mark(B.cond);
}

/// The host goes through a pointer or accessor of the tensor \p V.
void Interp::touch(const Value &V, Site At, int Id, bool Always) {
  if (!recording || st.hostOnly)
    return;
  for (const Alt &A : V.alts) {
    if (A.undefined || A.device.kind == Device::Unknown ||
        A.device.isConcrete("cpu") || out.hostAccesses.size() >= MaxAccesses)
      continue;
    if (A.device.kind == Device::Symbol) {
      auto It = st.refined.find(A.device.symbol);
      if (It != st.refined.end() && It->second.isConcrete("cpu"))
        continue;
    }
    HostAccess H{At, {fn, Id}, A, Always && V.alts.size() == 1};
    out.hostAccesses.push_back(std::move(H));
  }
}

void Interp::touchThrough(int Pointer, int Id) {
  if (!recording || Pointer == NoValue ||
      !pointsToNumbers(fun.instrs[Pointer].type))
    return;
  const Value V = read(vals[Pointer]);
  if (V.role == TypeRole::Pointer)
    touch(V, {fn, Id}, Id, true);
}

/// A function that reads or writes what its pointers point to.
void Interp::touchArguments(const Instr &I, int Id) {
  for (int O : I.operands)
    touchThrough(O, Id);
}

/// A pointer or an accessor lies where its tensor lies.
Value Interp::hostValue(const Instr &I) {
  Value V;
  V.role = I.type.role;
  if (I.receiver == NoValue ||
      (V.role != TypeRole::Pointer && V.role != TypeRole::Record))
    return V;
  V = read(vals[I.receiver]);
  V.path = -1;
  V.role = I.type.role;
  V.elements.clear();
  return V;
}

/// A row of an accessor is another; its element is the tensor's memory.
Value Interp::hostElement(const Instr &I, int Id) {
  Value V;
  V.role = I.type.role;
  if (I.receiver == NoValue)
    return V;
  Value Of = read(vals[I.receiver]);
  Of.path = -1;
  if (!I.type.reference) {
    Of.role = I.type.role;
    return Of;
  }
  if (touched[Id])
    touch(Of, {fn, Id}, Id, true);
  return V;
}

} // namespace flow
} // namespace torchtidy
