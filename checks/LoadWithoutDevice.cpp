//===- LoadWithoutDevice.cpp - loaded wherever the file says ----*- C++ -*-===//
//
// docs/checks/torch-load-without-device.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Loads.h"

namespace torchtidy {

static std::string message(const Judge &J, const UnmovedLoad &L) {
  const std::string Load = "'" + J.flow.instr(L.at).callee + "'";
  const bool Sure = L.level == Level::Certain;
  if (L.optimizer)
    return Load + " of an optimizer takes no device; its state " +
           (Sure ? "comes" : "may come") +
           " back on the device of the file, not on that of the parameters";
  const std::string What = L.archive  ? "the archive"
                           : L.tensor ? "the tensor"
                                      : "the module";
  if (L.uses.fn < 0)
    return Load + " takes no device and nothing moves " + What +
           "; a file from an accelerator may not load without one";
  return Load + " takes no device and nothing moves " + What + "; it " +
         (Sure ? "is" : "may be") + " on the device of the file, " +
         (L.tensor ? "what it meets on " : "its input on ") +
         flow::describe(J.flow, L.meets);
}

void checkLoadWithoutDevice(Judge &J) {
  for (const UnmovedLoad &L : findUnmovedLoads(J)) {
    const facts::Instr &I = J.flow.instr(L.at);
    Finding &X = J.report("torch-load-without-device", L.level, I.span,
                          message(J, L), Judge::fault(L.at));
    Origin O;
    O.kind = L.optimizer ? "result" : "module";
    O.factory = I.callee;
    O.made = J.span(I.span);
    X.origins.push_back(std::move(O));
    if (L.uses.fn >= 0)
      X.notes.push_back({L.tensor ? "meets it here" : "meets its input here",
                         J.span(L.uses)});
    if (L.beside.fn >= 0)
      X.notes.push_back({"a device is given here", J.span(L.beside)});
    X.notes.push_back({"pass the device: " + I.callee + "(…, device)" +
                           (L.optimizer ? "" : ", or move what was loaded"),
                       {}});
  }
}

} // namespace torchtidy
