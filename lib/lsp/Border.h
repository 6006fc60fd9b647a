//===- Border.h - what crosses to the transport module and back -*- C++ -*-===//
//
// The programs link no LLVM. Its transport for the language server protocol
// stands in a module that is loaded when an editor wants a server:
// libtorchtidy-lsp-<major>.so. Nothing but JSON texts goes over.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_LSP_BORDER_H
#define TORCHTIDY_LSP_BORDER_H

#include <cstddef>

extern "C" {

/// A whole message of the editor's that is a request or a notification of
/// Methods.def, as its JSON text. Comes from the thread that is in run, one at
/// a time.
typedef void TorchTidyLspMessage(void *Context, const char *Json, size_t Size);

struct TorchTidyLsp {
  /// Reads messages from standard input until the editor says "exit" (0) or the
  /// input ends or is broken (1). What it can't read it tells on standard
  /// error.
  int (*run)(TorchTidyLspMessage *Message, void *Context);

  // From any thread, while run runs. Texts are JSON; ids are those of the
  // message, as it has them.

  /// Answers the request \p Id, once.
  void (*reply)(const char *Id, const char *Result);
  /// … with an error.
  void (*fail)(const char *Id, int Code, const char *Message);
  /// Tells, or with \p Id asks, the editor \p Method, one of Methods.def. The
  /// answer is dropped.
  void (*send)(const char *Method, const char *Params, const char *Id);
};

/// The module's only symbol, under TORCHTIDY_LSP_ENTRY. \p Border is the
/// caller's TORCHTIDY_LSP_BORDER; nullptr when the module's own is another.
typedef const TorchTidyLsp *TorchTidyLspEntry(const char *Border);
}

#define TORCHTIDY_LSP_ENTRY "torchtidy_lsp"
#define TORCHTIDY_LSP_BORDER "torch-tidy " TORCHTIDY_VERSION " lsp 1"

#endif
