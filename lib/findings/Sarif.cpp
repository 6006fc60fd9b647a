//===- Sarif.cpp - findings as SARIF 2.1.0 that GitHub accepts --*- C++ -*-===//
#include "findings/Sarif.h"
#include "findings/LineHash.h"
#include "findings/Paths.h"
#include "findings/Rules.h"
#include "findings/TextRenderer.h"
#include "findings/Utf8.h"
#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>

namespace torchtidy {

using json = nlohmann::ordered_json;

namespace {

const char *sarifLevel(Level L) {
  switch (L) {
  case Level::Certain:
    return "error";
  case Level::Likely:
    return "warning";
  case Level::Advice:
    return "note";
  }
  return "warning";
}

/// "torch-unregistered-state" → "TorchUnregisteredState"
std::string pascalCase(const std::string &Name) {
  std::string Out;
  bool Upper = true;
  for (char C : Name) {
    if (C == '-') {
      Upper = true;
      continue;
    }
    Out += Upper
               ? static_cast<char>(std::toupper(static_cast<unsigned char>(C)))
               : C;
    Upper = false;
  }
  return Out;
}

std::string percentEncoded(const std::string &Path) {
  static const char Hex[] = "0123456789ABCDEF";
  std::string Out;
  for (char C : Path) {
    unsigned char B = static_cast<unsigned char>(C);
    if (std::isalnum(B) ||
        std::string_view("-._~/+@,=").find(C) != std::string_view::npos) {
      Out += C;
      continue;
    }
    Out += '%';
    Out += Hex[B >> 4];
    Out += Hex[B & 15];
  }
  return Out;
}

/// The whole sentences of a page's first paragraph that is no heading.
std::string firstParagraph(const std::string &Page) {
  std::string Out;
  for (std::string_view Line : splitLines(Page)) {
    bool Blank = Line.find_first_not_of(" \t") == std::string_view::npos;
    if (Blank && !Out.empty())
      break;
    if (!Blank && Line[0] != '#')
      Out += (Out.empty() ? "" : " ") + std::string(Line);
  }
  // What leads over to an example ends in the middle of one.
  std::size_t Stop = (Out + " ").rfind(". ");
  return Stop == std::string::npos ? Out : Out.substr(0, Stop + 1);
}

json messageOf(const std::string &Text) { return json{{"text", Text}}; }

class Writer {
public:
  explicit Writer(const SarifOptions &O)
      : O(O), Files(O.sourceReader, O.root) {}

  json run(const std::vector<Finding> &Findings) {
    json Results = json::array();
    collectRules(Findings);
    for (const Finding &F : Findings)
      Results.push_back(result(F));
    json Run;
    Run["tool"]["driver"] = driver();
    Run["invocations"] = json::array({invocation()});
    if (!O.root.empty()) {
      std::string Root = normalizePath(O.root + "/");
      Run["originalUriBaseIds"]["%SRCROOT%"]["uri"] =
          "file://" + percentEncoded(Root);
    }
    Run["columnKind"] = "utf16CodeUnits";
    Run["results"] = std::move(Results);
    return Run;
  }

private:
  //===--------------------------------------------------------------------===//
  // The tool
  //===--------------------------------------------------------------------===//

  /// All rules of the tool, so that a host can close what is gone, and any that
  /// a finding names besides.
  void collectRules(const std::vector<Finding> &Findings) {
    auto Add = [&](const std::string &Name) {
      if (RuleIndex.emplace(Name, Rules.size()).second)
        Rules.push_back(Name);
    };
    for (const RuleText &R : ruleTexts())
      Add(R.name);
    for (const Finding &F : Findings)
      Add(F.rule);
  }

  json rule(const std::string &Name) const {
    const RuleText *Row = findRule(Name);
    std::string Page = rulePage(Name), Summary = Row ? Row->summary : Name;
    std::string Full = firstParagraph(Page);
    json Out;
    Out["id"] = Name;
    Out["name"] = pascalCase(Name);
    Out["shortDescription"] = messageOf(Summary);
    Out["fullDescription"] = messageOf(Full.empty() ? Summary : Full);
    std::string Help = Page.empty() ? Summary : Page;
    Out["help"] = json{{"text", Help}, {"markdown", Help}};
    if (!O.pagesUri.empty() && Row && !Row->ofRun)
      Out["helpUri"] =
          O.pagesUri + (O.pagesUri.back() == '/' ? "" : "/") + Name + ".md";
    Out["defaultConfiguration"]["level"] = "warning";
    Out["properties"]["tags"] = {"correctness", "libtorch", "device"};
    Out["properties"]["precision"] = "high";
    return Out;
  }

