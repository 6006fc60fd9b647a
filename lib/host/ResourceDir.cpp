//===- ResourceDir.cpp - where Clang's own headers are --------------------===//
#include "host/ResourceDir.h"
#include "project/Paths.h"
#include "clang/Basic/Version.h"
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>

namespace fs = std::filesystem;

namespace torchtidy {
namespace host {

std::string resourceDir(std::vector<std::string> *Tried) {
  const std::string Major = std::to_string(CLANG_VERSION_MAJOR);
  std::vector<fs::path> Candidates;
  // Beside the Clang library that was loaded: right when a package moved it.
  Dl_info Info;
  if (dladdr(reinterpret_cast<void *>(
                 static_cast<std::string (*)()>(&clang::getClangFullVersion)),
             &Info) &&
      Info.dli_fname) {
    fs::path Lib = fs::path(project::realPath(Info.dli_fname)).parent_path();
    Candidates.push_back(Lib / "clang" / Major);
    Candidates.push_back(Lib / ".." / ("llvm-" + Major) / "lib" / "clang" /
                         Major);
  }
  Candidates.push_back(TORCHTIDY_RESOURCE_DIR);
  Candidates.push_back("/usr/lib/llvm-" + Major + "/lib/clang/" + Major);
  Candidates.push_back("/usr/lib/clang/" + Major);
  Candidates.push_back("/usr/local/lib/clang/" + Major);
  for (const fs::path &C : Candidates) {
    std::error_code EC;
    std::string Path = project::absolutePath(C.string());
    if (fs::exists(fs::path(Path) / "include" / "stddef.h", EC))
      return Path;
    if (Tried)
      Tried->push_back(Path);
  }
  return "";
}

std::string gccHeaders() {
  std::string Best;
  int BestVersion = -1;
  std::error_code EC;
  for (fs::directory_iterator Triple("/usr/lib/gcc", EC), End;
       !EC && Triple != End; Triple.increment(EC)) {
    std::error_code Inner;
    for (fs::directory_iterator V(Triple->path(), Inner); !Inner && V != End;
         V.increment(Inner)) {
      int Version = std::atoi(V->path().filename().c_str());
      fs::path Headers = V->path() / "include";
      bool Better = Version > BestVersion ||
                    (Version == BestVersion && Headers.string() < Best);
      if (Better && fs::exists(Headers / "stddef.h", Inner)) {
        BestVersion = Version;
        Best = Headers.string();
      }
    }
  }
  return Best;
}

void recordGccHeaders(cache::Recorder &Notes) {
  Notes.listed("/usr/lib/gcc");
  std::error_code EC;
  for (fs::directory_iterator Triple("/usr/lib/gcc", EC), End;
       !EC && Triple != End; Triple.increment(EC))
    Notes.listed(Triple->path().string());
  std::string Found = gccHeaders();
  if (!Found.empty())
    Notes.probe(Found + "/stddef.h");
}

} // namespace host
} // namespace torchtidy
