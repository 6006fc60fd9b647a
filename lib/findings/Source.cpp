//===- Source.cpp - lines of the files that findings name -------*- C++ -*-===//
#include "findings/Source.h"
#include <filesystem>
#include <fstream>
#include <sstream>

namespace torchtidy {

namespace fs = std::filesystem;

std::vector<std::string_view> splitLines(std::string_view Text) {
  std::vector<std::string_view> Out;
  std::size_t Begin = 0;
  for (std::size_t At = 0; At < Text.size(); ++At) {
    if (Text[At] != '\n' && Text[At] != '\r')
      continue;
    Out.push_back(Text.substr(Begin, At - Begin));
    if (Text[At] == '\r' && At + 1 < Text.size() && Text[At + 1] == '\n')
      ++At;
    Begin = At + 1;
  }
  Out.push_back(Text.substr(Begin));
  return Out;
}

/// Only regular files: a path that names a pipe would never end.
static bool readFile(const std::string &Path, std::string &Text) {
  std::error_code Ignored;
  if (!fs::is_regular_file(Path, Ignored))
    return false;
  std::ifstream In(Path, std::ios::binary);
  if (!In)
    return false;
  std::ostringstream Buffer;
  Buffer << In.rdbuf();
  Text = Buffer.str();
  return !In.bad();
}

const Sources::File &Sources::file(const std::string &Path) {
  std::unique_ptr<File> &Slot = Files[Path];
  if (Slot)
    return *Slot;
  Slot = std::make_unique<File>();
  if (Path.empty())
    return *Slot;
  Slot->readable = Reader && Reader(Path, Slot->text);
  if (!Slot->readable) {
    bool Relative = Path[0] != '/' && !Root.empty();
    Slot->readable = readFile(Relative ? Root + "/" + Path : Path, Slot->text);
  }
  // An empty file has no line that could be shown.
  if (Slot->readable && !Slot->text.empty())
    Slot->lines = splitLines(Slot->text);
  return *Slot;
}

const std::string *Sources::text(const std::string &Path) {
  const File &F = file(Path);
  return F.readable ? &F.text : nullptr;
}

bool Sources::line(const std::string &Path, unsigned Number,
                   std::string_view &Out) {
  const File &F = file(Path);
  if (Number == 0 || Number > F.lines.size())
    return false;
  Out = F.lines[Number - 1];
  return true;
}

} // namespace torchtidy
