//===- Transfers.h - copies that could have been made there -----*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_TRANSFERS_H
#define TORCHTIDY_CHECKS_COMMON_TRANSFERS_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// A tensor that is made on cpu, needed by nobody there, and moved.
struct Transfer {
  Site made, move;
  Device to;
};

std::vector<Transfer> redundantTransfers(const Judge &J);

} // namespace torchtidy

#endif
