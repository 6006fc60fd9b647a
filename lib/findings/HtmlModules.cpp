//===- HtmlModules.cpp - a module's tensors and devices, drawn ------------===//
#include "findings/HtmlModules.h"
#include "findings/HtmlCode.h"
#include "findings/Paths.h"
#include <algorithm>
#include <ostream>

namespace torchtidy {

namespace {

struct Lane {
  const char *cls, *title;
  std::vector<HeldState::Fate> fates;
};

const std::vector<Lane> &lanes() {
  static const std::vector<Lane> All = {
      {"behind", "stays behind", {HeldState::StaysBehind}},
      {"along",
       "goes along with <code>to()</code>",
       {HeldState::Moves, HeldState::MovedByHand}},
      {"oncpu", "on the CPU on purpose", {HeldState::OnCpu}},
      {"unknown", "not registered, no harm known", {HeldState::Unknown}}};
  return All;
}

class Picture {
public:
  Picture(std::ostream &Out, const ModuleState &M,
          const std::vector<Finding> &Findings,
          const std::function<std::string(const Finding &)> &IdOf,
          const std::string &Root)
      : Out(Out), M(M), Findings(Findings), IdOf(IdOf), Root(Root) {}

  void write() {
    Out << "<figure class=\"picture\">\n<figcaption>what <code>"
        << htmlEscaped(M.name) << "</code> holds";
    if (M.declared.valid())
      Out << " <span class=\"place\">"
          << htmlEscaped(displayPath(M.declared.file, Root)) << ':'
          << M.declared.line << "</span>";
    if (!M.whole)
      Out << " <small>(seen in part: some of its methods were not "
             "read)</small>";
    Out << "</figcaption>\n<div class=\"lanes\">\n";
    for (const Lane &L : lanes())
      lane(L);
    Out << "</div>\n</figure>\n";
  }

private:
  void lane(const Lane &L) {
    auto Belongs = [&](const HeldState &H) {
      return std::find(L.fates.begin(), L.fates.end(), H.fate) != L.fates.end();
    };
    if (std::none_of(M.held.begin(), M.held.end(), Belongs))
      return;
    Out << "<section class=\"lane " << L.cls << "\"><h4>" << L.title
        << "</h4>\n<ul>\n";
    for (const HeldState &H : M.held)
      if (Belongs(H))
        held(H);
    Out << "</ul></section>\n";
  }

  void held(const HeldState &H) {
    std::vector<const Finding *> Told = findingsOf(M, H, Findings);
    Out << "<li>";
    if (!Told.empty())
      Out << "<a href=\"#" << IdOf(*Told.front()) << "\">";
    Out << "<code>" << htmlEscaped(H.name) << "</code>";
    if (!Told.empty())
      Out << "</a>";
    Out << " <small>" << htmlEscaped(words(H)) << "</small>";
    // Where it was made is history once it moves along.
    if (!H.factory.empty() && H.fate != HeldState::Moves)
      Out << "<br><small class=\"from\">from <code>" << htmlEscaped(H.factory)
          << "</code>"
          << (H.device.empty() ? ""
                               : " on <b>" + htmlEscaped(H.device) + "</b>")
          << "</small>";
    for (const Finding *F : Told)
      if (F->confirmation.status == Confirmation::Confirmed) {
        Out << "<br><span class=\"badge confirmed\">seen in a run</span>";
        if (!F->confirmation.devices.empty())
          Out << " <small>on <b>"
              << htmlEscaped(F->confirmation.devices.front()) << "</b>"
              << beside(F->confirmation) << "</small>";
        break;
      }
    Out << "</li>\n";
  }

  static std::string beside(const Confirmation &C) {
    if (C.devices.size() < 2 || C.devices[1] == C.devices[0])
      return "";
    return " beside <b>" + htmlEscaped(C.devices[1]) + "</b>";
  }

  /// "buffer 'running_mean'", "tensor, moved by hand".
  static std::string words(const HeldState &H) {
    std::string Text = H.kind;
    if (!H.registeredAs.empty() && H.registeredAs != H.name)
      Text += " '" + H.registeredAs + "'";
    if (H.fate == HeldState::MovedByHand)
      Text += ", moved by hand";
    return Text;
  }

  std::ostream &Out;
  const ModuleState &M;
  const std::vector<Finding> &Findings;
  const std::function<std::string(const Finding &)> &IdOf;
  const std::string &Root;
};

} // namespace

void writeHtmlModule(std::ostream &Out, const ModuleState &M,
                     const std::vector<Finding> &Findings,
                     const std::function<std::string(const Finding &)> &IdOf,
                     const std::string &Root) {
  if (!M.held.empty())
    Picture(Out, M, Findings, IdOf, Root).write();
}

} // namespace torchtidy
