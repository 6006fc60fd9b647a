//===- Explain.cpp - what is known at a line, and why it is silent -*- C++
//-*-===//
#include "checks/common/Judge.h"
#include <algorithm>

namespace torchtidy {

namespace {

class Explainer {
public:
  Explainer(const Judge &J, const std::string &File, unsigned Line)
      : J(J), file(File), line(Line) {}

  std::vector<std::string> run() {
    for (size_t Fn = 0; Fn < J.flow.size(); ++Fn)
      function(int(Fn));
    for (const Member &M : J.members())
      if (at(M.field->span))
        member(M);
    return std::move(lines);
  }

private:
  bool at(const facts::SourceSpan &S) const {
    return S.valid() && J.flow.facts.files[S.file] == file && S.line <= line &&
           line <= std::max(S.line, S.endLine);
  }

  void function(int Fn) {
    const FunctionFacts &F = J.flow.function(Fn);
    const flow::FunctionFlow &Flow = J.flow.of(Fn);
    bool Said = false;
    for (size_t I = 0; I < F.instrs.size() && I < Flow.values.size(); ++I) {
      const Instr &X = F.instrs[I];
      if (!X.span.valid() || J.flow.facts.files[X.span.file] != file ||
          X.span.line != line || X.text.empty())
        continue;
      if (X.op != Op::Call && X.op != Op::Var && X.op != Op::Field)
        continue;
      if (!Said)
        lines.push_back(
            "in '" + F.name + "'" +
            (F.incomplete ? ", which was read in part" : "") +
            (Flow.capped ? ", where the flow gave up at its cap" : ""));
      Said = true;
      if (!Flow.reached[I]) {
        lines.push_back("  '" + X.text + "': never reached");
        continue;
      }
      std::string What = value(Flow.values[I]);
      if (!What.empty())
        lines.push_back("  '" + X.text + "': " + What);
    }
    for (const Meeting &M : Flow.meetings)
      if (M.call.fn == Fn && M.call.instr >= 0 &&
          at(F.instrs[M.call.instr].span))
        meeting(M);
  }

  std::string value(const Value &V) {
    bool Speaks =
        V.tensorLike() || V.role == TypeRole::Device ||
        V.role == TypeRole::TensorOptions || V.role == TypeRole::Module ||
        V.role == TypeRole::ModuleHolder || V.role == TypeRole::JitModule;
    if (!Speaks)
      return "";
    if (V.role == TypeRole::TensorOptions && V.hasDevice == Tri::No)
      return "options that name no device";
    if (V.alts.empty())
      return "on an unknown device";
    std::string R;
    for (const Alt &A : V.alts) {
      R += R.empty() ? "" : ", or ";
      R += A.undefined ? "undefined" : "on " + flow::describe(J.flow, A.device);
      if (A.zeroDim == Tri::Yes)
        R += " (0-dim)";
      for (const Source &S : A.sources)
        if (S.instr >= 0 && S.kind != Source::Param)
          R += ", made at line " +
               std::to_string(J.flow.instr({S.fn, S.instr}).span.line);
    }
    return R;
  }

  void meeting(const Meeting &M) {
    std::string R = "  " + M.op + ": " + J.nameOf(M.a) + " (on " +
                    flow::describe(J.flow, M.a.device) + ") meets " +
                    J.nameOf(M.b) + " (on " +
                    flow::describe(J.flow, M.b.device) + ")";
    if (!J.deviceful(M.a.device) && !J.deviceful(M.b.device))
      R += "; quiet: neither is known to leave cpu";
    else if (M.a.device.kind == Device::Symbol &&
             M.b.device.kind == Device::Symbol)
      R += "; quiet: nothing says that they differ";
    lines.push_back(R);
  }

  void member(const Member &M) {
    std::string R = "member '" + M.name + "' of '" + M.cls->name + "': ";
    R += M.registered ? "registered" : "no registration was seen";
    if (!J.closed(*M.cls))
      R += "; quiet: not every body of the class was seen";
    else if (M.meetings.empty())
      R += "; it meets no other tensor in a method";
    lines.push_back(R + "; " + std::to_string(M.stores.size()) + " stores");
  }

  const Judge &J;
  std::string file;
  unsigned line;
  std::vector<std::string> lines;
};

} // namespace

std::vector<std::string> explainLine(const facts::ProjectFacts &P,
                                     const JudgeOptions &O,
                                     const std::string &File, unsigned Line) {
  flow::ProjectFlow Flow(P);
  Judge J(Flow, O);
  std::vector<std::string> R = Explainer(J, File, Line).run();
  for (const Finding &F : judge(P, O, nullptr))
    if (F.span.file == File && F.span.line == Line)
      R.push_back("finding: " + F.message + " [" + F.rule + ", " +
                  toString(F.level) + "]");
  for (const facts::SuppressionFact &S : P.suppressions)
    if (S.file >= 0 && P.files[S.file] == File && S.firstLine <= Line &&
        Line <= S.lastLine)
      R.push_back("suppressed by the comment in line " +
                  std::to_string(S.line) +
                  (S.reason.empty() ? "" : ": " + S.reason));
  if (R.empty())
    R.push_back("nothing is known at this line: no tensor, device or module of "
                "the project's own code stands here");
  return R;
}

} // namespace torchtidy
