//===- Progress.cpp - what takes a while, while it does -------------------===//
#include "lsp/Progress.h"

namespace torchtidy {
namespace lsp {

void Progress::start(std::chrono::milliseconds After) {
  Delay = After;
  Ticker = std::thread([this] { tick(); });
}

void Progress::stop() {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Ends = true;
  }
  Changed.notify_all();
  if (Ticker.joinable())
    Ticker.join();
}

void Progress::set(const std::string &Now, unsigned NewDone,
                   unsigned NewTotal) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (What.empty() && !Now.empty())
    Begin = Clock::now();
  Stale = Stale || What != Now || Done != NewDone || Total != NewTotal;
  What = Now;
  Done = NewDone;
  Total = NewTotal;
  Changed.notify_all();
}

void Progress::tick() {
  std::unique_lock<std::mutex> Guard(Lock);
  while (!Ends) {
    bool Busy = !What.empty();
    Clock::time_point Due = Begin + Delay;
    if (Busy && !Shows && Clock::now() < Due) {
      Changed.wait_until(Guard, Due);
      continue;
    }
    if (Busy && !Shows)
      send("begin", true);
    else if (Busy && Stale)
      send("report", false);
    else if (!Busy && Shows)
      send("end", false);
    Stale = false;
    Shows = Busy;
    if (!Ends && Shows == !What.empty() && !Stale)
      Changed.wait(Guard);
  }
}

/// Under the lock: an editor that doesn't read makes whoever tells it more
/// wait, and nobody else has more to tell.
void Progress::send(const char *Kind, bool Title) {
  using nlohmann::json;
  if (Title)
    ++Token;
  const std::string Name = "torch-tidy/progress/" + std::to_string(Token);
  json Value{{"kind", Kind}};
  if (Title) {
    Out.request("window/workDoneProgress/create", {{"token", Name}});
    Value["title"] = "torch-tidy";
    Value["cancellable"] = false;
  }
  if (!What.empty())
    Value["message"] = What;
  if (!What.empty() && Total)
    Value["percentage"] = 100 * Done / Total;
  Out.notify("$/progress", {{"token", Name}, {"value", Value}});
}

} // namespace lsp
} // namespace torchtidy
