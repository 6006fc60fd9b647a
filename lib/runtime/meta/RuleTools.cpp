//===- RuleTools.cpp - what shape rules are written with ------------------===//
#include "runtime/meta/RuleTools.h"
#include "runtime/meta/Ways.h"
#include <ATen/ExpandUtils.h>
#include <ATen/WrapDimUtilsMulti.h>

namespace torchtidy {
namespace rt {

Tensor like(const Tensor &T, ScalarType Type) {
  if (T.is_contiguous() || !T.is_non_overlapping_and_dense())
    return make(T.sizes(), Type);
  return Tensor(at::detail::empty_strided_meta(T.sizes(), T.strides(), Type));
}

Tensor broadcast(const Tensor &A, const Tensor &B, ScalarType Type) {
  if (A.sizes() == B.sizes())
    return like(A, Type);
  Dims Sizes = at::infer_size(A.sizes(), B.sizes());
  if (A.sizes() == IntArrayRef(Sizes))
    return like(A, Type);
  if (B.sizes() == IntArrayRef(Sizes))
    return like(B, Type);
  return make(Sizes, Type);
}

ScalarType realType(ScalarType T) { return c10::toRealValueType(T); }

ScalarType sumType(const Tensor &T, c10::optional<ScalarType> Wanted) {
  if (Wanted)
    return *Wanted;
  return at::isIntegralType(T.scalar_type(), /*includeBool=*/true)
             ? at::kLong
             : T.scalar_type();
}

ScalarType statisticsType(const Tensor &T) {
  auto Type = T.scalar_type();
  return Type == at::kHalf || Type == at::kBFloat16 ? at::kFloat : Type;
}

Dims reduced(const Tensor &T, MaybeDims Over, bool Keep) {
  auto Mask = at::dim_list_to_bitset(
      Over && !Over->empty() ? *Over : IntArrayRef(), T.dim());
  if (!Over || Over->empty())
    Mask.set();
  Dims Sizes;
  for (int64_t D = 0; D != T.dim(); ++D) {
    if (!Mask[D])
      Sizes.push_back(T.size(D));
    else if (Keep)
      Sizes.push_back(1);
  }
  return Sizes;
}

RuleIndex::RuleIndex(std::initializer_list<RuleTable> Tables) {
  for (RuleTable Table : Tables)
    for (const RuleRow &R : Table)
      rules.emplace(std::string("aten::") + R.name, R.rule);
}

ShapeRule RuleIndex::find(const std::string &Name,
                          const std::string &Overload) const {
  auto It = rules.find(Overload.empty() ? Name : Name + "." + Overload);
  return It == rules.end() ? nullptr : It->second;
}

ShapeRule findShapeRule(const std::string &Name, const std::string &Overload) {
  static const auto *All = new RuleIndex(
      {elementRules(), layerRules(), spatialRules(), algebraRules()});
  return All->find(Name, Overload);
}

} // namespace rt
} // namespace torchtidy
