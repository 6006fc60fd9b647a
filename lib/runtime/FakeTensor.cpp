//===- FakeTensor.cpp - tensors that claim to be on a device --------------===//
#include "runtime/FakeTensor.h"
#include <atomic>
#include <sys/mman.h>

using namespace c10;

namespace torchtidy {
namespace rt {
namespace {

/// All live fake storages, so that an address can be told from the others. A
/// spin lock: it is held for a few instructions.
struct LiveList {
  std::atomic_flag lock = ATOMIC_FLAG_INIT;
  FakeStorage *head = nullptr;
  std::atomic<size_t> size{0};
  /// The last ones that died: a pointer may outlive its tensor.
  struct Dead {
    char *address = nullptr;
    size_t bytes = 0;
    Device device{kCPU};
    OriginId origin = 0;
  };
  static constexpr size_t MaxDead = 1024;
  Dead dead[MaxDead];
  size_t deaths = 0;

  struct Guard {
    LiveList &list;
    explicit Guard(LiveList &L) : list(L) {
      while (list.lock.test_and_set(std::memory_order_acquire)) {
      }
    }
    ~Guard() { list.lock.clear(std::memory_order_release); }
  };

  void add(FakeStorage *F) {
    Guard G(*this);
    F->next = head;
    if (head)
      head->previous = F;
    head = F;
    size.fetch_add(1, std::memory_order_relaxed);
  }
  void remove(FakeStorage *F) {
    Guard G(*this);
    (F->previous ? F->previous->next : head) = F->next;
    if (F->next)
      F->next->previous = F->previous;
    dead[deaths++ % MaxDead] = {F->address, F->bytes, F->device, F->origin};
    size.fetch_sub(1, std::memory_order_relaxed);
  }
};

/// Never destroyed: tensors of static lifetime die after it would.
LiveList &live() {
  static LiveList *L = new LiveList;
  return *L;
}

/// Address space that nothing can read or write. Wraps around when it is used
/// up; addresses only serve identity and diagnosis.
struct AddressSpace {
  char *base = nullptr;
  size_t size = 0;
  std::atomic<size_t> used{0};

