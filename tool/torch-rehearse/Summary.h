//===- Summary.h - what a run says about itself -----------------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_REHEARSE_SUMMARY_H
#define TORCHTIDY_TOOL_REHEARSE_SUMMARY_H

#include "Run.h"
#include "findings/Finding.h"

namespace torchtidy {
namespace rehearse {

/// `{"run": {…}}`, without its end: program, devices, operators, findings, and
/// the user's lines at which an operator ran on a fake tensor.
std::string summaryLine(const Options &O, const rt::SharedRun &R);

/// Of the findings of a run and of the branches explored in it, what only
/// branches have shown, each once.
std::vector<Finding> branchesOf(const std::string &JsonLines);

/// "rehearsed on 2 fake CUDA devices: 1,234 operators checked, 1 finding", and
/// what could not be seen, a line each.
std::string summaryText(const Options &O, const rt::SharedRun &R);

} // namespace rehearse
} // namespace torchtidy

#endif
