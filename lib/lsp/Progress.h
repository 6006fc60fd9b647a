//===- Progress.h - what takes a while, while it does -----------*- C++ -*-===//
#ifndef TORCHTIDY_LSP_PROGRESS_H
#define TORCHTIDY_LSP_PROGRESS_H

#include "lsp/Wire.h"
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace torchtidy {
namespace lsp {

/// One bar in the editor, which shows when something has gone on for a while.
/// A thread of its own: whoever works is busy.
class Progress {
public:
  explicit Progress(Wire &W) : Out(W) {}
  ~Progress() { stop(); }

  /// Nothing shows before.
  void start(std::chrono::milliseconds Delay);
  void stop();

  /// \p What is being done, \p Done of \p Total (0: it can't be told); "": all
  /// is done.
  void set(const std::string &What, unsigned Done, unsigned Total);

private:
  using Clock = std::chrono::steady_clock;
  void tick();
  void send(const char *Kind, bool Title);

  Wire &Out;
  std::chrono::milliseconds Delay{0};
  std::mutex Lock;
  std::condition_variable Changed;
  std::thread Ticker;
  bool Ends = false, Shows = false, Stale = false;
  std::string What;
  unsigned Done = 0, Total = 0, Token = 0;
  Clock::time_point Begin;
};

} // namespace lsp
} // namespace torchtidy

#endif
