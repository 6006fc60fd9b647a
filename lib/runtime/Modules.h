//===- Modules.h - which member of which module a tensor is -----*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_MODULES_H
#define TORCHTIDY_RUNTIME_MODULES_H

#include "runtime/common/Symbols.h"
#include <ATen/core/Tensor.h>
#include <string>

namespace torch {
namespace nn {
class Module;
}
} // namespace torch

namespace torchtidy {
namespace rt {

/// Remembers the tree under \p Root: paths, classes, registered tensors. Keeps
/// none of it alive. \p Moved: by `to`, which is news even if the root is
/// known.
void noteModule(const torch::nn::Module &Root, bool Moved = true);

/// A tensor just registered in \p Owner, which may be under construction.
void noteRegistered(const torch::nn::Module &Owner, const std::string &Name,
                    const at::Tensor &T, bool Buffer);

struct MemberInfo {
  enum Kind { Parameter, Buffer, Unregistered } kind = Unregistered;
  std::string name;     ///< "mask"
  std::string owner;    ///< class that declares or registers it, "ns::Net"
  bool rebound = false; ///< unregistered, and another tensor has its name
  bool loose =
      false; ///< others were moved, and no tree that was holds its module
  std::string
      modulePath; ///< of its module in its root: "encoder.0"; "" for the root
  std::string path() const {
    return modulePath.empty() ? name : modulePath + "." + name;
  }
};

/// Looks \p T up, or the tensor that it is a view of. Unregistered members are
/// found with debug info only.
bool findMember(const at::Tensor &T, Symbols &S, MemberInfo &Out);

} // namespace rt
} // namespace torchtidy

#endif
