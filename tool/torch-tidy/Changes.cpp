//===- Changes.cpp - the lines that somebody has changed ------------------===//
#include "Changes.h"
#include "project/Git.h"
#include "project/Paths.h"
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <limits>
#include <stdexcept>

namespace fs = std::filesystem;

namespace torchtidy {
namespace tool {

namespace {

bool isFile(const std::string &Path) {
  std::error_code EC;
  return fs::exists(Path, EC) && !fs::is_directory(Path, EC);
}

/// The top of git's work tree around \p Folder, or "".
std::string gitTop(const std::string &Folder) {
  try {
    std::string Top = project::git(Folder, {"rev-parse", "--show-toplevel"});
    while (!Top.empty() && Top.back() == '\n')
      Top.pop_back();
    return Top;
  } catch (const std::runtime_error &) {
    return "";
  }
}

/// "b/src/net.cpp" → "src/net.cpp"; "" when there is nothing to take off.
std::string withoutFirst(const std::string &Name) {
  size_t Slash = Name.find('/');
  return Slash == std::string::npos ? "" : Name.substr(Slash + 1);
}

/// The file that a patch means with \p Name, or "". Names usually carry a
/// prefix ("b/"), so the shorter one goes first.
std::string fileOf(const std::string &Name,
                   const std::vector<std::string> &Tops) {
  for (const std::string &Try : {withoutFirst(Name), Name})
    for (const std::string &Top : Tops)
      if (!Try.empty() && isFile(project::absolutePath(Try, Top)))
        return project::realPath(project::absolutePath(Try, Top));
  return "";
}

std::string standardInput() {
  std::string Text(std::istreambuf_iterator<char>(std::cin), {});
  if (std::cin.bad())
    throw std::runtime_error("cannot read standard input");
  return Text;
}

} // namespace

Changes Changes::load(const std::string &Spec, const std::string &Root) {
  Changes C;
  std::string Here = project::absolutePath("."),
              Folder = Root.empty() ? Here : Root;
  std::string Top = gitTop(Folder);
  std::vector<std::string> Tops;
  for (const std::string &T : {Top, Folder, Here})
    if (!T.empty())
      Tops.push_back(T);
  if (Spec == "-") {
    C.addPatch(standardInput(), "standard input", Tops);
    return C;
  }
  if (isFile(Spec)) {
    C.addPatch(project::textOf(Spec), Spec, Tops);
    return C;
  }
  if (Spec.front() == '-')
    throw std::runtime_error("'" + Spec + "' is no revision and no file");
  if (Top.empty())
    throw std::runtime_error("no file '" + Spec + "', and " + Folder +
                             " is in no work tree of git");
  C.FromGit = true;
  // Fixed forms, whatever the user's configuration says.
  C.addPatch(
      project::git(Top, {"diff", "--unified=0", "--no-color", "--no-ext-diff",
                         "--no-textconv", "--find-renames",
                         "--ignore-submodules=all", "--src-prefix=a/",
                         "--dst-prefix=b/", Spec, "--"}),
      "git diff " + Spec, {Top});
  std::string New =
      project::git(Top, {"ls-files", "--others", "--exclude-standard", "-z"});
  for (size_t At = 0; At < New.size();) {
    size_t End = std::min(New.find('\0', At), New.size());
    C.addWhole(project::absolutePath(New.substr(At, End - At), Top));
    At = End + 1;
  }
  return C;
}

Changes Changes::ofFiles(const std::vector<std::string> &Paths) {
  Changes C;
  C.Whole = true;
  for (const std::string &P : Paths) {
    std::error_code EC;
    if (!fs::is_directory(P, EC)) {
      C.addWhole(project::absolutePath(P));
      continue;
    }
    for (fs::recursive_directory_iterator It(P, EC), End; !EC && It != End;
         It.increment(EC))
      if (project::isSourceName(It->path().string()) ||
          project::isHeaderName(It->path().string()))
        C.addWhole(project::absolutePath(It->path().string()));
  }
  return C;
}

void Changes::addPatch(const std::string &Text, const std::string &Name,
                       const std::vector<std::string> &Tops) {
  bool Any = false, Wanted = false;
  std::string Missing;
  for (const PatchedFile &P : parsePatch(Text, Name)) {
    if (P.newName == "/dev/null")
      continue;
    Wanted = true;
    std::string File = fileOf(P.newName, Tops);
    if (File.empty()) {
      Missing = P.newName;
      continue;
    }
    Any = true;
    Lines &L = Files[File];
    L.ranges.insert(L.ranges.end(), P.lines.begin(), P.lines.end());
    L.cuts.insert(L.cuts.end(), P.cuts.begin(), P.cuts.end());
  }
  // A patch of another tree would make every run a clean one.
  if (Wanted && !Any)
    throw std::runtime_error(Name + ": none of its files is in " +
                             Tops.front() + ", not even " + Missing);
}

void Changes::addWhole(const std::string &Path) {
  Files[project::realPath(Path)].ranges.push_back(
      {1, std::numeric_limits<unsigned>::max()});
}

const Changes::Lines *Changes::of(const std::string &File) const {
  auto It = Files.find(File);
  if (It == Files.end())
    It = Files.find(project::realPath(File));
  return It == Files.end() ? nullptr : &It->second;
}

bool Changes::changed(const std::string &File, unsigned First,
                      unsigned Last) const {
  const Lines *L = of(File);
  return L && std::any_of(L->ranges.begin(), L->ranges.end(),
                          [&](const LineRange &R) {
                            return R.first <= Last && First <= R.last;
                          });
}

bool Changes::cut(const std::string &File, unsigned First,
                  unsigned Last) const {
  const Lines *L = of(File);
  return L && std::any_of(L->cuts.begin(), L->cuts.end(),
                          [&](unsigned C) { return First <= C && C < Last; });
}

namespace {

/// From the name of a function, or of a class, to its end.
struct Extent {
  std::string file;
  unsigned first = 0, last = 0;

