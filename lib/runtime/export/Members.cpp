//===- Members.cpp - tensors that a module keeps unregistered -------------===//
#include "runtime/export/Members.h"
#include "runtime/Unwind.h"
#include <set>

using torch::nn::Module;

namespace torchtidy {
namespace exporting {
namespace {

bool startsWith(const std::string &S, const char *Prefix) {
  return S.rfind(Prefix, 0) == 0;
}

const void *storageOf(const at::Tensor &T) {
  return T.has_storage() && T.storage() ? T.storage().unsafeGetStorageImpl()
                                        : nullptr;
}

class Search {
public:
  explicit Search(const Module &Root) {
    for (const at::Tensor &T : Root.parameters())
      note(T);
    for (const at::Tensor &T : Root.buffers())
      note(T);
  }

  void visit(const Module &M, const std::string &Path) {
    auto *Object = static_cast<const char *>(dynamic_cast<const void *>(&M));
    rt::ObjectAddress Where;
    // Its destructor, the first virtual function, lies in the object that has
    // the class's debug info.
    if (!rt::locate((*reinterpret_cast<void *const *const *>(Object))[0],
                    Where))
      return;
    std::string Class = rt::demangle(typeid(M).name());
    if (startsWith(Class, "torch::nn::"))
      return;
    for (const rt::MemberSlot &Slot : Symbols.members(Where.object, Class)) {
      std::string At = Path.empty() ? Slot.name : Path + "." + Slot.name;
      if (Slot.type == "Tensor") {
        add(At, Slot.owner,
            *reinterpret_cast<const at::Tensor *>(Object + Slot.offset));
      } else if (startsWith(Slot.type, "vector<at::Tensor")) {
        auto &Many = *reinterpret_cast<const std::vector<at::Tensor> *>(
            Object + Slot.offset);
        for (size_t N = 0; N != Many.size(); ++N)
          add(At + "[" + std::to_string(N) + "]", Slot.owner, Many[N]);
      }
    }
  }
  std::vector<UnregisteredMember> found;

private:
  std::set<const void *> Registered;
  rt::Symbols Symbols;

  void note(const at::Tensor &T) {
    Registered.insert(T.unsafeGetTensorImpl());
    if (const void *S = storageOf(T))
      Registered.insert(S);
  }
  void add(const std::string &Path, const std::string &Owner,
           const at::Tensor &T) {
    if (!T.defined() || Registered.count(T.unsafeGetTensorImpl()) ||
        Registered.count(storageOf(T)))
      return;
    size_t Colon = Owner.rfind("::");
    found.push_back(
        {Path, Colon == std::string::npos ? Owner : Owner.substr(Colon + 2),
         T});
  }
};

void walk(Search &S, const Module &M, const std::string &Path, unsigned Depth) {
  if (Depth > 64)
    return;
  S.visit(M, Path);
  for (const auto &Child : M.named_children())
    if (Child.value())
      walk(S, *Child.value(),
           Path.empty() ? Child.key() : Path + "." + Child.key(), Depth + 1);
}

} // namespace

std::vector<UnregisteredMember> unregisteredMembers(const Module &Root) {
  Search S(Root);
  walk(S, Root, "", 0);
  return std::move(S.found);
}

} // namespace exporting
} // namespace torchtidy
