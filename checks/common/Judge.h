//===- Judge.h - what a rule works with -------------------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_JUDGE_H
#define TORCHTIDY_CHECKS_COMMON_JUDGE_H

#include "checks/Checks.h"
#include "checks/common/Report.h"
#include "flow/Flow.h"
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>

namespace torchtidy {

// Words of the layers below that every rule speaks.
using facts::ClassFacts;
using facts::FunctionFacts;
using facts::FunctionKind;
using facts::Instr;
using facts::Op;
using facts::TypeRole;
using flow::Alt;
using flow::Device;
using flow::Meeting;
using flow::Side;
using flow::Site;
using flow::Source;
using flow::StoreEvent;
using flow::Symbol;
using flow::Tri;
using flow::Value;

/// One member (or a part of one, "opts.table", "layers[*]") of a class that
/// ought to be registered, and all that the project does with it.
struct Member {
  const facts::ClassFacts *cls = nullptr;
  const facts::FieldFact *field = nullptr; ///< of the class
  const facts::FieldFact *leaf = nullptr;  ///< of "opts.table": the table
  int path = -1;    ///< without elements: of "layers[*]" that of "layers"
  std::string name; ///< "cache", "opts.table"
  facts::TypeRole role = facts::TypeRole::Other;
  std::vector<const flow::StoreEvent *> stores;
  std::vector<const flow::Meeting *> meetings; ///< in which it is one side
  std::vector<const flow::FieldUse *> uses;
  std::vector<const flow::ModuleMove *> moves;
  bool registered = false;
};

struct Clash;

class Judge {
public:
  Judge(const flow::ProjectFlow &F, const JudgeOptions &O);

  const flow::ProjectFlow &flow;
  const JudgeOptions &options;
  std::vector<Finding> findings;
  /// Fault of each finding: two with the same key are one fault, and the
  /// earlier rule speaks unless its level is lower. "" is no key.
  std::vector<std::string> faults;

  Report report(const char *Rule, Level L, const facts::SourceSpan &At,
                std::string Message, const std::string &Fault = "");
  /// Told at \p At, which is also the fault.
  Report report(const char *Rule, Level L, Site At, std::string Message);
  Span span(const facts::SourceSpan &S) const;
  Span span(flow::Site S) const { return span(flow.instr(S).span); }
  Note note(std::string Message, const facts::SourceSpan &S) const {
    return {std::move(Message), span(S)};
  }
  static std::string fault(flow::Site S) {
    return std::to_string(S.fn) + ":" + std::to_string(S.instr);
  }

  /// Members of modules (and of classes bound to TorchScript).
  const std::vector<Member> &members() const { return all; }
  /// Members of other classes that move what they hold to a device: agents,
  /// pipelines, policies.
  const std::vector<Member> &carried() const { return ofMovers; }
  /// The member that a path below self belongs to: the path without elements.
  int memberOf(int Path) const;
  /// The member that a device is the device of, -1 if it is no member's.
  int memberOf(const flow::Device &D) const;
  /// Sources of a member of a class that is no module, when every store to it
  /// is seen and leaves a tensor made on cpu that nobody moves; else empty.
  std::vector<flow::Source> madeOnCpu(int Path) const;
  /// Every body of the class, and of those above it, was seen, and *this goes
  /// nowhere unseen: "never" can be said of it.
  bool closed(const facts::ClassFacts &C) const;
  /// A constructor, reset(), a member initialiser, or what only these call.
  bool constructs(int Fn) const;
  /// The class whose object the function runs on; null for free functions.
  const facts::ClassFacts *classOf(int Fn) const;
  bool inModule(int Fn) const;
  /// A data set's: what it does with tensors happens on the host.
  bool inDataset(int Fn) const;
  /// The side of a meeting that is the member.
  Side sideOf(const Meeting &M, const Member &Of) const {
    return flow::sideOf(M, memberOf(M.a.device) == Of.path);
  }
  /// How many of Module::to's virtual overloads the class overrides with a
  /// body for which \p Pred holds.
  unsigned overriddenMoves(const facts::ClassFacts &C,
                           const std::function<bool(int Fn)> &Pred) const;
  /// 'x', 'this->w' or "the input" for one side of a meeting.
  std::string nameOf(const flow::Alt &A) const;
  /// What more there is to say of where it is, after its name: ", which moves
  /// with the module".
  std::string whereabouts(const flow::Alt &A) const;
  /// A side that is, or may be, on an accelerator when the program uses one.
  bool deviceful(const flow::Device &D) const;
  bool isChosen(const flow::Device &D) const;
  /// Not cpu by its name, or chosen at run time: no argument's, no member's.
  bool isNamed(const Device &D) const {
    return D.kind == Device::Concrete ? D.type != "cpu" : isChosen(D);
  }
  /// A stored device of a plain object that is cpu wherever the project's code
  /// sets it.
  bool isCpuThroughout(const Device &D) const;
  /// An accelerator by its name, or one that was chosen at run time.
  bool isAway(const Device &D) const {
    return D.isAccelerator() || isChosen(D);
  }
  /// The instruction that made what the side is; none: an argument, or unknown.
  Site madeAt(const Alt &A) const;
  /// True if a path below self is registered: by the project, or by one of
  /// LibTorch's modules.
  bool registeredPath(int Path) const;
  /// One of the user's modules holds parameters, buffers or modules.
  bool hasState(const facts::TypeFact &T) const;

private:
  void findMovers();
  void collectMembers();
  std::vector<Member> all, ofMovers;
  std::set<const facts::ClassFacts *> movers;
  std::multimap<int, const flow::StoreEvent *> plainStores; ///< by member
  mutable std::map<int, bool> cpuThroughout;                ///< by path
  mutable std::map<int, bool> constructing;
  friend const std::map<flow::Site, Clash> &findClashes(const Judge &J);
  mutable std::shared_ptr<const std::map<flow::Site, Clash>> clashes;
};

/// Asks every rule that the options enable.
void askRules(Judge &J);

/// A call below (and including) \p Root in the expression tree of a function
/// for which \p Pred holds; -1 if there is none.
int findInTree(const facts::FunctionFacts &F, int Root,
               const std::function<bool(const facts::Instr &)> &Pred);

/// The row of the LibTorch function that an instruction calls, or null.
const api::Row *rowOf(const facts::Instr &I);

/// What a variable of this type moves is a module, though it may be somebody
/// else's: `Net`, `Linear`, `shared_ptr<Net>`.
inline bool handlesModule(facts::TypeRole R) {
  return R == facts::TypeRole::Module || R == facts::TypeRole::ModuleHolder ||
         R == facts::TypeRole::SmartPtr;
}

/// The instruction calls a function of LibTorch's that plays this role and, if
/// \p Info is given, asks for this.
bool hasRole(const Instr &I, api::Role Role, const char *Info = nullptr);

/// \p L, and no surer than \p Most.
inline Level atMost(Level Most, Level L) { return std::max(Most, L); }

#define TT_RULE(Id, Name, Summary) void check##Id(Judge &J);
#include "findings/Rules.def"

} // namespace torchtidy

#endif
