//===- Version.h - what differs between versions of LibTorch ----*- C++ -*-===//
//
// The one place that knows. Everything else in this folder is written against
// the names below.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_RUNTIME_VERSION_H
#define TORCHTIDY_RUNTIME_VERSION_H

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>
#include <c10/core/StorageImpl.h>
#include <torch/csrc/api/include/torch/version.h>

namespace torchtidy {
namespace rt {

/// major * 100 + minor, as `propagate` wants it: 113, 206, 214.
constexpr int LibTorchVersion = TORCH_VERSION_MAJOR * 100 + TORCH_VERSION_MINOR;

/// LibTorch's device index and optional are other types in later versions.
using DeviceIndex = c10::DeviceIndex;
template <typename T> using Optional = c10::optional<T>;

/// 1.13 hands `CUDAHooksInterface` its device as int64_t, later ones as
/// DeviceIndex.
#if TORCH_VERSION_MAJOR >= 2
#define TT_HOOKS_INDEX ::c10::DeviceIndex
#define TT_HOOKS_HAVE_INIT 1
#else
#define TT_HOOKS_INDEX int64_t
#define TT_HOOKS_HAVE_INIT 0
#endif

/// A storage whose memory belongs to \p Data.
inline c10::Storage makeStorage(size_t Bytes, at::DataPtr Data) {
  return c10::Storage(c10::make_intrusive<c10::StorageImpl>(
      c10::StorageImpl::use_byte_size_t(), Bytes, std::move(Data),
      /*allocator=*/nullptr, /*resizable=*/false));
}

inline void setStorage(c10::TensorImpl &Impl, const c10::Storage &S) {
  Impl.set_storage_keep_dtype(S);
}

/// True if this operator's own LibTorch kernel is the composite one, which only
/// calls other operators.
inline bool isOnlyComposite(const c10::OperatorHandle &Op) {
  return Op.hasKernelForDispatchKey(
             c10::DispatchKey::CompositeImplicitAutograd) &&
         !Op.hasKernelForDispatchKey(c10::DispatchKey::CPU);
}

} // namespace rt
} // namespace torchtidy

#endif
