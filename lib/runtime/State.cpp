//===- State.cpp - tensors that modules keep past their registrations -----===//
#include "runtime/State.h"
#include "runtime/Modules.h"
#include "runtime/Tell.h"
#include <atomic>
#include <set>
#include <unordered_map>

using namespace c10;

namespace torchtidy {
namespace rt {
namespace {

struct Kept {
  TensorSlot slot;
  unsigned depth; ///< of the place that it was noted at
};

struct Watch {
  std::mutex mutex;
  std::unordered_map<const TensorImpl *, Kept> kept;
  /// "Net.cache": what has been told.
  std::set<std::string> told;
};
Watch &watch() {
  static auto *W = new Watch;
  return *W;
}
/// A bit for each tensor kept: nearly all arguments are none, and cost no lock.
std::atomic<uint64_t> Filter{0};

uint64_t bitOf(const TensorImpl *T) {
  return uint64_t(1) << (reinterpret_cast<uintptr_t>(T) * 0x9E3779B97F4A7C15u >>
                         58);
}

std::string lastPart(const std::string &Qualified) {
  size_t At = Qualified.rfind("::");
  return At == std::string::npos ? Qualified : Qualified.substr(At + 2);
}

/// True if a constructor or reset() of \p Owner is among the frames.
bool madeByOwner(const std::string &Owner,
                 const std::vector<SourceFrame> &Frames) {
  std::string Class = lastPart(Owner);
  for (const SourceFrame &F : Frames)
    for (const char *Method : {"", "::reset"}) {
      std::string Name = Class + "::" + (*Method ? "reset" : Class);
      size_t At = F.function.size() - std::min(F.function.size(), Name.size());
      if (F.function.compare(At, std::string::npos, Name) == 0 &&
          (At == 0 || F.function[At - 1] == ':'))
        return true;
    }
  return false;
}

/// The member's tensor in the words of a finding, whoever else holds it.
TensorWords describe(const TensorSlot &S, const at::Tensor &T) {
  TensorWords W = describeTensor("", T);
  MemberInfo M;
  M.name = S.name;
  M.owner = S.owner;
  M.modulePath = S.modulePath;
  M.rebound = S.drifted;
  W.setMember(M);
  return W;
}

/// At the line that made the tensor, if it is known.
void moveTo(Finding &F, const Span &Made) {
  if (Made.valid())
    F.span = Made;
}

void reportDrift(const TensorSlot &S, const at::Tensor &T) {
  Finding F = startFinding("run-identity-drift", "");
  TensorWords W = describe(S, T);
  wordDrift(F, W);
  moveTo(F, W.origin.made);
  tell(F, originsOf(T).made);
}

void reportKept(const TensorSlot &S, const at::Tensor &T) {
  Finding F = startFinding("run-unregistered-state", "");
  TensorWords W = describe(S, T);
  const Site *Made = site(originsOf(T).made);
  bool ByOwner =
      Made && madeByOwner(S.owner, framesOf(Made->frames, Made->count));
  // What a call has stored may be a cache that heals itself.
  F.level = ByOwner ? Level::Likely : Level::Advice;
  wordKept(F, W, ByOwner);
  moveTo(F, W.origin.made);
  tell(F, originsOf(T).made);
}

/// \p T was a member's between calls.
void use(const at::Tensor &T, unsigned Depth) {
  TensorSlot Slot;
  {
    Watch &W = watch();
    std::lock_guard<std::mutex> L(W.mutex);
    auto It = W.kept.find(T.unsafeGetTensorImpl());
    if (It == W.kept.end() || !It->second.slot.stillHolds())
      return;
    Slot = It->second.slot;
    // Kept across a call only if the call began after it was noted, and worth
    // a word only where `to` would matter.
    if (!Slot.drifted && (Depth <= It->second.depth || T.is_cpu()))
      return;
    if (!W.told.insert(Slot.owner + "." + Slot.name).second)
      return;
  }
  std::lock_guard<std::mutex> L(reportMutex());
  MemberInfo M;
  // A view of a registered tensor has its storage, and moves when that does
  // not.
  if (!findMember(T, symbols(), M) || M.kind != MemberInfo::Unregistered)
    return;
  if (Slot.drifted)
    reportDrift(Slot, T);
  else
    reportKept(Slot, T);
}

} // namespace

void noteState(unsigned Depth) {
  std::vector<TensorSlot> Slots;
  {
    std::lock_guard<std::mutex> L(reportMutex());
    Slots = unregisteredSlots(symbols());
  }
  Watch &W = watch();
  std::lock_guard<std::mutex> L(W.mutex);
  uint64_t Bits = 0;
  W.kept.clear();
  for (TensorSlot &S : Slots) {
    Bits |= bitOf(S.held);
    const TensorImpl *Held = S.held;
    W.kept.emplace(Held, Kept{std::move(S), Depth});
  }
  Filter.store(Bits, std::memory_order_relaxed);
}

void watchState(const TensorArguments &Tensors, unsigned Depth) {
  uint64_t Bits = Filter.load(std::memory_order_relaxed);
  if (C10_UNLIKELY(Bits))
    for (const TensorArgument &T : Tensors)
      if (Bits & bitOf(T.tensor->unsafeGetTensorImpl()))
        use(*T.tensor, Depth);

  // Back at the outermost place that runs operators: no call is on its way.
  struct Local {
    unsigned least = ~0u, last = 0;
    uint64_t turns = 0;
  };
  static thread_local Local L;
  bool Back = Depth < L.last && Depth <= L.least;
  L.last = Depth;
  L.least = std::min(L.least, Depth);
  if (Back && (++L.turns < 64 || L.turns % 32 == 0))
    noteState(Depth);
}

} // namespace rt
} // namespace torchtidy
