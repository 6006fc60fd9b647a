//===- Selection.cpp - what to analyze, from what people wrote ------------===//
#include "project/Selection.h"
#include "api/LibTorch.h"
#include "project/Includes.h"
#include "project/Paths.h"
#include <algorithm>
#include <filesystem>
#include <map>

namespace fs = std::filesystem;

namespace torchtidy {
namespace project {

namespace {

/// The nearest folder at or above \p Start that has \p Name, or "".
std::string above(const std::string &Start, const char *Name) {
  std::error_code EC;
  fs::path Folder = Start;
  if (!fs::is_directory(Folder, EC))
    Folder = Folder.parent_path();
  for (;; Folder = Folder.parent_path()) {
    if (fs::exists(Folder / Name, EC))
      return Folder.string();
    if (Folder == Folder.root_path())
      return "";
  }
}

std::string projectRoot(const std::string &Start, const CompileDatabase *D) {
  // CMake knows better than a .git far above, not than a file made for us.
  if (above(Start, ".torch-tidy.yaml").empty() && D && !D->sourceRoot().empty())
    return D->sourceRoot();
  std::string Root = project::projectRoot(Start);
  if (!Root.empty() || !D)
    return Root;
  fs::path Folder = fs::path(D->path()).parent_path();
  return (Folder.filename() == "build" ? Folder.parent_path() : Folder)
      .string();
}

class Selector {
public:
  Selector(const Request &R, Selection &S) : Asked(R), Out(S) {}

  void run() {
    std::string Start = Asked.paths.empty() ? absolutePath(".")
                                            : absolutePath(Asked.paths.front());
    // What isn't there needs no compile database to say so.
    std::error_code EC;
    if (Asked.paths.size() == 1 && !fs::exists(Start, EC)) {
      Out.errors.push_back("no such file or folder: " + Asked.paths.front());
      return;
    }
    if (!Asked.flags && !openDatabase(Start))
      return;
    Out.root = Asked.root.empty() ? projectRoot(Start, database())
                                  : absolutePath(Asked.root);
    if (Asked.paths.empty())
      addProject();
    for (const std::string &P : Asked.paths)
      addPath(absolutePath(P), P);
    if (Asked.wholeProject && !Asked.paths.empty())
      addProject();
    for (auto &Entry : Commands)
      Out.commands.push_back(std::move(Entry.second));
    settleRoot();
    for (const std::string &F : Requested)
      Out.onlyRead.erase(F);
    Out.whole = Out.errors.empty() && Database && coversProject();
  }

private:
  const CompileDatabase *database() const {
    return Database ? &*Database : nullptr;
  }

  bool openDatabase(const std::string &Start) {
    std::string Path = Asked.buildPath;
    if (Path.empty())
      Path = CompileDatabase::find(Start);
    if (Path.empty()) {
      Out.errors.push_back(
          "no compile database at or above " + Start +
          ": give the build folder with -p (CMake writes compile_commands.json "
          "there with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON), or the compiler's "
          "flags behind '--'");
      return false;
    }
    std::string Error;
    Database = CompileDatabase::load(Path, Error);
    if (!Database) {
      Out.errors.push_back(Error);
      return false;
    }
    if (Database->commands().empty()) {
      Out.errors.push_back(Database->path() + " has no entries");
      return false;
    }
    return true;
  }

  bool coversProject() const {
    const std::vector<CompileCommand> &All = Database->commands();
    return std::all_of(All.begin(), All.end(), [&](const CompileCommand &C) {
      return !isProjectSource(C) ||
             std::any_of(
                 Out.commands.begin(), Out.commands.end(),
                 [&](const CompileCommand &D) { return D.file == C.file; });
    });
  }

  /// Belongs to the project: not of a subproject in the build folder, no C.
  bool isProjectSource(const CompileCommand &C) const {
    if (isExcluded(C.file))
      return false;
    if (CompileDatabase::isUnitySource(C.file))
      return true;
    const std::string &Build = Database->buildRoot();
    if (!isSourceName(C.file) || api::isLibTorchHeader(C.file) ||
        (!Build.empty() && Build != Out.root && isUnder(C.file, Build)) ||
        C.file.find("/_deps/") != std::string::npos ||
        C.file.find("/CMakeFiles/") != std::string::npos)
      return false;
    return Out.root.empty() || isUnder(C.file, Out.root);
  }

