//===- Failure.h - how an export fails --------------------------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_EXPORT_FAILURE_H
#define TORCHTIDY_RUNTIME_EXPORT_FAILURE_H

#include "runtime/archive/Load.h"
#include "torch_tidy/export.h"
#include <exception>
#include <string>

namespace torchtidy {
namespace exporting {

/// What \p Export returns; what it throws is thrown as an ExportError: "the
/// \p Format export failed: …".
template <class F> auto orExportError(const char *Format, F Export) {
  try {
    return Export();
  } catch (const ExportError &) {
    throw;
  } catch (const std::exception &E) {
    throw ExportError("the " + std::string(Format) +
                      " export failed: " + archive::reasonOf(E));
  }
}

} // namespace exporting
} // namespace torchtidy

#endif
