//===- Inner.h - running an operator's CPU kernel ---------------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_INNER_H
#define TORCHTIDY_RUNTIME_INNER_H

#include "runtime/FakeTensor.h"
#include "runtime/OpInfo.h"

namespace torchtidy {
namespace rt {

/// Runs \p Op on the CPU tensors of \p Stack. Types that the CPU's kernels lack
/// (half) are computed as float and rounded back.
void runInner(const c10::OperatorHandle &Op, const OpInfo &Info,
              torch::jit::Stack &Stack);

/// The CPU tensor behind a tensor over an address that a fake one's data_ptr
/// gave (from_blob). Throws a clear error for any other.
at::Tensor innerOfRaw(const at::Tensor &T);

/// Throws c10::NotImplementedError for a result that can't be a fake tensor:
/// nested, MKL-DNN.
void refuseUnusual(const at::Tensor &T);

/// Of the own kernels those that also stand in when only CPU tensors meet.
Kernel findKernelForCpu(const std::string &Name);

} // namespace rt
} // namespace torchtidy

#endif
