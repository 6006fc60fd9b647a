//===- CompileDatabase.cpp - which flags a file is compiled with ----------===//
#include "project/CompileDatabase.h"
#include "project/Arguments.h"
#include "project/Includes.h"
#include "project/Paths.h"
#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace fs = std::filesystem;

namespace torchtidy {
namespace project {

namespace {

const char *const DatabaseName = "compile_commands.json";

/// CMAKE_HOME_DIRECTORY of a build folder: where the sources are.
std::string cmakeSource(const std::string &BuildDir) {
  std::string Text;
  if (!readFile(BuildDir + "/CMakeCache.txt", Text))
    return "";
  std::istringstream In(Text);
  const std::string Key = "CMAKE_HOME_DIRECTORY:INTERNAL=";
  for (std::string Line; std::getline(In, Line);)
    if (Line.rfind(Key, 0) == 0)
      return absolutePath(Line.substr(Key.size()));
  return "";
}

/// Sources that the build system made to build a precompiled header.
bool isHelperFile(const std::string &File) {
  return fs::path(File).filename().string().rfind("cmake_pch", 0) == 0;
}

[[noreturn]] void wrongEntry(size_t Index, const std::string &Why) {
  throw std::runtime_error("entry " + std::to_string(Index + 1) + " " + Why);
}

/// A text of an entry; "" when there is none.
std::string textOf(const nlohmann::json &Entry, size_t Index, const char *Key) {
  auto It = Entry.find(Key);
  if (It == Entry.end())
    return "";
  if (!It->is_string())
    wrongEntry(Index, std::string("has a '") + Key + "' that is no text");
  return It->get<std::string>();
}

/// One entry of a database in \p Folder; throws std::runtime_error.
CompileCommand entryOf(const nlohmann::json &Entry, size_t Index,
                       const std::string &Folder) {
  if (!Entry.is_object())
    wrongEntry(Index, "is no object");
  CompileCommand C;
  // Relative folders are relative to the database.
  C.directory = absolutePath(textOf(Entry, Index, "directory"), Folder);
  std::string File = textOf(Entry, Index, "file");
  if (File.empty())
    wrongEntry(Index, "names no file");
  C.file = absolutePath(File, C.directory);
  auto Arguments = Entry.find("arguments");
  if (Arguments == Entry.end()) {
    C.arguments = splitCommand(textOf(Entry, Index, "command"));
  } else if (!Arguments->is_array()) {
    wrongEntry(Index, "has 'arguments' that are no list");
  } else {
    for (const nlohmann::json &A : *Arguments) {
      if (!A.is_string())
        wrongEntry(Index, "has an argument that is no text");
      C.arguments.push_back(A.get<std::string>());
    }
  }
  if (C.arguments.empty())
    wrongEntry(Index, "has no command");
  return C;
}

/// How many leading folders two paths share.
size_t commonFolders(const std::string &A, const std::string &B) {
  size_t Folders = 0;
  for (size_t I = 0; I < A.size() && I < B.size() && A[I] == B[I]; ++I)
    Folders += A[I] == '/';
  return Folders;
}

} // namespace

std::optional<CompileDatabase> CompileDatabase::load(const std::string &Path,
                                                     std::string &Error) {
  std::error_code EC;
  CompileDatabase D;
  D.File = absolutePath(Path);
  if (fs::is_directory(D.File, EC))
    D.File += std::string("/") + DatabaseName;
  if (!fs::exists(D.File, EC)) {
    Error = "no compile database at " + D.File +
            "; CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON";
    return std::nullopt;
  }
  std::string Text;
  if (!readFile(D.File, Text)) {
    Error = "cannot read the compile database " + D.File;
    return std::nullopt;
  }
  std::string Folder = fs::path(realPath(D.File)).parent_path().string();
  D.Source = cmakeSource(Folder);
  if (!D.Source.empty() && Folder != D.Source)
    D.Build = Folder;

  std::map<std::string, CompileCommand> ByFile;
  try {
    nlohmann::json Json = nlohmann::json::parse(Text);
    if (!Json.is_array())
      throw std::runtime_error("a list of entries was expected");
    for (size_t I = 0; I < Json.size(); ++I) {
      CompileCommand Command = entryOf(Json[I], I, Folder);
      if (!isHelperFile(Command.file))
        ByFile.emplace(Command.file, std::move(Command));
    }
  } catch (const std::exception &E) {
    Error = D.File + " is no compile database: " + E.what();
    return std::nullopt;
  }
  for (auto &Entry : ByFile)
    D.Commands.push_back(std::move(Entry.second));
  return D;
}

std::string CompileDatabase::find(const std::string &Start) {
  std::error_code EC;
  fs::path Folder = absolutePath(Start);
  if (!fs::is_directory(Folder, EC))
    Folder = Folder.parent_path();
  for (;; Folder = Folder.parent_path()) {
    for (const fs::path &Candidate :
         {Folder / DatabaseName, Folder / "build" / DatabaseName})
      if (fs::exists(Candidate, EC))
        return Candidate.string();
    if (Folder == Folder.root_path())
      return "";
  }
}

bool CompileDatabase::isUnitySource(const std::string &File) {
  std::string Name = fs::path(File).filename().string();
  return Name.rfind("unity_", 0) == 0 && isSourceName(Name);
}

const CompileCommand *
CompileDatabase::ownEntry(const std::string &Source) const {
  auto It = std::lower_bound(
      Commands.begin(), Commands.end(), Source,
      [](const CompileCommand &C, const std::string &F) { return C.file < F; });
  if (It != Commands.end() && It->file == Source)
    return &*It;
  std::string Real = realPath(Source);
  for (const CompileCommand &C : Commands)
    if (realPath(C.file) == Real)
      return &C;
  return nullptr;
}

const CompileCommand *
CompileDatabase::includer(const std::string &Header) const {
  std::string Real = realPath(Header);
  std::string Stem = fs::path(Header).stem().string();
  // The source of the same name is the likeliest, and tells the most about it.
  // Sources are included by a unity source, if by any.
  bool IsSource = isSourceName(Header);
  std::vector<const CompileCommand *> Order;
  for (bool SameName : {true, false})
    for (const CompileCommand &C : Commands)
      if ((fs::path(C.file).stem() == Stem) == SameName &&
          (!IsSource || isUnitySource(C.file)))
        Order.push_back(&C);
  for (const CompileCommand *C : Order)
    if (includeClosureHas(C->file, C->directory, C->arguments, Real))
      return C;
  return nullptr;
}

const CompileCommand *
CompileDatabase::nearest(const std::string &Source) const {
  const CompileCommand *Best = nullptr;
  size_t BestScore = 0;
  for (const CompileCommand &C : Commands) {
    size_t Score = 2 * commonFolders(C.file, Source) +
                   (fs::path(C.file).stem() == fs::path(Source).stem());
    if (!Best || Score > BestScore) {
      Best = &C;
      BestScore = Score;
    }
  }
  return Best;
}

std::optional<CompileCommand>
CompileDatabase::commandFor(const std::string &Source) const {
  if (const CompileCommand *C = ownEntry(Source))
    return *C;
  if (const CompileCommand *C = includer(Source)) {
    // A header is read through the source that includes it: its classes are
    // complete there, and its flags are the right ones.
    if (!isSourceName(Source)) {
      CompileCommand R = *C;
      R.note = "read through " + C->file;
      return R;
    }
    // A source inside a unity source is read by itself, with those flags.
    CompileCommand R = *C;
    R.arguments.erase(std::remove_if(R.arguments.begin(), R.arguments.end(),
                                     [&](const std::string &A) {
                                       return absolutePath(A, C->directory) ==
                                              C->file;
                                     }),
                      R.arguments.end());
    R.file = Source;
    R.note = "flags of " + C->file;
    return R;
  }
  const CompileCommand *C = nearest(Source);
  if (!C)
    return std::nullopt;
  CompileCommand R = fixedCommand({}, Source, C->directory);
  R.arguments = C->arguments;
  R.arguments.erase(std::remove_if(R.arguments.begin(), R.arguments.end(),
                                   [&](const std::string &A) {
                                     return absolutePath(A, C->directory) ==
                                            C->file;
                                   }),
                    R.arguments.end());
  if (!isSourceName(Source))
    R.arguments.insert(R.arguments.end(), {"-x", "c++-header"});
  R.note = "not in " + File + "; flags of " + C->file;
  return R;
}

CompileCommand fixedCommand(const std::vector<std::string> &Flags,
                            const std::string &File,
                            const std::string &Directory) {
  CompileCommand C{File, Directory, {"clang++"}, ""};
  C.arguments.insert(C.arguments.end(), Flags.begin(), Flags.end());
  // A header by itself: Clang would take .h for C's.
  if (isHeaderName(File))
    C.arguments.insert(C.arguments.end(), {"-x", "c++-header"});
  return C;
}

} // namespace project
} // namespace torchtidy
