//===- Report.cpp - a finding while a rule tells it -------------*- C++ -*-===//
#include "checks/common/Judge.h"

namespace torchtidy {

Report &Report::origin(const char *Kind, Site Made) {
  return origin(Kind,
                Made.instr < 0 ? facts::SourceSpan() : J.flow.instr(Made).span);
}

Report &Report::origin(const char *Kind, const facts::SourceSpan &Made) {
  Origin O;
  O.kind = Kind;
  O.made = J.span(Made);
  F.origins.push_back(std::move(O));
  return *this;
}

Report &Report::ofModule(const ClassFacts *C) {
  if (C)
    F.origins.back().module = C->name;
  return *this;
}

Report &Report::ofMember(const std::string &Name) {
  F.origins.back().member = Name;
  return *this;
}

Report &Report::byFactory(const std::string &Name) {
  F.origins.back().factory = Name;
  return *this;
}

Report &Report::fromFactory(Site Made) {
  return origin("factory", Made)
      .byFactory(J.flow.instr(Made).callee)
      .ofModule(J.classOf(Made.fn));
}

Report &Report::note(const std::string &Text, Site At) {
  return note(Text, J.flow.instr(At).span);
}

Report &Report::note(const std::string &Text, const facts::SourceSpan &At) {
  F.notes.push_back({Text, J.span(At)});
  return *this;
}

Report &Report::noteIn(const std::string &Text, Site At) {
  return note(Text + ", in '" + J.flow.function(At.fn).name + "'", At);
}

Report &Report::declaredHere(const facts::FieldFact &Field,
                             const std::string &Name) {
  return note("'" + Name + "' is declared here", Field.span);
}

Report &Report::advise(const std::string &Text) {
  F.notes.push_back({Text, {}});
  return *this;
}

Report &Report::fix(std::optional<Fix> X) {
  if (X)
    F.fixes.push_back(std::move(*X));
  return *this;
}

} // namespace torchtidy
