//===- Recording.h - one recorded call and PyTorch's answer -----*- C++ -*-===//
//
// A line of a recording: a call of an operator with tensors on chosen devices,
// and what FakeTensorMode answered. docs/conformance.md has the format.
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
