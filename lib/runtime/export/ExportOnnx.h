//===- ExportOnnx.h - TorchScript to an ONNX file's bytes -------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_EXPORT_EXPORTONNX_H
#define TORCHTIDY_RUNTIME_EXPORT_EXPORTONNX_H

#include <string>
#include <torch/csrc/jit/api/module.h>
#include <vector>

namespace torchtidy {
namespace exporting {

/// The bytes of an ONNX file. \p M on the CPU, in evaluation mode; \p Path for
/// its places. \p Steps gets what was done, a sentence each: exported, checked,
/// compared; also if a later one throws. Throws ExportError: operators that
/// can't be exported, a model that ONNX's checker refuses, or numbers that
/// differ.
std::string exportOnnx(const torch::jit::Module &M, const std::string &Path,
                       const std::vector<c10::IValue> &Inputs,
                       std::vector<std::string> &Steps);

} // namespace exporting
} // namespace torchtidy

#endif
