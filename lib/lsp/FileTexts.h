//===- FileTexts.h - texts of the files that findings name ------*- C++ -*-===//
#ifndef TORCHTIDY_LSP_FILETEXTS_H
#define TORCHTIDY_LSP_FILETEXTS_H

#include "lsp/Engine.h"
#include "lsp/Positions.h"

namespace torchtidy {
namespace lsp {

/// As the editor has them, else from the disk, each read once.
class FileTexts {
public:
  FileTexts(const Texts &Open, Encoding E) : Open(Open), Units(E) {}

  /// A file that can't be read has an empty text.
  const std::string &text(const std::string &Path);
  const Lines &lines(const std::string &Path);
  Range range(const Span &S) { return lines(S.file).range(S); }
  /// {"uri": …, "range": …}
  json location(const Span &S);

private:
  struct File {
    std::shared_ptr<const std::string> text;
    std::unique_ptr<Lines> lines;
  };
  const File &file(const std::string &Path);

  const Texts &Open;
  const Encoding Units;
  std::map<std::string, File> Files;
};

} // namespace lsp
} // namespace torchtidy

#endif
