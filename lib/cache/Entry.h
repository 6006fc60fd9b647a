//===- Entry.h - bytes that say whether they are whole ----------*- C++ -*-===//
#ifndef TORCHTIDY_CACHE_ENTRY_H
#define TORCHTIDY_CACHE_ENTRY_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace torchtidy {
namespace cache {

/// 128 bits, for checksums and names: two texts with the same one aren't met.
struct Digest {
  uint64_t low = 0, high = 0;

  bool operator==(const Digest &O) const {
    return low == O.low && high == O.high;
  }
  bool operator!=(const Digest &O) const { return !(*this == O); }
  bool operator<(const Digest &O) const {
    return high != O.high ? high < O.high : low < O.low;
  }
  std::string hex() const; ///< 32 letters
};

Digest digest(std::string_view Bytes);
/// Of what \p Fd holds from its beginning to \p Size; nothing if it can't be
/// read or is shorter.
std::optional<Digest> digestFile(int Fd, uint64_t Size);

/// What stands in front of an entry's bytes.
struct EntryHeader {
  static constexpr size_t Size = 8 + 4 + 4 + 8 + 8 + 16;
  uint32_t kind = 0;
  uint64_t keyLength = 0, length = 0;
  Digest checksum; ///< of all of the entry but the checksum

  /// Of an entry with \p Key and \p Bytes.
  static std::string make(uint32_t Kind, std::string_view Key,
                          std::string_view Bytes);
  /// Nothing if it isn't one of this version.
  static std::optional<EntryHeader> parse(std::string_view Text);
  bool fits(std::string_view Text, std::string_view Key,
            std::string_view Bytes) const;
};

} // namespace cache
} // namespace torchtidy

#endif
