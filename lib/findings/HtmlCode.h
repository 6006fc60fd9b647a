//===- HtmlCode.h - source code in a page -----------------------*- C++ -*-===//
#ifndef TORCHTIDY_FINDINGS_HTMLCODE_H
#define TORCHTIDY_FINDINGS_HTMLCODE_H

#include "findings/Finding.h"
#include "findings/Source.h"
#include <iosfwd>

namespace torchtidy {

/// Safe between tags and in quoted attributes, whatever bytes \p Text holds.
std::string htmlEscaped(std::string_view Text);

/// Text with 'quoted names' as <code>.
std::string htmlProse(std::string_view Text);

/// The lines of \p Place with \p Context lines around them, numbered, coloured,
/// the range marked. Writes nothing when the source can't be read.
void writeHtmlExcerpt(std::ostream &Out, Sources &Files, const Span &Place,
                      unsigned Context);

/// What \p F takes away and puts in, line by line; the bare texts when the
/// source can't be read. \p Root: paths are shown relative to it.
void writeHtmlFix(std::ostream &Out, Sources &Files, const Fix &F,
                  const std::string &Root);

} // namespace torchtidy

#endif
