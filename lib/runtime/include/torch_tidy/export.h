//===- export.h - exports that say what is wrong before they fail ---------===//
//
// An export keeps the devices that it saw: of the module, of its example
// inputs, of every tensor made on the way. What was exported on a GPU asks for
// that GPU. So: export on the CPU, then move what was exported.
//
//   auto Traced = torchtidy::trace(*Model, torch::randn({1, 3, 224, 224}));
//   torchtidy::save(Traced, "model.pt");
//   auto Served = torch::jit::load("model.pt", torch::kCUDA);
//
//===----------------------------------------------------------------------===//
#ifndef TORCH_TIDY_EXPORT_H
#define TORCH_TIDY_EXPORT_H

#include "torch_tidy/rehearsal.h"
#include <stdexcept>
#include <torch/csrc/jit/api/module.h>

namespace torch {
namespace optim {
class Optimizer;
}
} // namespace torch

namespace torchtidy {

/// What an export would fail on, or freeze. what() is Preflight::text().
struct ExportError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct ExportOptions {
  /// Exported or checkpointed beside the module: they must lie where it does.
  std::vector<const torch::nn::Module *> losses;
  const torch::optim::Optimizer *optimizer = nullptr;
  /// The class of the exported module; letters and digits.
  std::string name = "Exported";
  /// How many fake CUDA devices what was traced is moved to, 1 to 8.
  int devices = 2;
};

/// What preflight_export found.
struct Preflight {
  std::vector<Finding> findings;
  /// Why the trial trace, or a run of it, did not end; empty if it did.
  std::string error;
  bool ok() const { return findings.empty() && error.empty(); }
  /// For people: each finding, what it means for the export, and the way out.
  std::string text() const;
};

namespace detail {
using ForwardFunction = std::function<Tensors(const Tensors &)>;
Preflight preflight(torch::nn::Module &Module, const Tensors &Inputs,
                    const ForwardFunction &Forward, const ExportOptions &O);
torch::jit::Module trace(torch::nn::Module &Module, const Tensors &Inputs,
                         const ForwardFunction &Forward,
                         const ExportOptions &O);

template <typename M, typename... T>
ForwardFunction forwardOf(M &Module, const std::tuple<T...> &) {
  return [&Module](const Tensors &In) {
    return forward(Module, In, std::index_sequence_for<T...>());
  };
}
template <typename... T> Tensors inputsOf(const std::tuple<T...> &Inputs) {
  Tensors In;
  collect(In, Inputs);
  return In;
}
} // namespace detail

/// Goes through what an export of \p Module with these example inputs (a tensor
/// or a tuple of tensors, in the order of `forward`) would keep:
///  - the module's device: all parameters and buffers, on the CPU together;
///  - the inputs, losses and the optimizer's state: beside it;
///  - tensors that are neither parameter nor buffer, which a trace makes
///    constants of: by debug info (-g), and by the trace;
///  - devices in the traced graph;
///  - and whether what was traced runs where it is moved to: on the CPU and on
///    fake cuda:0 and cuda:1.
/// The module is run once, in the mode (training or not) that it is in, and
/// stays as it is but for what forward itself changes.
template <typename M, typename... T>
Preflight preflight_export(M &Module, const std::tuple<T...> &Inputs,
                           const ExportOptions &O = {}) {
  return detail::preflight(Module, detail::inputsOf(Inputs),
                           detail::forwardOf(Module, Inputs), O);
}
template <typename M>
Preflight preflight_export(M &Module, const torch::Tensor &Input,
                           const ExportOptions &O = {}) {
  return preflight_export(Module, std::make_tuple(Input), O);
}

/// Traces `forward`, after the same checks. Each node gets the C++ source line
/// that made it (-g), which the archive keeps. Throws ExportError.
template <typename M, typename... T>
torch::jit::Module trace(M &Module, const std::tuple<T...> &Inputs,
                         const ExportOptions &O = {}) {
  return detail::trace(Module, detail::inputsOf(Inputs),
                       detail::forwardOf(Module, Inputs), O);
}
template <typename M>
torch::jit::Module trace(M &Module, const torch::Tensor &Input,
                         const ExportOptions &O = {}) {
  return trace(Module, std::make_tuple(Input), O);
}

/// Module::save, unless a tensor of it is on an accelerator: such an archive
/// loads only where that device is. Throws ExportError.
void save(const torch::jit::Module &Module, const std::string &Path);

/// Writes \p Module, traced or scripted, on the CPU and in evaluation mode, as
/// an ONNX model (opset 13) with the sizes and branches of \p Inputs. It is
/// checked by ONNX's checker and, where this was built with libonnx, gives the
/// module's numbers. Throws ExportError, which names every operator that can't
/// be exported and where it stands.
void export_onnx(const torch::jit::Module &Module,
                 const std::vector<torch::Tensor> &Inputs,
                 const std::string &Path);

} // namespace torchtidy

#endif
