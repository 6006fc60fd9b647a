//===- Git.cpp - what git knows of a work tree ----------------------------===//
#include "host/Git.h"
#include "host/Paths.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"
#include <optional>
#include <stdexcept>

namespace torchtidy {
namespace host {

namespace {

std::string temporaryFile(const char *Name) {
  llvm::SmallString<128> Path;
  if (std::error_code EC =
          llvm::sys::fs::createTemporaryFile("torch-tidy-git", Name, Path))
    throw std::runtime_error("cannot make a temporary file: " + EC.message());
  return Path.str().str();
}

std::string readAll(const std::string &Path) {
  std::string Text;
  if (!readFile(Path, Text))
    throw std::runtime_error("cannot read what git wrote to " + Path);
  return Text;
}

} // namespace

std::string git(const std::string &Directory,
                const std::vector<std::string> &Arguments) {
  auto Program = llvm::sys::findProgramByName("git");
  if (!Program)
    throw std::runtime_error("git is not installed");
  std::vector<std::string> Words = {"git",        "-C", Directory,
                                    "--no-pager", "-c", "core.quotePath=true"};
  Words.insert(Words.end(), Arguments.begin(), Arguments.end());
  std::vector<llvm::StringRef> Refs(Words.begin(), Words.end());
  std::string Out = temporaryFile("out");
  llvm::FileRemover RemoveOut(Out);
  std::string Err = temporaryFile("err");
  llvm::FileRemover RemoveErr(Err);
  std::optional<llvm::StringRef> Redirects[] = {
      llvm::StringRef(""), llvm::StringRef(Out), llvm::StringRef(Err)};
  std::string Why;
  int Code = llvm::sys::ExecuteAndWait(*Program, Refs, std::nullopt, Redirects,
                                       0, 0, &Why);
  if (Code != 0) {
    std::string Said = llvm::StringRef(readAll(Err)).trim().str();
    throw std::runtime_error(!Said.empty() ? Said
                             : !Why.empty()
                                 ? "git: " + Why
                                 : "git ended with " + std::to_string(Code));
  }
  return readAll(Out);
}

} // namespace host
} // namespace torchtidy
