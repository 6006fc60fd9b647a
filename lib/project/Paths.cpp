//===- Paths.cpp - file names and texts -----------------------------------===//
#include "project/Paths.h"
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <stdexcept>
#include <sys/stat.h>

namespace fs = std::filesystem;

namespace torchtidy {
namespace project {

std::string absolutePath(const std::string &Path,
                         const std::string &Directory) {
  fs::path P(Path);
  if (P.is_relative())
    P = fs::path(Directory) / P;
  std::string S = P.lexically_normal().string();
  while (S.size() > 1 && S.back() == '/')
    S.pop_back();
  return S;
}

std::string absolutePath(const std::string &Path) {
  std::error_code EC;
  return absolutePath(Path, fs::current_path(EC).string());
}

std::string realPath(const std::string &Path) {
  std::error_code EC;
  fs::path P = fs::weakly_canonical(Path, EC);
  return EC ? Path : P.string();
}

bool isUnder(const std::string &Path, const std::string &Directory) {
  if (Directory == "/" || Path == Directory)
    return true;
  return Path.size() > Directory.size() && Path[Directory.size()] == '/' &&
         Path.compare(0, Directory.size(), Directory) == 0;
}

bool readFile(const std::string &Path, std::string &Text) {
  std::unique_ptr<FILE, int (*)(FILE *)> In(std::fopen(Path.c_str(), "rbe"),
                                            std::fclose);
  struct stat St;
  if (!In || ::fstat(::fileno(In.get()), &St) != 0 || S_ISDIR(St.st_mode))
    return false;
  // Into the text itself; one byte more than expected shows the end at once.
  std::setvbuf(In.get(), nullptr, _IONBF, 0);
  size_t Size = 0;
  Text.resize(size_t(St.st_size) + 1);
  while (size_t N = std::fread(&Text[Size], 1, Text.size() - Size, In.get())) {
    Size += N;
    if (Size == Text.size()) // it grows, or is a pipe
      Text.resize(Size * 2 + 4096);
  }
  Text.resize(Size);
  return !std::ferror(In.get());
}

std::string textOf(const std::string &Path) {
  std::string Text;
  if (!readFile(Path, Text))
    throw std::runtime_error("cannot read " + Path);
  return Text;
}

bool isSourceName(const std::string &Path) {
  static const std::set<std::string> Names = {".cpp", ".cc",   ".cxx", ".c++",
                                              ".C",   ".cp",   ".CPP", ".cu",
                                              ".hip", ".cppm", ".ixx"};
  return Names.count(fs::path(Path).extension().string()) != 0;
}

bool isHeaderName(const std::string &Path) {
  static const std::set<std::string> Names = {".h",   ".hh",  ".hpp", ".hxx",
                                              ".h++", ".H",   ".inl", ".ipp",
                                              ".tpp", ".cuh", ".inc", ".tcc"};
  return Names.count(fs::path(Path).extension().string()) != 0;
}

} // namespace project
} // namespace torchtidy
