//===- Symbols.h - source lines of addresses, by debug info -----*- C++ -*-===//
//
// For the rehearsal inside the program and for its launcher: std and libdw
// only.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_RUNTIME_COMMON_SYMBOLS_H
#define TORCHTIDY_RUNTIME_COMMON_SYMBOLS_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace torchtidy {
namespace rt {

/// An address as an object's path and the address inside its file.
struct ObjectAddress {
  std::string object;
  uint64_t address = 0;
};

struct SourceFrame {
  std::string function; ///< "Net::forward"; empty if unknown
  std::string file;     ///< absolute path
  unsigned line = 0;
  /// Neither the system's nor LibTorch's header.
  bool user = false;
};

/// A data member of a class, by its debug info.
struct MemberSlot {
  std::string name;  ///< "mask"; of a member's member "state.mask"
  std::string type;  ///< name of its type, typedefs kept: "Tensor"
  std::string owner; ///< the class that declares it
  uint64_t offset = 0;
};

/// Reads the debug info of objects when it is first asked for theirs. Not
/// thread safe.
class Symbols {
public:
  Symbols();
  ~Symbols();

  /// Frames at a return address, inlined ones first. Empty without debug info.
  std::vector<SourceFrame> frames(const ObjectAddress &Return);

  /// Members of the class \p Name ("a::Net"), bases' and plain members' own
  /// ones included, as \p Object declares it. Empty if it does not.
  const std::vector<MemberSlot> &members(const std::string &Object,
                                         const std::string &Name);

private:
  struct Implementation;
  std::unique_ptr<Implementation> P;
};

bool isUserSource(const std::string &File);

/// "ns::Net::forward" of "ns::Net::forward(at::Tensor) const".
std::string withoutArguments(const std::string &Demangled);
std::string demangle(const char *Mangled);

} // namespace rt
} // namespace torchtidy

#endif
