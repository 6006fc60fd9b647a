//===- Knowledge.cpp - what is known of what stands at a place ------------===//
#include "checks/common/Knowledge.h"
#include "checks/common/Inventory.h"
#include "checks/common/Judge.h"
#include <algorithm>

namespace torchtidy {

namespace {

/// Whether the 1-based place lies in \p S; its end counts, as an editor's
/// cursor may stand behind the last letter.
bool holds(const facts::SourceSpan &S, unsigned Line, unsigned Column) {
  unsigned EndLine = std::max(S.line, S.endLine);
  return S.valid() && std::tie(S.line, S.column) <= std::tie(Line, Column) &&
         std::tie(Line, Column) <= std::tie(EndLine, S.endColumn);
}

bool smaller(const facts::SourceSpan &A, const facts::SourceSpan &B) {
  return A.endOffset - A.offset < B.endOffset - B.offset;
}

class Looker {
public:
  Looker(const Judge &J, const std::string &File, unsigned Line,
         unsigned Column)
      : J(J), Line(Line), Column(Column) {
    const std::vector<std::string> &Files = J.flow.facts.files;
    auto It = std::find(Files.begin(), Files.end(), File);
    FileIndex = It == Files.end() ? -2 : int(It - Files.begin());
  }

  std::optional<Known> run(const std::vector<ModuleState> &Modules) {
    for (int Fn : J.flow.functions())
      function(Fn);
    if (Best)
      expression();
    member(Modules);
    if (Out.values.empty() && !Out.held)
      return std::nullopt;
    return std::move(Out);
  }

private:
  bool at(const facts::SourceSpan &S) const {
    return S.file == FileIndex && holds(S, Line, Column);
  }

  static bool speaks(const Value &V) {
    return V.tensorLike() || flow::namesDevice(V.role) ||
           V.role == TypeRole::Module || V.role == TypeRole::ModuleHolder ||
           V.role == TypeRole::JitModule;
  }

  void function(int Fn) {
    const FunctionFacts &F = J.flow.function(Fn);
    const flow::FunctionFlow &Flow = J.flow.of(Fn);
    if (F.bodySpan.valid() && F.bodySpan.file != FileIndex)
      return;
    for (size_t I = 0; I < F.instrs.size() && I < Flow.values.size(); ++I) {
      const Instr &X = F.instrs[I];
      bool Names = X.op == Op::Call || X.op == Op::Var || X.op == Op::Field ||
                   X.op == Op::Construct || X.op == Op::Element ||
                   X.op == Op::Phi;
      if (!Names || !at(X.span) || !speaks(Flow.values[I]))
        continue;
      // Of one text read several times the first that was reached tells most.
      if (!Best || smaller(X.span, J.flow.instr(*Best).span) ||
          (!Flow.values[I].alts.empty() && valueAt(*Best).alts.empty() &&
           !smaller(J.flow.instr(*Best).span, X.span)))
        Best = Site{Fn, int(I)};
    }
  }

  const Value &valueAt(Site S) const { return J.flow.of(S.fn).values[S.instr]; }

  void expression() {
    const Instr &X = J.flow.instr(*Best);
    const Value &V = valueAt(*Best);
    Out.span = J.span(X.span);
    Out.what = X.text;
    Out.role = V.role == TypeRole::Module || V.role == TypeRole::ModuleHolder ||
                       V.role == TypeRole::JitModule
                   ? "module"
               : flow::namesDevice(V.role) ? "device"
                                           : "tensor";
    if (!J.flow.of(Best->fn).reached[Best->instr])
      Out.values.push_back({"never reached", Span()});
    else if (V.role == TypeRole::TensorOptions && V.hasDevice == Tri::No)
      Out.values.push_back({"options that name no device", Span()});
    else if (V.alts.empty())
      Out.values.push_back({"on an unknown device", Span()});
    else
      for (const Alt &A : V.alts)
        add(alternative(A));
    if (X.op == Op::Field) {
      Cls = X.cls;
      Name = X.name;
    }
  }

  void add(Note N) {
    bool Said =
        std::any_of(Out.values.begin(), Out.values.end(), [&](const Note &O) {
          return O.message == N.message && O.span.line == N.span.line;
        });
    if (!Said)
      Out.values.push_back(std::move(N));
  }

  Note alternative(const Alt &A) const {
    Note N;
    N.message =
        A.undefined ? "undefined" : "on " + flow::describe(J.flow, A.device);
    if (A.zeroDim == Tri::Yes)
      N.message += ", 0-dim";
    Site Made = J.madeAt(A);
    if (Made.instr >= 0) {
      const Instr &X = J.flow.instr(Made);
      N.message += ", made by '" + (X.callee.empty() ? X.text : X.callee) + "'";
      N.span = J.span(X.span);
      return N;
    }
    std::string From = J.nameOf(A);
    if (From[0] == '\'')
      N.message += ", from " + From + J.whereabouts(A);
    return N;
  }

  /// The member that the expression is, or that is declared there.
  void member(const std::vector<ModuleState> &Modules) {
    for (const ClassFacts &C : J.flow.facts.classes)
      for (const facts::FieldFact &F : C.fields) {
        bool Declared = at(F.span);
        if (!Declared && (F.name != Name || C.id != Cls || Name.empty()))
          continue;
        held(J.span(F.span), Modules);
        if (!Out.held)
          continue;
        if (Declared) {
          Out.span = J.span(F.span);
          Out.what = F.name;
        }
        return;
      }
  }

  void held(const Span &Declared, const std::vector<ModuleState> &Modules) {
    for (const ModuleState &M : Modules)
      for (const HeldState &H : M.held)
        if (H.declared.file == Declared.file &&
            H.declared.offset == Declared.offset) {
          Out.held = H;
          Out.module = M.name;
          Out.whole = M.whole;
          return;
        }
  }

  const Judge &J;
  const unsigned Line, Column;
  int FileIndex = -2;
  std::optional<Site> Best;
  facts::Text Cls, Name;
  Known Out;
};

} // namespace

struct Knowledge::State {
  State(const facts::ProjectFacts &P, JudgeOptions O)
      : options(std::move(O)), flow(P), judge(flow, options) {}
  JudgeOptions options;
  flow::ProjectFlow flow;
  Judge judge;
  std::vector<ModuleState> modules;
};

Knowledge::Knowledge(const facts::ProjectFacts &P, const JudgeOptions &O)
    : Of(std::make_unique<State>(P, O)) {
  JudgeOptions Inventory = O;
  Inventory.inventory = true;
  JudgeStats Stats;
  torchtidy::judge(P, Inventory, &Stats);
  Of->modules = std::move(Stats.held);
}
Knowledge::~Knowledge() = default;

std::optional<Known> Knowledge::at(const std::string &File, unsigned Line,
                                   unsigned Column) const {
  return Looker(Of->judge, File, Line, Column).run(Of->modules);
}

} // namespace torchtidy
