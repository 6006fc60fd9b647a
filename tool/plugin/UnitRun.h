//===- UnitRun.h - one extraction for all checks of a unit ------*- C++ -*-===//
//
// clang-tidy makes an object for each enabled check and translation unit. They
// share one of these: the facts are read and judged once.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_PLUGIN_UNITRUN_H
#define TORCHTIDY_PLUGIN_UNITRUN_H

#include "checks/Checks.h"
#include "config/Config.h"
#include "findings/Finding.h"
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class ASTContext;
namespace tidy {
class ClangTidyContext;
}
} // namespace clang

namespace torchtidy {
namespace plugin {

class UnitRun {
public:
  /// The run that belongs to the unit that \p Tidy is at: the checks of a unit
  /// live at the same time, so it is one that a check still holds, or a new
  /// one.
  static std::shared_ptr<UnitRun> of(clang::tidy::ClangTidyContext *Tidy);

  /// What .clang-tidy says goes before what .torch-tidy.yaml says.
  void enable(const std::string &Rule,
              const std::optional<std::vector<config::Profile>> &Profiles);
  /// True for the first who asks: it sees to it that setContext is called.
  bool claimContext() { return !std::exchange(Claimed, true); }
  void setContext(clang::ASTContext &C) { Context = &C; }
  clang::ASTContext *context() const { return Context; }

  /// All findings of the enabled rules, as `torch-tidy --single-file` gives
  /// them. Mistakes in .torch-tidy.yaml are told once, through \p Tidy.
  const std::vector<Finding> &findings(clang::tidy::ClangTidyContext &Tidy);

  /// The lowest level that is reported when .clang-tidy names none.
  Level lowest() const { return Lowest; }

private:
  bool readConfig(clang::tidy::ClangTidyContext &Tidy);

  bool Claimed = false;
  clang::ASTContext *Context = nullptr;
  std::string Checks;
  std::optional<std::vector<config::Profile>> Profiles;
  config::Config Config;
  Level Lowest = Level::Likely;
  bool Judged = false;
  std::vector<Finding> Findings;
};

} // namespace plugin
} // namespace torchtidy

#endif
