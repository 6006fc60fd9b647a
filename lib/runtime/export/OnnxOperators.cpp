//===- OnnxOperators.cpp - a row for each operator that can be exported ---===//
//
// By the ONNX specification, opset 13. Sizes are the example's.
//
//===----------------------------------------------------------------------===//
#include "runtime/export/Lowering.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

using c10::IValue;
using torch::jit::Value;

namespace torchtidy {
namespace exporting {
namespace {

using Values = std::vector<Value *>;
using Row = std::function<Values(Emitter &, const Call &)>;

std::vector<int64_t> intsOf(const IValue &V, size_t Size) {
  auto All = V.isInt() ? std::vector<int64_t>{V.toInt()} : V.toIntVector();
  if (All.size() == 1)
    All.resize(Size, All[0]);
  return All;
}

int64_t axisOf(const IValue &V, const at::Tensor &T) {
  int64_t N = V.toInt();
  return N < 0 ? N + T.dim() : N;
}

/// ONNX wants both ends of each dimension: all beginnings, then all ends.
std::vector<int64_t> bothEnds(const std::vector<int64_t> &Padding) {
  auto All = Padding;
  All.insert(All.end(), Padding.begin(), Padding.end());
  return All;
}

Value *number(Emitter &E, double N) {
  return E.constant(at::scalar_tensor(N, at::kFloat));
}

bool isFloat(const at::Tensor &T) { return T.scalar_type() == at::kFloat; }

Row same(const char *Name) {
  return [Name](Emitter &E, const Call &C) -> Values {
    return {E.op(Name, {E.of(C.at(0))}, {}, C.result())};
  };
}

/// TensorProto::DataType; 0 if ONNX has no such type.
int64_t onnxType(at::ScalarType T) {
  static const std::map<at::ScalarType, int64_t> Types{
      {at::kFloat, 1}, {at::kByte, 2}, {at::kChar, 3},  {at::kInt, 6},
      {at::kLong, 7},  {at::kBool, 9}, {at::kHalf, 10}, {at::kDouble, 11}};
  auto It = Types.find(T);
  return It == Types.end() ? 0 : It->second;
}

/// Null if ONNX has no such type.
Value *cast(Emitter &E, const Cell &C, at::ScalarType To) {
  at::Tensor T = C.value.toTensor();
  if (T.scalar_type() == To)
    return E.of(C);
  int64_t Type = onnxType(To);
  return Type ? E.op("Cast", {E.of(C)}, {{"to", Type}}, T.to(To)) : nullptr;
}

Values identity(Emitter &E, const Call &C) {
  Value *V = cast(E, C.at(0), C.result().scalar_type());
  return V ? Values{V} : Values();
}

Values dropout(Emitter &E, const Call &C) {
  return C.value(2).toBool() ? Values() : identity(E, C);
}

/// The second operand, as the first one's type.
Value *operand(Emitter &E, const Call &C, size_t N) {
  if (C.value(N).isTensor())
    return cast(E, C.at(N), C.result().scalar_type());
  return E.constant(
      at::scalar_tensor(C.value(N).toScalar(), C.result().scalar_type()));
}

Row binary(const char *Name, bool Scaled = false) {
  return [Name, Scaled](Emitter &E, const Call &C) -> Values {
    Value *A = operand(E, C, 0), *B = operand(E, C, 1);
    if (!A || !B)
      return {};
    if (Scaled && C.inputs.size() > 2 && C.value(2).toScalar().toDouble() != 1)
      B = E.op("Mul", {B, operand(E, C, 2)}, {}, at::Tensor());
    return {E.op(Name, {A, B}, {}, C.result())};
  };
}

Values divide(Emitter &E, const Call &C) {
  bool Rounds = C.inputs.size() > 2 && !C.value(2).isNone();
  return Rounds || !isFloat(C.result()) ? Values() : binary("Div")(E, C);
}

//===- Products -----------------------------------------------------------===//

Values linear(Emitter &E, const Call &C) {
  at::Tensor X = C.value(0).toTensor(), W = C.value(1).toTensor();
  bool Bias = C.value(2).isTensor();
  if (X.dim() == 2 && Bias)
    return {E.op("Gemm", {E.of(C.at(0)), E.of(C.at(1)), E.of(C.at(2))},
                 {{"transB", int64_t(1)}}, C.result())};
  Value *T = C.at(1).depends()
                 ? E.op("Transpose", {E.of(C.at(1))},
                        {{"perm", std::vector<int64_t>{1, 0}}}, W.t())
                 : E.constant(W.t().contiguous());
  Value *Product = E.op("MatMul", {E.of(C.at(0)), T}, {}, C.result());
  if (!Bias)
    return {Product};
  return {E.op("Add", {Product, E.of(C.at(2))}, {}, C.result())};
}

Values addmm(Emitter &E, const Call &C) {
  return {E.op("Gemm", {E.of(C.at(1)), E.of(C.at(2)), E.of(C.at(0))},
               {{"beta", C.value(3).toScalar().toDouble()},
                {"alpha", C.value(4).toScalar().toDouble()}},
               C.result())};
}

Values matmul(Emitter &E, const Call &C) {
  return {E.op("MatMul", {E.of(C.at(0)), E.of(C.at(1))}, {}, C.result())};
}

/// input, weight, bias, stride, padding, and the rest where it is said to be;
/// \p OutputPadding: of a transposed one, else none
Values convolve(Emitter &E, const Call &C, size_t Dilation, size_t Groups,
                const std::vector<int64_t> &OutputPadding) {
  at::Tensor W = C.value(1).toTensor();
  size_t Dims = W.dim() - 2;
  Values In{E.of(C.at(0)), E.of(C.at(1))};
  if (C.value(2).isTensor())
    In.push_back(E.of(C.at(2)));
  std::vector<Emitter::Attribute> A{
      {"kernel_shape", W.sizes().slice(2).vec()},
      {"strides", intsOf(C.value(3), Dims)},
      {"pads", bothEnds(intsOf(C.value(4), Dims))},
      {"dilations", intsOf(C.value(Dilation), Dims)},
      {"group", C.value(Groups).toInt()}};
  bool Transposed = !OutputPadding.empty();
  if (Transposed)
    A.push_back({"output_padding", OutputPadding});
  return {E.op(Transposed ? "ConvTranspose" : "Conv", In, A, C.result())};
}

/// …, dilation, groups
Values conv(Emitter &E, const Call &C) {
  if (C.value(4).isString())
    return {}; // "same"
  return convolve(E, C, 5, 6, {});
}

/// …, dilation, transposed, output_padding, groups
Values convolution(Emitter &E, const Call &C) {
  size_t Dims = C.value(1).toTensor().dim() - 2;
  return convolve(E, C, 5, 8,
                  C.value(6).toBool() ? intsOf(C.value(7), Dims)
                                      : std::vector<int64_t>());
}

/// …, output_padding, groups, dilation
Values convTranspose(Emitter &E, const Call &C) {
  size_t Dims = C.value(1).toTensor().dim() - 2;
  return convolve(E, C, 7, 6, intsOf(C.value(5), Dims));
}

//===- Norms and activations ----------------------------------------------===//

/// input, weight, bias, mean, variance, training, momentum, eps
Values batchNorm(Emitter &E, const Call &C) {
  if (C.value(5).toBool() || !C.value(3).isTensor())
    return {};
  at::Tensor Mean = C.value(3).toTensor();
  Value *W =
      C.value(1).isTensor() ? E.of(C.at(1)) : E.constant(at::ones_like(Mean));
  Value *B =
      C.value(2).isTensor() ? E.of(C.at(2)) : E.constant(at::zeros_like(Mean));
  return {E.op("BatchNormalization",
               {E.of(C.at(0)), W, B, E.of(C.at(3)), E.of(C.at(4))},
               {{"epsilon", C.value(7).toDouble()}}, C.result())};
}

/// input, normalized_shape, weight, bias, eps: LayerNormalization is opset 17's
Values layerNorm(Emitter &E, const Call &C) {
  std::vector<int64_t> Axes;
  for (int64_t N = C.value(1).toIntVector().size(); N; --N)
    Axes.push_back(-N);
  Emitter::Attribute Over{"axes", Axes};
  Value *X = E.of(C.at(0));
  Value *Mean = E.op("ReduceMean", {X}, {Over}, at::Tensor());
  Value *Off = E.op("Sub", {X, Mean}, {}, C.result());
  Value *Square = E.op("Mul", {Off, Off}, {}, C.result());
  Value *Variance = E.op("ReduceMean", {Square}, {Over}, at::Tensor());
  Value *Some = E.op("Add", {Variance, number(E, C.value(4).toDouble())}, {},
                     at::Tensor());
  Value *Y = E.op("Div", {Off, E.op("Sqrt", {Some}, {}, at::Tensor())}, {},
                  C.result());
  if (C.value(2).isTensor())
    Y = E.op("Mul", {Y, E.of(C.at(2))}, {}, C.result());
  if (C.value(3).isTensor())
    Y = E.op("Add", {Y, E.of(C.at(3))}, {}, C.result());
  return {Y};
}

Values gelu(Emitter &E, const Call &C) {
  if (C.inputs.size() > 1 && C.value(1).toStringRef() != "none")
    return {};
  Value *X = E.of(C.at(0));
  Value *Scaled = E.op("Mul", {X, number(E, std::sqrt(0.5))}, {}, C.result());
  Value *Erf = E.op("Erf", {Scaled}, {}, C.result());
  Value *One = E.op("Add", {Erf, number(E, 1)}, {}, C.result());
  Value *Half = E.op("Mul", {X, number(E, 0.5)}, {}, C.result());
  return {E.op("Mul", {Half, One}, {}, C.result())};
}

Values silu(Emitter &E, const Call &C) {
  Value *X = E.of(C.at(0));
  return {
      E.op("Mul", {X, E.op("Sigmoid", {X}, {}, C.result())}, {}, C.result())};
}

/// x * clip(x + 3, 0, 6) / 6: HardSwish is opset 14's
Values hardswish(Emitter &E, const Call &C) {
  Value *X = E.of(C.at(0));
  Value *Up = E.op("Add", {X, number(E, 3)}, {}, C.result());
  Value *Part = E.op("Clip", {Up, number(E, 0), number(E, 6)}, {}, C.result());
  Value *Product = E.op("Mul", {X, Part}, {}, C.result());
  return {E.op("Div", {Product, number(E, 6)}, {}, C.result())};
}

Values clip(Emitter &E, const Call &C, const IValue &Low, const IValue &High) {
  if (!isFloat(C.result()) || Low.isTensor() || High.isTensor())
    return {};
  double Infinity = std::numeric_limits<float>::max();
  double From = Low.isNone() ? -Infinity : Low.toScalar().toDouble();
  double To = High.isNone() ? Infinity : High.toScalar().toDouble();
  return {E.op("Clip", {E.of(C.at(0)), number(E, From), number(E, To)}, {},
               C.result())};
}

Row softmax(const char *Name) {
  return [Name](Emitter &E, const Call &C) -> Values {
    if (!isFloat(C.result()))
      return {};
    return {E.op(Name, {E.of(C.at(0))},
                 {{"axis", axisOf(C.value(1), C.result())}}, C.result())};
  };
}

//===- Pools and reductions -----------------------------------------------===//

/// input, kernel, stride, padding, dilation | ceil_mode, count_include_pad
Values pool(Emitter &E, const Call &C, bool Max) {
  size_t Dims = 2;
  auto Kernel = intsOf(C.value(1), Dims);
  auto Stride = C.value(2).isNone() || C.value(2).toIntVector().empty()
                    ? Kernel
                    : intsOf(C.value(2), Dims);
  std::vector<Emitter::Attribute> A{
      {"kernel_shape", Kernel},
      {"strides", Stride},
      {"pads", bothEnds(intsOf(C.value(3), Dims))}};
  bool Ceil = C.value(Max ? 5 : 4).toBool();
  if (Ceil || C.value(0).toTensor().dim() != 4)
    return {};
  if (Max) {
    A.push_back({"dilations", intsOf(C.value(4), Dims)});
  } else {
    if (!C.value(6).isNone())
      return {};
    A.push_back({"count_include_pad", int64_t(C.value(5).toBool())});
  }
  return {
      E.op(Max ? "MaxPool" : "AveragePool", {E.of(C.at(0))}, A, C.result())};
}

Values adaptivePool(Emitter &E, const Call &C) {
  at::Tensor X = C.value(0).toTensor();
  if (X.dim() != 4)
    return {};
  auto Out = intsOf(C.value(1), 2);
  if (Out[0] == 1 && Out[1] == 1)
    return {E.op("GlobalAveragePool", {E.of(C.at(0))}, {}, C.result())};
  if (X.size(2) % Out[0] || X.size(3) % Out[1])
    return {};
  std::vector<int64_t> Kernel{X.size(2) / Out[0], X.size(3) / Out[1]};
  return {E.op("AveragePool", {E.of(C.at(0))},
               {{"kernel_shape", Kernel}, {"strides", Kernel}}, C.result())};
}

Values mean(Emitter &E, const Call &C) {
  if (C.inputs.size() == 2 && C.value(1).isNone())
    return {E.op("ReduceMean", {E.of(C.at(0))}, {{"keepdims", int64_t(0)}},
                 C.result())};
  if (C.inputs.size() < 4 || !C.value(3).isNone())
    return {};
  std::vector<Emitter::Attribute> A{{"keepdims", int64_t(C.value(2).toBool())}};
  if (!C.value(1).isNone() && !C.value(1).toIntVector().empty())
    A.push_back({"axes", C.value(1).toIntVector()});
  return {E.op("ReduceMean", {E.of(C.at(0))}, A, C.result())};
}

//===- Shapes -------------------------------------------------------------===//

Values reshape(Emitter &E, const Call &C) {
  return {E.op("Reshape", {E.of(C.at(0)), E.ints(C.result().sizes().vec())}, {},
               C.result())};
}

/// The first dimension stays open: batches of any size.
Values flatten(Emitter &E, const Call &C) {
  if (C.value(1).toInt() == 1 && C.result().dim() == 2)
    return {
        E.op("Flatten", {E.of(C.at(0))}, {{"axis", int64_t(1)}}, C.result())};
  return reshape(E, C);
}

Values permuted(Emitter &E, const Call &C, std::vector<int64_t> Order) {
  for (int64_t &N : Order)
    N = N < 0 ? N + C.result().dim() : N;
  return {E.op("Transpose", {E.of(C.at(0))}, {{"perm", Order}}, C.result())};
}

Values transpose(Emitter &E, const Call &C) {
  std::vector<int64_t> Order(C.result().dim());
  for (size_t N = 0; N != Order.size(); ++N)
    Order[N] = N;
  std::swap(Order[axisOf(C.value(1), C.result())],
            Order[axisOf(C.value(2), C.result())]);
  return permuted(E, C, Order);
}

Values transposeAll(Emitter &E, const Call &C) {
  return C.result().dim() == 2 ? permuted(E, C, {1, 0}) : identity(E, C);
}

Values concatenate(Emitter &E, const Call &C, bool Stack) {
  Values In;
  if (C.at(0).items.size() != C.value(0).toListRef().size())
    return {};
  int64_t Axis = axisOf(C.value(1), C.result());
  for (const Cell &Item : C.at(0).items) {
    if (Item.value.toTensor().scalar_type() != C.result().scalar_type())
      return {};
    Value *V = E.of(Item);
    In.push_back(Stack ? E.op("Unsqueeze", {V, E.ints({Axis})}, {},
                              Item.value.toTensor().unsqueeze(Axis))
                       : V);
  }
  return {E.op("Concat", In, {{"axis", Axis}}, C.result())};
}

Value *slicePart(Emitter &E, const Call &C, int64_t Axis, int64_t From,
                 int64_t To, int64_t Step, const at::Tensor &Example) {
  return E.op("Slice",
              {E.of(C.at(0)), E.ints({From}), E.ints({To}), E.ints({Axis}),
               E.ints({Step})},
              {}, Example);
}

Values slice(Emitter &E, const Call &C) {
  at::Tensor X = C.value(0).toTensor();
  int64_t Axis = axisOf(C.value(1), X), Size = X.size(Axis);
  auto Bound = [&](const IValue &V, int64_t Otherwise) {
    int64_t N = V.isNone() ? Otherwise : V.toInt();
    return std::min(std::max(N < 0 ? N + Size : N, int64_t(0)), Size);
  };
  return {slicePart(E, C, Axis, Bound(C.value(2), 0), Bound(C.value(3), Size),
                    C.value(4).toInt(), C.result())};
}

Values select(Emitter &E, const Call &C) {
  at::Tensor X = C.value(0).toTensor();
  int64_t Axis = axisOf(C.value(1), X), N = C.value(2).toInt();
  at::Tensor Index = at::scalar_tensor(N < 0 ? N + X.size(Axis) : N, at::kLong);
  return {E.op("Gather", {E.of(C.at(0)), E.constant(Index)}, {{"axis", Axis}},
               C.result())};
}

/// Parts of a tensor along an axis: split, chunk.
Values parts(Emitter &E, const Call &C, size_t AxisArgument) {
  at::Tensor X = C.value(0).toTensor();
  int64_t Axis = axisOf(C.value(AxisArgument), X), At = 0;
  Values All;
  for (const at::Tensor &T : C.results[0].toTensorVector()) {
    All.push_back(slicePart(E, C, Axis, At, At + T.size(Axis), 1, T));
    At += T.size(Axis);
  }
  return All;
}

Values embedding(Emitter &E, const Call &C) {
  return {E.op("Gather", {E.of(C.at(0)), E.of(C.at(1))}, {{"axis", int64_t(0)}},
               C.result())};
}

Values upsample(Emitter &E, const Call &C) {
  at::Tensor X = C.value(0).toTensor(), Y = C.result();
  at::Tensor Scales = at::ones({X.dim()}, at::kFloat);
  for (int64_t N = 2; N != X.dim(); ++N) {
    if (Y.size(N) % X.size(N))
      return {};
    Scales[N] = Y.size(N) / X.size(N);
  }
  Value *None = E.constant(at::empty({0}, at::kFloat));
  return {E.op("Resize", {E.of(C.at(0)), None, E.constant(Scales)},
               {{"mode", std::string("nearest")},
                {"coordinate_transformation_mode", std::string("asymmetric")},
                {"nearest_mode", std::string("floor")}},
               C.result())};
}

const std::map<std::string, Row> &rows() {
  static const std::map<std::string, Row> All{
      {"aten::relu", same("Relu")},
      {"aten::sigmoid", same("Sigmoid")},
      {"aten::tanh", same("Tanh")},
      {"aten::exp", same("Exp")},
      {"aten::log", same("Log")},
      {"aten::sqrt", same("Sqrt")},
      {"aten::neg", same("Neg")},
      {"aten::abs", same("Abs")},
      {"aten::erf", same("Erf")},
      {"aten::sin", same("Sin")},
      {"aten::cos", same("Cos")},
      {"aten::hardswish", hardswish},
      {"aten::add", binary("Add", true)},
      {"aten::sub", binary("Sub", true)},
      {"aten::mul", binary("Mul")},
      {"aten::div", divide},
      {"aten::pow", binary("Pow")},
      {"aten::linear", linear},
      {"aten::addmm", addmm},
      {"aten::matmul", matmul},
      {"aten::mm", matmul},
      {"aten::bmm", matmul},
      {"aten::conv1d", conv},
      {"aten::conv2d", conv},
      {"aten::conv3d", conv},
      {"aten::conv_transpose1d", convTranspose},
      {"aten::conv_transpose2d", convTranspose},
      {"aten::conv_transpose3d", convTranspose},
      {"aten::_convolution", convolution},
      {"aten::convolution", convolution},
      {"aten::batch_norm", batchNorm},
      {"aten::layer_norm", layerNorm},
      {"aten::gelu", gelu},
      {"aten::silu", silu},
      {"aten::softmax", softmax("Softmax")},
      {"aten::log_softmax", softmax("LogSoftmax")},
      {"aten::hardtanh",
       [](Emitter &E, const Call &C) {
         return clip(E, C, C.value(1), C.value(2));
       }},
      {"aten::clamp",
       [](Emitter &E, const Call &C) {
         return clip(E, C, C.value(1), C.value(2));
       }},
      {"aten::relu6",
       [](Emitter &E, const Call &C) { return clip(E, C, 0., 6.); }},
      {"aten::leaky_relu",
       [](Emitter &E, const Call &C) -> Values {
         return {E.op("LeakyRelu", {E.of(C.at(0))},
                      {{"alpha", C.value(1).toScalar().toDouble()}},
                      C.result())};
       }},
      {"aten::max_pool2d",
       [](Emitter &E, const Call &C) { return pool(E, C, true); }},
      {"aten::avg_pool2d",
       [](Emitter &E, const Call &C) { return pool(E, C, false); }},
      {"aten::adaptive_avg_pool2d", adaptivePool},
      {"aten::mean", mean},
      {"aten::flatten", flatten},
      {"aten::view", reshape},
      {"aten::reshape", reshape},
      {"aten::squeeze", reshape},
      {"aten::unsqueeze", reshape},
      {"aten::transpose", transpose},
      {"aten::t", transposeAll},
      {"aten::permute",
       [](Emitter &E, const Call &C) {
         return permuted(E, C, C.value(1).toIntVector());
       }},
      {"aten::cat",
       [](Emitter &E, const Call &C) { return concatenate(E, C, false); }},
      {"aten::stack",
       [](Emitter &E, const Call &C) { return concatenate(E, C, true); }},
      {"aten::slice", slice},
      {"aten::select", select},
      {"aten::split", [](Emitter &E, const Call &C) { return parts(E, C, 2); }},
      {"aten::chunk", [](Emitter &E, const Call &C) { return parts(E, C, 2); }},
      {"aten::embedding", embedding},
      {"aten::upsample_nearest2d", upsample},
      {"aten::dropout", dropout},
      {"aten::feature_dropout", dropout},
      {"prim::unchecked_cast", identity},
      {"prim::unchecked_unwrap_optional", identity},
      {"aten::contiguous", identity},
      {"aten::detach", identity},
      {"aten::clone", identity},
      {"aten::to", identity},
      {"aten::type_as", identity},
      {"aten::alias", identity},
  };
  return All;
}

} // namespace

std::vector<Value *> lower(Emitter &E, const Call &C) {
  auto It = rows().find(C.name);
  if (It == rows().end())
    return {};
  return It->second(E, C);
}

} // namespace exporting
} // namespace torchtidy
