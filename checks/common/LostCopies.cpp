//===- LostCopies.cpp - moves that reach only a copy ------------*- C++ -*-===//
#include "checks/common/LostCopies.h"
#include "checks/common/Edits.h"
#include "checks/common/Operands.h"
#include <algorithm>

namespace torchtidy {

using facts::Storage;

int rootVar(const FunctionFacts &F, int Id) {
  while (Id >= 0 && F.instrs[Id].op != Op::Var) {
    const Instr &I = F.instrs[Id];
    Id = I.receiver >= 0 ? I.receiver : I.operands.empty() ? -1 : I.operands[0];
  }
  return Id < 0 ? -1 : F.instrs[Id].var;
}

namespace {

class Copies {
public:
  Copies(const Judge &J, int Fn) : J(J), fn(Fn), F(J.flow.function(Fn)) {}

  std::vector<LostCopy> run() {
    for (size_t Id = 0; Id < F.instrs.size(); ++Id) {
      stored(int(Id));
      writtenBack(int(Id));
    }
    return std::move(found);
  }

  bool reachesReader(int Var, int Id) const {
    const facts::VarFact &V = F.vars[Var];
    bool Outside = V.type.reference || V.type.role == TypeRole::Pointer ||
                   V.storage == Storage::Global ||
                   V.storage == Storage::StaticLocal ||
                   V.storage == Storage::Capture;
    return Outside || readAfter(Var, Id);
  }

  bool refersIntoList(int Var) const {
    return F.vars[Var].type.reference && !listOf(Var).empty();
  }

private:
  bool isVar(int Id, int Var) const {
    return Id >= 0 && F.instrs[Id].op == Op::Var && F.instrs[Id].var == Var;
  }

  /// The move that a value is, within an optional or an IValue; -1: none.
  int moveOf(int Id) const {
    while (Id >= 0 && F.instrs[Id].op == Op::Construct &&
           F.instrs[Id].operands.size() == 1)
      Id = F.instrs[Id].operands[0];
    const api::Row *R = Id < 0 ? nullptr : rowOf(F.instrs[Id]);
    return R && R->role == api::Role::MoveTensor && F.instrs[Id].receiver >= 0
               ? Id
               : -1;
  }

  /// A field or element of a variable, not of what it points to.
  bool isPart(int Id) const {
    while (Id >= 0 &&
           (F.instrs[Id].op == Op::Field || F.instrs[Id].op == Op::Element) &&
           !F.instrs[Id].operands.empty()) {
      Id = F.instrs[Id].operands[0];
      TypeRole R = Id < 0 ? TypeRole::Other : F.instrs[Id].type.role;
      if (R != TypeRole::Record && R != TypeRole::Tuple)
        return false;
    }
    return Id >= 0 && F.instrs[Id].op == Op::Var;
  }

  template <class Visit> void usersOf(int Id, Visit V) const {
    for (size_t U = 0; U < F.instrs.size(); ++U) {
      const Instr &I = F.instrs[U];
      if (I.receiver == Id || std::find(I.operands.begin(), I.operands.end(),
                                        Id) != I.operands.end())
        V(int(U));
    }
    for (const facts::Block &B : F.blocks)
      if (B.cond == Id)
        V(-1);
  }

  /// Somebody may read it through another name: a reference, a lambda.
  bool shared(int Var) const {
    for (const Instr &I : F.instrs) {
      if (I.op != Op::Lambda && I.op != Op::AddressOf && I.op != Op::Bind)
        continue;
      for (int O : I.operands)
        if (isVar(O, Var))
          return true;
    }
    return F.incomplete; // by a part that isn't seen, perhaps
  }

  /// Whether a variable's value can still be read after an instruction.
  bool readAfter(int Var, int Store) const {
    if (shared(Var))
      return true;
    auto Reads = [&](int Id) {
      const Instr &I = F.instrs[Id];
      for (size_t K = 0; K < I.operands.size(); ++K)
        if (isVar(I.operands[K], Var) && !(I.op == Op::Store && K == 0))
          return true;
      return isVar(I.receiver, Var);
    };
    std::vector<char> Seen(F.blocks.size());
    std::vector<std::pair<int, int>> Work; // block, first instruction
    for (size_t B = 0; B < F.blocks.size(); ++B)
      if (Store >= F.blocks[B].first && Store < F.blocks[B].last)
        Work.push_back({int(B), Store + 1});
    while (!Work.empty()) {
      auto [B, First] = Work.back();
      Work.pop_back();
      bool Killed = false;
      for (int I = First; I < F.blocks[B].last && !Killed; ++I) {
        if (Reads(I))
          return true;
        const Instr &X = F.instrs[I];
        Killed = X.op == Op::Bind ? X.var == Var
                                  : X.op == Op::Store && !X.operands.empty() &&
                                        isVar(X.operands[0], Var);
      }
      if (isVar(F.blocks[B].cond, Var))
        return true;
      if (Killed)
        continue;
      for (int S : F.blocks[B].succs)
        if (!Seen[S]) {
          Seen[S] = 1;
          Work.push_back({S, F.blocks[S].first});
        }
    }
    return false;
  }

