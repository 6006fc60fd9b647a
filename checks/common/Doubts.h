//===- Doubts.h - what makes a clash less sure ------------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_DOUBTS_H
#define TORCHTIDY_CHECKS_COMMON_DOUBTS_H

#include "checks/common/Judge.h"
#include <optional>

namespace torchtidy {

/// Looks again at a factory's tensor that meets a device, with an eye to what
/// people write on purpose: placeholders, tests, host code in front of a move.
class Doubts {
public:
  explicit Doubts(const Judge &J);

  /// What is left of \p L for the clash \p M, of which \p S is the side that
  /// \p Made made, in the eyes of the function \p Holder; nothing: silence.
  std::optional<Level> left(int Holder, const Meeting &M, const Side &S,
                            Site Made, Level L) const;

private:
  bool placeholder(Site Made) const;
  bool movedAfter(Site At) const;

  const Judge &J;
  bool movesModules = false; ///< somebody brings a module to a device
};

} // namespace torchtidy

#endif
