//===- Aggregates.cpp - plain objects, by their fields ----------*- C++ -*-===//
//
// An object of one of the project's plain classes is known by its fields, each
// at a place of its own. Where it is copied, returned or kept in a list, its
// fields travel as the elements of one value, in the order of their
// declaration.
//
//===----------------------------------------------------------------------===//
#include "flow/Interp.h"

namespace torchtidy {
namespace flow {

constexpr unsigned MaxDepth = 3;

/// The plain class of what a place holds; null if it is none of the project's.
const facts::ClassFacts *Interp::recordAt(int Path) const {
  const facts::TypeFact *T = typeOfPath(Path);
  if (!T || T->role != TypeRole::Record)
    return nullptr;
  const facts::ClassFacts *C = F.classOf(T->cls);
  return C && !C->isModule && C->fields.size() <= MaxElements ? C : nullptr;
}

static bool travels(TypeRole R) {
  switch (R) {
  case TypeRole::Tensor:
  case TypeRole::TensorOptions:
  case TypeRole::Device:
  case TypeRole::DeviceType:
  case TypeRole::IValue:
  case TypeRole::PackedSequence:
  case TypeRole::Container:
  case TypeRole::Tuple:
  case TypeRole::Optional:
  case TypeRole::Record:
  case TypeRole::SmartPtr:
  case TypeRole::Module:
  case TypeRole::ModuleHolder:
    return true;
  default:
    return false;
  }
}

/// The value with the fields that its place holds, when it leaves the place.
Value Interp::pack(Value V, unsigned Depth) {
  if (V.path < 0 || Depth > MaxDepth)
    return V;
  const facts::ClassFacts *C = recordAt(V.path);
  if (!C)
    return V;
  std::vector<Value> Fields;
  bool Any = false;
  for (const facts::FieldFact &Field : C->fields) {
    Value X;
    if (!Field.isStatic && travels(Field.type.role))
      X = pack(readPath(F.paths.field(V.path, C->id, Field.name)), Depth + 1);
    X.path = -1;
    Any |= X.known() || !X.elements.empty();
    Fields.push_back(std::move(X));
  }
  if (Any) {
    V.elements = std::move(Fields);
    V.role = TypeRole::Record;
  }
  return V;
}

const Value *partOf(const facts::ClassFacts &C, const Value &Whole,
                    const std::string &Field) {
  if (Whole.elements.size() != C.fields.size())
    return nullptr;
  for (size_t K = 0; K < C.fields.size(); ++K)
    if (C.fields[K].name == Field)
      return &Whole.elements[K];
  return nullptr;
}

/// The field of an object that is known as a whole.
bool Interp::partOfWhole(int Path, Value &V) {
  const Paths::Node N = F.paths[Path];
  const facts::ClassFacts *C = N.parent < 0 ? nullptr : F.classOf(N.cls);
  if (!C || F.paths[N.parent].kind == Paths::This)
    return false;
  const Paths::Node &Parent = F.paths[N.parent];
  bool Kept = st.env.count(N.parent) || Parent.kind == Paths::Element ||
              Parent.kind == Paths::Field;
  if (!Kept)
    return false;
  Value Whole = readPath(N.parent);
  const Value *Part =
      Whole.role == TypeRole::Record ? partOf(*C, Whole, N.name) : nullptr;
  if (!Part)
    return false;
  V = *Part;
  return V.known() || !V.elements.empty();
}

/// Parts of an object that is stored to a member as a whole: each is a store of
/// its own.
void Interp::noteParts(const Instr &I, int Id, int Place, const Value &V) {
  const facts::ClassFacts *C = recordAt(Place);
  if (!recording || V.elements.empty())
    return;
  if (!C) {
    int Any = F.paths.element(Place, "*");
    if (recordAt(Any))
      for (const Value &E : V.elements)
        noteParts(I, Id, Any, E);
    return;
  }
  if (V.role != TypeRole::Record || V.elements.size() != C->fields.size())
    return;
  for (size_t K = 0; K < V.elements.size(); ++K) {
    const Value &E = V.elements[K];
    int Part = F.paths.field(Place, C->id, C->fields[K].name);
    if (int M = memberPath(Part); M >= 0 && E.tensorLike() && E.known())
      noteStore(I, Id, Part, M, E);
    noteParts(I, Id, Part, E);
  }
}

/// What is known of single places below a member that is stored to.
void Interp::notePlaces(const Instr &I, int Id, int Place) {
  std::vector<std::pair<int, Value>> Below;
  for (const auto &[P, X] : st.env)
    if (P != Place && F.paths.isUnder(P, Place) && X.tensorLike())
      Below.emplace_back(P, X);
  for (const auto &[P, X] : Below)
    if (int M = memberPath(P); M >= 0)
      noteStore(I, Id, P, M, X);
}

/// `Batch{data, target}`: the elements by their fields' names.
Value Interp::aggregate(const Instr &I, const std::vector<Value> &Args) {
  Value V;
  V.role = TypeRole::Record;
  const facts::ClassFacts *C = F.classOf(I.type.cls);
  if (!C || C->isModule || C->fields.size() > MaxElements)
    return V;
  for (const facts::FieldFact &Field : C->fields) {
    Value X;
    for (size_t K = 0; K < Args.size() && K < I.args.size(); ++K)
      if (I.args[K].param == Field.name)
        X = Args[K];
    X = pack(X);
    X.path = -1;
    V.elements.push_back(std::move(X));
  }
  return V;
}

/// What is known below one place is known below the other, too.
void Interp::copyParts(int From, int To) {
  std::vector<std::pair<int, Value>> Copies;
  for (const auto &[P, X] : st.env)
    if (P != From && F.paths.isUnder(P, From))
      Copies.emplace_back(P, X);
  for (auto &[P, X] : Copies)
    st.env[F.paths.rebase(P, From, To)] = std::move(X);
}

/// The fields of an object that is known as a whole, each at its place.
void Interp::storeParts(int To, const Value &V) {
  const facts::ClassFacts *C = recordAt(To);
  if (!C || V.elements.size() != C->fields.size())
    return;
  for (size_t K = 0; K < V.elements.size(); ++K)
    st.env[F.paths.field(To, C->id, C->fields[K].name)] = V.elements[K];
}

} // namespace flow
} // namespace torchtidy
