//===- Facts.h - what the code says, with no Clang in it --------*- C++ -*-===//
//
// Facts of one file are a pure function of the file, its headers and its flags.
// No device is decided here: the flow does that, over the facts of a project.
//
// A function body becomes a small tensor IR: a list of instructions in blocks.
// The index of an instruction is the id of its value. A value is either a
// *place* (a variable, a field, an element: something that can be stored to) or
// a plain value. Reading is implicit: an operand that is a place is read when
// the instruction that uses it runs.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FACTS_FACTS_H
#define TORCHTIDY_FACTS_FACTS_H

#include "facts/Text.h"
#include "facts/TypeArgs.h"
#include <cstdint>
#include <string>
#include <vector>

namespace torchtidy {
namespace facts {

/// Range of characters in FileFacts::files[file]; see torchtidy::Span for the
/// units. In a macro expansion: the place of the expansion, or of the macro's
/// argument when the whole range was spelled there.
struct SourceSpan {
  int file = -1;
  unsigned line = 0, column = 0, endLine = 0, endColumn = 0;
  unsigned offset = 0, endOffset = 0;
  /// Begin or end lies in a macro's body: no fix-it may edit here.
  bool macro = false;
  bool valid() const { return file >= 0; }
};

/// What a C++ type means to us. From TT_TYPE rows of LibTorch.def, std, and the
/// user's own classes.
enum class TypeRole : uint8_t {
  Other,
  Void,
  Bool,
  Number,  ///< integers, floats, enums that aren't below
  String,  ///< std::string, const char *, string_view
  Scalar,  ///< c10::Scalar
  Tensor,  ///< at::Tensor, TensorBase, OptionalTensorRef
  TensorOptions,
  Device,
  DeviceType,
  Dtype,   ///< ScalarType, TypeMeta, caffe2 types
  Generator,     ///< of a call of make_generator: args[0], the class of it
  IValue,
  PackedSequence,
  Module,       ///< class derived from torch::nn::Module (cls says which)
  ModuleHolder, ///< class derived from torch::nn::ModuleHolder (cls: the holder; args[0]: contained module)
  AnyModule,    ///< torch::nn::AnyModule, AnyValue's holder
  JitModule,    ///< torch::jit::Module and its subclasses
  FunctionalOptions, ///< torch::nn::…Options, torch::nn::functional::…Options: may carry tensors
  Optimizer,
  Container, ///< vector, array, list, map, deque, set, ArrayRef, initializer_list, C array, OrderedDict; args: elements (of a std map: a Tuple of key and value)
  Optional,  ///< optional, c10::optional; args[0]
  Tuple,     ///< pair, tuple; args
  SmartPtr,  ///< shared_ptr, unique_ptr, weak_ptr, intrusive_ptr, reference_wrapper; args[0]
  Pointer,   ///< raw pointer, iterator of the standard library; args[0]
  Function,  ///< lambda, std::function, function pointer
  Record,    ///< any other class; cls says which
  Dependent, ///< a template parameter or what depends on one
};

struct TypeFact {
  TypeRole role = TypeRole::Other;
  bool reference = false; ///< T & or T &&
  bool rvalueReference = false;
  bool isConst = false; ///< of the referred type
  Text spelling; ///< as people write it, without cv and reference
  Text cls;      ///< id of the class (ClassFacts::id) for Module, ModuleHolder, Record, Tensor …
  Text name;     ///< qualified name of the class or enum, without template arguments: "torch::nn::Linear"
  TypeArgs args;
};

inline TypeArgs::TypeArgs(std::initializer_list<TypeFact> Items)
    : TypeArgs(List(Items)) {}
inline TypeArgs::TypeArgs(List Items)
    : Shared(Items.empty() ? nullptr
                           : std::make_shared<List>(std::move(Items))) {}
inline size_t TypeArgs::size() const { return Shared ? Shared->size() : 0; }
inline const TypeFact *TypeArgs::begin() const {
  return Shared ? Shared->data() : nullptr;
}
inline const TypeFact *TypeArgs::end() const { return begin() + size(); }
inline const TypeFact &TypeArgs::operator[](size_t I) const {
  return (*Shared)[I];
}
inline const TypeFact &TypeArgs::front() const { return Shared->front(); }
inline const TypeFact &TypeArgs::back() const { return Shared->back(); }
inline TypeArgs::List &TypeArgs::own() {
  if (Shared.use_count() > 1)
    Shared = std::make_shared<List>(*Shared);
  return *Shared;
}
inline void TypeArgs::push_back(TypeFact T) {
  if (Shared)
    own().push_back(std::move(T));
  else
    Shared = std::make_shared<List>(1, std::move(T));
}
inline void TypeArgs::assign(size_t Count, const TypeFact &T) {
  *this = TypeArgs(List(Count, T));
}

using ValueId = int;        ///< index into FunctionFacts::instrs; -1: none
constexpr ValueId NoValue = -1;

enum class Op : uint8_t {
  /// Place of a variable: var indexes FunctionFacts::vars.
  Var,
  /// The object a method runs on (a pointer to it, and a place through Deref).
  This,
  /// Place of a data member: operands[0] is the object (a place or a pointer);
  /// cls and name say which field. Static members too, without operand.
  Field,
  /// Place of an element: operands[0] is the container, optional, tuple or
  /// iterator; operands[1], if present, the index. text: "0" for a constant
  /// index, "key" for a constant key, "*" for any (range-for, iterator, an index
  /// that isn't constant). name: source text. An optional's value is "0"; a
  /// pair's parts are "0" and "1". A std map's elements are pairs: `m["k"]` is
  /// element "1" of element "k".
  Element,
  /// What a pointer, smart pointer, holder or iterator points to: operands[0].
  Deref,
  /// Pointer to a place: operands[0]. An iterator is a pointer to an element:
  /// `v.begin()`, `m.find(k)` are the address of element "*", whose Deref is that
  /// element; moving an iterator leaves it as it is.
  AddressOf,
  /// Literal: text holds it. role of type: Bool "true", Number "3", String
  /// "cuda:0" (contents), Pointer "nullptr", DeviceType "cuda", Dtype "kFloat",
  /// Other: torch::indexing::None/Slice/Ellipsis, nullopt …; Function: name of a
  /// function that is passed on (callee, api, calleeId as in a Call).
  Const,
  /// operands[0] place := operands[1] value. storeKind says how. The value of
  /// the instruction is the place. operands[1] may be absent (NoValue): the
  /// variable begins without a value, or its value is unknown.
  Store,
  /// Variable `var` of reference (or iterator, pointer) kind now names the
  /// place operands[0]. Pointers and iterators get a Store of an AddressOf; the
  /// parts of a structured binding are bound to the parts of an unnamed variable.
  Bind,
  /// Call: see the fields callee … of Instr. operands: arguments in the order of
  /// the parameters, defaulted ones left out; receiver apart.
  Call,
  /// Object made: type says what; calleeId the user's constructor, operands its
  /// arguments (or, for lists and aggregates, the elements).
  /// `new T(…)`, make_shared<T>(…), make_unique, emplace-made objects too. For
  /// these and for holders, callee and calleeId name the constructor that the
  /// arguments reach in the contained class. name is "{}" when the operands are
  /// the elements of a list, tuple or aggregate (args[i].param: the field).
  /// A Tensor of no operands is undefined.
  Construct,
  /// Lambda: calleeId is the FunctionFacts::id of its body; operands are the
  /// captured places/values in the order of its capture variables.
  Lambda,
  /// Joins operands, of which one was reached: `c ? a : b`.
  Phi,
  /// text is "==", "!=", "<" …; two operands. `if (p)` compares a pointer, smart
  /// pointer or holder with nullptr. name: source text.
  Compare,
  /// Logical negation of operands[0].
  Not,
  /// Anything else that makes a value; operands are what it was made from.
  Other,
  /// Returns operands[0], if any.
  Return,
};

enum class StoreKind : uint8_t {
  Init,   ///< a variable's or member's initialiser (constructor list, default member initialiser)
  Assign, ///< `a = b` that rebinds a tensor handle, or copies a plain value
};

/// How a call could drop its result.
enum class Use : uint8_t {
  Used,
  Discarded, ///< an expression statement, comma operand
  Voided,    ///< cast to void, std::ignore, or inside a macro of a test framework that expects a throw
};

struct ArgFact {
  Text param; ///< the parameter's name, "" if it has none
  /// What the callee's parameter says of itself.
  TypeFact type;
  bool mutableRef = false; ///< bound to a non-const lvalue reference or passed by non-const pointer
  // Annotated, or taught:
  bool onCpu = false;    ///< a tensor given here has to be on the CPU
  bool compared = false; ///< … on one device with all that are compared
};

struct Instr {
  // Small things first: there are millions of these.
  Op op = Op::Other;
  StoreKind storeKind = StoreKind::Assign; ///< Store
  Use use = Use::Used;
  bool isVirtual = false;     ///< dispatched at run time
  bool isLaunch = false;      ///< Call of a kernel: k<<<…>>>(…)
  // What the callee's declaration is annotated with; see annotations.h.
  bool onCpu = false;         ///< its tensors live on the CPU on purpose
  /// teach() has put a function of the project's own, or of another library,
  /// in the form of one of LibTorch.def's: api names that row, and it says what
  /// the call does, whatever the callee's own body does.
  bool taught = false;
  int returnsDeviceOf = -1;   ///< the argument on whose device it answers
  int var = -1;               ///< Var, Bind
  ValueId receiver = NoValue; ///< object of a method call, or of operator()
  SourceSpan span;            ///< the whole expression
  std::vector<ValueId> operands;
  TypeFact type;              ///< of the value
  Text text;           ///< see Op; for Call, Construct and places: source text, at most 160 bytes
  Text cls, name;      ///< Field: class id and field name; Call that isn't resolved (dependent): the member's name
  // Call, Construct, Lambda:
  Text callee;         ///< qualified name without template arguments: "at::zeros", "my::helper"
  Text api;            ///< LibTorch's normalised name ("zeros", "Tensor::to", "nn::Module::register_buffer"), else ""; see LibTorch.h
  Text calleeId;       ///< FunctionFacts::id of a function of the user's; "" if not
  std::vector<ArgFact> args;  ///< one for each operand of a Call or Construct
  SourceSpan nameSpan;        ///< of the callee's name: `to` in `x.to(d)`; of a Store: its value as written, with `std::move` and the like, if an expression of the place's own type is written
  SourceSpan argsEnd;         ///< empty span behind the last argument (insert arguments here)
};

struct Block {
  int first = 0, last = 0;    ///< instrs [first, last) run in order
  /// Condition of the branch: succs[0] when true, succs[1] when false.
  /// NoValue: any of succs (none: the end, or no return).
  ValueId cond = NoValue;
  std::vector<int> succs;
  bool noReturn = false;      ///< ends in throw, abort, a failing check
};

enum class Storage : uint8_t { Param, Local, StaticLocal, Global, Capture };

struct VarFact {
  Text name;
  TypeFact type;
  Storage storage = Storage::Local;
  SourceSpan span;        ///< of the name
  Text globalId;   ///< Global and StaticLocal: the same in every function and file
  bool hasDefault = false; ///< Param
  Text defaultText; ///< Param: source of the default argument
  /// Param: the device that the default argument names ("cpu", "cuda:1"), "none"
  /// for options that name no device, "" when it isn't a literal.
  Text defaultDevice;
  bool captureByRef = false; ///< Capture
  bool onCpu = false;     ///< annotated: on the CPU on purpose
  bool rangeFor = false;  ///< Local: the variable of a range-based for
  bool fromTemplate = false; ///< its type depends on a template parameter: elsewhere it is of another
};

enum class FunctionKind : uint8_t { Free, Method, Constructor, Destructor, Lambda, FieldInit, GlobalInit };

struct FunctionFacts {
  Text id;       ///< USR; a lambda's: its encloser's with "@L<line>:<column>"
  Text name;     ///< qualified, for messages: "Net::forward"
  Text shortName; ///< "forward"
  Text cls;      ///< ClassFacts::id of its class, or of the class around a lambda's method
  Text parent;   ///< Lambda: id of the function around it
  FunctionKind kind = FunctionKind::Free;
  SourceSpan nameSpan, bodySpan;
  TypeFact returnType;
  bool isVirtual = false, isConst = false, isStatic = false;
  bool fromTemplate = false; ///< read from an instantiation
  bool dependent = false;    ///< a template read as written
  bool incomplete = false;   ///< goto, asm, coroutine, or a part that didn't parse: what isn't known is unknown
  bool isMain = false;
  bool onDevice = false;     ///< __global__, or __device__ alone: no host runs it
  bool onCpu = false;        ///< annotated: its tensors live on the CPU on purpose
  int returnsDeviceOf = -1;  ///< annotated: the argument on whose device it answers
  /// Annotated: from TORCH_TIDY_CROSSES_DEVICES to the end of its block.
  std::vector<SourceSpan> crossings;
  /// The first params.size() variables are the parameters.
  unsigned numParams = 0;
  std::vector<VarFact> vars;
  std::vector<Instr> instrs; ///< block by block, in evaluation order
  std::vector<Block> blocks; ///< blocks[0] is the entry; empty: no body seen
};

struct FieldFact {
  Text name;
  TypeFact type;
  SourceSpan span;     ///< of the declarator's name
  SourceSpan declSpan; ///< of the whole declaration
  bool isStatic = false;
  bool hasInit = false; ///< default member initialiser; its function has kind FieldInit
  bool isMutable = false;
  bool onCpu = false;   ///< annotated: on the CPU on purpose
};

struct MethodFact {
  Text id, name;
  FunctionKind kind = FunctionKind::Method;
  TypeFact returnType;
  std::vector<TypeFact> params;
  bool isVirtual = false, isPure = false, isStatic = false, isConst = false;
  bool isImplicit = false; ///< made by the compiler, or defaulted/deleted
  bool bodySeen = false;   ///< in this file's translation unit; after link: in any
  std::vector<std::string> overrides; ///< qualified names of what it overrides: "torch::nn::Module::to"
  SourceSpan nameSpan;
};

struct BaseFact {
  Text id;   ///< ClassFacts::id
  Text name; ///< qualified: "torch::nn::Module", "my::Base"
  bool isUser = false; ///< one of the user's own
};

struct ClassFacts {
  Text id;   ///< USR of the class, of the template for an instantiation
  Text name; ///< "ProblemLayer"
  Text qualifiedName;
  SourceSpan nameSpan;
  std::vector<BaseFact> bases; ///< direct ones
  // By the whole hierarchy above it:
  bool isModule = false;      ///< derives from torch::nn::Module
  bool isCloneable = false;   ///< derives from torch::nn::Cloneable
  bool isHolder = false;      ///< derives from torch::nn::ModuleHolder
  bool isTorchBind = false;   ///< derives from torch::CustomClassHolder
  bool isAutogradFunction = false;
  bool isDataset = false;     ///< torch::data::… dataset, sampler, transform
  Text holds;          ///< isHolder: id of the contained module
  std::vector<FieldFact> fields;
  std::vector<MethodFact> methods;
  bool fromTemplate = false;
  bool dependentBase = false; ///< a base depends on a template parameter: its members are named by `this->`
  bool onCpu = false;         ///< annotated: its tensors live on the CPU on purpose
};

/// A NOLINT comment, in any of clang-tidy's four forms.
struct SuppressionFact {
  int file = -1;
  unsigned firstLine = 0, lastLine = 0; ///< lines it covers, inclusive
  unsigned line = 0, column = 0;        ///< of the word NOLINT
  unsigned offset = 0, endOffset = 0;   ///< of the word with its list
  std::vector<std::string> rules;       ///< globs; empty: all
  std::string reason;                   ///< text behind the closing parenthesis
};

/// Lines that a preprocessor's condition lets in or leaves out: those between
/// one of `#if`, `#elif`, `#else` and the next directive of the same `#if`.
/// Include guards are none.
struct ConditionalFact {
  int file = -1;
  unsigned firstLine = 0, lastLine = 0; ///< without the directives' own lines
  /// The directives that lead here, as written, outermost first in an else:
  /// "ifdef USE_CUDA", "ifdef USE_CUDA; else".
  std::string condition;
};

/// A problem of the parse that leaves the facts incomplete.
struct ParseProblem {
  SourceSpan span;
  std::string message;
};

struct FileFacts {
  std::string mainFile;           ///< absolute
  std::vector<std::string> files; ///< absolute paths that spans refer to
  std::vector<ClassFacts> classes;
  std::vector<FunctionFacts> functions;
  std::vector<SuppressionFact> suppressions;
  std::vector<ConditionalFact> conditionals;
  std::vector<ParseProblem> problems;
  bool includesLibTorch = false;
};

/// The facts of many files, folded: each class and function once, by id;
/// files and indices into it remapped. The order of the inputs never matters.
struct ProjectFacts {
  std::vector<std::string> files;
  std::vector<std::string> mainFiles;
  std::vector<ClassFacts> classes;     ///< sorted by id
  std::vector<FunctionFacts> functions; ///< sorted by id
  std::vector<SuppressionFact> suppressions;
  std::vector<ConditionalFact> conditionals; ///< sorted by file and line
  std::vector<ParseProblem> problems;
  /// A part of the project that has nothing to do with this one speaks of an
  /// accelerator, or of a device that is chosen at run time.
  bool speaksElsewhere = false;

  const ClassFacts *findClass(const std::string &id) const;
  const FunctionFacts *findFunction(const std::string &id) const;
};

ProjectFacts link(std::vector<FileFacts> files);

/// JSON of one file's facts, and back. parse throws std::runtime_error with a
/// readable reason on anything that isn't such a text.
std::string toJson(const FileFacts &F);
FileFacts fromJson(const std::string &Text);

} // namespace facts
} // namespace torchtidy

#endif