  json driver() const {
    json Out;
    Out["name"] = "torch-tidy";
    if (!O.version.empty())
      Out["semanticVersion"] = O.version;
    if (!O.informationUri.empty())
      Out["informationUri"] = O.informationUri;
    Out["rules"] = json::array();
    for (const std::string &Name : Rules)
      Out["rules"].push_back(rule(Name));
    return Out;
  }

  json invocation() {
    json Out;
    Out["executionSuccessful"] = O.successful;
    if (O.exitCode >= 0)
      Out["exitCode"] = O.exitCode;
    Out["toolExecutionNotifications"] = json::array();
    for (const ToolProblem &P : O.problems) {
      json Entry;
      Entry["level"] = P.error ? "error" : "warning";
      Entry["message"] = messageOf(P.message);
      if (!P.span.file.empty())
        Entry["locations"] = json::array({location(P.span)});
      Out["toolExecutionNotifications"].push_back(std::move(Entry));
    }
    return Out;
  }

  //===--------------------------------------------------------------------===//
  // Places
  //===--------------------------------------------------------------------===//

  json artifact(const std::string &File) const {
    json Out;
    if (File.empty() || File[0] != '/' || isUnder(File, O.root)) {
      Out["uri"] = percentEncoded(normalizePath(displayPath(File, O.root)));
      Out["uriBaseId"] = "%SRCROOT%";
    } else {
      Out["uri"] = "file://" + percentEncoded(normalizePath(File));
    }
    return Out;
  }

  unsigned column(const std::string &File, unsigned Line, unsigned Column) {
    std::string_view Text;
    return Files.line(File, Line, Text) ? utf16Column(Text, Column) : Column;
  }

  /// All four numbers, which GitHub asks for. A place without columns (a run
  /// knows lines only) is its whole line.
  json region(const Span &S) {
    unsigned EndLine = std::max(S.endLine, S.line), EndColumn = S.endColumn;
    std::string_view Text;
    if (S.endLine < S.line || EndColumn == 0)
      EndColumn = Files.line(S.file, EndLine, Text)
                      ? static_cast<unsigned>(Text.size()) + 1
                      : S.column + 1;
    unsigned Begin = column(S.file, S.line, std::max(S.column, 1u));
    unsigned End = column(S.file, EndLine, EndColumn);
    if (EndLine == S.line)
      End = std::max(End, Begin);
    json Out;
    Out["startLine"] = S.line;
    Out["startColumn"] = Begin;
    Out["endLine"] = EndLine;
    Out["endColumn"] = End;
    return Out;
  }

  json location(const Span &S) {
    json Out;
    Out["physicalLocation"]["artifactLocation"] = artifact(S.file);
    if (S.line)
      Out["physicalLocation"]["region"] = region(S);
    return Out;
  }

  //===--------------------------------------------------------------------===//
  // Results
  //===--------------------------------------------------------------------===//

  json stack(const std::string &Message, const std::vector<Frame> &Frames) {
    json Out;
    Out["message"] = messageOf(Message);
    Out["frames"] = json::array();
    for (const Frame &F : Frames) {
      Span S;
      S.file = F.file;
      S.line = F.line;
      json Entry;
      if (!F.file.empty())
        Entry["location"] = location(S);
      Entry["location"]["message"] = messageOf(F.function);
      Out["frames"].push_back(std::move(Entry));
    }
    return Out;
  }

