//===- WorkspaceHover.cpp - what stands at a place of an open file --------===//
#include "Analysis.h"
#include "Workspace.h"
#include "checks/common/Knowledge.h"
#include "facts/Teach.h"
#include "facts/TextScope.h"
#include <algorithm>
#include <filesystem>

namespace torchtidy {
namespace tool {

/// Facts that were linked to be asked about: the next question is often about
/// the same ones.
struct Workspace::Linked {
  std::string key;
  facts::TextStore texts; ///< of what follows
  facts::ProjectFacts project;
  std::unique_ptr<Knowledge> knowledge;
};

namespace {

std::string placeOf(const Span &S, const std::string &From) {
  if (!S.valid())
    return "";
  std::string Line = "line " + std::to_string(S.line);
  if (S.file == From)
    return Line;
  return std::filesystem::path(S.file).filename().string() + ":" +
         std::to_string(S.line);
}

/// What to() does to it, in the words of a person.
std::string fateOf(const HeldState &H, bool Whole) {
  switch (H.fate) {
  case HeldState::Moves:
    return "moves with the module";
  case HeldState::MovedByHand:
    return "the class itself moves it";
  case HeldState::StaysBehind:
    return "never registered: `to()` leaves it behind";
  case HeldState::OnCpu:
    return "stays on the CPU on purpose, as annotated";
  case HeldState::Unknown:
    return Whole ? "not registered, and no harm is known"
                 : "no registration was seen; not all of the class was";
  }
  return "";
}

std::string registrationOf(const HeldState &H, const std::string &From) {
  if (!H.registered.valid())
    return "";
  std::string Out = "registered as a " + H.kind;
  if (!H.registeredAs.empty())
    Out += " under the name `" + H.registeredAs + "`";
  return Out + ", " + placeOf(H.registered, From);
}

/// Markdown, which reads well as plain text too.
std::string wordsFor(const Known &K) {
  const std::string &From = K.span.file;
  std::string Out;
  if (!K.values.empty()) {
    Out += "**" + K.role + "** `" + K.what + "`\n";
    for (const Note &V : K.values) {
      std::string Where = placeOf(V.span, From);
      Out += "\n- " + V.message + (Where.empty() ? "" : ", " + Where);
    }
    Out += "\n";
  }
  if (!K.held)
    return Out;
  const HeldState &H = *K.held;
  Out += (Out.empty() ? "" : "\n") +
         ("**member** `" + K.module + "::" + H.name + "`\n");
  std::string Registration = registrationOf(H, From);
  if (!Registration.empty())
    Out += "\n- " + Registration;
  Out += "\n- " + fateOf(H, K.whole);
  if (H.made.valid()) {
    Out += "\n- made";
    if (!H.factory.empty())
      Out += " by `" + H.factory + "`";
    if (!H.device.empty())
      Out += " on " + H.device;
    Out += ", " + placeOf(H.made, From);
  }
  return Out + "\n";
}

} // namespace

std::optional<lsp::HoverText> Workspace::hover(const std::string &File,
                                               unsigned Line, unsigned Column) {
  View V = view();
  std::string Key;
  std::vector<size_t> Parts = partsWith(V, File, Key);
  if (!Asked || Asked->key != Key) {
    Asked = std::make_shared<Linked>();
    facts::TextLoan Loan(Asked->texts.shelf());
    std::vector<facts::FileFacts> Files;
    for (size_t P : Parts)
      for (size_t I : V.parts[P])
        Files.push_back(factsOf(V, I));
    Asked->project = facts::link(std::move(Files));
    Asked->project.speaksElsewhere = V.speaks;
    facts::teach(Asked->project, O.config.taught());
    Asked->knowledge =
        std::make_unique<Knowledge>(Asked->project, judgeOptions(O));
    Asked->key = Key;
  }
  facts::TextLoan Loan(Asked->texts.shelf());
  std::optional<Known> K = Asked->knowledge->at(File, Line, Column);
  if (!K)
    return std::nullopt;
  return lsp::HoverText{wordsFor(*K), K->span};
}

} // namespace tool
} // namespace torchtidy
