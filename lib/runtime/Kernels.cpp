//===- Kernels.cpp - operators that LibTorch's CPU half lacks -------------===//
//
// A CUDA run calls fused operators that have no CPU kernel, or one that draws
// other random numbers than the path of a CPU run. Each is written here with
// plain operators; the layouts of workspaces are our own, as only our backward
// reads them.
//
//===----------------------------------------------------------------------===//
#include "runtime/FakeDevice.h"
#include "runtime/Inner.h"
#include <ATen/ATen.h>
#include <unordered_map>

using at::Tensor;
using torch::jit::Stack;

namespace torchtidy {
namespace rt {
namespace {

Tensor optional(const c10::IValue &V) {
  return V.isTensor() ? V.toTensor() : Tensor();
}

template <size_t N> std::array<c10::IValue, N> take(Stack &S) {
  std::array<c10::IValue, N> A;
  for (size_t I = 0; I != N; ++I)
    A[I] = std::move(S[S.size() - N + I]);
  S.erase(S.end() - N, S.end());
  return A;
}

Tensor plusBias(const Tensor &X, const Tensor &Bias) {
  return Bias.defined() ? X + Bias : X;
}
Tensor sumOrNone(const Tensor &X, bool Wanted) {
  return Wanted ? X.sum(0) : Tensor();
}

/// _thnn_fused_lstm_cell(input_gates, hidden_gates, cx, input_bias?,
/// hidden_bias?) -> (hy, cy, workspace = activated gates [batch, 4 * hidden])
void lstmCell(Stack &S) {
  auto A = take<5>(S);
  Tensor Gates = plusBias(A[1].toTensor(), optional(A[4])) +
                 plusBias(A[0].toTensor(), optional(A[3]));
  auto G = Gates.chunk(4, 1);
  Tensor In = G[0].sigmoid(), Forget = G[1].sigmoid(), Cell = G[2].tanh(),
         Out = G[3].sigmoid();
  Tensor Cy = Forget * A[2].toTensor() + In * Cell;
  Tensor Hy = Out * Cy.tanh();
  torch::jit::push(S, Hy, Cy, at::cat({In, Forget, Cell, Out}, 1));
}

/// _thnn_fused_lstm_cell_backward_impl(grad_hy?, grad_cy?, cx, cy, workspace,
/// has_bias) -> (grad_gates, grad_cx, grad_bias)
void lstmCellBackward(Stack &S) {
  auto A = take<6>(S);
  Tensor GradHy = optional(A[0]), GradCy = optional(A[1]);
  if (!GradHy.defined() && !GradCy.defined()) {
    torch::jit::push(S, Tensor(), Tensor(), Tensor());
    return;
  }
  Tensor Cx = A[2].toTensor(), Cy = A[3].toTensor();
  auto G = A[4].toTensor().chunk(4, 1);
  const Tensor &In = G[0], &Forget = G[1], &Cell = G[2], &Out = G[3];
  if (!GradHy.defined())
    GradHy = at::zeros_like(Cy);
  Tensor T = Cy.tanh();
  Tensor Grad = GradHy * Out * (1 - T * T);
  if (GradCy.defined())
    Grad = Grad + GradCy;
  Tensor Gates =
      at::cat({Grad * Cell * In * (1 - In), Grad * Cx * Forget * (1 - Forget),
               Grad * In * (1 - Cell * Cell), GradHy * T * Out * (1 - Out)},
              1);
  torch::jit::push(S, Gates, Grad * Forget, sumOrNone(Gates, A[5].toBool()));
}

/// _thnn_fused_gru_cell(input_gates, hidden_gates, hx, input_bias?,
/// hidden_bias?) -> (hy, workspace = reset, update, new, hx, hidden part of
/// new)
void gruCell(Stack &S) {
  auto A = take<5>(S);
  auto I = plusBias(A[0].toTensor(), optional(A[3])).chunk(3, 1);
  auto H = plusBias(A[1].toTensor(), optional(A[4])).chunk(3, 1);
  Tensor Hx = A[2].toTensor();
  Tensor Reset = (H[0] + I[0]).sigmoid(), Update = (H[1] + I[1]).sigmoid();
  Tensor New = (I[2] + H[2] * Reset).tanh();
  Tensor Hy = (Hx - New) * Update + New;
  torch::jit::push(S, Hy, at::cat({Reset, Update, New, Hx, H[2]}, 1));
}

/// _thnn_fused_gru_cell_backward(grad_hy, workspace, has_bias) ->
/// (grad_input_gates, grad_hidden_gates, grad_hx, grad_input_bias,
/// grad_hidden_bias)
void gruCellBackward(Stack &S) {
  auto A = take<3>(S);
  Tensor Grad = A[0].toTensor();
  auto W = A[1].toTensor().chunk(5, 1);
  const Tensor &Reset = W[0], &Update = W[1], &New = W[2], &Hx = W[3],
               &Hidden = W[4];
  Tensor GradUpdate = Grad * (Hx - New) * (1 - Update) * Update;
  Tensor GradNew = Grad * (1 - Update) * (1 - New * New);
  Tensor GradReset = GradNew * Hidden * (1 - Reset) * Reset;
  Tensor Input = at::cat({GradReset, GradUpdate, GradNew}, 1);
  Tensor HiddenGates = at::cat({GradReset, GradUpdate, GradNew * Reset}, 1);
  bool Bias = A[2].toBool();
  torch::jit::push(S, Input, HiddenGates, Grad * Update, sumOrNone(Input, Bias),
                   sumOrNone(HiddenGates, Bias));
}

/// native_dropout(input, p, train?) -> (output, mask). Draws as the unfused
/// dropout of a CPU run does.
void nativeDropout(Stack &S) {
  auto A = take<3>(S);
  Tensor X = A[0].toTensor();
  double P = A[1].toDouble();
  bool Train = A[2].isNone() || A[2].toBool();
  if (!Train || P == 0 || X.numel() == 0) {
    torch::jit::push(S, X.clone(),
                     at::ones_like(X, X.options().dtype(at::kBool)));
    return;
  }
  if (P == 1) {
    torch::jit::push(S, at::zeros_like(X),
                     at::zeros_like(X, X.options().dtype(at::kBool)));
    return;
  }
  Tensor Noise = at::empty_like(X).bernoulli_(1 - P);
  Tensor Mask = Noise.to(at::kBool);
  torch::jit::push(S, X * Noise.div_(1 - P), Mask);
}

/// log_sigmoid_forward(self) -> (output, buffer): CUDA's keeps nothing.
void logSigmoid(Stack &S) {
  auto A = take<1>(S);
  Tensor X = A[0].toTensor();
  if (onAccelerator()) {
    Tensor Low = at::clamp_max(X, 0);
    torch::jit::push(S, Low - at::log1p(at::exp(-at::abs(X))),
                     at::empty({0}, X.options()));
    return;
  }
  if (X.is_meta()) { // later versions have no kernel for it
    torch::jit::push(S, at::empty_like(X), at::empty_like(X));
    return;
  }
  auto R = at::log_sigmoid_forward(X);
  torch::jit::push(S, std::get<0>(R), std::get<1>(R));
}
/// log_sigmoid_backward(grad_output, self, buffer) -> grad_input
void logSigmoidBackward(Stack &S) {
  auto A = take<3>(S);
  torch::jit::push(S, A[0].toTensor() * at::sigmoid(-A[1].toTensor()));
}

/// native_batch_norm(input, weight?, bias?, running_mean?, running_var?,
/// training, momentum, eps) -> (output, mean, inverse deviation): CUDA's
/// returns statistics of evaluation too.
void batchNorm(Stack &S) {
  auto A = take<8>(S);
  Tensor X = A[0].toTensor();
  bool Training = A[5].toBool();
  auto R = at::native_batch_norm(X, optional(A[1]), optional(A[2]),
                                 optional(A[3]), optional(A[4]), Training,
                                 A[6].toDouble(), A[7].toDouble());
  Tensor Mean = std::get<1>(R), Deviation = std::get<2>(R);
  if (!Training && onAccelerator()) {
    Mean = at::zeros({X.size(1)}, Mean.options());
    Deviation = at::zeros({X.size(1)}, Mean.options());
  }
  torch::jit::push(S, std::get<0>(R), Mean, Deviation);
}

/// record_stream(self, stream): every stream is the default one.
void recordStream(Stack &S) { torch::jit::drop(S, 2); }

/// is_pinned(self, device?): on a fake device nothing is.
void isPinned(Stack &S) {
  auto A = take<2>(S);
  const Tensor &X = A[0].toTensor();
  torch::jit::push(S, X.has_storage() && isPinnedMemory(X.storage()));
}
/// _pin_memory(self, device?)
void pinMemory(Stack &S) {
  auto A = take<2>(S);
  const Tensor &X = A[0].toTensor();
  c10::Storage Memory =
      makeStorage(X.nbytes(), pinnedAllocator()->allocate(X.nbytes()));
  Tensor Pinned = at::empty({0}, X.options()).set_(Memory, 0, X.sizes());
  torch::jit::push(S, Pinned.copy_(X));
}

} // namespace

Kernel findKernel(const std::string &Name) {
  static const auto *All = new std::unordered_map<std::string, Kernel>{
      {"aten::_thnn_fused_lstm_cell", &lstmCell},
      {"aten::_thnn_fused_lstm_cell_backward_impl", &lstmCellBackward},
      {"aten::_thnn_fused_gru_cell", &gruCell},
      {"aten::_thnn_fused_gru_cell_backward", &gruCellBackward},
      {"aten::native_dropout", &nativeDropout},
      {"aten::log_sigmoid_forward", &logSigmoid},
      {"aten::log_sigmoid_backward", &logSigmoidBackward},
      {"aten::native_batch_norm", &batchNorm},
      {"aten::record_stream", &recordStream},
      {"aten::is_pinned", &isPinned},
      {"aten::_pin_memory", &pinMemory},
  };
  auto It = All->find(Name);
  return It == All->end() ? nullptr : It->second;
}

Kernel findKernelForCpu(const std::string &Name) {
  Kernel K = findKernel(Name);
  return K == &isPinned || K == &pinMemory ? K : nullptr;
}

} // namespace rt
} // namespace torchtidy
