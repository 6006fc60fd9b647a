//===- RedundantTransfer.cpp - made on cpu, moved right away ----*- C++ -*-===//
//
// docs/checks/torch-redundant-transfer.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Clashes.h"
#include "checks/common/Transfers.h"

namespace torchtidy {

void checkRedundantTransfer(Judge &J) {
  for (const Transfer &T : redundantTransfers(J)) {
    const Instr &Made = J.flow.instr(T.made);
    // A device draws other numbers from a seed than the cpu does.
    const bool Random = api::isRandom(Made.api);
    J.report("torch-redundant-transfer", Level::Advice, T.made,
             "'" + Made.callee + "' makes a tensor on cpu that is moved to " +
                 flow::describe(J.flow, T.to) +
                 " right away; each time costs a copy")
        .origin("factory", T.made)
        .byFactory(Made.callee)
        .note("moved here", T.move)
        .advise(Random
                    ? "make it on the device, where a seed gives other numbers"
                    : "make it on the device: pass it, or options that name "
                      "it, to '" +
                          Made.callee + "'")
        .fix(makeThere(J, T.made, T.move));
  }
}

} // namespace torchtidy
