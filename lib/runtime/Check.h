//===- Check.h - may these tensors meet in this operator? -------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_CHECK_H
#define TORCHTIDY_RUNTIME_CHECK_H

#include "runtime/Mode.h"
#include "runtime/OpInfo.h"
#include <c10/util/SmallVector.h>

namespace torchtidy {
namespace rt {

/// A tensor among an operator's arguments.
struct TensorArgument {
  const at::Tensor *tensor;
  int position;     ///< in the schema
  int element = -1; ///< in a list
};
using TensorArguments = c10::SmallVector<TensorArgument, 8>;

struct Answer {
  /// One a result, or one for all; never empty.
  c10::SmallVector<c10::Device, 4> results;
  bool clashed = false; ///< and goes on
  c10::Device of(size_t Result) const {
    return results[Result < results.size() ? Result : results.size() - 1];
  }
};

/// The devices of the results. A mismatch is reported, and then throws what
/// LibTorch would, unless the mode keeps going.
Answer check(const OpInfo &Op, const TensorArguments &Tensors,
             Optional<c10::Device> Explicit);

/// While one lives this thread's operators are parts of one that was checked.
struct Checked {
  Checked();
  ~Checked();
  static bool within();
};

/// `device_str` as the rules want it.
api::Device toApi(c10::Device D);

} // namespace rt
} // namespace torchtidy

#endif