  /// Nothing is done with an object but that parts of it are moved.
  bool onlyMoved(int Var) const {
    if (shared(Var))
      return false;
    bool Only = true;
    for (size_t Id = 0; Id < F.instrs.size(); ++Id) {
      if (!isVar(int(Id), Var))
        continue;
      usersOf(int(Id), [&](int U) {
        if (U < 0 || (!isPart(U) && F.instrs[U].op != Op::Store))
          Only = false;
        else if (F.instrs[U].op == Op::Store)
          Only &= F.instrs[U].operands[0] == int(Id);
        else
          usersOf(U,
                  [&](int User) { Only &= User >= 0 && movesPart(User, U); });
      });
    }
    return Only;
  }

  /// `b.x = b.x.to(d)`: its store, or its move.
  bool movesPart(int User, int Part) const {
    const Instr &I = F.instrs[User];
    if (I.op == Op::Store)
      return I.operands.size() > 1 && I.operands[0] == Part &&
             moveOf(I.operands[1]) >= 0;
    if (moveOf(User) != User || I.receiver != Part)
      return false;
    bool Back = true;
    usersOf(User, [&](int U) {
      Back &= U >= 0 && F.instrs[U].op == Op::Store &&
              rootVar(F, F.instrs[U].operands[0]) == rootVar(F, Part);
    });
    return Back;
  }

  /// What a variable was begun with: its first store's value, or what a loop
  /// binds it to.
  int begunWith(int Var) const {
    for (const Instr &I : F.instrs)
      if ((I.op == Op::Bind && I.var == Var && !I.operands.empty()) ||
          (I.op == Op::Store && I.storeKind == facts::StoreKind::Init &&
           I.operands.size() > 1 && isVar(I.operands[0], Var)))
        return I.operands.back();
    return -1;
  }

  /// The unnamed variable of the structured binding that a variable is part
  /// of; -1: of none.
  int boundWhole(int Var) const {
    for (const Instr &I : F.instrs)
      if (I.op == Op::Bind && I.var == Var && !I.operands.empty()) {
        int Root = rootVar(F, I.operands[0]);
        if (Root >= 0 && Root != Var && F.vars[Root].name.empty())
          return Root;
      }
    return -1;
  }

  /// Whose copy a variable is; "": it is none, or somebody's own.
  std::string copyOf(int Var) const {
    const facts::VarFact &V = F.vars[Var];
    // A part of a structured binding is a copy when the whole is one.
    if (int Whole = boundWhole(Var); Whole >= 0)
      return copyOf(Whole);
    if (V.type.reference || V.type.rvalueReference ||
        V.type.role == TypeRole::Pointer || V.type.role == TypeRole::SmartPtr)
      return "";
    if (V.rangeFor)
      return "the loop's own copy";
    if (V.storage == Storage::Param)
      return "the function's own copy";
    // `auto t = list[i];`: one of several. A copy of a certain one may only be
    // left over.
    const int From = V.storage == Storage::Local ? begunWith(Var) : -1;
    if (From >= 0 && F.instrs[From].op == Op::Element &&
        F.instrs[From].text == "*")
      return "a copy of the handle";
    return "";
  }

  /// The loop's variable refers into a list that is nobody's any more: one that
  /// was returned, or the function's own.
  std::string listOf(int Var) const {
    const int Bound = begunWith(Var);
    if (Bound < 0)
      return "";
    // An optimizer answers with its own list.
    if (findInTree(F, Bound, [](const Instr &X) {
          const api::Row *L = rowOf(X);
          return L && L->role == api::Role::Handles && !X.type.reference;
        }) >= 0)
      return "an element of the list that was returned";
    const Instr &E = F.instrs[Bound];
    if (E.op != Op::Element || E.operands.empty() || E.operands[0] < 0 ||
        F.instrs[E.operands[0]].op != Op::Var)
      return "";
    const int List = F.instrs[E.operands[0]].var;
    const facts::VarFact &L = F.vars[List];
    bool Own = L.storage == Storage::Param && !L.type.reference &&
               L.type.role == TypeRole::Container &&
               L.type.name.compare(0, 5, "std::") == 0 && !shared(List);
    for (size_t Id = 0; Own && Id < F.instrs.size(); ++Id)
      if (isVar(int(Id), List))
        usersOf(int(Id),
                [&](int U) { Own &= U >= 0 && F.instrs[U].op == Op::Element; });
    return Own ? "an element of the function's own copy" : "";
  }

