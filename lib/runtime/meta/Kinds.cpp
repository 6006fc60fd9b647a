//===- Kinds.cpp - shapes that an operator's schema tells -----------------===//
//
// In place: the shape of what is written. out=: the functional operator's. A
// gradient: the shape of what it is the gradient of.
//
//===----------------------------------------------------------------------===//
#include "runtime/meta/Values.h"
#include "runtime/meta/Ways.h"
#include <ATen/Functions.h>
#include <ATen/core/function_schema.h>
#include <unordered_map>

using namespace c10;
using torch::jit::Stack;

namespace torchtidy {
namespace rt {
namespace {

bool isWritten(const Argument &A) {
  return A.alias_info() && A.alias_info()->isWrite();
}

bool endsWith(const std::string &S, const char *Suffix) {
  size_t N = std::strlen(Suffix);
  return S.size() >= N && S.compare(S.size() - N, N, Suffix) == 0;
}

/// What comes back is the first argument, or nothing; nothing else is written.
bool isInPlace(const FunctionSchema &S) {
  const auto &A = S.arguments();
  if (A.empty() || !isWritten(A.front()) || S.returns().size() > 1)
    return false;
  for (size_t N = 1; N != A.size(); ++N)
    if (isWritten(A[N]))
      return false;
  return S.returns().empty() || (S.returns()[0].alias_info() &&
                                 S.returns()[0].alias_info()->isWrite());
}

/// All that is written comes last, and comes back.
size_t countOuts(const FunctionSchema &S) {
  size_t Outs = 0;
  for (const auto &A : S.arguments()) {
    if (isWritten(A) && A.type()->kind() == TypeKind::TensorType)
      ++Outs;
    else if (Outs || isWritten(A))
      return 0;
  }
  return Outs == S.returns().size() ? Outs : 0;
}

int gradientOf(const FunctionSchema &S) {
  if (!endsWith(S.name(), "_backward") || S.returns().size() != 1 ||
      S.returns()[0].type()->kind() != TypeKind::TensorType)
    return -1;
  for (const char *Name : {"self", "input"})
    for (size_t N = 0; N != S.arguments().size(); ++N)
      if (S.arguments()[N].name() == Name &&
          S.arguments()[N].type()->kind() == TypeKind::TensorType)
        return static_cast<int>(N);
  return -1;
}

bool sameArguments(const FunctionSchema &Plain, const FunctionSchema &Out,
                   size_t Outs) {
  const auto &A = Plain.arguments(), &B = Out.arguments();
  if (A.size() + Outs != B.size() || Plain.returns().size() != Outs)
    return false;
  for (size_t N = 0; N != A.size(); ++N)
    if (A[N].name() != B[N].name() || isWritten(A[N]) ||
        *A[N].type() != *B[N].type())
      return false;
  return true;
}

/// The operator that returns what an out= one writes. Only one whose shapes are
/// known by another way than its out= form.
optional<OperatorHandle> functionalOf(const FunctionSchema &Out, size_t Outs) {
  static const auto *ByName = [] {
    auto *Map = new std::unordered_map<std::string, std::vector<OperatorName>>;
    for (const OperatorName &N : Dispatcher::singleton().getAllOpNames())
      (*Map)[N.name].push_back(N);
    return Map;
  }();
  auto It = ByName->find(Out.name());
  if (It == ByName->end())
    return nullopt;
  for (const OperatorName &N : It->second) {
    auto Op = Dispatcher::singleton().findOp(N);
    if (!Op || !Op->hasSchema() || !sameArguments(Op->schema(), Out, Outs))
      continue;
    const OpInfo &I = opInfo(*Op);
    if (I.hasMeta || I.shapeRule || I.lazyShape ||
        (!I.isComposite && Op->hasKernelForDispatchKey(DispatchKey::CPU)))
      return Op;
  }
  return nullopt;
}

void resizeTo(const at::Tensor &Out, const at::Tensor &Wanted) {
  if (!Out.defined() || !Wanted.defined() || Out.sizes() == Wanted.sizes())
    return;
  Out.resize_(Wanted.sizes());
}

void runFunctional(const OperatorHandle &Plain, size_t Outs, Stack &S) {
  std::vector<IValue> Written(S.end() - Outs, S.end());
  S.resize(S.size() - Outs);
  Plain.callBoxed(&S);
  for (size_t N = 0; N != Outs; ++N) {
    IValue &R = S[S.size() - Outs + N];
    resizeTo(Written[N].toTensor(), R.toTensor());
    R = Written[N];
  }
}

} // namespace

bool isOfKind(const OperatorHandle &Op, const OpInfo &I) {
  const FunctionSchema &Schema = Op.schema();
  if (isInPlace(Schema) || gradientOf(Schema) >= 0)
    return true;
  size_t Outs = countOuts(Schema);
  return Outs && functionalOf(Schema, Outs);
}

bool shapesByKind(const OperatorHandle &Op, const OpInfo &I, Stack &S) {
  const FunctionSchema &Schema = Op.schema();
  size_t Begin = S.size() - I.numArguments();
  if (isInPlace(Schema)) {
    S.resize(Begin + Schema.returns().size());
    return true;
  }
  if (size_t Outs = countOuts(Schema)) {
    auto Plain = functionalOf(Schema, Outs);
    if (!Plain)
      return false;
    runFunctional(*Plain, Outs, S);
    return true;
  }
  int Of = gradientOf(Schema);
  if (Of < 0)
    return false;
  at::Tensor Like = S[Begin + Of].toTensor();
  S.resize(Begin);
  S.emplace_back(metaLike(Like, metaStorage(Like.storage().nbytes())));
  return true;
}

} // namespace rt
} // namespace torchtidy
