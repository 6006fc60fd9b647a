//===- FakeTensor.h - tensors that claim to be on a device ------*- C++ -*-===//
//
// A fake tensor is an ordinary c10::TensorImpl with an accelerator's device and
// dispatch keys, DispatchKey::Fake, and a storage that wraps another one on the
// CPU. What is fake stands in the storage, not in a subclass: `set_data`,
// shallow copies, views, `torch::save` and modules built before the rehearsal
// began all work by LibTorch's own code, which copies storages and keys.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_RUNTIME_FAKETENSOR_H
#define TORCHTIDY_RUNTIME_FAKETENSOR_H

#include "runtime/Version.h"
#include <cstdint>

namespace torchtidy {
namespace rt {

/// Names the operator call that made a storage; see Origins.h. 0: unknown.
using OriginId = uint32_t;

/// The context of a fake storage's DataPtr.
struct FakeStorage {
  c10::Storage inner; ///< where the values are: on the CPU, or meta for none
  c10::Device device;
  OriginId origin = 0;
  /// Unique, inside memory that can't be read: reading it on the host faults,
  /// as an address on a GPU does.
  char *address = nullptr;
  size_t bytes = 0;          ///< reserved at address
  bool shapeIsGuess = false; ///< no shape rule was known: only devices count
  at::DataPtr kept;          ///< memory of a CPU tensor that lost its values
  FakeStorage *previous = nullptr, *next = nullptr; ///< all that live

  FakeStorage(c10::Storage Inner, c10::Device D, OriginId Origin)
      : inner(std::move(Inner)), device(D), origin(Origin) {}
};

/// A fake tensor over one that has no plain storage to wrap: sparse, quantized.
/// Here a subclass holds the CPU tensor.
class OpaqueFake final : public c10::TensorImpl {
public:
  at::Tensor inner;
  OriginId origin;

  OpaqueFake(at::Tensor Inner, c10::Device D, OriginId Origin);
  c10::intrusive_ptr<c10::TensorImpl>
  shallow_copy_and_detach(const c10::VariableVersion &Version,
                          bool AllowChange) const override;
  c10::intrusive_ptr<c10::TensorImpl>
  shallow_copy_and_detach(c10::VariableVersion &&Version,
                          bool AllowChange) const override;
  void
  shallow_copy_from(const c10::intrusive_ptr<c10::TensorImpl> &From) override;
  c10::Layout layout_impl() const override { return inner.layout(); }
  /// After an operator wrote to the inner one.
  void takeSizes();
};

/// Null if \p T is none.
OpaqueFake *opaqueFake(const at::TensorBase &T);

/// True for a tensor whose fake twin is an OpaqueFake.
bool isOpaque(const at::Tensor &T);

inline bool isFake(const at::TensorBase &T) {
  return T.defined() && T.key_set().has(c10::DispatchKey::Fake);
}

/// Null if \p S is no fake storage.
FakeStorage *fakeStorage(const c10::Storage &S);
FakeStorage *fakeStorage(const at::TensorBase &T);

/// A fake storage over \p Inner.
c10::Storage makeFakeStorage(const c10::Storage &Inner, c10::Device D,
                             OriginId Origin);

/// A fake tensor with the metadata of \p Inner, a CPU tensor, over \p Storage.
at::Tensor wrap(const at::Tensor &Inner, const c10::Storage &Storage);

/// The same for a view of \p Base: it has its storage and is an inference
/// tensor only if its base is, whatever the mode.
at::Tensor wrapView(const at::Tensor &Inner, const at::Tensor &Base);

/// The CPU or meta tensor behind a fake one: the same memory, sizes and
/// strides.
at::Tensor unwrap(const at::TensorBase &Fake);

/// A meta tensor with the metadata of \p T over \p S, a meta storage.
at::Tensor metaLike(const at::TensorBase &T, const c10::Storage &S);

/// After an operator wrote to \p Inner (made by unwrap), takes over what it
/// changed: sizes, strides, type of storage.
void refresh(const at::Tensor &Fake, const at::Tensor &Inner);

/// True if the host touched memory of a fake tensor at \p Address, which may
/// have died lately; names its device and origin.
bool findFakeAddress(const void *Address, c10::Device &D, OriginId &Origin);

/// A CPU tensor's storage behind an address that a fake tensor's data_ptr gave.
bool innerStorageAt(const void *Address, c10::Storage &Inner, size_t &Offset);

/// Number of fake storages that live.
size_t liveFakeStorages();

} // namespace rt
} // namespace torchtidy

#endif
