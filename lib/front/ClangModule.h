//===- ClangModule.h - Clang, loaded when a file has to be parsed -*- C++
//-*-===//
#ifndef TORCHTIDY_FRONT_CLANGMODULE_H
#define TORCHTIDY_FRONT_CLANGMODULE_H

#include "project/Border.h"
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace torchtidy {
namespace front {

/// Where the module is that belongs to this program: beside the program, or
/// where it is built or installed to. "" if there is none; \p Tried gets the
/// paths that were looked at. Loads nothing.
std::string clangModulePath(std::vector<std::string> *Tried = nullptr);

/// Parses by the Clang of the module at clangModulePath(), which is loaded on
/// the first call and stays. Several threads may ask at once. What can't be
/// read gets problems. Throws std::runtime_error, with the path and the
/// loader's words, when there is no module or none that fits.
project::UnitResult parse(const project::CompileCommand &C,
                          const project::ParseOptions &O);
/// … with facts as \p Facts makes them of their bytes.
project::UnitResult
parse(const project::CompileCommand &C, const project::ParseOptions &O,
      const std::function<facts::FileFacts(std::string_view)> &Facts);

} // namespace front
} // namespace torchtidy

#endif
