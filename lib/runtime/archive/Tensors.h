//===- Tensors.h - every tensor that an archive holds -----------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_ARCHIVE_TENSORS_H
#define TORCHTIDY_RUNTIME_ARCHIVE_TENSORS_H

#include "findings/Finding.h"
#include <ATen/core/Tensor.h>
#include <map>
#include <string>
#include <torch/csrc/jit/api/module.h>
#include <vector>

namespace torchtidy {
namespace archive {

enum class TensorKind {
  Parameter,
  Buffer,
  Attribute, ///< a plain one, or in a list, a dict, an optional …
  Constant,  ///< of a graph
  Argument   ///< an input of this run
};
/// "parameter", "buffer", "attribute", "constant", "argument".
const char *toString(TensorKind K);

struct NamedTensor {
  TensorKind kind = TensorKind::Buffer;
  std::string path;     ///< "encoder.0.weight", "anchors[0]", "c0"
  std::string owner;    ///< its class, "Net"; of a constant its function
  std::string typeText; ///< of an attribute: "List[Tensor]"
  Span place;           ///< of a constant: the node that uses it first
  at::Tensor tensor;    ///< kept alive
  /// "'anchors[0]', kept in an attribute of type List[Tensor] of Net"
  std::string words() const;
};

/// The name under which a tensor at \p Path can be registered in its own
/// module: "mask" of "encoder.mask", "anchors_0" of "anchors[0]".
std::string nameToRegister(const std::string &Path);

/// Finds a tensor by itself or by its storage.
class NamedTensors {
public:
  void add(NamedTensor T);
  const NamedTensor *find(const at::Tensor &T) const;
  const std::vector<NamedTensor> &all() const { return All; }

private:
  std::vector<NamedTensor> All;
  std::map<const void *, size_t> ByImpl, ByStorage;
};

/// Tensors of the module tree and of its graphs. \p Archive: its path, for
/// places in its own code.
void collectTensors(const torch::jit::Module &M, const std::string &Archive,
                    NamedTensors &Out);

} // namespace archive
} // namespace torchtidy

#endif
