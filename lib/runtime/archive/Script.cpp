//===- Script.cpp - TorchScript answers for its own places ----------------===//
#include "runtime/archive/Script.h"
#include <regex>
#include <torch/csrc/jit/runtime/interpreter.h>

using torch::jit::SourceRange;

namespace torchtidy {
namespace archive {

/// No address has these bits: user space ends below them.
static constexpr uintptr_t Mark = uintptr_t(0x5c) << 56;
static constexpr size_t MaxPlaces = 1 << 20;

Span placeOf(const SourceRange &Range, const std::string &Archive) {
  Span S;
  auto Original = Range.findSourceRangeThatGenerated();
  auto Where = Original ? Original->file_line_col() : c10::nullopt;
  if (Where && !std::get<0>(*Where).empty()) {
    S.file = std::get<0>(*Where);
  } else {
    Where = Range.file_line_col();
    if (!Where)
      return S;
    S.file = Archive + "/" + std::get<0>(*Where);
  }
  S.line = S.endLine = static_cast<unsigned>(std::get<1>(*Where));
  S.column = S.endColumn = static_cast<unsigned>(std::get<2>(*Where)) + 1;
  return S;
}

std::string shortName(const std::string &Qualified) {
  std::string Name;
  std::istringstream In(Qualified);
  // Classes start with a capital; what stands before is packages.
  for (std::string Part; std::getline(In, Part, '.');) {
    if (Part == "__torch__" || Part.rfind("___torch_mangle", 0) == 0)
      continue;
    if (!Name.empty() && !(Name[0] >= 'A' && Name[0] <= 'Z'))
      Name.clear();
    Name += (Name.empty() ? "" : ".") + Part;
  }
  return Name;
}

ScriptGuest::ScriptGuest(std::string Archive, const NamedTensors &Known)
    : Archive(std::move(Archive)), Known(Known) {
  rt::setGuest(this);
}

ScriptGuest::~ScriptGuest() { rt::setGuest(nullptr); }

unsigned ScriptGuest::capture(void **Out, unsigned Max) {
  unsigned N = 0;
  for (torch::jit::StackEntry &E : torch::jit::currentCallstack()) {
    if (N == Max)
      break;
    if (!E.range.source())
      continue;
    auto Key =
        std::make_tuple(static_cast<const void *>(E.range.source().get()),
                        E.range.start(), E.range.end(), E.filename);
    std::lock_guard<std::mutex> L(Mutex);
    auto It = Numbers.find(Key);
    if (It == Numbers.end()) {
      if (Places.size() == MaxPlaces)
        break;
      Places.push_back({E.range.source(), E.range, E.filename});
      It = Numbers.emplace(Key, Places.size() - 1).first;
    }
    Out[N++] = reinterpret_cast<void *>(Mark | It->second);
  }
  return N;
}

bool ScriptGuest::describe(const void *Address, rt::SourceFrame &Out) const {
  auto A = reinterpret_cast<uintptr_t>(Address);
  if ((A & (uintptr_t(0xff) << 56)) != Mark)
    return false;
  std::lock_guard<std::mutex> L(Mutex);
  size_t Number = A & ~(uintptr_t(0xff) << 56);
  if (Number >= Places.size())
    return false;
  const Place &P = Places[Number];
  Span S = placeOf(P.range, Archive);
  Out.function = shortName(P.function);
  Out.file = S.file;
  Out.line = S.line;
  Out.user = S.valid();
  return true;
}

std::map<std::string, std::set<unsigned>> ScriptGuest::lines() const {
  std::map<std::string, std::set<unsigned>> All;
  std::lock_guard<std::mutex> L(Mutex);
  for (const Place &P : Places) {
    Span S = placeOf(P.range, Archive);
    if (S.valid())
      All[S.file].insert(S.line);
  }
  return All;
}

bool ScriptGuest::name(const at::Tensor &T, rt::TensorWords &W) const {
  const NamedTensor *N = Known.find(T);
  if (!N)
    return false;
  W.origin.kind = toString(N->kind);
  W.origin.module = N->owner;
  W.origin.member = N->path;
  W.named = N->words();
  W.origin.made = N->place;
  return true;
}

void ScriptGuest::advise(Finding &F, const rt::TensorWords &Odd,
                         const rt::TensorWords &First) const {
  if (Odd.origin.kind != "factory" || Odd.device != "cpu")
    return;
  std::string Name =
      std::regex_replace(Odd.origin.factory, std::regex("^torch::"), "torch.");
  Note N;
  N.message = "make it on the other's device: " + Name + "(…, device=x.device)";
  N.span = Odd.origin.made;
  F.notes.push_back(std::move(N));
}

} // namespace archive
} // namespace torchtidy
