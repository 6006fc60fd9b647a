//===- Interp.h - runs one function on abstract values ----------*- C++ -*-===//
#ifndef TORCHTIDY_FLOW_INTERP_H
#define TORCHTIDY_FLOW_INTERP_H

#include "flow/State.h"
#include <optional>

namespace torchtidy {
namespace flow {

/// "push_back" of "std::vector::push_back".
inline std::string_view lastName(std::string_view Name) {
  size_t At = Name.rfind("::");
  return At == std::string_view::npos ? Name : Name.substr(At + 2);
}

/// A pointer to numbers, or to what isn't known yet (void, a template's type).
bool pointsToNumbers(const facts::TypeFact &T);

/// Kinds of identities: who made a tensor or module.
enum IdentityKind { MadeBy, HeldBy, CalledBy, HandleOf };

/// The field of an object whose elements are its fields; null if it isn't
/// known so.
const Value *partOf(const facts::ClassFacts &C, const Value &Whole,
                    const std::string &Field);

class Interp {
public:
  Interp(ProjectFlow &F, int Fn);
  /// For one call, which gives it these callables, by parameter.
  Interp(ProjectFlow &F, int Fn, FunctionFlow &Out, std::map<int, Value> Bound);
  /// To a fixed point over the blocks, then once more to note what happens.
  void run();
  static bool isPython(std::string_view Name);

private:
  using Instr = facts::Instr;

  // Interp.cpp: blocks and plain instructions.
  void runFieldInits();
  void initFields(const std::string &Cls, int Object,
                  const std::set<std::string> &Written);
  void fixpoint();
  void execute(int Block);
  void flowTo(int Block, const State &S);
  Value eval(const Instr &I, int Id);
  Value evalField(const Instr &I);
  Value evalElement(const Instr &I, int Id);
  Value evalIndirection(const Instr &I, int Id);
  Value evalBind(const Instr &I);
  Value evalOther(const Instr &I, int Id);
  Value evalStore(const Instr &I, int Id);
  int pointerVar(const Instr &I) const;
  void noteStore(const Instr &I, int Id, int Place, int Member, const Value &V);
  void runLater(const Instr &I, int Id, const Value &V,
                const std::vector<Value> &Args);
  std::vector<Value> inputsOf(int Lambda);
  Value withState(Value Lambda);
  Value evalPhi(const Instr &I, int Id);
  Value evalConst(const Instr &I);
  Value evalLambda(const Instr &I, int Id);
  void evalReturn(const Instr &I, int Id);
  void finish(const State &Exit);

  // Memory.cpp: places.
  Value read(const Value &V);
  Value readPath(int Path);
  bool anyElement(int List, Value &V);
  bool isMap(int Path) const;
  Value entry(int Path);
  Value entryOfField(int Path);
  Value entryOfParam(int Path);
  void assign(int Path, Value V);
  void forgetBelow(int Path);
  void havoc(int Path);
  int placeOf(int Operand, const Instr &I);
  int varPath(int Var);
  /// The path below self that names this member in events, -1 if none is.
  int memberPath(int Path) const;
  State joinStates(State A, State B);
  TypeRole roleOfPath(int Path) const;
  const facts::TypeFact *typeOfPath(int Path) const;

  // Aggregates.cpp: objects by their fields.
  const facts::ClassFacts *recordAt(int Path) const;
  Value pack(Value V, unsigned Depth = 0);
  bool partOfWhole(int Path, Value &V);
  void noteParts(const Instr &I, int Id, int Place, const Value &V);
  Value aggregate(const Instr &I, const std::vector<Value> &Args);
  void copyParts(int From, int To);
  void notePlaces(const Instr &I, int Id, int Place);
  void storeParts(int To, const Value &V);

