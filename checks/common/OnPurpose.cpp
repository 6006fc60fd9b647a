//===- OnPurpose.cpp - what annotations say is meant ------------*- C++ -*-===//
#include "checks/common/OnPurpose.h"
#include "checks/common/Clashes.h"
#include <algorithm>

namespace torchtidy {

using flow::Paths;

static const Source *purpose(const Alt &A) {
  for (const Source &S : A.sources)
    if (S.kind == Source::OnCpu && A.device.isConcrete("cpu"))
      return &S;
  return nullptr;
}

bool keptOnPurpose(const Meeting &M) { return purpose(M.a) || purpose(M.b); }

/// "'table' is kept on cpu", and what it is a part of.
static std::string nameOfKept(const Judge &J, const Alt &A, const Source &S) {
  std::string Name;
  if (S.path >= 0) {
    const Paths::Node &Root = J.flow.paths[J.flow.paths.root(S.path)];
    Name = Root.kind == Paths::Var && S.fn >= 0
               ? flow::argumentOf(J.flow, S.fn, S.path).text
               : J.flow.paths.str(S.path);
  }
  if (!Name.empty())
    return (A.fresh ? "what '" + Name + "' gives" : "'" + Name + "'") +
           " is kept on cpu";
  return "a tensor is kept on cpu";
}

std::optional<Mix> boundary(const Judge &J, int Fn, const Meeting &M) {
  for (const Side &Kept : flow::sidesOf(M)) {
    const Alt &A = Kept.mine, &B = Kept.other;
    const Source *S = purpose(A);
    if (!S || !Kept.isRefused() || purpose(B) || !J.deviceful(B.device) ||
        J.constructs(Fn) || M.call.fn != Fn || M.call.instr < 0 ||
        flow::runsOnCpu(J.flow, Fn))
      continue;
    std::optional<Level> L = clashLevel(J, Fn, B, Kept.otherModule);
    if (!L)
      continue;
    Mix X;
    bool MaybeScalar = Kept.unlessScalar && A.zeroDim == Tri::Unknown;
    X.level = MaybeScalar ? atMost(Level::Likely, *L) : *L;
    X.odd = A;
    X.module = Kept.module;
    X.message = nameOfKept(J, A, *S) + " and " +
                (X.level == Level::Certain ? "meets " : "may meet ") +
                J.nameOf(B) + J.whereabouts(B);
    X.advice = X.module ? "cross the devices here: net(x.cpu()).to(x.device())"
                        : "cross the devices here: y.to(x.device())";
    return X;
  }
  return std::nullopt;
}

/// Rules about where tensors are meant to be: what crosses devices on purpose
/// answers them. An operator that refuses two devices does so all the same.
static bool aboutIntent(const std::string &Rule) {
  static const char *const Rules[] = {
      "torch-stale-device-member", "torch-hardcoded-device",
      "torch-redundant-transfer",  "torch-load-without-device",
      "torch-host-access",         "torch-missing-device-guard",
      "torch-export-cuda-input",   "torch-traced-device-constant"};
  return std::find(std::begin(Rules), std::end(Rules), Rule) != std::end(Rules);
}

void OnPurpose::add(const facts::SourceSpan &S, bool Crossing) {
  if (S.valid())
    ranges.push_back({F.facts.files[S.file], S.offset, S.endOffset, Crossing});
}

OnPurpose::OnPurpose(const flow::ProjectFlow &F) : F(F) {
  for (size_t Fn = 0; Fn < F.size(); ++Fn) {
    const FunctionFacts &X = F.function(int(Fn));
    if (flow::runsOnCpu(F, int(Fn)))
      add(X.bodySpan, false);
    for (const facts::SourceSpan &S : X.crossings)
      add(S, true);
  }
  for (const ClassFacts &C : F.facts.classes)
    for (const facts::FieldFact &X : C.fields)
      if (C.onCpu || X.onCpu)
        add(X.declSpan, false);
}

bool OnPurpose::answers(const Finding &X) const {
  return std::any_of(ranges.begin(), ranges.end(), [&](const Range &R) {
    return R.file == X.span.file && R.begin <= X.span.offset &&
           X.span.offset < R.end && (!R.crossing || aboutIntent(X.rule));
  });
}

} // namespace torchtidy
