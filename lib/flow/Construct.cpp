//===- Construct.cpp - options and devices ----------------------*- C++ -*-===//
#include "flow/Interp.h"

namespace torchtidy {
namespace flow {

using facts::NoValue;

Value Interp::operand(const Instr &I, size_t K) {
  if (K >= I.operands.size() || I.operands[K] == NoValue)
    return Value();
  Value V = read(vals[I.operands[K]]);
  if (V.role == TypeRole::Other)
    V.role = fun.instrs[I.operands[K]].type.role;
  return V;
}

std::vector<Value> Interp::operands(const Instr &I) {
  std::vector<Value> R;
  for (size_t K = 0; K < I.operands.size(); ++K)
    R.push_back(operand(I, K));
  return R;
}

/// The device that a value names or has, as a value of \p Role.
Value Interp::deviceOfValue(const Value &V, TypeRole Role) {
  Value R;
  R.role = Role;
  R.hasDevice = V.role == TypeRole::TensorOptions ? V.hasDevice : Tri::Yes;
  for (const Alt &A : V.alts) {
    Alt D;
    D.device = A.device;
    // A type has no index.
    if (Role == TypeRole::DeviceType && D.device.kind == Device::Concrete)
      D.device.index = -1;
    addAlt(R, D);
  }
  if (R.alts.size() > 1) {
    // One of several: unknown which, but one.
    R.alts.clear();
    Alt D;
    addAlt(R, D);
  }
  return R;
}

Value Interp::makeDevice(const Instr &I) {
  Value R;
  R.role = TypeRole::Device;
  R.hasDevice = Tri::Yes;
  Value From = operand(I, 0);
  if (From.role == TypeRole::String && !From.text.empty() && From.isConst) {
    Device D = Device::parse(From.text);
    if (D.kind == Device::Concrete) {
      Alt A;
      A.device = D;
      addAlt(R, A);
      return R;
    }
  }
  if (!From.alts.empty())
    R = deviceOfValue(From, TypeRole::Device);
  else {
    // A name or index that only the run knows: some device, one.
    Alt A;
    A.device = choice(-1000000 - int(&I - fun.instrs.data()));
    addAlt(R, A);
  }
  if (I.operands.size() > 1 && R.alts.size() == 1 &&
      R.alts[0].device.kind == Device::Concrete) {
    Value Index = operand(I, 1);
    if (Index.isConst && !Index.text.empty())
      R.alts[0].device.index = std::atoi(Index.text.c_str());
    else
      R.alts[0].device.index = Device::AnyIndex;
  }
  return R;
}

Value Interp::makeOptions(const std::vector<Value> &Args) {
  Value R;
  R.role = TypeRole::TensorOptions;
  R.hasDevice = Tri::No;
  for (const Value &V : Args) {
    if (V.role == TypeRole::TensorOptions) {
      R.requiresGrad |= V.requiresGrad;
      if (V.hasDevice != Tri::No) {
        R.alts = V.alts;
        R.hasDevice = V.hasDevice;
      }
    } else if (namesDevice(V.role) || V.role == TypeRole::String) {
      R = deviceOfValue(V, TypeRole::TensorOptions);
      R.hasDevice = Tri::Yes;
    } else if (V.role == TypeRole::Optional && V.known()) {
      R = deviceOfValue(V, TypeRole::TensorOptions);
      R.hasDevice = Tri::Unknown;
    }
  }
  return R;
}

Value Interp::optionsCall(const Instr &I, const api::Row *R) {
  std::string_view What = R ? R->info : "";
  std::vector<Value> Args = operands(I);
  Value Base;
  Base.role = TypeRole::TensorOptions;
  Base.hasDevice = Tri::No;
  if (I.receiver != NoValue) {
    Base = read(vals[I.receiver]);
    Base.path = -1;
    // The getter of the same name.
    if (Args.empty() && What == "device")
      return deviceOfValue(Base, TypeRole::Device);
    if (Args.empty()) {
      Value V;
      V.role = I.type.role;
      return V;
    }
  }
  Base.role = TypeRole::TensorOptions;
  if (What == "device" || What == "merge") {
    Value V = makeOptions(Args);
    // device(kCUDA, 1)
    if (Args.size() == 2 && V.alts.size() == 1 && Args[1].isConst &&
        V.alts[0].device.kind == Device::Concrete)
      V.alts[0].device.index = std::atoi(Args[1].text.c_str());
    V.requiresGrad |= Base.requiresGrad;
    return What == "merge" && V.hasDevice == Tri::No ? Base : V;
  }
  if (What == "requires_grad") {
    Base.requiresGrad = Args.empty() || Args[0].text == "true";
    return Base;
  }
  if (What == "cuda" || What == "cpu") {
    Alt A;
    A.device = Device::concrete(std::string(What));
    Base.alts = {A};
    Base.hasDevice = Tri::Yes;
  } else if (What == "device_index") {
    Alt A;
    bool Known = Args.size() == 1 && Args[0].isConst;
    A.device =
        Device::concrete("cuda", Known ? std::atoi(Args[0].text.c_str()) : -1);
    Base.alts = {A};
    Base.hasDevice = Tri::Yes;
  }
  return Base;
}

} // namespace flow
} // namespace torchtidy