  void stored(int Id) {
    const Instr &I = F.instrs[Id];
    if (I.op != Op::Store || I.storeKind != facts::StoreKind::Assign ||
        I.operands.size() < 2 || I.operands[0] < 0)
      return;
    const Instr &Target = F.instrs[I.operands[0]];
    const int Move = moveOf(I.operands[1]);
    const int Var = rootVar(F, I.operands[0]);
    if (Move < 0 || Var < 0 || rootVar(F, F.instrs[Move].receiver) != Var)
      return;
    const facts::VarFact &V = F.vars[Var];
    const bool Whole = Target.op == Op::Var;
    const Instr &Moved = F.instrs[F.instrs[Move].receiver];
    std::string What, Advice;
    if (V.rangeFor &&
        (V.type.reference || (!Whole && !isPart(I.operands[0])))) {
      // `item.value() = item.value().to(d)` of a list of handles, too.
      bool Itself = Whole ? Moved.op == Op::Var || Moved.op == Op::Call
                          : !Target.text.empty() && Target.text == Moved.text;
      What = Itself ? listOf(Var) : "";
      Advice = What.find("returned") != std::string::npos
                   ? "move the module: net->to(device)"
                   : "take the list by reference, or return it";
      if (!Whole ? What.find("returned") == std::string::npos
                 : readAfter(Var, Id))
        return;
    } else {
      What = copyOf(Var);
      if (What.empty() ||
          (Whole ? readAfter(Var, Id)
                 : !isPart(I.operands[0]) || !onlyMoved(Var)) ||
          (!Whole && !told.insert(Var).second))
        return;
      Advice = V.rangeFor
                   ? "take each by reference: for (auto &" + V.name + " : …)"
               : V.storage == Storage::Param
                   ? "return the moved tensor, or take it by reference"
                   : "take it by reference: auto &" + V.name + " = …";
    }
    if (What.empty())
      return;
    const std::string Name =
        Whole ? std::string(V.name) : sourceOf(F, I.operands[0]);
    found.push_back({Id, V.name,
                     "'" + Name + "' is " + What +
                         "; moving it leaves the original where it was",
                     Advice});
  }

  /// `p.data() = p.data().to(d)`, `x[0] = x[0].cuda()`: a temporary takes the
  /// values, in place.
  void writtenBack(int Id) {
    const Instr &I = F.instrs[Id];
    if (I.op != Op::Call || I.api != api::form::AssignTensor ||
        I.callee == "at::" + I.api || I.receiver < 0 || I.operands.size() != 1)
      return;
    const int Move = moveOf(I.operands[0]);
    const Instr &Target = F.instrs[I.receiver];
    if (Move < 0 || !movesToDevice(J, fn, Move) || Target.op != Op::Call)
      return;
    const Instr &Moved = F.instrs[F.instrs[Move].receiver];
    bool Same = !Target.text.empty() && Target.text == Moved.text;
    bool OfIt = Target.operands.empty() && Target.receiver >= 0 &&
                Moved.op == Op::Var && isVar(Target.receiver, Moved.var);
    if (!Same && !OfIt)
      return;
    const std::string Name = oneLine(Target.text);
    found.push_back({Id, Name,
                     "'" + Name +
                         "' is a temporary: it takes the values in place and "
                         "stays where it was",
                     "move the module, or replace the tensor: "
                     "p.set_data(p.to(device))"});
  }

  const Judge &J;
  const int fn;
  const FunctionFacts &F;
  std::vector<LostCopy> found;
  std::set<int> told;
};

} // namespace

bool isReadAfter(const Judge &J, int Fn, int Var, int Id) {
  return Copies(J, Fn).reachesReader(Var, Id);
}

bool refersIntoReturnedList(const Judge &J, int Fn, int Var) {
  return Copies(J, Fn).refersIntoList(Var);
}

std::vector<LostCopy> lostCopies(const Judge &J, int Fn) {
  return Copies(J, Fn).run();
}

} // namespace torchtidy
