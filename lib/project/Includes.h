//===- Includes.h - a file's includes, read as text -------------*- C++ -*-===//
//
// A cheap look at what a source includes, for questions that aren't worth a
// parse: through which source a header is read. Conditionals count as taken and
// macros aren't expanded, so the answer may be too large or too small; nothing
// that decides a finding may ask it.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_PROJECT_INCLUDES_H
#define TORCHTIDY_PROJECT_INCLUDES_H

#include <string>
#include <vector>

namespace torchtidy {
namespace project {

struct IncludeLine {
  std::string name;
  bool angled = false;
};

/// Include directives of a text, in order.
std::vector<IncludeLine> includeLines(const std::string &Text);

/// Folders of -I, -isystem, -iquote in \p Arguments, absolute.
std::vector<std::string>
includeFolders(const std::vector<std::string> &Arguments,
               const std::string &Directory);

/// True if \p Source includes \p RealHeader, directly or through headers that
/// are no LibTorch headers and not in /usr.
bool includeClosureHas(const std::string &Source, const std::string &Directory,
                       const std::vector<std::string> &Arguments,
                       const std::string &RealHeader);

} // namespace project
} // namespace torchtidy

#endif
