//===- Zeros.cpp - the CPU's kernel on small zeros tells shapes -----------===//
#include "runtime/Inner.h"
#include "runtime/meta/Values.h"
#include "runtime/meta/Ways.h"
#include <ATen/EmptyTensor.h>
#include <ATen/Functions.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

using namespace c10;
using torch::jit::Stack;

namespace torchtidy {
namespace rt {
namespace {

/// Elements of all arguments together, so that time and memory stay small.
constexpr size_t MaxElements = size_t(1) << 18;

/// Meta arguments and their stand-ins on the CPU.
class StandIns {
public:
  explicit StandIns(double Fill) : Fill(Fill) {}

  at::Tensor of(const at::Tensor &T) {
    if (!T.defined() || !T.is_meta())
      return T;
    const void *Key = T.storage().unsafeGetStorageImpl();
    for (auto &Old : All)
      if (Old.meta.is_same(T))
        return Old.cpu;
    Storage Memory;
    for (auto &Old : All)
      if (Old.meta.storage().unsafeGetStorageImpl() == Key)
        Memory = Old.cpu.storage();
    if (!Memory)
      Memory = make(T);
    // A kernel that refused may have left sizes that don't fit.
    TORCH_CHECK_NOT_IMPLEMENTED(bytesOf(T) <= Memory.nbytes(),
                                "sizes beyond the memory");
    All.push_back({T, onto(T, Memory)});
    return All.back().cpu;
  }

  /// A meta tensor for a result: the argument that it is, or a view of one.
  at::Tensor back(const at::Tensor &R) {
    if (!R.defined() || R.is_meta() || isOpaque(R))
      return R;
    for (auto &Old : All)
      if (Old.cpu.is_same(R)) {
        takeSizes(Old.meta, R);
        return Old.meta;
      }
    for (auto &Old : All)
      if (Old.cpu.is_alias_of(R))
        return metaLike(R, Old.meta.storage());
    return metaLike(R, metaStorage(R.storage().nbytes()));
  }

  /// What was written and isn't returned.
  void takeAllSizes() {
    for (auto &Old : All)
      takeSizes(Old.meta, Old.cpu);
  }

private:
  struct Pair {
    at::Tensor meta, cpu;
  };
  std::vector<Pair> All;
  double Fill;

  static size_t bytesOf(const at::Tensor &T) {
    return at::detail::computeStorageNbytes(T.sizes(), T.strides(),
                                            T.itemsize(), T.storage_offset());
  }
  Storage make(const at::Tensor &T) {
    size_t Bytes = std::max(T.storage().nbytes(), bytesOf(T));
    int64_t Elements =
        T.itemsize() ? (Bytes + T.itemsize() - 1) / T.itemsize() : 0;
    at::Tensor Flat =
        at::full({Elements}, T.scalar_type() == kBool ? 0 : Fill,
                 at::TensorOptions().dtype(T.scalar_type()).device(kCPU));
    return Flat.storage();
  }
  static at::Tensor onto(const at::Tensor &T, const Storage &Memory) {
    auto Impl = make_intrusive<TensorImpl>(
        Storage(Memory), DispatchKeySet(DispatchKey::CPU), T.dtype());
    Impl->set_sizes_and_strides(T.sizes(), T.strides(), T.storage_offset());
    at::Tensor R(std::move(Impl));
    if (T.is_conj())
      R._set_conj(true);
    if (T.is_neg())
      R._set_neg(true);
    return R;
  }
  static void takeSizes(const at::Tensor &To, const at::Tensor &From) {
    if (To.sizes() == From.sizes() && To.strides() == From.strides())
      return;
    auto *Memory = To.storage().unsafeGetStorageImpl();
    if (From.storage().nbytes() > Memory->nbytes())
      Memory->set_nbytes(From.storage().nbytes());
    To.unsafeGetTensorImpl()->set_sizes_and_strides(
        From.sizes(), From.strides(), From.storage_offset());
  }
};

bool isSmall(ArrayRef<IValue> Arguments) {
  size_t Elements = 0;
  auto Count = [&](const at::Tensor &T) {
    if (T.defined() && T.is_meta())
      Elements += T.storage().nbytes() / std::max<size_t>(1, T.itemsize());
  };
  for (const IValue &V : Arguments) {
    if (V.isTensor())
      Count(V.toTensor());
    else if (V.isList())
      for (const IValue &E : V.toListRef())
        if (E.isTensor())
          Count(E.toTensor());
  }
  return Elements <= MaxElements;
}

IValue onCpu(StandIns &All, const IValue &V) {
  if (V.isTensor())
    return All.of(V.toTensor());
  if (V.isDevice())
    return V.toDevice().is_meta() ? IValue(Device(kCPU)) : V;
  if (V.isTensorList()) {
    List<at::Tensor> L;
    for (const IValue &E : V.toListRef())
      L.push_back(All.of(E.toTensor()));
    return L;
  }
  if (V.isList() && !V.toListRef().empty()) {
    for (const IValue &E : V.toListRef())
      if (!E.isTensor() && !E.isNone())
        return V;
    List<Optional<at::Tensor>> L;
    for (const IValue &E : V.toListRef())
      L.push_back(E.isTensor() ? Optional<at::Tensor>(All.of(E.toTensor()))
                               : Optional<at::Tensor>());
    return L;
  }
  return V;
}

void runFilled(const OperatorHandle &Op, const OpInfo &I, Stack &S,
               ArrayRef<IValue> Arguments, double Fill) {
  StandIns All(Fill);
  for (const IValue &V : Arguments)
    S.push_back(onCpu(All, V));
  runInner(Op, I, S);
  All.takeAllSizes();
  for (size_t N = S.size() - I.numReturns(); N != S.size(); ++N) {
    if (S[N].isTensor())
      S[N] = All.back(S[N].toTensor());
    else if (S[N].isTensorList()) {
      List<at::Tensor> L;
      for (const IValue &T : S[N].toListRef())
        L.push_back(All.back(T.toTensor()));
      S[N] = L;
    }
  }
}

} // namespace

bool shapesOfZeros(const OperatorHandle &Op, const OpInfo &I, Stack &S) {
  size_t Begin = S.size() - I.numArguments();
  std::vector<IValue> Arguments(S.begin() + Begin, S.end());
  if (!isSmall(Arguments))
    return false;
  impl::ExcludeDispatchKeyGuard Off(DispatchKey::Fake);
  S.resize(Begin);
  try {
    runFilled(Op, I, S, Arguments, 0);
    return true;
  } catch (const NotImplementedError &) {
    throw;
  } catch (const c10::Error &) {
    // Zeros may be no value for it: probabilities that sum to zero. Its own
    // words, if ones aren't any either.
  }
  S.resize(Begin);
  runFilled(Op, I, S, Arguments, 1);
  return true;
}

} // namespace rt
} // namespace torchtidy
