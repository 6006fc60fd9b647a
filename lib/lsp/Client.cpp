//===- Client.cpp - what the editor can do --------------------------------===//
#include "lsp/Client.h"
#include "lsp/Uri.h"
#include <algorithm>

namespace torchtidy {
namespace lsp {

/// The value at a JSON pointer, null when any part of the way is missing.
static json at(const json &J, const char *Pointer) {
  json::json_pointer P(Pointer);
  return J.contains(P) ? J.at(P) : json();
}

static bool flag(const json &J, const char *Pointer) {
  json V = at(J, Pointer);
  return V.is_boolean() ? V.get<bool>() : V.is_object();
}

static std::vector<std::string> foldersOf(const json &Params) {
  std::vector<std::string> Out;
  auto Add = [&](const json &Uri) {
    if (Uri.is_string())
      if (auto Path = pathOfUri(Uri.get<std::string>()))
        Out.push_back(*Path);
  };
  json Folders = at(Params, "/workspaceFolders");
  if (Folders.is_array())
    for (const json &F : Folders)
      Add(at(F, "/uri"));
  if (Out.empty())
    Add(at(Params, "/rootUri"));
  return Out;
}

Client Client::of(const json &Params) {
  Client C;
  const json Can = Params.at("capabilities");
  json Encodings = at(Can, "/general/positionEncodings");
  for (const json &E : Encodings.is_array() ? Encodings : json::array()) {
    std::optional<Encoding> Known =
        E.is_string() ? encodingFromName(E.get<std::string>()) : std::nullopt;
    if (!Known || C.saysEncodings)
      continue;
    C.encoding = *Known;
    C.saysEncodings = true;
  }
  C.related = flag(Can, "/textDocument/publishDiagnostics/relatedInformation");
  C.codeLinks =
      flag(Can, "/textDocument/publishDiagnostics/codeDescriptionSupport");
  C.actions = flag(Can, "/textDocument/codeAction/codeActionLiteralSupport");
  C.preferred = flag(Can, "/textDocument/codeAction/isPreferredSupport");
  C.versionedEdits = flag(Can, "/workspace/workspaceEdit/documentChanges");
  C.progress = flag(Can, "/window/workDoneProgress");
  C.watches = flag(Can, "/workspace/didChangeWatchedFiles/dynamicRegistration");
  json Formats = at(Can, "/textDocument/hover/contentFormat");
  C.markdown = Formats.is_array() && std::find(Formats.begin(), Formats.end(),
                                               "markdown") != Formats.end();
  C.folders = foldersOf(Params);
  return C;
}

} // namespace lsp
} // namespace torchtidy
