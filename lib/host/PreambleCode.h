//===- PreambleCode.h - what code in front of a header uses -----*- C++ -*-===//
#ifndef TORCHTIDY_HOST_PREAMBLECODE_H
#define TORCHTIDY_HOST_PREAMBLECODE_H

#include "clang/AST/DeclBase.h"
#include <functional>
#include <string>

namespace torchtidy {
namespace host {

/// Name of a declaration that \p D uses, or declares anew, although \p Included
/// is false for every place where it is declared; "" if there is none. Only what
/// came with a precompiled header is asked about.
std::string
usesBeforeInclude(clang::Decl *D,
                  const std::function<bool(clang::SourceLocation)> &Included);

} // namespace host
} // namespace torchtidy

#endif
