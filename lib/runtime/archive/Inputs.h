//===- Inputs.h - example inputs, as people write them ----------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_ARCHIVE_INPUTS_H
#define TORCHTIDY_RUNTIME_ARCHIVE_INPUTS_H

#include <ATen/core/ivalue.h>
#include <string>

namespace torchtidy {
namespace archive {

/// "1x3x224x224", "2x16:int64:0..1000", "scalar:float32", "int=3",
/// "float=0.5", "bool=true", "str=mean", "none", "[1x3,1x4]" (a list).
/// Tensors are on the CPU, drawn from a generator with a fixed seed: normal
/// for floating types, 0 or 1 for others unless a range [low, high) is given.
/// Throws std::runtime_error with a readable reason.
c10::IValue parseInput(const std::string &Text);

/// The same value with its tensors on \p Device.
c10::IValue moveInput(const c10::IValue &V, c10::Device Device);

} // namespace archive
} // namespace torchtidy

#endif
