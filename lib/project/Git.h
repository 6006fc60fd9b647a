//===- Git.h - what git knows of a work tree --------------------*- C++ -*-===//
#ifndef TORCHTIDY_PROJECT_GIT_H
#define TORCHTIDY_PROJECT_GIT_H

#include <string>
#include <vector>

namespace torchtidy {
namespace project {

/// Standard output of `git -C Directory Arguments…`, run without a shell, a
/// pager or the user's aliases of output. Throws std::runtime_error with git's
/// own words when git isn't there or fails.
std::string git(const std::string &Directory,
                const std::vector<std::string> &Arguments);

} // namespace project
} // namespace torchtidy

#endif
