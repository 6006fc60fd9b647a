//===- Binary.h - facts as few bytes, and back ------------------*- C++ -*-===//
//
//   magic, version, schema, size and checksum of the rest
//   texts, each once
//   types, each once, its arguments before it
//   the file: everything but the bodies of its functions
//   the bodies, each behind its size, so that one can be read by itself
//
// A struct is a mask of the fields that aren't at their defaults, and those
// fields. Equal facts are equal bytes.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FACTS_BINARY_H
#define TORCHTIDY_FACTS_BINARY_H

#include "facts/Facts.h"
#include <string>
#include <string_view>

namespace torchtidy {
namespace facts {

std::string toBytes(const FileFacts &F);

/// Another number, another form or meaning of the bytes.
uint64_t formOfBytes();

/// Throws std::runtime_error with a readable reason on anything that toBytes of
/// this version didn't write: cut off, changed, of another version.
FileFacts fromBytes(std::string_view Bytes);

} // namespace facts
} // namespace torchtidy

#endif
