//===- Modules.h - what a module holds, and what to() does to it -*- C++ -*-===//
//
// Findings say what is wrong; this says what there is: every tensor and module
// that a module of the project keeps, for the report and for the editor.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FINDINGS_MODULES_H
#define TORCHTIDY_FINDINGS_MODULES_H

#include "findings/Finding.h"

namespace torchtidy {

/// One tensor or module that a member of a module holds.
struct HeldState {
  /// What happens to it when its module is moved.
  enum Fate {
    Moves,       ///< it is registered
    MovedByHand, ///< the class itself moves it, outside a constructor
    StaysBehind, ///< never registered, and a finding says so
    OnCpu,       ///< annotated: it is meant to stay on the CPU
    Unknown,     ///< not registered as far as was seen, and no harm is known
  };
  std::string name; ///< "cache"; of a part "opts.table"
  std::string type; ///< as written: "torch::Tensor"
  std::string kind; ///< parameter | buffer | module, by its registration; else
                    ///< tensor | module | state
  std::string registeredAs; ///< "running_mean"; empty: not registered, or under
                            ///< a name that isn't a literal
  Fate fate = Unknown;
  std::string device;  ///< on which it is made: "cpu", "cuda:0"; empty: not known
  std::string factory; ///< "torch::zeros"; empty: not known
  Span declared;       ///< of its name
  Span registered;     ///< the call that registers it
  Span made;           ///< what is stored in it while the module is built
};

/// A class of the project that derives from torch::nn::Module.
struct ModuleState {
  std::string name; ///< as written in the project: "Net"
  Span declared;    ///< of its name
  /// Every body of the class was seen. Otherwise what is Unknown may be
  /// registered where nobody looked.
  bool whole = false;
  std::vector<HeldState> held; ///< in the order of declaration
};

/// "moves", "moved by hand", "stays behind", "on cpu", "unknown".
const char *toString(HeldState::Fate F);
/// Returns false and leaves \p Out alone if \p S is no fate.
bool parseFate(const std::string &S, HeldState::Fate &Out);

/// What a finding of \p Findings tells of a held state: those whose odd tensor
/// is this member of this module.
std::vector<const Finding *> findingsOf(const ModuleState &M,
                                        const HeldState &H,
                                        const std::vector<Finding> &Findings);

} // namespace torchtidy

#endif
