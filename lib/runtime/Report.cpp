//===- Report.cpp - a mismatch becomes a finding and an exception ---------===//
#include "runtime/Report.h"
#include "findings/Fingerprint.h"
#include "runtime/Modules.h"
#include "runtime/Words.h"
#include <filesystem>
#include <mutex>
#include <set>

using namespace c10;

namespace torchtidy {
namespace rt {
namespace {

/// One finding at a time: debug info isn't read by two threads at once.
std::mutex &reportMutex() {
  static auto *M = new std::mutex;
  return *M;
}

Symbols &symbols() {
  static auto *S = new Symbols;
  return *S;
}

std::vector<SourceFrame> framesOf(void *const *Addresses, unsigned Count) {
  std::vector<SourceFrame> All;
  for (unsigned I = 0; I != Count; ++I) {
    ObjectAddress Where;
    if (!locate(Addresses[I], Where))
      continue;
    auto Some = symbols().frames(Where);
    All.insert(All.end(), Some.begin(), Some.end());
  }
  return All;
}

/// The tensor, in the words and fields of a finding.
TensorWords describeTensor(const std::string &Argument, const at::Tensor &T) {
  TensorWords W;
  W.argument = Argument;
  W.device = T.device().str();
  MemberInfo Member;
  if (findMember(T, symbols(), Member))
    W.setMember(Member);
  if (const Site *S = site(originOf(T)))
    W.setMade(S->op->name, S->op->isFactory, framesOf(S->frames, S->count));
  return W;
}

Finding startFinding(const char *Rule, const std::string &Op) {
  Finding F;
  F.rule = Rule;
  F.level = Level::Certain;
  F.op = Op;
  void *Addresses[64];
  unsigned Count = captureUserFramesExactly(Addresses, 64);
  for (const SourceFrame &S : framesOf(Addresses, Count))
    if (S.user)
      F.stack.push_back({S.function, S.file, S.line});
  if (!F.stack.empty()) {
    F.span.file = F.stack.front().file;
    F.span.line = F.span.endLine = F.stack.front().line;
  }
  return F;
}

/// The key of a finding that has been told. Without debug info, by address.
std::string keyOf(const Finding &F, OriginId Origin) {
  std::string Key = F.rule + "\n" + F.op + "\n" + F.argument + "\n" +
                    F.span.file + ":" + std::to_string(F.span.line) + "\n";
  if (!F.origins.empty()) {
    const torchtidy::Origin &O = F.origins.front();
    Key += O.member + "\n" + O.made.file + ":" + std::to_string(O.made.line);
  }
  if (F.span.line == 0)
    Key += "#" + std::to_string(Origin);
  return Key;
}

void tell(Finding &F, OriginId Origin) {
  static auto *Told = new std::set<std::string>;
  Mode *M = activeMode();
  if (!M || !M->onFinding || !Told->insert(keyOf(F, Origin) + "\n" +
                                           std::to_string(M->serial)).second)
    return;
  F.fingerprint = fingerprint(F, std::filesystem::current_path().string());
  M->onFinding(F);
}

std::string argumentName(const OpInfo &Op, const TensorArgument &T) {
  std::string Name = Op.argumentNames[T.position];
  return T.element < 0 ? Name : Name + "[" + std::to_string(T.element) + "]";
}

/// What LibTorch says on a GPU.
std::string libTorchText(const Clash &C, const TensorArguments &Tensors) {
  if (!C.reason.empty())
    return C.reason;
  const TensorArgument &Offending = Tensors[C.offending];
  return "Expected all tensors to be on the same device, but found at least "
         "two devices, " +
         Tensors[C.seen].tensor->device().str() + " and " +
         Offending.tensor->device().str() +
         "! (when checking argument for argument " +
         argumentName(*C.op, Offending) + " in method " + C.op->name + ")";
}

} // namespace

void reportClash(const Clash &C, const api::Call &, const TensorArguments &Tensors,
                 bool Throw) {
  const TensorArgument &Odd = Tensors[C.odd], &First = Tensors[C.first];
  std::string Text = libTorchText(C, Tensors);
  {
    std::lock_guard<std::mutex> L(reportMutex());
    bool Alone = Odd.tensor->device() == First.tensor->device();
    Finding F = startFinding(Alone ? "run-cpu-only-argument" : "run-device-mix",
                             C.op->name);
    F.argument = argumentName(*C.op, Odd);
    TensorWords OddWords = describeTensor(F.argument, *Odd.tensor);
    TensorWords FirstWords =
        describeTensor(argumentName(*C.op, First), *First.tensor);
    if (Alone)
      wordAlone(F, OddWords, C.reason);
    else
      wordMix(F, OddWords, FirstWords);
    Text += "\n" + textOf(F);
    tell(F, originOf(*Odd.tensor));
  }
  if (Throw)
    throw c10::Error(Text, /*backtrace=*/"");
}

void reportHostAccess(Device D, OriginId Origin) {
  std::lock_guard<std::mutex> L(reportMutex());
  Finding F = startFinding("run-host-access", "");
  TensorWords W;
  W.device = D.str();
  if (const Site *S = site(Origin))
    W.setMade(S->op->name, S->op->isFactory, framesOf(S->frames, S->count));
  wordHostAccess(F, W);
  tell(F, Origin);
}

} // namespace rt
} // namespace torchtidy
