//===- Value.h - what the flow knows of a value -----------------*- C++ -*-===//
//
// The abstract domain. A tensor is a small set of alternatives, one for each
// way in which it can have been made; each has a device (concrete, symbolic or
// unknown), the places it came from and the identity of its handle.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FLOW_VALUE_H
#define TORCHTIDY_FLOW_VALUE_H

#include "api/Propagate.h"
#include "facts/Facts.h"
#include <array>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace torchtidy {
namespace flow {

using api::Device;
using api::Tri;
using facts::TypeRole;

/// A module of LibTorch's or the user's, in whichever of its handles.
inline bool isModuleRole(TypeRole R) {
  return R == TypeRole::Module || R == TypeRole::ModuleHolder ||
         R == TypeRole::AnyModule;
}

/// A value of this type says which device, and is no tensor.
inline bool namesDevice(TypeRole R) {
  return R == TypeRole::Device || R == TypeRole::DeviceType ||
         R == TypeRole::TensorOptions;
}

/// Where a value was made. fn and instr index ProjectFacts::functions and its
/// instrs.
struct Source {
  enum Kind {
    Factory,   ///< factory without a device
    Explicit,  ///< factory whose options name a device
    CpuHelper, ///< LibTorch's helper that always answers on cpu
    Blob,      ///< from_blob
    Loaded,    ///< torch::load, jit::load
    Field,     ///< what a field held when the function began; path says which
    Param,     ///< argument of the function
    Global,    ///< namespace-scope or static variable
    Module,    ///< a module made here
    OnCpu,     ///< kept on the CPU on purpose: an annotation says so
  };
  Kind kind = Factory;
  int fn = -1, instr = -1;
  int path = -1; ///< Field, Param, Global

  bool operator<(const Source &O) const {
    return std::tie(kind, fn, instr, path) <
           std::tie(O.kind, O.fn, O.instr, O.path);
  }
  bool operator==(const Source &O) const {
    return std::tie(kind, fn, instr, path) ==
           std::tie(O.kind, O.fn, O.instr, O.path);
  }
};

/// One way in which a value can have been made.
struct Alt {
  Device device;
  Tri zeroDim = Tri::Unknown;
  std::vector<Source> sources; ///< sorted, at most MaxSources
  int identity = 0;   ///< equal: the same TensorImpl or module; 0: unknown
  int viewOf = 0;     ///< identity whose storage it shares, 0: none
  int copyOf = 0;     ///< identity that it was computed from alone, 0: none
  bool fresh = false; ///< made by a factory, operator or mover that was seen
  bool moved = false; ///< the result of a device move
  bool undefined = false; ///< at::Tensor() or a null holder
  int handleOf = 0;       ///< of what parameters() gives: the module's identity
  /// Made with a gradient to keep: a leaf, until a move makes another of it.
  bool leaf = false;
  /// The move that made of a leaf what is none: fn and instr, or none.
  std::pair<int, int> lostAt{-1, -1};

  bool operator==(const Alt &O) const;
  bool operator<(const Alt &O) const;
};

constexpr size_t MaxSources = 6, MaxAlts = 6, MaxElements = 16;

struct Value {
  TypeRole role = TypeRole::Other;
  std::vector<Alt> alts; ///< sorted; empty: nothing is known
  /// TensorOptions: a gradient is asked for.
  bool requiresGrad = false;
  /// TensorOptions: whether a device was named.
  Tri hasDevice = Tri::Unknown;
  int path = -1;               ///< a place
  std::vector<Value> elements; ///< of a list, tuple or aggregate made here
  bool handles = false; ///< a collection of handles of registered tensors
  int lambda = -1;      ///< index of the lambda's function
  std::vector<Value> captures;
  std::string text; ///< literal, or the dotted path of a Python object
  bool isConst = false;
  /// Of a call that hasn't returned yet: a function's own, while it is read for
  /// the first time.
  bool never = false;

  bool known() const { return !alts.empty(); }
  bool tensorLike() const;
};

/// Keeps alts sorted, unique and few; what is cut away becomes unknown.
void addAlt(Value &V, Alt A);
void addSources(std::vector<Source> &To, const std::vector<Source> &From);
Tri join(Tri A, Tri B);

/// The value and, of a list, tuple or aggregate made here, its elements at
/// every depth: each before its own.
std::vector<const Value *> partsOf(const Value &V);

/// Names for places: a root and steps. One table serves a whole project. To
/// name a place is no change: it gets its number when somebody first speaks of
/// it.
class Paths {
public:
  enum Kind { Var, This, Global, Temp, Field, Element };
  struct Node {
    int parent = -1;
    Kind kind = This;
    int index = -1; ///< Var: variable, Temp: instruction
    std::string cls,
        name; ///< Field; Global: name is the id; Element: index or "*"
  };
  Paths();
  int var(int Index) const { return get({-1, Var, Index, "", ""}); }
  int self() const { return 0; }
  int global(std::string_view Id) const {
    return get({-1, Global, -1, "", Id});
  }
  int temp(int Instr) const { return get({-1, Temp, Instr, "", ""}); }
  int field(int Parent, std::string_view Cls, std::string_view Name) const {
    return get({Parent, Field, -1, Cls, Name});
  }
  int element(int Parent, std::string_view Index) const {
    return get({Parent, Element, -1, "", Index});
  }
  const Node &operator[](int P) const { return nodes[P]; }
  int root(int P) const;
  bool isUnder(int P, int Ancestor) const;
  /// True if some step stands for many places, so that a store may not forget.
  bool isWeak(int P) const;
  /// P with its ancestor From replaced by To.
  int rebase(int P, int From, int To) const;
  /// The outermost field below the root, -1 if there is none.
  int topField(int P) const;
  /// "opts.table", "layers[*]" for messages.
  std::string str(int P) const;

private:
  /// A node's fields; the texts are the node's own.
  struct Key {
    int parent;
    Kind kind;
    int index;
    std::string_view cls, name;
    bool operator==(const Key &K) const {
      return parent == K.parent && kind == K.kind && index == K.index &&
             name == K.name && cls == K.cls;
    }
  };
  struct HashKey {
    size_t operator()(const Key &K) const;
  };
  int get(const Key &K) const;
  mutable std::deque<Node> nodes; ///< nodes that are held on to stay put
  mutable std::unordered_map<Key, int, HashKey> ids;
};

/// What a symbolic device stands for.
struct Symbol {
  enum Kind {
    Param,  ///< the device of (or held by) an argument: fn, path
    Field,  ///< of what a field holds when a method begins: path
    Self,   ///< of the module itself
    Choice, ///< one of several, picked at run time: fn, path or instr
    Global,
    Loader, ///< of what a data loader gives: its data set's
  };
  Kind kind = Param;
  int fn = -1, path = -1;
  /// A device chosen by the caller (a Device, a TensorOptions, a moved value),
  /// not merely the device of some tensor.
  bool chosen = false;
};

/// Ids for symbols and identities, for a whole project.
class Names {
public:
  int symbol(const Symbol &S);
  const Symbol &operator[](int Id) const { return symbols[Id]; }
  /// Identity by who made it: any tuple of numbers that is stable.
  int identity(int Kind, int A, int B, int C = 0);

private:
  std::vector<Symbol> symbols;
  std::map<std::tuple<int, int, int, bool>, int> symbolIds;
  struct HashNumbers {
    size_t operator()(const std::array<int, 4> &N) const;
  };
  std::unordered_map<std::array<int, 4>, int, HashNumbers> identities;
};

} // namespace flow
} // namespace torchtidy

#endif
