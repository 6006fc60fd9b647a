//===- Report.cpp - a mismatch becomes a finding and an exception ---------===//
#include "runtime/Report.h"
#include "findings/Fingerprint.h"
#include "runtime/Guest.h"
#include "runtime/Modules.h"
#include "runtime/Tell.h"
#include <filesystem>
#include <set>

using namespace c10;

namespace torchtidy {
namespace rt {

//===- What reports are made of -------------------------------------------===//

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
    SourceFrame Place;
    if (Guest *G = guest(); G && G->describe(Addresses[I], Place)) {
      All.push_back(std::move(Place));
      continue;
    }
    ObjectAddress Where;
    if (!locate(Addresses[I], Where))
      continue;
    auto Some = symbols().frames(Where);
    All.insert(All.end(), Some.begin(), Some.end());
  }
  return All;
}

/// From the operator that made a tensor back to a factory or a move, as far as
/// the first arguments lead there.
static void setSource(TensorWords &W, OriginIds Ids) {
  constexpr unsigned MaxSteps = 4;
  const Site *Made = site(Ids.made);
  OriginId At = Made && !Made->op->isFactory ? Made->from.load() : 0;
  for (unsigned I = 0; I != MaxSteps && At && At != Ids.made; ++I) {
    const Site *S = site(At);
    auto Frames = framesOf(S->frames, S->count);
    if (S->op->isFactory || S->op->name == "aten::_to_copy") {
      W.setSource(S->op->name, S->op->isFactory, Frames);
      return;
    }
    W.addStep(S->op->name, Frames);
    At = S->from.load();
  }
  // Too far, or round in a circle.
  W.through.clear();
  if (const Site *S = Ids.source != Ids.made ? site(Ids.source) : nullptr)
    W.setSource(S->op->name, S->op->isFactory, framesOf(S->frames, S->count));
}

TensorWords describeTensor(const std::string &Argument, const at::Tensor &T) {
  TensorWords W;
  W.argument = Argument;
  W.device = T.device().str();
  if (Guest *G = guest(); G && G->name(T, W))
    return W;
  MemberInfo Member;
  if (findMember(T, symbols(), Member))
    W.setMember(Member);
  OriginIds Ids = originsOf(T);
  if (const Site *S = site(Ids.made))
    W.setMade(S->op->name, S->op->isFactory, framesOf(S->frames, S->count));
  setSource(W, Ids);
  return W;
}

Finding startFinding(const char *Rule, const std::string &Op) {
  void *Addresses[64];
  unsigned Count = captureUserFramesExactly(Addresses, 64);
  return startFindingAt(Rule, Op, Addresses, Count);
}

Finding startFindingAt(const char *Rule, const std::string &Op,
                       void *const *Addresses, unsigned Count) {
  Finding F;
  F.rule = Rule;
  F.level = Level::Certain;
  F.op = Op;
  for (const SourceFrame &S : framesOf(Addresses, Count))
    if (S.user)
      F.stack.push_back({S.function, S.file, S.line});
  if (!F.stack.empty()) {
    F.span.file = F.stack.front().file;
    F.span.line = F.span.endLine = F.stack.front().line;
    F.function = F.stack.front().function;
  }
  return F;
}

namespace {

/// Who a tensor is, as far as it is known.
std::string originKey(const torchtidy::Origin &O) {
  if (O.member.empty() && !O.made.valid())
    return "";
  return O.member + "\n" + O.made.file + ":" + std::to_string(O.made.line);
}

/// What has been told, in the active mode.
struct Told {
  uint64_t serial = ~uint64_t(0);
  std::set<std::string> findings, origins;
};

Told &told(uint64_t Serial) {
  static auto *T = new Told;
  if (T->serial != Serial) {
    *T = Told();
    T->serial = Serial;
  }
  return *T;
}

/// True the first time. Without debug info, places are told apart by \p Origin.
/// A clash in autograd's own threads has no place: it is news only if its odd
/// tensor is.
bool isNews(const Finding &F, OriginId Origin, uint64_t Serial) {
  Told *T = &told(Serial);
  std::string Odd = F.origins.empty() ? "" : originKey(F.origins.front());
  if (!F.span.valid() && !Odd.empty())
    return T->origins.insert(Odd).second;
  std::string Key = F.rule + "\n" + F.op + "\n" + F.argument + "\n" +
                    F.span.file + ":" + std::to_string(F.span.line) + "\n" +
                    Odd;
  if (!F.span.valid())
    Key += "#" + std::to_string(Origin);
  T->origins.insert(Odd);
  return T->findings.insert(Key).second;
}

} // namespace

