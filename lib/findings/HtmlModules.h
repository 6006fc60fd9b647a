//===- HtmlModules.h - a module's tensors and devices, drawn ----*- C++ -*-===//
#ifndef TORCHTIDY_FINDINGS_HTMLMODULES_H
#define TORCHTIDY_FINDINGS_HTMLMODULES_H

#include "findings/Modules.h"
#include <functional>
#include <iosfwd>

namespace torchtidy {

/// Draws what \p M holds in lanes: what goes along when it is moved, what stays
/// behind, what isn't known. \p Findings are the page's, \p IdOf their anchors,
/// \p Root what paths are shown relative to. Writes nothing for a module that
/// holds nothing.
void writeHtmlModule(std::ostream &Out, const ModuleState &M,
                     const std::vector<Finding> &Findings,
                     const std::function<std::string(const Finding &)> &IdOf,
                     const std::string &Root);

} // namespace torchtidy

#endif