  // Refine.cpp: what a branch says.
  State refine(const State &S, const facts::Block &B, bool Taken);
  void refineBy(State &S, int Cond, bool Taken);
  void refineByCompare(State &S, const Instr &I, bool Taken);
  void refineByCall(State &S, const Instr &I, int Cond, bool Taken);
  void equate(State &S, const Value &A, const Value &B);

  // Objects.cpp: objects that are made.
  Value evalConstruct(const Instr &I, int Id);
  Value makeValue(const Instr &I, const std::vector<Value> &Args);
  Value makeList(const Instr &I, const std::vector<Value> &Args);
  Value makeObject(const Instr &I, int Id, const std::vector<Value> &Args);
  bool isNull(const Instr &I, const std::vector<Value> &Args) const;
  std::optional<Value> sameObject(const Instr &I,
                                  const std::vector<Value> &Args);
  void initObject(const Instr &I, int Id, int Place,
                  const std::vector<Value> &Args, Value &V);
  void ownArguments(const Instr &I, int Id, int Owner,
                    const std::vector<Value> &Args, Value &V);
  void openPackage(const Instr &I, int Id, Alt &A);

  // Construct.cpp: options and devices.
  Value makeDevice(const Instr &I);
  Value makeOptions(const std::vector<Value> &Args);
  Value optionsCall(const Instr &I, const api::Row *R);
  Value deviceOfValue(const Value &V, TypeRole Role);
  Value operand(const Instr &I, size_t K);
  std::vector<Value> operands(const Instr &I);

  // Calls.cpp: LibTorch's functions, by role.
  Value ownCall(const Instr &I, int Id, int Callee);
  Value selfCall(const Instr &I, int Id);
  const FunctionFlow *withCallables(int Callee, const std::vector<Value> &Args,
                                    FunctionFlow &Special);
  Value evalCall(const Instr &I, int Id);
  Value apiCall(const Instr &I, int Id);
  Value functionalOption(const Instr &I, int Id);
  Value setData(const Instr &I, const api::Row *R);
  Value receiverOr(const Instr &I, size_t Operand);
  std::optional<Value> valueCall(const Instr &I, int Id, api::Role What,
                                 const api::Row *R);
  std::optional<Value> objectCall(const Instr &I, int Id, api::Role What,
                                  const api::Row *R);
  Value factory(const Instr &I, int Id, const api::Row *R, Value *Like);
  Value moveTensor(const Instr &I, int Id, const api::Row *R);
  void moveObject(const Value &Object, int Path, const Device &To);
  Value moveModule(const Instr &I, int Id);
  void addModule(const Instr &I, int Id);
  Value registerCall(const Instr &I, int Id, api::Role R);
  Value forward(const Instr &I, int Id);
  Value handles(const Instr &I, int Id);

  // Sinks.cpp: what leaves the process, or is handed to Python.
  Value sink(const Instr &I, int Id, const api::Row *R);
  Value pythonCall(const Instr &I, int Id);
  Value pythonObject(const Instr &I);
  Value pythonContents(const Instr &I, size_t K);
  Value pythonMove(const Instr &I, const Value &Method);

  // Order.cpp: what is done to an object, and which leaves keep a gradient.
  OrderEvent *noteOrder(OrderEvent::Kind K, int Id, const Value &Object,
                        int Path);
  static constexpr size_t MaxOrder = 400;
  void noteEscapes(const Instr &I, int Id);
  void noteKept(int Id, int Place, const Value &V);
  Value load(const Instr &I, int Id, const api::Row *R);
  Value clone(const Instr &I, int Id, const api::Row *R);
  void optimizer(const Instr &I, int Id, const Value &V,
                 const std::vector<Value> &Parameters);
  Value requiresGrad(const Instr &I, int Id, const api::Row *R);
  void loseLeaf(Alt &A, const Device &To, int Id) const;
  Value runPackage(const Instr &I, int Id, const api::Row *R);

