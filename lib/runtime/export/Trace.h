//===- Trace.h - a module's forward as TorchScript --------------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_EXPORT_TRACE_H
#define TORCHTIDY_RUNTIME_EXPORT_TRACE_H

#include "torch_tidy/export.h"

namespace torchtidy {
namespace exporting {

/// Traces without any check. Parameters, buffers and submodules keep their
/// names; nodes get C++ source lines. Throws what tracing throws.
torch::jit::Module traceModule(torch::nn::Module &Module,
                               const detail::Tensors &Inputs,
                               const detail::ForwardFunction &Forward,
                               const std::string &Name);

/// The archive of \p M, in memory, and a path that opens it.
class MemoryArchive {
public:
  explicit MemoryArchive(const torch::jit::Module &M);
  ~MemoryArchive();
  MemoryArchive(const MemoryArchive &) = delete;
  MemoryArchive &operator=(const MemoryArchive &) = delete;
  std::string path() const;

private:
  int Fd = -1;
};

} // namespace exporting
} // namespace torchtidy

#endif
