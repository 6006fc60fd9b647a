//===- Call.cpp - a recorded call on this LibTorch's schema ---------------===//
#include "Call.h"
#include <ATen/ATen.h>
#include <limits>

using namespace c10;
using nlohmann::json;

namespace torchtidy {
namespace conformance {
namespace {

const json &member(const json &Object, const char *Key) {
  auto It = Object.find(Key);
  if (It == Object.end())
    throw std::runtime_error(std::string("no \"") + Key + "\"");
  return *It;
}

template <typename T>
T named(const json &Value,
        std::initializer_list<std::pair<const char *, T>> All) {
  auto Name = Value.get<std::string>();
  for (auto &One : All)
    if (Name == One.first)
      return One.second;
  throw Lacks("no '" + Name + "' here");
}

ScalarType typeOf(const json &Name) {
  return named<ScalarType>(Name, {{"float32", kFloat},
                                  {"float64", kDouble},
                                  {"float16", kHalf},
                                  {"bfloat16", kBFloat16},
                                  {"int64", kLong},
                                  {"int32", kInt},
                                  {"int16", kShort},
                                  {"int8", kChar},
                                  {"uint8", kByte},
                                  {"bool", kBool},
                                  {"complex64", kComplexFloat},
                                  {"complex128", kComplexDouble},
                                  {"complex32", kComplexHalf},
                                  {"qint8", kQInt8},
                                  {"quint8", kQUInt8},
                                  {"qint32", kQInt32}});
}

Layout layoutOf(const json &Name) {
  return named<Layout>(Name, {{"strided", kStrided},
                              {"sparse_coo", kSparse},
                              {"sparse_csr", kSparseCsr}});
}

MemoryFormat formatOf(const json &Name) {
  return named<MemoryFormat>(
      Name, {{"contiguous_format", MemoryFormat::Contiguous},
             {"preserve_format", MemoryFormat::Preserve},
             {"channels_last", MemoryFormat::ChannelsLast},
             {"channels_last_3d", MemoryFormat::ChannelsLast3d}});
}

double floatOf(const json &Value) {
  if (!Value.is_object())
    return Value.get<double>();
  double Inf = std::numeric_limits<double>::infinity();
  return named<double>(member(Value, "f"),
                       {{"inf", Inf},
                        {"-inf", -Inf},
                        {"nan", std::numeric_limits<double>::quiet_NaN()}});
}

bool isOne(const json &Value, const char *Key) {
  return Value.is_object() && Value.size() == 1 && Value.contains(Key);
}

//===- Tensors ------------------------------------------------------------===//

at::Tensor filled(at::IntArrayRef Sizes, at::IntArrayRef Strides,
                  ScalarType Type, Fill F) {
  // By way of dense numbers: not every type has every filling kernel.
  at::Tensor T = at::empty_strided(Sizes, Strides, at::dtype(Type));
  bool Floating = at::isFloatingType(Type) || at::isComplexType(Type);
  at::Tensor Values = at::zeros(Sizes, at::dtype(kDouble));
  // Pivots, which LAPACK doesn't check, count from one.
  if (F == Fill::Ones || (F != Fill::Zeros && !Floating))
    Values.fill_(1);
  else if (F != Fill::Zeros && Floating) {
    // Between 0.1 and 0.9, none like its neighbour.
    at::Tensor N = at::arange(Values.numel(), at::dtype(kDouble));
    Values.copy_((N * 0.6180339887).frac().mul_(0.8).add_(0.1).view(Sizes));
    if (F == Fill::Definite && Values.dim() >= 2 &&
        Values.size(-1) == Values.size(-2))
      Values = Values + Values.transpose(-1, -2) +
               at::eye(Values.size(-1), at::dtype(kDouble)) *
                   (2.0 * Values.size(-1));
  }
  T.copy_(Values);
  return T;
}

class StackMaker {
public:
  StackMaker(const json &Line, Fill F) : Line(Line), F(F) {}

  IValue tensor(const json &Value) {
    size_t N = Value["t"].get<size_t>();
    const json &All = member(Line, "tensors");
    if (N >= All.size())
      throw std::runtime_error("no tensor " + std::to_string(N));
    // Given twice, it is one tensor.
    if (Made.size() <= N)
      Made.resize(N + 1);
    if (!Made[N].defined())
      Made[N] = make(All[N]);
    return Made[N];
  }

  IValue value(const json &V, const Type &T, optional<int32_t> Length) {
    switch (T.kind()) {
    case TypeKind::OptionalType:
      return V.is_null() ? IValue() : value(V, *T.containedType(0), Length);
    case TypeKind::TensorType:
      return tensorOrNumber(V);
    case TypeKind::ListType:
      return list(V, *T.containedType(0), Length);
    default:
      return V.is_null() ? IValue() : plain(V, T);
    }
  }

private:
  const json &Line;
  Fill F;
  std::vector<at::Tensor> Made;

  at::Tensor make(const json &J) {
    auto Sizes = member(J, "shape").get<std::vector<int64_t>>();
    auto Strides = member(J, "stride").get<std::vector<int64_t>>();
    ScalarType Type = typeOf(member(J, "dtype"));
    Device D(member(J, "device").get<std::string>());
    if (D.is_cpu())
      D = Device(kCPU);
    at::Tensor T = at::empty_strided(Sizes, Strides, at::dtype(Type).device(D));
    if (F != Fill::Nothing)
      fill(T, F);
    return T;
  }

