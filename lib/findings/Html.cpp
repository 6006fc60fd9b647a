//===- Html.cpp - findings as one page that needs nothing else --*- C++ -*-===//
#include "findings/Html.h"
#include "ReportAssets.inc" // ReportCss, ReportJs: from report.css, report.js
#include "findings/HtmlCode.h"
#include "findings/HtmlModules.h"
#include "findings/Paths.h"
#include "findings/Rules.h"
#include "findings/TextRenderer.h"
#include <algorithm>
#include <map>
#include <ostream>

namespace torchtidy {

namespace {

/// More findings than this are folded, so that the page can be overlooked.
constexpr std::size_t MaxOpen = 60;

struct Group {
  std::string name; ///< a module's class, or a file
  bool isModule = false;
  std::vector<const Finding *> findings;
};

std::string cssClass(Confirmation::Status S) {
  switch (S) {
  case Confirmation::Confirmed:
    return "confirmed";
  case Confirmation::NotReached:
    return "unreached";
  case Confirmation::Contradicted:
    return "contradicted";
  case Confirmation::None:
    break;
  }
  return "none";
}

std::string moduleOf(const Finding &F) {
  return F.origins.empty() ? "" : F.origins.front().module;
}

class Page {
public:
  Page(std::ostream &Out, const std::vector<Finding> &Findings,
       const HtmlOptions &O)
      : Out(Out), Findings(Findings), O(O), Files(O.sourceReader, O.root) {
    for (const Finding &F : Findings)
      HasVerdicts = HasVerdicts || F.confirmation.status != Confirmation::None;
    Fold = Findings.size() + O.onlyRun.size() > MaxOpen;
  }

  void write() {
    std::vector<Group> Groups = grouped();
    head();
    top();
    if (!Findings.empty() || !O.onlyRun.empty())
      filters();
    Out << "<div class=\"columns\">\n";
    contents(Groups);
    Out << "<main id=\"findings\">\n";
    if (Findings.empty() && O.onlyRun.empty())
      Out << "<p class=\"empty\">Nothing was found.</p>\n";
    for (std::size_t I = 0; I < Groups.size(); ++I)
      group(Groups[I], "g" + std::to_string(I));
    onlyRun();
    quietModules(Groups);
    Out << "<p class=\"empty\" id=\"nothing\" hidden>No finding matches these "
           "filters.</p>\n</main>\n</div>\n<script>"
        << ReportJs << "</script>\n</body>\n</html>\n";
  }

private:
  std::string path(const std::string &File) const {
    return displayPath(File, O.root);
  }

  std::string place(const std::string &File, unsigned Line) const {
    return htmlEscaped(path(File)) + ":" + std::to_string(Line);
  }

  std::vector<Group> grouped() const {
    std::vector<Group> Out;
    std::map<std::string, std::size_t> Index;
    for (const Finding &F : Findings) {
      std::string Module = moduleOf(F);
      std::string Key = Module.empty() ? "f" + F.span.file : "m" + Module;
      auto [It, New] = Index.emplace(Key, Out.size());
      if (New) {
        std::string File = F.span.file.empty() ? "no file" : path(F.span.file);
        Out.push_back({Module.empty() ? File : Module, !Module.empty(), {}});
      }
      Out[It->second].findings.push_back(&F);
    }
    return Out;
  }

  //===--------------------------------------------------------------------===//
  // The frame of the page
  //===--------------------------------------------------------------------===//

  void head() {
    Out << "<!doctype html>\n<html lang=\"en\">\n<head>\n"
           "<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, "
           "initial-scale=1\">\n"
           "<meta name=\"color-scheme\" content=\"light dark\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
           "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
           "<title>"
        << htmlEscaped(O.title) << "</title>\n<style>" << ReportCss
        << "</style>\n</head>\n<body>\n";
  }

  std::size_t count(Level L) const {
    return std::count_if(Findings.begin(), Findings.end(),
                         [&](const Finding &F) { return F.level == L; });
  }
  std::size_t count(Confirmation::Status S) const {
    return std::count_if(
        Findings.begin(), Findings.end(),
        [&](const Finding &F) { return F.confirmation.status == S; });
  }

