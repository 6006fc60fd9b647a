//===- Explore.cpp - the other sides of branches on tensor values ---------===//
//
// Where the program asks for a tensor's value it may branch on it. A copy of
// the process gets another value and goes on for a while, in a room of its own:
// it can write, send and start nothing. The program itself waits, and goes on
// with the value that it has.
//
//===----------------------------------------------------------------------===//
#include "findings/JsonLines.h"
#include "runtime/Origins.h"
#include "runtime/Tell.h"
#include "runtime/preload/Preload.h"
#include "runtime/preload/Room.h"
#include <ATen/Parallel.h>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <limits>
#include <poll.h>
#include <set>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

using torch::jit::Stack;

namespace torchtidy {
namespace rt {
namespace {

/// How long a copy goes on.
constexpr int MaxMilliseconds = 10000;
constexpr uint64_t MaxOperators = 20000;

struct Exploration {
  Mode *mode = nullptr;
  int left = 0, out = -1;
  std::mutex mutex;
  /// Calling places that have been explored.
  std::set<std::vector<void *>> seen;
  /// Of a copy: the place and the values of its branch.
  std::vector<void *> place;
  std::string is, other;
  std::atomic<uint64_t> operators{0};
};
Exploration &exploration() {
  static auto *E = new Exploration;
  return *E;
}

/// Values on other sides of the conditions that people write: signs, zero,
/// thresholds, flags, NaN.
std::vector<c10::IValue> otherValues(const c10::IValue &V) {
  if (V.isBool())
    return {!V.toBool()};
  if (V.isInt()) {
    std::vector<c10::IValue> All;
    int64_t Is = V.toInt();
    for (int64_t I : {int64_t(0), int64_t(1), int64_t(-1), Is + 1})
      if (I != Is)
        All.push_back(I);
    return All;
  }
  if (!V.isDouble())
    return {};
  double Is = V.toDouble(), Sign = Is < 0 ? -1 : 1;
  std::vector<c10::IValue> All{-Sign * std::max(1.0, std::abs(Is)), Sign * 1e9};
  if (Is != 0)
    All.push_back(0.0);
  All.push_back(std::numeric_limits<double>::quiet_NaN());
  return All;
}

std::string textOfValue(const c10::IValue &V) {
  std::ostringstream Out;
  if (V.isBool())
    Out << (V.toBool() ? "true" : "false");
  else if (V.isInt())
    Out << V.toInt();
  else
    Out << V.toDouble();
  return Out.str();
}

/// What a copy finds is the branch's, at the line that asked for the value: the
/// run itself has not shown it. The report's lock is held.
void onFindingOfCopy(const Finding &F) {
  Exploration &E = exploration();
  Finding Branch = startFindingAt("run-untested-branch", "", E.place.data(),
                                  static_cast<unsigned>(E.place.size()));
  Branch.level = Level::Likely;
  Branch.message = "a branch on this value was not taken; with " + E.other +
                   " instead of " + E.is + ", " + F.message;
  Branch.op = F.op;
  Branch.argument = F.argument;
  Branch.origins = F.origins;
  Branch.devices = F.devices;
  Branch.stack = F.stack;
  Note Where;
  Where.message = F.message + " [" + F.rule + "]";
  Where.span = F.span;
  Branch.notes.push_back(Where);
  Branch.notes.insert(Branch.notes.end(), F.notes.begin(), F.notes.end());
  writeTo(E.out, toJsonLine(Branch) + "\n");
}

[[noreturn]] void leave() { _exit(0); }

/// In the copy, which goes on as the program would.
void becomeCopy(const c10::IValue &Is, const c10::IValue &Other) {
  Exploration &E = exploration();
  void *Frames[64];
  E.place.assign(Frames, Frames + captureUserFramesExactly(Frames, 64));
  E.is = textOfValue(Is);
  E.other = textOfValue(Other);
  if (!shutIn(E.out))
    leave();
  at::set_num_threads(1); // the other threads are not in the copy
  Mode &M = *E.mode;
  M.onValue = nullptr;
  M.keepGoing = false;
  M.sharedOperators = &E.operators;
  M.operatorLimit = MaxOperators;
  M.onLimit = &leave;
  onSite(nullptr);
  shared = nullptr; // it counts nothing
  M.onFinding = &onFindingOfCopy;
}

/// True if the copy ended by itself in time.
void await(pid_t Copy) {
  for (int Waited = 0; Waited < MaxMilliseconds; Waited += 2) {
    int Status = 0;
    pid_t P = waitpid(Copy, &Status, WNOHANG);
    if (P == Copy || (P < 0 && errno != EINTR))
      return;
    poll(nullptr, 0, 2);
  }
  kill(Copy, SIGKILL);
  while (waitpid(Copy, nullptr, 0) < 0 && errno == EINTR) {
  }
}

/// True in the copy.
bool explore(const c10::IValue &Is, const c10::IValue &Other) {
  pid_t Copy;
  {
    // Neither is held by a thread that the copy doesn't have.
    std::lock_guard<std::mutex> L(reportMutex());
    Copy = fork();
  }
  if (Copy < 0)
    return false;
  if (Copy == 0) {
    becomeCopy(Is, Other);
    return true;
  }
  if (shared)
    shared->explored.fetch_add(1);
  await(Copy);
  return false;
}

void onValue(Stack &S) {
  Exploration &E = exploration();
  if (S.empty())
    return;
  c10::IValue Is = S.back();
  if (Is.isScalar() && !Is.isInt() && !Is.isDouble() && !Is.isBool())
    return; // complex
  void *Frames[MaxUserFrames];
  unsigned Count = captureUserFrames(Frames, MaxUserFrames);
  std::unique_lock<std::mutex> L(E.mutex, std::try_to_lock);
  // Another thread explores: its copies would not have this one.
  if (!L || !E.seen.insert({Frames, Frames + Count}).second)
    return;
  for (const c10::IValue &Other : otherValues(Is)) {
    if (E.left <= 0) {
      if (shared)
        shared->flags.fetch_or(SharedRun::BranchesLeft);
      return;
    }
    --E.left;
    if (explore(Is, Other)) {
      S.back() = Other;
      return;
    }
  }
}

} // namespace

void exploreBranches(Mode &M, int Most, int Fd) {
  Exploration &E = exploration();
  E.mode = &M;
  E.left = Most;
  E.out = Fd;
  M.onValue = &onValue;
}

} // namespace rt
} // namespace torchtidy
