//===- State.cpp - joining what holds on two ways ---------------*- C++ -*-===//
#include "flow/State.h"
#include <algorithm>

namespace torchtidy {
namespace flow {

static bool same(const Device &A, const Device &B) {
  return A.kind == B.kind && A.type == B.type && A.index == B.index &&
         A.symbol == B.symbol;
}

static bool same(const Value &A, const Value &B) {
  return A.role == B.role && A.alts == B.alts && A.hasDevice == B.hasDevice &&
         A.requiresGrad == B.requiresGrad && A.path == B.path &&
         A.handles == B.handles && A.lambda == B.lambda &&
         A.text == B.text && A.never == B.never &&
         std::equal(A.elements.begin(), A.elements.end(), B.elements.begin(),
                    B.elements.end(),
                    [](const Value &X, const Value &Y) { return same(X, Y); });
}

static bool same(const FlatMap<int, Device> &A, const FlatMap<int, Device> &B) {
  return std::equal(A.begin(), A.end(), B.begin(), B.end(),
                    [](const auto &X, const auto &Y) {
                      return X.first == Y.first && same(X.second, Y.second);
                    });
}

bool State::operator==(const State &O) const {
  return reachable == O.reachable && hostOnly == O.hostOnly &&
         registered == O.registered && contains == O.contains &&
         assigned == O.assigned &&
         std::equal(alias.begin(), alias.end(), O.alias.begin(),
                    O.alias.end()) &&
         same(objects, O.objects) && same(refined, O.refined) && env == O.env;
}

/// A handle of devices (Device, TensorOptions …): one device, or a choice.
static void joinDevices(Value &R, const Value &A, const Value &B,
                        const Device &Choice) {
  R.alts.clear();
  R.hasDevice = join(A.hasDevice, B.hasDevice);
  if (A.alts.empty() || B.alts.empty())
    return;
  if (A.alts == B.alts) {
    R.alts = A.alts;
    return;
  }
  Alt C;
  C.device = Choice;
  addAlt(R, C);
}

/// `if (gpu) t = t.cuda();` leaves a tensor that was moved on one way and not
/// on the other, most often for a reason that the flow can't see: what wasn't
/// moved claims nothing.
static void forgetUnmoved(Value &V) {
  for (Alt &Cpu : V.alts) {
    if (!Cpu.device.isConcrete("cpu") || Cpu.sources.empty() || Cpu.moved)
      continue;
    for (const Alt &Moved : V.alts)
      if (Moved.moved && !Moved.device.isConcrete("cpu") &&
          std::includes(Moved.sources.begin(), Moved.sources.end(),
                        Cpu.sources.begin(), Cpu.sources.end())) {
        Cpu.device = Device::unknown();
        break;
      }
  }
  std::vector<Alt> Old;
  Old.swap(V.alts);
  for (Alt &A : Old)
    addAlt(V, std::move(A));
}

bool sameValue(const Value &A, const Value &B) { return same(A, B); }

Value joinValues(const Value &A, const Value &B, const Device &Choice) {
  if (same(A, B) || B.never)
    return A;
  if (A.never)
    return B;
  Value R;
  R.role = A.role == TypeRole::Other ? B.role : A.role;
  R.path = A.path == B.path ? A.path : -1;
  R.handles = A.handles && B.handles;
  R.lambda = A.lambda == B.lambda ? A.lambda : -1;
  if (R.lambda >= 0)
    R.captures = A.captures;
  R.text = A.text == B.text ? A.text : "";
  switch (R.role) {
  case TypeRole::Device:
  case TypeRole::DeviceType:
  case TypeRole::TensorOptions:
  case TypeRole::Dtype:
  case TypeRole::String:
    joinDevices(R, A, B, Choice);
    return R;
  default:
    break;
  }
  if (A.elements.size() == B.elements.size())
    for (size_t I = 0; I < A.elements.size(); ++I)
      R.elements.push_back(joinValues(A.elements[I], B.elements[I], Choice));
  R.alts = A.alts;
  for (const Alt &X : B.alts)
    addAlt(R, X);
  // What is known on one way only is unknown on the other.
  bool Collects = R.role == TypeRole::Container || R.role == TypeRole::Tuple ||
                  R.role == TypeRole::Other;
  if (A.alts.empty() != B.alts.empty() && !Collects)
    addAlt(R, Alt());
  forgetUnmoved(R);
  return R;
}

void applyRefinements(Value &V, const State &S) {
  if (!S.refines())
    return;
  bool Tensors = V.tensorLike() || V.role == TypeRole::Container ||
                 V.role == TypeRole::Tuple || V.role == TypeRole::Optional;
  std::vector<Alt> Old;
  Old.swap(V.alts);
  for (Alt A : Old) {
    if (A.device.kind == Device::Symbol) {
      auto It = S.refined.find(A.device.symbol);
      if (It != S.refined.end() && It->second.kind == Device::Symbol)
        A.device = It->second;
    } else if (Tensors && A.device.isConcrete("cpu")) {
      if (S.hostOnly)
        A.device = Device::unknown();
      for (const auto &[Symbol, D] : S.refined)
        if (D.isConcrete("cpu"))
          A.device = Device::symbolic(Symbol);
    }
    addAlt(V, std::move(A));
  }
  for (Value &E : V.elements)
    applyRefinements(E, S);
}

} // namespace flow
} // namespace torchtidy
