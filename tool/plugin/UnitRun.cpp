//===- UnitRun.cpp - one extraction for all checks of a unit --------------===//
#include "UnitRun.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "extract/Extract.h"
#include "extract/SourceMap.h"
#include "facts/Teach.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"
#include <algorithm>
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

void UnitRun::enable(const std::string &Rule,
                     const std::optional<std::vector<config::Profile>> &Given) {
  Checks += (Checks.empty() ? "" : ",") + Rule;
  if (!Given)
    return;
  if (!Profiles)
    Profiles.emplace();
  Profiles->insert(Profiles->end(), Given->begin(), Given->end());
}

static std::string mainFile(const clang::ASTContext &C) {
  const clang::SourceManager &SM = C.getSourceManager();
  auto Entry = SM.getFileEntryRefForID(SM.getMainFileID());
  if (!Entry)
    return "";
  return extract::plainPath(Entry->getName(), SM.getFileManager());
}

bool UnitRun::readConfig(clang::tidy::ClangTidyContext &Tidy) {
  std::vector<config::Problem> Problems;
  Config = config::load(config::find(mainFile(*Context)), Problems);
  for (const config::Problem &P : Problems)
    Tidy.configurationDiag("%0", clang::DiagnosticIDs::Error) << P.str();
  if (!Profiles)
    Profiles = Config.profiles;
  bool Advice =
      std::any_of(Profiles->begin(), Profiles->end(), [](config::Profile P) {
        return P == config::Profile::Strict || P == config::Profile::MultiGpu;
      });
  Lowest = Config.level ? *Config.level
           : Advice     ? Level::Advice
                        : Level::Likely;
  return Problems.empty();
}

/// The rules of \p Enabled that \p Globs lets through.
static std::string both(const std::string &Enabled, const std::string &Globs) {
  std::string R;
  for (const RuleInfo &I : allRules())
    if (matchesGlobs(I.name, Enabled) &&
        (Globs.empty() || matchesGlobs(I.name, Globs)))
      R += (R.empty() ? "" : ",") + std::string(I.name);
  return R;
}

const std::vector<Finding> &
UnitRun::findings(clang::tidy::ClangTidyContext &Tidy) {
  if (Judged || !Context)
    return Findings;
  Judged = true;
  if (!readConfig(Tidy))
    return Findings;
  std::vector<facts::FileFacts> Files;
  Files.push_back(extractFacts(*Context, ExtractOptions()));
  facts::ProjectFacts Project = facts::link(std::move(Files));
  facts::teach(Project, Config.taught());
  JudgeOptions O;
  config::apply(Config, O);
  O.strict = O.exported = O.multiGpu = O.cpuOnly = false;
  config::apply(*Profiles, O);
  O.checks = both(Checks, Config.checks);
  config::Excluded Out(llvm::sys::path::parent_path(Config.file).str(),
                       Config.exclude);
  if (!Out.contains(mainFile(*Context)))
    for (Finding &F : judge(Project, O))
      if (!Out.contains(F.span.file))
        Findings.push_back(std::move(F));
  return Findings;
}

} // namespace plugin
} // namespace torchtidy
