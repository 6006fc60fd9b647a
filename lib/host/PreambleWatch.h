//===- PreambleWatch.h - was the preamble read in the right place -*- C++ -*-===//
//
// A preamble is read in front of the file, while the file asks for its headers
// later: behind other headers, macros and code of the user's. This watches the
// parse and says whether that made a difference, or might have. Until all
// headers of the preamble have been asked for:
//
// - no macro may change that the preamble's headers look at, nor a pragma that
//   changes how they are compiled;
// - nothing may be used, macro or declaration, that comes from a header that
//   hasn't been asked for yet;
// - the headers must be asked for outside of all braces, in an order that can be
//   told to be as good as the preamble's, and must have include guards.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_HOST_PREAMBLEWATCH_H
#define TORCHTIDY_HOST_PREAMBLEWATCH_H

#include "host/PreambleLayer.h"
#include "clang/AST/DeclGroup.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/MacroInfo.h"

namespace torchtidy {
namespace host {

class PreambleWatch {
public:
  explicit PreambleWatch(std::shared_ptr<const Layer> Top);
  ~PreambleWatch();

  /// When the preprocessor is there and has read nothing yet.
  void start(clang::CompilerInstance &CI);
  void topLevel(clang::DeclGroupRef Group);

  /// When all is read: "" if the facts are those of a plain parse, else why
  /// they may not be.
  std::string verdict();

  /// Headers of the preamble, from the bottom, that the file didn't ask for.
  const std::vector<std::string> &unasked() const { return Unasked; }

private:
  class Callbacks;
  friend class Callbacks;

  struct Event {
    clang::SourceLocation where;
    bool include; ///< else a macro was asked for
    std::string file;
  };

  void fail(const std::string &Reason);
  void included(clang::SourceLocation Hash, const std::string &File);
  void changed(clang::SourceLocation At, llvm::StringRef Name);
  void asked(clang::SourceLocation At, llvm::StringRef Name,
             const clang::MacroInfo *M);
  void pragma(clang::SourceLocation At);
  void token(const clang::Token &T);
  std::string fileOf(clang::SourceLocation L) const;
  std::string checkOrder(const IncludeGraph &Graph);
  std::string checkEvents(const IncludeGraph &Graph) const;
  std::string checkCode(const IncludeGraph &Graph) const;

  struct Wanted {
    const Layer *layer;
    std::string header; ///< as the layer calls it
    unsigned asked = 0; ///< which one this was, from 1; 0: not yet
  };
  std::shared_ptr<const Layer> Top;
  std::vector<Wanted> Headers; ///< from the bottom
  clang::CompilerInstance *CI = nullptr;
  bool Open = true; ///< not all have been asked for
  unsigned Asked = 0;
  clang::SourceLocation End; ///< where the last one was asked for
  int Depth = 0;
  bool BetweenDeclarations = true;
  std::string Reason;
  std::vector<Event> Events;
  struct Entry {
    std::string file;
    bool system;
  };
  std::vector<Entry> Entered;
  std::vector<clang::Decl *> Code; ///< the user's, before End
  std::vector<std::string> Unasked;
};

} // namespace host
} // namespace torchtidy

#endif
