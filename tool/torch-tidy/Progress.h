//===- Progress.h - a bar for people, on a terminal only --------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_PROGRESS_H
#define TORCHTIDY_TOOL_PROGRESS_H

#include "front/Read.h"
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace torchtidy {
namespace tool {

/// Draws on standard error while it lives, and leaves nothing behind, also when
/// the run is interrupted.
class Progress {
public:
  explicit Progress(bool Quiet);
  ~Progress();

  void show(const front::ReadProgress &P);

  /// Without a bar there is nothing to show.
  bool enabled() const { return Enabled; }

private:
  void draw() const;
  void tick();

  const bool Enabled;
  std::mutex Lock;
  std::condition_variable Ended;
  bool Over = false;
  front::ReadProgress Last;
  std::chrono::steady_clock::time_point At; ///< when Last was told
  std::thread Clock;
};

/// "about 3 min left"; "" for a negative \p Seconds.
std::string timeLeft(double Seconds);

} // namespace tool
} // namespace torchtidy

#endif
