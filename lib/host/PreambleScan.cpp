//===- PreambleScan.cpp - which headers a file reaches first --------------===//
#include "host/PreambleScan.h"
#include "api/LibTorch.h"
#include "project/Includes.h"
#include "project/Paths.h"
#include "clang/Lex/DependencyDirectivesScanner.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/Path.h"
#include <algorithm>

namespace torchtidy {
namespace host {

namespace scan = clang::dependency_directives_scan;
using project::absolutePath;

/// Dots stay: behind a link, ".." isn't the folder that the name says.
static std::string joined(const std::string &Folder, const std::string &Name) {
  return !Name.empty() && Name[0] == '/' ? Name : Folder + "/" + Name;
}

HeaderSearchPaths::HeaderSearchPaths(const clang::HeaderSearchOptions &O,
                                     llvm::vfs::FileSystem &FS)
    : FS(FS) {
  WorkingFolder = FS.getCurrentWorkingDirectory().get();
  std::set<std::string> System, Seen;
  auto IsSystem = [](clang::frontend::IncludeDirGroup G) {
    return G != clang::frontend::Quoted && G != clang::frontend::Angled;
  };
  for (const auto &E : O.UserEntries)
    if (IsSystem(E.Group))
      System.insert(joined(WorkingFolder, E.Path));
  // Clang's order: -iquote, -I, system folders, those behind. A -I that is a
  // system folder too counts as the latter.
  auto Add = [&](auto Wanted, bool Quoted, bool Sys) {
    for (const auto &E : O.UserEntries) {
      if (E.IsFramework || !Wanted(E.Group))
        continue;
      std::string Path = joined(WorkingFolder, E.Path);
      if ((!Sys && !Quoted && System.count(Path)) ||
          (!Quoted && !Seen.insert(Path).second))
        continue;
      Folders.push_back({Path, absolutePath(Path, ""), Quoted, Sys});
    }
  };
  using namespace clang::frontend;
  Add([](IncludeDirGroup G) { return G == Quoted; }, true, false);
  Add([](IncludeDirGroup G) { return G == Angled; }, false, false);
  Add([&](IncludeDirGroup G) { return IsSystem(G) && G != After; }, false,
      true);
  Add([](IncludeDirGroup G) { return G == After; }, false, true);
}

bool HeaderSearchPaths::exists(const std::string &Path) const {
  auto It = Known.find(Path);
  if (It != Known.end())
    return It->second;
  auto Status = FS.status(Path);
  return Known[Path] = Status && Status->isRegularFile();
}

HeaderSearchPaths::Found
HeaderSearchPaths::find(const std::string &Name, bool Angled,
                        const std::string &IncluderFolder) const {
  Found Result;
  if (Name.empty())
    return Result;
  if (Name[0] == '/') {
    if (exists(Name))
      Result.path = Name;
    return Result;
  }
  if (!Angled && !IncluderFolder.empty()) {
    std::string Path = joined(IncluderFolder, Name);
    if (exists(Path)) {
      Result.path = Path;
      return Result;
    }
  }
  for (const Folder &F : Folders) {
    if (F.quoted && Angled)
      continue;
    std::string Path = joined(F.path, Name);
    if (!exists(Path))
      continue;
    return {Path, F.system, !F.quoted};
  }
  return Result;
}

bool HeaderSearchPaths::isSystem(const std::string &Path) const {
  return std::any_of(Folders.begin(), Folders.end(), [&](const Folder &F) {
    return F.system && project::isUnder(Path, F.plain);
  });
}

bool isUserHeader(const std::string &Path, bool System,
                  const std::string &Root) {
  return !System && !api::isLibTorchHeader(Path) &&
         (Root.empty() || project::isUnder(Path, Root));
}

const std::string &HeaderSearchPaths::text(const std::string &Path) const {
  auto It = Texts.find(Path);
  if (It != Texts.end())
    return It->second;
  std::string &Text = Texts[Path];
  if (auto Buffer = FS.getBufferForFile(Path))
    Text = (*Buffer)->getBuffer().str();
  return Text;
}

namespace {

/// Walks the user's files as the preprocessor will, as far as macros that are
/// given or defined by the user tell.
class Scanner {
public:
  Scanner(const HeaderSearchPaths &Paths, std::string Root, HeaderScan &Result)
      : Paths(Paths), Root(std::move(Root)), Result(Result) {}

  std::set<std::string> Defined;

  void file(const std::string &Path) {
    if (++Depth > 100 || !Result.refused.empty()) {
      --Depth;
      return;
    }
    const std::string &Text = Paths.text(Path);
    llvm::SmallVector<scan::Token, 256> Tokens;
    llvm::SmallVector<scan::Directive, 64> Directives;
    if (!clang::scanSourceForDependencyDirectives(Text, Tokens, Directives))
      walk(Path, Text, Directives);
    --Depth;
  }

