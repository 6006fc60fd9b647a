//===- Edits.h - small changes of source text -------------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_EDITS_H
#define TORCHTIDY_CHECKS_COMMON_EDITS_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// An empty span at the beginning, or at the end, of \p S.
Span beginOf(Span S);
Span endOf(Span S);
/// What is left of \p Whole before, and behind, a part of it.
Span before(Span Whole, const Span &Part);
Span behind(Span Whole, const Span &Part);
/// Puts \p Before and \p After around what \p S spans.
Fix wrap(std::string Message, const Span &S, std::string Before,
         std::string After);
Fix insert(std::string Message, const Span &At, std::string Text);

/// Source text in one line: without line breaks, continued or not.
std::string oneLine(const std::string &Text);

} // namespace torchtidy

#endif
