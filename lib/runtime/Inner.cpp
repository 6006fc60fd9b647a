//===- Inner.cpp - running an operator's CPU kernel -----------------------===//
#include "runtime/Inner.h"
#include "runtime/Mode.h"
#include <ATen/Functions.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

using namespace c10;
using torch::jit::Stack;

namespace torchtidy {
namespace rt {
namespace {

bool isHalf(const at::Tensor &T) {
  return T.defined() && T.scalar_type() == kHalf;
}

bool anyHalf(const Stack &S, size_t Begin) {
  for (size_t N = Begin; N != S.size(); ++N) {
    const IValue &V = S[N];
    if (V.isTensor() && isHalf(V.toTensor()))
      return true;
    if (V.isTensorList())
      for (const IValue &E : V.toListRef())
        if (isHalf(E.toTensor()))
          return true;
  }
  return false;
}

IValue widened(const IValue &V) {
  if (V.isTensor() && isHalf(V.toTensor()))
    return V.toTensor().to(kFloat);
  if (V.isTensorList()) {
    List<at::Tensor> L;
    for (const IValue &E : V.toListRef())
      L.push_back(isHalf(E.toTensor()) ? E.toTensor().to(kFloat)
                                       : E.toTensor());
    return L;
  }
  return V;
}

/// Runs in float what the CPU has no half kernel for; writes back what was
/// written, rounds what comes out.
void runWidened(const OperatorHandle &Op, const OpInfo &Info, Stack &S,
                const std::vector<IValue> &Original) {
  std::vector<IValue> Wide;
  for (const IValue &V : Original)
    Wide.push_back(widened(V));
  S.insert(S.end(), Wide.begin(), Wide.end());
  Op.callBoxed(&S);
  for (size_t N = 0; N != Original.size(); ++N)
    if (Info.written[N] && Original[N].isTensor() &&
        isHalf(Original[N].toTensor()))
      Original[N].toTensor().copy_(Wide[N].toTensor());
  for (size_t R = S.size() - Info.numReturns(); R != S.size(); ++R) {
    if (!S[R].isTensor() || !S[R].toTensor().defined())
      continue;
    at::Tensor T = S[R].toTensor();
    bool Written = false;
    for (size_t N = 0; N != Original.size(); ++N)
      if (Wide[N].isTensor() && Wide[N].toTensor().is_same(T)) {
        S[R] = Original[N];
        Written = true;
      }
    if (!Written && T.scalar_type() == kFloat)
      S[R] = T.to(kHalf);
  }
}

} // namespace

void runInner(const OperatorHandle &Op, const OpInfo &Info, Stack &S) {
  at::AutoDispatchBelowADInplaceOrView Below;
  impl::ExcludeDispatchKeyGuard Off(DispatchKey::Fake);
  if (Info.kernel) {
    Info.kernel(S);
    return;
  }
  size_t Begin = S.size() - Info.numArguments();
  if (C10_LIKELY(!anyHalf(S, Begin))) {
    Op.callBoxed(&S);
    return;
  }
  std::vector<IValue> Original(S.begin() + Begin, S.end());
  try {
    Op.callBoxed(&S);
  } catch (const c10::Error &E) {
    if (E.msg().find("not implemented for 'Half'") == std::string::npos)
      throw;
    S.resize(Begin);
    runWidened(Op, Info, S, Original);
  }
}

at::Tensor innerOfRaw(const at::Tensor &T) {
  Storage Inner;
  size_t Offset = 0;
  if (T.has_storage() && T.layout() == kStrided &&
      innerStorageAt(T.storage().data(), Inner, Offset)) {
    auto Impl = make_intrusive<TensorImpl>(
        Storage(Inner), DispatchKeySet(DispatchKey::CPU), T.dtype());
    Impl->set_sizes_and_strides(
        T.sizes(), T.strides(),
        T.storage_offset() + static_cast<int64_t>(Offset / T.itemsize()));
    return at::Tensor(std::move(Impl));
  }
  if (Mode *M = activeMode())
    M->sawRawTensors = true;
  TORCH_CHECK(false, "torch-rehearse: a tensor on ", T.device(),
              " that was not made on a fake device: its values can't be read");
}

void refuseUnusual(const at::Tensor &T) {
  TORCH_CHECK_NOT_IMPLEMENTED(!T.is_nested() && T.layout() != kMkldnn,
                              "torch-rehearse: a tensor of layout ", T.layout(),
                              " on a fake device is not rehearsed yet");
}

} // namespace rt
} // namespace torchtidy
