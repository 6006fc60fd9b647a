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
      false;           ///< another tensor is registered under the member's name
  bool script = false; ///< its module is TorchScript's
  bool loose = false;  ///< its module is in no tree that the program moved
  std::string named;   ///< by a guest: "constant c0"; its origin goes with it
  Origin source;       ///< of a result: a factory; kind is empty if unknown
  /// Operators between the two, the last first: "aten::pow, net.cpp:12".
  std::vector<std::string> through;

  void setMember(const MemberInfo &M);
  /// \p Frames of the call that made it, innermost first.
  void setMade(const std::string &Op, bool IsFactory,
               const std::vector<SourceFrame> &Frames);
  /// The factory, or the move, of what it was computed from.
  void setSource(const std::string &Op, bool IsFactory,
                 const std::vector<SourceFrame> &Frames);
  /// An operator on the way from there.
  void addStep(const std::string &Op, const std::vector<SourceFrame> &Frames);
  /// "member 'cache' of ProblemLayer ('encoder.0'), never registered, made by
  /// …"
  std::string describe() const;
};

void wordMix(Finding &F, const TensorWords &Odd, const TensorWords &First);
/// One tensor is where the operator can't have it, whatever the others.
void wordAlone(Finding &F, const TensorWords &Odd, const std::string &Reason);
/// \p First: the tensor that the generator's numbers are for; its argument is
/// empty for a factory.
void wordGenerator(Finding &F, const std::string &Generator,
                   const TensorWords &First);
/// from_blob over memory of the host, with options that say \p Device.
void wordHostPointer(Finding &F, const std::string &Device);
/// A member is no longer the tensor registered under its name.
void wordDrift(Finding &F, const TensorWords &T);
/// A module keeps a tensor that it doesn't register. \p ByOwner: its
/// constructor made it.
void wordKept(Finding &F, const TensorWords &T, bool ByOwner);
void wordHostAccess(Finding &F, const TensorWords &T);

/// Message and notes, as a person reads them. Notes are indented.
std::string textOf(const Finding &F);

} // namespace rt
} // namespace torchtidy

#endif
