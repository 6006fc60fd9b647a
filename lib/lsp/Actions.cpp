//===- Actions.cpp - what an editor can do about a finding ----------------===//
#include "lsp/Actions.h"
#include "lsp/Uri.h"
#include <algorithm>

namespace torchtidy {
namespace lsp {

namespace {

constexpr const char *QuickFix = "quickfix";
constexpr const char *FixAll = "source.fixAll.torch-tidy";

bool sameEdit(const Edit &A, const Edit &B) {
  return A.span.file == B.span.file && A.span.offset == B.span.offset &&
         A.span.endOffset == B.span.endOffset && A.text == B.text;
}

/// Also two insertions at one place: which goes first isn't ours to say.
bool clash(const Edit &A, const Edit &B) {
  return A.span.file == B.span.file &&
         (A.span.offset == B.span.offset || (A.span.offset < B.span.endOffset &&
                                             B.span.offset < A.span.endOffset));
}

/// Adds the edits of \p F to \p All unless one is in the way of another.
bool add(std::vector<Edit> &All, const Fix &F) {
  std::vector<Edit> Fresh;
  for (const Edit &E : F.edits) {
    bool Known = std::any_of(All.begin(), All.end(),
                             [&](const Edit &A) { return sameEdit(A, E); });
    if (!Known && std::any_of(All.begin(), All.end(),
                              [&](const Edit &A) { return clash(A, E); }))
      return false;
    if (!Known)
      Fresh.push_back(E);
  }
  All.insert(All.end(), Fresh.begin(), Fresh.end());
  return !Fresh.empty();
}

class Builder {
public:
  Builder(const std::vector<std::string> &Only, FileTexts &Files,
          const Client &C, const VersionOf &Versions)
      : Only(Only), Files(Files), Editor(C), Versions(Versions) {}

  json list = json::array();

  bool wants(const std::string &Kind) const {
    return Only.empty() || asks(Kind);
  }
  /// By name, or by that of a kind above it.
  bool asks(const std::string &Kind) const {
    return std::any_of(Only.begin(), Only.end(), [&](const std::string &O) {
      return Kind == O || Kind.compare(0, O.size() + 1, O + ".") == 0;
    });
  }

  void forFinding(const Told &T) {
    for (const Fix &F : T.finding.fixes) {
      json A = action(F.message, QuickFix, F.edits);
      A["diagnostics"] = json::array({T.diagnostic});
      if (Editor.preferred && &F == &T.finding.fixes.front())
        A["isPreferred"] = true;
      list.push_back(std::move(A));
    }
    std::optional<Edit> Comment =
        suppression(T.finding, Files.text(T.finding.span.file));
    if (!Comment)
      return;
    json A = action("suppress " + T.finding.rule + " here, with a reason",
                    QuickFix, {*Comment});
    A["diagnostics"] = json::array({T.diagnostic});
    list.push_back(std::move(A));
  }

  /// One action for all fixes that can go together.
  void forAll(const std::vector<Told> &All) {
    std::vector<Edit> Edits;
    unsigned Count = 0;
    for (const Told &T : All)
      Count += !T.finding.fixes.empty() && add(Edits, T.finding.fixes.front());
    if (Count > 1 || (Count && asks(FixAll)))
      list.push_back(action("apply all fixes of torch-tidy in this file (" +
                                std::to_string(Count) + ")",
                            FixAll, Edits));
  }

private:
  json action(std::string Title, const char *Kind,
              const std::vector<Edit> &Edits) {
    return {{"title", std::move(Title)},
            {"kind", Kind},
            {"edit", workspaceEdit(Edits)}};
  }

  json workspaceEdit(const std::vector<Edit> &Edits) {
    std::map<std::string, json> ByFile;
    for (const Edit &E : Edits) {
      const Lines &L = Files.lines(E.span.file);
      Range R{L.positionOf(E.span.offset), L.positionOf(E.span.endOffset)};
      json &List = ByFile.try_emplace(E.span.file, json::array()).first->second;
      List.push_back({{"range", toJson(R)}, {"newText", E.text}});
    }
    json Changes = json::object(), Documents = json::array();
    for (auto &[File, List] : ByFile) {
      auto Known = Versions(File);
      std::string Uri = Known ? Known->first : uriOfPath(File);
      if (Editor.versionedEdits)
        Documents.push_back(
            {{"textDocument",
              {{"uri", Uri}, {"version", Known ? Known->second : json()}}},
             {"edits", std::move(List)}});
      else
        Changes[Uri] = std::move(List);
    }
    return Editor.versionedEdits ? json{{"documentChanges", Documents}}
                                 : json{{"changes", Changes}};
  }

  const std::vector<std::string> &Only;
  FileTexts &Files;
  const Client &Editor;
  const VersionOf &Versions;
};

} // namespace

json codeActions(const std::vector<Told> &All, const Range &Where,
                 const std::vector<std::string> &Only, FileTexts &Files,
                 const Client &C, const VersionOf &Versions) {
  Builder B(Only, Files, C, Versions);
  if (B.wants(QuickFix))
    for (const Told &T : All)
      if (touch(Files.range(T.finding.span), Where))
        B.forFinding(T);
  if (B.wants(FixAll))
    B.forAll(All);
  return std::move(B.list);
}

} // namespace lsp
} // namespace torchtidy
