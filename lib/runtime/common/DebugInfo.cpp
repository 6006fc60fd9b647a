//===- DebugInfo.cpp - one object's DWARF, with indexes -------------------===//
#include "runtime/common/DebugInfo.h"
#include <algorithm>

namespace torchtidy {
namespace rt {

const char *attributeString(Dwarf_Die *Die, unsigned Name, bool Integrate) {
  Dwarf_Attribute A;
  Dwarf_Attribute *Found = Integrate ? dwarf_attr_integrate(Die, Name, &A)
                                     : dwarf_attr(Die, Name, &A);
  return Found ? dwarf_formstring(Found) : nullptr;
}

Dwarf_Word attributeNumber(Dwarf_Die *Die, unsigned Name) {
  Dwarf_Attribute A;
  Dwarf_Word Value = 0;
  if (dwarf_attr(Die, Name, &A))
    dwarf_formudata(&A, &Value);
  return Value;
}

static bool typeOf(Dwarf_Die *Die, Dwarf_Die &Type) {
  Dwarf_Attribute A;
  return dwarf_attr_integrate(Die, DW_AT_type, &A) &&
         dwarf_formref_die(&A, &Type);
}

DebugInfo::DebugInfo(const std::string &Path) {
  static const Dwfl_Callbacks Callbacks = {
      dwfl_build_id_find_elf, dwfl_standard_find_debuginfo,
      dwfl_offline_section_address, nullptr};
  Dwfl_ = dwfl_begin(&Callbacks);
  if (!Dwfl_)
    return;
  Dwfl_Module *M = dwfl_report_offline(Dwfl_, Path.c_str(), Path.c_str(), -1);
  dwfl_report_end(Dwfl_, nullptr, nullptr);
  if (M)
    Dwarf_ = dwfl_module_getdwarf(M, &Bias);
}

DebugInfo::~DebugInfo() {
  if (Dwfl_)
    dwfl_end(Dwfl_);
}

void DebugInfo::addRanges(Ranges &To, Dwarf_Die *Die) {
  Dwarf_Addr Base, Begin, End;
  ptrdiff_t Offset = 0;
  while ((Offset = dwarf_ranges(Die, Offset, &Base, &Begin, &End)) > 0)
    if (Begin < End)
      To.push_back({Begin, End, dwarf_dieoffset(Die)});
}

void DebugInfo::readUnits() {
  UnitsRead = true;
  Dwarf_Off Offset = 0, Next;
  size_t HeaderSize;
  while (dwarf_nextcu(Dwarf_, Offset, &Next, &HeaderSize, nullptr, nullptr,
                      nullptr) == 0) {
    Dwarf_Die Unit;
    if (dwarf_offdie(Dwarf_, Offset + HeaderSize, &Unit))
      addRanges(Units, &Unit);
    Offset = Next;
  }
  std::sort(Units.begin(), Units.end());
}

const DebugInfo::Range *DebugInfo::find(const Ranges &In, Dwarf_Addr PC) const {
  auto It = std::upper_bound(In.begin(), In.end(), Range{PC, 0, 0});
  if (It == In.begin() || PC >= std::prev(It)->end)
    return nullptr;
  return &*std::prev(It);
}

// An object's DWARF has the file's own addresses: the bias is that of the place
// where libdwfl pretends to have loaded it.
bool DebugInfo::findUnit(Dwarf_Addr PC, Dwarf_Die &Unit) {
  if (!UnitsRead)
    readUnits();
  const Range *R = find(Units, PC);
  return R && dwarf_offdie(Dwarf_, R->die, &Unit);
}

/// Definitions stand at the top of a unit or in its namespaces.
void DebugInfo::addFunctions(Ranges &To, Dwarf_Die *Scope) {
  Dwarf_Die Child;
  if (dwarf_child(Scope, &Child) != 0)
    return;
  do {
    int Tag = dwarf_tag(&Child);
    if (Tag == DW_TAG_subprogram)
      addRanges(To, &Child);
    else if (Tag == DW_TAG_namespace)
      addFunctions(To, &Child);
  } while (dwarf_siblingof(&Child, &Child) == 0);
}

bool DebugInfo::findFunction(Dwarf_Die Unit, Dwarf_Addr PC,
                             Dwarf_Die &Function) {
  auto Added = Functions.emplace(dwarf_dieoffset(&Unit), Ranges());
  Ranges &In = Added.first->second;
  if (Added.second) {
    addFunctions(In, &Unit);
    std::sort(In.begin(), In.end());
  }
  const Range *R = find(In, PC);
  return R && dwarf_offdie(Dwarf_, R->die, &Function);
}

//===- Members of classes -------------------------------------------------===//

static bool isClass(int Tag) {
  return Tag == DW_TAG_class_type || Tag == DW_TAG_structure_type;
}

bool DebugInfo::findClass(Dwarf_Die *Scope, const std::string &Prefix,
                          const std::string &Wanted, Dwarf_Die &Out) {
  Dwarf_Die Child;
  if (dwarf_child(Scope, &Child) != 0)
    return false;
  do {
    int Tag = dwarf_tag(&Child);
    if (!isClass(Tag) && Tag != DW_TAG_namespace)
      continue;
    const char *Own = attributeString(&Child, DW_AT_name, false);
    if (!Own && Tag != DW_TAG_namespace)
      continue;
    std::string Name = Prefix + (Own ? Own : "(anonymous namespace)");
    if (Name == Wanted && isClass(Tag)) {
      if (!dwarf_hasattr(&Child, DW_AT_declaration)) {
        Out = Child;
        return true;
      }
    } else if (Wanted.compare(0, Name.size() + 2, Name + "::") == 0 &&
               findClass(&Child, Name + "::", Wanted, Out)) {
      return true;
    }
  } while (dwarf_siblingof(&Child, &Child) == 0);
  return false;
}

void DebugInfo::addMembers(Dwarf_Die *Class, const std::string &Prefix,
                           uint64_t Offset, unsigned Depth,
                           std::vector<MemberSlot> &Out) {
  Dwarf_Die Child;
  if (Depth > 8 || dwarf_child(Class, &Child) != 0)
    return;
  const char *Owner = attributeString(Class, DW_AT_name, false);
  do {
    int Tag = dwarf_tag(&Child);
    bool Base = Tag == DW_TAG_inheritance;
    if ((!Base && Tag != DW_TAG_member) ||
        !dwarf_hasattr(&Child, DW_AT_data_member_location))
      continue; // static, or a virtual base
    uint64_t At = Offset + attributeNumber(&Child, DW_AT_data_member_location);
    Dwarf_Die Type;
    if (!typeOf(&Child, Type))
      continue;
    const char *TypeName = attributeString(&Type, DW_AT_name, false);
    const char *Name = attributeString(&Child, DW_AT_name, false);
    // Qualifiers and typedefs have the layout of what they name.
    while (dwarf_tag(&Type) == DW_TAG_typedef ||
           dwarf_tag(&Type) == DW_TAG_const_type)
      if (!typeOf(&Type, Type))
        break;
    if (!TypeName)
      TypeName = attributeString(&Type, DW_AT_name, false);
    std::string Text = TypeName ? TypeName : "";
    if (Base) {
      addMembers(&Type, Prefix, At, Depth + 1, Out);
      continue;
    }
    Out.push_back({Prefix + (Name ? Name : ""), Text, Owner ? Owner : "", At});
    if (isClass(dwarf_tag(&Type)) && Text != "Tensor" &&
        Text.find('<') == std::string::npos)
      addMembers(&Type, Prefix + (Name ? Name : "") + ".", At, Depth + 1, Out);
  } while (dwarf_siblingof(&Child, &Child) == 0);
}

std::vector<MemberSlot> DebugInfo::members(const std::string &ClassName) {
  std::vector<MemberSlot> Out;
  Dwarf_Off Offset = 0, Next;
  size_t HeaderSize;
  while (dwarf_nextcu(Dwarf_, Offset, &Next, &HeaderSize, nullptr, nullptr,
                      nullptr) == 0) {
    Dwarf_Die Unit, Class;
    if (dwarf_offdie(Dwarf_, Offset + HeaderSize, &Unit) &&
        findClass(&Unit, "", ClassName, Class)) {
      addMembers(&Class, "", 0, 0, Out);
      break;
    }
    Offset = Next;
  }
  return Out;
}

} // namespace rt
} // namespace torchtidy
