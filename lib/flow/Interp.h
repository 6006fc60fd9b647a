//===- Interp.h - runs one function on abstract values ----------*- C++ -*-===//
#ifndef TORCHTIDY_FLOW_INTERP_H
#define TORCHTIDY_FLOW_INTERP_H

#include "flow/State.h"

namespace torchtidy {
namespace flow {

/// "push_back" of "std::vector::push_back".
inline std::string_view lastName(std::string_view Name) {
  size_t At = Name.rfind("::");
  return At == std::string_view::npos ? Name : Name.substr(At + 2);
}

/// Kinds of identities: who made a tensor or module.
enum IdentityKind { MadeBy, HeldBy, CalledBy, HandleOf };

class Interp {
public:
  Interp(ProjectFlow &F, int Fn);
  /// To a fixed point over the blocks, then once more to note what happens.
  void run();

private:
  using Instr = facts::Instr;

  // Interp.cpp: blocks and plain instructions.
  void runFieldInits();
  void fixpoint();
  void execute(int Block);
  void flowTo(int Block, const State &S);
  Value eval(const Instr &I, int Id);
  Value evalStore(const Instr &I, int Id);
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

  // Refine.cpp: what a branch says.
  State refine(const State &S, const facts::Block &B, bool Taken);
  void refineBy(State &S, int Cond, bool Taken);
  void equate(State &S, const Value &A, const Value &B);

  // Construct.cpp: objects made, options and devices.
  Value evalConstruct(const Instr &I, int Id);
  Value makeDevice(const Instr &I);
  Value makeOptions(const std::vector<Value> &Args);
  Value deviceOfValue(const Value &V, TypeRole Role);
  Value operand(const Instr &I, size_t K);
  std::vector<Value> operands(const Instr &I);

  // Calls.cpp: LibTorch's functions, by role.
  Value ownCall(const Instr &I, int Id, int Callee);
  Value evalCall(const Instr &I, int Id);
  Value apiCall(const Instr &I, int Id);
  Value factory(const Instr &I, int Id, const api::Row *R, Value *Like);
  Value moveTensor(const Instr &I, int Id, const api::Row *R);
  void moveObject(const Value &Object, int Path, const Device &To);
  Value moveModule(const Instr &I, int Id);
  void addModule(const Instr &I, int Id);
  Value registerCall(const Instr &I, int Id, api::Role R);
  Value forward(const Instr &I, int Id);
  Value handles(const Instr &I, int Id);
  Value load(const Instr &I, int Id);
  Value sink(const Instr &I, int Id, const api::Row *R);
  Value stdCall(const Instr &I, int Id);
  Value pythonCall(const Instr &I, int Id, bool &Handled);
  Value unknownCall(const Instr &I, int Id);
  Value optionsCall(const Instr &I, const api::Row *R);

  // Operators.cpp: who meets whom.
  struct Arg {
    std::string name;
    Value value;
    bool module = false;
  };
  Value operatorCall(const Instr &I, int Id, const api::Row *R);
  Tri sizesGiven(const Instr &I) const;
  std::vector<Arg> tensorArgs(const Instr &I);
  void addArg(std::vector<Arg> &To, const std::string &Name, const Value &V);
  void meet(const Instr &I, int Id, const std::string &Op,
            const std::vector<Arg> &Args, bool AllRefuse);
  Value combine(const std::vector<Arg> &Args, TypeRole Role, int Id);
  void noteUses(const Instr &I, int Id, FieldUse::Kind K);
  void noteUse(const Value &V, int Id, FieldUse::Kind K);

  // Summaries.cpp: calls of the project's own functions.
  Value applySummary(const Instr &I, int Id, int Callee, int Receiver,
                     const std::vector<Value> &Args,
                     const std::vector<Value> *Captures);
  struct Subst;

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
  bool recording = false;
};

} // namespace flow
} // namespace torchtidy

#endif
