//===- Entry.cpp - bytes that say whether they are whole ------------------===//
#include "cache/Entry.h"
#include "cache/Folder.h"
#include "facts/Bytes.h"
#include <algorithm>
#include <vector>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace torchtidy {
namespace cache {

namespace {

constexpr std::string_view Magic = "TTCACHE\n";
/// Of how entries are laid out; what is in them has its own.
constexpr uint32_t Version = 1;

Digest fromXXH(XXH128_hash_t H) { return {H.low64, H.high64}; }

Digest checksumOf(std::string_view Fields, std::string_view Key,
                  std::string_view Bytes) {
  XXH3_state_t State;
  XXH3_128bits_reset(&State);
  for (std::string_view Part : {Fields, Key, Bytes})
    XXH3_128bits_update(&State, Part.data(), Part.size());
  return fromXXH(XXH3_128bits_digest(&State));
}

constexpr size_t FieldsSize = EntryHeader::Size - 16;

} // namespace

std::string Digest::hex() const {
  static const char Letters[] = "0123456789abcdef";
  std::string Out;
  for (uint64_t Word : {high, low})
    for (int Shift = 60; Shift >= 0; Shift -= 4)
      Out.push_back(Letters[(Word >> Shift) & 15]);
  return Out;
}

Digest digest(std::string_view Bytes) {
  return fromXXH(XXH3_128bits(Bytes.data(), Bytes.size()));
}

std::optional<Digest> digestFile(int Fd, uint64_t Size) {
  // Read, not mapped: a file that shrinks meanwhile must not end the process.
  std::vector<char> Buffer(std::min<uint64_t>(Size, 1u << 20));
  XXH3_state_t State;
  XXH3_128bits_reset(&State);
  for (uint64_t At = 0; At < Size;) {
    size_t N = std::min<uint64_t>(Buffer.size(), Size - At);
    if (!readAll(Fd, Buffer.data(), N, At))
      return std::nullopt;
    XXH3_128bits_update(&State, Buffer.data(), N);
    At += N;
  }
  return fromXXH(XXH3_128bits_digest(&State));
}

std::string EntryHeader::make(uint32_t Kind, std::string_view Key,
                              std::string_view Bytes) {
  facts::ByteWriter Out;
  Out.bytes = Magic;
  Out.fixed(Version, 4);
  Out.fixed(Kind, 4);
  Out.fixed(Key.size(), 8);
  Out.fixed(Bytes.size(), 8);
  Digest Sum = checksumOf(Out.bytes, Key, Bytes);
  Out.fixed(Sum.low, 8);
  Out.fixed(Sum.high, 8);
  return std::move(Out.bytes);
}

std::optional<EntryHeader> EntryHeader::parse(std::string_view Text) {
  if (Text.size() < Size || Text.substr(0, Magic.size()) != Magic)
    return std::nullopt;
  facts::ByteReader In(Text.substr(Magic.size()));
  EntryHeader H;
  if (In.fixed(4) != Version)
    return std::nullopt;
  H.kind = static_cast<uint32_t>(In.fixed(4));
  H.keyLength = In.fixed(8);
  H.length = In.fixed(8);
  H.checksum.low = In.fixed(8);
  H.checksum.high = In.fixed(8);
  return H;
}

bool EntryHeader::fits(std::string_view Text, std::string_view Key,
                       std::string_view Bytes) const {
  return checksumOf(Text.substr(0, FieldsSize), Key, Bytes) == checksum;
}

} // namespace cache
} // namespace torchtidy
