//===- Pickle.h - where an archive's tensors were saved ---------*- C++ -*-===//
//
// Loading onto the CPU forgets which device each tensor was saved on, and
// loading as saved needs that device. The pickle itself tells. std only; no
// code of the pickle runs, and work and memory are bounded by its size.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_RUNTIME_ARCHIVE_PICKLE_H
#define TORCHTIDY_RUNTIME_ARCHIVE_PICKLE_H

#include <cstddef>
#include <string>
#include <vector>

namespace torchtidy {
namespace archive {

struct SavedTensor {
  std::string path;   ///< "encoder.0.weight", "anchors[0]"; empty for the root
  std::string device; ///< "cuda:1"
};

/// Every tensor that the pickled object reaches, each path once. Throws
/// std::runtime_error with a readable reason if the pickle is damaged, nests
/// deeper than 256 or reaches more than a million values.
std::vector<SavedTensor> savedTensors(const char *Data, size_t Size);

} // namespace archive
} // namespace torchtidy

#endif
