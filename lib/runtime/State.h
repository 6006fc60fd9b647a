//===- State.h - tensors kept past their registrations ----------*- C++ -*-===//
//
// A plain member that holds a tensor from one call to the next is state that
// `to`, `save` and `parameters` don't see. Between calls the members of known
// modules are noted; a call that then uses one of the tensors has kept it.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_RUNTIME_STATE_H
#define TORCHTIDY_RUNTIME_STATE_H

#include "runtime/Check.h"

namespace torchtidy {
namespace rt {

/// Notes the members of all known modules, now. \p Depth: of the calling
/// place, in frames of the user's.
void noteState(unsigned Depth);

/// At every operator, before it runs, when the mode watches state. \p Depth as
/// above, of its calling place.
void watchState(const TensorArguments &Tensors, unsigned Depth);

} // namespace rt
} // namespace torchtidy

#endif
