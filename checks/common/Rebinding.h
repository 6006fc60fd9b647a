//===- Rebinding.h - a member no longer holds what was registered -*- C++
//-*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_REBINDING_H
#define TORCHTIDY_CHECKS_COMMON_REBINDING_H

#include "checks/common/Judge.h"
#include <optional>

namespace torchtidy {

/// A member that held what was registered holds something else.
struct Rebound {
  const StoreEvent *store = nullptr;
  Level level = Level::Likely;
  int registrar = -1;  ///< the call whose tensor the store copies
  bool module = false; ///< what replaces it is a module
};
std::vector<Rebound> findRebound(const Judge &J);

/// `b = register_buffer("b", t).to(d)` becomes `b = register_buffer("b",
/// t.to(d))`.
std::optional<Fix> moveBeforeRegistering(const Judge &J, const Rebound &R);

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
