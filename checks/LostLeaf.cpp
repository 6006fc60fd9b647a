//===- LostLeaf.cpp - a gradient that a move leaves behind ------*- C++ -*-===//
//
// docs/checks/torch-lost-leaf.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Clashes.h"
#include "checks/common/Leaves.h"

namespace torchtidy {

void checkLostLeaf(Judge &J) {
  for (const LostLeaf &L : findLostLeaves(J)) {
    const Instr &M = J.flow.instr(L.move);
    const bool Sure = L.level == Level::Certain;
    Report X = J.report(
        "torch-lost-leaf", L.level, L.move,
        "the result of '" + M.callee + "' " + (Sure ? "is" : "may be") +
            " no leaf: what it was made from requires grad" +
            (L.optimizer ? ", and an optimizer refuses the result"
                         : ", and the gradient of the result stays undefined"));
    X.origin("result", L.move);
    if (L.made.fn >= 0)
      X.note("made here", L.made);
    X.note(L.optimizer ? "given to an optimizer here"
                       : "its gradient is read here",
           L.use)
        .advise("make it on the device, or move first and ask for the gradient "
                "then: x.to(device).requires_grad_()")
        .fix(makeThere(J, L.made, L.move));
  }
}

} // namespace torchtidy
