//===- Words.h - the words of a run's findings ------------------*- C++ -*-===//
//
// Lower case, no full stop; both parties named; advice in a note that starts
// with a verb and shows code.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_RUNTIME_WORDS_H
#define TORCHTIDY_RUNTIME_WORDS_H

#include "findings/Finding.h"
#include "runtime/Modules.h"
#include "runtime/common/Symbols.h"

namespace torchtidy {
namespace rt {

/// One tensor of a finding: who it is, where it is, who made it.
struct TensorWords {
  std::string argument; ///< "other"; empty if it is none
  std::string device;   ///< "cuda:0"
  Origin origin;
  std::string function; ///< that made it: "Net::forward"
  std::string modulePath, member;
  bool rebound =
      false;          ///< another tensor is registered under the member's name
  bool loose = false; ///< its module is in no tree that the program moved
  std::string named;  ///< by a guest: "constant c0"; its origin goes with it
  Origin source;      ///< of a result: a factory; kind is empty if unknown

  void setMember(const MemberInfo &M);
  /// \p Frames of the call that made it, innermost first.
  void setMade(const std::string &Op, bool IsFactory,
               const std::vector<SourceFrame> &Frames);
  /// The factory of what it was computed from.
  void setSource(const std::string &Op, const std::vector<SourceFrame> &Frames);
  /// "member 'cache' of ProblemLayer ('encoder.0'), never registered, made by
  /// …"
  std::string describe() const;
};

void wordMix(Finding &F, const TensorWords &Odd, const TensorWords &First);
/// One tensor is where the operator can't have it, whatever the others.
void wordAlone(Finding &F, const TensorWords &Odd, const std::string &Reason);
void wordHostAccess(Finding &F, const TensorWords &T);

/// Message and notes, as a person reads them. Notes are indented.
std::string textOf(const Finding &F);

/// The same in clang's form, one line a place, with an end of line.
std::string clangText(const Finding &F);

} // namespace rt
} // namespace torchtidy

#endif
