//===- Lowering.h - TorchScript to ONNX operators ---------------*- C++ -*-===//
//
// LibTorch's own way from aten to onnx operators is written in Python. Here the
// graph is executed on example inputs, and each operator that depends on them
// is written down as ONNX operators. So sizes and branches are those of the
// example, as in a trace.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_RUNTIME_EXPORT_LOWERING_H
#define TORCHTIDY_RUNTIME_EXPORT_LOWERING_H

#include <map>
#include <string>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/ir.h>
#include <vector>

namespace torchtidy {
namespace exporting {

/// A value of the TorchScript graph: what it was in the example's run, and for
/// a tensor that depends on the inputs the ONNX value that stands for it.
struct Cell {
  c10::IValue value;
  torch::jit::Value *onnx = nullptr;
  std::vector<Cell> items = {}; ///< of a list or tuple

  bool depends() const {
    if (onnx)
      return true;
    for (const Cell &C : items)
      if (C.depends())
        return true;
    return false;
  }
};

/// Writes ONNX operators.
class Emitter {
public:
  std::shared_ptr<torch::jit::Graph> graph =
      std::make_shared<torch::jit::Graph>();
  std::map<std::string, at::Tensor> initializers;

  struct Attribute {
    const char *name;
    c10::IValue value; ///< int, ints, float, string or tensor
  };
  /// \p Example: its result in the example's run.
  torch::jit::Value *op(const char *Name,
                        const std::vector<torch::jit::Value *> &Inputs,
                        const std::vector<Attribute> &Attributes,
                        const at::Tensor &Example);
  torch::jit::Value *input(const std::string &Name, const at::Tensor &Example);
  /// A weight, or a number that an operator takes as a tensor.
  torch::jit::Value *constant(const at::Tensor &T);
  torch::jit::Value *ints(const std::vector<int64_t> &Values);
  /// The ONNX value of a cell.
  torch::jit::Value *of(const Cell &C);
  /// Names that constants get; others are numbered.
  std::map<const void *, std::string> names;

private:
  std::vector<at::Tensor> Kept; ///< so that no address means another
  std::map<const void *, torch::jit::Value *> Known;
  unsigned Count = 0;
};

/// One operator of TorchScript, with its arguments and the results that it had.
struct Call {
  std::string name; ///< "aten::relu"
  const std::vector<Cell> &inputs;
  std::vector<c10::IValue> results;

  const Cell &at(size_t N) const { return inputs.at(N); }
  const c10::IValue &value(size_t N) const { return inputs.at(N).value; }
  at::Tensor result() const { return results.at(0).toTensor(); }
};

/// ONNX values of its results; empty if there is no row for it, or none for
/// these arguments.
std::vector<torch::jit::Value *> lower(Emitter &E, const Call &C);

/// An operator that can't be exported.
struct Unsupported {
  std::string op;    ///< "aten::fft_rfft"
  std::string place; ///< "net.py:12", as far as known
};

struct Lowered {
  Emitter emitter;
  std::vector<Unsupported> unsupported; ///< each once; if any, no graph
  std::vector<at::Tensor> outputs;      ///< of the example's run
};

/// \p M is not changed; it is on the CPU, in evaluation mode.
Lowered lowerModule(const torch::jit::Module &M, const std::string &Path,
                    const std::vector<c10::IValue> &Inputs,
                    const std::vector<std::string> &Names);

} // namespace exporting
} // namespace torchtidy

#endif
