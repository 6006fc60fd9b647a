//===- Check.cpp - may these tensors meet in this operator? ---------------===//
#include "runtime/Check.h"
#include "runtime/Operators.h"
#include "runtime/Report.h"
#include "runtime/meta/Values.h"

using namespace c10;

namespace torchtidy {
namespace rt {

api::Device toApi(Device D) {
  if (D.is_cpu())
    return api::Device::concrete("cpu");
  return api::Device::concrete(DeviceTypeName(D.type(), /*lower_case=*/true),
                               D.has_index() ? D.index() : 0);
}

namespace {

Device fromApi(const api::Device &D, Device Otherwise) {
  if (D.kind != api::Device::Concrete)
    return Otherwise;
  return D.type == "cpu" ? Device(kCPU) : Device(D.str());
}

/// The accelerator among the arguments, else the CPU.
Device commonDevice(const TensorArguments &Tensors) {
  for (auto &T : Tensors)
    if (!T.tensor->device().is_cpu())
      return T.tensor->device();
  return Device(kCPU);
}

bool allOnOne(const TensorArguments &Tensors) {
  for (auto &T : Tensors)
    if (T.tensor->device() != Tensors.front().tensor->device())
      return false;
  return true;
}

bool isMask(const at::Tensor &T) {
  return T.scalar_type() == kBool || T.scalar_type() == kByte;
}

api::Call describe(const OpInfo &Op, const TensorArguments &Tensors,
                   Optional<Device> Explicit) {
  api::Call C;
  C.op = Op.name;
  C.overload = Op.overload;
  for (auto &T : Tensors) {
    api::Argument A;
    A.name = Op.argumentNames[T.position];
    if (T.element >= 0)
      A.name += "[" + std::to_string(T.element) + "]";
    A.position = T.position;
    A.element = T.element;
    A.device = toApi(T.tensor->device());
    A.zeroDim = shapeIsGuess(*T.tensor) ? api::Tri::Unknown
                : T.tensor->dim() == 0  ? api::Tri::Yes
                                        : api::Tri::No;
    A.wrappedNumber = T.tensor->unsafeGetTensorImpl()->is_wrapped_number()
                          ? api::Tri::Yes
                          : api::Tri::No;
    A.written = Op.written[T.position];
    A.boolOrByte = isMask(*T.tensor);
    A.numel = static_cast<long>(T.tensor->numel());
    C.arguments.push_back(std::move(A));
  }
  if (Explicit) {
    C.hasDevice = true;
    C.device = toApi(*Explicit);
  }
  C.numResults = static_cast<int>(Op.numReturns());
  return C;
}

/// Everything that the rules may look at, so that an answer can be used again.
uint64_t patternOf(const OpInfo &Op, const TensorArguments &Tensors,
                   Optional<Device> Explicit) {
  uint64_t H = reinterpret_cast<uintptr_t>(&Op);
  auto Mix = [&H](uint64_t X) {
    H = (H ^ X) * 0x9E3779B97F4A7C15ull;
    H ^= H >> 31;
  };
  for (auto &T : Tensors) {
    Device D = T.tensor->device();
    Mix(uint64_t(T.position) << 40 | uint64_t(T.element + 1) << 20 |
        uint64_t(uint8_t(D.type())) << 12 | uint64_t(uint8_t(D.index())) << 4 |
        uint64_t(T.tensor->dim() == 0) << 3 |
        uint64_t(T.tensor->unsafeGetTensorImpl()->is_wrapped_number()) << 2 |
        uint64_t(isMask(*T.tensor)) << 1 | uint64_t(T.tensor->numel() == 1));
    Mix((T.tensor->numel() < 2 ? T.tensor->numel() : 2) |
        uint64_t(shapeIsGuess(*T.tensor)) << 8);
  }
  if (Explicit)
    Mix(uint64_t(uint8_t(Explicit->type())) << 8 | uint8_t(Explicit->index()) |
        1 << 30);
  return H | 1;
}

Answer answerOf(const api::Verdict &V, Device Common) {
  Answer A;
  for (auto &D : V.results)
    A.results.push_back(fromApi(D, Common));
  if (A.results.empty())
    A.results.push_back(Common);
  return A;
}

/// Which of two clashing tensors a person would move: the one on the CPU, else
/// the one that the rules call odd.
void orderByOddness(const TensorArguments &Tensors, int &First, int &Odd) {
  if (Tensors[First].tensor->is_cpu() && !Tensors[Odd].tensor->is_cpu())
    std::swap(First, Odd);
}

} // namespace

static thread_local unsigned CheckedDepth = 0;
Checked::Checked() { ++CheckedDepth; }
Checked::~Checked() { --CheckedDepth; }
bool Checked::within() { return CheckedDepth != 0; }

Answer check(const OpInfo &Op, const TensorArguments &Tensors,
             Optional<Device> Explicit) {
  Device Common = Explicit ? *Explicit : commonDevice(Tensors);
  Answer Simple;
  Simple.results.push_back(Common);
  // A factory's device is its argument's, whatever its template's is.
  if (Tensors.empty() || (Explicit && Op.isFactory))
    return Simple;
  if (Op.rule)
    return checkByRule(Op, Tensors, Explicit);
  Mode *M = activeMode();
  api::Strictness S = M ? M->strictness : api::Strictness::Eager;
  bool Ask = S == api::Strictness::Eager ? Op.alwaysAsk : Op.alwaysAskFake;
  if (!Ask && allOnOne(Tensors))
    return Simple;

  struct Known {
    uint64_t pattern = 0;
    Answer answer;
  };
  static thread_local std::vector<Known> Cache(256);
  uint64_t Pattern =
      patternOf(Op, Tensors, Explicit) ^ (S == api::Strictness::Eager ? 0 : 2);
  Known &K = Cache[(Pattern >> 20) & 255];
  if (K.pattern == Pattern)
    return K.answer;

  api::Call C = describe(Op, Tensors, Explicit);
  api::Verdict V = api::propagate(
      C, S,
      S == api::Strictness::Eager ? LibTorchVersion : FakeTensorModeVersion);
  if (V.kind == api::Verdict::DataDependent && !Checked::within())
    stopForValues(Op);
  bool Clashes = V.kind == api::Verdict::Clash && V.first >= 0 && V.odd >= 0 &&
                 V.first < int(Tensors.size()) && V.odd < int(Tensors.size());
  if (!Clashes) {
    K = {Pattern, answerOf(V, Common)};
    return K.answer;
  }

  if (Checked::within())
    return answerOf(V, Common);
  Clash Bad;
  Bad.op = &Op;
  Bad.seen = V.first;
  Bad.offending = V.odd;
  Bad.first = V.first;
  Bad.odd = V.odd;
  Bad.reason = V.reason;
  orderByOddness(Tensors, Bad.first, Bad.odd);
  // What a program's own operator does with them is not known.
  Bad.unsure = !Op.isLibTorchs;
  bool Throw = (!M || !M->keepGoing) && !Bad.unsure;
  reportClash(Bad, C, Tensors, Throw);
  // As if the odd one had been moved. Results in place stay what they are.
  Answer A;
  A.clashed = true;
  A.results.push_back(Explicit ? *Explicit
                               : Tensors[Bad.first].tensor->device());
  return A;
}

} // namespace rt
} // namespace torchtidy
