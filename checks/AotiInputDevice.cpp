//===- AotiInputDevice.cpp - inputs of AOTInductor packages -----*- C++ -*-===//
//
// docs/checks/torch-aoti-input-device.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Packages.h"

namespace torchtidy {

void checkAotiInputDevice(Judge &J) {
  for (const OddInput &O : findOddInputs(J)) {
    Report X = J.report(
        "torch-aoti-input-device", O.level, O.made,
        "an input of an AOTInductor package " +
            std::string(O.level == Level::Certain ? "is" : "may be") + " on " +
            flow::describe(J.flow, O.device) +
            (O.package ? ", the package on " : ", another on ") +
            flow::describe(J.flow, O.other) +
            "; nothing checks it, and the package reads memory that isn't "
            "there");
    if (!(O.made == O.given))
      X.note("given to the package here", O.given);
    if (O.package)
      for (Site S : O.opened)
        X.note("opened here", S);
    X.advise("move every input to the package's device: x.to(device); "
             "AOTI_RUNTIME_CHECK_INPUTS=1 makes a run check them");
  }
}

} // namespace torchtidy
