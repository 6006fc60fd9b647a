//===- ClangModule.cpp - finding and loading the Clang module -------------===//
#include "front/ClangModule.h"
#include "project/Paths.h"
#include <dlfcn.h>
#include <filesystem>
#include <mutex>
#include <stdexcept>

namespace fs = std::filesystem;

namespace torchtidy {
namespace front {

namespace {

/// From the program's own folder, links resolved.
const char *const Places[] = {"", "../lib", "../lib/torch-tidy",
                              TORCHTIDY_MODULE_FOLDER};

const TorchTidyClang *load() {
  std::vector<std::string> Tried;
  std::string Path = clangModulePath(&Tried);
  if (Path.empty()) {
    std::string Why = "the module that parses, " TORCHTIDY_MODULE_NAME
                      ", is missing. Looked for";
    for (const std::string &T : Tried)
      Why += (&T == &Tried.front() ? " " : ", ") + T;
    throw std::runtime_error(Why);
  }
  // All of its symbols are its own: nothing of ours is found by it.
  void *Module = ::dlopen(Path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!Module) {
    const char *Words = ::dlerror();
    throw std::runtime_error("cannot load " + Path + ": " +
                             (Words ? Words : "the loader gives no reason"));
  }
  void *Symbol = ::dlsym(Module, TORCHTIDY_CLANG_ENTRY);
  if (!Symbol)
    throw std::runtime_error(Path + " is no module of torch-tidy");
  const TorchTidyClang *Clang =
      reinterpret_cast<TorchTidyClangEntry *>(Symbol)(TORCHTIDY_BORDER);
  if (!Clang)
    throw std::runtime_error(Path + " is of another version than this program, "
                                    "'" TORCHTIDY_BORDER "'");
  return Clang;
}

const TorchTidyClang &clang() {
  static std::once_flag Flag;
  static const TorchTidyClang *Clang = nullptr;
  static std::string Why;
  std::call_once(Flag, [] {
    try {
      Clang = load();
    } catch (const std::exception &E) {
      Why = E.what();
    }
  });
  if (!Clang)
    throw std::runtime_error(Why);
  return *Clang;
}

} // namespace

std::string clangModulePath(std::vector<std::string> *Tried) {
  std::error_code EC;
  fs::path Program = fs::read_symlink("/proc/self/exe", EC);
  if (EC)
    return "";
  for (const char *Place : Places) {
    std::string Path = project::absolutePath(
        (fs::path(Place) / TORCHTIDY_MODULE_NAME).string(),
        Program.parent_path().string());
    if (fs::exists(Path, EC))
      return Path;
    if (Tried && (Tried->empty() || Tried->back() != Path))
      Tried->push_back(Path);
  }
  return "";
}

project::UnitResult parse(const project::CompileCommand &C,
                          const project::ParseOptions &O) {
  const TorchTidyClang &Clang = clang();
  std::string Request = project::toBytes(project::ParseRequest{C, O});
  std::string Answer;
  Clang.parse(
      Request.data(), Request.size(),
      [](void *Context, const char *Bytes, size_t Size) {
        static_cast<std::string *>(Context)->assign(Bytes, Size);
      },
      &Answer);
  return project::unitFromBytes(Answer);
}

} // namespace front
} // namespace torchtidy
