//===- Graphs.h - what an archive's graphs say of devices -------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_ARCHIVE_GRAPHS_H
#define TORCHTIDY_RUNTIME_ARCHIVE_GRAPHS_H

#include "findings/Finding.h"
#include <functional>
#include <string>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/ir.h>
#include <vector>

namespace torchtidy {
namespace archive {

/// Every node of every function of the module's compilation unit, those of
/// nested blocks included.
void forEachNode(const torch::jit::Module &M,
                 const std::function<void(const torch::jit::Function &,
                                          torch::jit::Node &)> &Do);

/// A device that stands in a graph.
struct BakedDevice {
  std::string device;   ///< "cuda:0", "cpu"
  std::string op;       ///< of the node that takes it: "aten::arange"
  std::string function; ///< "Net.forward"
  std::string node;     ///< as the IR prints it, in one line
  Span place;
  std::string attribute;    ///< of the module that holds it; empty: a literal
  bool factory = false;     ///< op makes a tensor
  bool conditional = false; ///< it stands under an if or in a loop
};

/// Each node that is told a device, or moves to one by name; comparisons of
/// devices aren't among them.
std::vector<BakedDevice> bakedDevices(const torch::jit::Module &M,
                                      const std::string &Archive);

} // namespace archive
} // namespace torchtidy

#endif
