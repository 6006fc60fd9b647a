//===- Output.h - findings in the form asked for ----------------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_OUTPUT_H
#define TORCHTIDY_TOOL_OUTPUT_H

#include "Options.h"
#include "findings/Modules.h"
#include "findings/Sarif.h"
#include "findings/TextRenderer.h"
#include <string>
#include <vector>

namespace torchtidy {
namespace tool {

struct OutputContext {
  std::string root; ///< of the project; "" when unknown
  std::vector<ToolProblem> problems;
  std::vector<Finding> onlyRun; ///< of confirm: what only a run showed
  std::vector<std::string> runs;
  std::vector<ModuleState> modules; ///< what modules hold, when it is known
  int exitCode = 0;
};

/// Writes \p Findings to --output or standard output. Returns false after
/// saying why on standard error.
bool writeFindings(const std::vector<Finding> &Findings, const Options &O,
                   const OutputContext &C);

/// The whole \p Text to --output or standard output, with the same promise.
bool emit(const std::string &Text, const Options &O);

/// Options of the text form, as this terminal wants it.
TextOptions textOptions(const Options &O);

/// Prints an error in the tool's name.
void complain(const std::string &Message);

/// Any of \p Findings at or above --fail-on?
bool failing(const std::vector<Finding> &Findings, const Options &O);

} // namespace tool
} // namespace torchtidy

#endif