  // Library.cpp: calls of std, and of the unknown.
  void addToList(const Instr &I, int Id, int List);
  void empty(int Place);
  void assignTied(const Instr &I, int Id);
  std::optional<Value> stdMethod(const Instr &I, int Id, int Place);
  Value stdCall(const Instr &I, int Id);
  Value unknownCall(const Instr &I, int Id);

  // Operators.cpp: who meets whom.
  struct Arg {
    std::string name;
    Value value;
    bool module = false;
  };
  Value operatorCall(const Instr &I, int Id, const api::Row *R);
  Tri sizesGiven(const Instr &I) const;
  void shapeResult(const Instr &I, std::string_view Info,
                   const std::vector<Arg> &Args, Alt &A) const;
  std::vector<Arg> tensorArgs(const Instr &I);
  void addArg(std::vector<Arg> &To, const std::string &Name, const Value &V);
  // Meetings.cpp
  /// \p Spec: api::Call::spec.
  void meet(int Id, const std::string &Op, const std::vector<Arg> &Args,
            bool AllRefuse, const std::string &Spec = std::string());
  void meetGenerator(const Instr &I, int Id, const std::string &Op,
                     const Value &Filled);
  Value generator(const Instr &I, const api::Row *R);
  bool loader(const Instr &I, Alt &A);
  bool partOfLoaded(int Path, Value &V);
  Value combine(const std::vector<Arg> &Args, TypeRole Role, int Id);
  void noteUses(const Instr &I, int Id, FieldUse::Kind K);
  void noteUse(const Value &V, int Id, FieldUse::Kind K);

  // HostAccess.cpp: the host's hand on a tensor's memory.
  void findTouched();
  void touch(const Value &V, Site At, int Id, bool Always);
  void touchThrough(int Pointer, int Id);
  void touchArguments(const Instr &I, int Id);
  Value hostValue(const Instr &I);
  Value hostElement(const Instr &I, int Id);

  // Taught.cpp: functions that aren't LibTorch's.
  static std::string nameOfArg(const Instr &I, size_t K);
  void meetTaught(const Instr &I, int Id);
  Value taughtOperator(const Instr &I, int Id);
  bool hasBody(const Instr &I) const;
  Value answerOnCpu(const Instr &I, int Id, Source::Kind Kind);
  Value taughtMemory(const Instr &I, const api::Row &R);
  Value taughtCall(const Instr &I, int Id);

  // OnPurpose.cpp: what annotations keep on the CPU.
  bool isOnCpu(int Path) const;
  Value onCpuAt(int Path);
  void keepOnCpu(int Path, Value &V, int Id);
  bool crosses(const Instr &I) const;
  std::vector<Source> madeOnCpu(Source S, bool Brought);

  // Summaries.cpp: calls of the project's own functions.
  Value applySummary(const Instr &I, int Id, int Callee, int Receiver,
                     const std::vector<Value> &Args,
                     const std::vector<Value> *Captures);
  struct Subst;
  std::vector<Value> withDefaults(int Callee, std::vector<Value> Args) const;
  void noteStoresOf(const FunctionFlow &S, Subst &Sub, int Id, int Receiver);

  void carryOrder(const FunctionFlow &S, Subst &Sub, int Id);
  Device choice(int Key);
  bool isRegisteredNow(const Value &V) const;
  bool closureRegistered(const State &S, int Identity) const;
  int made(int Id) { return F.names.identity(MadeBy, fn, Id); }

  ProjectFlow &F;
  int fn;
  const facts::FunctionFacts &fun;
  FunctionFlow &out;
  State st;
  std::vector<State> in; ///< by block
  State exit;
  std::vector<Value> vals;
  std::vector<char> evaluated;
  std::vector<char>
      touched; ///< by instruction: a place that is read or written
  bool recording = false;
  std::map<int, Value> bound;   ///< callables that a call gives, by parameter
  std::set<int> ofPhi;          ///< operands of a Phi
  std::map<int, Value> phiVals; ///< … read where they are reached
};

} // namespace flow
} // namespace torchtidy

#endif
