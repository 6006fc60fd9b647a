//===- Inventory.h - what each module of the project holds ------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_INVENTORY_H
#define TORCHTIDY_CHECKS_COMMON_INVENTORY_H

#include "checks/common/Judge.h"
#include "findings/Modules.h"

namespace torchtidy {

/// The project's modules in the order of their places. \p Findings decide what
/// stays behind: what no rule speaks of isn't called lost here either.
std::vector<ModuleState> inventory(const Judge &J,
                                   const std::vector<Finding> &Findings);

} // namespace torchtidy

#endif
