//===- Ways.cpp - the shapes of an operator's results ---------------------===//
#include "runtime/meta/Ways.h"
#include "runtime/meta/Values.h"
#include <ATen/core/LegacyTypeDispatch.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

using namespace c10;
using torch::jit::Stack;

namespace torchtidy {
namespace rt {
namespace {

thread_local unsigned Depth = 0;

/// Operators that are called from here on are shapes' own.
struct Within {
  impl::IncludeDispatchKeyGuard on{DispatchKey::Fake};
  Within() { ++Depth; }
  ~Within() { --Depth; }
};

constexpr uint8_t First = static_cast<uint8_t>(Way::Meta),
                  Last = static_cast<uint8_t>(Way::Devices);

bool has(const OpInfo &I, Way W) {
  switch (W) {
  case Way::Meta:
    return I.hasMeta;
  case Way::Rule:
    return I.kernel || I.shapeRule;
  case Way::Lazy:
    return I.lazyShape;
  case Way::Composite:
    return I.isComposite;
  default:
    return true;
  }
}

/// False if the call isn't one for this way.
bool tryWay(Way W, const OperatorHandle &Op, const OpInfo &I, Stack &S) {
  switch (W) {
  case Way::Meta: {
    impl::ExcludeDispatchKeyGuard Off(DispatchKey::Fake);
    Op.callBoxed(&S);
    return true;
  }
  case Way::Rule: {
    Within Here;
    if (I.shapeRule)
      I.shapeRule(I, S);
    else
      I.kernel(S);
    return true;
  }
  case Way::Lazy: {
    I.lazyShape(I, S);
    return true;
  }
  case Way::Composite: {
    Within Here;
    // The CPU's _foreach_ kernels are loops over other operators.
    bool Foreach = I.name.rfind("aten::_foreach_", 0) == 0;
    Op.redispatchBoxed(
        DispatchKeySet(Foreach ? DispatchKey::CPU : DispatchKey::Meta), &S);
    return true;
  }
  case Way::Kind: {
    Within Here;
    return shapesByKind(Op, I, S);
  }
  case Way::Zeros:
    return shapesOfZeros(Op, I, S);
  case Way::Devices:
    break;
  }
  return false;
}

at::Tensor standIn(const at::Tensor &Like) {
  return Like.defined()
             ? metaLike(Like, metaStorage(Like.numel() * Like.itemsize()))
             : at::Tensor();
}

/// The first tensor that says something of a result's shape.
at::Tensor likeliest(ArrayRef<IValue> Arguments) {
  for (const IValue &V : Arguments) {
    if (V.isTensor() && V.toTensor().defined())
      return V.toTensor();
    if (V.isTensorList())
      for (const IValue &E : V.toListRef())
        if (E.toTensor().defined())
          return E.toTensor();
  }
  return {};
}

/// Each result is what is written, in order, or like an argument.
void guessShapes(const OperatorHandle &Op, const OpInfo &I, Stack &S) {
  const auto &Returns = Op.schema().returns();
  std::vector<IValue> Arguments(S.end() - I.numArguments(), S.end());
  S.resize(S.size() - I.numArguments());
  at::Tensor Like = likeliest(Arguments);
  size_t Written = 0;
  for (const auto &R : Returns) {
    if (R.type()->kind() != TypeKind::TensorType || !Like.defined())
      stopForShape(I);
    if (R.alias_info() && R.alias_info()->isWrite()) {
      while (Written < I.numArguments() && !I.written[Written])
        ++Written;
      if (Written == I.numArguments() || !Arguments[Written].isTensor())
        stopForShape(I);
      S.push_back(Arguments[Written++]);
      continue;
    }
    S.emplace_back(standIn(Like));
  }
}

class Finder {
public:
  Finder(const OperatorHandle &Op, const OpInfo &I, Stack &S, bool Guess)
      : Op(Op), I(I), S(S), Guess(Guess), Begin(S.size() - I.numArguments()),
        Arguments(S.begin() + Begin, S.end()) {}

