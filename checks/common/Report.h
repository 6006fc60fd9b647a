//===- Report.h - a finding while a rule tells it ---------------*- C++ -*-===//
#ifndef TORCHTIDY_CHECKS_COMMON_REPORT_H
#define TORCHTIDY_CHECKS_COMMON_REPORT_H

#include "findings/Finding.h"
#include "flow/Flow.h"
#include <optional>

namespace torchtidy {

class Judge;

/// What a rule says beside its message, in the order in which people read it.
/// Valid until the next finding is reported.
class Report {
public:
  Report(const Judge &J, Finding &F) : J(J), F(F) {}
  operator Finding &() const { return F; }

  /// Where the odd tensor comes from. An invalid place is left out.
  Report &origin(const char *Kind, flow::Site Made = {});
  Report &origin(const char *Kind, const facts::SourceSpan &Made);
  /// … and what more is known of it; null, or "": nothing is.
  Report &ofModule(const facts::ClassFacts *C);
  Report &ofMember(const std::string &Name);
  Report &byFactory(const std::string &Name);
  /// A factory, with its name and its place, in a module's code or elsewhere.
  Report &fromFactory(flow::Site Made);

  Report &note(const std::string &Text, flow::Site At);
  Report &note(const std::string &Text, const facts::SourceSpan &At);
  /// "meets it here, in 'forward'".
  Report &noteIn(const std::string &Text, flow::Site At);
  Report &declaredHere(const facts::FieldFact &Field, const std::string &Name);
  /// What to write instead: a note about the whole finding.
  Report &advise(const std::string &Text);
  Report &fix(std::optional<Fix> X);

private:
  const Judge &J;
  Finding &F;
};

} // namespace torchtidy

#endif
