//===- CarriedState.cpp - tensors of agents and pipelines -------*- C++ -*-===//
//
// A class that is no module, but moves its networks to a device: what it
// forgets stays on cpu.
//
//===----------------------------------------------------------------------===//
#include "checks/common/Clashes.h"
#include "checks/common/State.h"
#include <algorithm>

namespace torchtidy {

namespace {
struct Kept {
  const StoreEvent *store = nullptr;
  Site source;
  bool zeroDim = true;
};
} // namespace

/// Every store leaves a tensor made on cpu with no device in mind, and nobody
/// moves it.
static bool keptOnCpu(const Judge &J, const Member &M, Kept &K) {
  for (const StoreEvent *E : M.stores) {
    if (E->at.instr < 0 || E->selfMove || E->registered)
      return false;
    for (const Alt &A : E->value.alts) {
      if (A.undefined)
        continue;
      if (!A.device.isConcrete("cpu") || A.moved || A.sources.empty() ||
          !madeWithoutDevice(A.sources.front()))
        return false;
      K.zeroDim &= A.zeroDim == Tri::Yes;
      if (!K.store && J.constructs(E->at.fn)) {
        K.store = E;
        K.source = {A.sources.front().fn, A.sources.front().instr};
      }
    }
    if (E->value.alts.empty())
      return false;
  }
  return K.store != nullptr;
}

/// In the same function the argument meets a module: it is where that is.
static bool meetsModule(const Judge &J, int Fn, const Device &D) {
  return std::any_of(J.flow.of(Fn).meetings.begin(),
                     J.flow.of(Fn).meetings.end(), [&](const Meeting &M) {
                       const Alt &Input = M.moduleA ? M.b : M.a;
                       return M.moduleA != M.moduleB &&
                              Input.device.kind == Device::Symbol &&
                              Input.device.symbol == D.symbol;
                     });
}

/// The partner is on the device that the class moves its networks to.
static bool onTheDevice(const Judge &J, int Fn, const Device &D) {
  if (D.kind != Device::Symbol)
    return D.isAccelerator();
  return J.isChosen(D) || (J.flow.names[D.symbol].kind == Symbol::Param &&
                           meetsModule(J, Fn, D));
}

static const Meeting *clashOf(const Judge &J, const Member &M, bool ZeroDim) {
  for (const Meeting *X : M.meetings) {
    const Side S = J.sideOf(*X, M);
    if (S.refused && !(ZeroDim && S.unlessScalar) &&
        !J.constructs(X->call.fn) && onTheDevice(J, X->at.fn, S.other.device))
      return X;
  }
  return nullptr;
}

void checkCarriedState(Judge &J) {
  for (const Member &M : J.carried()) {
    Kept K;
    if (M.role != TypeRole::Tensor || M.registered || !J.closed(*M.cls) ||
        !keptOnCpu(J, M, K))
      continue;
    const Meeting *X = clashOf(J, M, K.zeroDim);
    if (!X)
      continue;
    J.report("torch-unregistered-state", Level::Likely,
             K.store->part ? J.flow.instr(K.source).span
                           : storedSpan(J, *K.store),
             "tensor member '" + M.name + "' of '" + M.cls->name +
                 "' may not be moved with the rest of it; it stays on cpu",
             Judge::fault(K.source))
        .origin("member", K.source)
        .byFactory(J.flow.instr(K.source).callee)
        .ofModule(M.cls)
        .ofMember(M.name)
        .declaredHere(*M.field, M.name)
        .noteIn("meets " + J.nameOf(J.sideOf(*X, M).other) + " here", X->at)
        .advise("move it where the others are moved: " + M.name + " = " +
                M.name + ".to(device)");
  }
}

} // namespace torchtidy
