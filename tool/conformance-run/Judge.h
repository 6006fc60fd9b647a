//===- Judge.h - runs one recorded call and compares ------------*- C++ -*-===//
#ifndef TORCHTIDY_CONFORMANCE_RUN_JUDGE_H
#define TORCHTIDY_CONFORMANCE_RUN_JUDGE_H

#include <string>

namespace torchtidy {
namespace conformance {

struct Judgement {
  enum Kind { Agree, Disagree, Skipped } kind = Agree;
  std::string op;
  std::string text; ///< why skipped; expected and got
};

/// Throws std::runtime_error for a malformed line.
Judgement judge(const std::string &Line, bool WithoutValues);

/// "aten::add.Tensor" of a line, for one that crashed; "?" if it has none.
std::string operatorOf(const std::string &Line);

} // namespace conformance
} // namespace torchtidy

#endif
