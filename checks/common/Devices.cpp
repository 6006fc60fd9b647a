//===- Devices.cpp - devices that code names or asks for --------*- C++ -*-===//
#include "checks/common/Devices.h"
#include "checks/common/Edits.h"
#include "checks/common/Trace.h"
#include <algorithm>

namespace torchtidy {

/// A call of LibTorch's that answers a tensor's device.
static bool asksTensor(const FunctionFacts &F, int Id) {
  const Instr &I = F.instrs[Id];
  const api::Row *R = rowOf(I);
  int Of = I.receiver >= 0          ? I.receiver
           : I.operands.size() == 1 ? I.operands[0]
                                    : -1;
  // Not the type of a device: that has no index.
  bool Whole =
      I.type.role == TypeRole::Device || I.type.role == TypeRole::Optional;
  return R && R->role == api::Role::DeviceOf && Whole && Of >= 0 &&
         F.instrs[Of].type.role == TypeRole::Tensor;
}

bool isDeviceOfTensor(const FunctionFacts &F, int Id) {
  std::vector<int> From = originsOf(F, Id);
  return !From.empty() && std::all_of(From.begin(), From.end(),
                                      [&](int O) { return asksTensor(F, O); });
}

static bool known(const Value &V) {
  return V.alts.size() == 1 && V.alts[0].device.kind == Device::Concrete;
}

/// What `Device(gpu ? kCUDA : kCPU)` is made of.
static void partsOf(const FunctionFacts &F, int Id, std::set<int> &To,
                    unsigned Depth = 0) {
  for (int O : originsOf(F, Id)) {
    const Instr &I = F.instrs[O];
    bool Wraps = I.op == Op::Construct && I.operands.size() == 1 &&
                 I.operands[0] >= 0 && Depth < 8 &&
                 F.instrs[I.operands[0]].type.role != TypeRole::String;
    if (Wraps)
      partsOf(F, I.operands[0], To, Depth + 1);
    else
      To.insert(O);
  }
}

/// All that the project stores to a member.
static std::vector<Device> ofMember(const Judge &J, int Member) {
  std::vector<Device> R;
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
    for (const StoreEvent &E : J.flow.of(int(Fn)).stores) {
      if (J.memberOf(E.path) != Member)
        continue;
      if (!known(E.value))
        return {};
      R.push_back(E.value.alts[0].device);
    }
  return R;
}

std::vector<Device> devicesOf(const Judge &J, int Fn, int Id) {
  const FunctionFacts &F = J.flow.function(Fn);
  const std::vector<Value> &Values = J.flow.of(Fn).values;
  if (known(Values[Id]))
    return {Values[Id].alts[0].device};
  if (F.instrs[Id].op == Op::Field) {
    int Member = J.memberOf(Values[Id].path);
    return Member < 0 ? std::vector<Device>() : ofMember(J, Member);
  }
  std::vector<Device> R;
  std::set<int> Parts;
  partsOf(F, Id, Parts);
  for (int P : Parts) {
    if (!known(Values[P]))
      return {};
    R.push_back(Values[P].alts[0].device);
  }
  return R;
}

bool asksForIndex(const FunctionFacts &F) {
  return std::any_of(F.instrs.begin(), F.instrs.end(), [](const Instr &I) {
    const api::Row *R = rowOf(I);
    return R && R->role == api::Role::DeviceIndex;
  });
}

bool isIndexless(const Device &D) {
  static const std::set<std::string> Types = {
      "cuda", "hip", "xpu", "mps", "xla", "hpu", "mtia", "privateuseone"};
  return D.kind == Device::Concrete && D.index == -1 && Types.count(D.type);
}

/// The literal type that a device is made from where it is compared; null.
static const Instr *typeWithin(const FunctionFacts &F, const Instr &Device) {
  if (Device.op != Op::Construct || Device.operands.size() != 1 ||
      Device.operands[0] < 0 ||
      Device.text.find_first_of("({") == std::string::npos)
    return nullptr;
  const Instr &Type = F.instrs[Device.operands[0]];
  return Type.op == Op::Const && Type.type.role == TypeRole::DeviceType
             ? &Type
             : nullptr;
}

std::optional<Fix> compareTypes(const Judge &J, const FunctionFacts &F,
                                const Instr &Theirs, const Instr &Ours) {
  if (Theirs.span.macro || Ours.span.macro ||
      Theirs.type.role != TypeRole::Device)
    return std::nullopt;
  Fix X = insert("compare types", endOf(J.span(Theirs.span)), ".type()");
  const Span Whole = J.span(Ours.span);
  if (const Instr *Type = typeWithin(F, Ours)) {
    const Span Kept = J.span(Type->span);
    if (Type->span.macro || Kept.offset < Whole.offset ||
        Kept.endOffset > Whole.endOffset)
      return std::nullopt;
    X.edits.push_back({before(Whole, Kept), ""});
    X.edits.push_back({behind(Whole, Kept), ""});
    return X;
  }
  // A device type converts by itself; a device is asked for its own.
  bool Written = Ours.text.find_first_of("({") != std::string::npos;
  if (Ours.op != Op::Construct || Written)
    X.edits.push_back({endOf(Whole), ".type()"});
  return X;
}

} // namespace torchtidy
