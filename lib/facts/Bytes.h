//===- Bytes.h - numbers and texts as bytes ---------------------*- C++ -*-===//
//
// Numbers take seven bits a byte, the low ones first; signed ones fold the sign
// into the lowest bit. What is read is never trusted.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FACTS_BYTES_H
#define TORCHTIDY_FACTS_BYTES_H

#include "facts/Validate.h"
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace torchtidy {
namespace facts {

inline uint64_t foldSign(int64_t N) {
  return (uint64_t(N) << 1) ^ uint64_t(N >> 63);
}
inline int64_t unfoldSign(uint64_t N) {
  return int64_t(N >> 1) ^ -int64_t(N & 1);
}

class ByteWriter {
public:
  std::string bytes;

  void number(uint64_t N) {
    for (; N >= 0x80; N >>= 7)
      bytes.push_back(char(N | 0x80));
    bytes.push_back(char(N));
  }
  void signedNumber(int64_t N) { number(foldSign(N)); }
  void fixed(uint64_t N, unsigned Bytes) {
    for (unsigned I = 0; I < Bytes; ++I)
      bytes.push_back(char(N >> (8 * I)));
  }
  void text(std::string_view T) {
    number(T.size());
    bytes.append(T);
  }
};

class ByteReader {
public:
  explicit ByteReader(std::string_view Bytes)
      : At(Bytes.data()), End(Bytes.data() + Bytes.size()) {}

  size_t left() const { return size_t(End - At); }

  uint64_t number() {
    if (At != End && !(*At & 0x80))
      return uint64_t(*At++);
    uint64_t N = 0;
    for (unsigned Shift = 0; Shift < 64; Shift += 7) {
      if (At == End)
        cutOff();
      uint64_t B = static_cast<unsigned char>(*At++);
      if (Shift == 63 && B > 1)
        break;
      N |= (B & 0x7f) << Shift;
      if (!(B & 0x80))
        return N;
    }
    refuseFacts("a number is too long");
  }
  uint64_t number(uint64_t Max, const char *What) {
    uint64_t N = number();
    if (N > Max)
      refuseFacts(std::string(What) + " is out of range");
    return N;
  }
  int64_t signedNumber() { return unfoldSign(number()); }
  /// Of things that take a byte each at least.
  size_t count() {
    uint64_t N = number();
    if (N > left())
      cutOff();
    return size_t(N);
  }
  uint64_t fixed(unsigned Bytes) {
    if (left() < Bytes)
      cutOff();
    uint64_t N = 0;
    for (unsigned I = 0; I < Bytes; ++I)
      N |= uint64_t(static_cast<unsigned char>(*At++)) << (8 * I);
    return N;
  }
  std::string_view take(size_t Bytes) {
    if (left() < Bytes)
      cutOff();
    std::string_view T(At, Bytes);
    At += Bytes;
    return T;
  }
  std::string_view text() { return take(count()); }

private:
  [[noreturn]] static void cutOff() { refuseFacts("it is cut off"); }

  const char *At, *End;
};

/// Not against an attacker: against a disk, a copy, a merge.
inline uint64_t checksum(std::string_view Bytes) {
  constexpr uint64_t Factor = 0x9e3779b97f4a7c15ull;
  uint64_t H = Bytes.size() * Factor;
  auto Mix = [&H](uint64_t Word) {
    H = (H ^ Word) * Factor;
    H ^= H >> 29;
  };
  size_t At = 0;
  for (; At + 8 <= Bytes.size(); At += 8) {
    uint64_t Word = 0;
    for (unsigned I = 0; I < 8; ++I) // compilers make one load of it
      Word |= uint64_t(static_cast<unsigned char>(Bytes[At + I])) << (8 * I);
    Mix(Word);
  }
  uint64_t Rest = 0;
  for (unsigned I = 0; At + I < Bytes.size(); ++I)
    Rest |= uint64_t(static_cast<unsigned char>(Bytes[At + I])) << (8 * I);
  Mix(Rest);
  return H ^ (H >> 32);
}

} // namespace facts
} // namespace torchtidy

#endif
