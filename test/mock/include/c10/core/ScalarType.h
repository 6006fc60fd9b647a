// Mock of c10/core/ScalarType.h, Layout.h, MemoryFormat.h and caffe2::TypeMeta.
#pragma once
#include <c10/macros/Macros.h>
namespace c10 {
struct Half {
  Half() = default;
  Half(float);
  operator float() const;
};
struct BFloat16 {
  BFloat16() = default;
  BFloat16(float);
  operator float() const;
};
template <typename T> struct complex {
  T real_, imag_;
  constexpr complex(T re = T(), T im = T()) : real_(re), imag_(im) {}
};
enum class ScalarType : int8_t {
  Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, ComplexFloat, ComplexDouble, Bool, QInt8, QUInt8, QInt32, BFloat16, QUInt4x2, QUInt2x4,
  Undefined, NumOptions
};
constexpr ScalarType kByte = ScalarType::Byte;
constexpr ScalarType kChar = ScalarType::Char;
constexpr ScalarType kShort = ScalarType::Short;
constexpr ScalarType kInt = ScalarType::Int;
constexpr ScalarType kLong = ScalarType::Long;
constexpr ScalarType kHalf = ScalarType::Half;
constexpr ScalarType kFloat = ScalarType::Float;
constexpr ScalarType kDouble = ScalarType::Double;
constexpr ScalarType kComplexHalf = ScalarType::ComplexHalf;
constexpr ScalarType kComplexFloat = ScalarType::ComplexFloat;
constexpr ScalarType kComplexDouble = ScalarType::ComplexDouble;
constexpr ScalarType kBool = ScalarType::Bool;
constexpr ScalarType kQInt8 = ScalarType::QInt8;
constexpr ScalarType kQUInt8 = ScalarType::QUInt8;
constexpr ScalarType kBFloat16 = ScalarType::BFloat16;
enum class Layout : int8_t { Strided, Sparse, SparseCsr, Mkldnn, SparseCsc, SparseBsr, SparseBsc, NumOptions };
constexpr auto kStrided = Layout::Strided;
constexpr auto kSparse = Layout::Sparse;
constexpr auto kSparseCsr = Layout::SparseCsr;
enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d, NumOptions };
} // namespace c10
namespace caffe2 {
class TypeMeta final {
 public:
  TypeMeta() noexcept;
  template <typename T> static TypeMeta Make() { return TypeMeta(); }
  static TypeMeta fromScalarType(c10::ScalarType scalar_type);
  c10::ScalarType toScalarType();
  size_t itemsize() const noexcept;
 private:
  friend bool operator==(const TypeMeta lhs, const TypeMeta rhs) noexcept;
  uint16_t index_;
};
bool operator==(const TypeMeta lhs, const TypeMeta rhs) noexcept;
bool operator!=(const TypeMeta lhs, const TypeMeta rhs) noexcept;
bool operator==(c10::ScalarType t, caffe2::TypeMeta m) noexcept;
bool operator==(caffe2::TypeMeta m, c10::ScalarType t) noexcept;
bool operator!=(c10::ScalarType t, caffe2::TypeMeta m) noexcept;
bool operator!=(caffe2::TypeMeta m, c10::ScalarType t) noexcept;
} // namespace caffe2
namespace c10 {
using caffe2::operator==;
using caffe2::operator!=;
ScalarType typeMetaToScalarType(caffe2::TypeMeta dtype);
caffe2::TypeMeta get_default_dtype();
void set_default_dtype(caffe2::TypeMeta dtype);
size_t elementSize(ScalarType t);
} // namespace c10