  void add(const facts::SourceSpan &S, const facts::ProjectFacts &P) {
    if (!S.valid() || (!file.empty() && P.files[S.file] != file))
      return;
    if (file.empty())
      file = P.files[S.file], first = S.line, last = S.endLine;
    first = std::min(first, S.line);
    last = std::max({last, S.line, S.endLine});
  }

  bool holds(const Span &S) const {
    return S.file == file && first <= S.line && S.line <= last;
  }
};

Extent extentOf(const facts::FunctionFacts &F, const facts::ProjectFacts &P) {
  Extent E;
  E.add(F.bodySpan, P);
  E.add(F.nameSpan, P);
  return E;
}

/// Of what stands in the class itself, not of methods defined elsewhere.
Extent extentOf(const facts::ClassFacts &C, const facts::ProjectFacts &P) {
  Extent E;
  E.add(C.nameSpan, P);
  for (const facts::FieldFact &F : C.fields) {
    E.add(F.declSpan, P);
    E.add(F.span, P);
  }
  for (const facts::MethodFact &M : C.methods)
    if (!M.isImplicit)
      E.add(M.nameSpan, P);
  return E;
}

} // namespace

/// Where a finding is on changed ground: the classes, and the functions of no
/// class, in which something changed.
class Changes::Places {
public:
  Places(const Changes &C, const facts::ProjectFacts &P) : C(C) {
    for (const facts::ClassFacts &K : P.classes) {
      Extent E = extentOf(K, P);
      if (E.file.empty())
        continue;
      Parts[K.id].push_back(E);
      // What was taken out last stood behind the last member.
      note(K.id, E, 1);
    }
    for (const facts::FunctionFacts &F : P.functions) {
      if (!F.bodySpan.valid())
        continue;
      Extent E = extentOf(F, P);
      if (!F.cls.empty()) {
        Parts[F.cls].push_back(E);
        note(F.cls, E, 0);
      } else if (C.cut(E.file, E.first, E.last)) {
        Cut.push_back(E);
      }
    }
  }

  bool hold(const Span &S) const {
    auto Holds = [&](const Extent &E) { return E.holds(S); };
    if (std::any_of(Cut.begin(), Cut.end(), Holds))
      return true;
    for (const auto &[Class, Extents] : Parts)
      if (Changed.count(Class) &&
          std::any_of(Extents.begin(), Extents.end(), Holds))
        return true;
    return false;
  }

private:
  void note(const std::string &Class, const Extent &E, unsigned Behind) {
    if (C.changed(E.file, E.first, E.last) ||
        C.cut(E.file, E.first, E.last + Behind))
      Changed.insert(Class);
  }

  const Changes &C;
  std::map<std::string, std::vector<Extent>> Parts; ///< of each class
  std::set<std::string> Changed;                    ///< classes
  std::vector<Extent> Cut;
};

std::vector<Finding>
Changes::touched(const std::vector<Finding> &Findings,
                 const std::vector<facts::ProjectFacts> &Projects) const {
  std::vector<Places> Grounds;
  for (const facts::ProjectFacts &P : Projects)
    Grounds.emplace_back(*this, P);
  auto OnChangedLine = [&](const Span &S) {
    return S.valid() && changed(S.file, S.line, std::max(S.line, S.endLine));
  };
  std::vector<Finding> Out;
  for (const Finding &F : Findings)
    if (OnChangedLine(F.span) ||
        std::any_of(F.notes.begin(), F.notes.end(),
                    [&](const Note &N) { return OnChangedLine(N.span); }) ||
        std::any_of(Grounds.begin(), Grounds.end(),
                    [&](const Places &P) { return P.hold(F.span); }))
      Out.push_back(F);
  return Out;
}

} // namespace tool
} // namespace torchtidy
