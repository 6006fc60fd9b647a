//===- SearchFlags.cpp - where a command looks for headers ----------------===//
#include "project/SearchFlags.h"
#include "project/Paths.h"
#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace fs = std::filesystem;

namespace torchtidy {
namespace project {

namespace {

bool startsWith(const std::string &S, const char *P) {
  return S.rfind(P, 0) == 0;
}

/// Options that bring in text, or move the system's folders.
const char *const Unclear[] = {"-include-pch",
                               "-fmodule",
                               "-fmodules",
                               "-fimplicit-module",
                               "-fbuild-session",
                               "-ivfsoverlay",
                               "-iframework",
                               "-F",
                               "-iprefix",
                               "-iwithprefix",
                               "-isysroot",
                               "--sysroot",
                               "-B",
                               "--gcc-toolchain",
                               "--gcc-install-dir",
                               "-gcc-toolchain",
                               "-target",
                               "--target",
                               "-stdlib",
                               "-I-",
                               "-Wp,",
                               "-Xpreprocessor",
                               "-fms-",
                               "-cxx-isystem",
                               "-stdlib++-isystem",
                               "-internal-",
                               "-embed",
                               "-cl-",
                               "-trigraphs",
                               "-foffload"};

/// Options with a folder or file, in the order in which they must be tried.
struct Option {
  const char *name;
  std::vector<std::string> SearchFlags::*list;
  bool folder;
};
const Option Options[] = {
    {"-isystem", &SearchFlags::system, true},
    {"-idirafter", &SearchFlags::system, true},
    {"-iquote", &SearchFlags::quoted, true},
    {"--include-directory=", &SearchFlags::user, true},
    {"-I", &SearchFlags::user, true},
    {"-imacros", &SearchFlags::forced, false},
    {"-include", &SearchFlags::forced, false},
    {"-D", &SearchFlags::macros, false},
};

std::vector<std::string> subfolders(const std::string &Folder) {
  std::vector<std::string> Out;
  std::error_code EC;
  for (fs::directory_iterator It(Folder, EC), End; !EC && It != End;
       It.increment(EC))
    Out.push_back(It->path().string());
  // The newest of several versions first: "13" before "9".
  std::sort(Out.begin(), Out.end(),
            [](const std::string &A, const std::string &B) {
              return A.size() != B.size() ? A.size() > B.size() : A > B;
            });
  return Out;
}

std::vector<std::string> findUsualFolders() {
  std::vector<std::string> Out;
  std::error_code EC;
  auto Add = [&](const std::string &F) {
    if (fs::is_directory(F, EC) &&
        std::find(Out.begin(), Out.end(), F) == Out.end())
      Out.push_back(F);
  };
  std::vector<std::string> Triples;
  for (const std::string &F : subfolders("/usr/include"))
    if (F.find("-linux") != std::string::npos)
      Triples.push_back(F);
  for (const std::string &V : subfolders("/usr/include/c++")) {
    Add(V);
    std::string Version = fs::path(V).filename().string();
    for (const std::string &T : Triples)
      Add(T + "/c++/" + Version);
    for (const std::string &S : subfolders(V)) // Fedora's, SUSE's
      if (S.find("-linux") != std::string::npos)
        Add(S);
    Add(V + "/backward");
  }
  Add("/usr/local/include");
  for (const std::string &T : Triples)
    Add(T);
  Add("/usr/include");
  for (const std::string &T : subfolders("/usr/lib/gcc"))
    for (const std::string &V : subfolders(T))
      Add(V + "/include");
  for (const std::string &L : subfolders("/usr/lib"))
    if (L.find("/llvm-") != std::string::npos)
      for (const std::string &V : subfolders(L + "/lib/clang"))
        Add(V + "/include");
  for (const char *Clang : {"/usr/lib/clang", "/usr/lib64/clang"})
    for (const std::string &V : subfolders(Clang))
      Add(V + "/include");
  return Out;
}

/// True if \p A[I] was one of Options; I then stands at its last argument.
bool takeOption(const std::vector<std::string> &A, size_t &I,
                const std::string &Directory, SearchFlags &Out) {
  for (const Option &O : Options) {
    if (!startsWith(A[I], O.name))
      continue;
    std::string Value = A[I].substr(std::string(O.name).size());
    if (Value.empty()) {
      // -Xclang -include -Xclang FILE
      if (I + 2 < A.size() && A[I + 1] == "-Xclang")
        ++I;
      if (++I >= A.size())
        return true;
      Value = A[I];
    }
    if (O.folder) {
      if (Value[0] == '=')
        Value.erase(0, 1); // of a sysroot, which isn't taken
      Value = absolutePath(Value, Directory);
      std::error_code EC;
      if (fs::is_regular_file(Value, EC))
        Out.unclear = A[I]; // a map of headers
    }
    (Out.*O.list).push_back(Value);
    return true;
  }
  return false;
}

} // namespace

const std::vector<std::string> &usualFolders() {
  static const std::vector<std::string> Folders = findUsualFolders();
  return Folders;
}

SearchFlags searchFlags(const std::vector<std::string> &A,
                        const std::string &Directory) {
  SearchFlags Out;
  for (const char *Name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    if (std::getenv(Name))
      Out.unclear = std::string("$") + Name;
  for (size_t I = 1; I < A.size(); ++I) {
    if (A[I] == "-Xclang")
      continue; // what follows is looked at by itself
    bool Odd = std::any_of(std::begin(Unclear), std::end(Unclear),
                           [&](const char *P) { return startsWith(A[I], P); });
    if (startsWith(A[I], "-Wp,-D") || startsWith(A[I], "-Wp,-U"))
      Odd = false;
    if (Odd)
      Out.unclear = A[I];
    else
      takeOption(A, I, Directory, Out);
  }
  return Out;
}

} // namespace project
} // namespace torchtidy
