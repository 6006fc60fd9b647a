//===- Values.h - rehearsals without values ---------------------*- C++ -*-===//
//
// In a mode without values a fake tensor's inner storage is LibTorch's meta
// device: sizes, strides and types, and no memory. What decides is the storage,
// not the mode: tensors outlive modes, and one mode may meet another's.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_RUNTIME_META_VALUES_H
#define TORCHTIDY_RUNTIME_META_VALUES_H

#include "runtime/FakeTensor.h"
#include "runtime/OpInfo.h"

namespace torchtidy {
namespace rt {

/// The program, or PyTorch's FakeTensorMode in its place, wants a value that is
/// not known.
class ValuesUnknown : public c10::Error {
public:
  using c10::Error::Error;
};

/// Throws ValuesUnknown that names \p Op.
[[noreturn]] void stopForValues(const OpInfo &Op);
/// Throws ValuesUnknown: the shape is not known since \p Op.
[[noreturn]] void stopForShape(const OpInfo &Op);

/// False: \p T is fake and has sizes only. OpaqueFakes and tensors of the
/// program's own have theirs.
bool hasValues(const at::TensorBase &T);
/// True if the sizes of \p T are a guess.
bool shapeIsGuess(const at::TensorBase &T);

/// True if \p Op can't run without the values of its arguments: its answer, or
/// the shape of it, depends on them. \p Arguments as they were given.
bool needsValues(const OpInfo &Op, c10::ArrayRef<c10::IValue> Arguments);

/// A meta storage of that many bytes.
c10::Storage metaStorage(size_t Bytes);

/// A meta tensor with the sizes, strides and type of \p T. Those over one
/// storage share one storage.
class Shadows {
public:
  at::Tensor of(const at::Tensor &T);

private:
  c10::SmallVector<std::pair<const void *, c10::Storage>, 4> Made;
};

/// From now on \p T, which has values, has none; and all that share its memory.
/// \p Shadow is its stand-in, whose storage becomes its.
void dropValues(const at::Tensor &T, const at::Tensor &Shadow);

} // namespace rt
} // namespace torchtidy

#endif
