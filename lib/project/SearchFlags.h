//===- SearchFlags.h - where a command looks for headers --------*- C++ -*-===//
#ifndef TORCHTIDY_PROJECT_SEARCHFLAGS_H
#define TORCHTIDY_PROJECT_SEARCHFLAGS_H

#include <string>
#include <vector>

namespace torchtidy {
namespace project {

struct SearchFlags {
  std::vector<std::string> quoted; ///< folders for "name" alone: -iquote
  std::vector<std::string> user;   ///< -I
  std::vector<std::string> system; ///< what others wrote: -isystem, -idirafter
  std::vector<std::string> forced; ///< -include, -imacros, as written
  std::vector<std::string> macros; ///< -D, as written
  /// A flag that changes what is read in a way that isn't understood here; "".
  std::string unclear;
};

/// Of \p Arguments as cleanArguments() leaves them. Folders are made absolute
/// from \p Directory.
SearchFlags searchFlags(const std::vector<std::string> &Arguments,
                        const std::string &Directory);

/// Folders where the standard library, the C library and distributions'
/// packages are, whichever compiler is used.
const std::vector<std::string> &usualFolders();

} // namespace project
} // namespace torchtidy

#endif
