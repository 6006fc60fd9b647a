//===- State.h - what holds at one point of a function ----------*- C++ -*-===//
#ifndef TORCHTIDY_FLOW_STATE_H
#define TORCHTIDY_FLOW_STATE_H

#include "flow/Env.h"
#include "flow/Flat.h"
#include "flow/Flow.h"

namespace torchtidy {
namespace flow {

struct State {
  bool reachable = false;
  Env env;                               ///< by path
  FlatMap<int, int> alias;               ///< variables that name another place
  FlatSet<int> registered;               ///< identities
  FlatSet<std::pair<int, int>> contains; ///< container, content: identities
  FlatMap<int, Device> objects;          ///< devices of modules, by identity
  /// Symbols known to be a device on this way: x is on cpu, cache is where x
  /// is.
  FlatMap<int, Device> refined;
  /// No accelerator exists on this way: everything is on one device.
  bool hostOnly = false;
  FlatSet<int> assigned; ///< paths below self, on every way

  bool operator==(const State &O) const;
  /// Something is known on this way of what a value can be.
  bool refines() const { return hostOnly || !refined.empty(); }
};

/// Joins values that reach one place on different ways. \p Choice is the symbol
/// for a device that differs.
Value joinValues(const Value &A, const Value &B, const Device &Choice);

/// Replaces refined symbols by what they are. On a way where a symbol is cpu,
/// what was made on cpu is on that symbol's device.
void applyRefinements(Value &V, const State &S);

} // namespace flow
} // namespace torchtidy

#endif
