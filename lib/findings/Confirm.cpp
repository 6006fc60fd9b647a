//===- Confirm.cpp - which findings did a run see happen? -------*- C++ -*-===//
#include "findings/Confirm.h"
#include "findings/Evidence.h"
#include "findings/Paths.h"
#include <algorithm>
#include <ostream>
#include <set>
#include <stdexcept>

namespace torchtidy {

namespace {

bool isOfRun(const Finding &F) {
  for (const char *Prefix : {"run-", "archive-", "export-", "onnx-"})
    if (F.rule.rfind(Prefix, 0) == 0)
      return true;
  return false;
}

/// The files were given in the wrong order, or a run wrote nothing: no verdict
/// is better than one on nothing.
void requireSense(const FindingsFile &Told,
                  const std::vector<FindingsFile> &Runs) {
  for (const Finding &F : Told.findings)
    if (isOfRun(F))
      throw std::runtime_error(Told.name + ": '" + F.rule +
                               "' is a run's finding; the analyzer's go first");
  for (const FindingsFile &Run : Runs) {
    if (Run.findings.empty() && Run.runs.empty())
      throw std::runtime_error(Run.name +
                               ": neither a finding nor a run's summary in it");
    for (const Finding &F : Run.findings)
      if (!isOfRun(F))
        throw std::runtime_error(Run.name + ": '" + F.rule +
                                 "' is no run's finding");
  }
}

std::string nameOf(const FindingsFile &Run) {
  for (const RunSummary &S : Run.runs)
    if (!S.program.empty())
      return S.program;
  return Run.name;
}

class Judgement {
public:
  Judgement(const FindingsFile &Told, const std::vector<FindingsFile> &Runs,
            const ConfirmOptions &O)
      : Runs(Runs), Files(O.sourceReader, O.root), Match(Files, O.root) {
    Report.findings = Told.findings;
    for (Finding &F : Report.findings) {
      F.confirmation = Confirmation();
      if (!Runs.empty())
        F.confirmation.status = Confirmation::NotReached;
    }
  }

  ConfirmReport run() {
    for (const FindingsFile &Run : Runs) {
      Report.runs.push_back(nameOf(Run));
      for (const Finding &Shown : Run.findings)
        if (!confirmBy(Run, Shown))
          addOnlyRun(Shown);
    }
    for (Finding &F : Report.findings)
      contradict(F);
    return std::move(Report);
  }

private:
  /// True if \p Shown speaks for at least one finding.
  bool confirmBy(const FindingsFile &Run, const Finding &Shown) {
    std::vector<Evidence> All;
    for (const Finding &F : Report.findings)
      All.push_back(Match.compare(F, Shown));
    Evidence Best = All.empty() ? Evidence::None
                                : *std::max_element(All.begin(), All.end());
    if (Best == Evidence::None)
      return false;
    for (std::size_t I = 0; I < All.size(); ++I)
      if (All[I] == Best)
        confirmed(Report.findings[I].confirmation, Run, Shown);
    return true;
  }

  /// The first run's finding is the verdict's; later ones say the same.
  static void confirmed(Confirmation &C, const FindingsFile &Run,
                        const Finding &Shown) {
    if (C.status == Confirmation::Confirmed)
      return;
    C.status = Confirmation::Confirmed;
    C.run = nameOf(Run);
    C.op = Shown.op;
    C.argument = Shown.argument;
    C.devices = Shown.devices;
    C.stack = framesOf(Shown);
  }

  /// Runs on several devices show one thing several times.
  void addOnlyRun(const Finding &Shown) {
    std::string Key = Shown.rule + "\n" + Shown.op + "\n" + Shown.argument +
                      "\n" + Shown.span.file + ":" +
                      std::to_string(Shown.span.line);
    if (!Shown.origins.empty())
      Key += "\n" + Shown.origins[0].member + "\n" +
             Shown.origins[0].made.file + ":" +
             std::to_string(Shown.origins[0].made.line);
    if (Seen.insert(Key).second)
      Report.onlyRun.push_back(Shown);
  }

  bool ranOnFakes(const FindingsFile &Run, const Span &Place) const {
    for (const RunSummary &S : Run.runs)
      for (const auto &[File, Lines] : S.lines) {
        auto At = Lines.lower_bound(Place.line);
        if (At != Lines.end() && Match.covers(Place, File, *At))
          return true;
      }
    return false;
  }

  /// Something clashed there, and with it that line ended: of the other tensors
  /// on it the run says nothing.
  bool clashedAt(const FindingsFile &Run, const Span &Place) const {
    for (const Finding &F : Run.findings)
      for (const Frame &X : framesOf(F))
        if (Match.covers(Place, X.file, X.line))
          return true;
    return false;
  }

  void contradict(Finding &F) {
    // An export works on any machine that has the device; its harm shows where
    // the device is missing.
    if (F.confirmation.status == Confirmation::Confirmed ||
        F.rule == "torch-export-cuda-input")
      return;
    for (const FindingsFile &Run : Runs) {
      bool Ran = false, Clashed = false;
      for (const Note *Use : Matcher::uses(F)) {
        Ran = Ran || ranOnFakes(Run, Use->span);
        Clashed = Clashed || clashedAt(Run, Use->span);
      }
      if (!Ran || Clashed)
        continue;
      F.confirmation.status = Confirmation::Contradicted;
      F.confirmation.run = nameOf(Run);
      return;
    }
  }

  const std::vector<FindingsFile> &Runs;
  Sources Files;
  Matcher Match;
  ConfirmReport Report;
  std::set<std::string> Seen;
};

} // namespace

ConfirmReport confirm(const FindingsFile &Told,
                      const std::vector<FindingsFile> &Runs,
                      const ConfirmOptions &Options) {
  requireSense(Told, Runs);
  return Judgement(Told, Runs, Options).run();
}

void writeConfirmText(std::ostream &Out, const ConfirmReport &Report,
                      const TextOptions &Options) {
  TextOptions Parts = Options;
  Parts.summary = false;
  writeText(Out, Report.findings, Parts);
  if (!Report.onlyRun.empty()) {
    Out << "only a run showed:\n";
    writeText(Out, Report.onlyRun, Parts);
  }
  if (!Options.summary)
    return;
  Out << summaryLine(Report.findings);
  if (!Report.onlyRun.empty())
    Out << "; " << counted(Report.onlyRun.size(), "more finding")
        << " only a run showed";
  Out << '\n';
}

void writeConfirmJsonLines(std::ostream &Out, const ConfirmReport &Report) {
  writeJsonLines(Out, Report.findings);
  writeJsonLines(Out, Report.onlyRun);
}

} // namespace torchtidy
