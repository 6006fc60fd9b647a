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
    const Instr &I = J.flow.instr(L.at);
    Report X =
        J.report("torch-load-without-device", L.level, L.at, message(J, L));
    X.origin(L.optimizer ? "result" : "module", L.at).byFactory(I.callee);
    if (L.uses.fn >= 0)
      X.note(L.tensor ? "meets it here" : "meets its input here", L.uses);
    if (L.beside.fn >= 0)
      X.note("a device is given here", L.beside);
    X.advise("pass the device: " + I.callee + "(…, device)" +
             (L.optimizer ? "" : ", or move what was loaded"));
  }
}

} // namespace torchtidy
