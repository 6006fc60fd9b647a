//===- Values.cpp - rehearsals without values -----------------------------===//
#include "runtime/meta/Values.h"
#include "runtime/Origins.h"
#include <algorithm>
#include <c10/core/Allocator.h>
#include <c10/util/SmallVector.h>

using namespace c10;

namespace torchtidy {
namespace rt {
namespace {

std::string nameOf(const OpInfo &Op) {
  return Op.overload.empty() ? Op.name : Op.name + "." + Op.overload;
}

bool isMask(const IValue &V) {
  if (!V.isTensor() || !V.toTensor().defined())
    return false;
  auto Type = V.toTensor().scalar_type();
  return Type == kBool || Type == kByte;
}

} // namespace

void stopForValues(const OpInfo &Op) {
  throw ValuesUnknown(
      {__func__, __FILE__, __LINE__},
      "torch-rehearse: " + nameOf(Op) +
          " asks for values, and this rehearsal has none: rehearse with real "
          "values to go on from here");
}

void stopForShape(const OpInfo &Op) {
  throw ValuesUnknown(
      {__func__, __FILE__, __LINE__},
      "torch-rehearse: how many tensors " + nameOf(Op) +
          " returns, or what shape they have, can't be told without values: "
          "rehearse with real values to go on from here");
}

bool hasValues(const at::TensorBase &T) {
  FakeStorage *F = fakeStorage(T);
  return !F || !F->inner.device().is_meta();
}

bool shapeIsGuess(const at::TensorBase &T) {
  FakeStorage *F = fakeStorage(T);
  return F && F->shapeIsGuess;
}

bool needsValues(const OpInfo &Op, ArrayRef<IValue> Arguments) {
  switch (Op.values) {
  case OpInfo::Never:
    return false;
  case OpInfo::Always:
    return true;
  case OpInfo::Masks:
    for (const IValue &V : Arguments)
      if (V.isList())
        for (const IValue &E : V.toListRef())
          if (isMask(E))
            return true;
    return false;
  case OpInfo::Lengths:
    // The size is their sum, unless the caller says it.
    for (size_t N = 0; N != Arguments.size(); ++N)
      if (Op.argumentNames[N] == "output_size")
        return Arguments[N].isNone();
    return true;
  }
  return true;
}

Storage metaStorage(size_t Bytes) {
  // Resizable, as those that LibTorch makes are.
  return Storage(make_intrusive<StorageImpl>(StorageImpl::use_byte_size_t(),
                                             Bytes, DataPtr(nullptr, kMeta),
                                             GetAllocator(kMeta),
                                             /*resizable=*/true));
}

at::Tensor Shadows::of(const at::Tensor &T) {
  if (T.is_meta())
    return T;
  if (FakeStorage *F = fakeStorage(T))
    if (F->inner.device().is_meta())
      return unwrap(T);
  if (!T.has_storage())
    return metaLike(T, metaStorage(T.numel() * T.itemsize()));
  const void *Key = T.storage().unsafeGetStorageImpl();
  auto It = std::find_if(Made.begin(), Made.end(),
                         [&](const auto &M) { return M.first == Key; });
  if (It == Made.end()) {
    Made.push_back({Key, metaStorage(T.storage().nbytes())});
    It = Made.end() - 1;
  }
  return metaLike(T, It->second);
}

void dropValues(const at::Tensor &T, const at::Tensor &Shadow) {
  if (FakeStorage *F = fakeStorage(T)) {
    F->inner = Shadow.storage();
    return;
  }
  if (!T.has_storage() || T.is_meta())
    return;
  // Every view of the memory sees it, for they share the storage. The program
  // may hold a pointer into the memory, so that is kept.
  auto *Impl = T.storage().unsafeGetStorageImpl();
  Storage Fake = makeFakeStorage(Shadow.storage(), kCPU, originsOf(T).made);
  FakeStorage *F = fakeStorage(Fake);
  DataPtr Data = Fake.unsafeGetStorageImpl()->set_data_ptr(DataPtr());
  F->kept = Impl->set_data_ptr(std::move(Data));
  // And checks follow the tensor itself out of the mode.
  T.unsafeGetTensorImpl()->shallow_copy_from(
      wrap(Shadow, T.storage()).getIntrusivePtr());
}

} // namespace rt
} // namespace torchtidy
