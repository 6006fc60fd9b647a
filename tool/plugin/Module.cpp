//===- Module.cpp - the checks, as clang-tidy finds them --------*- C++ -*-===//
#include "TorchCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang/Basic/Version.h"
// From 22 on the registry is in ClangTidyModule.h.
#if CLANG_VERSION_MAJOR < 22
#include "clang-tidy/ClangTidyModuleRegistry.h"
#endif
#include <cstdio>
#include <cstdlib>

namespace torchtidy {
namespace plugin {

class Module : public clang::tidy::ClangTidyModule {
public:
  void
  addCheckFactories(clang::tidy::ClangTidyCheckFactories &Factories) override {
    for (const RuleInfo &Rule : allRules())
      Factories.registerCheckFactory(
          Rule.name,
          [](llvm::StringRef Name, clang::tidy::ClangTidyContext *Context) {
            return std::make_unique<TorchCheck>(Name, Context);
          });
  }
};

/// A plugin fits one major only. In another clang-tidy it would end somewhere
/// in a missing symbol, or worse: it says so when it is loaded, and ends there.
static bool fitsTheHost() {
  const std::string Host = clang::getClangFullVersion(); // the host's function
  const std::string Word = "version ";
  size_t At = Host.find(Word);
  int Major =
      At == std::string::npos ? 0 : std::atoi(Host.c_str() + At + Word.size());
  if (Major == 0 || Major == CLANG_VERSION_MAJOR)
    return true;
  std::fprintf(stderr,
               "torch-tidy: error: this plugin is for clang-tidy %d, and this "
               "is clang-tidy %d: load torch-tidy-plugin-%d.so\n",
               CLANG_VERSION_MAJOR, Major, Major);
  std::fflush(stderr);
  std::_Exit(2);
}
[[maybe_unused]] static const bool Fits = fitsTheHost();

static clang::tidy::ClangTidyModuleRegistry::Add<Module>
    Registration("torch-module", "Device checks for code that uses LibTorch.");

} // namespace plugin
} // namespace torchtidy
