//===- LibTorch.cpp - which LibTorch a program is linked to ---------------===//
#include "LibTorch.h"
#include "ElfFile.h"
#include "Program.h"
#include <cstring>
#include <filesystem>
#include <fstream>
#include <regex>

namespace fs = std::filesystem;

namespace torchtidy {
namespace rehearse {
namespace {

bool isThere(const fs::path &P) {
  std::error_code Error;
  return fs::exists(P, Error);
}

/// What \p Pattern's first group matches in a line of \p File, or "".
std::string findInFile(const fs::path &File, const char *Pattern) {
  std::ifstream In(File);
  std::regex Wanted(Pattern);
  std::smatch M;
  for (std::string Line; std::getline(In, Line);)
    if (std::regex_search(Line, M, Wanted))
      return M[1];
  return "";
}

std::string hexadecimal(const std::string &Bytes) {
  static const char Digits[] = "0123456789abcdef";
  std::string Text;
  for (unsigned char C : Bytes)
    Text += {Digits[C >> 4], Digits[C & 15]};
  return Text;
}

/// A function of c10 that takes a std::string: its name says which one.
bool hasNewAbi(const fs::path &Directory) {
  std::error_code Error;
  fs::path C10;
  for (const auto &Entry : fs::directory_iterator(Directory, Error))
    if (Entry.path().filename().string().rfind("libc10.so", 0) == 0)
      C10 = Entry.path();
  if (C10.empty())
    return true;
  return ElfFile(C10.string()).hasSymbol([](const char *Name) {
    return std::strstr(Name, "torchCheckFail") &&
           std::strstr(Name, "__cxx1112basic_string");
  });
}

/// Headers are in \p Root/include, as in a zip or a wheel, or with the
/// system's.
void findHeaders(LibTorch &T, const fs::path &Root) {
  fs::path Base =
      T.kind == LibTorch::Debian ? "/usr/include" : Root / "include";
  fs::path Api = Base / "torch/csrc/api/include";
  if (isThere(Base / "ATen/core/Tensor.h") && isThere(Api / "torch/version.h"))
    T.includes = {Base.string(), Api.string()};
  for (fs::path Cmake :
       {Root / "share/cmake/Torch", Root / "lib/cmake/Torch",
        Root / "cmake/Torch", fs::path(T.library).parent_path() / "cmake/Torch",
        fs::path("/usr/share/cmake/Torch")})
    if (isThere(Cmake / "TorchConfig.cmake") &&
        (T.kind == LibTorch::Debian ||
         Cmake.string().compare(0, 11, "/usr/share/") != 0)) {
      T.cmake = Cmake.string();
      return;
    }
}

void findVersion(LibTorch &T, const fs::path &Root) {
  T.version = findInFile(Root / "build-version", R"(^\s*(\d\S*))");
  if (T.version.empty())
    T.version = findInFile(Root / "version.py",
                           R"(__version__\s*=\s*['"]([^'"]+)['"])");
  if (T.version.empty() && !T.includes.empty()) {
    fs::path Header = fs::path(T.includes.back()) / "torch/version.h";
    T.version = findInFile(Header, R"(define TORCH_VERSION_MAJOR (\d+))") +
                "." +
                findInFile(Header, R"(define TORCH_VERSION_MINOR (\d+))") +
                "." + findInFile(Header, R"(define TORCH_VERSION_PATCH (\d+))");
  }
  std::smatch M;
  std::string Name = fs::path(T.library).filename().string();
  // libtorch_cpu.so.1.13.0
  static const std::regex Soname(R"(\.so\.(\d+\.\d+))");
  if (T.version.empty() && std::regex_search(Name, M, Soname))
    T.version = M[1];
}

} // namespace

LibTorch inspectLibTorch(const std::string &Library) {
  LibTorch T;
  std::error_code Error;
  fs::path Real = fs::canonical(Library, Error);
  if (Error)
    Real = Library;
  T.library = Real.string();
  ElfFile File(T.library);
  if (File.isElf())
    T.buildId = hexadecimal(File.buildId());
  fs::path Beside = Real.parent_path(), Root = Beside.parent_path();
  if (T.library.compare(0, 9, "/usr/lib/") == 0 &&
      T.library.find("-packages/") == std::string::npos)
    T.kind = LibTorch::Debian;
  else if (isThere(Root / "version.py") && isThere(Root / "__init__.py"))
    T.kind = LibTorch::Pip;
  else if (isThere(Root / "build-version") || isThere(Root / "include/torch"))
    T.kind = LibTorch::Zip;
  T.newAbi = hasNewAbi(Beside);
  T.cuda = isThere(Beside / "libtorch_cuda.so") ||
           isThere(Beside / "libc10_cuda.so");
  findHeaders(T, Root);
  findVersion(T, Root);
  return T;
}

std::string LibTorch::text() const {
  static const char *const From[] = {" of the system", " from a zip",
                                     " from a pip package", ""};
  return "LibTorch " + (version.empty() ? "of unknown version" : version) +
         From[kind] + ", " + (newAbi ? "new" : "old") + " C++ ABI, " +
         (cuda ? "CUDA" : "CPU") + " build: " + library;
}

} // namespace rehearse
} // namespace torchtidy
