//===- Hints.cpp - what to do about a file that doesn't parse -------------===//
#include "host/Hints.h"
#include "project/Paths.h"

namespace torchtidy {
namespace host {

namespace {

bool has(const std::string &Text, const char *Part) {
  return Text.find(Part) != std::string::npos;
}

/// The header of "'torch/torch.h' file not found", else "".
std::string missingHeader(const std::string &Message) {
  if (!has(Message, "file not found"))
    return "";
  size_t Open = Message.find('\''), Close = Message.find('\'', Open + 1);
  return Close == std::string::npos
             ? ""
             : Message.substr(Open + 1, Close - Open - 1);
}

bool isLibTorchName(const std::string &Header) {
  for (const char *Prefix : {"torch/", "ATen/", "c10/", "caffe2/"})
    if (Header.rfind(Prefix, 0) == 0)
      return true;
  return false;
}

/// Include folders of a LibTorch on this machine that has \p Header.
std::string installedFolder(const std::string &Header, cache::Recorder &Notes) {
  for (const char *Base :
       {"/usr/include", "/usr/local/include", "/opt/libtorch/include",
        "/usr/local/libtorch/include"})
    for (const char *Sub : {"", "/torch/csrc/api/include"})
      if (Notes.probe(std::string(Base) + Sub + "/" + Header))
        return std::string(Base) + Sub;
  return "";
}

std::string libTorchHint(const std::string &Header, cache::Recorder &Notes) {
  std::string Found = installedFolder(Header, Notes);
  if (!Found.empty())
    return "LibTorch's header <" + Header + "> is in " + Found +
           ", which the flags don't name: add -I" + Found +
           (Found.rfind("/usr/include", 0) == 0
                ? ""
                : " (and -I of its 'include' folder)");
  return "LibTorch's header <" + Header +
         "> was not found: add -I<libtorch>/include and "
         "-I<libtorch>/include/torch/csrc/api/include, or give the compile "
         "database of the build with -p";
}

const char *const CudaHint =
    "CUDA source needs the CUDA toolkit's headers, and none were found: give "
    "its folder with --cuda-path=DIR behind '--', or leave the file out";

const char *const StandardHint =
    "this LibTorch can't be read as C++20 or later ('c10::IValue' is still "
    "incomplete where its own headers use it): use -std=c++17, which LibTorch "
    "before 2.1 asks for";

void addOnce(std::vector<std::string> &Hints, const std::string &Hint) {
  for (const std::string &H : Hints)
    if (H == Hint)
      return;
  Hints.push_back(Hint);
}

} // namespace

std::vector<std::string> hintsFor(const project::UnitResult &R, bool Cuda,
                                  cache::Recorder &Notes) {
  std::vector<std::string> Hints;
  for (const project::Problem &P : R.problems) {
    std::string Header = missingHeader(P.message);
    if (!Header.empty() && isLibTorchName(Header)) {
      // One header is enough to say which folder is missing.
      if (Hints.empty())
        addOnce(Hints, libTorchHint(Header, Notes));
    } else if (Cuda && (has(P.message, "CUDA") || has(Header, "cuda"))) {
      addOnce(Hints, CudaHint);
    } else if (has(P.message, "incomplete type") &&
               has(P.message, "c10::IValue")) {
      addOnce(Hints, StandardHint);
    } else if (!Header.empty()) {
      addOnce(Hints, "header '" + Header +
                         "' was not found: build the project first if a build "
                         "step makes it, or add its folder with -I");
    }
  }
  if (Cuda && Hints.empty() && !R.problems.empty())
    addOnce(Hints, CudaHint);
  return Hints;
}

} // namespace host
} // namespace torchtidy
