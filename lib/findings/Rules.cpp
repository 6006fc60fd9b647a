//===- Rules.cpp - the rows of Rules.def, and the page of each rule -*- C++
//-*-===//
#include "findings/Rules.h"

namespace torchtidy {

namespace {
struct Page {
  const char *name, *text;
};
// Written by lib/findings/CMakeLists.txt from docs/checks/.
const Page Pages[] = {
#include "RulePages.inc"
    {nullptr, nullptr}};
} // namespace

const std::vector<RuleText> &ruleTexts() {
  static const std::vector<RuleText> Rules = {
#define TT_RULE(Id, Name, Summary) {Name, Summary, false},
#define TT_RUN_RULE(Name, Summary) {Name, Summary, true},
#include "findings/Rules.def"
  };
  return Rules;
}

const RuleText *findRule(const std::string &Name) {
  for (const RuleText &R : ruleTexts())
    if (Name == R.name)
      return &R;
  return nullptr;
}

std::string rulePage(const std::string &Name) {
  for (const Page &P : Pages)
    if (P.name && Name == P.name)
      return P.text;
  return "";
}

} // namespace torchtidy
