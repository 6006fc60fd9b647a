//===- Excerpt.h - a source line with marks, as clang shows it --*- C++ -*-===//
#ifndef TORCHTIDY_FINDINGS_EXCERPT_H
#define TORCHTIDY_FINDINGS_EXCERPT_H

#include "findings/Finding.h"
#include "findings/Source.h"
#include <iosfwd>

namespace torchtidy {

/// The line of \p Place with a caret, its range underlined, and below it what
/// the line becomes by those of \p Edits that begin there:
///
///     5 |   cache = torch::zeros({10});
///       |           ^~~~~~~~~~~~~~~~~~
///     + |   cache = register_buffer("cache", torch::zeros({10}));
///
/// What an edit replaces is underlined, too. Columns count what a terminal
/// shows (tabs to the next eighth, wide and combining characters). Nothing when
/// the file or the line isn't there; no marks when \p Place has no column.
void writeExcerpt(std::ostream &Out, Sources &Files, const Span &Place,
                  const std::vector<Edit> &Edits, bool Color);

} // namespace torchtidy

#endif
