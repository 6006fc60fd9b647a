//===- RuleTools.h - what shape rules are written with ----------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_META_RULETOOLS_H
#define TORCHTIDY_RUNTIME_META_RULETOOLS_H

#include "runtime/meta/Unbox.h"
#include <ATen/EmptyTensor.h>
#include <ATen/core/Tensor.h>
#include <array>
#include <unordered_map>

namespace torchtidy {
namespace rt {

using at::IntArrayRef;
using at::ScalarType;
using at::Tensor;
using Dims = std::vector<int64_t>;
using MaybeTensor = c10::optional<Tensor>;
using MaybeDims = at::OptionalIntArrayRef;
using Pair = std::tuple<Tensor, Tensor>;
using Triple = std::tuple<Tensor, Tensor, Tensor>;

struct RuleRow {
  const char *name; ///< without "aten::"; "relu", "std.correction"
  ShapeRule rule;
};
using RuleTable = at::ArrayRef<RuleRow>;

/// Rows by the names of their operators.
class RuleIndex {
public:
  explicit RuleIndex(std::initializer_list<RuleTable> Tables);
  /// Null if there is none. \p Name with "aten::", \p Overload without a dot.
  ShapeRule find(const std::string &Name, const std::string &Overload) const;

private:
  std::unordered_map<std::string, ShapeRule> rules;
};

/// A contiguous meta tensor.
inline Tensor make(IntArrayRef Sizes, ScalarType Type) {
  return Tensor(at::detail::empty_meta(Sizes, Type));
}
inline Tensor scalar(ScalarType Type) { return make({}, Type); }

/// With the sizes of \p T and, if it is dense, its strides.
Tensor like(const Tensor &T, ScalarType Type);
inline Tensor like(const Tensor &T) { return like(T, T.scalar_type()); }

/// What broadcasting makes of them; throws if they don't fit.
Tensor broadcast(const Tensor &A, const Tensor &B, ScalarType Type);

/// Of a complex type the type of its parts.
ScalarType realType(ScalarType T);
/// What sums of integers are.
ScalarType sumType(const Tensor &T, c10::optional<ScalarType> Wanted = {});
/// In which kernels keep statistics of half precision.
ScalarType statisticsType(const Tensor &T);

/// Sizes after a reduction; all dimensions if none is given.
Dims reduced(const Tensor &T, MaybeDims Over, bool Keep);

/// Two alike results where the rule has one.
inline Pair twice(const Tensor &T) { return {T, T.clone()}; }

RuleTable elementRules(); ///< RulesElements.cpp
RuleTable layerRules();   ///< RulesLayers.cpp
RuleTable spatialRules(); ///< RulesSpatial.cpp
RuleTable algebraRules(); ///< RulesAlgebra.cpp

} // namespace rt
} // namespace torchtidy

#endif
