//===- Run.h - one run of an archive on a device ----------------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_ARCHIVE_RUN_H
#define TORCHTIDY_RUNTIME_ARCHIVE_RUN_H

#include "runtime/archive/Archive.h"
#include <ATen/core/ivalue.h>
#include <torch/csrc/jit/api/module.h>

namespace torchtidy {
namespace archive {

enum class Way {
  Move,   ///< load onto the CPU, then `to(device)`
  Load,   ///< load onto the device
  AsSaved ///< load with no device, inputs where the first parameter is
};

struct Ran {
  RunOn run;
  std::vector<Finding> findings;
  std::map<std::string, std::set<unsigned>> lines;
};

/// Runs the method once, in a mode that keeps going. \p Inputs are on the CPU.
/// What goes wrong inside stands in the result. Throws BadArchive if the file
/// can't be loaded.
Ran runOnce(const Options &O, const std::vector<c10::IValue> &Inputs,
            c10::Device Device, Way W);

/// Rehearses with inputs that need no words; `O.inputs` is not read.
Result rehearseWith(const Options &O, const std::vector<c10::IValue> &Inputs);

/// Names of the method's arguments, `self` left out, and how many have no
/// default. Throws BadArchive if there is no such method.
struct Signature {
  std::vector<std::string> names;
  size_t required = 0;
  std::string text; ///< "forward(Tensor x, int n=1)"
};
Signature signatureOf(const torch::jit::Module &M, const Options &O);

} // namespace archive
} // namespace torchtidy

#endif
