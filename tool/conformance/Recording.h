//===- Recording.h - one recorded call and PyTorch's answer -----*- C++ -*-===//
//
// A line of a recording: a call of an operator with tensors on chosen devices,
// and what PyTorch's FakeTensorMode answered. One JSON object a line:
//   op, overload  "aten::add", "Tensor"
//   tensors       [{shape, stride, dtype, device}]
//   args, kwargs  as called; {"t": i} is tensor i, {"device": "cuda:0"} a device
//   expect        {"ok": [{shape, dtype, device} | null]} for each result, or
//                 {"error": "device-mismatch" | "data-dependent" | other}
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_CONFORMANCE_RECORDING_H
#define TORCHTIDY_CONFORMANCE_RECORDING_H

#include "api/Propagate.h"
#include <optional>
#include <string>
#include <vector>

namespace torchtidy {
namespace conformance {

struct Answer {
  enum Kind {
    Ok,
    DeviceMismatch,
    DataDependent,
    Other, ///< an error that says nothing about devices
  };
  Kind kind = Ok;
  std::string error; ///< as recorded; "" for Ok
  /// Ok: of each result; none for a result that is no tensor.
  std::vector<std::optional<api::Device>> results;
};

struct Recording {
  /// Arguments carry positions, and names only where the call gave them: the
  /// schema isn't recorded.
  api::Call call;
  Answer answer;
};

/// Throws std::runtime_error that says what is wrong with the line.
Recording parseRecording(const std::string &Line);

} // namespace conformance
} // namespace torchtidy

#endif