  void addProject() {
    if (!Database) {
      Out.errors.push_back("no files: with flags behind '--' name the files "
                           "before it");
      return;
    }
    for (const CompileCommand &C : Database->commands())
      if (isProjectSource(C))
        add(C);
    if (Commands.empty())
      Out.errors.push_back(Database->path() + " has no C++ source under " +
                           Out.root);
  }

  void addPath(const std::string &Path, const std::string &AsGiven) {
    std::error_code EC;
    if (!fs::exists(Path, EC))
      Out.errors.push_back("no such file or folder: " + AsGiven);
    else if (fs::is_directory(Path, EC))
      addFolder(Path, AsGiven);
    else
      addFile(Path);
  }

  bool isExcluded(const std::string &File) const {
    return Asked.excluded && Asked.excluded(File);
  }

  void addFile(const std::string &File) {
    if (isExcluded(File)) {
      Out.excluded.push_back(File);
      return;
    }
    if (!Requested.insert(File).second)
      return;
    if (!Database) {
      add(fixedCommand(*Asked.flags, File, absolutePath(".")));
      return;
    }
    std::optional<CompileCommand> C = Database->commandFor(File);
    if (!C)
      return;
    if (!C->note.empty())
      Out.notes.push_back(File + ": " + C->note);
    if (C->file != File && !isSourceName(File))
      Out.onlyRead.insert(C->file);
    add(*C);
  }

  void addFolder(const std::string &Folder, const std::string &AsGiven) {
    size_t Before = Commands.size();
    if (Database) {
      for (const CompileCommand &C : Database->commands())
        if (isProjectSource(C) && concerns(C, Folder))
          addRequested(C);
    } else {
      for (const std::string &File : sourcesUnder(Folder))
        addFile(File);
    }
    if (isExcluded(Folder)) {
      Out.excluded.push_back(Folder);
      return;
    }
    if (Commands.size() == Before && !coveredBefore(Folder) &&
        Out.excluded.empty())
      Out.errors.push_back(Database ? Database->path() +
                                          " has no C++ source under " + AsGiven
                                    : "no C++ source under " + AsGiven);
  }

  bool coveredBefore(const std::string &Folder) const {
    return std::any_of(
        Requested.begin(), Requested.end(),
        [&](const std::string &F) { return isUnder(F, Folder); });
  }

  /// Lies under \p Folder, or is a unity source of files there.
  bool concerns(const CompileCommand &C, const std::string &Folder) const {
    if (isUnder(C.file, Folder))
      return true;
    std::string Text;
    if (!CompileDatabase::isUnitySource(C.file) || !readFile(C.file, Text))
      return false;
    for (const IncludeLine &L : includeLines(Text))
      if (isUnder(absolutePath(L.name, fs::path(C.file).parent_path().string()),
                  Folder))
        return true;
    return false;
  }

  static std::vector<std::string> sourcesUnder(const std::string &Folder) {
    std::vector<std::string> Files;
    std::error_code EC;
    fs::recursive_directory_iterator It(
        Folder, fs::directory_options::skip_permission_denied, EC),
        End;
    for (; !EC && It != End; It.increment(EC)) {
      const fs::path &P = It->path();
      if (It->is_directory(EC)) {
        // Hidden folders and build trees hold nothing that people wrote.
        if (P.filename().string().front() == '.' ||
            fs::exists(P / "CMakeCache.txt", EC))
          It.disable_recursion_pending();
      } else if (isSourceName(P.string())) {
        Files.push_back(P.string());
      }
    }
    std::sort(Files.begin(), Files.end());
    return Files;
  }

  void addRequested(const CompileCommand &C) {
    Requested.insert(C.file);
    add(C);
  }

  void add(const CompileCommand &C) { Commands.emplace(C.file, C); }

  /// A root that doesn't hold what was asked for is the wrong one; and a file
  /// by itself has no project.
  void settleRoot() {
    for (const std::string &F : Requested)
      if (!Out.root.empty() && !isUnder(F, Out.root) &&
          !CompileDatabase::isUnitySource(F))
        Out.root.clear();
    if (!Asked.singleFile)
      Out.userRoot = Out.root;
  }

  const Request &Asked;
  Selection &Out;
  std::optional<CompileDatabase> Database;
  std::map<std::string, CompileCommand> Commands;
  std::set<std::string> Requested;
};

} // namespace

std::string projectRoot(const std::string &Start) {
  std::string Root = above(Start, ".torch-tidy.yaml");
  return Root.empty() ? above(Start, ".git") : Root;
}

Selection select(const Request &R) {
  Selection S;
  Selector(R, S).run();
  return S;
}

} // namespace project
} // namespace torchtidy