  json fix(const Fix &X) {
    std::map<std::string, json> ByFile;
    for (const Edit &E : X.edits) {
      json Replacement;
      if (E.span.line)
        Replacement["deletedRegion"] = region(E.span);
      else
        Replacement["deletedRegion"] = {
            {"byteOffset", E.span.offset},
            {"byteLength", E.span.endOffset - E.span.offset}};
      Replacement["insertedContent"] = messageOf(E.text);
      json &Change = ByFile[E.span.file];
      Change["artifactLocation"] = artifact(E.span.file);
      Change["replacements"].push_back(std::move(Replacement));
    }
    json Out;
    Out["description"] = messageOf(X.message);
    Out["artifactChanges"] = json::array();
    for (auto &Entry : ByFile)
      Out["artifactChanges"].push_back(std::move(Entry.second));
    return Out;
  }

  /// In a message `[text](1)` is a link to a related location.
  static std::string linkText(const std::string &Text) {
    std::string Out;
    for (char C : Text) {
      if (C == '[' || C == ']' || C == '\\')
        Out += '\\';
      Out += C;
    }
    return Out;
  }

  /// Notes: those with a place as related locations, linked from the message
  /// (GitHub shows no others); the rest in the message.
  void addNotes(json &Out, const Finding &F) {
    std::string Text = F.message;
    json Related = json::array();
    for (const Note &N : F.notes) {
      if (!N.span.valid()) {
        Text += "\n" + N.message;
        continue;
      }
      json Place = location(N.span);
      Place["id"] = Related.size() + 1;
      Place["message"] = messageOf(N.message);
      Related.push_back(std::move(Place));
      Text += "\n[" + linkText(N.message) + "](" +
              std::to_string(Related.size()) + ")";
    }
    std::string Verdict = confirmationLine(F.confirmation);
    if (!Verdict.empty())
      Text += "\n" + Verdict;
    Out["message"] = messageOf(Text);
    if (!Related.empty())
      Out["relatedLocations"] = std::move(Related);
  }

  void addFingerprints(json &Out, const Finding &F) {
    auto [It, New] = Hashes.try_emplace(F.span.file);
    const std::string *Text = New ? Files.text(F.span.file) : nullptr;
    if (Text)
      It->second = githubLineHashes(*Text);
    if (F.span.line && F.span.line <= It->second.size())
      Out["partialFingerprints"]["primaryLocationLineHash"] =
          It->second[F.span.line - 1];
    if (!F.fingerprint.empty())
      Out["partialFingerprints"]["torchTidyFingerprint/v1"] = F.fingerprint;
  }

  json suppression(const Suppression &S) {
    json Out;
    Out["kind"] = toString(S.kind);
    Out["status"] = "accepted";
    if (!S.reason.empty())
      Out["justification"] = S.reason;
    if (S.place.valid())
      Out["location"] = location(S.place);
    return Out;
  }

  json result(const Finding &F) {
    json Out;
    Out["ruleId"] = F.rule;
    Out["ruleIndex"] = RuleIndex.at(F.rule);
    Out["level"] = sarifLevel(F.level);
    addNotes(Out, F);
    Out["locations"] = json::array();
    if (!F.span.file.empty())
      Out["locations"].push_back(location(F.span));
    if (!F.fixes.empty())
      Out["fixes"] = json::array();
    for (const Fix &X : F.fixes)
      Out["fixes"].push_back(fix(X));
    if (!F.stack.empty())
      Out["stacks"] = json::array({stack("where the run was", F.stack)});
    else if (!F.confirmation.stack.empty())
      Out["stacks"] = json::array(
          {stack(confirmationLine(F.confirmation), F.confirmation.stack)});
    addFingerprints(Out, F);
    if (F.suppression.kind != Suppression::None)
      Out["suppressions"] = json::array({suppression(F.suppression)});
    Out["properties"]["level"] = toString(F.level);
    Out["properties"]["confirmation"] = toString(F.confirmation.status);
    Out["properties"]["partial"] = F.partial;
    return Out;
  }

  const SarifOptions &O;
  Sources Files;
  std::vector<std::string> Rules;
  std::map<std::string, std::size_t> RuleIndex;
  std::map<std::string, std::vector<std::string>> Hashes;
};

} // namespace

void writeSarif(std::ostream &Out, const std::vector<Finding> &Findings,
                const SarifOptions &Options) {
  json Log;
  Log["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  Log["version"] = "2.1.0";
  Log["runs"] = json::array({Writer(Options).run(Findings)});
  Out << Log.dump(2, ' ', false, json::error_handler_t::replace) << '\n';
}

} // namespace torchtidy
