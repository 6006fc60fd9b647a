//===- Diagnostics.h - findings as an editor shows them ---------*- C++ -*-===//
#ifndef TORCHTIDY_LSP_DIAGNOSTICS_H
#define TORCHTIDY_LSP_DIAGNOSTICS_H

#include "lsp/Client.h"
#include "lsp/Engine.h"
#include "lsp/FileTexts.h"

namespace torchtidy {
namespace lsp {

/// What every diagnostic names as its source.
constexpr const char *SourceName = "torch-tidy";

struct DiagnosticOptions {
  std::string pages; ///< URI of the folder of the rules' pages; "": none
};

/// One diagnostic of a finding: a certain one is a warning, a likely one an
/// information, advice a hint.
json toDiagnostic(const Finding &F, FileTexts &Files, const Client &C,
                  const DiagnosticOptions &O);

/// What couldn't be read, as an information: a file of which half is known must
/// not look clean. At its place, or the top of \p File.
json toDiagnostic(const Note &Problem, const std::string &File,
                  FileTexts &Files);

} // namespace lsp
} // namespace torchtidy

#endif
