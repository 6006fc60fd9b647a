//===- Members.h - tensors that a module keeps unregistered -----*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_EXPORT_MEMBERS_H
#define TORCHTIDY_RUNTIME_EXPORT_MEMBERS_H

#include <ATen/core/Tensor.h>
#include <string>
#include <torch/nn/module.h>
#include <vector>

namespace torchtidy {
namespace exporting {

struct UnregisteredMember {
  std::string path;  ///< "encoder.0.cache", "anchors[1]"
  std::string owner; ///< "EncoderImpl"
  at::Tensor tensor;
};

/// Members of type Tensor or vector of Tensor, in the whole tree, that hold a
/// tensor and share memory with no parameter or buffer. Found by debug info;
/// empty without.
std::vector<UnregisteredMember>
unregisteredMembers(const torch::nn::Module &Root);

} // namespace exporting
} // namespace torchtidy

#endif
