//===- Registering.h - how to register what a member is given ---*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_REGISTERING_H
#define TORCHTIDY_CHECKS_COMMON_REGISTERING_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// The note and, where the class itself stores it as a whole, the fix-it that
/// wrap what is stored: a tensor, as a buffer or a parameter …
void registerStored(const Judge &J, const Member &M, const StoreEvent &E,
                    Report &To);
/// … or a module, as a submodule.
void registerSubmodule(const Judge &J, const Member &M, const StoreEvent &E,
                       Report &To);

} // namespace torchtidy

#endif