  void include(const std::string &Name, bool Angled, const std::string &From) {
    std::string Folder = llvm::sys::path::parent_path(From).str();
    HeaderSearchPaths::Found F = Paths.find(Name, Angled, Folder);
    if (F.path.empty())
      return;
    std::string Named = absolutePath(F.path, "");
    if (isUserHeader(Named, F.system, Root)) {
      if (Once.count(F.path) == 0)
        file(F.path);
      return;
    }
    // What is found beside its includer has no spelling that means the same
    // everywhere.
    if (F.byPath && Seen.insert(F.path).second)
      Result.headers.push_back(
          {Name, F.path, api::isLibTorchHeader(Named)});
  }

private:
  /// Of a condition: what is known of it.
  enum class Truth { No, Yes, Unknown };
  struct Branch {
    Truth now;
    bool taken; ///< one before or this one is
    bool unknown;
  };

  static llvm::StringRef word(llvm::StringRef Text, const scan::Token &T) {
    return Text.substr(T.Offset, T.Length);
  }

  /// `X`, `!X`, `defined X`, `!defined(X)`, 0, 1; anything else is unknown. A
  /// name that nobody defined is taken for undefined.
  Truth condition(llvm::StringRef Text, llvm::ArrayRef<scan::Token> Tokens) {
    std::vector<llvm::StringRef> Words;
    for (const scan::Token &T : Tokens)
      if (T.isNot(clang::tok::eod))
        Words.push_back(word(Text, T));
    size_t At = 0;
    bool Not = false;
    for (; At < Words.size() && Words[At] == "!"; ++At)
      Not = !Not;
    std::vector<llvm::StringRef> Rest;
    for (; At < Words.size(); ++At)
      if (Words[At] != "(" && Words[At] != ")")
        Rest.push_back(Words[At]);
    bool Value;
    if (Rest.size() == 2 && Rest[0] == "defined")
      Value = Defined.count(Rest[1].str()) != 0;
    else if (Rest.size() == 1 && (Rest[0] == "0" || Rest[0] == "1"))
      Value = Rest[0] == "1";
    else
      return Truth::Unknown;
    return Value != Not ? Truth::Yes : Truth::No;
  }

  Truth nameIs(llvm::StringRef Text, llvm::ArrayRef<scan::Token> Tokens,
               bool Wanted) {
    for (size_t I = 2; I < Tokens.size(); ++I)
      if (Tokens[I].isNot(clang::tok::eod))
        return (Defined.count(word(Text, Tokens[I]).str()) != 0) == Wanted
                   ? Truth::Yes
                   : Truth::No;
    return Truth::Unknown;
  }

  void walk(const std::string &Path, llvm::StringRef Text,
            llvm::ArrayRef<scan::Directive> All) {
    std::vector<Branch> Open;
    for (const scan::Directive &D : All) {
      llvm::ArrayRef<scan::Token> T = D.Tokens;
      bool Active = std::all_of(Open.begin(), Open.end(), [](const Branch &B) {
        return B.now == Truth::Yes;
      });
      auto If = [&](Truth V) {
        Open.push_back({V, V == Truth::Yes, V == Truth::Unknown});
      };
      auto Else = [&](Truth V) {
        if (Open.empty())
          return;
        Branch &B = Open.back();
        B.now = B.unknown ? Truth::Unknown : B.taken ? Truth::No : V;
        B.taken |= B.now == Truth::Yes;
        B.unknown |= B.now == Truth::Unknown;
      };
      auto Tail = [&] { return T.size() > 2 ? T.drop_front(2) : T.take_front(0); };
      switch (D.Kind) {
      case scan::pp_ifdef:
        If(nameIs(Text, T, true));
        break;
      case scan::pp_ifndef:
        If(nameIs(Text, T, false));
        break;
      case scan::pp_if:
        If(condition(Text, Tail()));
        break;
      case scan::pp_elifdef:
        Else(nameIs(Text, T, true));
        break;
      case scan::pp_elifndef:
        Else(nameIs(Text, T, false));
        break;
      case scan::pp_elif:
        Else(condition(Text, Tail()));
        break;
      case scan::pp_else:
        Else(Truth::Yes);
        break;
      case scan::pp_endif:
        if (!Open.empty())
          Open.pop_back();
        break;
      case scan::pp_define:
      case scan::pp_undef:
        if (Active && T.size() > 2) {
          std::string Name = word(Text, T[2]).str();
          if (D.Kind == scan::pp_define)
            Defined.insert(Name);
          else
            Defined.erase(Name);
        }
        break;
      case scan::pp_pragma_once:
        if (Active)
          Once.insert(Path);
        break;
      case scan::pp_include:
      case scan::pp_import:
        if (Active)
          includeDirective(Path, Text, T);
        break;
      case scan::cxx_module_decl:
      case scan::cxx_import_decl:
      case scan::cxx_export_module_decl:
      case scan::cxx_export_import_decl:
      case scan::decl_at_import:
        Result.refused = "C++ modules";
        return;
      default:
        break;
      }
    }
  }

