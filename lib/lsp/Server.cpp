//===- Server.cpp - checking and answering, one thing at a time -----------===//
#include "lsp/Server.h"
#include "lsp/Uri.h"
#include <algorithm>
#include <iostream>

namespace torchtidy {
namespace lsp {

Server::Server(Wire &W, Engine &E, ServerOptions O)
    : Out(W), Analyzer(E), Options(std::move(O)), Bar(W) {
  Analyzer.onNews([this] {
    std::lock_guard<std::mutex> Guard(Lock);
    News = true;
    Changed.notify_all();
  });
}

Server::~Server() {
  Analyzer.onNews(nullptr);
  if (Worker.joinable())
    Worker.join();
}

int Server::run() {
  bool Exit = Out.read([this](const json &M) { onMessage(M); });
  bool AsSaid;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Ends = true;
    AsSaid = Exit && ShutDown;
    Changed.notify_all();
  }
  Bar.stop();
  return AsSaid ? 0 : 1;
}

/// Under the lock.
Texts Server::texts() const {
  Texts All;
  for (const auto &[Path, D] : Open)
    All[Path] = D.text;
  return All;
}

bool Server::isFresh(const std::string &Path) const {
  auto It = Open.find(Path);
  return It == Open.end() || It->second.checked == It->second.serial;
}

/// \p Next becomes the time when one may be due, if that is sooner.
bool Server::checkIsDue(Clock::time_point Now, Clock::time_point &Next) const {
  if (!Initialized || ShutDown)
    return false;
  if (!NewSettings.is_null() || DiskChanged || News)
    return true;
  for (const auto &[Path, D] : Open)
    if (D.checked != D.serial) {
      if (D.due <= Now)
        return true;
      Next = std::min(Next, D.due);
    }
  return false;
}

void Server::work() {
  std::unique_lock<std::mutex> Guard(Lock);
  while (!Ends) {
    if (answerOne(Guard))
      continue;
    Clock::time_point Now = Clock::now(), Next = Now + std::chrono::hours(1);
    if (checkIsDue(Now, Next))
      check(Guard);
    else
      Changed.wait_until(Guard, Next);
  }
}

/// Answers the first request that can be answered now.
bool Server::answerOne(std::unique_lock<std::mutex> &Guard) {
  bool AllFresh = NewSettings.is_null() && !DiskChanged && !News &&
                  std::all_of(Open.begin(), Open.end(),
                              [&](const auto &D) { return isFresh(D.first); });
  auto It = std::find_if(Waiting.begin(), Waiting.end(), [&](const Request &R) {
    return R.path.empty() ? AllFresh && Analyzer.settled() : isFresh(R.path);
  });
  if (It == Waiting.end())
    return false;
  Request R = std::move(*It);
  Waiting.erase(It);
  Guard.unlock();
  answer(R);
  Guard.lock();
  return true;
}

void Server::answer(const Request &R) {
  try {
    if (R.method == "textDocument/hover")
      Out.reply(R.id, hover(R));
    else if (R.method == "textDocument/codeAction")
      Out.reply(R.id, actions(R));
    else
      Out.reply(R.id, nullptr);
  } catch (const json::exception &E) {
    Out.fail(R.id, Failure::InvalidParams, E.what());
  } catch (const std::exception &E) {
    Out.fail(R.id, Failure::InternalError, E.what());
  }
}

json Server::hover(const Request &R) {
  Texts All;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    All = texts();
  }
  FileTexts Files(All, Editor.encoding);
  const Lines &L = Files.lines(R.path);
  Position P = positionFromJson(R.params.at("position"));
  std::optional<HoverText> H = Analyzer.hover(R.path, P.line + 1, L.column(P));
  if (!H)
    return nullptr;
  return {{"contents",
           {{"kind", Editor.markdown ? "markdown" : "plaintext"},
            {"value", H->markdown}}},
          {"range", toJson(L.range(H->span))}};
}

