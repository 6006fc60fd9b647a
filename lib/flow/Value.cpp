//===- Value.cpp - alternatives, places and names ---------------*- C++ -*-===//
#include "flow/Value.h"
#include <algorithm>

namespace torchtidy {
namespace flow {

static auto key(const Device &D) {
  return std::tie(D.kind, D.type, D.index, D.symbol);
}

static auto key(const Alt &A) {
  return std::make_tuple(key(A.device), A.zeroDim, A.identity, A.viewOf,
                         A.copyOf, A.fresh, A.moved, A.undefined, A.handleOf,
                         A.leaf, A.lostAt);
}

bool Alt::operator==(const Alt &O) const {
  return key(*this) == key(O) && sources == O.sources;
}

bool Alt::operator<(const Alt &O) const {
  auto A = key(*this), B = key(O);
  return A != B ? A < B : sources < O.sources;
}

bool Value::tensorLike() const {
  return role == TypeRole::Tensor || role == TypeRole::PackedSequence ||
         role == TypeRole::IValue;
}

void addSources(std::vector<Source> &To, const std::vector<Source> &From) {
  for (const Source &S : From) {
    auto At = std::lower_bound(To.begin(), To.end(), S);
    if (At == To.end() || !(*At == S))
      To.insert(At, S);
  }
  if (To.size() > MaxSources)
    To.resize(MaxSources);
}

void addAlt(Value &V, Alt A) {
  auto At = std::lower_bound(V.alts.begin(), V.alts.end(), A);
  if (At != V.alts.end() && *At == A)
    return;
  // Alternatives that differ only in where they came from are one.
  for (Alt &Old : V.alts)
    if (key(Old.device) == key(A.device) && Old.identity == A.identity &&
        Old.undefined == A.undefined) {
      Old.zeroDim = join(Old.zeroDim, A.zeroDim);
      Old.fresh |= A.fresh;
      Old.moved |= A.moved;
      Old.viewOf = std::max(Old.viewOf, A.viewOf);
      Old.copyOf = std::max(Old.copyOf, A.copyOf);
      Old.handleOf = std::max(Old.handleOf, A.handleOf);
      Old.leaf &= A.leaf;
      if (Old.lostAt != A.lostAt)
        Old.lostAt = {-1, -1};
      addSources(Old.sources, A.sources);
      std::sort(V.alts.begin(), V.alts.end());
      return;
    }
  if (V.alts.size() >= MaxAlts) {
    // Too many to keep apart: fold into one that claims nothing.
    Alt &Last = V.alts.back();
    Last.device = Device::unknown();
    Last.zeroDim = Tri::Unknown;
    Last.identity = 0;
    Last.sources.clear();
    std::sort(V.alts.begin(), V.alts.end());
    return;
  }
  V.alts.insert(At, std::move(A));
}

Tri join(Tri A, Tri B) { return A == B ? A : Tri::Unknown; }

static void addParts(const Value &V, std::vector<const Value *> &To) {
  To.push_back(&V);
  for (const Value &E : V.elements)
    addParts(E, To);
}

std::vector<const Value *> partsOf(const Value &V) {
  std::vector<const Value *> R;
  addParts(V, R);
  return R;
}

Paths::Paths() { get({-1, This, -1, "", ""}); }

/// Spreads small numbers over all bits (the finalizer of SplitMix64).
static size_t mixed(uint64_t N) {
  N = (N ^ (N >> 30)) * 0xbf58476d1ce4e5b9u;
  N = (N ^ (N >> 27)) * 0x94d049bb133111ebu;
  return size_t(N ^ (N >> 31));
}

size_t Paths::HashKey::operator()(const Key &K) const {
  size_t H = mixed(uint64_t(uint32_t(K.parent)) << 32 | uint32_t(K.index));
  H = mixed(H + size_t(K.kind));
  for (std::string_view Text : {K.cls, K.name})
    if (!Text.empty())
      H = mixed(H ^ std::hash<std::string_view>()(Text));
  return H;
}

int Paths::get(const Key &K) const {
  auto It = ids.find(K);
  if (It != ids.end())
    return It->second;
  int Id = int(nodes.size());
  const Node &N = nodes.emplace_back(
      Node{K.parent, K.kind, K.index, std::string(K.cls), std::string(K.name)});
  ids.emplace(Key{N.parent, N.kind, N.index, N.cls, N.name}, Id);
  return Id;
}

int Paths::root(int P) const {
  while (nodes[P].parent >= 0)
    P = nodes[P].parent;
  return P;
}

bool Paths::isUnder(int P, int Ancestor) const {
  for (; P >= 0; P = nodes[P].parent)
    if (P == Ancestor)
      return true;
  return false;
}

bool Paths::isWeak(int P) const {
  for (; P >= 0; P = nodes[P].parent)
    if (nodes[P].kind == Element && nodes[P].name == "*")
      return true;
  return false;
}

int Paths::rebase(int P, int From, int To) const {
  if (P == From)
    return To;
  if (P < 0 || nodes[P].parent < 0)
    return P;
  int Parent = rebase(nodes[P].parent, From, To);
  if (Parent == nodes[P].parent)
    return P;
  const Node &N = nodes[P];
  return get({Parent, N.kind, N.index, N.cls, N.name});
}

int Paths::topField(int P) const {
  int Top = -1;
  for (; P >= 0; P = nodes[P].parent)
    if (nodes[P].kind == Field)
      Top = P;
  return Top;
}

std::string Paths::str(int P) const {
  const Node &N = nodes[P];
  std::string Parent = N.parent >= 0 ? str(N.parent) : "";
  switch (N.kind) {
  case Field:
    return Parent.empty() ? N.name : Parent + "." + N.name;
  case Element:
    return Parent + "[" + N.name + "]";
  case Global:
    return N.name;
  default:
    return "";
  }
}

int Names::symbol(const Symbol &S) {
  auto Key = std::make_tuple(int(S.kind), S.fn, S.path, S.chosen);
  auto It = symbolIds.find(Key);
  if (It != symbolIds.end())
    return It->second;
  int Id = int(symbols.size());
  symbols.push_back(S);
  symbolIds.emplace(Key, Id);
  return Id;
}

size_t Names::HashNumbers::operator()(const std::array<int, 4> &N) const {
  uint64_t First = uint64_t(uint32_t(N[0])) << 32 | uint32_t(N[1]);
  return mixed(mixed(First) ^
               (uint64_t(uint32_t(N[2])) << 32 | uint32_t(N[3])));
}

int Names::identity(int Kind, int A, int B, int C) {
  auto [It, New] = identities.try_emplace(std::array<int, 4>{Kind, A, B, C}, 0);
  if (New)
    It->second = int(identities.size());
  return It->second;
}

} // namespace flow
} // namespace torchtidy
