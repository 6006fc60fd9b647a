//===- Patch.h - edits of a text, and the difference they make --*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_PATCH_H
#define TORCHTIDY_TOOL_PATCH_H

#include "findings/Finding.h"
#include <string>
#include <vector>

namespace torchtidy {
namespace tool {

/// \p Edits are sorted by offset, lie in \p Text and don't overlap.
std::string applyEdits(const std::string &Text, const std::vector<Edit> &Edits);

/// The unified difference that git and patch -p1 take, under the name \p Name;
/// "" when the texts are equal.
std::string unifiedDiff(const std::string &Name, const std::string &Old,
                        const std::string &New);

} // namespace tool
} // namespace torchtidy

#endif
