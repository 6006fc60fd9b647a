//===- Settings.h - what the project says, and the line ---------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_SETTINGS_H
#define TORCHTIDY_TOOL_SETTINGS_H

#include "Options.h"

namespace torchtidy {
namespace tool {

/// Reads the project's .torch-tidy.yaml and its packs into \p O; what the
/// command line says goes before it. Returns false after saying, with places,
/// what is wrong.
bool readSettings(Options &O);

/// The same for who can't stop: what is wrong is returned, and the rest counts.
std::vector<std::string> applySettings(Options &O);

/// The file or folder (absolute) is left out.
bool isExcluded(const Options &O, const std::string &Path);

} // namespace tool
} // namespace torchtidy

#endif
