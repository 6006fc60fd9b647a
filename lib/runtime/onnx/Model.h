//===- Model.h - an ONNX model: read, checked, evaluated --------*- C++ -*-===//
//
// Built when libonnx is there (TORCHTIDY_ONNX); else everything says so.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_RUNTIME_ONNX_MODEL_H
#define TORCHTIDY_RUNTIME_ONNX_MODEL_H

#include "runtime/archive/Archive.h"
#include <ATen/core/Tensor.h>
#include <memory>

namespace onnx {
class ModelProto;
}

namespace torchtidy {
namespace onnxmodel {

/// Was this built with libonnx?
bool available();

struct InputInfo {
  std::string name;
  at::ScalarType type = at::kFloat;
  std::vector<int64_t> sizes; ///< -1: any
  std::string text() const;   ///< "x: float32 2x?x4"
};

class Model {
public:
  /// Parses and checks with ONNX's own checker; files of external data must
  /// lie beside \p Path. Throws archive::BadArchive.
  Model(std::string Bytes, const std::string &Path);
  ~Model();

  const std::vector<InputInfo> &inputs() const { return Inputs; }
  /// "opset 13, IR version 7, by pytorch 1.13.1".
  std::string description() const;
  size_t nodes() const;
  /// Every node, those in branches and bodies included.
  std::vector<archive::OnnxNode> nodeInfos() const;
  /// What its maker wrote into it: "author=A".
  std::vector<std::string> metadata() const;
  /// Operators that evaluate() has no row for, each once.
  std::vector<std::string> unknownOperators() const;
  /// Runs the nodes in order on the CPU, by the specification. Throws
  /// std::runtime_error.
  std::vector<at::Tensor> evaluate(const std::vector<at::Tensor> &In) const;

private:
  std::unique_ptr<::onnx::ModelProto> Proto;
  std::vector<InputInfo> Inputs;
};

/// What torch-rehearse says of an .onnx file.
archive::Result rehearse(const archive::Options &O,
                         const std::vector<at::Tensor> &Inputs);

} // namespace onnxmodel
} // namespace torchtidy

#endif