  void top() {
    Out << "<header class=\"top\">\n<h1>" << htmlEscaped(O.title)
        << "</h1>\n<p class=\"sum\">" << htmlEscaped(summaryLine(Findings));
    if (!O.onlyRun.empty())
      Out << "; " << counted(O.onlyRun.size(), "more finding")
          << " only a run showed";
    Out << "</p>\n";
    for (const std::string &Run : O.runs)
      Out << "<p class=\"ran\">rehearsed: <code>" << htmlEscaped(Run)
          << "</code></p>\n";
    if (!O.problems.empty()) {
      Out << "<div class=\"problems\" role=\"alert\"><strong>Not everything "
             "could be analyzed</strong><ul>\n";
      for (const std::string &P : O.problems)
        Out << "<li>" << htmlEscaped(P) << "</li>\n";
      Out << "</ul></div>\n";
    }
    Out << "</header>\n";
  }

  void chip(const char *Kind, const std::string &Value, const std::string &Text,
            std::size_t Count) {
    if (Count)
      Out << "<button type=\"button\" class=\"chip " << Value
          << "\" data-kind=\"" << Kind << "\" data-value=\"" << Value
          << "\" aria-pressed=\"false\"><span class=\"dot\"></span>" << Text
          << " <b>" << Count << "</b></button>\n";
  }

  /// Shown by the script: without it they would do nothing.
  void filters() {
    Out << "<div class=\"filters\" id=\"filters\" role=\"search\" hidden>\n"
           "<input type=\"search\" id=\"search\" placeholder=\"Search: a "
           "member, "
           "a rule, a file&hellip;\" aria-label=\"Search findings\">\n"
           "<div class=\"chips\">\n";
    for (Level L : {Level::Certain, Level::Likely, Level::Advice})
      chip("level", toString(L), toString(L), count(L));
    for (Confirmation::Status S :
         {Confirmation::Confirmed, Confirmation::NotReached,
          Confirmation::Contradicted})
      chip("verdict", cssClass(S), toString(S), count(S));
    chip("verdict", "onlyrun", "only a run", O.onlyRun.size());
    Out << "</div>\n<button type=\"button\" id=\"all\" class=\"chip\" "
           "aria-expanded=\""
        << (Fold ? "false\">Unfold" : "true\">Fold")
        << " all</button>\n<span id=\"shown\" aria-live=\"polite\"></span>\n"
           "<span class=\"keys\"><kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> "
           "next, previous</span>\n</div>\n";
  }

  void contents(const std::vector<Group> &Groups) {
    if (Groups.size() + !O.onlyRun.empty() < 2) {
      return;
    }
    Out << "<nav aria-label=\"Modules and files\"><ul>\n";
    for (std::size_t I = 0; I < Groups.size(); ++I)
      Out << "<li><a href=\"#g" << I << "\"><span>"
          << htmlEscaped(Groups[I].name) << "</span> <b>"
          << Groups[I].findings.size() << "</b></a></li>\n";
    if (!O.onlyRun.empty())
      Out << "<li><a href=\"#only\"><span>only a run showed</span> <b>"
          << O.onlyRun.size() << "</b></a></li>\n";
    Out << "</ul></nav>\n";
  }

  void group(const Group &G, const std::string &Id) {
    Out << "<section class=\"group\" id=\"" << Id << "\">\n<h2>"
        << (G.isModule ? "<small>module</small> " : "<small>file</small> ")
        << htmlEscaped(G.name) << "</h2>\n";
    if (G.isModule && !pictures(G))
      tensors(G);
    for (const Finding *F : G.findings)
      finding(*F, false);
    Out << "</section>\n";
  }

  std::string idOf(const Finding &F) const {
    return "f" + std::to_string(&F - Findings.data());
  }

  void picture(const ModuleState &M) {
    writeHtmlModule(
        Out, M, Findings, [this](const Finding &F) { return idOf(F); }, O.root);
  }

  /// The group's module, or with several of one name those in files that its
  /// findings speak of. False if none is known.
  bool pictures(const Group &G) {
    bool Drawn = false;
    for (const ModuleState &M : O.modules) {
      bool Spoken = std::any_of(
          G.findings.begin(), G.findings.end(), [&](const Finding *F) {
            return std::any_of(M.held.begin(), M.held.end(),
                               [&](const HeldState &H) {
                                 return H.declared.file == F->span.file;
                               });
          });
      if (M.name != G.name || M.held.empty() ||
          (countOf(M.name) > 1 && !Spoken))
        continue;
      picture(M);
      Drawn = true;
    }
    return Drawn;
  }

