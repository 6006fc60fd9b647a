//===- Words.cpp - the words of a run's findings --------------------------===//
#include "runtime/Words.h"
#include "runtime/Guest.h"
#include <fstream>
#include <regex>

namespace torchtidy {
namespace rt {
namespace {

std::string lastPart(const std::string &Qualified) {
  size_t At = Qualified.rfind("::");
  return At == std::string::npos ? Qualified : Qualified.substr(At + 2);
}

std::string place(const Span &S) {
  return S.file.substr(S.file.rfind('/') + 1) + ":" + std::to_string(S.line);
}

std::string quoted(const std::string &S) { return "'" + S + "'"; }

bool startsWith(const std::string &S, const char *Prefix) {
  return S.rfind(Prefix, 0) == 0;
}

/// What the user wrote: the outermost of the wrappers between the user's code
/// and the operator, when the debug info has it; else by the operator's name.
std::string factoryName(const std::string &Op,
                        const std::vector<SourceFrame> &Frames) {
  std::string Wrapper;
  for (const SourceFrame &F : Frames) {
    if (F.user)
      break;
    Wrapper = F.function;
  }
  // torch::nn::ModuleHolder<torch::nn::LinearImpl>::…, make_shared<…>
  static const std::regex Module(R"(torch::nn::(\w+)Impl\b)"),
      Own(R"(torch::nn::(\w+)::ModuleHolder)"), Plain(R"((?:torch|at)::\w+)"),
      Method(R"(at::(Tensor::\w+))");
  std::smatch M;
  if (std::regex_search(Wrapper, M, Module) ||
      std::regex_search(Wrapper, M, Own))
    return "torch::nn::" + M[1].str();
  Wrapper = Wrapper.substr(0, Wrapper.find('<'));
  if (std::regex_match(Wrapper, M, Plain))
    return Wrapper;
  if (std::regex_match(Wrapper, M, Method))
    return M[1];
  return startsWith(Op, "aten::") ? "torch::" + Op.substr(6) : Op;
}

std::string readLine(const Span &S) {
  std::ifstream In(S.file);
  std::string Line;
  for (unsigned N = 0; N != S.line; ++N)
    if (!std::getline(In, Line))
      return "";
  return Line;
}

/// "torch::zeros({10})" when the line that made the tensor is exactly
/// "cache = torch::zeros({10});".
std::string assignedExpression(const TensorWords &T) {
  if (!T.origin.made.valid())
    return "";
  static const std::regex Assignment(
      R"(^\s*(?:this->)?(\w+)\s*=\s*(.+);\s*(?://.*)?$)");
  std::smatch M;
  std::string Line = readLine(T.origin.made);
  if (std::regex_match(Line, M, Assignment) && M[1] == T.member)
    return M[2];
  return "";
}

Note note(std::string Message, Span Where = {}) {
  return {std::move(Message), std::move(Where)};
}

bool isCpu(const TensorWords &T) { return T.device == "cpu"; }

/// What to do, for the cases in which it is sure.
void advise(Finding &F, const TensorWords &Odd, const TensorWords &First) {
  if (Guest *G = guest())
    return G->advise(F, Odd, First);
  const std::string &Kind = Odd.origin.kind;
  if (!isCpu(Odd))
    return;
  if (Odd.script) {
    F.notes.push_back(note("make it a buffer, which 'to' moves: in Python "
                           "self.register_buffer(\"" +
                           Odd.member + "\", …), in C++ register_buffer"));
  } else if (Odd.rebound) {
    F.notes.push_back(note("keep the registered tensor and copy into it: " +
                           Odd.member + ".copy_(…)"));
  } else if (Odd.loose) {
    F.notes.push_back(note("register its module where it is kept: "
                           "register_module(…); no module that was moved "
                           "holds it"));
  } else if (Kind == "member") {
    std::string Value = assignedExpression(Odd);
    size_t Bracket = Odd.member.find('[');
    if (Bracket != std::string::npos) {
      std::string Many = Odd.member.substr(0, Bracket);
      F.notes.push_back(note("register each of them: register_buffer(\"" +
                             Many + "\" + std::to_string(i), " + Many +
                             "[i]);"));
    } else if (!Value.empty())
      F.notes.push_back(note("register it: " + Odd.member +
                                 " = register_buffer(\"" + Odd.member + "\", " +
                                 Value + ");",
                             Odd.origin.made));
    else
      F.notes.push_back(
          note("register it in the constructor: register_buffer(\"" +
               Odd.member + "\", " + Odd.member + ");"));
  } else if (Kind == "buffer" || Kind == "parameter") {
    F.notes.push_back(
        note("move its module: to(torch::Device(\"" + First.device + "\"));"));
  } else if (Kind == "factory") {
    F.notes.push_back(
        note("make it on the other's device: " + Odd.origin.factory +
                 "(…, torch::device(x.device()))",
             Odd.origin.made));
  }
}

void addParty(Finding &F, const TensorWords &T) {
  F.origins.push_back(T.origin);
  F.devices.push_back(T.device);
  std::string What = T.describe();
  if (!What.empty())
    F.notes.push_back(
        note((T.argument.empty() ? "it" : quoted(T.argument)) + " is " + What,
             T.origin.made));
}

/// After the two parties: what the odd one was computed from.
void addSource(Finding &F, const TensorWords &Odd) {
  if (Odd.source.kind.empty())
    return;
  F.origins.push_back(Odd.source);
  std::string Through;
  for (size_t I = Odd.through.size(); I-- > 0;)
    Through += (Through.empty() ? ", through " : "; ") + Odd.through[I];
  F.notes.push_back(note(
      "it was computed from what " + Odd.source.factory + " made" +
          (Odd.source.made.valid() ? " at " + place(Odd.source.made) : "") +
          Through,
      Odd.source.made));
}

} // namespace

void TensorWords::setMember(const MemberInfo &M) {
  origin.kind = M.kind == MemberInfo::Parameter ? "parameter"
                : M.kind == MemberInfo::Buffer  ? "buffer"
                                                : "member";
  origin.module = lastPart(M.owner);
  // What the user writes is Linear, not LinearImpl; while it is constructed a
  // module is still a ConvNdImpl<2, Conv2dImpl>.
  static const std::regex LibTorch(R"(^torch::nn::.*?(\w+)Impl>*$)");
  std::smatch Match;
  if (std::regex_match(M.owner, Match, LibTorch))
    origin.module = "torch::nn::" + Match[1].str();
  rebound = M.rebound;
  script = M.script;
  loose = M.loose;
  origin.member = M.path();
  modulePath = M.modulePath;
  member = M.name;
}

void TensorWords::setMade(const std::string &Op, bool IsFactory,
                          const std::vector<SourceFrame> &Frames) {
  if (origin.kind.empty())
    origin.kind = IsFactory ? "factory" : "result";
  // What `to`, `cuda` and `cpu` do; nobody calls it by its own name.
  origin.factory = IsFactory                ? factoryName(Op, Frames)
                   : Op == "aten::_to_copy" ? "aten::to"
                                            : Op;
  for (const SourceFrame &S : Frames)
    if (S.user) {
      origin.made.file = S.file;
      origin.made.line = origin.made.endLine = S.line;
      function = S.function;
      return;
    }
}

void TensorWords::setSource(const std::string &Op, bool IsFactory,
                            const std::vector<SourceFrame> &Frames) {
  TensorWords Made;
  Made.setMade(Op, IsFactory, Frames);
  source = Made.origin;
}

void TensorWords::addStep(const std::string &Op,
                          const std::vector<SourceFrame> &Frames) {
  TensorWords Step;
  Step.setMade(Op, /*IsFactory=*/false, Frames);
  std::string Text = Step.origin.factory;
  if (Step.origin.made.valid())
    Text += ", " + place(Step.origin.made);
  through.push_back(Text);
}

std::string TensorWords::describe() const {
  std::string Text = named;
  const std::string &K = origin.kind;
  if (named.empty() && (K == "member" || K == "buffer" || K == "parameter")) {
    Text = (script ? "attribute" : K) + " " + quoted(member) + " of " +
           origin.module;
    if (!modulePath.empty())
      Text += " (" + quoted(modulePath) + ")";
    if (rebound)
      Text += ", no longer the tensor registered under that name";
    else if (K == "member")
      Text += script ? ", which is neither parameter nor buffer"
                     : ", never registered";
  }
  if (origin.factory.empty())
    return Text;
  bool Made = K != "result" && !startsWith(origin.factory, "aten::");
  if (K == "result")
    Text = "the result of " + origin.factory;
  else if (Made)
    Text += (Text.empty() ? "made by " : ", made by ") + origin.factory;
  else
    Text += ", the result of " + origin.factory;
  if (origin.made.valid()) {
    if (K == "result" && !function.empty())
      Text += " in " + function + ",";
    else
      Text += Made ? " at" : ",";
    Text += " " + place(origin.made);
  }
  return Text;
}

void wordMix(Finding &F, const TensorWords &Odd, const TensorWords &First) {
  F.message = F.op + ": " + quoted(Odd.argument) + " is on " + Odd.device +
              ", " + quoted(First.argument) + " on " + First.device;
  addParty(F, Odd);
  addParty(F, First);
  addSource(F, Odd);
  advise(F, Odd, First);
}

void wordAlone(Finding &F, const TensorWords &Odd, const std::string &Reason) {
  F.message = F.op + ": " + quoted(Odd.argument) + " is on " + Odd.device;
  if (!Reason.empty())
    F.message += "; " + Reason;
  addParty(F, Odd);
  F.notes.push_back(note("move it: " + Odd.argument + ".cpu()"));
}

void wordGenerator(Finding &F, const std::string &Generator,
                   const TensorWords &First) {
  F.message = F.op + ": '" + F.argument + "' is a generator of " + Generator +
              ", " +
              (First.argument.empty() ? "the result" : quoted(First.argument)) +
              " is on " + First.device;
  torchtidy::Origin Odd;
  Odd.kind = "argument";
  F.origins.push_back(Odd);
  F.devices.push_back(Generator);
  addParty(F, First);
  F.notes.push_back(note("leave it out, or take the device's own: "
                         "at::globalContext().defaultGenerator(x.device())"));
}

void wordHostPointer(Finding &F, const std::string &Device) {
  F.message = "memory of the host is labelled as " + Device +
              "; from_blob moves nothing";
  F.notes.push_back(note("wrap it on cpu and move the tensor: "
                         "torch::from_blob(p, sizes).to(device)"));
}

/// The member as the user sees it: "member 'avg' of Ema ('norm.0')".
static std::string memberText(const TensorWords &T) {
  return "member " + quoted(T.member) + " of " + T.origin.module +
         (T.modulePath.empty() ? "" : " (" + quoted(T.modulePath) + ")");
}

void wordDrift(Finding &F, const TensorWords &T) {
  F.message = memberText(T) + " is no longer the tensor registered under that "
                              "name; 'to()', 'save' and 'parameters()' see the "
                              "old one";
  addParty(F, T);
  F.notes.push_back(note("keep the registered tensor and write into it: " +
                         T.member + ".copy_(…)"));
}

void wordKept(Finding &F, const TensorWords &T, bool ByOwner) {
  F.message =
      memberText(T) + " keeps a tensor on " + T.device +
      " from call to call and is never registered; " +
      (ByOwner ? "'to()' will leave it there" : "'to()' may leave it there");
  addParty(F, T);
  F.notes.push_back(note("register it in the constructor: register_buffer(\"" +
                         T.member + "\", " + T.member + ");"));
}

void wordHostAccess(Finding &F, const TensorWords &T) {
  F.message = "the host reads or writes the memory of a tensor on " + T.device;
  addParty(F, T);
  F.notes.push_back(
      note("copy it to the host first: x.cpu().data_ptr<float>()"));
}

std::string textOf(const Finding &F) {
  std::string Text;
  if (F.span.valid())
    Text += place(F.span) + ": ";
  Text += F.message;
  for (const Note &N : F.notes)
    Text += "\n  " + N.message;
  return Text;
}

} // namespace rt
} // namespace torchtidy
