//===- Generators.cpp - random numbers that a module draws ------*- C++ -*-===//
#include "checks/common/Clashes.h"
#include "checks/common/State.h"

namespace torchtidy {

/// The store that makes a member's generator on cpu, when every one does.
static const StoreEvent *madeOnCpu(const Member &M) {
  for (const StoreEvent *E : M.stores) {
    if (E->at.instr < 0 || E->value.alts.empty())
      return nullptr;
    for (const Alt &A : E->value.alts)
      if (!A.device.isConcrete("cpu"))
        return nullptr;
  }
  return M.stores.empty() ? nullptr : M.stores.front();
}

/// A generator fills tensors of its own device only, and no 'to()' moves it.
void checkGenerators(Judge &J) {
  std::set<int> Told;
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    if (!J.inModule(int(Fn)) || J.constructs(int(Fn)))
      continue;
    for (const Meeting &X : J.flow.of(int(Fn)).meetings) {
      const int Path = X.generator ? J.memberOf(X.a.device) : -1;
      if (Path < 0)
        continue;
      for (const Member &M : J.members()) {
        const StoreEvent *E = M.path == Path ? madeOnCpu(M) : nullptr;
        std::optional<Level> L;
        if (E)
          L = clashLevel(J, int(Fn), X.b, false);
        if (!L || !Told.insert(Path).second)
          continue;
        J.report(
             "torch-unregistered-state", *L, storedSpan(J, *E),
             "generator '" + M.name + "' of '" + M.cls->name +
                 "' is made on cpu and no 'to()' moves it; it has to be of the "
                 "device of what it fills, " +
                 J.nameOf(X.b) + J.whereabouts(X.b),
             Judge::fault(E->at))
            .origin("member", E->at)
            .ofModule(M.cls)
            .ofMember(M.name)
            .declaredHere(*M.field, M.name)
            .note("used here", X.at)
            .advise("take the device's own where it is used: "
                    "at::globalContext().defaultGenerator(x.device())");
      }
    }
  }
}

} // namespace torchtidy
