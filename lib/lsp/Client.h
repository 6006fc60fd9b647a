//===- Client.h - what the editor can do ------------------------*- C++ -*-===//
#ifndef TORCHTIDY_LSP_CLIENT_H
#define TORCHTIDY_LSP_CLIENT_H

#include "lsp/Positions.h"
#include <string>
#include <vector>

namespace torchtidy {
namespace lsp {

/// By its answer to what was never asked: the parameters of initialize.
struct Client {
  Encoding encoding = Encoding::Utf16;
  bool saysEncodings = false;       ///< and so wants an answer
  bool related = false;             ///< relatedInformation of a diagnostic
  bool codeLinks = false;           ///< codeDescription of a diagnostic
  bool actions = false;             ///< code actions, not commands alone
  bool preferred = false;           ///< isPreferred of a code action
  bool versionedEdits = false;      ///< documentChanges
  bool progress = false;            ///< $/progress that the server begins
  bool watches = false;             ///< registers for changed files
  bool markdown = false;            ///< in hovers
  std::vector<std::string> folders; ///< absolute

  /// Throws json::exception when they aren't parameters of initialize. Of the
  /// encodings that the editor names the first that is known is taken.
  static Client of(const json &InitializeParams);
};

} // namespace lsp
} // namespace torchtidy

#endif
