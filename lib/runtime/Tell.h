//===- Tell.h - what the reports of a run are made of -----------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_TELL_H
#define TORCHTIDY_RUNTIME_TELL_H

#include "runtime/Origins.h"
#include "runtime/Words.h"
#include <mutex>

namespace torchtidy {
namespace rt {

/// One finding at a time: debug info isn't read by two threads at once. To be
/// held for everything below.
std::mutex &reportMutex();
Symbols &symbols();

std::vector<SourceFrame> framesOf(void *const *Addresses, unsigned Count);

/// The tensor, in the words and fields of a finding.
TensorWords describeTensor(const std::string &Argument, const at::Tensor &T);

/// A certain one with the stack of now. \p Op: "aten::add", or empty.
Finding startFinding(const char *Rule, const std::string &Op);

/// The same with the stack of \p Addresses.
Finding startFindingAt(const char *Rule, const std::string &Op,
                       void *const *Addresses, unsigned Count);

/// Gives the finding to the mode unless it has it, or has no interest in its
/// level; true if it was news. \p Origin tells places apart without debug info.
bool tell(Finding &F, OriginId Origin);

} // namespace rt
} // namespace torchtidy

#endif
