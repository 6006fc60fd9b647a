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

/// Comments are for the test that compiles the page's examples.
static std::string withoutComments(std::string Page) {
  for (std::size_t At = 0; (At = Page.find("<!--", At)) != std::string::npos;) {
    std::size_t End = Page.find("-->", At);
    if (End == std::string::npos)
      break;
    End += 3;
    bool WholeLine = (At == 0 || Page[At - 1] == '\n') && End < Page.size() &&
                     Page[End] == '\n';
    Page.erase(At, End - At + WholeLine);
  }
  return Page;
}

std::string rulePage(const std::string &Name) {
  for (const Page &P : Pages)
    if (P.name && Name == P.name)
      return withoutComments(P.text);
  return "";
}

} // namespace torchtidy
