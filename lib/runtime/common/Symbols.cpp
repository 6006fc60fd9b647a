//===- Symbols.cpp - source lines of addresses, by debug info -------------===//
#include "runtime/common/Symbols.h"
#include "runtime/common/DebugInfo.h"
#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <filesystem>
#include <map>

namespace torchtidy {
namespace rt {

std::string demangle(const char *Mangled) {
  int Status = 0;
  char *D = abi::__cxa_demangle(Mangled, nullptr, nullptr, &Status);
  std::string Result = Status == 0 && D ? D : Mangled;
  std::free(D);
  return Result;
}

std::string withoutArguments(const std::string &Demangled) {
  // The last '(' at depth 0 of <> that is not "(anonymous namespace)" or
  // "operator()" opens the arguments.
  int Depth = 0;
  for (size_t I = 0; I < Demangled.size(); ++I) {
    char C = Demangled[I];
    static const std::string Anonymous = "(anonymous namespace)",
                             Call = "operator()", Lambda = "{lambda(";
    if (Demangled.compare(I, Anonymous.size(), Anonymous) == 0) {
      I += Anonymous.size() - 1;
    } else if (Demangled.compare(I, Call.size(), Call) == 0) {
      I += Call.size() - 1;
    } else if (Demangled.compare(I, Lambda.size(), Lambda) == 0) {
      I = Demangled.find('}', I);
      if (I == std::string::npos)
        return Demangled;
    } else if (C == '<') {
      ++Depth;
    } else if (C == '>') {
      --Depth;
    } else if (C == '(' && Depth == 0) {
      std::string Name = Demangled.substr(0, I);
      // A template's name starts with its return type.
      int D = 0;
      for (size_t J = Name.size(); J-- > 0;) {
        if (Name[J] == '>')
          ++D;
        else if (Name[J] == '<')
          --D;
        else if (Name[J] == ' ' && D == 0 &&
                 Name.compare(J, 11, " namespace)") != 0 &&
                 (J < 8 || Name.compare(J - 8, 8, "operator") != 0))
          return Name.substr(J + 1);
      }
      return Name;
    }
  }
  return Demangled;
}

bool isUserSource(const std::string &File) {
  static const char *Foreign[] = {
      "/usr/include/",  "/usr/lib/",     "/include/c++/",    "/include/torch/",
      "/include/ATen/", "/include/c10/", "/include/caffe2/", "/torch/csrc/",
      "<built-in>",     "<artificial>"};
  if (File.empty())
    return false;
  for (const char *F : Foreign)
    if (File.find(F) != std::string::npos)
      return false;
  return true;
}

namespace {

std::string fullPath(const std::string &File) {
  return std::filesystem::path(File).lexically_normal().string();
}

std::string functionName(Dwarf_Die *Die) {
  if (const char *Linkage =
          attributeString(Die, DW_AT_linkage_name, /*Integrate=*/true))
    return withoutArguments(demangle(Linkage));
  const char *Name = attributeString(Die, DW_AT_name, /*Integrate=*/true);
  return Name ? Name : "";
}

SourceFrame makeFrame(const char *File, unsigned Line) {
  SourceFrame F;
  F.file = File ? fullPath(File) : "";
  F.line = Line;
  F.user = isUserSource(F.file);
  return F;
}

/// The rehearsal's own functions are no more the user's than LibTorch's are.
void setFunction(SourceFrame &F, Dwarf_Die *Die) {
  F.function = functionName(Die);
  if (F.function.rfind("torchtidy::", 0) == 0)
    F.user = false;
}

/// The nest of inlined calls at \p PC inside \p Function, outermost first.
void inlinedAt(Dwarf_Die *Function, Dwarf_Addr PC,
               std::vector<Dwarf_Die> &Nest) {
  Dwarf_Die Child;
  if (dwarf_child(Function, &Child) != 0)
    return;
  do {
    int Tag = dwarf_tag(&Child);
    bool Inlined = Tag == DW_TAG_inlined_subroutine;
    if (!Inlined && Tag != DW_TAG_lexical_block && Tag != DW_TAG_try_block &&
        Tag != DW_TAG_catch_block)
      continue;
    if (dwarf_haspc(&Child, PC) <= 0)
      continue;
    if (Inlined)
      Nest.push_back(Child);
    inlinedAt(&Child, PC, Nest);
    return;
  } while (dwarf_siblingof(&Child, &Child) == 0);
}

std::vector<SourceFrame> framesAt(DebugInfo &Info, Dwarf_Addr PC) {
  std::vector<SourceFrame> Frames;
  Dwarf_Die Unit;
  if (!Info.findUnit(PC, Unit))
    return Frames;
  const char *File = nullptr;
  int Number = 0;
  // Instructions that belong to no line have line 0: take the one before.
  constexpr Dwarf_Addr MaxBack = 64;
  for (Dwarf_Addr Back = 0; Number == 0 && Back != MaxBack; ++Back) {
    Dwarf_Line *Line = dwarf_getsrc_die(&Unit, PC - Back);
    File = Line ? dwarf_linesrc(Line, nullptr, nullptr) : nullptr;
    if (Line)
      dwarf_lineno(Line, &Number);
  }

  std::vector<Dwarf_Die> Nest;
  Dwarf_Die Function;
  bool HasFunction = Info.findFunction(Unit, PC, Function);
  if (HasFunction)
    inlinedAt(&Function, PC, Nest);
  Dwarf_Files *Files = nullptr;
  size_t FileCount = 0;
  dwarf_getsrcfiles(&Unit, &Files, &FileCount);
  for (size_t I = Nest.size(); I-- > 0;) {
    SourceFrame F = makeFrame(File, Number);
    setFunction(F, &Nest[I]);
    Frames.push_back(F);
    // Where this one was called, in the next outer function.
    Dwarf_Word CallFile = attributeNumber(&Nest[I], DW_AT_call_file);
    File = Files && CallFile < FileCount
               ? dwarf_filesrc(Files, CallFile, nullptr, nullptr)
               : nullptr;
    Number = static_cast<int>(attributeNumber(&Nest[I], DW_AT_call_line));
  }
  SourceFrame F = makeFrame(File, Number);
  if (HasFunction)
    setFunction(F, &Function);
  Frames.push_back(F);
  return Frames;
}

} // namespace

struct Symbols::Implementation {
  std::map<std::string, std::unique_ptr<DebugInfo>> objects;
  std::map<std::pair<std::string, std::string>, std::vector<MemberSlot>>
      members;

  DebugInfo *open(const std::string &Path) {
    auto &Slot = objects[Path];
    if (!Slot)
      Slot = std::make_unique<DebugInfo>(Path);
    return Slot->valid() ? Slot.get() : nullptr;
  }
};

Symbols::Symbols() : P(std::make_unique<Implementation>()) {}
Symbols::~Symbols() = default;

std::vector<SourceFrame> Symbols::frames(const ObjectAddress &Return) {
  DebugInfo *Info = P->open(Return.object);
  // The call is before the address that it returns to.
  return Info ? framesAt(*Info, Return.address - 1)
              : std::vector<SourceFrame>();
}

const std::vector<MemberSlot> &Symbols::members(const std::string &Object,
                                                const std::string &Name) {
  auto Added = P->members.emplace(std::make_pair(Object, Name),
                                  std::vector<MemberSlot>());
  if (Added.second)
    if (DebugInfo *Info = P->open(Object))
      Added.first->second = Info->members(Name);
  return Added.first->second;
}

} // namespace rt
} // namespace torchtidy