json Server::actions(const Request &R) {
  std::unique_lock<std::mutex> Guard(Lock);
  const Texts All = texts();
  std::vector<Told> Known = Shown[R.path];
  std::map<std::string, std::pair<std::string, json>> Versions;
  for (const auto &[Path, D] : Open)
    Versions[Path] = {D.uri, D.version};
  Guard.unlock();
  FileTexts Files(All, Editor.encoding);
  std::vector<std::string> Only;
  const json &Context = R.params.at("context");
  if (Context.contains("only") && Context.at("only").is_array())
    Only = Context.at("only").get<std::vector<std::string>>();
  auto VersionOf = [&](const std::string &Path)
      -> std::optional<std::pair<std::string, json>> {
    auto It = Versions.find(Path);
    return It == Versions.end() ? std::nullopt : std::optional(It->second);
  };
  return codeActions(Known, rangeFromJson(R.params.at("range")), Only, Files,
                     Editor, VersionOf);
}

void Server::check(std::unique_lock<std::mutex> &Guard) {
  CheckRequest R;
  Snapshot.clear();
  Reported.clear();
  std::vector<std::pair<uint64_t, std::string>> Newest;
  for (const auto &[Path, D] : Open) {
    Snapshot[Path] = D.serial;
    if (D.checked != D.serial)
      Newest.emplace_back(D.serial, Path);
  }
  std::sort(Newest.rbegin(), Newest.rend());
  for (auto &[Number, Path] : Newest)
    R.first.push_back(std::move(Path));
  R.open = Checking = texts();
  R.diskChanged = std::exchange(DiskChanged, false);
  News = false;
  json Settings = std::exchange(NewSettings, nullptr);
  Guard.unlock();
  try {
    if (!Settings.is_null())
      for (const std::string &Why :
           Analyzer.configure(Settings, Editor.folders))
        say(Severity::Error, Why);
    Analyzer.check(R, *this);
  } catch (const std::exception &E) {
    say(Severity::Error, E.what());
  }
  bool Ended = !outdated();
  Guard.lock();
  // What the disk said is still to be heard by the next one.
  DiskChanged |= R.diskChanged && !Ended;
  if (!Ended)
    return;
  for (auto &[Path, D] : Open) {
    auto It = Snapshot.find(Path);
    if (It == Snapshot.end())
      continue;
    // Nothing else is known of the newer text: that is said of its version.
    if (D.checked != It->second && !Reported.count(Path) &&
        D.serial == It->second && Lists.count(Path))
      publish(D);
    D.checked = It->second;
  }
}

/// Under the lock: what a didClose takes away must not come back.
void Server::publish(const Document &D) {
  json Params{{"uri", D.uri}, {"diagnostics", Lists[D.path]}};
  if (D.version.is_number())
    Params["version"] = D.version;
  Out.notify("textDocument/publishDiagnostics", Params);
}

bool Server::outdated() {
  std::lock_guard<std::mutex> Guard(Lock);
  if (Ends || ShutDown || !NewSettings.is_null() ||
      Open.size() != Snapshot.size())
    return true;
  return std::any_of(Open.begin(), Open.end(), [&](const auto &D) {
    auto It = Snapshot.find(D.first);
    return It == Snapshot.end() || It->second != D.second.serial;
  });
}

void Server::report(const std::string &File, Report R) {
  FileTexts Files(Checking, Editor.encoding);
  DiagnosticOptions O;
  O.pages = Options.pages;
  std::vector<Told> All;
  json List = json::array();
  for (Finding &F : R.findings) {
    json D = toDiagnostic(F, Files, Editor, O);
    List.push_back(D);
    All.push_back({std::move(F), std::move(D)});
  }
  for (const Note &P : R.problems)
    List.push_back(toDiagnostic(P, File, Files));
  std::lock_guard<std::mutex> Guard(Lock);
  auto It = Open.find(File);
  if (It == Open.end() || It->second.serial != Snapshot[File])
    return;
  Shown[File] = std::move(All);
  Lists[File] = std::move(List);
  Reported.insert(File);
  publish(It->second);
}

void Server::say(Severity S, const std::string &Words) {
  if (!Said.insert(Words).second)
    return;
  Out.notify(S == Severity::Log ? "window/logMessage" : "window/showMessage",
             {{"type", int(S)}, {"message", "torch-tidy: " + Words}});
}

void Server::progress(const std::string &What, unsigned Done, unsigned Total) {
  if (Editor.progress)
    Bar.set(What, Done, Total);
}

} // namespace lsp
} // namespace torchtidy
