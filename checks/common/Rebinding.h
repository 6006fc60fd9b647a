//===- Rebinding.h - a member no longer holds what was registered -*- C++
//-*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_REBINDING_H
#define TORCHTIDY_CHECKS_COMMON_REBINDING_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// The registrar call at the root of a chain like
/// `register_buffer("b", t).to(d)`, -1 if the chain begins elsewhere.
int registrarBelow(const facts::FunctionFacts &F, int Value);

/// The registrar call whose tensor a store copies under the same name, instead
/// of keeping it: the instruction, -1 if there is none.
int copiedRegistrar(const Judge &J, const flow::StoreEvent &E);

/// The store replaces what was registered, or keeps a copy of it.
bool rebindsRegistered(const Judge &J, const flow::StoreEvent &E);

} // namespace torchtidy

#endif
