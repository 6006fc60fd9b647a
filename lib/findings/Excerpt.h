//===- Excerpt.h - a source line with marks, as clang shows it --*- C++ -*-===//
#ifndef TORCHTIDY_FINDINGS_EXCERPT_H
#define TORCHTIDY_FINDINGS_EXCERPT_H

#include "findings/Finding.h"
#include "findings/Source.h"
#include <iosfwd>

namespace torchtidy {

/// The line of \p Place with a caret, its range underlined, and what \p Edits
/// insert on that line below it:
///
///     5 |   cache = torch::zeros({10});
///       |           ^~~~~~~~~~~~~~~~~~
///       |           register_buffer("cache", )
///
/// Columns count what a terminal shows (tabs to the next eighth, wide and
/// combining characters). Nothing when the file or the line isn't there; no
/// marks when \p Place has no column.
void writeExcerpt(std::ostream &Out, Sources &Files, const Span &Place,
                  const std::vector<Edit> &Edits, bool Color);

} // namespace torchtidy

#endif
