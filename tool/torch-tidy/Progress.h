//===- Progress.h - a bar for people, on a terminal only --------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_PROGRESS_H
#define TORCHTIDY_TOOL_PROGRESS_H

#include <functional>
#include <string>

namespace torchtidy {
namespace tool {

/// Draws on standard error while it lives, and leaves nothing behind.
class Progress {
public:
  explicit Progress(bool Quiet);
  ~Progress();

  void show(unsigned Done, unsigned Total, const std::string &File);

private:
  const bool Enabled;
};

} // namespace tool
} // namespace torchtidy

#endif
