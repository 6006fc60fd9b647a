//===- Verdicts.cpp - what is said of findings beside the code ------------===//
#include "Verdicts.h"
#include "cache/Closure.h"
#include "findings/Confirm.h"
#include "project/Paths.h"
#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace torchtidy {
namespace tool {

static std::string stampOf(const std::string &File) {
  cache::Stamp S = cache::stampOf(File);
  return std::to_string(S.modified) + ' ' + std::to_string(S.size) + ' ' +
         std::to_string(S.inode) + '\n';
}

FindingsFile readFindingsFile(const std::string &File) {
  std::istringstream In(project::textOf(File));
  return readFindings(In, File);
}

static bool ofRun(const Finding &F) { return F.rule.rfind("run-", 0) == 0; }

std::vector<std::string> Verdicts::refresh() {
  std::string Now;
  for (const std::string &F : Files)
    Now += stampOf(F);
  if (!BaselineFile.empty())
    Now += stampOf(BaselineFile);
  if (Now == Key)
    return {};
  Key = std::move(Now);
  Known.clear();
  Said.clear();
  Runs.clear();
  std::vector<std::string> Wrong;
  auto Try = [&](auto Read) {
    try {
      Read();
    } catch (const std::exception &E) {
      Wrong.push_back(E.what());
    }
  };
  if (!BaselineFile.empty())
    Try([&] {
      Known = parseBaseline(project::textOf(BaselineFile), BaselineFile);
    });
  for (const std::string &File : Files)
    Try([&] {
      FindingsFile F = readFindingsFile(File);
      // What only a run showed stands in both.
      if (std::all_of(F.findings.begin(), F.findings.end(), ofRun))
        return Runs.push_back(std::move(F));
      for (const Finding &Told : F.findings)
        if (Told.confirmation.status != Confirmation::None &&
            !Told.fingerprint.empty())
          Said[Told.fingerprint] = Told.confirmation;
    });
  return Wrong;
}

void Verdicts::apply(std::vector<Finding> &Findings,
                     const std::string &Root) const {
  if (!Known.empty())
    Findings = split(std::move(Findings), Known).fresh;
  if (!Runs.empty()) {
    FindingsFile Told;
    Told.findings = std::move(Findings);
    ConfirmOptions O;
    O.root = Root;
    Findings = confirm(Told, Runs, O).findings;
  }
  for (Finding &F : Findings)
    if (auto It = Said.find(F.fingerprint); It != Said.end())
      F.confirmation = It->second;
}

} // namespace tool
} // namespace torchtidy
