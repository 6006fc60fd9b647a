//===- Devices.h - devices that code names or asks for ----------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_DEVICES_H
#define TORCHTIDY_CHECKS_COMMON_DEVICES_H

#include "checks/common/Judge.h"
#include <optional>

namespace torchtidy {

/// The value is what LibTorch answered when it was asked for a tensor's device,
/// kept in a variable or not.
bool isDeviceOfTensor(const facts::FunctionFacts &F, int Id);

/// The devices that a value may be: by the flow, or else by all that its
/// variable or member is given and by both sides of a condition. Empty: one of
/// them isn't known.
std::vector<flow::Device> devicesOf(const Judge &J, int Fn, int Id);

/// The function asks some device for its index, so it knows that there may be
/// none.
bool asksForIndex(const facts::FunctionFacts &F);

/// An accelerator without an index, of a type whose tensors always have one.
bool isIndexless(const flow::Device &D);

/// `x.device() == d` becomes `x.device().type() == d.type()`; of
/// `torch::Device(torch::kCUDA)` the type is what remains.
std::optional<Fix> compareTypes(const Judge &J, const FunctionFacts &F,
                                const Instr &Theirs, const Instr &Ours);

} // namespace torchtidy

#endif
