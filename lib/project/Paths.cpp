//===- Paths.cpp - file names and texts
//------------------------------------===//
#include "project/Paths.h"
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

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
  std::error_code EC;
  if (fs::is_directory(Path, EC))
    return false;
  std::ifstream In(Path, std::ios::binary);
  if (!In)
    return false;
  Text.assign(std::istreambuf_iterator<char>(In), {});
  return !In.bad();
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
