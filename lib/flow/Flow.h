//===- Flow.h - devices and origins over a whole project --------*- C++ -*-===//
//
// Summaries bottom-up over the call graph, then the abstract device and origin
// of every tensor at every call. Rules ask it; none computes devices itself.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FLOW_FLOW_H
#define TORCHTIDY_FLOW_FLOW_H

#include "api/LibTorch.h"
#include "flow/Value.h"
#include <array>
#include <memory>
#include <set>
#include <unordered_map>

namespace torchtidy {
namespace flow {

/// A place in the code: indices of ProjectFacts::functions and its instrs.
struct Site {
  int fn = -1, instr = -1;
  bool operator<(const Site &O) const {
    return std::tie(fn, instr) < std::tie(O.fn, O.instr);
  }
  bool operator==(const Site &O) const {
    return fn == O.fn && instr == O.instr;
  }
};

/// The numbers 0 to \p Count - 1, for `for`.
class Indices {
public:
  explicit Indices(size_t Count) : count(int(Count)) {}
  struct Iterator {
    int at;
    int operator*() const { return at; }
    Iterator &operator++() {
      ++at;
      return *this;
    }
    bool operator!=(const Iterator &O) const { return at != O.at; }
  };
  Iterator begin() const { return {0}; }
  Iterator end() const { return {count}; }

private:
  int count;
};

/// The instructions of a function, by number.
inline Indices instrs(const facts::FunctionFacts &F) {
  return Indices(F.instrs.size());
}

/// Two tensors (or a module and a tensor) reach one operator that may refuse
/// them on different devices.
struct Meeting {
  Site at;   ///< the operator
  Site call; ///< the call in the function that holds this, if at is elsewhere
  std::string op, argA, argB;
  Alt a, b;
  bool refusesA = false; ///< a on cpu while b is on an accelerator is refused
  bool refusesB = false;
  bool scalarA = false; ///< … but not if a is 0-dim
  bool scalarB = false;
  bool moduleA = false, moduleB = false; ///< the side is a module's state
  /// Two accelerators are refused as well, whichever side is on which.
  bool apart = false;
  /// The side is this on every way that was seen; else on some.
  bool onlyA = true, onlyB = true;
  bool generator = false; ///< a is the generator, b what it fills
};

/// A meeting as one of its sides sees it.
struct Side {
  const Alt &mine, &other;
  const std::string &arg;
  bool refused;      ///< mine on cpu while the other is on an accelerator
  bool unlessScalar; ///< … but not if mine is 0-dim
  bool module, otherModule;
  bool only, otherOnly;

