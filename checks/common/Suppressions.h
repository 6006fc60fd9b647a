//===- Suppressions.h - which comment suppresses what -----------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_SUPPRESSIONS_H
#define TORCHTIDY_CHECKS_COMMON_SUPPRESSIONS_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// The NOLINT under which \p F is not reported, or null. What is said about
/// comments themselves is suppressed only by name: with a glob a comment could
/// hide that it is idle.
const facts::SuppressionFact *suppressing(const facts::ProjectFacts &P,
                                          const Finding &F);

Suppression suppressionOf(const facts::ProjectFacts &P,
                          const facts::SuppressionFact &S);

/// Whether \p S covers the line of \p F; its list is another matter.
bool covers(const facts::ProjectFacts &P, const facts::SuppressionFact &S,
            const Finding &F);

/// \p S covers code that wasn't compiled, or couldn't be followed: a finding
/// may be there that nobody saw.
bool coversUnseen(const flow::ProjectFlow &F, const facts::SuppressionFact &S);

/// "torch-lost-leaf", "torch-*": a name of ours, or a glob that can only mean
/// ours. All others other tools know.
bool meansOurs(const std::string &Glob);
/// A glob, or the name of a rule that there is.
bool meansSomething(const std::string &Glob);
/// Every rule that the glob means was asked.
bool meansAsked(const std::string &Glob, const JudgeOptions &O);

} // namespace torchtidy

#endif
