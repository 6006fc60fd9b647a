//===- RulesElements.cpp - elementwise operators, reductions, indexing ----===//
#include "runtime/meta/RuleTools.h"
#include <ATen/Functions.h>
#include <ATen/WrapDimUtilsMulti.h>

using c10::optional;

namespace torchtidy {
namespace rt {
namespace {

const Tensor &argument(const OpInfo &Op, torch::jit::Stack &S, size_t N) {
  return S[S.size() - Op.numArguments() + N].toTensor();
}

/// One result like argument \p N.
template <size_t N> void as(const OpInfo &Op, torch::jit::Stack &S) {
  Tensor R = like(argument(Op, S, N));
  S.resize(S.size() - Op.numArguments());
  S.emplace_back(std::move(R));
}

/// The same, of booleans.
template <size_t N> void flags(const OpInfo &Op, torch::jit::Stack &S) {
  Tensor R = like(argument(Op, S, N), at::kBool);
  S.resize(S.size() - Op.numArguments());
  S.emplace_back(std::move(R));
}

/// Like argument \p N, of a complex one the parts' type.
template <size_t N> void parts(const OpInfo &Op, torch::jit::Stack &S) {
  const Tensor &A = argument(Op, S, N);
  Tensor R = like(A, realType(A.scalar_type()));
  S.resize(S.size() - Op.numArguments());
  S.emplace_back(std::move(R));
}

/// Like argument \p N; an integer's is the default type.
template <size_t N> void floats(const OpInfo &Op, torch::jit::Stack &S) {
  const Tensor &A = argument(Op, S, N);
  bool Integral = at::isIntegralType(A.scalar_type(), /*includeBool=*/true);
  Tensor R =
      like(A, Integral ? at::typeMetaToScalarType(at::get_default_dtype())
                       : A.scalar_type());
  S.resize(S.size() - Op.numArguments());
  S.emplace_back(std::move(R));
}

/// Of the first two tensors, whatever comes after.
void promoted(const OpInfo &Op, torch::jit::Stack &S) {
  const Tensor &A = argument(Op, S, 0), &B = argument(Op, S, 1);
  Tensor R = broadcast(A, B, at::result_type(A, B));
  S.resize(S.size() - Op.numArguments());
  S.emplace_back(std::move(R));
}
void compared(const OpInfo &Op, torch::jit::Stack &S) {
  Tensor R = broadcast(argument(Op, S, 0), argument(Op, S, 1), at::kBool);
  S.resize(S.size() - Op.numArguments());
  S.emplace_back(std::move(R));
}

Tensor angle(const Tensor &X) {
  if (at::isComplexType(X.scalar_type()))
    return like(X, realType(X.scalar_type()));
  bool Integral = at::isIntegralType(X.scalar_type(), true);
  return like(X, Integral ? at::kFloat : X.scalar_type());
}

Tensor where(const Tensor &C, const Tensor &A, const Tensor &B) {
  ScalarType Type = at::result_type(A, B);
  return broadcast(C, broadcast(A, B, Type), Type);
}

Tensor makeComplex(const Tensor &A, const Tensor &B) {
  return broadcast(A, B, at::toComplexType(A.scalar_type()));
}

Pair frexp(const Tensor &X) { return {like(X), like(X, at::kInt)}; }

Pair dropout(const Tensor &X, double, optional<bool>) {
  return {like(X), like(X, at::kBool)};
}

//===- Reductions ---------------------------------------------------------===//

Tensor whole(const Tensor &X) { return scalar(X.scalar_type()); }
Tensor product(const Tensor &X, optional<ScalarType> Type) {
  return scalar(sumType(X, Type));
}
Tensor nansum(const Tensor &X, MaybeDims Over, bool Keep,
              optional<ScalarType> Type) {
  return make(reduced(X, Over, Keep), sumType(X, Type));
}
Tensor deviation(const Tensor &X, MaybeDims Over, optional<int64_t>,
                 bool Keep) {
  return make(reduced(X, Over, Keep), realType(X.scalar_type()));
}
Pair deviationAndMean(const Tensor &X, MaybeDims Over, optional<int64_t>,
                      bool Keep) {
  Dims Sizes = reduced(X, Over, Keep);
  return {make(Sizes, realType(X.scalar_type())), make(Sizes, X.scalar_type())};
}
Tensor countNonzero(const Tensor &X, IntArrayRef Over) {
  return make(reduced(X, Over, false), at::kLong);
}

Pair valueAndIndex(const Tensor &X, int64_t Dim, bool Keep) {
  Dims Sizes = X.sizes().vec();
  if (!Sizes.empty()) {
    Dim = at::maybe_wrap_dim(Dim, X.dim());
    if (Keep)
      Sizes[Dim] = 1;
    else
      Sizes.erase(Sizes.begin() + Dim);
  }
  return {make(Sizes, X.scalar_type()), make(Sizes, at::kLong)};
}
Pair kthvalue(const Tensor &X, int64_t K, int64_t Dim, bool Keep) {
  int64_t Size = X.dim() ? X.size(at::maybe_wrap_dim(Dim, X.dim())) : 1;
  TORCH_CHECK(K >= 1 && K <= Size,
              "kthvalue(): selected number k out of range for dimension ", Dim);
  return valueAndIndex(X, Dim, Keep);
}
Pair extremes(const Tensor &X) { return {whole(X), whole(X)}; }
Pair extremesOf(const Tensor &X, int64_t Dim, bool Keep) {
  Tensor A = std::get<0>(valueAndIndex(X, Dim, Keep));
  return {A, like(A)};
}
Pair scanned(const Tensor &X, int64_t Dim) {
  at::maybe_wrap_dim(Dim, X.dim());
  return {make(X.sizes(), X.scalar_type()), make(X.sizes(), at::kLong)};
}

Tensor trace(const Tensor &X) {
  TORCH_CHECK(X.dim() == 2,
              "trace: expected a matrix, but got tensor with dim ", X.dim());
  return scalar(sumType(X));
}

//===- Indexing -----------------------------------------------------------===//

Tensor indexSelect(const Tensor &X, int64_t Dim, const Tensor &Index) {
  TORCH_CHECK(Index.dim() <= 1,
              "index_select(): Index is supposed to be a vector");
  TORCH_CHECK(Index.scalar_type() == at::kLong ||
                  Index.scalar_type() == at::kInt,
              "index_select(): Expected dtype int32 or int64 for index");
  Dims Sizes = X.sizes().vec();
  Dim = at::maybe_wrap_dim(Dim, X.dim());
  if (!Sizes.empty())
    Sizes[Dim] = Index.numel();
  return make(Sizes, X.scalar_type());
}

Tensor take(const Tensor &X, const Tensor &Index) {
  TORCH_CHECK(Index.scalar_type() == at::kLong,
              "take(): Expected a long tensor for index, but got ",
              Index.scalar_type());
  return make(Index.sizes(), X.scalar_type());
}

Tensor flip(const Tensor &X, IntArrayRef Over) {
  at::dim_list_to_bitset(Over, X.dim());
  return like(X);
}

Tensor searched(const Tensor &Sorted, const Tensor &X, bool Int32, bool,
                optional<std::string>, const MaybeTensor &) {
  TORCH_CHECK(Sorted.dim() != 0,
              "torch.searchsorted(): boundaries tensor should have positive "
              "dimension");
  return make(X.sizes(), Int32 ? at::kInt : at::kLong);
}
Tensor searchedScalar(const Tensor &, const at::Scalar &, bool Int32, bool,
                      optional<std::string>, const MaybeTensor &) {
  return scalar(Int32 ? at::kInt : at::kLong);
}
Tensor bucketed(const Tensor &X, const Tensor &Bounds, bool Int32, bool) {
  TORCH_CHECK(Bounds.dim() == 1, "boundaries tensor must be 1 dimension");
  return make(X.sizes(), Int32 ? at::kInt : at::kLong);
}
Tensor bucketedScalar(const at::Scalar &, const Tensor &, bool Int32, bool) {
  return scalar(Int32 ? at::kInt : at::kLong);
}

Tensor repeatInterleave(const Tensor &, optional<int64_t> Size) {
  TORCH_INTERNAL_ASSERT(Size);
  return make({*Size}, at::kLong);
}

Tensor unfoldBackward(const Tensor &Grad, IntArrayRef Sizes, int64_t, int64_t,
                      int64_t) {
  return make(Sizes, Grad.scalar_type());
}

Tensor narrowCopy(const Tensor &X, int64_t Dim, int64_t Start, int64_t Length) {
  return make(at::narrow(X, Dim, Start, Length).sizes(), X.scalar_type());
}

Tensor stack(std::vector<Tensor> All, int64_t Dim) {
  TORCH_CHECK(!All.empty(), "stack expects a non-empty TensorList");
  Dim = at::maybe_wrap_dim(Dim, All.front().dim() + 1);
  for (Tensor &T : All)
    T = T.unsqueeze(Dim);
  return at::cat(All, Dim);
}

//===- Random and made ----------------------------------------------------===//

Tensor multinomial(const Tensor &P, int64_t N, bool,
                   const optional<at::Generator> &) {
  TORCH_CHECK(P.dim() == 1 || P.dim() == 2, "prob_dist must be 1 or 2 dim");
  return P.dim() == 1 ? make({N}, at::kLong) : make({P.size(0), N}, at::kLong);
}
Tensor histc(const Tensor &X, int64_t Bins, const at::Scalar &,
             const at::Scalar &) {
  TORCH_CHECK(Bins > 0, "torch.histc(): bins must be > 0");
  return make({Bins}, X.scalar_type());
}

using OptionalType = optional<ScalarType>;
Tensor triangle(int64_t Rows, int64_t Columns, int64_t Offset, bool Upper,
                OptionalType Type) {
  int64_t Count = 0;
  for (int64_t R = 0; R < Rows; ++R) {
    int64_t Below =
        std::min(std::max<int64_t>(R + Offset + !Upper, 0), Columns);
    Count += Upper ? Columns - Below : Below;
  }
  return make({2, Count}, Type.value_or(at::kLong));
}
Tensor lowerIndices(int64_t R, int64_t C, int64_t O, OptionalType T,
                    optional<at::Layout>, optional<at::Device>,
                    optional<bool>) {
  return triangle(R, C, O, false, T);
}
Tensor upperIndices(int64_t R, int64_t C, int64_t O, OptionalType T,
                    optional<at::Layout>, optional<at::Device>,
                    optional<bool>) {
  return triangle(R, C, O, true, T);
}

Pair fakeQuantized(const Tensor &X, const Tensor &, const Tensor &, int64_t,
                   int64_t, int64_t) {
  return {like(X), like(X, at::kBool)};
}
Pair fakeQuantizedOne(const Tensor &X, double, int64_t, int64_t, int64_t) {
  return {like(X), like(X, at::kBool)};
}

/// linspace and logspace between tensors, whose values don't matter: 'steps' is
/// a number, and so is 'dtype'.
void spaced(const OpInfo &Op, torch::jit::Stack &S) {
  const size_t Begin = S.size() - Op.numArguments();
  int64_t Steps = 0;
  ScalarType Type = at::typeMetaToScalarType(at::get_default_dtype());
  for (size_t I = 0; I < Op.numArguments(); ++I) {
    const c10::IValue &V = S[Begin + I];
    if (Op.argumentNames[I] == "steps")
      Steps = V.toInt();
    else if (Op.argumentNames[I] == "dtype" && !V.isNone())
      Type = V.toScalarType();
  }
  TORCH_CHECK(Steps >= 0, "number of steps must be non-negative");
  S.resize(Begin);
  S.emplace_back(make({Steps}, Type));
}

const RuleRow Rows[] = {
    // The overloads with tensors are of LibTorch 2.
    {"linspace.Tensor_Tensor", &spaced},
    {"linspace.Tensor_Scalar", &spaced},
    {"linspace.Scalar_Tensor", &spaced},
    {"logspace.Tensor_Tensor", &spaced},
    {"logspace.Tensor_Scalar", &spaced},
    {"logspace.Scalar_Tensor", &spaced},
    {"relu", &as<0>},
    {"prelu", &as<0>},
    {"rrelu_with_noise", &as<0>},
    {"hardtanh", &as<0>},
    {"hardswish", &as<0>},
    {"logit", &floats<0>},
    {"logit_backward", &as<1>},
    {"flip", &boxed<&flip>},
    {"roll", &as<0>},
    {"channel_shuffle", &as<0>},
    {"bernoulli", &as<0>},
    {"bernoulli.p", &as<0>},
    {"poisson", &as<0>},
    {"binomial", &as<0>},
    {"_standard_gamma", &as<0>},
    {"_standard_gamma_grad", &as<0>},
    {"_sample_dirichlet", &as<0>},
    {"_dirichlet_grad", &as<0>},
    {"_masked_softmax", &as<0>},
    {"_masked_softmax_backward", &as<0>},
    {"_logcumsumexp", &as<0>},
    {"logcumsumexp", &as<0>},
    {"native_dropout_backward", &as<0>},
    {"_masked_scale", &as<0>},
    {"nan_to_num", &as<0>},
    {"conj_physical", &as<0>},
    {"_conj_physical", &as<0>},
    {"mvlgamma", &floats<0>},
    {"abs", &parts<0>},
    {"angle", &boxed<&angle>},
    {"isnan", &flags<0>},
    {"isinf", &flags<0>},
    {"logical_not", &flags<0>},
    {"logical_and", &compared},
    {"logical_or", &compared},
    {"logical_xor", &compared},
    {"rsub.Tensor", &promoted},
    {"floor_divide", &promoted},
    {"__lshift__.Scalar", &as<0>},
    {"__rshift__.Scalar", &as<0>},
    {"__lshift__.Tensor", &promoted},
    {"__rshift__.Tensor", &promoted},
    {"_add_relu.Tensor", &promoted},
    {"_add_relu.Scalar", &as<0>},
    {"where.self", &boxed<&where>},
    {"complex", &boxed<&makeComplex>},
    {"polar", &boxed<&makeComplex>},
    {"frexp.Tensor", &boxed<&frexp>},
    {"native_dropout", &boxed<&dropout>},
    {"max", &boxed<&whole>},
    {"min", &boxed<&whole>},
    {"median", &boxed<&whole>},
    {"nanmedian", &boxed<&whole>},
    {"prod", &boxed<&product>},
    {"nansum", &boxed<&nansum>},
    {"std.correction", &boxed<&deviation>},
    {"var.correction", &boxed<&deviation>},
    {"std_mean.correction", &boxed<&deviationAndMean>},
    {"var_mean.correction", &boxed<&deviationAndMean>},
    {"count_nonzero.dim_IntList", &boxed<&countNonzero>},
    {"mode", &boxed<&valueAndIndex>},
    {"median.dim", &boxed<&valueAndIndex>},
    {"nanmedian.dim", &boxed<&valueAndIndex>},
    {"kthvalue", &boxed<&kthvalue>},
    {"cummax", &boxed<&scanned>},
    {"cummin", &boxed<&scanned>},
    {"_aminmax", &boxed<&extremes>},
    {"_aminmax.dim", &boxed<&extremesOf>},
    {"trace", &boxed<&trace>},
    {"index_select", &boxed<&indexSelect>},
    {"take", &boxed<&take>},
    {"searchsorted.Tensor", &boxed<&searched>},
    {"searchsorted.Scalar", &boxed<&searchedScalar>},
    {"bucketize.Tensor", &boxed<&bucketed>},
    {"bucketize.Scalar", &boxed<&bucketedScalar>},
    {"repeat_interleave.Tensor", &boxed<&repeatInterleave>},
    {"unfold_backward", &boxed<&unfoldBackward>},
    {"narrow_copy", &boxed<&narrowCopy>},
    {"_stack", &boxed<&stack>},
    {"multinomial", &boxed<&multinomial>},
    {"histc", &boxed<&histc>},
    {"tril_indices", &boxed<&lowerIndices>},
    {"triu_indices", &boxed<&upperIndices>},
    {"fake_quantize_per_channel_affine_cachemask", &boxed<&fakeQuantized>},
    {"fake_quantize_per_tensor_affine_cachemask", &boxed<&fakeQuantizedOne>},
};

} // namespace

RuleTable elementRules() { return Rows; }

} // namespace rt
} // namespace torchtidy
