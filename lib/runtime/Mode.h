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
  /// Findings of lower ones aren't told.
  Level level = Level::Likely;
  /// Look for what modules keep past their registrations.
  bool watchState = false;
  /// Tells modes apart: each is told a finding once.
  uint64_t serial = 0;
  /// Called for each new finding, from the thread that runs into it.
  std::function<void(const Finding &)> onFinding;
  /// Called when an operator has given the program a tensor's value: on the top
  /// of \p Stack, which may be changed.
  void (*onValue)(std::vector<c10::IValue> &Stack) = nullptr;
  std::atomic<uint64_t> operators{0};
  std::atomic<uint64_t> *sharedOperators = nullptr;
  /// Called for each call whose results' shapes are a guess.
  std::function<void(const std::string &)> onGuess;
  /// Tensors on an accelerator that no operator made.
  std::atomic<bool> sawRawTensors{false};

  /// Called at the operator of that number.
  uint64_t operatorLimit = ~uint64_t(0);
  void (*onLimit)() = nullptr;

  void countOperator() {
    uint64_t N = (sharedOperators ? *sharedOperators : operators)
                     .fetch_add(1, std::memory_order_relaxed);
    if (C10_UNLIKELY(N >= operatorLimit))
      onLimit();
  }
};

/// Null: no rehearsal is on.
Mode *activeMode();
/// Returns the mode that was active. Neither is owned.
Mode *setActiveMode(Mode *M);

/// Has the linker keep the guard and the hooks.
void linkFakeDevice();

/// Puts the fallback, the device guard and the hooks in place, once. Throws
/// c10::Error if this LibTorch has its own fallback for fake tensors.
void install();

} // namespace rt
} // namespace torchtidy

#endif
