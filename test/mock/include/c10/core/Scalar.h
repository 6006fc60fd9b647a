// Mock of c10/core/Scalar.h.
#pragma once
#include <c10/core/ScalarType.h>
#include <type_traits>
namespace c10 {
class Scalar {
 public:
  Scalar() {}
  Scalar(uint8_t) {}
  Scalar(int8_t) {}
  Scalar(int16_t) {}
  Scalar(int) {}
  Scalar(int64_t) {}
  Scalar(float) {}
  Scalar(double) {}
  Scalar(Half) {}
  Scalar(BFloat16) {}
  Scalar(complex<float>) {}
  Scalar(complex<double>) {}
  template <typename T, typename std::enable_if<std::is_same<T, bool>::value, bool>::type* = nullptr> Scalar(T) {}
  uint8_t toByte() const;
  int8_t toChar() const;
  int toInt() const;
  int64_t toLong() const;
  float toFloat() const;
  double toDouble() const;
  bool toBool() const;
  template <typename T> T to() const;
  bool isFloatingPoint() const;
  bool isIntegral(bool includeBool) const;
  bool isBoolean() const;
  Scalar operator-() const;
};
} // namespace c10
