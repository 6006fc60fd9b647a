//===- LoadModule.h - what is loaded only when it is needed -----*- C++ -*-===//
#ifndef TORCHTIDY_FRONT_LOADMODULE_H
#define TORCHTIDY_FRONT_LOADMODULE_H

#include <string>
#include <vector>

namespace torchtidy {
namespace front {

/// Where the module \p Name is that belongs to this program: beside the
/// program, or where it is built or installed to. "" if there is none; \p Tried
/// gets the paths that were looked at. Loads nothing.
std::string modulePath(const std::string &Name,
                       std::vector<std::string> *Tried = nullptr);

/// Loads the module \p Name, which stays, and asks its function \p Entry, which
/// takes the caller's \p Border and returns nullptr when the module's own is
/// another. Throws std::runtime_error, with the path and the loader's words,
/// when there is no module or none that fits. \p Task: what it does, for that.
const void *loadModule(const std::string &Name, const char *Task,
                       const char *Entry, const char *Border);

} // namespace front
} // namespace torchtidy

#endif
