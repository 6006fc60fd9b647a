//===- CodeQuality.cpp - findings as GitLab's code quality report ---------===//
#include "findings/CodeQuality.h"
#include "findings/Paths.h"
#include "findings/Utf8.h"
#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

namespace torchtidy {

using json = nlohmann::ordered_json;

namespace {

const char *severity(Level L) {
  switch (L) {
  case Level::Certain:
    return "major";
  case Level::Likely:
    return "minor";
  case Level::Advice:
    break;
  }
  return "info";
}

/// The notes and fixes, as Markdown.
std::string bodyOf(const Finding &F, const std::string &Root) {
  std::string Text;
  for (const Note &N : F.notes) {
    Text += "- " + N.message;
    if (N.span.valid())
      Text += " (" + displayPath(N.span.file, Root) + ":" +
              std::to_string(N.span.line) + ")";
    Text += "\n";
  }
  for (const Fix &X : F.fixes)
    Text += "- fix: " + X.message + "\n";
  return Text;
}

json entry(const Finding &F, const std::string &Root) {
  json Out;
  Out["description"] = F.message;
  Out["check_name"] = F.rule;
  Out["severity"] = severity(F.level);
  // It wants a place of everything; a finding without one is of the project.
  Out["location"]["path"] =
      F.span.file.empty() ? "." : displayPath(F.span.file, Root);
  unsigned Begin = std::max(F.span.line, 1u);
  Out["location"]["lines"] = {{"begin", Begin},
                              {"end", std::max(F.span.endLine, Begin)}};
  std::string Body = bodyOf(F, Root);
  if (!Body.empty())
    Out["content"]["body"] = Body;
  return Out;
}

} // namespace

void writeCodeQuality(std::ostream &Out, const std::vector<Finding> &Findings,
                      const std::string &Root) {
  json All = json::array();
  std::set<std::string> Taken;
  for (const Finding &F : Findings) {
    if (F.suppression.kind != Suppression::None)
      continue;
    json E = entry(F, Root);
    // Entries of one fingerprint are one to GitLab. A run's finding has none.
    std::string Name = F.fingerprint.empty()
                           ? F.rule + ":" + F.span.file + ":" +
                                 std::to_string(F.span.line) + ":" + F.message
                           : F.fingerprint;
    std::string Unique = Name;
    for (unsigned N = 2; !Taken.insert(Unique).second; ++N)
      Unique = Name + "-" + std::to_string(N);
    E["fingerprint"] = Unique;
    All.push_back(std::move(E));
  }
  Out << All.dump(2, ' ', false, json::error_handler_t::replace) << '\n';
}

} // namespace torchtidy
