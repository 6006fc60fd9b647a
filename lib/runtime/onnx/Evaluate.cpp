//===- Evaluate.cpp - ONNX nodes by their specification -------------------===//
#ifdef TORCHTIDY_ONNX
#include "runtime/onnx/Evaluate.h"
#include <ATen/Functions.h>
#include <ATen/Operators.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <stdexcept>

using at::Tensor;
using Tensors = std::vector<at::Tensor>;

namespace torchtidy {
namespace onnxmodel {
namespace {

/// A node's attributes, with the defaults of the specification.
class Node {
public:
  Node(const ::onnx::NodeProto &N, const Tensors &In) : in(In), N(N) {}
  const Tensors &in;

  const ::onnx::AttributeProto *find(const char *Name) const {
    for (const auto &A : N.attribute())
      if (A.name() == Name)
        return &A;
    return nullptr;
  }
  int64_t integer(const char *Name, int64_t Otherwise) const {
    auto *A = find(Name);
    return A ? A->i() : Otherwise;
  }
  double real(const char *Name, double Otherwise) const {
    auto *A = find(Name);
    return A ? static_cast<double>(A->f()) : Otherwise;
  }
  std::string text(const char *Name, const char *Otherwise) const {
    auto *A = find(Name);
    return A ? A->s() : Otherwise;
  }
  std::vector<int64_t> integers(const char *Name,
                                std::vector<int64_t> Otherwise) const {
    auto *A = find(Name);
    return A ? std::vector<int64_t>(A->ints().begin(), A->ints().end())
             : Otherwise;
  }
  const Tensor &at(size_t I) const {
    if (I >= in.size() || !in[I].defined())
      throw std::runtime_error(N.op_type() + " lacks input " +
                               std::to_string(I + 1));
    return in[I];
  }
  bool has(size_t I) const { return I < in.size() && in[I].defined(); }
  [[noreturn]] void refuse(const std::string &Why) const {
    throw std::runtime_error(N.op_type() + ": " + Why +
                             " isn't evaluated here");
  }

private:
  const ::onnx::NodeProto &N;
};

using Row = std::function<Tensor(const Node &)>;

std::vector<int64_t> valuesOf(const Tensor &T) {
  Tensor L = T.to(at::kLong).contiguous().flatten();
  return {L.data_ptr<int64_t>(), L.data_ptr<int64_t>() + L.numel()};
}

int64_t axisOf(int64_t Axis, const Tensor &T) {
  return Axis < 0 ? Axis + T.dim() : Axis;
}

Row unary(Tensor (*F)(const Tensor &)) {
  return [F](const Node &N) { return F(N.at(0)); };
}

/// ONNX has both ends of each dimension; ATen pads both alike.
Tensor padded(const Node &N, const Tensor &X, double With,
              std::vector<int64_t> &Even) {
  if (N.text("auto_pad", "NOTSET") != "NOTSET")
    N.refuse("auto_pad");
  size_t Dims = X.dim() - 2;
  auto Pads = N.integers("pads", std::vector<int64_t>(2 * Dims, 0));
  if (Pads.size() != 2 * Dims)
    N.refuse("padding of another size");
  Even.assign(Pads.begin(), Pads.begin() + Dims);
  if (std::equal(Even.begin(), Even.end(), Pads.begin() + Dims))
    return X;
  std::vector<int64_t> Ends;
  for (size_t D = Dims; D--;) {
    Ends.push_back(Pads[D]);
    Ends.push_back(Pads[Dims + D]);
  }
  Even.assign(Dims, 0);
  return at::constant_pad_nd(X, Ends, With);
}

Tensor convolve(const Node &N, bool Transposed) {
  std::vector<int64_t> Padding;
  const Tensor &W = N.at(1);
  size_t Dims = W.dim() - 2;
  std::vector<int64_t> Ones(Dims, 1), Zeros(Dims, 0);
  Tensor X = N.at(0);
  if (Transposed)
    padded(N, X, 0, Padding);
  else
    X = padded(N, X, 0, Padding);
  return at::convolution(
      X, W, N.has(2) ? c10::optional<Tensor>(N.at(2)) : c10::nullopt,
      N.integers("strides", Ones), Padding, N.integers("dilations", Ones),
      Transposed, N.integers("output_padding", Zeros), N.integer("group", 1));
}

Tensor gemm(const Node &N) {
  Tensor A = N.integer("transA", 0) ? N.at(0).t() : N.at(0);
  Tensor B = N.integer("transB", 0) ? N.at(1).t() : N.at(1);
  Tensor Y = at::matmul(A, B) * N.real("alpha", 1);
  return N.has(2) ? Y + N.at(2) * N.real("beta", 1) : Y;
}

Tensor normalize(const Node &N) {
  if (N.integer("training_mode", 0))
    N.refuse("training");
  const Tensor &X = N.at(0);
  std::vector<int64_t> Shape(X.dim(), 1);
  Shape[1] = -1;
  auto Wide = [&](size_t I) { return N.at(I).reshape(Shape); };
  return (X - Wide(3)) / at::sqrt(Wide(4) + N.real("epsilon", 1e-5)) * Wide(1) +
         Wide(2);
}

Tensor pool(const Node &N, bool Max) {
  const Tensor &X = N.at(0);
  size_t Dims = X.dim() - 2;
  if (Dims != 2 || N.integer("ceil_mode", 0))
    N.refuse("a pool of that form");
  std::vector<int64_t> Padding, Ones(Dims, 1);
  auto Kernel = N.integers("kernel_shape", {});
  auto Strides = N.integers("strides", Ones);
  Tensor P = padded(N, X, Max ? -1e30 : 0, Padding);
  bool Padded = !P.is_same(X);
  if (Max)
    return at::max_pool2d(P, Kernel, Strides, Padding,
                          N.integers("dilations", Ones));
  bool Count = N.integer("count_include_pad", 0);
  if (Padded && !Count)
    N.refuse("uneven padding that isn't counted");
  return at::avg_pool2d(P, Kernel, Strides, Padding, false, Count);
}

Tensor reduceMean(const Node &N) {
  const Tensor &X = N.at(0);
  std::vector<int64_t> All(X.dim());
  for (size_t D = 0; D != All.size(); ++D)
    All[D] = D;
  return at::mean(X, N.integers("axes", All), N.integer("keepdims", 1));
}

Tensor reshape(const Node &N) {
  auto Sizes = valuesOf(N.at(1));
  for (size_t D = 0; D != Sizes.size(); ++D)
    if (Sizes[D] == 0 && !N.integer("allowzero", 0))
      Sizes[D] = N.at(0).size(D);
  return N.at(0).reshape(Sizes);
}

Tensor flatten(const Node &N) {
  const Tensor &X = N.at(0);
  int64_t Axis = axisOf(N.integer("axis", 1), X), Rows = 1;
  for (int64_t D = 0; D != Axis; ++D)
    Rows *= X.size(D);
  return X.reshape({Rows, -1});
}

Tensor transpose(const Node &N) {
  std::vector<int64_t> Order;
  for (int64_t D = N.at(0).dim(); D--;)
    Order.push_back(D);
  return N.at(0).permute(N.integers("perm", Order));
}

Tensor slice(const Node &N) {
  Tensor X = N.at(0);
  auto From = valuesOf(N.at(1)), To = valuesOf(N.at(2));
  std::vector<int64_t> Axes, Steps(From.size(), 1);
  for (size_t I = 0; I != From.size(); ++I)
    Axes.push_back(I);
  if (N.has(3))
    Axes = valuesOf(N.at(3));
  if (N.has(4))
    Steps = valuesOf(N.at(4));
  for (size_t I = 0; I != From.size(); ++I) {
    if (Steps.at(I) < 1)
      N.refuse("a step backwards");
    X = at::slice(X, axisOf(Axes.at(I), X), From[I], To.at(I), Steps[I]);
  }
  return X;
}

Tensor gather(const Node &N) {
  const Tensor &X = N.at(0), &I = N.at(1);
  int64_t Axis = axisOf(N.integer("axis", 0), X);
  Tensor Flat = I.flatten().to(at::kLong);
  Flat = at::where(Flat < 0, Flat + X.size(Axis), Flat);
  std::vector<int64_t> Sizes = X.sizes().slice(0, Axis).vec();
  Sizes.insert(Sizes.end(), I.sizes().begin(), I.sizes().end());
  auto Rest = X.sizes().slice(Axis + 1);
  Sizes.insert(Sizes.end(), Rest.begin(), Rest.end());
  return at::index_select(X, Axis, Flat).reshape(Sizes);
}

Tensor unsqueeze(const Node &N) {
  Tensor X = N.at(0);
  auto Axes = N.has(1) ? valuesOf(N.at(1)) : N.integers("axes", {});
  for (int64_t &A : Axes)
    A = A < 0 ? A + X.dim() + static_cast<int64_t>(Axes.size()) : A;
  std::sort(Axes.begin(), Axes.end());
  for (int64_t A : Axes)
    X = X.unsqueeze(A);
  return X;
}

Tensor resize(const Node &N) {
  if (N.text("mode", "nearest") != "nearest" ||
      N.text("coordinate_transformation_mode", "half_pixel") != "asymmetric" ||
      N.text("nearest_mode", "round_prefer_floor") != "floor")
    N.refuse("that mode");
  Tensor X = N.at(0), Scales = N.at(2);
  for (int64_t D = 0; D != X.dim(); ++D) {
    double Scale = Scales[D].item<float>();
    if (Scale != std::floor(Scale) || Scale < 1)
      N.refuse("a scale that is no whole number");
    if (Scale != 1)
      X = at::repeat_interleave(X, static_cast<int64_t>(Scale), D);
  }
  return X;
}

Tensor cast(const Node &N) {
  return N.at(0).to(typeOf(static_cast<int>(N.integer("to", 1))));
}

Tensor clip(const Node &N) {
  Tensor X = N.at(0);
  if (N.has(1))
    X = at::maximum(X, N.at(1));
  return N.has(2) ? at::minimum(X, N.at(2)) : X;
}

Tensor constant(const Node &N) {
  auto *A = N.find("value");
  if (!A)
    N.refuse("a constant of that form");
  return tensorOf(A->t());
}

const std::map<std::string, Row> &rows() {
  static const std::map<std::string, Row> All{
      {"Relu", unary(&at::relu)},
      {"Sigmoid", unary(&at::sigmoid)},
      {"Tanh", unary(&at::tanh)},
      {"Exp", unary(&at::exp)},
      {"Log", unary(&at::log)},
      {"Sqrt", unary(&at::sqrt)},
      {"Neg", unary(&at::neg)},
      {"Abs", unary(&at::abs)},
      {"Erf", unary(&at::erf)},
      {"Sin", unary(&at::sin)},
      {"Cos", unary(&at::cos)},
      {"HardSwish", unary(&at::hardswish)},
      {"Identity", [](const Node &N) { return N.at(0); }},
      {"Add", [](const Node &N) { return N.at(0) + N.at(1); }},
      {"Sub", [](const Node &N) { return N.at(0) - N.at(1); }},
      {"Mul", [](const Node &N) { return N.at(0) * N.at(1); }},
      {"Div",
       [](const Node &N) {
         bool Whole = !N.at(0).is_floating_point();
         return Whole ? at::div(N.at(0), N.at(1), "trunc") : N.at(0) / N.at(1);
       }},
      {"Pow", [](const Node &N) { return at::pow(N.at(0), N.at(1)); }},
      {"MatMul", [](const Node &N) { return at::matmul(N.at(0), N.at(1)); }},
      {"Gemm", &gemm},
      {"Conv", [](const Node &N) { return convolve(N, false); }},
      {"ConvTranspose", [](const Node &N) { return convolve(N, true); }},
      {"BatchNormalization", &normalize},
      {"Softmax",
       [](const Node &N) {
         return at::softmax(N.at(0), N.integer("axis", -1));
       }},
      {"LogSoftmax",
       [](const Node &N) {
         return at::log_softmax(N.at(0), N.integer("axis", -1));
       }},
      {"LeakyRelu",
       [](const Node &N) {
         return at::leaky_relu(N.at(0), N.real("alpha", 0.01));
       }},
      {"Clip", &clip},
      {"MaxPool", [](const Node &N) { return pool(N, true); }},
      {"AveragePool", [](const Node &N) { return pool(N, false); }},
      {"GlobalAveragePool",
       [](const Node &N) {
         std::vector<int64_t> Axes;
         for (int64_t D = 2; D < N.at(0).dim(); ++D)
           Axes.push_back(D);
         return at::mean(N.at(0), Axes, true);
       }},
      {"ReduceMean", &reduceMean},
      {"Reshape", &reshape},
      {"Flatten", &flatten},
      {"Transpose", &transpose},
      {"Slice", &slice},
      {"Gather", &gather},
      {"Unsqueeze", &unsqueeze},
      {"Concat",
       [](const Node &N) { return at::cat(N.in, N.integer("axis", 0)); }},
      {"Resize", &resize},
      {"Cast", &cast},
      {"Constant", &constant},
      {"Shape",
       [](const Node &N) {
         Tensor T = at::empty({N.at(0).dim()}, at::kLong);
         std::copy(N.at(0).sizes().begin(), N.at(0).sizes().end(),
                   T.data_ptr<int64_t>());
         return T;
       }},
  };
  return All;
}

} // namespace

bool canEvaluate(const std::string &Operator) { return rows().count(Operator); }

Tensors evaluateNode(const ::onnx::NodeProto &N, const Tensors &In) {
  auto It = rows().find(N.op_type());
  if (It == rows().end())
    throw std::runtime_error(N.op_type() + " isn't evaluated here");
  return {It->second(Node(N, In))};
}

at::ScalarType typeOf(int OnnxType) {
  switch (OnnxType) {
  case ::onnx::TensorProto::FLOAT:
    return at::kFloat;
  case ::onnx::TensorProto::DOUBLE:
    return at::kDouble;
  case ::onnx::TensorProto::FLOAT16:
    return at::kHalf;
  case ::onnx::TensorProto::BFLOAT16:
    return at::kBFloat16;
  case ::onnx::TensorProto::INT64:
    return at::kLong;
  case ::onnx::TensorProto::INT32:
    return at::kInt;
  case ::onnx::TensorProto::INT16:
    return at::kShort;
  case ::onnx::TensorProto::INT8:
    return at::kChar;
  case ::onnx::TensorProto::UINT8:
    return at::kByte;
  case ::onnx::TensorProto::BOOL:
    return at::kBool;
  default:
    throw std::runtime_error("ONNX type " + std::to_string(OnnxType) +
                             " isn't evaluated here");
  }
}

Tensor tensorOf(const ::onnx::TensorProto &P) {
  std::vector<int64_t> Sizes(P.dims().begin(), P.dims().end());
  double Count = 1;
  for (int64_t S : Sizes) {
    if (S < 0)
      throw std::runtime_error("a tensor of negative size");
    Count *= static_cast<double>(S);
  }
  if (Count > 1e10)
    throw std::runtime_error("a tensor that fits in no memory");
  Tensor T = at::empty(Sizes, typeOf(P.data_type()));
  if (P.has_raw_data()) {
    if (P.raw_data().size() != T.nbytes())
      throw std::runtime_error("a tensor with another number of bytes");
    if (T.nbytes())
      std::memcpy(T.data_ptr(), P.raw_data().data(), T.nbytes());
    return T;
  }
  auto Fill = [&](const auto &Field) {
    if (Field.size() != T.numel())
      throw std::runtime_error("a tensor with another number of values");
    using V = std::decay_t<decltype(Field.Get(0))>;
    Tensor Given = at::empty(Sizes, c10::CppTypeToScalarType<V>::value);
    std::copy(Field.begin(), Field.end(), Given.data_ptr<V>());
    T.copy_(Given);
  };
  switch (P.data_type()) {
  case ::onnx::TensorProto::FLOAT:
    Fill(P.float_data());
    break;
  case ::onnx::TensorProto::DOUBLE:
    Fill(P.double_data());
    break;
  case ::onnx::TensorProto::INT64:
    Fill(P.int64_data());
    break;
  case ::onnx::TensorProto::FLOAT16:
  case ::onnx::TensorProto::BFLOAT16:
    throw std::runtime_error("half values outside raw data aren't read here");
  default:
    Fill(P.int32_data());
  }
  return T;
}

} // namespace onnxmodel
} // namespace torchtidy
#endif
