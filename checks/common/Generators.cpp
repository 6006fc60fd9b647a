//===- Generators.cpp - random numbers that a module draws ------*- C++ -*-===//
#include "checks/common/Clashes.h"
#include "checks/common/State.h"

namespace torchtidy {

using flow::Alt;
using flow::Meeting;
using flow::Site;

/// The store that makes a member's generator on cpu, when every one does.
static const flow::StoreEvent *madeOnCpu(const Member &M) {
  for (const flow::StoreEvent *E : M.stores) {
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
        const flow::StoreEvent *E = M.path == Path ? madeOnCpu(M) : nullptr;
        std::optional<Level> L;
        if (E)
          L = clashLevel(J, int(Fn), X.b, false);
        if (!L || !Told.insert(Path).second)
          continue;
        Finding &F = J.report(
            "torch-unregistered-state", *L, storedSpan(J, *E),
            "generator '" + M.name + "' of '" + M.cls->name +
                "' is made on cpu and no 'to()' moves it; it has to be of the "
                "device of what it fills, " +
                J.nameOf(X.b) + J.whereabouts(X.b),
            Judge::fault(E->at));
        Origin O;
        O.kind = "member";
        O.module = M.cls->name;
        O.member = M.name;
        O.made = J.span(E->at);
        F.origins.push_back(std::move(O));
        F.notes.push_back(
            J.note("'" + M.name + "' is declared here", M.field->span));
        F.notes.push_back({"used here", J.span(X.at)});
        F.notes.push_back({"take the device's own where it is used: "
                           "at::globalContext().defaultGenerator(x.device())",
                           {}});
      }
    }
  }
}

} // namespace torchtidy
