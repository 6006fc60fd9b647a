//===- Module.cpp - the checks, as clang-tidy finds them
//-------------------===//
#include "TorchCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#if __has_include("clang-tidy/ClangTidyModuleRegistry.h")
// From 22 on the registry is in ClangTidyModule.h.
#include "clang/Basic/Version.h"
#if CLANG_VERSION_MAJOR < 22
#include "clang-tidy/ClangTidyModuleRegistry.h"
#endif
#endif

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

static clang::tidy::ClangTidyModuleRegistry::Add<Module>
    Registration("torch-module", "Device checks for code that uses LibTorch.");

} // namespace plugin
} // namespace torchtidy
