//===- Excerpt.h - a source line with marks, as clang shows it --*- C++ -*-===//
#ifndef TORCHTIDY_FINDINGS_EXCERPT_H
#define TORCHTIDY_FINDINGS_EXCERPT_H

#include "findings/Finding.h"
#include "findings/Source.h"
#include <cstddef>
#include <iosfwd>

namespace torchtidy {

struct ExcerptStyle {
  bool color = false;
  bool ascii = false; ///< other characters as <U+00E9>
  /// Columns of source that are shown. Lines of generated code and of data are
  /// cut also where no terminal is.
  std::size_t width = 240;
};

/// The line of \p Place with a caret, its range underlined, and below it what
/// the line becomes by those of \p Edits that begin there:
///
///     5 |   cache = torch::zeros({10});
///       |           ^~~~~~~~~~~~~~~~~~
///     + |   cache = register_buffer("cache", torch::zeros({10}));
///
/// What an edit replaces is underlined, too. Columns count what a terminal
/// shows (tabs to the next eighth, wide and combining characters). Nothing when
/// the file or the line isn't there; no marks when \p Place has no column. Of a
/// line that is longer than the style's width what surrounds the caret is
/// shown.
void writeExcerpt(std::ostream &Out, Sources &Files, const Span &Place,
                  const std::vector<Edit> &Edits, const ExcerptStyle &Style);

} // namespace torchtidy

#endif
