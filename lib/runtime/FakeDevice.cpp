//===- FakeDevice.cpp - a device guard and hooks where there are none -----===//
//
// A library's user keeps the ones that a build with CUDA has. A rehearsed
// program never gets to them: takeOverDevices() puts these in their place
// before the program's own code runs, so that no CUDA context is made.
//
//===----------------------------------------------------------------------===//
#include "runtime/FakeDevice.h"
#include "runtime/FakeTensor.h"
#include "runtime/Mode.h"
#include "runtime/Report.h"
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/detail/CUDAHooksInterface.h>
#include <c10/core/CPUAllocator.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <deque>

using namespace c10;

namespace torchtidy {
namespace rt {

static std::atomic<Mode *> Active{nullptr};

Mode *activeMode() { return Active.load(std::memory_order_acquire); }
Mode *setActiveMode(Mode *M) {
  return Active.exchange(M, std::memory_order_acq_rel);
}

namespace {

/// Of a type; 0 for one that is not rehearsed.
int deviceCountNow(DeviceType T) {
  Mode *M = activeMode();
  return M && M->type == T ? M->devices : 0;
}

/// What this thread has set, and in which mode: another one begins anew.
thread_local int CurrentDevice = -1; // -1: the mode's
thread_local uint64_t CurrentOf = 0;

uint64_t serialNow() {
  Mode *M = activeMode();
  return M ? M->serial : 0;
}

int currentDevice() {
  Mode *M = activeMode();
  if (CurrentDevice >= 0 && CurrentOf == serialNow())
    return CurrentDevice;
  return M ? M->current : 0;
}

/// What each thread has set; 0 is the default stream of every device.
thread_local StreamId CurrentStreams[MaxDevices] = {};

/// Of static lifetime, for the autograd engine's threads ask it until the very
/// end. Streams have identities and nothing else: an operator has run when it
/// returns, and events have always happened.
struct FakeGuard final : impl::DeviceGuardImplInterface {
  DeviceType kind;
  explicit FakeGuard(DeviceType T) : kind(T) {}

  DeviceType type() const override { return kind; }
  Device exchangeDevice(Device D) const override {
    Device Old = getDevice();
    setDevice(D);
    return Old;
  }
  Device getDevice() const override {
    return Device(kind, kind == kMPS
                            ? DeviceIndex(0)
                            : static_cast<DeviceIndex>(currentDevice()));
  }
  void setDevice(Device D) const override {
    int Count = deviceCount();
    TORCH_CHECK(!D.has_index() || D.index() < Count,
                "CUDA error: invalid device ordinal (", D, " of ", Count,
                " devices)");
    uncheckedSetDevice(D);
  }
  void uncheckedSetDevice(Device D) const noexcept override {
    if (D.has_index())
      CurrentDevice = D.index(), CurrentOf = serialNow();
  }
  Stream getStream(Device D) const noexcept override {
    D = indexed(D);
    return Stream(Stream::UNSAFE, D, current(D));
  }
  Stream getDefaultStream(Device D) const override {
    return Stream(Stream::DEFAULT, indexed(D));
  }
  /// In turn, as CUDA's pool has 32 for each device.
  Stream getStreamFromGlobalPool(Device D, bool) const override {
    static std::atomic<unsigned> Next{0};
    return Stream(Stream::UNSAFE, indexed(D), 1 + Next.fetch_add(1) % 32);
  }
  Stream exchangeStream(Stream S) const noexcept override {
    Stream Old = getStream(S.device());
    current(S.device()) = S.id();
    return Old;
  }
  void record(void **, const Stream &, const DeviceIndex,
              const EventFlag) const override {}
  void block(void *, const Stream &) const override {}
  bool queryEvent(void *) const override { return true; }
  void destroyEvent(void *, const DeviceIndex) const noexcept override {}
  bool queryStream(const Stream &) const override { return true; }
  void synchronizeStream(const Stream &) const override {}
  /// Constant: the engine makes its threads once. Outside a mode a library user
  /// may still run backward on fake tensors.
  DeviceIndex deviceCount() const noexcept override {
    int Constant = kind == kCUDA ? Least : 1;
    return static_cast<DeviceIndex>(std::max(deviceCountNow(kind), Constant));
  }
  /// A preloaded program has as many as it was told, a library's user
  /// MaxDevices.
  static int Least;

private:
  Device indexed(Device D) const noexcept {
    return D.has_index() ? D : getDevice();
  }
  static StreamId &current(Device D) noexcept {
    size_t At = D.has_index() ? D.index() : 0;
    return CurrentStreams[std::min<size_t>(At, MaxDevices - 1)];
  }
};
int FakeGuard::Least = MaxDevices;

/// A generator that says it is on a fake device; operators get the CPU's, so
/// that a rehearsal draws the numbers that a CPU run draws.
struct FakeGenerator final : at::CPUGeneratorImpl {
  explicit FakeGenerator(DeviceIndex I) {
    device_ = Device(kCUDA, I);
    key_set_ = DispatchKeySet(DispatchKey::CUDA);
  }
  /// A program that seeds its devices alone gets the same numbers again.
  void set_current_seed(uint64_t Seed) override {
    at::CPUGeneratorImpl::set_current_seed(Seed);
    at::Generator Cpu = at::detail::getDefaultCPUGenerator();
    std::lock_guard<std::mutex> L(Cpu.mutex());
    Cpu.set_current_seed(Seed);
  }
};

//===- Pinned memory ------------------------------------------------------===//

void releasePinned(void *Context) {
  delete static_cast<at::DataPtr *>(Context);
}

/// Ordinary memory that knows what it was asked for as.
struct PinnedAllocator final : c10::Allocator {
  at::DataPtr allocate(size_t Bytes) TT_ALLOCATOR_CONST override {
    auto *Inner = new at::DataPtr(GetCPUAllocator()->allocate(Bytes));
    return at::DataPtr(Inner->get(), Inner, &releasePinned, Device(kCPU));
  }
#if TT_ALLOCATOR_COPIES
  void copy_data(void *To, const void *From, size_t Bytes) const override {
    default_copy_data(To, From, Bytes);
  }
#endif
};

} // namespace

c10::Allocator *pinnedAllocator() {
  static PinnedAllocator A;
  return &A;
}

bool isPinnedMemory(const c10::Storage &S) {
  return S && S.data_ptr().get_deleter() == &releasePinned;
}

} // namespace rt
} // namespace torchtidy

