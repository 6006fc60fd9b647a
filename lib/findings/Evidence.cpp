//===- Evidence.cpp - does a run's finding show the analyzer's? -*- C++ -*-===//
#include "findings/Evidence.h"
#include "findings/Paths.h"
#include <algorithm>
#include <cctype>

namespace torchtidy {

namespace {

bool isWord(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_';
}

/// "encoder.0.cache" → "cache", "batch.boxes" → "boxes", "net->bias" → "bias",
/// "layers[*]" → "layers".
std::string lastName(std::string Path) {
  while (!Path.empty() && !isWord(Path.back())) {
    bool Index = Path.back() == ']';
    std::size_t Open = Index ? Path.rfind('[') : std::string::npos;
    Path.erase(Open == std::string::npos ? Path.size() - 1 : Open);
  }
  std::size_t Begin = Path.size();
  while (Begin > 0 && isWord(Path[Begin - 1]))
    --Begin;
  return Path.substr(Begin);
}

/// "torch::zeros" and "aten::zeros.out" → "zeros".
std::string factoryName(const std::string &Name) {
  std::size_t Colon = Name.rfind("::");
  std::string Out = Colon == std::string::npos ? Name : Name.substr(Colon + 2);
  return Out.substr(0, Out.find_first_of(".<("));
}

/// A holder and the module in it are one thing: "ns::NetImpl" → "Net".
std::string className(const std::string &Name) {
  std::size_t Colon = Name.rfind("::");
  std::string Out = Colon == std::string::npos ? Name : Name.substr(Colon + 2);
  if (Out.size() > 4 && Out.compare(Out.size() - 4, 4, "Impl") == 0)
    Out.resize(Out.size() - 4);
  return Out;
}

Origin oddOf(const Finding &F) {
  return F.origins.empty() ? Origin() : F.origins.front();
}

bool known(const std::string &A, const std::string &B) {
  return !A.empty() && !B.empty();
}

bool ofModule(const Origin &O) {
  return O.kind == "member" || O.kind == "buffer" || O.kind == "parameter";
}

/// Scopes of a function's name without its result, parameters and template
/// arguments: {"ns", "Net", "forward"}.
std::vector<std::string> scopesOf(const std::string &Function) {
  std::vector<std::string> Out(1);
  int Depth = 0;
  for (std::size_t At = 0; At < Function.size(); ++At) {
    char C = Function[At];
    if (C == '(' && Depth == 0 && !Out.back().empty() &&
        Function.compare(At, 21, "(anonymous namespace)") != 0)
      break;
    if (C == '<' || C == '(' || C == '{')
      ++Depth;
    else if (C == '>' || C == ')' || C == '}')
      --Depth;
    else if (Depth > 0)
      continue;
    else if (C == ' ')
      Out.assign(1, ""); // what stood before was the result's type
    else if (C == ':' && Function.compare(At, 2, "::") == 0) {
      Out.emplace_back();
      ++At;
    } else
      Out.back() += C;
  }
  Out.erase(std::remove(Out.begin(), Out.end(), std::string()), Out.end());
  return Out;
}

/// The device type that a dropped move left the tensor on cannot be the one
/// that it named.
bool keptDevice(const Finding &Told, const Finding &Run) {
  if (Run.devices.empty())
    return true;
  auto TypeOf = [](const std::string &Device) {
    return Device.substr(0, Device.find(':'));
  };
  std::string Odd = TypeOf(Run.devices.front());
  if (!Told.devices.empty())
    return TypeOf(Told.devices.front()) == Odd;
  std::string Mover = factoryName(oddOf(Told).factory);
  return Mover == "cpu" || Mover == "cuda" ? Mover != Odd : true;
}

} // namespace

std::vector<Frame> framesOf(const Finding &Run) {
  if (!Run.stack.empty() || !Run.span.valid())
    return Run.stack;
  return {{Run.function, Run.span.file, Run.span.line}};
}

bool sameFunction(const std::string &A, const std::string &B) {
  std::vector<std::string> X = scopesOf(A), Y = scopesOf(B);
  if (X.empty() || Y.empty() || X.back() != Y.back())
    return false;
  if (X.size() < 2 || Y.size() < 2)
    return true;
  return className(X[X.size() - 2]) == className(Y[Y.size() - 2]);
}

std::vector<const Note *> Matcher::uses(const Finding &F) {
  std::vector<const Note *> Out;
  for (const Note &N : F.notes)
    for (const char *Verb :
         {"meets ", "runs here", "used ", "is used ", "read "})
      if (N.span.valid() && N.message.rfind(Verb, 0) == 0) {
        Out.push_back(&N);
        break;
      }
  return Out;
}

bool Matcher::covers(const Span &S, const std::string &File,
                     unsigned Line) const {
  return S.valid() && Line >= S.line && Line <= std::max(S.line, S.endLine) &&
         sameFile(S.file, File, Root);
}

bool Matcher::bitesAt(const Finding &Told, const Frame &F) const {
  std::vector<const Note *> Uses = uses(Told);
  return std::any_of(Uses.begin(), Uses.end(), [&](const Note *N) {
    return covers(N->span, F.file, F.line);
  });
}

/// At the finding, or where its tensor is made, be it in a helper.
bool Matcher::madeThere(const Finding &Told, const Span &Made) const {
  if (!Made.valid())
    return false;
  if (covers(Told.span, Made.file, Made.line))
    return true;
  for (const Origin &O : Told.origins)
    if (covers(O.made, Made.file, Made.line))
      return true;
  for (const Note &N : Told.notes)
    if (N.message.find("made here") != std::string::npos &&
        covers(N.span, Made.file, Made.line))
      return true;
  return false;
}

bool Matcher::sameMember(const Finding &Told, const Finding &Run) const {
  Origin T = oddOf(Told), R = oddOf(Run);
  if (!known(T.member, R.member) || !known(T.module, R.module))
    return false;
  return lastName(T.member) == lastName(R.member) &&
         className(T.module) == className(R.module);
}

/// Both are members and not the same one. A module's own tensors have their
/// names in it ("weight"), and a dropped move its variable's.
bool Matcher::otherMember(const Origin &Told, const Origin &Run) const {
  if (Told.kind != "member" || !ofModule(Run) ||
      !known(Told.member, Run.member))
    return false;
  return lastName(Told.member) != lastName(Run.member);
}

/// The clash is where the finding said, and its tensor was computed between the
/// finding's and there, or from a variable of the finding's name.
bool Matcher::derived(const Finding &Told, const Finding &Run) {
  std::vector<Frame> Frames = framesOf(Run);
  if (Frames.empty() || !bitesAt(Told, Frames.front()))
    return false;
  Origin T = oddOf(Told), R = oddOf(Run);
  if (ofModule(R))
    return false; // a member of which `sameMember` knows more
  const Frame &Bite = Frames.front();
  if (!R.made.valid()) // no debug information for the line that made it
    return known(T.factory, R.factory) &&
           factoryName(T.factory) == factoryName(R.factory);
  if (R.kind != "result")
    return false;
  const Span &Made = T.made.valid() ? T.made : Told.span;
  bool Between = sameFile(R.made.file, Bite.file, Root) &&
                 sameFile(R.made.file, Made.file, Root) &&
                 R.made.line >= Made.line && R.made.line <= Bite.line;
  if (T.kind == "factory" && Between)
    return true;
  return !T.member.empty() &&
         mentions(R.made.file, R.made.line, lastName(T.member)) == 1;
}

int Matcher::mentions(const std::string &File, unsigned Line,
                      const std::string &Name) {
  std::string_view Text;
  if (Name.empty() || !Files.line(File, Line, Text))
    return -1;
  auto Ends = [](std::string_view T) {
    std::size_t Last = T.find_last_not_of(" \t");
    return Last == std::string_view::npos ||
           std::string_view(";{}").find(T[Last]) != std::string_view::npos;
  };
  // The whole statement: debug information may name any of its lines.
  constexpr unsigned Most = 12;
  unsigned First = Line, Last = Line;
  std::string_view Other;
  while (First > 1 && Line - First < Most &&
         Files.line(File, First - 1, Other) && !Ends(Other))
    --First;
  while (Last - Line < Most && Files.line(File, Last, Other) && !Ends(Other))
    ++Last;
  for (unsigned I = First; I <= Last && Files.line(File, I, Text); ++I)
    for (std::size_t At = Text.find(Name); At != std::string_view::npos;
         At = Text.find(Name, At + 1)) {
      bool Begins = At == 0 || !isWord(Text[At - 1]);
      std::size_t End = At + Name.size();
      if (Begins && (End >= Text.size() || !isWord(Text[End])))
        return 1;
    }
  return 0;
}

/// Without names of functions: one ends where a line begins with a brace.
bool Matcher::noFunctionEnds(const std::string &File, unsigned From,
                             unsigned To) {
  std::string_view Text;
  for (unsigned I = From; I < To; ++I)
    if (!Files.line(File, I, Text) || (!Text.empty() && Text[0] == '}'))
      return false;
  return true;
}

/// `for (auto &p : net->parameters()) p = p.to(device);` leaves parameters.
bool Matcher::movesParameters(const Span &Drop) {
  std::string_view Text;
  for (unsigned I = Drop.line > 2 ? Drop.line - 2 : 1; I <= Drop.line; ++I)
    if (Files.line(Drop.file, I, Text) &&
        (Text.find("parameters(") != std::string_view::npos ||
         Text.find("buffers(") != std::string_view::npos))
      return true;
  return false;
}

/// \p F is in the function of the dropped move, at or after it, and the odd
/// tensor can be the one that it left where it was.
bool Matcher::reachesAfterDrop(const Finding &Told, const Finding &Run,
                               const Frame &F) {
  const Span &Drop = Told.span;
  if (F.line < Drop.line || !sameFile(F.file, Drop.file, Root))
    return false;
  bool Same = Told.function.empty() || F.function.empty()
                  ? noFunctionEnds(F.file, Drop.line, F.line)
                  : sameFunction(Told.function, F.function);
  if (!Same)
    return false;
  Origin T = oddOf(Told), R = oddOf(Run);
  std::string Name = lastName(T.member);
  bool After = R.made.valid() && R.made.line > Drop.line &&
               R.made.line <= F.line && sameFile(R.made.file, Drop.file, Root);
  // Made after the drop: it is another tensor, or computed from this one.
  if (After)
    return R.kind == "result" && mentions(R.made.file, R.made.line, Name) != 0;
  return ofModule(R) || mentions(F.file, F.line, Name) != 0;
}

bool Matcher::dropped(const Finding &Told, const Finding &Run) {
  if (Told.rule != "torch-discarded-move" || !keptDevice(Told, Run))
    return false;
  Origin T = oddOf(Told), R = oddOf(Run);
  if (ofModule(R) && lastName(R.member) != lastName(T.member) &&
      !movesParameters(Told.span))
    return false;
  for (const Frame &F : framesOf(Run))
    if (reachesAfterDrop(Told, Run, F))
      return true;
  return false;
}

Evidence Matcher::compare(const Finding &Told, const Finding &Run) {
  if (Run.rule == "run-untested-branch" || Run.origins.empty())
    return Evidence::None;
  Origin T = oddOf(Told), R = oddOf(Run);
  if (Told.rule == "torch-discarded-move")
    return dropped(Told, Run) ? Evidence::Dropped : Evidence::None;
  if (madeThere(Told, R.made) && !otherMember(T, R)) {
    bool Same = known(T.factory, R.factory) &&
                factoryName(T.factory) == factoryName(R.factory);
    return Same ? Evidence::MadeByFactory : Evidence::Made;
  }
  if (sameMember(Told, Run))
    return Evidence::Member;
  return derived(Told, Run) ? Evidence::Derived : Evidence::None;
}

} // namespace torchtidy
