//===- Lsp.cpp - torch-tidy lsp, the editor's server ----------------------===//
#include "Commands.h"
#include "Editor.h"
#include "Output.h"
#include "lsp/Server.h"
#include "lsp/Uri.h"
#include "project/Paths.h"
#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace fs = std::filesystem;

namespace torchtidy {
namespace tool {

/// Where the rules' pages are: installed, or where this was built.
static std::string pages() {
  std::error_code EC;
  fs::path Program = fs::read_symlink("/proc/self/exe", EC);
  for (const std::string &Folder :
       {(Program.parent_path() / TORCHTIDY_PAGES_FOLDER).string(),
        std::string(TORCHTIDY_PAGES_SOURCE)})
    if (fs::is_directory(Folder, EC))
      return lsp::uriOfPath(project::absolutePath(Folder));
  return "";
}

int runLsp(const Options &O) {
  lsp::Wire &Wire = lsp::standardWire();
  Editor E(O);
  lsp::ServerOptions S;
  S.version = TORCHTIDY_VERSION;
  S.pages = pages();
  S.settings = nlohmann::json::object();
  lsp::Server Server(Wire, E, std::move(S));
  int Code = Server.run();
  // Nobody waits for what is being read. What is being written to the cache comes
  // into being whole or not at all.
  std::cout.flush();
  std::_Exit(Code);
}

} // namespace tool
} // namespace torchtidy
