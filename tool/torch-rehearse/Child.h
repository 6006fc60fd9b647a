//===- Child.h - a process that is listened to, and ended in time -*- C++
//-*-===//
#ifndef TORCHTIDY_TOOL_REHEARSE_CHILD_H
#define TORCHTIDY_TOOL_REHEARSE_CHILD_H

#include <cstddef>
#include <string>
#include <vector>

namespace torchtidy {
namespace rehearse {

struct ChildResult {
  std::string output;   ///< of the descriptor that it was given
  int status = 0;       ///< as waitpid's
  bool late = false;    ///< ended because its time was up
  bool endless = false; ///< ended because it wrote too much
};

/// Runs \p Command, in which "{out}" stands for the number of the descriptor
/// to answer on, in a process group of its own. After \p Seconds, or more than
/// \p MaxOutput bytes, the group is killed. Its standard input and output are
/// /dev/null, its standard error is this one's if \p ShowErrors. Throws
/// std::runtime_error if it can't be started.
ChildResult runChild(std::vector<std::string> Command, unsigned Seconds,
                     size_t MaxOutput, bool ShowErrors);

} // namespace rehearse
} // namespace torchtidy

#endif
