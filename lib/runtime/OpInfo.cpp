//===- OpInfo.cpp - what the fallback needs to know of an operator --------===//
#include "runtime/OpInfo.h"
#include "runtime/Operators.h"
#include "runtime/meta/Ways.h"
#include <ATen/core/function_schema.h>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <unordered_set>

using namespace c10;

namespace torchtidy {
namespace rt {
namespace {

/// Tensor, Tensor?, Tensor[], Tensor?[] …
bool holdsTensors(const TypePtr &T) {
  if (T->kind() == TypeKind::TensorType)
    return true;
  for (const auto &Inner : T->containedTypes())
    if (holdsTensors(Inner))
      return true;
  return false;
}

bool isList(const TypePtr &T) {
  if (T->kind() == TypeKind::ListType)
    return true;
  return T->kind() == TypeKind::OptionalType &&
         isList(T->containedTypes().front());
}

bool isDevice(const TypePtr &T) {
  if (T->kind() == TypeKind::DeviceObjType)
    return true;
  return T->kind() == TypeKind::OptionalType &&
         isDevice(T->containedTypes().front());
}

bool isGenerator(const TypePtr &T) {
  if (T->kind() == TypeKind::GeneratorType)
    return true;
  return T->kind() == TypeKind::OptionalType &&
         isGenerator(T->containedTypes().front());
}

bool endsWith(const std::string &S, const char *Suffix) {
  size_t N = std::strlen(Suffix);
  return S.size() >= N && S.compare(S.size() - N, N, Suffix) == 0;
}

bool startsWith(const std::string &S, const char *Prefix) {
  return S.rfind(Prefix, 0) == 0;
}

/// Asks the rules about all tensors on one device.
bool hasOwnRule(const OpInfo &I, const FunctionSchema &Schema,
                api::Strictness S) {
  api::Call C;
  C.op = I.name;
  C.overload = I.overload;
  auto Cuda = api::Device::concrete("cuda", 0);
  for (size_t N = 0; N != I.numArguments(); ++N) {
    const auto &Type = Schema.arguments()[N].type();
    if (!holdsTensors(Type))
      continue;
    api::Argument A;
    A.name = I.argumentNames[N];
    A.position = static_cast<int>(N);
    if (isList(Type)) {
      A.element = 0;
      A.name += "[0]";
    }
    A.device = Cuda;
    A.zeroDim = api::Tri::No;
    A.written = I.written[N];
    A.boolOrByte = true; // a mask makes the rule of an index speak
    C.arguments.push_back(A);
  }
  C.numResults = static_cast<int>(I.numReturns());
  api::Verdict V = api::propagate(
      C, S,
      S == api::Strictness::Eager ? LibTorchVersion : FakeTensorModeVersion);
  if (V.kind != api::Verdict::Fine)
    return true;
  for (auto &D : V.results)
    if (api::sameDevice(D, Cuda) != api::Tri::Yes)
      return true;
  return false;
}

OpInfo::Values valuesOf(const OpInfo &I) {
  static const std::unordered_set<std::string> Always{
      "aten::_local_scalar_dense",
      "aten::item",
      "aten::is_nonzero",
      "aten::equal",
      "aten::nonzero",
      "aten::nonzero_numpy",
      "aten::argwhere",
      "aten::masked_select",
      "aten::_unique",
      "aten::_unique2",
      "aten::unique_dim",
      "aten::unique_consecutive",
      "aten::unique_dim_consecutive",
      "aten::bincount",
      "aten::_pack_padded_sequence",
      "aten::_coalesce",
      "aten::_nnz",
  };
  if (Always.count(I.name))
    return OpInfo::Always;
  if (I.name == "aten::index" || I.name == "aten::_unsafe_index")
    return OpInfo::Masks;
  if (I.name == "aten::repeat_interleave" && I.overload != "self_int")
    return OpInfo::Lengths;
  return OpInfo::Never;
}

void readShapes(OpInfo &I, const OperatorHandle &Op) {
  static const std::unordered_set<std::string> Fills{
      "aten::uniform_",     "aten::normal_", "aten::zero_",
      "aten::fill_",        "aten::random_", "aten::bernoulli_",
      "aten::exponential_", "aten::cauchy_", "aten::log_normal_",
      "aten::geometric_"};
  I.values = valuesOf(I);
  I.fills = Fills.count(I.name);
  I.leavesMemory = I.name == "aten::empty" || I.name == "aten::empty_strided";
  I.hasMeta = Op.hasKernelForDispatchKey(DispatchKey::Meta);
  I.isComposite =
      Op.hasKernelForDispatchKey(DispatchKey::CompositeExplicitAutograd) ||
      Op.hasKernelForDispatchKey(
          DispatchKey::CompositeExplicitAutogradNonFunctional) ||
      // Called below autograd, and loops over its lists.
      startsWith(I.name, "aten::_foreach_");
  if (I.writesArguments)
    return;
  I.shapeRule = findShapeRule(I.name, I.overload);
  I.lazyShape = findLazyShape(I.name, I.overload);
}

std::unique_ptr<OpInfo> read(const OperatorHandle &Op) {
  auto I = std::make_unique<OpInfo>();
  const FunctionSchema &Schema = Op.schema();
  I->name = Schema.name();
  I->overload = Schema.overload_name();
  for (const auto &A : Schema.arguments()) {
    int At = static_cast<int>(I->argumentNames.size());
    I->argumentNames.push_back(A.name());
    bool Written = A.alias_info() && A.alias_info()->isWrite();
    I->written.push_back(Written);
    I->writesArguments |= Written;
    I->hasTensors |= holdsTensors(A.type());
    // By type and name: a custom operator may call something else "device".
    if (isDevice(A.type()) && (I->deviceArgument < 0 || A.name() == "device"))
      I->deviceArgument = At;
    if (isGenerator(A.type()))
      I->generatorArgument = At;
    if (A.name() == "pin_memory")
      I->pinArgument = At;
  }
  I->returns = Schema.returns().size();
  for (const auto &R : Schema.returns())
    I->returnsAliases |= R.alias_info() != nullptr;
  std::string Base = I->name.substr(I->name.find("::") + 2);
  I->isFactory = !I->hasTensors || endsWith(Base, "_like") ||
                 Base.compare(0, 4, "new_") == 0;
  I->givesValue =
      I->name == "aten::_local_scalar_dense" || I->name == "aten::equal";
  I->decompose = isOnlyComposite(Op);
  I->kernel = findKernel(I->name);
  I->isLibTorchs = isLibTorchs(I->name);
  I->rule = I->isLibTorchs ? nullptr : findOperatorRule(I->name);
  if (I->rule && I->rule->results && !I->decompose &&
      !Op.hasComputedKernelForDispatchKey(DispatchKey::CPU))
    I->kernel = I->rule->results;
  readShapes(*I, Op);
  if (I->rule) {
    I->alwaysAsk = I->alwaysAskFake = true;
  } else if (I->hasTensors && !I->isFactory) {
    I->alwaysAsk = hasOwnRule(*I, Schema, api::Strictness::Eager);
    I->alwaysAskFake = hasOwnRule(*I, Schema, api::Strictness::FakeTensor);
  }
  return I;
}

} // namespace

const OpInfo &opInfo(const OperatorHandle &Op) {
  // A schema keeps its address as long as its operator is registered.
  const void *Key = &Op.schema();
  struct Recent {
    const void *key = nullptr;
    const OpInfo *info = nullptr;
  };
  static thread_local Recent Cache[512];
  Recent &R = Cache[(reinterpret_cast<uintptr_t>(Key) >> 6) & 511];
  if (R.key == Key)
    return *R.info;

  static std::shared_mutex Mutex;
  static auto *All =
      new std::unordered_map<const void *, std::unique_ptr<OpInfo>>;
  {
    std::shared_lock<std::shared_mutex> L(Mutex);
    auto It = All->find(Key);
    if (It != All->end()) {
      R = {Key, It->second.get()};
      return *R.info;
    }
  }
  auto Made = read(Op);
  std::unique_lock<std::shared_mutex> L(Mutex);
  auto &Slot = (*All)[Key];
  if (!Slot)
    Slot = std::move(Made);
  R = {Key, Slot.get()};
  return *R.info;
}

} // namespace rt
} // namespace torchtidy