  std::size_t countOf(const std::string &Module) const {
    return std::count_if(
        O.modules.begin(), O.modules.end(),
        [&](const ModuleState &M) { return M.name == Module; });
  }

  /// Modules of which there is nothing to say, for who wants to know that they
  /// were looked at.
  void quietModules(const std::vector<Group> &Groups) {
    std::vector<const ModuleState *> Quiet;
    for (const ModuleState &M : O.modules)
      if (!M.held.empty() &&
          std::none_of(Groups.begin(), Groups.end(), [&](const Group &G) {
            return G.isModule && G.name == M.name;
          }))
        Quiet.push_back(&M);
    if (Quiet.empty())
      return;
    Out << "<details class=\"quiet\" id=\"quiet\">\n<summary><h2>"
        << counted(Quiet.size(), "module")
        << " without a finding</h2></summary>\n";
    for (const ModuleState *M : Quiet)
      picture(*M);
    Out << "</details>\n";
  }

  /// The module's tensors at a glance: what each is, who made it, and where a
  /// run saw it.
  void tensors(const Group &G) {
    if (G.findings.size() < 2)
      return;
    Out << "<div class=\"scroll\"><table>\n<thead><tr><th>what</th><th>made "
           "by</th><th>at</th>"
        << (HasVerdicts ? "<th>seen on</th>" : "")
        << "<th>fault</th></tr></thead>\n<tbody>\n";
    for (const Finding *F : G.findings) {
      const Origin &X = F->origins.front();
      const Span &At = X.made.valid() ? X.made : F->span;
      Out << "<tr><td><a href=\"#" << idOf(*F) << "\"><code>"
          << htmlEscaped(X.member.empty() ? "(temporary)" : X.member)
          << "</code></a></td><td>";
      if (!X.factory.empty())
        Out << "<code>" << htmlEscaped(X.factory) << "</code>";
      Out << "</td><td><span class=\"place\">"
          << (At.valid() ? place(At.file, At.line) : "") << "</span></td>";
      if (HasVerdicts)
        Out << "<td class=\"on\">" << devicesOf(F->confirmation) << "</td>";
      const RuleText *R = findRule(F->rule);
      Out << "<td>" << htmlProse(R ? R->summary : F->rule) << "</td></tr>\n";
    }
    Out << "</tbody></table></div>\n";
  }

  static std::string devicesOf(const Confirmation &C) {
    if (C.devices.empty())
      return "";
    std::string Out = "<code>" + htmlEscaped(C.devices.front()) + "</code>";
    if (C.devices.size() > 1 && C.devices[1] != C.devices[0])
      Out += " beside <code>" + htmlEscaped(C.devices[1]) + "</code>";
    return Out;
  }

  //===--------------------------------------------------------------------===//
  // One finding
  //===--------------------------------------------------------------------===//

  void finding(const Finding &F, bool OnlyRun) {
    std::string Verdict = OnlyRun ? "onlyrun" : cssClass(F.confirmation.status);
    Out << "<details class=\"finding " << toString(F.level) << "\""
        << (OnlyRun ? "" : " id=\"" + idOf(F) + "\"") << " data-level=\""
        << (OnlyRun ? "run" : toString(F.level)) << "\" data-verdict=\""
        << Verdict << "\"" << (Fold ? "" : " open") << ">\n<summary>\n"
        << "<span class=\"badges\"><span class=\"badge "
        << (OnlyRun ? "onlyrun" : toString(F.level)) << "\">"
        << (OnlyRun ? "run" : toString(F.level)) << "</span>";
    if (F.confirmation.status != Confirmation::None)
      Out << "<span class=\"badge " << Verdict << "\">"
          << toString(F.confirmation.status) << "</span>";
    if (F.suppression.kind != Suppression::None)
      Out << "<span class=\"badge partial\" title=\""
          << htmlEscaped(suppressionLine(F.suppression))
          << "\">suppressed</span>";
    if (F.partial)
      Out << "<span class=\"badge partial\" title=\"this file did not parse "
             "completely\">partial</span>";
    Out << "</span>\n<h3>" << htmlProse(F.message)
        << "</h3>\n<span class=\"meta\">";
    if (F.span.valid())
      Out << "<span class=\"place\">" << place(F.span.file, F.span.line) << ':'
          << std::max(F.span.column, 1u) << "</span> ";
    Out << "<span class=\"rule\">" << htmlEscaped(F.rule)
        << "</span></span>\n</summary>\n<div class=\"body\">\n";
    writeHtmlExcerpt(Out, Files, F.span, 2);
    notes(F);
    for (const Fix &X : F.fixes) {
      Out << "<section class=\"fix\"><h4>Fix: " << htmlProse(X.message)
          << "</h4>\n";
      writeHtmlFix(Out, Files, X, O.root);
      Out << "</section>\n";
    }
    verdict(F.confirmation);
    if (F.confirmation.stack.empty())
      stack(F.stack);
    Out << "</div>\n</details>\n";
  }

