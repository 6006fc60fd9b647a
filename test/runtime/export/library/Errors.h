//===- Errors.h - what an export says against it ----------------*- C++ -*-===//
#ifndef TORCHTIDY_TEST_RUNTIME_EXPORT_ERRORS_H
#define TORCHTIDY_TEST_RUNTIME_EXPORT_ERRORS_H

#include "torch_tidy/export.h"
#include <functional>
#include <string>

/// The message of the ExportError that \p F throws; "" if it throws none.
inline std::string errorOf(const std::function<void()> &F) {
  try {
    F();
  } catch (const torchtidy::ExportError &E) {
    return E.what();
  }
  return "";
}

#endif
