//===- RulesAlgebra.cpp - products, linear algebra, transforms ------------===//
#include "runtime/meta/RuleTools.h"
#include <ATen/ExpandUtils.h>
#include <ATen/Functions.h>
#include <ATen/WrapDimUtils.h>

using c10::optional;

namespace torchtidy {
namespace rt {
namespace {

void checkMatrix(const Tensor &T, const char *Who) {
  TORCH_CHECK(T.dim() >= 2, Who,
              ": The input tensor must have at least 2 dimensions.");
}
void checkSquare(const Tensor &T, const char *Who) {
  checkMatrix(T, Who);
  TORCH_CHECK(T.size(-1) == T.size(-2), Who,
              ": A must be batches of square matrices, but they are ",
              T.size(-2), " by ", T.size(-1), " matrices");
}

//===- Products -----------------------------------------------------------===//

Tensor dot(const Tensor &A, const Tensor &B) {
  TORCH_CHECK(A.dim() == 1 && B.dim() == 1, "1D tensors expected, but got ",
              A.dim(), "D and ", B.dim(), "D tensors");
  TORCH_CHECK(A.scalar_type() == B.scalar_type(),
              "dot : expected both vectors to have same dtype, but found ",
              A.scalar_type(), " and ", B.scalar_type());
  TORCH_CHECK(A.numel() == B.numel(),
              "inconsistent tensor size, expected "
              "tensor [",
              A.numel(), "] and src [", B.numel(),
              "] to have the same number of elements");
  return scalar(A.scalar_type());
}

Tensor addbmm(const Tensor &X, const Tensor &A, const Tensor &B,
              const at::Scalar &, const at::Scalar &) {
  TORCH_CHECK(A.dim() == 3 && B.dim() == 3 && A.size(0) == B.size(0) &&
                  A.size(2) == B.size(1),
              "Incompatible matrix sizes for bmm (", A.sizes(), " and ",
              B.sizes(), ")");
  Tensor R = make({A.size(1), B.size(2)}, X.scalar_type());
  TORCH_CHECK(at::is_expandable_to(X.sizes(), R.sizes()), "The size ",
              X.sizes(), " can't be expanded to ", R.sizes());
  return R;
}

Tensor addr(const Tensor &X, const Tensor &A, const Tensor &B,
            const at::Scalar &, const at::Scalar &) {
  TORCH_CHECK(A.dim() == 1 && B.dim() == 1,
              "addr: Expected 1-D argument vec1 and vec2");
  Tensor Outer = make({A.size(0), B.size(0)}, at::result_type(A, B));
  TORCH_CHECK(at::is_expandable_to(X.sizes(), Outer.sizes()), "The size ",
              X.sizes(), " can't be expanded to ", Outer.sizes());
  return make(Outer.sizes(), at::result_type(X, Outer));
}

Tensor distances(const Tensor &A, const Tensor &B, double, optional<int64_t>) {
  checkMatrix(A, "cdist");
  checkMatrix(B, "cdist");
  TORCH_CHECK(A.size(-1) == B.size(-1),
              "X1 and X2 must have the same number of columns. X1: ",
              A.size(-1), " X2: ", B.size(-1));
  Dims Sizes = at::infer_size(A.sizes().slice(0, A.dim() - 2),
                              B.sizes().slice(0, B.dim() - 2));
  Sizes.push_back(A.size(-2));
  Sizes.push_back(B.size(-2));
  return make(Sizes, at::result_type(A, B));
}
Tensor distancesBackward(const Tensor &, const Tensor &A, const Tensor &,
                         double, const Tensor &) {
  return make(A.sizes(), A.scalar_type());
}
Tensor pairDistances(const Tensor &X, double) {
  TORCH_CHECK(X.dim() == 2, "pdist only supports 2D tensors, got: ", X.dim(),
              "D");
  int64_t N = X.size(0);
  return make({N * (N - 1) / 2}, X.scalar_type());
}

//===- Linear algebra -----------------------------------------------------===//

Tensor square(const Tensor &X, bool) {
  checkSquare(X, "cholesky");
  return like(X);
}
Tensor exponential(const Tensor &X) {
  checkSquare(X, "linalg.matrix_exp");
  return like(X);
}
Pair eigen(const Tensor &X) {
  checkSquare(X, "linalg.eig");
  auto Type = at::toComplexType(X.scalar_type());
  return {make(X.sizes().slice(0, X.dim() - 1), Type), make(X.sizes(), Type)};
}
Tensor householder(const Tensor &X, const Tensor &) {
  checkMatrix(X, "torch.linalg.householder_product");
  return like(X);
}
Pair geqrf(const Tensor &X) {
  checkMatrix(X, "torch.geqrf");
  Dims Tau(X.sizes().begin(), X.sizes().end() - 2);
  Tau.push_back(std::min(X.size(-1), X.size(-2)));
  return {like(X), make(Tau, X.scalar_type())};
}
Tensor ormqr(const Tensor &, const Tensor &, const Tensor &C, bool, bool) {
  return like(C);
}
Tensor solveHelper(const Tensor &B, const Tensor &, bool) { return like(B); }
Tensor solveTriangular(const Tensor &A, const Tensor &B, bool, bool Left,
                       bool) {
  checkSquare(A, "linalg.solve_triangular");
  checkMatrix(B, "linalg.solve_triangular");
  TORCH_CHECK(A.size(-1) == B.size(Left ? -2 : -1),
              "linalg.solve_triangular: Incompatible shapes of A and B for the "
              "equation");
  Dims Sizes = at::infer_size(A.sizes().slice(0, A.dim() - 2),
                              B.sizes().slice(0, B.dim() - 2));
  Sizes.push_back(B.size(-2));
  Sizes.push_back(B.size(-1));
  return make(Sizes, B.scalar_type());
}

//===- Fourier transforms -------------------------------------------------===//

Tensor fft(const Tensor &X, IntArrayRef, int64_t, bool) {
  TORCH_CHECK(X.is_complex(), "expected a complex tensor");
  return make(X.sizes(), X.scalar_type());
}
Tensor fftReal(const Tensor &X, IntArrayRef Over, int64_t, bool OneSided) {
  TORCH_CHECK(X.is_floating_point() && !Over.empty(),
              "expected a real tensor and a dimension");
  Dims Sizes = X.sizes().vec();
  if (OneSided) {
    int64_t &Last = Sizes[at::maybe_wrap_dim(Over.back(), X.dim())];
    Last = Last / 2 + 1;
  }
  return make(Sizes, at::toComplexType(X.scalar_type()));
}
Tensor fftToReal(const Tensor &X, IntArrayRef Over, int64_t, int64_t Last) {
  TORCH_CHECK(X.is_complex() && !Over.empty(),
              "expected a complex tensor and a dimension");
  Dims Sizes = X.sizes().vec();
  Sizes[at::maybe_wrap_dim(Over.back(), X.dim())] = Last;
  return make(Sizes, realType(X.scalar_type()));
}

const RuleRow Rows[] = {
    {"dot", &boxed<&dot>},
    {"vdot", &boxed<&dot>},
    {"addbmm", &boxed<&addbmm>},
    {"addr", &boxed<&addr>},
    {"_cdist_forward", &boxed<&distances>},
    {"_cdist_backward", &boxed<&distancesBackward>},
    {"_pdist_forward", &boxed<&pairDistances>},
    {"cholesky", &boxed<&square>},
    {"cholesky_inverse", &boxed<&square>},
    {"linalg_matrix_exp", &boxed<&exponential>},
    {"linalg_eig", &boxed<&eigen>},
    {"linalg_householder_product", &boxed<&householder>},
    {"geqrf", &boxed<&geqrf>},
    {"ormqr", &boxed<&ormqr>},
    {"_cholesky_solve_helper", &boxed<&solveHelper>},
    {"linalg_solve_triangular", &boxed<&solveTriangular>},
    {"_fft_c2c", &boxed<&fft>},
    {"_fft_r2c", &boxed<&fftReal>},
    {"_fft_c2r", &boxed<&fftToReal>},
};

} // namespace

RuleTable algebraRules() { return Rows; }

} // namespace rt
} // namespace torchtidy