bool tell(Finding &F, OriginId Origin) {
  Mode *M = activeMode();
  if (!M || !M->onFinding || F.level > M->level ||
      !isNews(F, Origin, M->serial))
    return false;
  F.fingerprint = fingerprint(F, std::filesystem::current_path().string());
  M->onFinding(F);
  return true;
}

namespace {

/// The odd one's fellows in the same call (a layer's bias and weight) are told
/// with it.
void tellFellows(const TensorArguments &Tensors, const TensorArgument &Odd) {
  for (const TensorArgument &T : Tensors)
    if (&T != &Odd && T.tensor->device() == Odd.tensor->device())
      told(activeMode()->serial)
          .origins.insert(originKey(describeTensor("", *T.tensor).origin));
}

std::string argumentName(const OpInfo &Op, const TensorArgument &T) {
  std::string Name = Op.argumentNames[T.position];
  return T.element < 0 ? Name : Name + "[" + std::to_string(T.element) + "]";
}

/// LibTorch's own words for rules other than the common one.
std::string specialText(const Clash &C, const TensorArguments &Tensors) {
  std::string Device = Tensors[C.offending].tensor->device().str();
  if (C.op->name.find("index") != std::string::npos)
    return "indices should be either on cpu or on the same device as the "
           "indexed "
           "tensor (" +
           Tensors[C.seen].tensor->device().str() + ")";
  if (C.op->name == "aten::_pack_padded_sequence")
    return "'lengths' argument should be a 1D CPU int64 tensor, but got 1D " +
           Device + " Long tensor";
  return C.reason;
}

/// What LibTorch says on a GPU.
std::string libTorchText(const Clash &C, const TensorArguments &Tensors) {
  if (!C.reason.empty())
    return specialText(C, Tensors);
  const TensorArgument &Offending = Tensors[C.offending];
  return "Expected all tensors to be on the same device, but found at least "
         "two devices, " +
         Tensors[C.seen].tensor->device().str() + " and " +
         Offending.tensor->device().str() +
         "! (when checking argument for argument " +
         argumentName(*C.op, Offending) + " in method " + C.op->name + ")";
}

} // namespace

void reportClash(const Clash &C, const api::Call &,
                 const TensorArguments &Tensors, bool Throw) {
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
    if (C.unsure) {
      F.level = Level::Likely;
      F.notes.push_back({C.op->name +
                             " has no rule, it may move them itself; give it "
                             "one with TORCHTIDY_OPERATOR, of "
                             "torch_tidy/operators.h",
                         {}});
    }
    Text += "\n" + textOf(F);
    if (tell(F, originsOf(*Odd.tensor).made) && !Alone)
      tellFellows(Tensors, Odd);
  }
  if (Throw)
    throw makeError(Text);
}

void reportGenerator(const OpInfo &Op, Device Generator, Device D,
                     const TensorArguments &Tensors, bool Throw) {
  std::string Type = DeviceTypeName(D.type(), /*lower_case=*/true);
  std::string Text = "Expected a '" + Type +
                     "' device type for generator but found '" +
                     DeviceTypeName(Generator.type(), true) + "'";
  {
    std::lock_guard<std::mutex> L(reportMutex());
    Finding F = startFinding("run-device-mix", Op.name);
    F.argument = Op.argumentNames[Op.generatorArgument];
    TensorWords First;
    if (Tensors.empty())
      First.device = D.str();
    else
      First = describeTensor(argumentName(Op, Tensors[0]), *Tensors[0].tensor);
    wordGenerator(F, Generator.str(), First);
    Text += "\n" + textOf(F);
    tell(F, 0);
  }
  if (Throw)
    throw makeError(Text);
}

void reportRefusal(const std::string &Message) {
  std::lock_guard<std::mutex> L(reportMutex());
  Finding F = startFinding("run-device-mix", "");
  F.message = "LibTorch refuses tensors on different devices: " +
              Message.substr(0, Message.find('\n'));
  tell(F, 0);
}

void reportHostPointer(Device D) {
  std::lock_guard<std::mutex> L(reportMutex());
  Finding F = startFinding("run-host-access", "");
  F.devices.push_back(D.str());
  wordHostPointer(F, D.str());
  tell(F, 0);
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
