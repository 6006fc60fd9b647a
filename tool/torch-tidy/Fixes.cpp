//===- Fixes.cpp - what findings change in the files ----------------------===//
#include "Fixes.h"
#include "Patch.h"
#include "project/Paths.h"
#include "project/Unit.h"
#include <algorithm>
#include <set>
#include <tuple>

namespace torchtidy {
namespace tool {

namespace {

bool sameEdit(const Edit &A, const Edit &B) {
  return A.span.offset == B.span.offset &&
         A.span.endOffset == B.span.endOffset && A.text == B.text;
}

/// Also two insertions at one place: which goes first isn't ours to say.
bool clash(const Edit &A, const Edit &B) {
  if (A.span.offset == B.span.offset)
    return true;
  return A.span.offset < B.span.endOffset && B.span.offset < A.span.endOffset;
}

class Planner {
public:
  Planner(const std::map<std::string, uint64_t> &T) : Texts(T) {}

  void add(const Fix &F) {
    for (const Edit &E : F.edits)
      if (!E.span.valid() || !readable(E.span.file) ||
          E.span.endOffset > Before[E.span.file].size() ||
          E.span.offset > E.span.endOffset)
        return;
    std::vector<Edit> Fresh;
    for (const Edit &E : F.edits) {
      bool Known = false;
      for (const Edit &Other : Edits[E.span.file]) {
        Known |= sameEdit(E, Other);
        if (!sameEdit(E, Other) && clash(E, Other)) {
          ++Plan.deferred;
          return;
        }
      }
      if (!Known)
        Fresh.push_back(E);
    }
    // All of it was told by another unit.
    if (Fresh.empty())
      return;
    ++Plan.applied;
    for (Edit &E : Fresh)
      Edits[E.span.file].push_back(std::move(E));
  }

  FixPlan finish() {
    for (auto &[File, List] : Edits) {
      if (List.empty())
        continue;
      std::sort(List.begin(), List.end(), [](const Edit &A, const Edit &B) {
        return std::tie(A.span.offset, A.span.endOffset) <
               std::tie(B.span.offset, B.span.endOffset);
      });
      Plan.changes.push_back(
          {File, Before[File], applyEdits(Before[File], List)});
    }
    return std::move(Plan);
  }

private:
  /// Its text is there and is what was read.
  bool readable(const std::string &File) {
    if (Before.count(File))
      return true;
    if (!Refused.insert(File).second)
      return false;
    std::string Text;
    auto Known = Texts.find(File);
    if (!project::readFile(File, Text))
      Plan.refused.push_back("cannot read " + File);
    else if (Known == Texts.end() || Known->second != project::hashText(Text))
      Plan.refused.push_back(File + " has changed since it was read");
    else {
      Refused.erase(File);
      Before[File] = std::move(Text);
      return true;
    }
    return false;
  }

  const std::map<std::string, uint64_t> &Texts;
  FixPlan Plan;
  std::map<std::string, std::string> Before;
  std::map<std::string, std::vector<Edit>> Edits;
  std::set<std::string> Refused;
};

} // namespace

FixPlan planFixes(const std::vector<Finding> &Findings,
                  const std::map<std::string, uint64_t> &Texts) {
  Planner P(Texts);
  for (const Finding &F : Findings)
    if (!F.fixes.empty() && !F.partial)
      P.add(F.fixes.front());
  return P.finish();
}

} // namespace tool
} // namespace torchtidy
