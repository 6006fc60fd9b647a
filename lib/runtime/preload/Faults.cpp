//===- Faults.cpp - host accesses to fake memory, and crashes -------------===//
//
// The memory of a fake tensor faults when the host touches it, as a GPU's does.
// The handler here stays in front of the program's own, which is called after
// it: sigaction and signal of these signals come here.
//
//===----------------------------------------------------------------------===//
#include "runtime/FakeTensor.h"
#include "runtime/OpInfo.h"
#include "runtime/Report.h"
#include "runtime/preload/Preload.h"
#include <atomic>
#include <csignal>
#include <cstring>
#include <dlfcn.h>

namespace torchtidy {
namespace rt {
namespace {

using SigAction = int (*)(int, const struct sigaction *, struct sigaction *);
SigAction realSigAction() {
  static auto Real = reinterpret_cast<SigAction>(dlsym(RTLD_NEXT, "sigaction"));
  return Real;
}

std::atomic<bool> Watching{false};
/// The program's own handlers.
struct sigaction Own[2];
struct sigaction &own(int Signal) { return Own[Signal == SIGSEGV ? 0 : 1]; }
bool isWatched(int Signal) { return Signal == SIGSEGV || Signal == SIGBUS; }

void callOwn(int Signal, siginfo_t *Info, void *Context) {
  struct sigaction Old = own(Signal);
  bool Plain = !(Old.sa_flags & SA_SIGINFO);
  if (Plain && (Old.sa_handler == SIG_DFL || Old.sa_handler == SIG_IGN)) {
    // Back to the instruction, which faults again, for the last time.
    std::memset(&Old, 0, sizeof Old);
    realSigAction()(Signal, &Old, nullptr);
    return;
  }
  if (Old.sa_flags & SA_RESETHAND)
    std::memset(&own(Signal), 0, sizeof Old);
  if (Plain)
    Old.sa_handler(Signal);
  else
    Old.sa_sigaction(Signal, Info, Context);
}

void onFault(int Signal, siginfo_t *Info, void *Context) {
  static thread_local bool Busy = false;
  if (!Busy) { // what goes wrong below is the second fault
    Busy = true;
    c10::Device Device(c10::kCPU);
    OriginId Origin = 0;
    const OpInfo *Op = currentOperator();
    if (findFakeAddress(Info->si_addr, Device, Origin))
      reportHostAccess(Device, Origin);
    else if (Op && !(own(Signal).sa_flags & SA_SIGINFO) &&
             own(Signal).sa_handler == SIG_DFL)
      sayOut("torch-rehearse: the program crashed in " + Op->name + "\n");
    Busy = false;
  }
  callOwn(Signal, Info, Context);
}

/// On the stack that the program gave for its own handler, if it did.
int install(int Signal) {
  struct sigaction New;
  std::memset(&New, 0, sizeof New);
  New.sa_sigaction = &onFault;
  New.sa_flags = SA_SIGINFO | SA_NODEFER | (own(Signal).sa_flags & SA_ONSTACK);
  New.sa_mask = own(Signal).sa_mask;
  return realSigAction()(Signal, &New, nullptr);
}

} // namespace

void watchFaults() {
  for (int Signal : {SIGSEGV, SIGBUS}) {
    realSigAction()(Signal, nullptr, &own(Signal));
    install(Signal);
  }
  Watching = true;
}

bool watchesFaults() {
  struct sigaction Now;
  return realSigAction()(SIGSEGV, nullptr, &Now) == 0 &&
         (Now.sa_flags & SA_SIGINFO) && Now.sa_sigaction == &onFault;
}

} // namespace rt
} // namespace torchtidy

//===- In the place of libc's ---------------------------------------------===//

using namespace torchtidy::rt;

extern "C" __attribute__((visibility("default"))) int
sigaction(int Signal, const struct sigaction *New, struct sigaction *Old) {
  if (!Watching || !isWatched(Signal))
    return realSigAction()(Signal, New, Old);
  struct sigaction Before = own(Signal);
  if (New) {
    own(Signal) = *New;
    if (int Failed = install(Signal))
      return Failed;
  }
  if (Old)
    *Old = Before;
  return 0;
}

extern "C" __attribute__((visibility("default"))) sighandler_t
signal(int Signal, sighandler_t Handler) noexcept {
  struct sigaction New, Old;
  std::memset(&New, 0, sizeof New);
  New.sa_handler = Handler;
  New.sa_flags = SA_RESTART;
  return sigaction(Signal, &New, &Old) == 0 ? Old.sa_handler : SIG_ERR;
}
