//===- Coverage.h - which way finds which operator's shapes -----*- C++ -*-===//
#ifndef TORCHTIDY_CONFORMANCE_RUN_COVERAGE_H
#define TORCHTIDY_CONFORMANCE_RUN_COVERAGE_H

namespace torchtidy {
namespace conformance {

/// Prints docs/meta-coverage.md's tables for this LibTorch.
void printCoverage();

} // namespace conformance
} // namespace torchtidy

#endif
