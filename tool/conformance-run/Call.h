//===- Call.h - a recorded call on this LibTorch's schema -------*- C++ -*-===//
#ifndef TORCHTIDY_CONFORMANCE_RUN_CALL_H
#define TORCHTIDY_CONFORMANCE_RUN_CALL_H

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace torchtidy {
namespace conformance {

/// This LibTorch lacks the operator, an argument or a type: nothing to compare.
struct Lacks : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What tensors hold: PyTorch's answer depends on none of it, a CPU kernel
/// may refuse some.
enum class Fill { Nothing, Fractions, Definite, Zeros, Ones };
constexpr Fill AllFills[] = {Fill::Fractions, Fill::Definite, Fill::Zeros,
                             Fill::Ones};

/// Throws Lacks.
c10::OperatorHandle findOperator(const nlohmann::json &Line);

/// The boxed arguments of the call, in the schema's order with its defaults.
/// Tensors are made anew on their devices, so under a mode they are fake.
/// Throws Lacks, and std::runtime_error for a malformed line.
torch::jit::Stack makeStack(const c10::OperatorHandle &Op,
                            const nlohmann::json &Line, Fill F);

} // namespace conformance
} // namespace torchtidy

#endif
