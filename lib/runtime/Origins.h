//===- Origins.h - where a tensor came from ---------------------*- C++ -*-===//
//
// Each storage remembers the operator call that made it: a fake one in its
// context, a CPU one in a table.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_RUNTIME_ORIGINS_H
#define TORCHTIDY_RUNTIME_ORIGINS_H

#include "runtime/FakeTensor.h"
#include "runtime/Unwind.h"
#include <algorithm>
#include <atomic>

namespace torchtidy {
namespace rt {

struct OpInfo;

/// One place in the user's code that calls an operator.
struct Site {
  const OpInfo *op = nullptr;
  unsigned count = 0;
  void *frames[MaxUserFrames]; ///< innermost first
  /// What made the first argument of the last call here: a place, or 0.
  mutable std::atomic<OriginId> from{0};

  Site() = default;
  Site(const Site &S) : op(S.op), count(S.count), from(S.from.load()) {
    std::copy(S.frames, S.frames + S.count, frames);
  }
};

/// The calling place of \p Op, now. \p OnDevice: it has a fake tensor; those
/// places are told to whoever asked with `onSite`.
OriginId currentSite(const OpInfo &Op, bool OnDevice);

/// How many of the user's frames this thread's last calling place had;
/// MaxUserFrames if there may have been more.
unsigned lastDepth();

/// Null for 0.
const Site *site(OriginId Id);

/// Notes that what this thread's last calling place makes is computed from what
/// was made at \p From.
void noteFrom(OriginId From);

/// Called once for each new place at which an operator runs on a fake tensor.
void onSite(void (*Callback)(const Site &));

struct OriginIds {
  OriginId made = 0;
  /// On the CPU: the factory of what it was computed from, itself if it is one.
  OriginId source = 0;
};

void rememberCpu(const at::Tensor &T, OriginIds Ids);
OriginIds originsOf(const at::TensorBase &T);

} // namespace rt
} // namespace torchtidy

#endif
