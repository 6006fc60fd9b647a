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
/// Hooks say whether the library was built for the device from 2.14 at the
/// latest, where autograd's engine asks them.
#if TORCH_VERSION_MAJOR * 100 + TORCH_VERSION_MINOR >= 207
#define TT_HOOKS_HAVE_BUILT 1
#else
#define TT_HOOKS_HAVE_BUILT 0
#endif

/// From 2.3 on an allocator says how its memory is copied, and is no longer
/// const when it allocates.
#if TORCH_VERSION_MAJOR * 100 + TORCH_VERSION_MINOR >= 203
#define TT_ALLOCATOR_COPIES 1
#define TT_ALLOCATOR_CONST
#else
#define TT_ALLOCATOR_COPIES 0
#define TT_ALLOCATOR_CONST const
#endif

/// Nodes of autograd's graph are counted in themselves from 2.14 at the latest.
template <class Node> auto makeNode(at::Device D) {
#if TORCH_VERSION_MAJOR * 100 + TORCH_VERSION_MINOR >= 214
  return c10::make_intrusive<Node>(D);
#else
  return std::make_shared<Node>(D);
#endif
}

/// An error of ours needs no stack of LibTorch's, which is a string in 1.13 and
/// computed when asked for later.
inline c10::Error makeError(std::string Message) {
#if TORCH_VERSION_MAJOR >= 2
  return c10::Error(std::move(Message), /*backtrace=*/nullptr);
#else
  return c10::Error(std::move(Message), /*backtrace=*/"");
#endif
}

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
