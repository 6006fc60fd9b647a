//===- Crash.cpp - a crash of Clang is one file's problem -----------------===//
#include "host/Crash.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Signals.h"
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <vector>

namespace torchtidy {
namespace host {

namespace {

// Deep templates recurse deeply in Clang; its own driver asks for as much.
constexpr unsigned StackBytes = 8u << 20;
constexpr size_t HandlerStackBytes = 64u << 10;
constexpr int Faults[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};

/// LLVM puts handlers of its own in place when it first makes a file: they
/// would go before those below, and an abort would end the process. So it is
/// made to do that first, and everything is put back.
void settleHandlers() {
  std::vector<struct sigaction> Old(64);
  for (int S = 1; S < 64; ++S)
    ::sigaction(S, nullptr, &Old[S]);
  llvm::sys::RemoveFileOnSignal("");
  llvm::sys::DontRemoveFileOnSignal("");
  for (int S = 1; S < 64; ++S)
    ::sigaction(S, &Old[S], nullptr);
}

void prepare() {
  static std::once_flag Flag;
  std::call_once(Flag, [] {
    settleHandlers();
    llvm::CrashRecoveryContext::Enable();
    // An overflowing stack has no room for a handler.
    for (int S : Faults) {
      struct sigaction Action;
      if (::sigaction(S, nullptr, &Action) == 0) {
        Action.sa_flags |= SA_ONSTACK;
        ::sigaction(S, &Action, nullptr);
      }
    }
  });
}

/// Where this thread's handlers run. After a crash nobody frees it.
class HandlerStack {
public:
  HandlerStack() : Memory(std::malloc(HandlerStackBytes)) {
    stack_t Stack = {};
    Stack.ss_sp = Memory;
    Stack.ss_size = HandlerStackBytes;
    if (!Memory || ::sigaltstack(&Stack, &Old) != 0)
      Old.ss_flags = SS_DISABLE;
  }
  ~HandlerStack() {
    ::sigaltstack(&Old, nullptr);
    std::free(Memory);
  }
  HandlerStack(const HandlerStack &) = delete;
  HandlerStack &operator=(const HandlerStack &) = delete;

private:
  void *Memory;
  stack_t Old = {};
};

} // namespace

bool survives(const std::function<void()> &Work) {
  prepare();
  llvm::CrashRecoveryContext Recovery;
  return Recovery.RunSafelyOnThread(
      [&] {
        HandlerStack Stack;
        Work();
      },
      StackBytes);
}

} // namespace host
} // namespace torchtidy
