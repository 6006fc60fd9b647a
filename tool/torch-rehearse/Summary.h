//===- Summary.h - what a run says about itself -----------------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_REHEARSE_SUMMARY_H
#define TORCHTIDY_TOOL_REHEARSE_SUMMARY_H

#include "Run.h"

namespace torchtidy {
namespace rehearse {

/// `{"run": {…}}`, without its end: program, devices, operators, findings, and
/// the user's lines at which an operator ran on a fake tensor.
std::string summaryLine(const Options &O, const rt::SharedRun &R);

/// "rehearsed on 2 fake CUDA devices: 1,234 operators checked, 1 finding", and
/// what could not be seen, a line each.
std::string summaryText(const Options &O, const rt::SharedRun &R);

} // namespace rehearse
} // namespace torchtidy

#endif
