//===- Includes.cpp - a file's includes, read as text ---------------------===//
#include "project/Includes.h"
#include "api/LibTorch.h"
#include "project/Paths.h"
#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

namespace fs = std::filesystem;

namespace torchtidy {
namespace project {

std::vector<IncludeLine> includeLines(const std::string &Text) {
  std::vector<IncludeLine> Out;
  size_t Begin = 0;
  while (Begin < Text.size()) {
    size_t End = std::min(Text.find('\n', Begin), Text.size());
    size_t P = Text.find_first_not_of(" \t", Begin);
    if (P < End && Text[P] == '#') {
      P = Text.find_first_not_of(" \t", P + 1);
      if (P < End && Text.compare(P, 7, "include") == 0) {
        size_t Open = Text.find_first_of("<\"", P);
        if (Open < End) {
          char Close = Text[Open] == '<' ? '>' : '"';
          size_t Last = Text.find(Close, Open + 1);
          if (Last < End)
            Out.push_back(
                {Text.substr(Open + 1, Last - Open - 1), Close == '>'});
        }
      }
    }
    Begin = End + 1;
  }
  return Out;
}

std::vector<std::string>
includeFolders(const std::vector<std::string> &Arguments,
               const std::string &Directory) {
  std::vector<std::string> Out;
  for (size_t I = 0; I < Arguments.size(); ++I)
    for (const char *Option : {"-isystem", "-iquote", "-I"}) {
      std::string O = Option;
      if (Arguments[I].rfind(O, 0) != 0)
        continue;
      std::string Value = Arguments[I].substr(O.size());
      if (Value.empty() && I + 1 < Arguments.size())
        Value = Arguments[++I];
      if (!Value.empty() && Value[0] == '=')
        Value.erase(0, 1);
      Out.push_back(absolutePath(Value, Directory));
      break;
    }
  return Out;
}

bool includeClosureHas(const std::string &Source, const std::string &Directory,
                       const std::vector<std::string> &Arguments,
                       const std::string &RealHeader) {
  std::vector<std::string> Folders = includeFolders(Arguments, Directory);
  std::string Wanted = fs::path(RealHeader).filename().string();
  std::set<std::string> Seen;
  std::vector<std::string> Work{Source};
  while (!Work.empty()) {
    std::string File = Work.back();
    Work.pop_back();
    std::string Text;
    if (!Seen.insert(File).second || !readFile(File, Text))
      continue;
    for (const IncludeLine &Line : includeLines(Text)) {
      std::vector<std::string> Candidates;
      if (!Line.angled)
        Candidates.push_back(fs::path(File).parent_path().string());
      Candidates.insert(Candidates.end(), Folders.begin(), Folders.end());
      for (const std::string &Folder : Candidates) {
        std::string Path = absolutePath(Line.name, Folder);
        std::error_code EC;
        if (!fs::is_regular_file(Path, EC))
          continue;
        if (fs::path(Path).filename() == Wanted && realPath(Path) == RealHeader)
          return true;
        if (!isUnder(Path, "/usr") && !api::isLibTorchHeader(Path))
          Work.push_back(Path);
        break;
      }
    }
  }
  return false;
}

} // namespace project
} // namespace torchtidy
