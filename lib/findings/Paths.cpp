//===- Paths.cpp - one file under several names -----------------*- C++ -*-===//
#include "findings/Paths.h"
#include <filesystem>
#include <vector>

namespace torchtidy {

namespace fs = std::filesystem;

std::string normalizePath(const std::string &Path) {
  if (Path.empty())
    return Path;
  return fs::path(Path).lexically_normal().generic_string();
}

static std::string rootOf(const std::string &Root) {
  std::string R = normalizePath(Root);
  if (R.size() > 1 && R.back() == '/')
    R.pop_back();
  return R;
}

bool isUnder(const std::string &Path, const std::string &Root) {
  if (Root.empty())
    return false;
  std::string P = normalizePath(Path), R = rootOf(Root);
  if (R == "/")
    return P.size() > 1 && P[0] == '/';
  return P.size() > R.size() + 1 && P.compare(0, R.size(), R) == 0 &&
         P[R.size()] == '/';
}

std::string displayPath(const std::string &Path, const std::string &Root) {
  if (!isUnder(Path, Root))
    return Root.empty() ? Path : normalizePath(Path);
  std::string P = normalizePath(Path), R = rootOf(Root);
  return P.substr(R == "/" ? 1 : R.size() + 1);
}

/// Components from the last to the first, without leading "..".
static std::vector<std::string> reversed(const std::string &Path) {
  std::vector<std::string> Out;
  for (const fs::path &Part : fs::path(normalizePath(Path)))
    if (Part != "/" && Part != ".." && Part != ".")
      Out.insert(Out.begin(), Part.string());
  return Out;
}

bool sameFile(const std::string &A, const std::string &B,
              const std::string &Root) {
  if (A.empty() || B.empty())
    return false;
  if (normalizePath(A) == normalizePath(B))
    return true;
  if (isUnder(A, Root) && isUnder(B, Root))
    return false;
  std::vector<std::string> X = reversed(A), Y = reversed(B);
  std::size_t Common = 0;
  while (Common < X.size() && Common < Y.size() && X[Common] == Y[Common])
    ++Common;
  bool BothAbsolute = A[0] == '/' && B[0] == '/';
  if (!BothAbsolute)
    return Common > 0 && (Common == X.size() || Common == Y.size());
  return Common >= 2;
}

} // namespace torchtidy
