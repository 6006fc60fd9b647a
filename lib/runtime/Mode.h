//===- Mode.h - what is being rehearsed, and where findings go --*- C++ -*-===//
//
// One rehearsal is on at a time in a process: the preloaded program's, or the
// innermost FakeTensorMode.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_RUNTIME_MODE_H
#define TORCHTIDY_RUNTIME_MODE_H

#include "api/Propagate.h"
#include "findings/Finding.h"
#include "runtime/Version.h"
#include <atomic>
#include <functional>

namespace torchtidy {
namespace rt {

/// A build has at most that many fake devices of a type. The autograd engine
/// asks once for their number, before it is known how many a mode will want.
constexpr int MaxDevices = 8;

struct Mode {
  c10::DeviceType type = c10::DeviceType::CUDA;
  int devices = 2;
  int current = 0; ///< device of threads that set none
  api::Strictness strictness = api::Strictness::Eager;
  /// Fake tensors have sizes and no values: none are computed.
  bool withoutValues = false;
  /// Without values: what is made on the CPU keeps its up to this size.
  size_t keptBytes = 16 << 10;
  /// Report a mismatch and carry on as if the odd tensor had been moved.
  bool keepGoing = false;
  /// Tells modes apart: each is told a finding once.
  uint64_t serial = 0;
  /// Called for each new finding, from the thread that runs into it.
  std::function<void(const Finding &)> onFinding;
  std::atomic<uint64_t> operators{0};
  std::atomic<uint64_t> *sharedOperators = nullptr;
  /// Called for each call whose results' shapes are a guess.
  std::function<void(const std::string &)> onGuess;
  /// Tensors on an accelerator that no operator made.
  std::atomic<bool> sawRawTensors{false};

  void countOperator() {
    (sharedOperators ? *sharedOperators : operators)
        .fetch_add(1, std::memory_order_relaxed);
  }
};

/// Null: no rehearsal is on.
Mode *activeMode();
/// Returns the mode that was active. Neither is owned.
Mode *setActiveMode(Mode *M);

/// Fixes the number of devices that the guard reports, for a process with one
/// mode from start to end. Before any backward pass.
void pinDeviceCount(int N);

/// Has the linker keep the guard and the hooks.
void linkFakeDevice();

/// Puts the fallback, the device guard and the hooks in place, once. Throws
/// c10::Error if this LibTorch has its own fallback for fake tensors.
void install();

} // namespace rt
} // namespace torchtidy

#endif
