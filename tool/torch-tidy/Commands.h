//===- Commands.h - what torch-tidy does ------------------------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_COMMANDS_H
#define TORCHTIDY_TOOL_COMMANDS_H

#include "Options.h"

namespace torchtidy {
namespace tool {

// Each returns the program's exit code.
int runAnalyze(const Options &O);
int runFacts(const Options &O);
int runLink(Options O);
int runCache(const Options &O);
int runConfirm(const Options &O);
int runLsp(const Options &O);
int runListChecks(const Options &O);
int runExplain(const Options &O);

} // namespace tool
} // namespace torchtidy

#endif
