//===- Parts.cpp - files that have nothing to do with each other ----------===//
#include "facts/Parts.h"
#include "api/LibTorch.h"
#include "facts/Bytes.h"
#include "facts/Fields.h"
#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

namespace torchtidy {
namespace facts {
namespace {

/// Every id that a file's facts name.
class Ids {
public:
  std::unordered_set<Text> all;

  void id(const char *, Text &T) {
    if (!T.empty())
      all.insert(T);
  }
  template <class V> void operator()(const char *, V &Value, V = V()) {
    visit(Value);
  }
  template <class V> void visit(V &Value) {
    if constexpr (std::is_same_v<V, TypeArgs>) {
      // Many types share a list: one look is enough.
      if (!Value.empty() && Lists.insert(Value.identity()).second)
        for (TypeFact T : Value)
          visit(T);
    } else if constexpr (IsVector<V>::value) {
      if constexpr (std::is_class_v<typename V::value_type>)
        for (auto &E : Value)
          visit(E);
    } else if constexpr (IsStruct<V>) {
      fields(*this, Value);
    }
  }

private:
  std::unordered_set<const void *> Lists;
};

/// Which files are together so far.
class Groups {
public:
  explicit Groups(size_t Count) : Parent(Count) {
    std::iota(Parent.begin(), Parent.end(), size_t(0));
  }
  size_t of(size_t I) {
    while (Parent[I] != I)
      I = Parent[I] = Parent[Parent[I]];
    return I;
  }
  void join(size_t A, size_t B) {
    A = of(A), B = of(B);
    Parent[std::max(A, B)] = std::min(A, B);
  }

private:
  std::vector<size_t> Parent;
};

/// Who has a key, by the first that had it.
class Together {
public:
  explicit Together(Groups &G) : G(G) {}
  void add(uint64_t Key, size_t File) {
    auto [It, New] = First.try_emplace(Key, File);
    if (!New)
      G.join(It->second, File);
  }
  bool has(uint64_t Key) const { return First.count(Key) != 0; }

private:
  Groups &G;
  std::unordered_map<uint64_t, size_t> First;
};

} // namespace

bool speaksOfDevices(const FunctionFacts &F) {
  for (const VarFact &V : F.vars)
    if (V.type.role == TypeRole::Device || V.type.role == TypeRole::DeviceType)
      return true;
  for (const Instr &I : F.instrs) {
    if (I.op == Op::Const && I.type.role == TypeRole::DeviceType &&
        I.text != "cpu")
      return true;
    if (I.op != Op::Call || I.api.empty())
      continue;
    const api::Row *R = api::findRow(I.api);
    if (R &&
        (R->role == api::Role::Available || R->role == api::Role::DeviceTest ||
         (R->role == api::Role::MoveTensor &&
          std::string_view(R->info) == "cuda")))
      return true;
  }
  return false;
}

std::vector<Text> storedGlobals(const FunctionFacts &F) {
  std::vector<Text> Out;
  for (const Instr &I : F.instrs) {
    // Whoever reads facts checks their indices; what is written may be wrong.
    if (I.op != Op::Store || I.operands.empty() || I.operands[0] < 0 ||
        size_t(I.operands[0]) >= F.instrs.size())
      continue;
    const Instr &To = F.instrs[size_t(I.operands[0])];
    if (To.op == Op::Var && size_t(To.var) < F.vars.size() &&
        !F.vars[size_t(To.var)].globalId.empty())
      Out.push_back(F.vars[size_t(To.var)].globalId);
  }
  return Out;
}

Outline outlineOf(const FileFacts &F) {
  Outline O;
  Ids Seen;
  // Looking changes nothing; the description serves writing too.
  fields(Seen, const_cast<FileFacts &>(F));
  for (const Text &T : Seen.all)
    O.mentions.push_back(checksum(T));
  auto Define = [&](const Text &Id, const SourceSpan &S) {
    O.defines.push_back(
        {checksum(Id),
         S.valid() ? checksum(F.files[size_t(S.file)]) + S.offset : 0});
  };
  for (const ClassFacts &C : F.classes)
    Define(C.id, C.nameSpan);
  for (const FunctionFacts &Fn : F.functions) {
    if (Fn.kind != FunctionKind::Lambda)
      Define(Fn.id, Fn.nameSpan);
    for (const Text &Global : storedGlobals(Fn))
      O.stores.push_back(checksum(Global));
    O.speaks |= speaksOfDevices(Fn);
  }
  for (const SuppressionFact &S : F.suppressions)
    O.comments.push_back(checksum(F.files[size_t(S.file)]));
  return O;
}

std::vector<std::vector<size_t>> partsOf(const std::vector<Outline> &Files) {
  Groups G(Files.size());
  // What has one name in several places stays apart: see link().
  std::unordered_map<uint64_t, uint64_t> Places;
  std::unordered_set<uint64_t> Clashes;
  Together Same(G), Comments(G), Globals(G), Names(G);
  std::unordered_set<uint64_t> Stored;
  for (size_t I = 0; I < Files.size(); ++I) {
    for (const Outline::Definition &D : Files[I].defines) {
      auto [It, New] = Places.try_emplace(D.id, D.place);
      if (!New && It->second != D.place)
        Clashes.insert(D.id);
      // A template as written and its instantiations have one place and
      // different ids.
      Same.add(D.place ? D.place : D.id * 31, I);
    }
    for (uint64_t C : Files[I].comments)
      Comments.add(C, I);
    Stored.insert(Files[I].stores.begin(), Files[I].stores.end());
  }
  for (size_t I = 0; I < Files.size(); ++I)
    for (uint64_t M : Files[I].mentions) {
      if (Places.count(M) && !Clashes.count(M))
        Names.add(M, I);
      else if (Stored.count(M))
        Globals.add(M, I);
    }
  std::vector<std::vector<size_t>> Parts;
  std::unordered_map<size_t, size_t> Index;
  for (size_t I = 0; I < Files.size(); ++I) {
    auto [It, New] = Index.try_emplace(G.of(I), Parts.size());
    if (New)
      Parts.emplace_back();
    Parts[It->second].push_back(I);
  }
  return Parts;
}

} // namespace facts
} // namespace torchtidy
