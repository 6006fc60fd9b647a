//===- PreambleScan.h - which headers a file reaches first ------*- C++ -*-===//
//
// A look at the directives of the user's own files, to guess which headers that
// aren't the user's a file will ask for, and how large they are. Nothing that is
// found here has to be right: PreambleWatch holds the parse to it.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_HOST_PREAMBLESCAN_H
#define TORCHTIDY_HOST_PREAMBLESCAN_H

#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace torchtidy {
namespace host {

/// Finds headers as Clang will, but for frameworks and header maps.
class HeaderSearchPaths {
public:
  HeaderSearchPaths(const clang::HeaderSearchOptions &O,
                    llvm::vfs::FileSystem &FS);

  struct Found {
    std::string path;     ///< absolute; "": nowhere
    bool system = false;  ///< through a folder of system headers
    bool byPath = false;  ///< through a folder that `<>` looks into
  };
  /// \p IncluderFolder is looked into first unless \p Angled.
  Found find(const std::string &Name, bool Angled,
             const std::string &IncluderFolder) const;

  /// True for what lies in a folder of system headers. \p Path has no dots.
  bool isSystem(const std::string &Path) const;

  /// Of a file, absolute; "" if it can't be read.
  const std::string &text(const std::string &Path) const;

private:
  struct Folder {
    std::string path, plain; ///< as written, and without dots
    bool quoted, system;
  };
  bool exists(const std::string &Path) const;

  std::vector<Folder> Folders;
  llvm::vfs::FileSystem &FS;
  std::string WorkingFolder;
  mutable std::map<std::string, bool> Known;
  mutable std::map<std::string, std::string> Texts;
};

/// The same answer as UserFiles gives, by name alone.
bool isUserHeader(const std::string &Path, bool System,
                  const std::string &Root);

struct HeaderUse {
  std::string spelling; ///< between < and >
  std::string path;
  bool libTorch = false;
};

struct HeaderScan {
  std::vector<HeaderUse> headers; ///< each once, in the order they are met
  std::string refused;            ///< why no header may be read ahead; or ""
};

/// The non-user headers that \p Main and the user's headers include. \p Root is
/// the user's project's, "" for everything outside system headers.
HeaderScan scanHeaders(const clang::CompilerInvocation &Invocation,
                       const HeaderSearchPaths &Paths, const std::string &Main,
                       const std::string &Root);

/// Everything that \p Header may include, conditions counted as true, with the
/// size of each text in bytes.
std::map<std::string, uint64_t> includeClosure(const std::string &Header,
                                               const HeaderSearchPaths &Paths);

/// The headers that are worth being read ahead, the largest first: each adds
/// much to those before it. The rest of \p Uses is better read on top.
std::vector<std::string> chooseHeaders(const std::vector<HeaderUse> &Uses,
                                       const HeaderSearchPaths &Paths);

} // namespace host
} // namespace torchtidy

#endif
