//===- Load.h - opening what may be damaged or hostile ----------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_ARCHIVE_LOAD_H
#define TORCHTIDY_RUNTIME_ARCHIVE_LOAD_H

#include "runtime/archive/Archive.h"
#include "runtime/archive/Pickle.h"
#include <c10/core/Device.h>
#include <exception>
#include <torch/csrc/jit/api/module.h>

namespace torchtidy {
namespace archive {

enum class FileKind { TorchScript, Pickle };

struct Opened {
  FileKind kind = FileKind::TorchScript;
  /// Tensors of data.pkl and constants.pkl (as "constants[0]"), with the
  /// devices that they were saved on.
  std::vector<SavedTensor> saved;
};

/// Reads names and pickles, and loads nothing. Throws BadArchive.
Opened openArchive(const std::string &Path);

/// torch::jit::load onto \p Device. Throws BadArchive.
torch::jit::Module loadModule(const std::string &Path, c10::Device Device);

/// The first line of an exception that means something to its reader.
std::string reasonOf(const std::exception &E);

} // namespace archive
} // namespace torchtidy

#endif
