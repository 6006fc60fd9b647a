//===- Exports.h - what leaves the process on a device ----------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_EXPORTS_H
#define TORCHTIDY_CHECKS_COMMON_EXPORTS_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// An export or a save of something on an accelerator.
struct PinnedExport {
  const flow::SinkEvent *sink = nullptr;
  Alt what;
  bool module = false;  ///< else a tensor
  facts::SourceSpan at; ///< the argument, or the call
  bool saves() const;
};

/// The first argument of each, or else the receiver.
std::vector<PinnedExport> pinnedExports(const Judge &J);

} // namespace torchtidy

#endif
