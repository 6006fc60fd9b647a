//===- Uri.h - files by the names that editors give them --------*- C++ -*-===//
#ifndef TORCHTIDY_LSP_URI_H
#define TORCHTIDY_LSP_URI_H

#include <optional>
#include <string>

namespace torchtidy {
namespace lsp {

/// "file:///a%20b.cpp" → "/a b.cpp", without "." and ".."; nothing for what
/// names no file of this machine.
std::optional<std::string> pathOfUri(const std::string &Uri);

/// Of an absolute path.
std::string uriOfPath(const std::string &Path);

} // namespace lsp
} // namespace torchtidy

#endif