  Way run() {
    // A sparse or quantized one has its values: no kernel takes it with meta
    // tensors.
    if (anyOpaque()) {
      if (attempt(Way::Zeros))
        return Way::Zeros;
      return guess();
    }
    for (uint8_t W = std::max(First, I.way.load(std::memory_order_relaxed));
         W != Last; ++W) {
      Way Next = static_cast<Way>(W);
      // What LibTorch refused is decided by its CPU kernel, or is refused.
      if (!has(I, Next) || (Refusal && Next != Way::Zeros))
        continue;
      if (attempt(Next)) {
        if (!Refusal)
          I.way.store(W, std::memory_order_relaxed);
        return Next;
      }
    }
    return guess();
  }

private:
  Way guess() {
    if (Refusal)
      std::rethrow_exception(Refusal);
    reset();
    guessShapes(Op, I, S);
    return Way::Devices;
  }

  bool anyOpaque() const {
    auto Is = [](const IValue &V) {
      return V.isTensor() && V.toTensor().defined() &&
             !V.toTensor().is_meta() && isOpaque(V.toTensor());
    };
    for (const IValue &V : Arguments) {
      if (Is(V))
        return true;
      if (V.isTensorList())
        for (const IValue &E : V.toListRef())
          if (Is(E))
            return true;
    }
    return false;
  }

  const OperatorHandle &Op;
  const OpInfo &I;
  Stack &S;
  bool Guess;
  size_t Begin;
  c10::SmallVector<IValue, 12> Arguments;
  std::exception_ptr Refusal;

  void reset() {
    S.resize(Begin);
    S.insert(S.end(), Arguments.begin(), Arguments.end());
  }

  bool attempt(Way W) {
    // The way before left the stack as it liked.
    if (Tried)
      reset();
    Tried = true;
    try {
      return tryWay(W, Op, I, S);
    } catch (const ValuesUnknown &) {
      throw;
    } catch (const NotImplementedError &) {
      return false; // not on meta, not of this type
    } catch (const c10::Error &E) {
      // A kernel that reads values on the host.
      if (E.msg().find("data is not allocated yet") != std::string::npos)
        return false;
      // A shape that doesn't fit, or a kernel that doesn't know meta tensors.
      // The CPU's own kernel, where it can be asked, decides.
      if (!Refusal)
        Refusal = Guess ? nullptr : std::current_exception();
      return false;
    }
  }
  bool Tried = false;
};

bool isMetaCall(const OpInfo &I, ArrayRef<IValue> Arguments) {
  for (const IValue &V : Arguments) {
    if (V.isTensor() && V.toTensor().defined() && V.toTensor().is_meta())
      return true;
    if (V.isDevice() && V.toDevice().is_meta())
      return true;
    if (V.isList())
      for (const IValue &E : V.toListRef())
        if (E.isTensor() && E.toTensor().defined() && E.toTensor().is_meta())
          return true;
  }
  return false;
}

} // namespace

const char *nameOf(Way W) {
  switch (W) {
  case Way::Meta:
    return "meta kernel";
  case Way::Rule:
    return "own rule";
  case Way::Lazy:
    return "lazy shape";
  case Way::Composite:
    return "composite";
  case Way::Kind:
    return "by kind";
  case Way::Zeros:
    return "small zeros";
  case Way::Devices:
    return "devices only";
  }
  return "?";
}

Way findShapes(const OperatorHandle &Op, const OpInfo &I, Stack &S,
               bool Guess) {
  at::AutoDispatchBelowADInplaceOrView Below;
  return Finder(Op, I, S, Guess).run();
}

bool findingShapes() { return Depth != 0; }

void shapesWithin(const OperatorHandle &Op, const OpInfo &I,
                  DispatchKeySet Keys, Stack &S) {
  auto Arguments = torch::jit::last(S, I.numArguments());
  if (!isMetaCall(I, Arguments)) {
    impl::ExcludeDispatchKeyGuard Off(DispatchKey::Fake);
    Op.redispatchBoxed(
        Keys & DispatchKeySet(DispatchKeySet::FULL_AFTER, DispatchKey::Fake),
        &S);
    return;
  }
  if (needsValues(I, Arguments))
    stopForValues(I);
  Finder(Op, I, S, /*Guess=*/false).run();
}

std::vector<Way> waysOf(const OperatorHandle &Op, const OpInfo &I) {
  std::vector<Way> All;
  for (uint8_t W = First; W <= Last; ++W) {
    Way Next = static_cast<Way>(W);
    bool Has = has(I, Next);
    if (Next == Way::Kind)
      Has = isOfKind(Op, I);
    if (Next == Way::Zeros)
      Has = Op.hasKernelForDispatchKey(DispatchKey::CPU);
    if (Has)
      All.push_back(Next);
  }
  return All;
}

} // namespace rt
} // namespace torchtidy
