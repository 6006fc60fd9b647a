//===- Rules.h - the rows of Rules.def, and the page of each rule -*- C++
//-*-===//
#ifndef TORCHTIDY_FINDINGS_RULES_H
#define TORCHTIDY_FINDINGS_RULES_H

#include <string>
#include <vector>

namespace torchtidy {

struct RuleText {
  const char *name;
  const char *summary;
  bool ofRun; ///< reported by a rehearsal only
};

/// In the order of Rules.def; those of a run last.
const std::vector<RuleText> &ruleTexts();

/// Null when there is no such rule.
const RuleText *findRule(const std::string &Name);

/// docs/checks/NAME.md as it was when this was built; empty when the rule has
/// no page.
std::string rulePage(const std::string &Name);

} // namespace torchtidy

#endif
