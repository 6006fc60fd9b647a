//===- Evaluate.h - ONNX nodes by their specification -----------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_ONNX_EVALUATE_H
#define TORCHTIDY_RUNTIME_ONNX_EVALUATE_H

#include <ATen/core/Tensor.h>
#include <onnx/onnx_pb.h>
#include <string>
#include <vector>

namespace torchtidy {
namespace onnxmodel {

/// True if evaluateNode has a row for an operator of ONNX's own domain.
bool canEvaluate(const std::string &Operator);

/// Results of a node; an input that was left out is undefined. Throws
/// std::runtime_error or c10::Error.
std::vector<at::Tensor> evaluateNode(const ::onnx::NodeProto &N,
                                     const std::vector<at::Tensor> &In);

/// A tensor with the values of \p T, whose data is inside the model. Throws
/// std::runtime_error for types that aren't numbers.
at::Tensor tensorOf(const ::onnx::TensorProto &T);

/// Throws std::runtime_error for a type that tensors here don't have.
at::ScalarType typeOf(int OnnxType);

} // namespace onnxmodel
} // namespace torchtidy

#endif