  /// An expanded one by its memory.
  static void fill(const at::Tensor &T, Fill F) {
    if (T.is_non_overlapping_and_dense()) {
      T.copy_(filled(T.sizes(), T.strides(), T.scalar_type(), F));
      return;
    }
    int64_t Count = static_cast<int64_t>(T.storage().nbytes() / T.itemsize());
    at::Tensor Memory = T.as_strided({Count}, {1}, 0);
    Memory.copy_(filled({Count}, {1}, T.scalar_type(), F));
  }

  IValue tensorOrNumber(const json &V) {
    if (V.is_null())
      return at::Tensor();
    if (isOne(V, "t"))
      return tensor(V);
    // A number where a tensor is asked for, as Python's arithmetic has it.
    if (!V.is_number() && !V.is_boolean() && !isOne(V, "f"))
      throw Lacks("a tensor is asked for, and given " + V.dump());
    at::Tensor T = at::scalar_to_tensor(number(V).toScalar());
    T.unsafeGetTensorImpl()->set_wrapped_number(true);
    return T;
  }

  static IValue number(const json &V) {
    if (V.is_boolean())
      return V.get<bool>();
    if (V.is_number_integer())
      return V.get<int64_t>();
    return floatOf(V);
  }

  IValue list(const json &V, const Type &Of, optional<int32_t> Length) {
    if (V.is_null())
      return IValue();
    if (!V.is_array()) {
      if (!Length)
        throw Lacks("a list is asked for, and given " + V.dump());
      json Many = json::array();
      for (int32_t I = 0; I != *Length; ++I)
        Many.push_back(V);
      return list(Many, Of, Length);
    }
    return listOf(V, Of);
  }

  IValue listOf(const json &V, const Type &Of) {
    switch (Of.kind()) {
    case TypeKind::TensorType: {
      List<at::Tensor> L;
      for (const json &E : V)
        L.push_back(tensorOrNumber(E).toTensor());
      return L;
    }
    case TypeKind::OptionalType: {
      List<optional<at::Tensor>> L;
      for (const json &E : V)
        L.push_back(E.is_null()
                        ? optional<at::Tensor>()
                        : optional<at::Tensor>(tensorOrNumber(E).toTensor()));
      return L;
    }
    case TypeKind::FloatType: {
      List<double> L;
      for (const json &E : V)
        L.push_back(floatOf(E));
      return L;
    }
    case TypeKind::BoolType: {
      List<bool> L;
      for (const json &E : V)
        L.push_back(E.get<bool>());
      return L;
    }
    case TypeKind::NumberType: {
      List<at::Scalar> L;
      for (const json &E : V)
        L.push_back(number(E).toScalar());
      return L;
    }
    default: {
      List<int64_t> L;
      for (const json &E : V)
        L.push_back(E.get<int64_t>());
      return L;
    }
    }
  }

  IValue plain(const json &V, const Type &T) {
    if (isOne(V, "dtype"))
      return static_cast<int64_t>(typeOf(V["dtype"]));
    if (isOne(V, "layout"))
      return static_cast<int64_t>(layoutOf(V["layout"]));
    if (isOne(V, "memory_format"))
      return static_cast<int64_t>(formatOf(V["memory_format"]));
    if (isOne(V, "device"))
      return Device(V["device"].get<std::string>());
    switch (T.kind()) {
    case TypeKind::StringType:
      return V.get<std::string>();
    case TypeKind::FloatType:
      return floatOf(V);
    case TypeKind::BoolType:
      return V.get<bool>();
    case TypeKind::NumberType:
      return number(V);
    case TypeKind::IntType:
    case TypeKind::SymIntType:
      if (V.is_number_integer())
        return V.get<int64_t>();
      break;
    default:
      break;
    }
    throw Lacks("no " + V.dump() + " for a " + T.str());
  }
};

} // namespace

OperatorHandle findOperator(const json &Line) {
  auto Name = member(Line, "op").get<std::string>(),
       Overload = member(Line, "overload").get<std::string>();
  auto Op = Dispatcher::singleton().findSchema({Name, Overload});
  if (!Op)
    throw Lacks("no operator " + Name +
                (Overload.empty() ? "" : "." + Overload));
  return *Op;
}

torch::jit::Stack makeStack(const OperatorHandle &Op, const json &Line,
                            Fill F) {
  StackMaker Maker(Line, F);
  torch::jit::Stack S;
  const auto &Wanted = Op.schema().arguments();
  const json &Args = member(Line, "args"), &Named = member(Line, "kwargs");
  if (Args.size() > Wanted.size())
    throw Lacks("fewer arguments here");
  size_t Used = 0;
  for (size_t N = 0; N != Wanted.size(); ++N) {
    const auto &A = Wanted[N];
    auto It = Named.find(A.name());
    optional<int32_t> Length = A.N();
    if (N < Args.size()) {
      if (A.kwarg_only())
        throw Lacks("fewer arguments here");
      S.push_back(Maker.value(Args[N], *A.type(), Length));
    } else if (It != Named.end()) {
      S.push_back(Maker.value(*It, *A.type(), Length));
      ++Used;
    } else if (A.default_value()) {
      S.push_back(*A.default_value());
    } else if (A.type()->kind() == TypeKind::OptionalType) {
      S.emplace_back();
    } else {
      throw Lacks("'" + A.name() + "' isn't given");
    }
  }
  if (Used != Named.size())
    throw Lacks("fewer named arguments here");
  return S;
}

} // namespace conformance
} // namespace torchtidy
