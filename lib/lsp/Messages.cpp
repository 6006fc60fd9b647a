//===- Messages.cpp - what the editor says --------------------------------===//
#include "lsp/Server.h"
#include "lsp/Uri.h"
#include <algorithm>
#include <iostream>
#include <stdexcept>

namespace torchtidy {
namespace lsp {

/// The document that a message is about. Throws json::exception when it names
/// none; "" for one that is no file of this machine.
static std::string pathOf(const json &Params) {
  const json &Uri = Params.at("textDocument").at("uri");
  return pathOfUri(Uri.get<std::string>()).value_or("");
}

void Server::onMessage(const json &M) {
  const std::string Method = M.at("method");
  const json Params = M.value("params", json::object());
  if (M.contains("id"))
    return onRequest(M, Method);
  std::lock_guard<std::mutex> Guard(Lock);
  if (Initialized && !ShutDown)
    onNotice(Method, Params);
}

void Server::onRequest(const json &M, const std::string &Method) {
  const json &Id = M.at("id");
  bool Known, Ended;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Known = Initialized;
    Ended = ShutDown;
  }
  if (Ended)
    return Out.fail(Id, Failure::InvalidRequest, "after shutdown");
  if (Method == "initialize") {
    if (Known)
      return Out.fail(Id, Failure::InvalidRequest, "initialized before");
    try {
      return Out.reply(Id, initialize(M.at("params")));
    } catch (const json::exception &E) {
      return Out.fail(Id, Failure::InvalidParams, E.what());
    }
  }
  if (!Known)
    return Out.fail(Id, Failure::NotInitialized, "not initialized");
  if (Method != "shutdown")
    return enqueue(M, Method);
  std::deque<Request> Left;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    ShutDown = true;
    Left.swap(Waiting);
    Changed.notify_all();
  }
  for (const Request &R : Left)
    Out.fail(R.id, Failure::Cancelled, "the server shuts down");
  Out.reply(Id, nullptr);
}

void Server::enqueue(const json &M, const std::string &Method) {
  Request R{M.at("id"), Method, M.value("params", json::object()), ""};
  try {
    if (Method.compare(0, 13, "textDocument/") == 0)
      R.path = pathOf(R.params);
  } catch (const json::exception &E) {
    return Out.fail(R.id, Failure::InvalidParams, E.what());
  }
  std::unique_lock<std::mutex> Guard(Lock);
  if (!R.path.empty() && !Open.count(R.path)) {
    Guard.unlock();
    return Out.fail(R.id, Failure::InvalidParams, R.path + " isn't open");
  }
  // Somebody waits: no more changes are waited for.
  if (Method != "textDocument/codeAction")
    for (auto &[Path, D] : Open)
      if (R.path.empty() || Path == R.path)
        D.due = Clock::now();
  Waiting.push_back(std::move(R));
  Changed.notify_all();
}

