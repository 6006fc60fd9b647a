//===- HostEvidence.h - how sure is an access of the host? ------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_HOSTEVIDENCE_H
#define TORCHTIDY_CHECKS_COMMON_HOSTEVIDENCE_H

#include "checks/common/OperatorEntries.h"
#include <optional>

namespace torchtidy {

/// How much can be promised of an access that \p Fn knows of; nothing: the
/// tensor may well be on the host, or the function's callers know more.
std::optional<Level> hostAccessLevel(const Judge &J, const OperatorEntries &R,
                                     int Fn, const flow::HostAccess &H);

} // namespace torchtidy

#endif
