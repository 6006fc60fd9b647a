//===- Propagate.h - the devices of an operator's results -------*- C++ -*-===//
//
// What LibTorch does with the devices of an operator's arguments. The analyzer
// calls it with abstract devices, the rehearsal with concrete ones. Sources:
// aten's wrappers and TensorIterator (eager), PyTorch 2.14's FakeTensorMode
// (fake_tensor).
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_API_PROPAGATE_H
#define TORCHTIDY_API_PROPAGATE_H

#include <string>
#include <vector>

namespace torchtidy {
namespace api {

enum class Tri { No, Yes, Unknown };

/// A device: concrete ("cuda", 0), symbolic, or unknown.
struct Device {
  enum Kind { Unknown, Concrete, Symbol };
  Kind kind = Unknown;
  std::string type; ///< Concrete: "cpu", "cuda", "mps", "meta" …
  int index = -1;   ///< Concrete: -1 for none, AnyIndex for one that isn't known; cpu has none
  int symbol = -1;  ///< Symbol: equal symbols are equal devices; different ones may be equal

  static constexpr int AnyIndex = -2;

  static Device unknown() { return {}; }
  static Device concrete(std::string Type, int Index = -1);
  static Device symbolic(int Id);
  /// "cuda:1", "cpu:0", "mps"; Unknown if it is no device.
  static Device parse(const std::string &Text);

  bool isConcrete(const char *Type) const { return kind == Concrete && type == Type; }
  /// A device by its name, and neither cpu nor meta.
  bool isAccelerator() const {
    return kind == Concrete && type != "cpu" && type != "meta";
  }
  std::string str() const; ///< "cuda:0", "cpu", "?"
};

/// Yes: the same device. No: certainly different. cuda is cuda:0 is unknown's
/// business: an accelerator without an index is the current one, 0.
Tri sameDevice(const Device &A, const Device &B);

struct Argument {
  std::string name;   ///< as in the schema: "self", "other", "weight"; list elements: "indices[0]"
  int position = -1;  ///< of the argument in the schema
  int element = -1;   ///< index in a Tensor[] / Tensor?[] argument, else -1
  Device device;
  Tri zeroDim = Tri::Unknown;
  Tri wrappedNumber = Tri::No; ///< a C++ number that became a tensor
  /// A write target: self of an in-place operator, or out=.
  bool written = false;
  bool boolOrByte = false;     ///< a mask, where an index is asked for
  long numel = -1;             ///< -1: unknown
};

enum class Strictness {
  Eager,      ///< what a real run on the device does
  FakeTensor, ///< PyTorch's FakeTensorMode
};

struct Call {
  std::string op;       ///< "aten::add", "aten::index_put_"
  std::string overload; ///< "Tensor", "out", or ""; may be unknown ("?")
  /// What an operator without a row asks, as the Eager column of Operators.def
  /// says it; "": its row, or the rule of its kind.
  std::string spec;
  std::vector<Argument> arguments; ///< tensors only, in schema order, lists flattened
  /// An explicit device argument (kind Unknown and hasDevice: one was given, unknown which).
  bool hasDevice = false;
  Device device;
  int numResults = 1;
};

struct Verdict {
  enum Kind {
    Fine,
    Clash,         ///< certainly different devices that the operator refuses
    PossibleClash, ///< clashes if the two (symbolic or unknown) devices differ
    DataDependent, ///< FakeTensor only: the answer depends on values
  };
  Kind kind = Fine;
  /// Clash, PossibleClash: indices into Call::arguments: first seen, and odd.
  /// The same one twice where a tensor must be on the CPU whatever the others
  /// are on. Eager: the odd one is of those that fewer arguments side with.
  int first = -1, odd = -1;
  /// Why, for messages: "'indices[0]' must be on cpu or on the device of
  /// 'self'"; "" for the common rule.
  std::string reason;
  /// One for each result that is a tensor (lists: the device of each element
  /// in order, when it can be known; else one). After a clash: as though the
  /// odd one had been moved.
  std::vector<Device> results;
};

/// \p Version is LibTorch's, major * 100 + minor: 113, 206, 214.
Verdict propagate(const Call &C, Strictness S, int Version = 214);

} // namespace api
} // namespace torchtidy

#endif
