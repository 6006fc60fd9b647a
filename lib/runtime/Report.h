//===- Report.h - a mismatch becomes a finding and an exception -*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_REPORT_H
#define TORCHTIDY_RUNTIME_REPORT_H

#include "runtime/Check.h"
#include "runtime/Origins.h"

namespace torchtidy {
namespace rt {

struct Clash {
  const OpInfo *op = nullptr;
  int seen = -1, offending = -1; ///< in LibTorch's order, for its own words
  int first = -1, odd = -1;      ///< in ours
  bool unsure = false;           ///< the operator may do something about it
  std::string reason;            ///< of the rules; empty for the common one
};

/// Gives the mode the finding, once for each calling place and origin, then
/// throws c10::Error if \p Throw.
void reportClash(const Clash &C, const api::Call &Call,
                 const TensorArguments &Tensors, bool Throw);

/// \p Op got a generator of \p Generator for tensors on \p Device, which the
/// kernel refuses. As above.
void reportGenerator(const OpInfo &Op, c10::Device Generator,
                     c10::Device Device, const TensorArguments &Tensors,
                     bool Throw);

/// LibTorch refuses tensors on different devices with \p Message, before any
/// operator could be checked.
void reportRefusal(const std::string &Message);

/// A tensor on \p D is made over memory of the host, which is refused.
void reportHostPointer(c10::Device D);

/// The host touched memory of a tensor on \p D. Called from a signal handler,
/// for a fault in the user's own code.
void reportHostAccess(c10::Device D, OriginId Origin);

} // namespace rt
} // namespace torchtidy

#endif
