//===- UnitRun.cpp - one extraction for all checks of a unit
//---------------===//
#include "UnitRun.h"
#include "extract/Extract.h"
#include <map>
#include <mutex>

namespace torchtidy {
namespace plugin {

std::shared_ptr<UnitRun> UnitRun::of(clang::tidy::ClangTidyContext *Tidy) {
  // An editor's server has several contexts at once, on several threads.
  static std::mutex Lock;
  static std::map<clang::tidy::ClangTidyContext *, std::weak_ptr<UnitRun>> Runs;
  std::lock_guard<std::mutex> Guard(Lock);
  for (auto It = Runs.begin(); It != Runs.end();)
    It = It->second.expired() ? Runs.erase(It) : std::next(It);
  std::weak_ptr<UnitRun> &Slot = Runs[Tidy];
  std::shared_ptr<UnitRun> Run = Slot.lock();
  if (!Run) {
    Run = std::make_shared<UnitRun>();
    Slot = Run;
  }
  return Run;
}

void UnitRun::enable(const std::string &Rule, bool Strict) {
  Options.checks += (Options.checks.empty() ? "" : ",") + Rule;
  Options.strict |= Strict;
}

const std::vector<Finding> &UnitRun::findings() {
  if (!Judged && Context) {
    Judged = true;
    std::vector<facts::FileFacts> Files;
    Files.push_back(extractFacts(*Context, ExtractOptions()));
    Findings = judge(facts::link(std::move(Files)), Options);
  }
  return Findings;
}

} // namespace plugin
} // namespace torchtidy
