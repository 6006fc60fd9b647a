//===- Actions.h - what an editor can do about a finding --------*- C++ -*-===//
#ifndef TORCHTIDY_LSP_ACTIONS_H
#define TORCHTIDY_LSP_ACTIONS_H

#include "lsp/Client.h"
#include "lsp/FileTexts.h"
#include <functional>

namespace torchtidy {
namespace lsp {

/// A finding as it was told.
struct Told {
  Finding finding;
  json diagnostic;
};

/// Of open files by path: the URI and the version to name in an edit.
using VersionOf = std::function<std::optional<std::pair<std::string, json>>(
    const std::string &)>;

/// Code actions for what of \p All touches \p Where: its fixes, and a comment
/// that suppresses it. With all of the fixes at once as an
/// action of its own. \p Only: kinds that are wanted, empty: all.
json codeActions(const std::vector<Told> &All, const Range &Where,
                 const std::vector<std::string> &Only, FileTexts &Files,
                 const Client &C, const VersionOf &Versions);

/// Where a comment that suppresses \p F can stand, and what it says: at the end
/// of the line, or on a line of its own before it. Nothing when neither is code
/// to Clang: within a raw string, or behind a continued line.
std::optional<Edit> suppression(const Finding &F, const std::string &Text);

} // namespace lsp
} // namespace torchtidy

#endif
