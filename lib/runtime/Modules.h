//===- Modules.h - which member of which module a tensor is -----*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_MODULES_H
#define TORCHTIDY_RUNTIME_MODULES_H

#include "runtime/common/Symbols.h"
#include <ATen/core/Tensor.h>
#include <c10/util/intrusive_ptr.h>
#include <memory>
#include <string>
#include <vector>

namespace c10 {
namespace ivalue {
struct Object;
}
} // namespace c10

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

/// The attributes of a TorchScript module, at the end of `to` or load. Keeps
/// nothing alive.
void noteScript(const c10::intrusive_ptr<c10::ivalue::Object> &Root);

struct MemberInfo {
  enum Kind { Parameter, Buffer, Unregistered } kind = Unregistered;
  std::string name;     ///< "mask"
  bool script = false;  ///< attribute of a TorchScript module
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

/// A member of a live module, of type torch::Tensor.
struct TensorSlot {
  std::weak_ptr<const torch::nn::Module> module;
  const c10::TensorImpl *const *place; ///< inside the module
  const c10::TensorImpl *held;         ///< there, when it was looked at
  std::string name, owner, modulePath;
  /// Another tensor is registered in the module under the member's name.
  bool drifted;

  /// True while the module lives and the member has not been assigned anew.
  bool stillHolds() const { return module.lock() && *place == held; }
};

/// The members of all known modules that hold a tensor which none registers,
/// by debug info. Reads addresses only: other threads may assign at any time.
std::vector<TensorSlot> unregisteredSlots(Symbols &S);

/// Looks \p T up, or the tensor that it is a view of. Unregistered members are
/// found with debug info only.
bool findMember(const at::Tensor &T, Symbols &S, MemberInfo &Out);

} // namespace rt
} // namespace torchtidy

#endif
