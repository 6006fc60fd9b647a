//===- Dispatch.cpp - the boxed fallback of fake tensors ------------------===//
//
// Assess the call, put CPU tensors in the place of fake ones, run LibTorch's
// CPU kernel, wrap the results. Without values: meta tensors, and shapes only.
//
//===----------------------------------------------------------------------===//
#include "runtime/Check.h"
#include "runtime/FakeTensor.h"
#include "runtime/Inner.h"
#include "runtime/KeepGoing.h"
#include "runtime/Mode.h"
#include "runtime/OpInfo.h"
#include "runtime/Origins.h"
#include "runtime/Report.h"
#include "runtime/State.h"
#include "runtime/meta/Values.h"
#include "runtime/meta/Ways.h"
#include <ATen/core/LegacyTypeDispatch.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <torch/library.h>

using namespace c10;
using torch::jit::Stack;

namespace torchtidy {
namespace rt {
namespace {

//===- Assess -------------------------------------------------------------===//

struct Assessment {
  TensorArguments tensors;
  bool accelerator =
      false;              ///< a tensor, or the device asked for, is not the CPU
  bool valueless = false; ///< a tensor has sizes only
  bool guess = false;     ///< and they are a guess
  const IValue *generator = nullptr; ///< one that was given
  Optional<Device> device;           ///< explicit, with its index
  /// Tensors of lists are handed out by value: they live here.
  std::vector<std::unique_ptr<std::vector<at::Tensor>>> lists;
};

void addTensor(Assessment &A, const at::Tensor &T, int Position,
               int Element = -1) {
  if (!T.defined())
    return;
  A.tensors.push_back({&T, Position, Element});
  if (!T.device().is_cpu() && !T.device().is_meta())
    A.accelerator = true;
  if (!hasValues(T)) {
    A.valueless = true;
    A.guess |= shapeIsGuess(T);
  }
}

void addList(Assessment &A, const IValue &V, int Position) {
  auto Held = std::make_unique<std::vector<at::Tensor>>();
  for (const IValue &E : V.toListRef())
    Held->push_back(E.isTensor() ? E.toTensor() : at::Tensor());
  for (size_t N = 0; N != Held->size(); ++N)
    addTensor(A, (*Held)[N], Position, static_cast<int>(N));
  A.lists.push_back(std::move(Held));
}

bool isTensorList(const IValue &V) {
  if (V.isTensorList())
    return true;
  if (!V.isList())
    return false;
  for (const IValue &E : V.toListRef())
    if (!E.isNone())
      return E.isTensor();
  return false;
}

/// With the index it gets on a real device: the current one's.
Device resolve(Device D) {
  if (D.is_cpu() || D.is_meta())
    return D;
  if (!D.has_index())
    D = impl::getDeviceGuardImpl(D.type())->getDevice();
  if (Mode *M = activeMode()) {
    TORCH_CHECK(D.type() == M->type, "PyTorch is not linked with support for ",
                DeviceTypeName(D.type(), /*lower_case=*/true), " devices");
    TORCH_CHECK(D.index() < M->devices, "CUDA error: invalid device ordinal (",
                D, " of ", M->devices, " devices)");
  }
  return D;
}

void assess(Assessment &A, const OpInfo &Op, ArrayRef<IValue> Arguments) {
  for (size_t N = 0; N != Arguments.size(); ++N) {
    const IValue &V = Arguments[N];
    if (V.isTensor())
      addTensor(A, V.toTensor(), static_cast<int>(N));
    else if (V.isList() && isTensorList(V))
      addList(A, V, static_cast<int>(N));
  }
  if (Op.generatorArgument >= 0 &&
      Arguments[Op.generatorArgument].isGenerator())
    A.generator = &Arguments[Op.generatorArgument];
  if (Op.deviceArgument >= 0 && Arguments[Op.deviceArgument].isDevice()) {
    A.device = resolve(Arguments[Op.deviceArgument].toDevice());
    if (!A.device->is_cpu() && !A.device->is_meta())
      A.accelerator = true;
  }
}

//===- Swap in, wrap out --------------------------------------------------===//

/// Fake arguments and the CPU tensors that stood in for them.
struct Swapped {
  at::Tensor fake, inner;
  bool written;
};
struct Swaps : c10::SmallVector<Swapped, 8> {
  bool withoutValues = false;
  Shadows shadows;
};

/// For an operator that gives shapes only.
at::Tensor swapForShadow(Swaps &S, const at::Tensor &T, bool Written) {
  if (!T.defined() || T.is_meta() || isOpaque(T))
    return opaqueFake(T) ? unwrap(T) : T;
  for (auto &Old : S)
    if (Old.fake.is_same(T))
      return Old.inner;
  at::Tensor Shadow = S.shadows.of(T);
  if (Written && hasValues(T))
    dropValues(T, Shadow);
  S.push_back({T, Shadow, Written});
  return Shadow;
}

at::Tensor swapTensor(Swaps &S, const at::Tensor &T, bool Written) {
  if (S.withoutValues)
    return swapForShadow(S, T, Written);
  if (!T.defined() || T.device().is_cpu() || T.device().is_meta())
    return T;
  if (isFake(T) && (fakeStorage(T) || opaqueFake(T))) {
    // One stand-in each: add_(x, x) must see that the two are one.
    for (auto &Old : S)
      if (Old.fake.is_same(T))
        return Old.inner;
    S.push_back({T, unwrap(T), Written});
    return S.back().inner;
  }
  return innerOfRaw(T);
}

IValue swapList(Swaps &S, const IValue &V, bool Written) {
  if (V.isTensorList()) {
    List<at::Tensor> L;
    for (const IValue &E : V.toListRef())
      L.push_back(swapTensor(S, E.toTensor(), Written));
    return L;
  }
  List<Optional<at::Tensor>> L;
  for (const IValue &E : V.toListRef())
    L.push_back(E.isTensor()
                    ? Optional<at::Tensor>(swapTensor(S, E.toTensor(), Written))
                    : Optional<at::Tensor>());
  return L;
}

void swapArguments(Swaps &S, const OpInfo &Op, Stack &Stack) {
  size_t Begin = Stack.size() - Op.numArguments();
  for (size_t N = 0; N != Op.numArguments(); ++N) {
    IValue &V = Stack[Begin + N];
    if (V.isTensor())
      V = swapTensor(S, V.toTensor(), Op.written[N]);
    else if (V.isDevice()) {
      if (!V.toDevice().is_meta())
        V = Device(S.withoutValues ? kMeta : kCPU);
    } else if (V.isList() && isTensorList(V))
      V = swapList(S, V, Op.written[N]);
    else if (V.isStorage()) {
      if (FakeStorage *F = fakeStorage(V.toStorage()))
        V = F->inner;
    } else if (V.isGenerator()) {
      if (!V.toGenerator().device().is_cpu())
        V = IValue(); // the CPU's default one
    }
  }
  if (S.withoutValues && Op.deviceArgument >= 0 && !Op.hasTensors)
    Stack[Begin + Op.deviceArgument] = Device(kMeta);
  if (Op.pinArgument >= 0 && Stack[Begin + Op.pinArgument].isBool())
    Stack[Begin + Op.pinArgument] = false;
}

class Wrapper {
public:
  Wrapper(const Swaps &S, OriginId Origin, bool Guess = false)
      : Swap(S), Origin(Origin), Guess(Guess) {}

