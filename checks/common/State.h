//===- State.h - is a member state that to() leaves behind? -----*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_STATE_H
#define TORCHTIDY_CHECKS_COMMON_STATE_H

#include "checks/common/Judge.h"

namespace torchtidy {

struct StateVerdict {
  bool found = false;
  Level level = Level::Likely;
  const flow::StoreEvent *store = nullptr; ///< where the fault is made
  flow::Site source;                       ///< the factory, if there is one
  flow::Site use;                          ///< where it bites
  std::string useNote, harm, fault;
  bool partlyMoved = false;
  bool fixable = false;
  bool part = false; ///< of an object that makes it itself
};

/// Whether the tensors that a member holds are left behind.
StateVerdict judgeState(const Judge &J, const Member &M);

/// Span of what is stored, or of the store.
const facts::SourceSpan &storedSpan(const Judge &J, const flow::StoreEvent &E);

/// Tensors that a module's lambdas captured.
void checkCapturedState(Judge &J);

/// Tensors of classes that are no modules and move their networks.
void checkCarriedState(Judge &J);

/// Generators of modules.
void checkGenerators(Judge &J);

/// Modules that move themselves, and have nothing registered that would move.
void checkIdleMoves(Judge &J);

/// Tensors of static storage that meet a module's input.
void checkStaticState(Judge &J);

} // namespace torchtidy

#endif