  /// Advice is a verb, and code behind a colon.
  static std::string advice(const Note &N) {
    std::size_t Colon = N.message.find(": ");
    if (N.span.valid() || Colon == std::string::npos ||
        N.message.find_first_of("=(;>", Colon) == std::string::npos ||
        N.message.find('\'', Colon) != std::string::npos)
      return htmlProse(N.message);
    return htmlProse(N.message.substr(0, Colon + 2)) + "<code>" +
           htmlEscaped(N.message.substr(Colon + 2)) + "</code>";
  }

  void notes(const Finding &F) {
    if (F.notes.empty())
      return;
    Out << "<ol class=\"notes\">\n";
    for (const Note &N : F.notes) {
      Out << "<li><p>" << advice(N);
      if (N.span.valid())
        Out << " <span class=\"place\">" << place(N.span.file, N.span.line)
            << "</span>";
      Out << "</p>\n";
      bool Known = N.span.file == F.span.file && N.span.line == F.span.line;
      if (!Known)
        writeHtmlExcerpt(Out, Files, N.span, 0);
      Out << "</li>\n";
    }
    Out << "</ol>\n";
  }

  void verdict(const Confirmation &C) {
    if (C.status == Confirmation::None)
      return;
    Out << "<section class=\"verdict " << cssClass(C.status) << "\">\n<h4>";
    switch (C.status) {
    case Confirmation::Confirmed:
      Out << "A run saw it happen";
      break;
    case Confirmation::Contradicted:
      Out << "A run speaks against it";
      break;
    default:
      Out << "Not reached in any run";
    }
    Out << "</h4>\n";
    if (C.status == Confirmation::Confirmed) {
      Out << "<p>";
      if (!C.op.empty())
        Out << "<code>" << htmlEscaped(C.op) << "</code>";
      if (!C.argument.empty())
        Out << " was given <code>" << htmlEscaped(C.argument) << "</code>";
      if (!C.devices.empty())
        Out << " on " << devicesOf(C);
      Out << "</p>\n";
    } else if (C.status == Confirmation::Contradicted) {
      Out << "<p>these lines ran on fake tensors and no devices clashed</p>\n";
    }
    if (!C.run.empty())
      Out << "<p class=\"ran\">run: <code>" << htmlEscaped(C.run)
          << "</code></p>\n";
    stack(C.stack);
    Out << "</section>\n";
  }

  void stack(const std::vector<Frame> &Frames) {
    if (Frames.empty())
      return;
    Out << "<ol class=\"stack\">\n";
    for (const Frame &F : Frames) {
      Out << "<li><code>"
          << htmlEscaped(F.function.empty() ? "(unknown)" : F.function)
          << "</code>";
      if (!F.file.empty())
        Out << " <span class=\"place\">" << place(F.file, F.line) << "</span>";
      Out << "</li>\n";
    }
    Out << "</ol>\n";
  }

  void onlyRun() {
    if (O.onlyRun.empty())
      return;
    Out << "<section class=\"group\" id=\"only\">\n<h2>Only a run "
           "showed</h2>\n";
    for (const Finding &F : O.onlyRun)
      finding(F, true);
    Out << "</section>\n";
  }

  std::ostream &Out;
  const std::vector<Finding> &Findings;
  const HtmlOptions &O;
  Sources Files;
  bool HasVerdicts = false, Fold = false;
};

} // namespace

void writeHtml(std::ostream &Out, const std::vector<Finding> &Findings,
               const HtmlOptions &Options) {
  Page(Out, Findings, Options).write();
}

} // namespace torchtidy
