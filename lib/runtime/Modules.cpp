//===- Modules.cpp - which member of which module a tensor is -------------===//
#include "runtime/Modules.h"
#include "runtime/Unwind.h"
#include <map>
#include <mutex>
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

/// Reads the members of a module that lives, where its debug info says they
/// are.
bool findUnregistered(const Known &K, const at::Tensor &T, Symbols &S,
                      MemberInfo &Out) {
  auto M = K.module.lock();
  if (!M || startsWith(K.className, "torch::nn::"))
    return false;
  ObjectAddress Where;
  if (!locate(*reinterpret_cast<void *const *const *>(
                  dynamic_cast<const void *>(M.get()))[0],
              Where))
    return false;
  auto *Object = static_cast<const char *>(dynamic_cast<const void *>(M.get()));
  for (const MemberSlot &Slot : S.members(Where.object, K.className)) {
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
  return Search([&](const Known &K, MemberInfo &I) {
    return findUnregistered(K, T, S, I);
  });
}

} // namespace rt
} // namespace torchtidy
