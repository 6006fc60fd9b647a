//===- LibTorch.h - which LibTorch a program is linked to -------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_REHEARSE_LIBTORCH_H
#define TORCHTIDY_TOOL_REHEARSE_LIBTORCH_H

#include <string>
#include <vector>

namespace torchtidy {
namespace rehearse {

/// One installation, as far as its files tell.
struct LibTorch {
  std::string library; ///< its libtorch_cpu.so, links resolved
  std::string buildId; ///< of that, in hexadecimal digits; may be empty
  std::string version; ///< "1.13.1", "2.6.0+cpu"; empty if nothing says
  bool newAbi = true;  ///< of C++'s std::string: _GLIBCXX_USE_CXX11_ABI
  bool cuda = false;   ///< built for CUDA
  enum Kind { Debian, Zip, Pip, Other } kind = Other;
  /// Headers; empty if there are none.
  std::vector<std::string> includes;
  /// Where TorchConfig.cmake is; empty if there is none.
  std::string cmake;

  /// "LibTorch 2.6.0 from a pip package (old C++ ABI, CUDA build, /…)".
  std::string text() const;
};

/// \p Library: a libtorch_cpu.so. Throws BadProgram if it can't be read.
LibTorch inspectLibTorch(const std::string &Library);

} // namespace rehearse
} // namespace torchtidy

#endif
