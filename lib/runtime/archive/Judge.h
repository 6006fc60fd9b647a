//===- Judge.h - what was seen becomes findings -----------------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_ARCHIVE_JUDGE_H
#define TORCHTIDY_RUNTIME_ARCHIVE_JUDGE_H

#include "runtime/archive/Graphs.h"
#include "runtime/archive/Pickle.h"
#include "runtime/archive/Run.h"
#include "runtime/archive/Tensors.h"

namespace torchtidy {
namespace archive {

/// Everything known of an archive before it is judged.
struct Evidence {
  std::string path;
  int devices = 2;
  std::vector<SavedTensor> saved;
  std::vector<NamedTensor> tensors; ///< of the module, loaded onto the CPU
  std::vector<NamedTensor> left;    ///< those that `to(cuda:0)` left behind
  std::vector<BakedDevice> baked;
  std::vector<Ran> runs; ///< cpu, cuda:0, cuda:1; none without inputs
  /// The run of an archive that was loaded onto cuda:0; null if there was none.
  const Ran *loadedThere = nullptr;
  const Ran *asSaved = nullptr; ///< where each tensor was saved
};

/// One finding a fault, earlier rules first; what a run showed and no rule of
/// archives explains stays a finding of the run.
std::vector<Finding> judge(const Evidence &E);

} // namespace archive
} // namespace torchtidy

#endif
