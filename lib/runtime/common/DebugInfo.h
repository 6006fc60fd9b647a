//===- DebugInfo.h - one object's DWARF, with indexes -----------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_COMMON_DEBUGINFO_H
#define TORCHTIDY_RUNTIME_COMMON_DEBUGINFO_H

#include "runtime/common/Symbols.h"
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <map>

namespace torchtidy {
namespace rt {

/// Null if absent. \p Integrate: also from the abstract or declaring DIE.
const char *attributeString(Dwarf_Die *Die, unsigned Name, bool Integrate);
Dwarf_Word attributeNumber(Dwarf_Die *Die, unsigned Name);

/// Addresses are those of the file. Units and functions are indexed when first
/// asked for: a unit that includes torch/torch.h has a million entries.
class DebugInfo {
public:
  explicit DebugInfo(const std::string &Path);
  ~DebugInfo();
  DebugInfo(const DebugInfo &) = delete;
  DebugInfo &operator=(const DebugInfo &) = delete;

  bool valid() const { return Dwarf_ != nullptr; }
  bool findUnit(Dwarf_Addr PC, Dwarf_Die &Unit);
  bool findFunction(Dwarf_Die Unit, Dwarf_Addr PC, Dwarf_Die &Function);
  std::vector<MemberSlot> members(const std::string &ClassName);

private:
  struct Range {
    Dwarf_Addr begin, end;
    Dwarf_Off die;
    bool operator<(const Range &O) const { return begin < O.begin; }
  };
  using Ranges = std::vector<Range>;

  Dwfl *Dwfl_ = nullptr;
  Dwarf *Dwarf_ = nullptr;
  Dwarf_Addr Bias = 0; ///< of the DWARF against the file's addresses
  Ranges Units;
  bool UnitsRead = false;
  std::map<Dwarf_Off, Ranges> Functions; ///< by unit

  void readUnits();
  void addRanges(Ranges &To, Dwarf_Die *Die);
  void addFunctions(Ranges &To, Dwarf_Die *Scope);
  const Range *find(const Ranges &In, Dwarf_Addr PC) const;
  bool findClass(Dwarf_Die *Scope, const std::string &Prefix,
                 const std::string &Wanted, Dwarf_Die &Out);
  void addMembers(Dwarf_Die *Class, const std::string &Prefix, uint64_t Offset,
                  unsigned Depth, std::vector<MemberSlot> &Out);
};

} // namespace rt
} // namespace torchtidy

#endif
