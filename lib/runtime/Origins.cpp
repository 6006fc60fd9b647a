//===- Origins.cpp - where a tensor came from -----------------------------===//
#include "runtime/Origins.h"
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace torchtidy {
namespace rt {
namespace {

struct Sites {
  std::shared_mutex mutex;
  std::deque<Site> all; ///< index + 1 is the id
  std::unordered_map<uint64_t, OriginId> byHash;
  void (*callback)(const Site &) = nullptr;
};
Sites &sites() {
  static Sites *S = new Sites;
  return *S;
}

/// A program has a bounded number of calling places; one that makes code as it
/// runs has not.
constexpr size_t MaxSites = 1 << 20;

uint64_t hashOf(const Site &S, bool OnDevice) {
  uint64_t H = reinterpret_cast<uintptr_t>(S.op) * 2 + OnDevice;
  for (unsigned I = 0; I != S.count; ++I)
    H = (H ^ reinterpret_cast<uintptr_t>(S.frames[I])) * 0x9E3779B97F4A7C15ull,
    H ^= H >> 29;
  return H | 1;
}

OriginId intern(const Site &S, uint64_t Hash, bool OnDevice) {
  auto &A = sites();
  {
    std::shared_lock<std::shared_mutex> L(A.mutex);
    auto It = A.byHash.find(Hash);
    if (It != A.byHash.end())
      return It->second;
  }
  void (*Tell)(const Site &) = nullptr;
  OriginId Id = 0;
  {
    std::unique_lock<std::shared_mutex> L(A.mutex);
    if (A.all.size() == MaxSites)
      return 0;
    auto Added = A.byHash.emplace(Hash, OriginId(A.all.size() + 1));
    Id = Added.first->second;
    if (Added.second) {
      A.all.push_back(S);
      Tell = OnDevice ? A.callback : nullptr;
    }
  }
  if (Tell)
    Tell(S);
  return Id;
}

/// The place that made each live CPU storage. A weak reference keeps the
/// StorageImpl's own few bytes, so an address can't mean another storage.
class CpuStorages {
  struct Entry {
    c10::weak_intrusive_ptr<c10::StorageImpl> storage;
    OriginIds ids;
  };
  struct Shard {
    std::mutex mutex;
    std::unordered_map<const void *, Entry> map;
    size_t purgeAt = 1024;
  };
  static constexpr size_t Count = 16;
  Shard Shards[Count];

  Shard &shard(const void *P) {
    return Shards[(reinterpret_cast<uintptr_t>(P) >> 7) % Count];
  }
  static void purge(Shard &S) {
    for (auto It = S.map.begin(); It != S.map.end();)
      It = It->second.storage.expired() ? S.map.erase(It) : std::next(It);
    S.purgeAt = std::max<size_t>(1024, 2 * S.map.size());
  }

public:
  void set(const c10::Storage &St, OriginIds Ids) {
    const void *P = St.unsafeGetStorageImpl();
    Shard &S = shard(P);
    std::lock_guard<std::mutex> L(S.mutex);
    if (S.map.size() >= S.purgeAt)
      purge(S);
    auto It = S.map.find(P);
    if (It != S.map.end())
      It->second.ids = Ids;
    else
      S.map.emplace(P, Entry{St.getWeakStorageImpl(), Ids});
  }
  OriginIds get(const c10::Storage &St) {
    const void *P = St.unsafeGetStorageImpl();
    Shard &S = shard(P);
    std::lock_guard<std::mutex> L(S.mutex);
    auto It = S.map.find(P);
    return It == S.map.end() ? OriginIds() : It->second.ids;
  }
};
CpuStorages &cpuStorages() {
  static CpuStorages *S = new CpuStorages;
  return *S;
}

} // namespace

static thread_local unsigned LastDepth = 0;
static thread_local const Site *LastSite = nullptr; // they stay where they are
unsigned lastDepth() { return LastDepth; }

OriginId currentSite(const OpInfo &Op, bool OnDevice) {
  Site S;
  S.op = &Op;
  S.count = LastDepth = captureUserFrames(S.frames, MaxUserFrames);
  uint64_t Hash = hashOf(S, OnDevice);
  struct Recent {
    uint64_t hash = 0;
    OriginId id = 0;
    const Site *site = nullptr;
  };
  static thread_local Recent Cache[256];
  Recent &R = Cache[(Hash >> 20) & 255];
  if (R.hash != Hash) {
    OriginId Id = intern(S, Hash, OnDevice);
    R = {Hash, Id, site(Id)};
  }
  LastSite = R.site;
  return R.id;
}

const Site *site(OriginId Id) {
  auto &A = sites();
  std::shared_lock<std::shared_mutex> L(A.mutex);
  return Id && Id <= A.all.size() ? &A.all[Id - 1] : nullptr;
}

void noteFrom(OriginId From) {
  if (LastSite && LastSite->from.load(std::memory_order_relaxed) != From)
    LastSite->from.store(From, std::memory_order_relaxed);
}

void onSite(void (*Callback)(const Site &)) {
  auto &A = sites();
  std::unique_lock<std::shared_mutex> L(A.mutex);
  A.callback = Callback;
}

void rememberCpu(const at::Tensor &T, OriginIds Ids) {
  if (T.defined() && T.has_storage() && T.storage())
    cpuStorages().set(T.storage(), Ids);
}

OriginIds originsOf(const at::TensorBase &T) {
  if (OpaqueFake *Opaque = opaqueFake(T))
    return {Opaque->origin, 0};
  if (!T.defined() || !T.has_storage() || !T.storage())
    return {};
  if (FakeStorage *F = fakeStorage(T.storage()))
    return {F->origin, 0};
  return cpuStorages().get(T.storage());
}

} // namespace rt
} // namespace torchtidy
