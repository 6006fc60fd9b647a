//===- Evidence.h - does a run's finding show the analyzer's? ---*- C++ -*-===//
//
// A line number alone is chance: other tensors clash on it too. What counts is
// the odd tensor: where it was made, whose member it is, what it was made from.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FINDINGS_EVIDENCE_H
#define TORCHTIDY_FINDINGS_EVIDENCE_H

#include "findings/Finding.h"
#include "findings/Source.h"
#include <map>
#include <set>

namespace torchtidy {

/// Weakest first. A run's finding speaks for the analyzer's findings for which
/// its evidence is strongest, and for no others.
enum class Evidence {
  None,
  /// A dropped move, and the tensor that was to be moved clashes after it.
  Dropped,
  /// The odd tensor was computed from the finding's, and clashes where it said.
  Derived,
  /// The same member of the same module.
  Member,
  /// Made at the finding's line.
  Made,
  /// Made at the finding's line by the same factory.
  MadeByFactory,
};

class Matcher {
public:
  /// \p Files: to see whether a line speaks of a variable; where a file can't
  /// be read, places alone decide.
  Matcher(Sources &Files, std::string Root)
      : Files(Files), Root(std::move(Root)) {}

  /// What \p Run (of a rehearsal) says about \p Told (of the analyzer).
  Evidence compare(const Finding &Told, const Finding &Run);

  /// Whether \p Line of \p File lies in \p S.
  bool covers(const Span &S, const std::string &File, unsigned Line) const;

  /// The finding's notes that say where it bites ("meets input 'x' here, …",
  /// "runs here, …"), apart from those of where something is declared or made.
  static std::vector<const Note *> uses(const Finding &F);

private:
  bool madeThere(const Finding &Told, const Span &Made) const;
  bool sameMember(const Finding &Told, const Finding &Run) const;
  bool otherMember(const Origin &Told, const Origin &Run) const;
  bool bitesAt(const Finding &Told, const Frame &F) const;
  bool derived(const Finding &Told, const Finding &Run);
  bool dropped(const Finding &Told, const Finding &Run);
  bool reachesAfterDrop(const Finding &Told, const Finding &Run,
                        const Frame &F);
  bool noFunctionEnds(const std::string &File, unsigned From, unsigned To);
  bool movesParameters(const Span &Drop);
  /// Yes, no, or not known: 1, 0, -1.
  int mentions(const std::string &File, unsigned Line, const std::string &Name);

  Sources &Files;
  std::string Root;
};

/// The frames of a run's finding, innermost first; its place when it has none.
std::vector<Frame> framesOf(const Finding &Run);

/// "ns::NetImpl::forward(at::Tensor)" and "Net::forward" name one function.
bool sameFunction(const std::string &A, const std::string &B);

} // namespace torchtidy

#endif
