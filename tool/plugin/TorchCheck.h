//===- TorchCheck.h - one rule as a clang-tidy check ------------*- C++ -*-===//
#ifndef TORCHTIDY_PLUGIN_TORCHCHECK_H
#define TORCHTIDY_PLUGIN_TORCHCHECK_H

#include "UnitRun.h"
#include "clang-tidy/ClangTidyCheck.h"

namespace torchtidy {
namespace plugin {

/// Reports the findings of the rule it is named after.
class TorchCheck : public clang::tidy::ClangTidyCheck {
public:
  TorchCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);

  bool isLanguageVersionSupported(const clang::LangOptions &L) const override {
    return L.CPlusPlus11;
  }
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override;
  void onEndOfTranslationUnit() override;
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) override;

private:
  void report(const Finding &F);
  clang::SourceLocation locate(const std::string &File, unsigned Offset);
  void addFix(clang::DiagnosticBuilder &D, const Fix &F);

  const std::string Rule;
  clang::tidy::ClangTidyContext *const Tidy;
  const std::string Profile;         ///< "": the project's
  const std::optional<Level> Lowest; ///< levels below it aren't reported
  std::shared_ptr<UnitRun> Run;
};

} // namespace plugin
} // namespace torchtidy

namespace clang {
namespace tidy {
template <> struct OptionEnumMapping<torchtidy::Level> {
  static llvm::ArrayRef<std::pair<torchtidy::Level, llvm::StringRef>>
  getEnumMapping();
};
} // namespace tidy
} // namespace clang

#endif
