//===- Documents.h - the texts that are open in the editor ------*- C++ -*-===//
#ifndef TORCHTIDY_LSP_DOCUMENTS_H
#define TORCHTIDY_LSP_DOCUMENTS_H

#include "lsp/Positions.h"
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace torchtidy {
namespace lsp {

using Clock = std::chrono::steady_clock;

struct Document {
  std::string uri; ///< as the editor writes it
  std::string path;
  json version; ///< the editor's number; null when it sends none
  std::shared_ptr<const std::string> text;
  /// Counts all changes of all documents: a greater one is newer.
  uint64_t serial = 0;
  Clock::time_point due; ///< when its text may be checked
  uint64_t checked = 0;  ///< serial of the text that was checked last
};

/// \p Text after the changes of a didChange. Throws std::exception on what are
/// none.
std::string changed(std::string Text, const json &Changes, Encoding E);

} // namespace lsp
} // namespace torchtidy

#endif