// The registry's key is the class's name as spelt at registration: CUDAHooks.
namespace {
using torchtidy::rt::activeMode;

struct CUDAHooks final : at::CUDAHooksInterface {
  explicit CUDAHooks(at::CUDAHooksArgs) {}

#if TT_HOOKS_HAVE_INIT
  void init() const override {}
#if TT_HOOKS_HAVE_BUILT
  bool isBuilt() const override { return hasCUDA(); }
  bool isAvailable() const override { return hasCUDA(); }
#endif
  DeviceIndex deviceCount() const override { return getNumGPUs(); }
  DeviceIndex getCurrentDevice() const override {
    return torchtidy::rt::currentDevice();
  }
  const at::Generator &getDefaultGenerator(DeviceIndex I = -1) const override {
    return generator(I);
  }
#else
  void initCUDA() const override {}
  const at::Generator &
  getDefaultCUDAGenerator(DeviceIndex I = -1) const override {
    return generator(I);
  }
  int64_t current_device() const override {
    return torchtidy::rt::currentDevice();
  }
#endif
  bool hasCUDA() const override {
    if (auto *M = activeMode())
      return M->type == at::kCUDA;
    return torchtidy::rt::liveFakeStorages();
  }
  bool hasPrimaryContext(TT_HOOKS_INDEX) const override { return true; }
  int getNumGPUs() const override {
    return torchtidy::rt::deviceCountNow(at::kCUDA);
  }
  void deviceSynchronize(TT_HOOKS_INDEX) const override {}
  c10::Allocator *getPinnedMemoryAllocator() const override {
    return torchtidy::rt::pinnedAllocator();
  }
  std::string showConfig() const override {
    return "fake CUDA devices of torch-rehearse";
  }
  at::Device getDeviceFromPtr(void *Data) const override {
    at::Device D(at::kCPU);
    torchtidy::rt::OriginId Origin;
    bool Fake = torchtidy::rt::findFakeAddress(Data, D, Origin);
    if (!Fake && activeMode())
      torchtidy::rt::reportHostPointer(at::kCUDA);
    TORCH_CHECK(Fake, "The specified pointer resides on host memory and is not "
                      "registered with any CUDA device.");
    return D;
  }

private:
  static const at::Generator &generator(c10::DeviceIndex I) {
    static auto *All = [] {
      auto *G = new std::deque<at::Generator>;
      for (int N = 0; N != torchtidy::rt::MaxDevices; ++N)
        G->push_back(at::make_generator<torchtidy::rt::FakeGenerator>(
            static_cast<c10::DeviceIndex>(N)));
      return G;
    }();
    size_t At = I < 0 ? torchtidy::rt::currentDevice() : I;
    return (*All)[std::min(At, All->size() - 1)];
  }
};

void registerHooks(c10::RegistryPriority Priority) {
  at::CUDAHooksRegistry()->Register(
      "CUDAHooks",
      [](at::CUDAHooksArgs A) -> std::unique_ptr<at::CUDAHooksInterface> {
        return std::make_unique<CUDAHooks>(A);
      },
      Priority);
}

constexpr at::DeviceType Types[] = {at::kCUDA, at::kMPS, at::kXPU};

void placeGuards(bool Replace) {
  for (at::DeviceType T : Types) {
    auto &Slot = c10::impl::device_guard_impl_registry[static_cast<size_t>(T)];
    if (Replace || !Slot.load())
      Slot.store(new torchtidy::rt::FakeGuard(T));
  }
}

/// Before anyone asks for the hooks: LibTorch makes them once.
struct Registration {
  Registration() {
    placeGuards(/*Replace=*/false);
    if (!at::CUDAHooksRegistry()->Has("CUDAHooks"))
      registerHooks(c10::REGISTRY_DEFAULT);
  }
} Register;
} // namespace

namespace torchtidy {
namespace rt {

void takeOverDevices(int Count) {
  FakeGuard::Least = Count;
  placeGuards(/*Replace=*/true);
  // LibTorch's CUDA half registers its own with the default priority, before
  // or after this.
  registerHooks(c10::REGISTRY_PREFERRED);
}

void linkFakeDevice() { (void)&Register; }

} // namespace rt
} // namespace torchtidy