  at::Tensor operator()(const at::Tensor &R, Device D) {
    if (!R.defined())
      return R;
    for (auto &S : Swap)
      if (S.inner.is_same(R))
        return S.fake;
    if (D.is_meta() ||
        (!Swap.withoutValues && (D.is_cpu() || R.device().is_meta())) ||
        (D.is_cpu() && !R.is_meta())) {
      if (!isFake(R))
        rememberCpu(R, {Origin, 0});
      return R;
    }
    refuseUnusual(R);
    if (isOpaque(R))
      return at::Tensor(make_intrusive<OpaqueFake>(R, D, Origin));
    // A view has its base's storage.
    auto *Impl = R.storage().unsafeGetStorageImpl();
    for (auto &S : Swap) {
      FakeStorage *F = fakeStorage(S.fake);
      if (F && F->inner.unsafeGetStorageImpl() == Impl)
        return wrapView(R, S.fake);
    }
    for (auto &New : Made)
      if (fakeStorage(New)->inner.unsafeGetStorageImpl() == Impl)
        return wrap(R, New);
    Made.push_back(makeFakeStorage(R.storage(), D, Origin));
    fakeStorage(Made.back())->shapeIsGuess = Guess;
    return wrap(R, Made.back());
  }

private:
  const Swaps &Swap;
  OriginId Origin;
  bool Guess;
  c10::SmallVector<c10::Storage, 4> Made;
};

void wrapResults(Stack &Stack, const OpInfo &Op, const Swaps &S,
                 const Answer &A, OriginId Origin, bool Guess = false) {
  Wrapper Wrap(S, Origin, Guess);
  size_t Begin = Stack.size() - Op.numReturns();
  for (size_t N = 0; N != Op.numReturns(); ++N) {
    IValue &V = Stack[Begin + N];
    if (V.isTensor()) {
      V = Wrap(V.toTensor(), A.of(N));
    } else if (V.isTensorList()) {
      // A single list is told element by element.
      bool Single = Op.numReturns() == 1;
      List<at::Tensor> L;
      size_t E = 0;
      for (const IValue &T : V.toListRef())
        L.push_back(Wrap(T.toTensor(), A.of(Single ? E++ : N)));
      V = std::move(L);
    }
  }
}

//===- The fallback -------------------------------------------------------===//

template <typename Function>
void forEachResult(const Stack &Stack, const OpInfo &Op, Function Do) {
  for (size_t N = Stack.size() - Op.numReturns(); N != Stack.size(); ++N) {
    const IValue &V = Stack[N];
    if (V.isTensor())
      Do(V.toTensor());
    else if (V.isTensorList())
      for (const IValue &T : V.toListRef())
        Do(T.toTensor());
  }
}

/// Of the first argument that has a factory behind it: what a result on the CPU
/// was computed from.
OriginIds sourceOf(const Assessment &A) {
  for (const TensorArgument &T : A.tensors) {
    OriginIds Ids = originsOf(*T.tensor);
    if (Ids.source)
      return Ids;
  }
  return {};
}

void rememberResults(const Stack &Stack, const OpInfo &Op, OriginIds Ids) {
  if (!Op.returnsAliases)
    forEachResult(Stack, Op, [&](const at::Tensor &T) { rememberCpu(T, Ids); });
}

/// Kernels refuse a generator of another device. After the report, what goes on
/// draws from the default one.
void checkGenerator(const OpInfo &I, const Assessment &A, Stack *S) {
  if (C10_LIKELY(!A.generator))
    return;
  at::Generator G = A.generator->toGenerator();
  Device D = A.device ? *A.device
                      : (A.tensors.empty() ? Device(kCPU)
                                           : A.tensors[0].tensor->device());
  if (!G.defined() || G.device().type() == D.type())
    return;
  Mode *M = activeMode();
  reportGenerator(I, G.device(), D, A.tensors, /*Throw=*/!M || !M->keepGoing);
  (*S)[S->size() - I.numArguments() + I.generatorArgument] = IValue();
}

/// Nothing but CPU tensors: LibTorch's own way, with origins noted.
void runOnCpu(const OperatorHandle &Op, const OpInfo &I, const Assessment &A,
              DispatchKeySet Keys, Stack *S) {
  // To PyTorch's FakeTensorMode these are fake too, and have no values.
  if (activeMode() && activeMode()->strictness == api::Strictness::FakeTensor)
    check(I, A.tensors, A.device);
  // The arguments are gone when the kernel has run.
  Mode *M = activeMode();
  OriginIds Source;
  OriginId Made = 0;
  if (M) {
    Made = currentSite(I, /*OnDevice=*/false);
    if (M->watchState)
      watchState(A.tensors, lastDepth());
    if (!I.isFactory)
      Source = sourceOf(A);
    noteFrom(Source.made == Made ? 0 : Source.made);
  }
  {
    impl::ExcludeDispatchKeyGuard Off(DispatchKey::Fake);
    if (I.kernel && I.kernel == findKernelForCpu(I.name))
      I.kernel(*S);
    else
      Op.redispatchBoxed(
          Keys & DispatchKeySet(DispatchKeySet::FULL_AFTER, DispatchKey::Fake),
          S);
  }
  if (M)
    rememberResults(*S, I, {Made, I.isFactory ? Made : Source.source});
}

bool withoutValues() {
  Mode *M = activeMode();
  return M && M->withoutValues;
}

void tellGuess(const OpInfo &I) {
  Mode *M = activeMode();
  if (!M || !M->onGuess)
    return;
  M->onGuess("the shape of what " + I.name +
             " returns isn't known without values: from here on only devices "
             "are checked");
}

/// MultiheadAttention asks whether its query is its key. A tensor equals
/// itself, and is taken to differ from another one.
bool compareWithoutValues(const OpInfo &I, Stack &S) {
  if (I.name != "aten::equal")
    return false;
  auto Two = torch::jit::last(S, 2);
  const at::Tensor &X = Two[0].toTensor(), &Y = Two[1].toTensor();
  bool Same = X.is_same(Y) || (X.is_alias_of(Y) && X.sizes() == Y.sizes() &&
                               X.strides() == Y.strides() &&
                               X.storage_offset() == Y.storage_offset());
  torch::jit::drop(S, 2);
  S.emplace_back(Same);
  return true;
}

/// Shapes only.
void runForShapes(const OperatorHandle &Op, const OpInfo &I, Assessment &A,
                  Stack *S) {
  Answer Devices = check(I, A.tensors, A.device);
  if (compareWithoutValues(I, *S))
    return;
  if (needsValues(I, torch::jit::last(*S, I.numArguments())))
    stopForValues(I);
  OriginId Origin = currentSite(I, /*OnDevice=*/true);
  Swaps Swap;
  Swap.withoutValues = true;
  swapArguments(Swap, I, *S);
  bool Unknown = findShapes(Op, I, *S, A.guess) == Way::Devices;
  if (Unknown && !A.guess)
    tellGuess(I);
  for (auto &W : Swap)
    if (W.written)
      refresh(W.fake, W.inner);
  wrapResults(*S, I, Swap, Devices, Origin, Unknown || A.guess);
  if (Devices.clashed)
    forEachResult(*S, I, &moveGradientsBack);
}

/// Memory that nothing was written to costs nothing, and a program may fill it
/// by pointer (as torch::tensor does). With keptBytes 0 nothing has values.
constexpr size_t UntouchedBytes = size_t(64) << 20;

/// What `empty` made on the CPU is filled by an operator: only now it is known
/// that no pointer does.
bool fillsUntouched(const OpInfo &I, const Assessment &A) {
  if (!I.fills || A.tensors.empty())
    return false;
  const at::Tensor &T = *A.tensors.front().tensor;
  if (!T.is_cpu() || isOpaque(T) ||
      T.storage().nbytes() <= activeMode()->keptBytes)
    return false;
  const Site *Made = site(originsOf(T).made);
  return Made && Made->op->leavesMemory;
}

/// A factory on the CPU, where what is large has no values. False: it is
/// small, and the stack as it was.
bool makeWithoutValues(const OperatorHandle &Op, const OpInfo &I, Assessment &A,
                       Stack *S) {
  std::vector<IValue> Arguments(S->end() - I.numArguments(), S->end());
  if (I.returns != 1 || I.deviceArgument < 0 ||
      (Arguments[I.deviceArgument].isDevice() &&
       Arguments[I.deviceArgument].toDevice().is_meta()))
    return false;
  Swaps Swap;
  Swap.withoutValues = true;
  swapArguments(Swap, I, *S);
  findShapes(Op, I, *S, /*Guess=*/false);
  const at::Tensor &Made = S->back().toTensor();
  size_t Bytes = Made.numel() * Made.itemsize();
  if (isOpaque(Made) || Bytes <= activeMode()->keptBytes ||
      (I.leavesMemory && activeMode()->keptBytes && Bytes <= UntouchedBytes)) {
    S->pop_back();
    S->insert(S->end(), Arguments.begin(), Arguments.end());
    return false;
  }
  Answer OnCpu;
  OnCpu.results.push_back(Device(kCPU));
  wrapResults(*S, I, Swap, OnCpu, currentSite(I, /*OnDevice=*/true));
  return true;
}

void runOnDevice(const OperatorHandle &Op, const OpInfo &I, Assessment &A,
                 Stack *S) {
  TORCH_CHECK_NOT_IMPLEMENTED(
      I.isLibTorchs || I.kernel ||
          Op.hasComputedKernelForDispatchKey(DispatchKey::CPU),
      "torch-rehearse: ", I.name,
      " has no kernel for the CPU that could run in "
      "the place of its device's; say what its results are with "
      "TORCHTIDY_OPERATOR, of torch_tidy/operators.h");
  Answer Devices = check(I, A.tensors, A.device);
  OriginId Origin = currentSite(I, /*OnDevice=*/true);
  Mode *M = activeMode();
  if (M && M->watchState)
    watchState(A.tensors, lastDepth());
  OriginId From = A.tensors.empty() ? 0 : originsOf(*A.tensors[0].tensor).made;
  noteFrom(From == Origin ? 0 : From);
  Swaps Swap;
  swapArguments(Swap, I, *S);
  runInner(Op, I, *S);
  for (auto &W : Swap)
    if (W.written)
      refresh(W.fake, W.inner);
  wrapResults(*S, I, Swap, Devices, Origin);
  if (Devices.clashed)
    forEachResult(*S, I, &moveGradientsBack);
}

thread_local const OpInfo *Current = nullptr;
thread_local bool Accelerator = false;

struct Running {
  const OpInfo *outer;
  bool outerAccelerator;
  explicit Running(const OpInfo &I)
      : outer(Current), outerAccelerator(Accelerator) {
    Current = &I;
  }
  ~Running() {
    Current = outer;
    Accelerator = outerAccelerator;
  }
};

/// PyTorch's FakeTensorMode asks its rules for the operator that was called,
/// not for those that it is made of.
void decompose(const OperatorHandle &Op, const OpInfo &I, Stack *S) {
  Mode *M = activeMode();
  optional<Checked> Done;
  if (M && M->strictness == api::Strictness::FakeTensor && I.hasTensors &&
      !findingShapes()) {
    Assessment A;
    assess(A, I, torch::jit::last(*S, I.numArguments()));
    if (A.accelerator || A.valueless) {
      check(I, A.tensors, A.device);
      Done.emplace();
    }
  }
  Op.callBoxedForDispatchKey(DispatchKey::CompositeImplicitAutograd, *S);
}

void fallback(const OperatorHandle &Op, DispatchKeySet Keys, Stack *S) {
  const OpInfo &I = opInfo(Op);
  // In InferenceMode and below autograd composites come here whole. Run on CPU
  // tensors, `x.to(cuda)` would do nothing and say nothing.
  if (I.decompose && !I.kernel) {
    decompose(Op, I, S);
    return;
  }
  if (findingShapes()) {
    shapesWithin(Op, I, Keys, *S);
    return;
  }
  settleGradients();
  Running Mark(I);
  Assessment A;
  assess(A, I, torch::jit::last(*S, I.numArguments()));
  Accelerator = A.accelerator;
  if (Mode *M = activeMode())
    M->countOperator();
  checkGenerator(I, A, S);
  if (A.valueless ||
      (withoutValues() && (A.accelerator || fillsUntouched(I, A))))
    runForShapes(Op, I, A, S);
  else if (A.accelerator)
    runOnDevice(Op, I, A, S);
  else if (I.hasTensors || !I.isFactory || !withoutValues() ||
           !makeWithoutValues(Op, I, A, S))
    runOnCpu(Op, I, A, Keys, S);
  if (C10_UNLIKELY(I.givesValue))
    if (Mode *M = activeMode(); M && M->onValue)
      M->onValue(*S);
}

} // namespace

const OpInfo *currentOperator() { return Current; }
bool onAccelerator() { return Accelerator; }

void install() {
  static bool Done = [] {
    linkFakeDevice();
    TORCH_CHECK(!Dispatcher::singleton().hasBackendFallbackForDispatchKey(
                    DispatchKey::Fake),
                "fake tensors have a fallback already: of this LibTorch, or of "
                "torch-rehearse, under which this program runs");
    // Never destroyed: operators run until the last static tensor is gone.
    static auto *Library = new torch::Library(
        torch::Library::IMPL, "_", DispatchKey::Fake, __FILE__, __LINE__);
    Library->fallback(torch::CppFunction::makeFromBoxedFunction<&fallback>());
    return true;
  }();
  (void)Done;
}

} // namespace rt
} // namespace torchtidy
