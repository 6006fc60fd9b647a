//===- Ways.h - the shapes of an operator's results -------------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_META_WAYS_H
#define TORCHTIDY_RUNTIME_META_WAYS_H

#include "runtime/OpInfo.h"
#include <ATen/core/dispatch/Dispatcher.h>

namespace torchtidy {
namespace rt {

/// How the shapes of a call's results are found, in the order of trying.
enum class Way : uint8_t {
  Meta,      ///< LibTorch's own kernel for the meta device
  Rule,      ///< a rule of ours
  Lazy,      ///< torch::lazy::compute_shape_*
  Composite, ///< LibTorch's kernel calls other operators only
  Kind,      ///< as others of its kind: in place, out=, a gradient
  Zeros,     ///< the CPU's kernel on small zeros
  Devices,   ///< not at all: devices only
};
const char *nameOf(Way W);

/// Runs \p Op on a stack of meta tensors (of CPU ones where the operator takes
/// both). Its results are meta tensors. \p Guess: shapes of arguments are a
/// guess, so an error means nothing. Throws what LibTorch throws where shapes
/// don't fit, and ValuesUnknown where none can be told. After Way::Devices the
/// shapes are those of an argument.
Way findShapes(const c10::OperatorHandle &Op, const OpInfo &Info,
               torch::jit::Stack &S, bool Guess);

/// True while this thread is in findShapes: operators called there are no calls
/// of the program.
bool findingShapes();
/// For an operator called there.
void shapesWithin(const c10::OperatorHandle &Op, const OpInfo &Info,
                  c10::DispatchKeySet Keys, torch::jit::Stack &S);

/// The ways that \p Op has, told without running it.
std::vector<Way> waysOf(const c10::OperatorHandle &Op, const OpInfo &Info);

//===- The ways' own ------------------------------------------------------===//

/// Null if there is none.
ShapeRule findShapeRule(const std::string &Name, const std::string &Overload);
ShapeRule findLazyShape(const std::string &Name, const std::string &Overload);

/// False if the call is of none of the kinds. \p Arguments in \p S.
bool shapesByKind(const c10::OperatorHandle &Op, const OpInfo &Info,
                  torch::jit::Stack &S);
bool isOfKind(const c10::OperatorHandle &Op, const OpInfo &Info);

/// False if the tensors are too large to be zeros, or the CPU has no kernel.
bool shapesOfZeros(const c10::OperatorHandle &Op, const OpInfo &Info,
                   torch::jit::Stack &S);

} // namespace rt
} // namespace torchtidy

#endif
