//===- Paths.h - file names and texts, without the process's cwd -*- C++
//-*-===//
//
// Translation units run side by side, so nothing here changes or trusts the
// working directory of the process except where it says so.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_PROJECT_PATHS_H
#define TORCHTIDY_PROJECT_PATHS_H

#include <string>

namespace torchtidy {
namespace project {

/// Absolute, with "." and ".." taken out by name; symbolic links stay.
std::string absolutePath(const std::string &Path, const std::string &Directory);
/// The same, from the process's working directory.
std::string absolutePath(const std::string &Path);

/// Links resolved as far as the file exists.
std::string realPath(const std::string &Path);

/// True for \p Directory itself and what lies under it. Both absolute.
bool isUnder(const std::string &Path, const std::string &Directory);

bool readFile(const std::string &Path, std::string &Text);
/// Throws std::runtime_error, "cannot read PATH".
std::string textOf(const std::string &Path);

/// .cpp and the like; .cu is one too.
bool isSourceName(const std::string &Path);
bool isHeaderName(const std::string &Path);

} // namespace project
} // namespace torchtidy

#endif
