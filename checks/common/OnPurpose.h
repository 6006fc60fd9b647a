//===- OnPurpose.h - what annotations say is meant --------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_ONPURPOSE_H
#define TORCHTIDY_CHECKS_COMMON_ONPURPOSE_H

#include "checks/common/Mixing.h"

namespace torchtidy {

/// One side of the meeting is on the CPU on purpose.
bool keptOnPurpose(const flow::Meeting &M);

/// … and the other isn't, so that the boundary between them lacks its move.
std::optional<Mix> boundary(const Judge &J, int Fn, const flow::Meeting &M);

/// Places of the code of which annotations say that they are meant.
class OnPurpose {
public:
  explicit OnPurpose(const flow::ProjectFlow &F);
  /// True for a finding that an annotation answers.
  bool answers(const Finding &F) const;

private:
  struct Range {
    std::string file;
    unsigned begin, end;
    bool crossing; ///< else: on the CPU
  };
  void add(const facts::SourceSpan &S, bool Crossing);
  const flow::ProjectFlow &F;
  std::vector<Range> ranges;
};

} // namespace torchtidy

#endif
