//===- KeepGoing.h - after a mismatch, as if the tensor had been moved ----===//
#ifndef TORCHTIDY_RUNTIME_KEEPGOING_H
#define TORCHTIDY_RUNTIME_KEEPGOING_H

#include <ATen/core/Tensor.h>

namespace torchtidy {
namespace rt {

/// \p Result comes of tensors on several devices. Had the odd one been moved,
/// its gradient would be moved back on the way; the engine refuses a gradient
/// on another device. Its node is told so by the next settleGradients():
/// autograd attaches it only after the operator.
void moveGradientsBack(const at::Tensor &Result);

/// At the start of every operator.
void settleGradients();

} // namespace rt
} // namespace torchtidy

#endif
