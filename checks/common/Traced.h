//===- Traced.h - what a trace runs and writes down -------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_TRACED_H
#define TORCHTIDY_CHECKS_COMMON_TRACED_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// The functions that a trace runs, each with the call that traces it; none:
/// with profile `exported` every module's forward may be.
std::map<int, Site> tracedFunctions(const Judge &J);

/// The device that a factory or mover writes into the graph when it is traced;
/// null: it writes none, or one that every run has.
const Device *frozenDevice(const Judge &J, Site Call);

} // namespace torchtidy

#endif
