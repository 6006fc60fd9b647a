//===- Directives.h - what a text includes, and under what ------*- C++ -*-===//
//
// Rather one include too many than one too few: what may be an include in some
// reading of the text is one, also in a comment or in a branch that isn't
// taken.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_PROJECT_DIRECTIVES_H
#define TORCHTIDY_PROJECT_DIRECTIVES_H

#include <string>
#include <string_view>
#include <vector>

namespace torchtidy {
namespace project {

struct IncludeDirective {
  std::string name;    ///< as it is written; of a macro: its name
  bool angled = false; ///< <name>
  bool macro = false;
  bool next = false; ///< #include_next
  /// Stands where only another system's compiler comes to, or behind a
  /// __has_include: it isn't missed.
  bool optional = false;
};

struct Directives {
  std::vector<IncludeDirective> includes;
  /// Modules, or a spelling that isn't understood: anything may be included.
  bool unclear = false;
  /// The text suppresses findings of ours (NOLINT).
  bool suppresses = false;
};

/// Of others' texts, the system's and libraries', the includes are enough: all
/// that is conditional in them is optional.
enum class Author { User, Others };

Directives directivesOf(std::string_view Text, Author A);

} // namespace project
} // namespace torchtidy

#endif
