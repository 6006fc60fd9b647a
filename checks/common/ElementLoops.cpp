//===- ElementLoops.cpp - values read one by one ----------------*- C++ -*-===//
#include "checks/common/Guards.h"
#include "checks/common/HostMemory.h"
#include <algorithm>
#include <optional>

namespace torchtidy {

void findElementLoops(Judge &J) {
  for (size_t Fn = 0; Fn < J.flow.size(); ++Fn) {
    const FunctionFacts &F = J.flow.function(int(Fn));
    std::optional<Guards> Branches;
    for (size_t Id = 0; Id < F.instrs.size(); ++Id) {
      const Instr &I = F.instrs[Id];
      const api::Row *R = rowOf(I);
      // An element of a tensor, asked for its value.
      if (!R || R->role != api::Role::HostValue || givesMemory(F, I) ||
          I.receiver < 0 || F.instrs[I.receiver].receiver < 0)
        continue;
      const Instr &Element = F.instrs[I.receiver];
      const api::Row *Of = rowOf(Element);
      const Value &V = J.flow.of(int(Fn)).values[I.receiver];
      bool OnDevice =
          !V.alts.empty() &&
          std::all_of(V.alts.begin(), V.alts.end(), [](const Alt &A) {
            return A.device.kind == Device::Concrete &&
                   !A.device.isConcrete("cpu") && !A.device.isConcrete("meta");
          });
      if (!Of || std::string_view(Of->info) != "index" || !OnDevice)
        continue;
      if (!Branches)
        Branches.emplace(F);
      if (!Branches->loops(int(Id)))
        continue;
      std::string Name = nameIn(F, Element.receiver);
      J.report("torch-host-access", Level::Advice, Site{int(Fn), int(Id)},
               "each value of '" + Name + "' is fetched from " +
                   flow::describe(J.flow, V.alts[0].device) +
                   " by itself, and each waits for the device")
          .advise("copy once, before the loop: auto host = " + Name +
                  ".cpu();");
    }
  }
}

} // namespace torchtidy
