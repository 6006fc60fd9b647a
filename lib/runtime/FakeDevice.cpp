//===- FakeDevice.cpp - a device guard and hooks where there are none -----===//
//
// On a build with real CUDA both are left alone.
//
//===----------------------------------------------------------------------===//
#include "runtime/FakeTensor.h"
#include "runtime/Mode.h"
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

int deviceCountNow() {
  if (Mode *M = activeMode())
    return M->devices;
  return 0;
}

thread_local int CurrentDevice = -1; // -1: the mode's

int currentDevice() {
  if (CurrentDevice >= 0)
    return CurrentDevice;
  Mode *M = activeMode();
  return M ? M->current : 0;
}

/// Of static lifetime, for the autograd engine's threads ask it until the very
/// end. Streams are the default one of each device; events have always
/// happened.
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
    return Device(kind, static_cast<DeviceIndex>(currentDevice()));
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
      CurrentDevice = D.index();
  }
  Stream getStream(Device D) const noexcept override { return stream(D); }
  Stream getDefaultStream(Device D) const override { return stream(D); }
  Stream getStreamFromGlobalPool(Device D, bool) const override {
    return stream(D);
  }
  Stream exchangeStream(Stream S) const noexcept override {
    return stream(S.device());
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
    Mode *M = activeMode();
    return static_cast<DeviceIndex>(M ? std::max(M->devices, Least) : Least);
  }
  Stream stream(Device D) const noexcept {
    if (!D.has_index())
      D = getDevice();
    return Stream(Stream::DEFAULT, D);
  }
  /// A preloaded program has as many as it was told, a library's user
  /// MaxDevices.
  static int Least;
};
int FakeGuard::Least = MaxDevices;

/// A generator that says it is on a fake device; operators get the CPU's, so
/// that a rehearsal draws the numbers that a CPU run draws.
struct FakeGenerator final : at::CPUGeneratorImpl {
  explicit FakeGenerator(DeviceIndex I) {
    device_ = Device(kCUDA, I);
    key_set_ = DispatchKeySet(DispatchKey::CUDA);
  }
};

} // namespace
} // namespace rt
} // namespace torchtidy

// The registry's key is the class's name as spelt at registration: CUDAHooks.
namespace {
using torchtidy::rt::activeMode;

struct CUDAHooks final : at::CUDAHooksInterface {
  explicit CUDAHooks(at::CUDAHooksArgs) {}

#if TT_HOOKS_HAVE_INIT
  void init() const override {}
  bool isBuilt() const override { return hasCUDA(); }
  bool isAvailable() const override { return hasCUDA(); }
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
    return activeMode() || torchtidy::rt::liveFakeStorages();
  }
  bool hasPrimaryContext(TT_HOOKS_INDEX) const override { return true; }
  int getNumGPUs() const override { return torchtidy::rt::deviceCountNow(); }
  void deviceSynchronize(TT_HOOKS_INDEX) const override {}
  /// Pinned memory is ordinary memory here.
  c10::Allocator *getPinnedMemoryAllocator() const override {
    return c10::GetCPUAllocator();
  }
  std::string showConfig() const override {
    return "fake CUDA devices of torch-rehearse";
  }
  at::Device getDeviceFromPtr(void *Data) const override {
    at::Device D(at::kCPU);
    torchtidy::rt::OriginId Origin;
    TORCH_CHECK(torchtidy::rt::findFakeAddress(Data, D, Origin),
                "The specified pointer resides on host memory and is not "
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

/// Before anyone asks for the hooks: LibTorch makes them once.
struct Registration {
  Registration() {
    using namespace c10::impl;
    auto &Slot = device_guard_impl_registry[static_cast<size_t>(at::kCUDA)];
    if (!Slot.load())
      Slot.store(new torchtidy::rt::FakeGuard(at::kCUDA));
    if (at::CUDAHooksRegistry()->Has("CUDAHooks"))
      return;
    at::CUDAHooksRegistry()->Register(
        "CUDAHooks",
        [](at::CUDAHooksArgs A) -> std::unique_ptr<at::CUDAHooksInterface> {
          return std::make_unique<CUDAHooks>(A);
        });
  }
} Register;
} // namespace

namespace torchtidy {
namespace rt {
void pinDeviceCount(int N) { FakeGuard::Least = N; }
void linkFakeDevice() { (void)&Register; }
} // namespace rt
} // namespace torchtidy
