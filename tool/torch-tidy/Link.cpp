//===- Link.cpp - the findings of what files say --------------------------===//
#include "Analyze.h"
#include "Commands.h"
#include "Output.h"
#include "Settings.h"
#include "facts/TextScope.h"
#include "project/Paths.h"
#include "project/UnitFile.h"
#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <tuple>

namespace fs = std::filesystem;

namespace torchtidy {
namespace tool {

namespace {

/// Words of a list: apart by blanks and ends of lines, quoted and escaped as in
/// a shell.
std::vector<std::string> words(const std::string &Text) {
  std::vector<std::string> Out;
  bool Inside = false;
  char Quote = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    bool Blank = C == ' ' || C == '\t' || C == '\n' || C == '\r';
    if (!Quote && Blank) {
      Inside = false;
      continue;
    }
    if (!Inside)
      Out.emplace_back();
    Inside = true;
    if (Quote ? C == Quote : C == '"' || C == '\'')
      Quote = Quote ? 0 : C;
    else if (C == '\\' && Quote != '\'' && I + 1 < Text.size())
      Out.back() += Text[++I];
    else
      Out.back() += C;
  }
  return Out;
}

/// The facts files that people, or a build, have named.
class Inputs {
public:
  explicit Inputs(project::Selection &S) : S(S) {}
  std::vector<std::string> files;

  void add(const std::string &Name) {
    std::error_code EC;
    if (Name.size() > 1 && Name.front() == '@')
      return addList(Name.substr(1));
    if (fs::is_directory(Name, EC))
      return addFolder(Name);
    files.push_back(Name);
  }

private:
  void addList(const std::string &Name) {
    std::string Text;
    if (!project::readFile(Name, Text))
      S.errors.push_back("cannot read the list " + Name);
    for (const std::string &W : words(Text))
      files.push_back(W);
  }
  void addFolder(const std::string &Name) {
    size_t Before = files.size();
    std::error_code EC;
    fs::recursive_directory_iterator It(
        Name, fs::directory_options::skip_permission_denied, EC),
        End;
    for (; !EC && It != End; It.increment(EC))
      if (It->path().extension() == ".facts")
        files.push_back(It->path().string());
    std::sort(files.begin() + long(Before), files.end());
    if (files.size() == Before)
      S.errors.push_back(Name + " has no .facts files");
  }

  project::Selection &S;
};

/// A facts file, before its functions are needed.
struct Loaded {
  std::string path, error, root;
  UnitHead head;
};

std::vector<Loaded> load(const std::vector<std::string> &Files,
                         const std::string &Root, unsigned Jobs) {
  std::vector<Loaded> Out(Files.size());
  sideBySide(Files.size(), Jobs, [&](size_t I) {
    Loaded &L = Out[I];
    L.path = Files[I];
    facts::TextScope Texts; // an outline is numbers
    try {
      std::string Text = project::textOf(L.path);
      try {
        project::UnitFile F =
            project::outlineFromFacts(Text, Root, L.head.outline);
        L.root = std::move(F.root);
        L.head.unit = std::move(F.unit);
      } catch (const std::runtime_error &E) {
        throw std::runtime_error(L.path + ": " + E.what());
      }
    } catch (const std::runtime_error &E) {
      L.error = E.what();
    }
  });
  return Out;
}

/// Every source of the database is among the units.
bool coversDatabase(const Options &O, project::Selection &S,
                    const std::vector<Loaded> &Units) {
  if (O.buildPath.empty())
    return false;
  project::Request R;
  R.buildPath = O.buildPath;
  R.root = S.root;
  R.excluded = [&O](const std::string &File) { return isExcluded(O, File); };
  project::Selection All = project::select(R);
  S.errors.insert(S.errors.end(), All.errors.begin(), All.errors.end());
  std::set<std::string> Here;
  for (const Loaded &L : Units)
    Here.insert(L.head.unit.command.file);
  return All.whole && std::all_of(All.commands.begin(), All.commands.end(),
                                  [&](const project::CompileCommand &C) {
                                    return Here.count(C.file) != 0;
                                  });
}

std::string commonRoot(const std::vector<Loaded> &All) {
  std::string Root;
  bool First = true;
  for (const Loaded &L : All) {
    if (!L.error.empty())
      continue;
    if (!First && L.root != Root)
      return "";
    Root = L.root;
    First = false;
  }
  return Root;
}

} // namespace

int runLink(Options O) {
  project::Selection S;
  Inputs In(S);
  for (const std::string &Name : O.factsFiles)
    In.add(Name);
  const std::string Base = project::absolutePath(O.root.empty() ? "." : O.root);
  std::vector<Loaded> All = load(In.files, Base, O.jobs);
  S.root = O.root.empty() ? commonRoot(All) : Base;
  S.userRoot = S.root;
  for (const Loaded &L : All)
    if (!L.error.empty())
      S.errors.push_back(L.error);
  for (const std::string &E : S.errors)
    complain(E);
  All.erase(std::remove_if(All.begin(), All.end(),
                           [](const Loaded &L) { return !L.error.empty(); }),
            All.end());
  if (All.empty())
    return 2;
  std::sort(All.begin(), All.end(), [](const Loaded &A, const Loaded &B) {
    return std::tie(A.head.unit.command.file, A.path) <
           std::tie(B.head.unit.command.file, B.path);
  });
  // Where an analysis of these files would look for what the project says.
  O.paths.insert(O.paths.begin(), All.front().head.unit.command.file);
  if (!readSettings(O))
    return 2;
  size_t Given = S.errors.size();
  S.whole = coversDatabase(O, S, All) && Given == 0;
  for (size_t I = Given; I < S.errors.size(); ++I)
    complain(S.errors[I]);
  All.erase(std::remove_if(All.begin(), All.end(),
                           [&](const Loaded &L) {
                             return isExcluded(O, L.head.unit.command.file);
                           }),
            All.end());
  if (All.empty())
    return S.errors.empty() ? 0 : 2;
  std::vector<UnitHead> Heads;
  for (Loaded &L : All) {
    S.commands.push_back(L.head.unit.command);
    Heads.push_back(std::move(L.head));
  }
  auto FactsOf = [&](size_t I) {
    return project::unitFromFacts(project::textOf(All[I].path), Base)
        .unit.facts;
  };
  return tellFindings(
      O, S, [&] { return judgeUnits(std::move(Heads), FactsOf, S, O); });
}

} // namespace tool
} // namespace torchtidy
