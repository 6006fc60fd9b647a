//===- Verdicts.h - what is said of findings beside the code ----*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_VERDICTS_H
#define TORCHTIDY_TOOL_VERDICTS_H

#include "findings/Baseline.h"
#include "findings/JsonLines.h"
#include <map>
#include <string>
#include <vector>

namespace torchtidy {
namespace tool {

/// What --format=jsonl of torch-tidy or torch-rehearse wrote. Throws
/// std::runtime_error with a readable reason.
FindingsFile readFindingsFile(const std::string &File);

/// A baseline, what 'torch-tidy confirm' wrote, and what runs wrote: files that
/// change while a server lives.
class Verdicts {
public:
  Verdicts() = default;
  /// Absolute paths; \p Baseline "": none.
  Verdicts(std::string Baseline, std::vector<std::string> Confirmed)
      : BaselineFile(std::move(Baseline)), Files(std::move(Confirmed)) {}

  /// Reads again what has changed. Returns what can't be read, and why.
  std::vector<std::string> refresh();

  /// Another one when apply may say something else.
  const std::string &key() const { return Key; }

  /// Takes out what the baseline holds, and gives the others what runs say of
  /// them. \p Root: of the project.
  void apply(std::vector<Finding> &Findings, const std::string &Root) const;

private:
  std::string BaselineFile;
  std::vector<std::string> Files;
  std::string Key;
  Baseline Known;
  std::map<std::string, Confirmation> Said; ///< by fingerprint
  std::vector<FindingsFile> Runs;
};

} // namespace tool
} // namespace torchtidy

#endif
