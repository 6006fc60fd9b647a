//===- Faults.cpp - host accesses to fake memory, and crashes -------------===//
//
// The memory of a fake tensor faults when the host touches it, as a GPU's does.
// A program's own handler, set later, takes precedence.
//
//===----------------------------------------------------------------------===//
#include "runtime/FakeTensor.h"
#include "runtime/OpInfo.h"
#include "runtime/Report.h"
#include "runtime/preload/Preload.h"
#include <csignal>
#include <cstring>

namespace torchtidy {
namespace rt {
namespace {

struct sigaction Previous[2];
struct sigaction &previous(int Signal) {
  return Previous[Signal == SIGSEGV ? 0 : 1];
}

void onFault(int Signal, siginfo_t *Info, void *) {
  // Once: whatever goes wrong below is the second fault.
  sigaction(Signal, &previous(Signal), nullptr);
  c10::Device Device(c10::kCPU);
  OriginId Origin = 0;
  if (findFakeAddress(Info->si_addr, Device, Origin))
    reportHostAccess(Device, Origin);
  else if (const OpInfo *Op = currentOperator())
    sayOut("torch-rehearse: the program crashed in " + Op->name + "\n");
  // Back to the instruction, which faults again under the previous handler.
}

} // namespace

void watchFaults() {
  struct sigaction New;
  std::memset(&New, 0, sizeof New);
  New.sa_sigaction = &onFault;
  New.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  sigaction(SIGSEGV, &New, &previous(SIGSEGV));
  sigaction(SIGBUS, &New, &previous(SIGBUS));
}

bool watchesFaults() {
  struct sigaction Now;
  return sigaction(SIGSEGV, nullptr, &Now) == 0 &&
         (Now.sa_flags & SA_SIGINFO) && Now.sa_sigaction == &onFault;
}

} // namespace rt
} // namespace torchtidy