  AddressSpace() {
    for (size_t Wanted = size_t(1) << 44; Wanted >= (size_t(1) << 32);
         Wanted >>= 2) {
      void *P = mmap(nullptr, Wanted, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (P != MAP_FAILED) {
        base = static_cast<char *>(P);
        size = Wanted;
        return;
      }
    }
  }
  char *reserve(size_t Bytes) {
    if (!base || Bytes > size / 2)
      return reinterpret_cast<char *>(size_t(512));
    for (;;) {
      size_t At = used.fetch_add(Bytes, std::memory_order_relaxed) % size;
      if (At + Bytes <= size)
        return base + At;
    }
  }
};

AddressSpace &addresses() {
  static AddressSpace *A = new AddressSpace;
  return *A;
}

size_t rounded(size_t Bytes) { return (Bytes + 512) & ~size_t(511); }

void release(void *Context) {
  auto *F = static_cast<FakeStorage *>(Context);
  live().remove(F);
  delete F;
}

DataPtr makeData(FakeStorage *F) {
  return DataPtr(F->address, F, &release, F->device);
}

} // namespace

FakeStorage *fakeStorage(const Storage &S) {
  if (!S || S.data_ptr().get_deleter() != &release)
    return nullptr;
  return static_cast<FakeStorage *>(S.data_ptr().get_context());
}

FakeStorage *fakeStorage(const at::TensorBase &T) {
  if (!T.defined() || !T.has_storage())
    return nullptr;
  return fakeStorage(T.storage());
}

Storage makeFakeStorage(const Storage &Inner, Device D, OriginId Origin) {
  auto *F = new FakeStorage(Inner, D, Origin);
  // One on the CPU without values has no address: LibTorch refuses to read it.
  if (!D.is_cpu()) {
    F->bytes = rounded(Inner.nbytes());
    F->address = addresses().reserve(F->bytes);
  }
  live().add(F);
  return makeStorage(Inner.nbytes(), makeData(F));
}

static DispatchKeySet fakeKeys(Device D) {
  DispatchKeySet Backend(
      D.is_cpu()
          ? DispatchKey::CPU
          : (D.type() == kCUDA ? DispatchKey::CUDA
                               : computeDispatchKey(nullopt, kStrided, D)));
  return Backend | DispatchKeySet(DispatchKey::Fake);
}

/// Bits of the key set that say how values are read, not where they are.
static void copyBits(TensorImpl &To, const TensorImpl &From) {
  if (From.is_conj() != To.is_conj())
    To._set_conj(From.is_conj());
  if (From.is_neg() != To.is_neg())
    To._set_neg(From.is_neg());
  if (From.is_wrapped_number())
    To.set_wrapped_number(true);
}

static at::Tensor finish(intrusive_ptr<TensorImpl> Impl,
                         const TensorImpl &From) {
  Impl->set_sizes_and_strides(From.sizes(), From.strides(),
                              From.storage_offset());
  copyBits(*Impl, From);
  return at::Tensor(std::move(Impl));
}

at::Tensor wrap(const at::Tensor &Inner, const Storage &S) {
  auto &From = *Inner.unsafeGetTensorImpl();
  auto Keys = fakeKeys(S.device());
  if (From._is_zerotensor())
    Keys = Keys.add(DispatchKey::ZeroTensor);
  return finish(make_intrusive<TensorImpl>(Storage(S), Keys, From.dtype()),
                From);
}

at::Tensor wrapView(const at::Tensor &Inner, const at::Tensor &Base) {
  auto &From = *Inner.unsafeGetTensorImpl();
  return finish(make_intrusive<TensorImpl>(TensorImpl::VIEW,
                                           Storage(Base.storage()),
                                           Base.key_set(), From.dtype()),
                From);
}

/// A CPU or meta tensor, as \p S is, with the metadata of \p From.
static at::Tensor over(const TensorImpl &From, const Storage &S) {
  DispatchKeySet Keys(S.device().is_meta() ? DispatchKey::Meta
                                           : DispatchKey::CPU);
  if (From._is_zerotensor())
    Keys = Keys.add(DispatchKey::ZeroTensor);
  return finish(make_intrusive<TensorImpl>(Storage(S), Keys, From.dtype()),
                From);
}

at::Tensor unwrap(const at::TensorBase &Fake) {
  if (OpaqueFake *Opaque = opaqueFake(Fake))
    return Opaque->inner;
  auto &From = *Fake.unsafeGetTensorImpl();
  FakeStorage *F = fakeStorage(Fake);
  TORCH_CHECK(F, "torch-rehearse: a fake tensor without values: its data was "
                 "set to a sparse or quantized one");
  return over(From, F->inner);
}

at::Tensor metaLike(const at::TensorBase &T, const Storage &S) {
  return over(*T.unsafeGetTensorImpl(), S);
}

void refresh(const at::Tensor &Fake, const at::Tensor &Inner) {
  if (OpaqueFake *Opaque = opaqueFake(Fake)) {
    Opaque->takeSizes();
    return;
  }
  auto &To = *Fake.unsafeGetTensorImpl();
  auto &From = *Inner.unsafeGetTensorImpl();
  FakeStorage *F = fakeStorage(To.storage());
  if (F->inner.unsafeGetStorageImpl() !=
      From.storage().unsafeGetStorageImpl()) {
    setStorage(To, makeFakeStorage(From.storage(), F->device, F->origin));
  } else if (F->inner.nbytes() != To.storage().nbytes()) {
    if (F->address && rounded(F->inner.nbytes()) > F->bytes) {
      F->bytes = rounded(F->inner.nbytes());
      F->address = addresses().reserve(F->bytes);
      auto *Old = To.storage().unsafeGetStorageImpl();
      // The same context under its new address: it must not be released.
      DataPtr Data = Old->set_data_ptr(DataPtr());
      Data.release_context();
      Old->set_data_ptr(makeData(F));
    }
    To.storage().unsafeGetStorageImpl()->set_nbytes(F->inner.nbytes());
  }
  if (To.sizes() != From.sizes() || To.strides() != From.strides() ||
      To.storage_offset() != From.storage_offset())
    To.set_sizes_and_strides(From.sizes(), From.strides(),
                             From.storage_offset());
  if (To.is_conj() != From.is_conj())
    To._set_conj(From.is_conj());
  if (To.is_neg() != From.is_neg())
    To._set_neg(From.is_neg());
}

//===- Without a plain storage --------------------------------------------===//

static DispatchKeySet opaqueKeys(const at::Tensor &Inner, Device D) {
  return DispatchKeySet(
             computeDispatchKey(Inner.scalar_type(), Inner.layout(), D)) |
         DispatchKeySet(DispatchKey::Fake);
}

OpaqueFake::OpaqueFake(at::Tensor Inner, Device D, OriginId Origin)
    : TensorImpl(opaqueKeys(Inner, D), Inner.dtype(), D),
      inner(std::move(Inner)), origin(Origin) {
  takeSizes();
}

void OpaqueFake::takeSizes() { set_sizes_contiguous(inner.sizes()); }

intrusive_ptr<TensorImpl>
OpaqueFake::shallow_copy_and_detach(const VariableVersion &Version,
                                    bool AllowChange) const {
  auto Copy = make_intrusive<OpaqueFake>(inner, device(), origin);
  copy_tensor_metadata(this, Copy.get(), Version, AllowChange);
  return Copy;
}

intrusive_ptr<TensorImpl>
OpaqueFake::shallow_copy_and_detach(VariableVersion &&Version,
                                    bool AllowChange) const {
  auto Copy = make_intrusive<OpaqueFake>(inner, device(), origin);
  copy_tensor_metadata(this, Copy.get(), std::move(Version), AllowChange);
  return Copy;
}

void OpaqueFake::shallow_copy_from(const intrusive_ptr<TensorImpl> &From) {
  auto *Other = dynamic_cast<OpaqueFake *>(From.get());
  TORCH_CHECK(Other, "torch-rehearse: the data of a sparse or quantized tensor "
                     "on a fake device can only be set to another such one");
  copy_tensor_metadata(Other, this, version_counter(),
                       allow_tensor_metadata_change());
  inner = Other->inner;
  origin = Other->origin;
}

OpaqueFake *opaqueFake(const at::TensorBase &T) {
  // Nearly every fake tensor has a storage: no dynamic_cast for those.
  if (!isFake(T) || T.has_storage())
    return nullptr;
  return dynamic_cast<OpaqueFake *>(T.unsafeGetTensorImpl());
}

bool isOpaque(const at::Tensor &T) {
  return T.layout() != kStrided || T.is_quantized() || !T.has_storage();
}

template <typename Found> static bool findLive(const void *Address, Found Do) {
  auto *P = static_cast<const char *>(Address);
  auto &Space = addresses();
  if (!Space.base || P < Space.base || P >= Space.base + Space.size)
    return false;
  LiveList::Guard G(live());
  for (FakeStorage *F = live().head; F; F = F->next)
    if (P >= F->address && P < F->address + F->bytes) {
      Do(*F);
      return true;
    }
  return false;
}

bool findFakeAddress(const void *Address, Device &D, OriginId &Origin) {
  auto Take = [&](const auto &F) {
    D = F.device;
    Origin = F.origin;
  };
  if (findLive(Address, Take))
    return true;
  auto *P = static_cast<const char *>(Address);
  auto &Space = addresses();
  if (!Space.base || P < Space.base || P >= Space.base + Space.size)
    return false;
  LiveList::Guard G(live());
  for (const LiveList::Dead &F : live().dead)
    if (P >= F.address && P < F.address + F.bytes) {
      Take(F);
      return true;
    }
  return false;
}

bool innerStorageAt(const void *Address, Storage &Inner, size_t &Offset) {
  return findLive(Address, [&](FakeStorage &F) {
    Inner = F.inner;
    Offset = static_cast<const char *>(Address) - F.address;
  });
}

size_t liveFakeStorages() {
  return live().size.load(std::memory_order_relaxed);
}

} // namespace rt
} // namespace torchtidy