  /// Refused, and mine isn't known to be 0-dim where that makes it right.
  bool isRefused() const {
    return refused && !(unlessScalar && mine.zeroDim == Tri::Yes);
  }
};
inline Side sideOf(const Meeting &M, bool IsA) {
  return IsA ? Side{M.a,       M.b,       M.argA,  M.refusesA, M.scalarA,
                    M.moduleA, M.moduleB, M.onlyA, M.onlyB}
             : Side{M.b,       M.a,       M.argB,  M.refusesB, M.scalarB,
                    M.moduleB, M.moduleA, M.onlyB, M.onlyA};
}
/// a's first.
inline std::array<Side, 2> sidesOf(const Meeting &M) {
  return {{sideOf(M, true), sideOf(M, false)}};
}

/// An argument that LibTorch reads on the host.
struct HostArgument {
  Site at;
  Site call; ///< as in Meeting
  std::string op, arg;
  Alt value;
  bool only = true; ///< as in Meeting
};

struct StoreEvent {
  Site at;
  int path = -1; ///< below Paths::self(), whatever the object
  Value value;
  bool init = false;
  bool ownObject = false; ///< a member of *this
  /// What the place held before may be registered (in this function).
  bool overRegistered = false;
  /// The new value is registered now.
  bool registered = false;
  /// The new value isn't registered, and some module that it contains is.
  bool partsRegistered = false;
  /// The new value shares storage with a registered tensor, and isn't it.
  bool viewsRegistered = false;
  /// The new value was computed from one registered tensor alone.
  bool copiesRegistered = false;
  /// A part of an aggregate that is stored as a whole.
  bool part = false;
  /// The new value is what the place held, moved to a device or type.
  bool selfMove = false;
};

struct RegisterEvent {
  Site at;
  api::Role role = api::Role::RegisterBuffer;
  std::string name; ///< "" if it isn't a literal
  Value value;
  int path = -1; ///< the argument, when it is a field; below Paths::self()
};

/// Tensors or a module reach an export, a save or a load.
struct SinkEvent {
  Site at;
  Site call;                     ///< as in Meeting
  const api::Row *row = nullptr; ///< null: Python's, see name
  std::string name;
  std::vector<Value> args;
  std::vector<int> argInstrs; ///< of the function that holds this; -1 none
  Value receiver;
};

/// What is done to a module, an archive or an optimizer. A function's stand in
/// the order of its code, with those of its callees at their calls.
struct OrderEvent {
  enum Kind {
    Move,     ///< object moves in place, to device
    Load,     ///< object is what was read
    Fill,     ///< object is filled with what was read
    Freeze,   ///< object is a copy of other, with constants for state
    Grow,     ///< object registers other
    Optimize, ///< object is an optimizer made over other
    Step,     ///< object, an optimizer, makes a step
    Escape,   ///< object goes where what is done to it isn't seen
  };
  Kind kind = Move;
  Site at;
  Site call; ///< as in Meeting
  Value object, other;
  Device device;
  Tri given = Tri::No; ///< Load, Fill: a device was
  int path = -1; ///< of the object: a member below Paths::self(), or a global
};

struct FieldUse {
  enum Kind { Passed, Returned, Captured };
  Site at;
  Kind kind = Passed;
  int path = -1;
};

struct ModuleMove {
  Site at;
  int path = -1; ///< of a member, below Paths::self()
  Value object;
  Device device;
};

/// The host reads or writes memory of a tensor: through a pointer or an
/// accessor of it.
struct HostAccess {
  Site at;   ///< the dereference
  Site call; ///< as in Meeting
  Alt tensor;
  bool always = true; ///< no way leaves it anywhere else
};

/// What one function does, in terms of its arguments and of *this.
struct FunctionFlow {
  enum State { Fresh, Running, Done };
  State state = Fresh;
  bool capped = false;
  std::vector<Value> values; ///< by instruction: what it was, on any path
  std::vector<char> reached; ///< by instruction
  std::vector<Meeting> meetings;
  std::vector<HostArgument> hostArguments;
  std::vector<StoreEvent> stores;
  std::vector<RegisterEvent> registers;
  std::vector<SinkEvent> sinks;
  std::vector<FieldUse> uses;
  std::vector<ModuleMove> moves;
  std::vector<OrderEvent> order;
  std::vector<HostAccess> hostAccesses;
  std::vector<std::pair<Site, Value>> returns;
  Value result;
  // Effects, for callers.
  std::map<int, Value> fieldsOut; ///< by path below self
  std::set<int> assigned;         ///< paths of fieldsOut assigned on every way
  std::map<int, Value> paramsOut; ///< by parameter: what a reference holds
  std::map<int, Value> partsOut;  ///< by path below a parameter that is one
  std::set<int> registered;       ///< identities
  std::set<std::pair<int, int>> contains;
  bool escapesThis = false;
  std::set<int> calledBy; ///< functions of the project that call it
  /// What the last reading of it left, for its calls of itself; null: they
  /// don't return yet.
  std::shared_ptr<FunctionFlow> previous;
  enum Recursion { NotSeen, Assumed, GivenUp };
  Recursion recursion = NotSeen;
};

class ProjectFlow {
public:
  explicit ProjectFlow(const facts::ProjectFacts &P);
  ~ProjectFlow();
  ProjectFlow(const ProjectFlow &) = delete;

  const facts::ProjectFacts &facts;
  Paths paths;
  Names names;

  const FunctionFlow &of(int Fn) const { return *flows[Fn]; }
  size_t size() const { return flows.size(); }
  /// The functions, by number.
  Indices functions() const { return Indices(flows.size()); }

