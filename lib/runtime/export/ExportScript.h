//===- ExportScript.h - an archive with every tensor on the CPU -*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_EXPORT_EXPORTSCRIPT_H
#define TORCHTIDY_RUNTIME_EXPORT_EXPORTSCRIPT_H

#include "runtime/archive/Archive.h"
#include <torch/csrc/jit/api/module.h>

namespace torchtidy {
namespace exporting {

/// The bytes of an archive: the one at `O.path`, loaded onto the CPU and saved
/// anew, so that it loads wherever it is told to. What was saved is loaded
/// again and run on \p Inputs (on the CPU): first there, then, unless \p Wanted
/// is the CPU, on that rehearsed device. \p Steps gets what was done, a
/// sentence each. Throws ExportError if it does not run, clashes or gives other
/// numbers.
std::string exportScript(const archive::Options &O,
                         const std::vector<c10::IValue> &Inputs,
                         c10::Device Wanted, std::vector<std::string> &Steps);

/// "parameter 'fc.weight' of Linear is on cuda:0": the first tensor of \p M,
/// its graphs' constants included, that isn't on the CPU; empty if all are.
std::string offCpu(const torch::jit::Module &M, const std::string &Path);

/// The largest difference of two tensors of one size, relative to the largest
/// number of \p A, or to 1; infinite if sizes differ.
double relativeDifference(const at::Tensor &A, const at::Tensor &B);

} // namespace exporting
} // namespace torchtidy

#endif