  void includeDirective(const std::string &Path, llvm::StringRef Text,
                        llvm::ArrayRef<scan::Token> T) {
    if (T.size() < 3)
      return;
    llvm::StringRef Name = word(Text, T[2]);
    if (Name.size() < 3 || (Name[0] != '<' && Name[0] != '"'))
      return;
    bool Angled = Name[0] == '<';
    include(Name.drop_front().drop_back().str(), Angled, Path);
  }

  const HeaderSearchPaths &Paths;
  std::string Root;
  HeaderScan &Result;
  std::set<std::string> Once, Seen;
  unsigned Depth = 0;
};

/// <algorithm>: LibTorch has most of them, and the rest is read in no time.
bool isStandardHeader(const HeaderUse &U) {
  return U.spelling.find_first_of("./") == std::string::npos;
}

// In bytes of text. A header that adds less is as fast read as loaded.
constexpr uint64_t WorthOfFirst = 1'500'000, WorthOfMore = 400'000;

} // namespace

HeaderScan scanHeaders(const clang::CompilerInvocation &Invocation,
                       const HeaderSearchPaths &Paths, const std::string &Main,
                       const std::string &Root) {
  HeaderScan Result;
  Scanner S(Paths, Root, Result);
  const clang::PreprocessorOptions &P = Invocation.getPreprocessorOpts();
  for (const auto &[Macro, Undefine] : P.Macros) {
    std::string Name = Macro.substr(0, Macro.find('='));
    if (Undefine)
      S.Defined.erase(Name);
    else
      S.Defined.insert(Name);
  }
  // Found from the working folder, then like any other.
  for (const std::string &Include : P.Includes)
    S.include(Include, false, absolutePath("x", ""));
  S.file(Main);
  return Result;
}

std::map<std::string, uint64_t>
includeClosure(const std::string &Header, const HeaderSearchPaths &Paths) {
  std::map<std::string, uint64_t> Seen;
  std::vector<std::string> Work{Header};
  while (!Work.empty()) {
    std::string Path = Work.back();
    Work.pop_back();
    auto [It, New] = Seen.insert({Path, 0});
    if (!New)
      continue;
    const std::string &Text = Paths.text(Path);
    It->second = Text.size();
    std::string Folder = llvm::sys::path::parent_path(Path).str();
    for (const project::IncludeLine &L : project::includeLines(Text)) {
      auto F = Paths.find(L.name, L.angled, Folder);
      if (!F.path.empty() && !Seen.count(F.path))
        Work.push_back(F.path);
    }
  }
  return Seen;
}

std::vector<std::string> chooseHeaders(const std::vector<HeaderUse> &Uses,
                                       const HeaderSearchPaths &Paths) {
  struct Candidate {
    const HeaderUse *use;
    std::map<std::string, uint64_t> closure;
    uint64_t size = 0;
  };
  std::vector<Candidate> All;
  size_t Large = Uses.size() - std::count_if(Uses.begin(), Uses.end(),
                                             isStandardHeader);
  // Nothing to weigh: looking through all of LibTorch takes a while.
  if (Large == 1)
    for (const HeaderUse &U : Uses)
      if (U.libTorch && !isStandardHeader(U))
        return {U.spelling};
  for (const HeaderUse &U : Uses) {
    if (isStandardHeader(U))
      continue;
    Candidate C{&U, includeClosure(U.path, Paths), 0};
    for (const auto &[Path, Size] : C.closure)
      C.size += Size;
    All.push_back(std::move(C));
  }
  // The same order for every file of a project, whatever order it has.
  std::sort(All.begin(), All.end(), [](const Candidate &A, const Candidate &B) {
    return std::make_tuple(!A.use->libTorch, ~A.size, A.use->spelling) <
           std::make_tuple(!B.use->libTorch, ~B.size, B.use->spelling);
  });
  std::vector<std::string> Chosen;
  std::set<std::string> Have;
  for (const Candidate &C : All) {
    uint64_t Adds = 0;
    for (const auto &[Path, Size] : C.closure)
      if (!Have.count(Path))
        Adds += Size;
    bool First = Chosen.empty();
    if (Adds < (First ? WorthOfFirst : WorthOfMore))
      continue;
    Chosen.push_back(C.use->spelling);
    for (const auto &[Path, Size] : C.closure)
      Have.insert(Path);
  }
  return Chosen;
}

} // namespace host
} // namespace torchtidy
