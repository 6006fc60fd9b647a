//===- Modules.cpp - which member of which module a tensor is -------------===//
#include "runtime/Modules.h"
#include "runtime/Unwind.h"
#include <c10/core/UndefinedTensorImpl.h>
#include <map>
#include <mutex>
#include <set>
#include <torch/csrc/jit/api/module.h>
#include <torch/nn/module.h>

using torch::nn::Module;

namespace torchtidy {
namespace rt {
namespace {

struct Registered {
  std::string name;
  bool buffer;
  c10::weak_intrusive_ptr<c10::TensorImpl> impl;
};

struct Known {
  std::string path;
  std::weak_ptr<const Module> module; ///< empty: not owned by a shared_ptr
  std::string className;
  std::vector<Registered> tensors;
  /// The members that are tensors, once they have been asked for.
  bool slotsRead = false;
  std::vector<MemberSlot> slots;
};

struct Tree {
  std::vector<Known> modules;
  bool moved = false;
};

struct Registry {
  std::mutex mutex;
  std::map<const Module *, Tree> byRoot;
  /// Registered in modules that no root reaches so far.
  std::vector<Known> loose;
  size_t purgeLooseAt = 1024;
  /// Attributes of TorchScript modules that are neither parameter nor buffer.
  std::vector<Known> scripts;
};
Registry &registry() {
  static Registry *R = new Registry;
  return *R;
}

/// A program that makes modules in a loop must not make this table grow.
constexpr size_t MaxRoots = 512;

template <typename Dict>
void addTensors(std::vector<Registered> &To, const Dict &From, bool Buffer) {
  for (const auto &Item : From)
    if (Item.value().defined())
      To.push_back({Item.key(), Buffer,
                    c10::weak_intrusive_ptr<c10::TensorImpl>(
                        Item.value().getIntrusivePtr())});
}

void walk(const Module &M, const std::string &Path, std::vector<Known> &Out,
          unsigned Depth) {
  if (Depth > 64)
    return;
  Known K;
  K.path = Path;
  K.module = M.weak_from_this();
  K.className = demangle(typeid(M).name());
  addTensors(K.tensors, M.named_parameters(/*recurse=*/false), false);
  addTensors(K.tensors, M.named_buffers(/*recurse=*/false), true);
  Out.push_back(std::move(K));
  for (const auto &Child : M.named_children())
    if (Child.value())
      walk(*Child.value(),
           Path.empty() ? Child.key() : Path + "." + Child.key(), Out,
           Depth + 1);
}

const void *storageOf(const c10::TensorImpl &T) {
  return T.has_storage() ? T.storage().unsafeGetStorageImpl() : nullptr;
}

bool isSame(const c10::TensorImpl &A, const at::Tensor &T) {
  if (&A == T.unsafeGetTensorImpl())
    return true;
  const void *S = storageOf(A);
  return S && S == storageOf(*T.unsafeGetTensorImpl());
}

bool findRegistered(const Known &K, const at::Tensor &T, MemberInfo &Out) {
  for (const Registered &R : K.tensors) {
    auto Alive = R.impl.lock();
    if (!Alive || !isSame(*Alive, T))
      continue;
    Out.kind = R.buffer ? MemberInfo::Buffer : MemberInfo::Parameter;
    Out.name = R.name;
    Out.owner = K.className;
    Out.modulePath = K.path;
    return true;
  }
  return false;
}

bool holds(const char *At, const at::Tensor &T) {
  auto *Impl = *reinterpret_cast<c10::TensorImpl *const *>(At);
  return Impl && isSame(*Impl, T);
}

/// Index of \p T in a std::vector<Tensor> at \p At, or -1.
long indexInVector(const char *At, const at::Tensor &T) {
  auto &V = *reinterpret_cast<const std::vector<at::Tensor> *>(At);
  for (size_t I = 0; I != V.size(); ++I)
    if (V[I].defined() && isSame(*V[I].unsafeGetTensorImpl(), T))
      return static_cast<long>(I);
  return -1;
}

bool startsWith(const std::string &S, const char *Prefix) {
  return S.compare(0, std::strlen(Prefix), Prefix) == 0;
}

const char *objectOf(const Module &M) {
  return static_cast<const char *>(dynamic_cast<const void *>(&M));
}

/// Members of the user's class that \p M is of, by the debug info of the object
/// that its vtable lies in.
const std::vector<MemberSlot> &membersOf(const Module &M, const Known &K,
                                         Symbols &S) {
  static const auto *None = new std::vector<MemberSlot>;
  ObjectAddress Where;
  if (startsWith(K.className, "torch::nn::") ||
      !locate(*reinterpret_cast<void *const *const *>(objectOf(M))[0], Where))
    return *None;
  return S.members(Where.object, K.className);
}

/// Reads the members of a module that lives, where its debug info says they
/// are.
bool findUnregistered(const Known &K, const at::Tensor &T, Symbols &S,
                      MemberInfo &Out) {
  auto M = K.module.lock();
  if (!M)
    return false;
  const char *Object = objectOf(*M);
  for (const MemberSlot &Slot : membersOf(*M, K, S)) {
    long Index = -1;
    bool Vector = startsWith(Slot.type, "vector<at::Tensor");
    if (Slot.type == "Tensor" ? !holds(Object + Slot.offset, T)
        : Vector ? (Index = indexInVector(Object + Slot.offset, T)) < 0
                 : true)
      continue;
    Out.kind = MemberInfo::Unregistered;
    Out.name =
        Slot.name + (Index >= 0 ? "[" + std::to_string(Index) + "]" : "");
    Out.owner = Slot.owner;
    Out.modulePath = K.path;
    for (const Registered &R : K.tensors)
      Out.rebound |= R.name == Slot.name;
    return true;
  }
  return false;
}

} // namespace

void noteModule(const Module &Root, bool Moved) {
  Registry &R = registry();
  {
    std::lock_guard<std::mutex> L(R.mutex);
    if (!Moved && R.byRoot.count(&Root))
      return;
    if (R.byRoot.size() >= MaxRoots)
      R.byRoot.erase(R.byRoot.begin());
  }
  Tree T;
  T.moved = Moved;
  walk(Root, "", T.modules, 0);
  std::lock_guard<std::mutex> L(R.mutex);
  R.byRoot[&Root] = std::move(T);
}

void noteRegistered(const Module &Owner, const std::string &Name,
                    const at::Tensor &T, bool Buffer) {
  if (!T.defined())
    return;
  Known K;
  // Alive already when it is no constructor that registers: reset() of a clone.
  K.module = Owner.weak_from_this();
  K.className = demangle(typeid(Owner).name());
  K.tensors.push_back(
      {Name, Buffer,
       c10::weak_intrusive_ptr<c10::TensorImpl>(T.getIntrusivePtr())});
  Registry &R = registry();
  std::lock_guard<std::mutex> L(R.mutex);
  if (R.loose.size() >= R.purgeLooseAt) {
    R.loose.erase(std::remove_if(R.loose.begin(), R.loose.end(),
                                 [](const Known &Old) {
                                   return Old.tensors.front().impl.expired();
                                 }),
                  R.loose.end());
    R.purgeLooseAt = std::max<size_t>(1024, 2 * R.loose.size());
  }
  R.loose.push_back(std::move(K));
}

bool findMember(const at::Tensor &T, Symbols &S, MemberInfo &Out) {
  Registry &R = registry();
  std::lock_guard<std::mutex> L(R.mutex);
  bool AnyMoved = false;
  for (auto &Root : R.byRoot)
    AnyMoved |= Root.second.moved;
  // A module may have been noted by itself and in its root: the longest path is
  // the root's.
  auto Search = [&](auto Find) {
    bool Found = false;
    for (auto &Root : R.byRoot)
      for (auto &K : Root.second.modules) {
        MemberInfo Info;
        if (Found && !(Out.loose && Root.second.moved) &&
            K.path.size() <= Out.modulePath.size())
          continue;
        if (!Find(K, Info))
          continue;
        Info.loose = AnyMoved && !Root.second.moved &&
                     Info.kind != MemberInfo::Unregistered;
        Out = Info;
        Found = true;
      }
    return Found;
  };
  if (Search([&](const Known &K, MemberInfo &I) {
        return findRegistered(K, T, I);
      }))
    return true;
  for (auto &K : R.loose)
    if (findRegistered(K, T, Out)) {
      Out.loose = AnyMoved;
      return true;
    }
  if (Search([&](const Known &K, MemberInfo &I) {
        return findUnregistered(K, T, S, I);
      }))
    return true;
  const Module *Last = nullptr;
  for (auto &K : R.loose) {
    auto M = K.module.lock();
    if (M && M.get() != Last && findUnregistered(K, T, S, Out))
      return true;
    Last = M.get();
  }
  for (auto &K : R.scripts)
    if (findRegistered(K, T, Out)) {
      Out.kind = MemberInfo::Unregistered;
      Out.script = true;
      return true;
    }
  return false;
}

namespace {

/// Members of type Tensor; asked for once.
const std::vector<MemberSlot> &tensorSlots(const Module &M, Known &K,
                                           Symbols &S) {
  if (!K.slotsRead) {
    K.slotsRead = true;
    for (const MemberSlot &Slot : membersOf(M, K, S))
      if (Slot.type == "Tensor")
        K.slots.push_back(Slot);
  }
  return K.slots;
}

void addSlots(Known &K, Symbols &S,
              const std::set<const c10::TensorImpl *> &Registered,
              std::vector<TensorSlot> &Out) {
  auto M = K.module.lock();
  if (!M)
    return;
  for (const MemberSlot &Slot : tensorSlots(*M, K, S)) {
    auto *Place = reinterpret_cast<const c10::TensorImpl *const *>(
        objectOf(*M) + Slot.offset);
    const c10::TensorImpl *Held = *Place;
    if (!Held || Held == c10::UndefinedTensorImpl::singleton() ||
        Registered.count(Held))
      continue;
    bool Drifted = false;
    for (const auto &R : K.tensors)
      Drifted |= R.name == Slot.name && !R.impl.expired();
    Out.push_back(
        {K.module, Place, Held, Slot.name, Slot.owner, K.path, Drifted});
  }
}

} // namespace

std::vector<TensorSlot> unregisteredSlots(Symbols &S) {
  Registry &R = registry();
  std::lock_guard<std::mutex> L(R.mutex);
  std::set<const c10::TensorImpl *> Registered;
  auto Note = [&](const Known &K) {
    for (const auto &T : K.tensors)
      if (auto Alive = T.impl.lock())
        Registered.insert(Alive.get());
  };
  for (auto &Root : R.byRoot)
    for (auto &K : Root.second.modules)
      Note(K);
  for (auto &K : R.loose)
    Note(K);
  std::vector<TensorSlot> Out;
  for (auto &Root : R.byRoot)
    for (auto &K : Root.second.modules)
      addSlots(K, S, Registered, Out);
  return Out;
}

void noteScript(const c10::intrusive_ptr<c10::ivalue::Object> &Root) {
  Registry &R = registry();
  std::lock_guard<std::mutex> L(R.mutex);
  for (const auto &M : torch::jit::Module(Root).named_modules()) {
    Known K;
    K.path = M.name;
    auto Type = M.value.type();
    K.className = Type->name() ? Type->name()->name() : "";
    for (size_t I = 0; I != Type->numAttributes(); ++I) {
      c10::IValue V = M.value._ivalue()->getSlot(I);
      if (V.isTensor() && V.toTensor().defined() && !Type->is_parameter(I) &&
          !Type->is_buffer(I))
        K.tensors.push_back({Type->getAttributeName(I), true,
                             c10::weak_intrusive_ptr<c10::TensorImpl>(
                                 V.toTensor().getIntrusivePtr())});
    }
    if (!K.tensors.empty() && R.scripts.size() < MaxRoots)
      R.scripts.push_back(std::move(K));
  }
}

} // namespace rt
} // namespace torchtidy
