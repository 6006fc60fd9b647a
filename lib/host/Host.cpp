//===- Host.cpp - one translation unit, whatever happens ------------------===//
#include "host/Host.h"
#include "host/Crash.h"
#include "host/Parse.h"
#include "host/ResourceDir.h"
#include "facts/TextScope.h"
#include "project/Paths.h"
#include "llvm/Support/TargetSelect.h"
#include <filesystem>
#include <mutex>

namespace fs = std::filesystem;

namespace torchtidy {
namespace host {

using project::CompileCommand;
using project::UnitResult;

namespace {

UnitResult failed(const CompileCommand &C, const std::string &Why) {
  UnitResult R;
  R.command = C;
  R.facts.mainFile = C.file;
  R.problems.push_back({C.file, 0, 0, Why});
  R.facts.files.push_back(C.file);
  facts::ParseProblem P;
  P.span.file = 0;
  P.message = Why;
  R.facts.problems.push_back(std::move(P));
  return R;
}

/// Why \p File can't even be opened, or "".
std::string unreadable(const std::string &File, const HostOptions &O) {
  if (O.unsaved.count(File))
    return "";
  std::error_code EC;
  if (!fs::exists(File, EC))
    return "no such file";
  if (fs::is_directory(File, EC))
    return "it is a folder";
  std::string Text;
  return project::readFile(File, Text) ? "" : "it can't be read";
}

UnitResult analyzeOne(const CompileCommand &C, const HostOptions &O,
                      const std::string &ResourceDir) {
  std::string Why = unreadable(C.file, O);
  if (!Why.empty())
    return failed(C, Why);
  UnitResult R;
  // One file that brings Clang down must not take the others with it.
  // Its thread isn't this one; the texts of what it reads go where ours go.
  facts::TextScope::Shelf *Texts = facts::TextScope::current();
  bool Survived = survives([&] {
    facts::TextLoan Loan(Texts);
    try {
      R = parseUnit(C, O, ResourceDir);
    } catch (const std::exception &E) {
      R = failed(C, std::string("internal error: ") + E.what());
    }
  });
  return Survived ? R : failed(C, "Clang crashed while it read this file");
}

void initialiseOnce() {
  static std::once_flag Flag;
  std::call_once(Flag, [] {
    // A cross compiler's name in front of the flags decides the target.
    llvm::InitializeAllTargetInfos();
  });
}

const std::string &resources(std::string &Why) {
  static std::vector<std::string> Tried;
  static const std::string Found = resourceDir(&Tried);
  if (Found.empty()) {
    Why = "Clang's own headers (stddef.h …) were not found; install "
          "libclang-common-" +
          std::to_string(LLVM_VERSION_MAJOR) + "-dev. Looked in:";
    for (const std::string &T : Tried)
      Why += " " + T;
  }
  return Found;
}

} // namespace

UnitResult analyzeFile(const CompileCommand &C, const HostOptions &O) {
  initialiseOnce();
  std::string Why;
  const std::string &Resources = resources(Why);
  return Why.empty() ? analyzeOne(C, O, Resources) : failed(C, Why);
}

} // namespace host
} // namespace torchtidy
