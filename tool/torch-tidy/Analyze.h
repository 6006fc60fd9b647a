//===- Analyze.h - the findings of files, said ------------------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_ANALYZE_H
#define TORCHTIDY_TOOL_ANALYZE_H

#include "Analysis.h"
#include <functional>

namespace torchtidy {
namespace tool {

/// All that follows the choice of the files: \p Read gives what is known of
/// them, and the options say which of it is told, where and how. Returns the
/// exit code.
int tellFindings(const Options &O, const project::Selection &S,
                 const std::function<Analysis()> &Read);

/// On standard error, the first few of them.
void printProblems(const project::UnitResult &U);

} // namespace tool
} // namespace torchtidy

#endif
