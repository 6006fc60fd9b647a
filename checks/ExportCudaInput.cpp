//===- ExportCudaInput.cpp - exports that would pin a device ----*- C++ -*-===//
//
// docs/checks/torch-export-cuda-input.md
//
//===----------------------------------------------------------------------===//
#include "checks/common/Exports.h"

namespace torchtidy {

static std::string harmOf(const PinnedExport &X, bool Known) {
  return X.saves() ? "the file loads only where that device is, or with a "
                     "device given to 'load'"
         : Known   ? "the export keeps that device for good"
                   : "the export may keep that device for good";
}

static const char *adviceOf(const PinnedExport &X) {
  if (X.saves())
    return X.module ? "save on cpu, then move back: model->to(torch::kCPU)"
                    : "save a copy on cpu: x.cpu()";
  return X.module ? "export on cpu, then move the result: "
                    "model.to(torch::kCPU) before, load(path, device) after"
                  : "export on cpu, then move the result: pass example.cpu(), "
                    "and the exported module to(device)";
}

void checkExportCudaInput(Judge &J) {
  for (const PinnedExport &X : pinnedExports(J)) {
    const flow::SinkEvent &E = *X.sink;
    const bool Known = X.what.device.kind == Device::Concrete;
    const std::string What = X.module    ? "a module"
                             : X.saves() ? "a tensor"
                                         : "an input";
    Report F = J.report("torch-export-cuda-input",
                        X.saves() ? Level::Advice
                        : Known   ? Level::Certain
                                  : Level::Likely,
                        X.at,
                        "'" + E.name + "' is given " + What + " on " +
                            flow::describe(J.flow, X.what.device) + "; " +
                            harmOf(X, Known));
    F.origin(X.module ? "module" : "argument", X.at).byFactory(E.name);
    if (Site Made = J.madeAt(X.what); Made.instr >= 0)
      F.note("made here", Made);
    if (E.call.instr >= 0 && !(E.call == E.at))
      F.note("exported here", E.at);
    F.advise(adviceOf(X));
  }
}

} // namespace torchtidy
