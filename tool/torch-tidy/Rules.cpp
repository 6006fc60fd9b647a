//===- Rules.cpp - --list-checks and --explain ----------------------------===//
#include "findings/Rules.h"
#include "Analysis.h"
#include "Commands.h"
#include "Output.h"
#include "checks/Checks.h"
#include <algorithm>
#include <iostream>

namespace torchtidy {
namespace tool {

int runListChecks(const Options &O) {
  size_t Width = 0;
  for (const RuleInfo &R : allRules())
    Width = std::max(Width, std::string(R.name).size());
  for (const RuleInfo &R : allRules()) {
    std::string Name = R.name;
    if (ruleEnabled(Name, judgeOptions(O)))
      std::cout << Name << std::string(Width + 2 - Name.size(), ' ')
                << R.summary << "\n";
  }
  return 0;
}

int runExplain(const Options &O) {
  if (!findRule(O.explain)) {
    std::vector<std::string> Names;
    for (const RuleInfo &R : allRules())
      Names.push_back(R.name);
    std::string Near = config::nearWords(O.explain, Names);
    complain("no rule is called '" + O.explain + "'" +
             (Near.empty() ? "; --list-checks prints them" : Near));
    return 2;
  }
  std::string Page = rulePage(O.explain);
  if (Page.empty()) {
    complain("rule " + O.explain + " has no page in this build");
    return 2;
  }
  std::cout << Page;
  return 0;
}

} // namespace tool
} // namespace torchtidy
