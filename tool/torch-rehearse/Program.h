//===- Program.h - can this program be rehearsed? ---------------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_REHEARSE_PROGRAM_H
#define TORCHTIDY_TOOL_REHEARSE_PROGRAM_H

#include <map>
#include <stdexcept>
#include <string>

namespace torchtidy {
namespace rehearse {

/// Why nothing was run. what() is a sentence for a person.
struct BadProgram : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The program's LibTorch is not the preloaded object's.
struct OtherLibTorch : BadProgram {
  std::string library; ///< the program's libtorch_cpu.so
  OtherLibTorch(const std::string &Program, const std::string &Theirs,
                const std::string &Own);
};

/// The file that a shell would run for \p Name. Throws BadProgram.
std::string findProgram(const std::string &Name);

/// Libraries that the system's loader takes for an ELF file: soname to path, ""
/// if it finds none. Throws BadProgram.
std::map<std::string, std::string> librariesOf(const std::string &Elf);

/// Throws BadProgram unless \p Program is an ELF program of this machine that
/// loads the very LibTorch that \p Preload was built against; OtherLibTorch if
/// it loads another.
void checkProgram(const std::string &Program, const std::string &Preload);

/// The object to preload, relative to this program. Throws BadProgram.
std::string findPreload();

/// What LD_PRELOAD must say for \p Program: \p Preload, after a sanitizer's
/// library, which insists on being first.
std::string preloadFor(const std::string &Program, const std::string &Preload);

} // namespace rehearse
} // namespace torchtidy

#endif