json Server::initialize(const json &Params) {
  Client C = Client::of(Params);
  json Settings = Options.settings;
  if (auto It = Params.find("initializationOptions");
      It != Params.end() && It->is_object())
    Settings.update(*It);
  json Can{{"textDocumentSync",
            {{"openClose", true},
             {"change", 2}, // by ranges
             {"save", {{"includeText", false}}}}},
           {"hoverProvider", true},
           {"codeActionProvider",
            {{"codeActionKinds", {"quickfix", "source.fixAll.torch-tidy"}}}}};
  if (C.saysEncodings)
    Can["positionEncoding"] = toString(C.encoding);
  if (!C.actions)
    Can.erase("codeActionProvider");
  auto Number = [&](const char *Key, std::chrono::milliseconds &To) {
    if (Settings.contains(Key) && Settings.at(Key).is_number_unsigned())
      To = std::chrono::milliseconds(
          std::min<uint64_t>(Settings.at(Key).get<uint64_t>(), 60'000));
  };
  Number("debounce", Options.debounce);
  Number("progressDelay", Options.progressDelay);
  std::lock_guard<std::mutex> Guard(Lock);
  Editor = std::move(C);
  Initialized = true;
  configure(Settings);
  if (Editor.progress)
    Bar.start(Options.progressDelay);
  Worker = std::thread([this] { work(); });
  return {{"capabilities", Can},
          {"serverInfo", {{"name", SourceName}, {"version", Options.version}}}};
}

/// Under the lock.
void Server::configure(const json &Settings) {
  NewSettings = Settings;
  Changed.notify_all();
}

/// All under the lock.
void Server::onNotice(const std::string &Method, const json &Params) {
  if (Method == "textDocument/didOpen")
    open(Params.at("textDocument"));
  else if (Method == "textDocument/didChange")
    change(Params);
  else if (Method == "textDocument/didClose")
    close(Params);
  else if (Method == "textDocument/didSave" ||
           Method == "workspace/didChangeWatchedFiles")
    DiskChanged = true;
  else if (Method == "$/cancelRequest")
    cancel(Params.at("id"));
  else if (Method == "initialized" && Editor.watches)
    watchFiles();
  else if (Method == "workspace/didChangeConfiguration") {
    json Settings = Params.value("settings", json());
    // Some send all that they have, by the servers' names.
    if (Settings.is_object() && Settings.contains(SourceName))
      Settings = Settings.at(SourceName);
    if (Settings.is_object()) {
      json All = Options.settings;
      All.update(Settings);
      configure(All);
    }
  }
  Changed.notify_all();
}

void Server::watchFiles() {
  json Watchers = json::array();
  for (const char *Glob : {"**/*.{h,hh,hpp,hxx,cuh,inl,c,cc,cpp,cxx,cu}",
                           "**/compile_commands.json", "**/.torch-tidy.yaml"})
    Watchers.push_back({{"globPattern", Glob}});
  Out.request("client/registerCapability",
              {{"registrations",
                {{{"id", "torch-tidy/files"},
                  {"method", "workspace/didChangeWatchedFiles"},
                  {"registerOptions", {{"watchers", Watchers}}}}}}});
}

void Server::open(const json &Item) {
  Document D;
  D.uri = Item.at("uri");
  std::optional<std::string> Path = pathOfUri(D.uri);
  if (!Path)
    return; // a text that was never saved, or on another machine
  D.path = *Path;
  D.version = Item.value("version", json());
  D.text = std::make_shared<const std::string>(
      Item.at("text").get_ref<const std::string &>());
  D.serial = ++Serial;
  D.due = Clock::now();
  Open[D.path] = std::move(D);
}

void Server::change(const json &Params) {
  auto It = Open.find(pathOf(Params));
  if (It == Open.end())
    return;
  Document &D = It->second;
  std::string Text =
      changed(*D.text, Params.at("contentChanges"), Editor.encoding);
  D.version = Params.at("textDocument").value("version", json());
  D.text = std::make_shared<const std::string>(std::move(Text));
  D.serial = ++Serial;
  D.due = Clock::now() + Options.debounce;
}

void Server::close(const json &Params) {
  auto It = Open.find(pathOf(Params));
  if (It == Open.end())
    return;
  Out.notify("textDocument/publishDiagnostics",
             {{"uri", It->second.uri}, {"diagnostics", json::array()}});
  Shown.erase(It->first);
  Lists.erase(It->first);
  Open.erase(It);
  // Others that read it read the disk's now.
  DiskChanged = true;
}

void Server::cancel(const json &Id) {
  auto It = std::find_if(Waiting.begin(), Waiting.end(),
                         [&](const Request &R) { return R.id == Id; });
  if (It == Waiting.end())
    return;
  Waiting.erase(It);
  Out.fail(Id, Failure::Cancelled, "cancelled");
}

} // namespace lsp
} // namespace torchtidy