  int functionIndex(const facts::Text &Id) const;
  const facts::ClassFacts *classOf(const facts::Text &Id) const;
  const facts::FunctionFacts &function(int Fn) const {
    return facts.functions[Fn];
  }
  const facts::Instr &instr(Site S) const {
    return facts.functions[S.fn].instrs[S.instr];
  }
  const facts::FieldFact *field(const std::string &Cls,
                                const std::string &Name) const;
  /// Type of a field of a class whose definition isn't the project's, as its
  /// uses show it; null if nothing uses it.
  const facts::TypeFact *libraryField(const std::string &Cls,
                                      const std::string &Name) const;
  /// True if the module, or one above or below it, registers what this path
  /// below self holds, somewhere in the project.
  bool isRegistered(int Path) const;
  /// A user's class and the user's classes it derives from, nearest first.
  std::vector<const facts::ClassFacts *> hierarchy(const facts::Text &Id) const;
  /// Something in the project speaks of an accelerator or of a device that is
  /// chosen at run time.
  bool speaksOfDevices() const {
    return !speaking.empty() || facts.speaksElsewhere;
  }
  /// … in this file.
  bool speaksOfDevices(int File) const { return speaking.count(File) != 0; }
  /// Some class, member or variable is on the CPU on purpose.
  bool keepsOnCpu = false;

  // For the interpreter.
  FunctionFlow &summary(int Fn);
  unsigned specialising = 0; ///< calls with callables that are being read
  Value globalValue(const std::string &Id, TypeRole Role);
  /// Some class of the project overrides this method, by its qualified name.
  bool isOverridden(const std::string &Name) const {
    return overridden.count(Name) != 0;
  }
  /// Functions of the default member initialisers of a class.
  const std::vector<int> &fieldInits(const std::string &Cls) const;
  void markRegistered(int Path) { registeredPaths.insert(Path); }
  /// What an operator says to one argument on another device than the rest.
  enum Probe {
    Refused = 1,      ///< on cpu, the others on an accelerator
    UnlessScalar = 2, ///< … but not if it is 0-dim
    RefusedApart = 4, ///< on another accelerator than the others
    HostOnly = 8,     ///< it must be on cpu, wherever the others are
  };
  /// \p Spec: api::Call::spec.
  int probe(const std::string &Op, const std::vector<std::string> &Names,
            size_t Odd, const std::string &Spec = std::string()) const;

private:
  bool concerns(const facts::TypeFact &T) const;
  bool concerns(const facts::FunctionFacts &F) const;
  void findCarriers();
  void findSpeech();
  void findPurpose();
  void repeat(int Fn);
  std::vector<std::unique_ptr<FunctionFlow>> flows;
  std::unordered_map<facts::Text, int> functionIds;
  std::unordered_map<facts::Text, int> classIds;
  std::unordered_map<std::string, std::vector<int>> globalInits;
  std::set<std::string> globalsStored;
  std::unordered_map<std::string, std::vector<int>> initsOfClass;
  std::set<int> registeredPaths;
  mutable std::unordered_map<std::string, int> probes;
  std::set<int> speaking; ///< files
  std::set<std::string> overridden;
  std::set<std::string> carriers; ///< classes that may hold a tensor, by id
  std::map<std::pair<std::string, std::string>, const facts::TypeFact *>
      libraryFields;
};

/// An argument, or a field of one, that a path stands for.
struct ArgumentPlace {
  int var = -1;     ///< index of the parameter or capture, -1: none
  std::string text; ///< "x", "batch.data"; "" if it can't be spelled
  TypeRole role = TypeRole::Other; ///< of what it holds
};
ArgumentPlace argumentOf(const ProjectFlow &F, int Fn, int Path);

/// An annotation says of the function, its class or the function around it that
/// its tensors live on the CPU on purpose.
bool runsOnCpu(const ProjectFlow &F, int Fn);
/// … of the field, or of the class of what it holds.
bool keptOnCpu(const ProjectFlow &F, const facts::FieldFact &Field);

/// "cuda:0", "device of 'x'", "device of the module" … for messages.
std::string describe(const ProjectFlow &F, const Device &D);

} // namespace flow
} // namespace torchtidy

#endif
