//===- LostLeaf.cpp - a gradient that a move leaves behind ------*- C++ -*-===//
//
// docs/checks/torch-lost-leaf.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Clashes.h"
#include "checks/common/Leaves.h"

namespace torchtidy {

using facts::Instr;

void checkLostLeaf(Judge &J) {
  for (const LostLeaf &L : findLostLeaves(J)) {
    const Instr &M = J.flow.instr(L.move);
    const bool Sure = L.level == Level::Certain;
    Finding &X = J.report(
        "torch-lost-leaf", L.level, M.span,
        "the result of '" + M.callee + "' " + (Sure ? "is" : "may be") +
            " no leaf: what it was made from requires grad" +
            (L.optimizer ? ", and an optimizer refuses the result"
                         : ", and the gradient of the result stays undefined"),
        Judge::fault(L.move));
    Origin O;
    O.kind = "result";
    O.made = J.span(M.span);
    X.origins.push_back(std::move(O));
    if (L.made.fn >= 0)
      X.notes.push_back({"made here", J.span(L.made)});
    X.notes.push_back({L.optimizer ? "given to an optimizer here"
                                   : "its gradient is read here",
                       J.span(L.use)});
    X.notes.push_back({"make it on the device, or move first and ask for the "
                       "gradient then: x.to(device).requires_grad_()",
                       {}});
    if (std::optional<Fix> There = makeThere(J, L.made, L.move))
      X.fixes.push_back(std::move(*There));
  }
}

} // namespace torchtidy
