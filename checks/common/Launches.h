//===- Launches.h - kernels, and the device they run on ---------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_LAUNCHES_H
#define TORCHTIDY_CHECKS_COMMON_LAUNCHES_H

#include "checks/common/Judge.h"
#include <optional>

namespace torchtidy {

/// Kernel launches of a project, and the guards before them.
class Launches {
public:
  explicit Launches(const Judge &J) : J(J) {}

  /// Every kernel launch below \p Fn that no guard stands before: its own, of
  /// its lambdas, and of functions it calls that are given no tensor and so
  /// can't know. Sites are of \p Fn or its lambdas.
  std::vector<flow::Site> unguarded(int Fn) const;
  /// Every call of the function in the project stands behind a guard.
  bool guardedByCallers(int Fn) const;
  /// The function is given tensors.
  bool takesTensors(int Fn) const;
  /// What a site launches: "add_kernel".
  std::string nameOf(flow::Site S) const;

  /// A guard stands before the instruction.
  bool guardBefore(int Fn, int Instr) const;

private:
  bool isGuard(const facts::Instr &I, unsigned Depth = 0) const;

  const Judge &J;
};

/// A launcher in another file that is given a bare pointer and no tensor: it
/// can't know the device, so the guard has to stand before it.
struct BarePointer {
  int call = -1, pointer = -1; ///< instructions of the function
};
/// The first such call in the function with no guard before it.
std::optional<BarePointer> unguardedPointer(const Judge &J, const Launches &L,
                                            int Fn);

/// A parameter, or a list or optional of them, that is a tensor.
bool isTensorParam(const facts::VarFact &V);

} // namespace torchtidy

#endif
