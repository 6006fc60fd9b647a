//===- Annotations.h - what annotations.h's macros say ----------*- C++ -*-===//
#ifndef TORCHTIDY_EXTRACT_ANNOTATIONS_H
#define TORCHTIDY_EXTRACT_ANNOTATIONS_H

#include "extract/ClangCompat.h"

namespace torchtidy {
namespace extract {

struct Annotations {
  bool onCpu = false;
  bool crosses = false;
  int returnsDeviceOf = -1; ///< an argument of a function
};

/// Of every declaration of \p D that is known.
Annotations annotationsOf(const clang::Decl *D);

/// Of the parameter \p Index, on any declaration of its function.
bool paramOnCpu(const clang::FunctionDecl *D, unsigned Index);

/// \p S declares that devices are crossed from here on.
bool beginsCrossing(const clang::Stmt *S);

} // namespace extract
} // namespace torchtidy

#endif
