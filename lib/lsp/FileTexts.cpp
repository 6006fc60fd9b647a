//===- FileTexts.cpp - texts of the files that findings name --------------===//
#include "lsp/FileTexts.h"
#include "lsp/Uri.h"
#include "project/Paths.h"

namespace torchtidy {
namespace lsp {

const FileTexts::File &FileTexts::file(const std::string &Path) {
  File &F = Files[Path];
  if (F.lines)
    return F;
  if (auto It = Open.find(Path); It != Open.end()) {
    F.text = It->second;
  } else {
    std::string Text;
    project::readFile(Path, Text);
    F.text = std::make_shared<const std::string>(std::move(Text));
  }
  F.lines = std::make_unique<Lines>(*F.text, Units);
  return F;
}

const std::string &FileTexts::text(const std::string &Path) {
  return *file(Path).text;
}

const Lines &FileTexts::lines(const std::string &Path) {
  return *file(Path).lines;
}

json FileTexts::location(const Span &S) {
  return {{"uri", uriOfPath(S.file)}, {"range", toJson(range(S))}};
}

} // namespace lsp
} // namespace torchtidy
