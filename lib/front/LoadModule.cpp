//===- LoadModule.cpp - what is loaded only when it is needed -------------===//
#include "front/LoadModule.h"
#include "project/Paths.h"
#include <dlfcn.h>
#include <filesystem>
#include <stdexcept>

namespace fs = std::filesystem;

namespace torchtidy {
namespace front {

/// From the program's own folder, links resolved.
static const char *const Places[] = {"", "../lib", "../lib/torch-tidy",
                                     TORCHTIDY_MODULE_FOLDER};

std::string modulePath(const std::string &Name,
                       std::vector<std::string> *Tried) {
  std::error_code EC;
  fs::path Program = fs::read_symlink("/proc/self/exe", EC);
  if (EC)
    return "";
  for (const char *Place : Places) {
    std::string Path = project::absolutePath((fs::path(Place) / Name).string(),
                                             Program.parent_path().string());
    if (fs::exists(Path, EC))
      return Path;
    if (Tried && (Tried->empty() || Tried->back() != Path))
      Tried->push_back(Path);
  }
  return "";
}

const void *loadModule(const std::string &Name, const char *Task,
                       const char *Entry, const char *Border) {
  std::vector<std::string> Tried;
  std::string Path = modulePath(Name, &Tried);
  if (Path.empty()) {
    std::string Why = std::string("the module that ") + Task + ", " + Name +
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
  void *Symbol = ::dlsym(Module, Entry);
  if (!Symbol)
    throw std::runtime_error(Path + " is no module of torch-tidy");
  const void *Answer =
      reinterpret_cast<const void *(*)(const char *)>(Symbol)(Border);
  if (!Answer)
    throw std::runtime_error(Path +
                             " is of another version than this program, "
                             "'" +
                             Border + "'");
  return Answer;
}

} // namespace front
} // namespace torchtidy
