//===- OpInfo.h - what the fallback needs to know of an operator *- C++ -*-===//
//
// Read once from the schema and from `propagate`, kept for ever.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_RUNTIME_OPINFO_H
#define TORCHTIDY_RUNTIME_OPINFO_H

#include "api/Propagate.h"
#include "runtime/Version.h"
#include <atomic>
#include <string>
#include <vector>

namespace torchtidy {

struct OperatorRule;

namespace rt {

/// Runs an operator on CPU arguments in place of LibTorch's CPU kernel, where
/// that is missing or draws other random numbers than the path a CPU run takes.
using Kernel = void (*)(torch::jit::Stack &);

/// Null if LibTorch's own does. See Kernels.cpp.
Kernel findKernel(const std::string &Name);

/// PyTorch's FakeTensorMode is the one of 2.14, whatever LibTorch runs.
constexpr int FakeTensorModeVersion = 214;

struct OpInfo;
/// Takes an operator's arguments, meta tensors, from the stack and puts results
/// of the right shapes there.
using ShapeRule = void (*)(const OpInfo &, torch::jit::Stack &);

struct OpInfo {
  std::string name;     ///< "aten::add"
  std::string overload; ///< "Tensor"
  std::vector<std::string> argumentNames;
  std::vector<bool> written;   ///< arguments that are write targets
  size_t returns = 0;          ///< number of results
  bool returnsAliases = false; ///< of its arguments: views, in place, out
  int deviceArgument = -1, pinArgument = -1, generatorArgument = -1;
  bool givesValue = false; ///< of a tensor, to the program: item(), equal()
  bool hasTensors = false; ///< a tensor or a list of them among the arguments
  bool writesArguments = false;
  /// Makes a tensor where it is told to: no tensor arguments, or *_like, new_*.
  bool isFactory = false;
  /// Composite: calls other operators, and they are what is rehearsed.
  bool decompose = false;
  /// Even with all tensors on one accelerator the rules have something to say:
  /// an argument that must be on the CPU, a result that always is.
  bool alwaysAsk = false;
  /// The same of PyTorch's FakeTensorMode, which also refuses some operators.
  bool alwaysAskFake = false;
  Kernel kernel = nullptr;
  /// The program's own rule for its own operator; null if none.
  const OperatorRule *rule = nullptr;
  /// LibTorch's: the rules know it, and it has a kernel for the CPU.
  bool isLibTorchs = true;
  /// Whether the answer, or its shape, hangs on values.
  enum Values : uint8_t {
    Never,
    Always,
    Masks,   ///< where an index is a mask
    Lengths, ///< unless output_size is given
  } values = Never;
  /// Without values: how the results' shapes are found. See meta/Ways.h.
  ShapeRule shapeRule = nullptr, lazyShape = nullptr;
  bool hasMeta = false, isComposite = false;
  bool leavesMemory = false; ///< empty, empty_strided
  bool fills = false;        ///< in place, whatever was there: normal_, zero_
  /// The first way that wasn't refused so far.
  mutable std::atomic<uint8_t> way{0};

  size_t numArguments() const { return argumentNames.size(); }
  size_t numReturns() const { return returns; }
};

const OpInfo &opInfo(const c10::OperatorHandle &Op);

/// True while an operator runs that has a tensor, or its result, on an
/// accelerator: some kernels return other shapes there than on the CPU.
bool onAccelerator();

/// The operator whose CPU kernel this thread runs, or null.
const OpInfo *currentOperator();

} // namespace rt
} // namespace torchtidy

#endif
