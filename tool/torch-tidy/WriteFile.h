//===- WriteFile.h - whole or not at all ------------------------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_WRITEFILE_H
#define TORCHTIDY_TOOL_WRITEFILE_H

#include <string>

namespace torchtidy {
namespace tool {

/// Replaces \p Path by \p Text: a reader sees the old or the new file, never a
/// part, and keeps its permissions. A link is followed; what is no regular file
/// (/dev/stdout, a pipe) is written straight. Returns a readable reason, or "".
std::string writeFile(const std::string &Path, const std::string &Text);

} // namespace tool
} // namespace torchtidy

#endif
