//===- Editor.cpp - the analyzer behind 'torch-tidy lsp' ------------------===//
#include "Editor.h"
#include "Answers.h"
#include "Settings.h"
#include "api/LibTorch.h"
#include "project/CompileDatabase.h"
#include "project/Paths.h"
#include <algorithm>
#include <filesystem>

namespace torchtidy {
namespace tool {

using nlohmann::json;

void Editor::onNews(std::function<void()> W) {
  std::lock_guard<std::mutex> Guard(Lock);
  Wake = std::move(W);
}

void Editor::wake() {
  std::lock_guard<std::mutex> Guard(Lock);
  if (Wake)
    Wake();
}

namespace {

/// One setting after the other; what is wrong with one is told, and the others
/// count.
class SettingsReader {
public:
  explicit SettingsReader(const json &From) : From(From) {}
  std::vector<std::string> wrong;

  template <class T, class F> void take(const char *Key, F Use) {
    auto It = From.find(Key);
    if (It == From.end() || It->is_null())
      return;
    try {
      std::string Why = Use(It->get<T>());
      if (!Why.empty())
        wrong.push_back(std::string("setting '") + Key + "': " + Why);
    } catch (const json::exception &) {
      wrong.push_back(std::string("setting '") + Key + "': " + It->dump() +
                      " isn't of the right kind");
    }
  }

private:
  const json &From;
};

using Text = std::string;

/// Settings that name files, which the editor gives from its folder \p Base.
void takeFiles(SettingsReader &R, EditorSettings &Now, const Text &Base) {
  auto At = [&](const Text &T) { return project::absolutePath(T, Base); };
  R.take<Text>("compileCommands", [&](const Text &T) {
    Now.database = T.empty() ? T : At(T);
    return "";
  });
  R.take<Text>("baseline", [&](const Text &T) {
    Now.baseline = T.empty() ? T : At(T);
    return "";
  });
  R.take<json>("confirmed", [&](const json &J) {
    Now.confirmed.clear();
    for (const json &One : J.is_array() ? J : json::array({J}))
      Now.confirmed.push_back(At(One.get<Text>()));
    return "";
  });
  R.take<Text>("config", [&](const Text &T) {
    Now.options.configFile = T.empty() || T == "none" ? T : At(T);
    return "";
  });
}

/// Settings that say what is looked for.
void takeRules(SettingsReader &R, EditorSettings &Now) {
  R.take<Text>("level", [&](const Text &T) {
    Now.options.levelGiven = parseLevel(T, Now.options.level);
    return Now.options.levelGiven ? "" : "certain, likely or advice";
  });
  R.take<Text>("checks", [&](const Text &T) {
    Now.options.checks = T;
    Now.options.checksGiven = true;
    return "";
  });
  R.take<std::vector<Text>>("profile", [&](const std::vector<Text> &T) -> Text {
    Now.options.profileGiven = true;
    Now.options.profiles.clear();
    for (const Text &Name : T) {
      std::optional<config::Profile> P = config::profileFromName(Name);
      if (!P)
        return "no profile is called '" + Name + "'" +
               config::nearWords(Name, config::profileNames());
      Now.options.profiles.push_back(*P);
    }
    return "";
  });
}

/// Settings that say how files are read.
void takeReading(SettingsReader &R, EditorSettings &Now) {
  R.take<std::vector<Text>>("fallbackFlags", [&](std::vector<Text> T) {
    Now.fallbackFlags = std::move(T);
    Now.ownFlags = true;
    return "";
  });
  R.take<Text>("project", [&](const Text &T) -> Text {
    if (T == "all")
      Now.reach = Workspace::Reach::All;
    else if (T == "known")
      Now.reach = Workspace::Reach::Known;
    else if (T == "files")
      Now.reach = Workspace::Reach::Files;
    else
      return "'all', 'known' or 'files'";
    return "";
  });
}

} // namespace

std::vector<std::string>
Editor::configure(const json &From, const std::vector<std::string> &Folders) {
  Now = EditorSettings();
  Now.options = Line;
  Now.database = Line.buildPath;
  if (!Line.baseline.empty())
    Now.baseline = project::absolutePath(Line.baseline);
  if (Line.flags) {
    Now.fallbackFlags = *Line.flags;
    Now.ownFlags = true;
    Now.options.flags.reset();
  }
  Now.confirmed = Line.runFiles;
  for (Text &T : Now.confirmed)
    T = project::absolutePath(T);
  SettingsReader R(From);
  takeFiles(R, Now,
            Folders.empty() ? project::absolutePath(".") : Folders.front());
  takeRules(R, Now);
  takeReading(R, Now);
  Homes.clear();
  Workspaces.clear();
  return R.wrong;
}

/// Where Debian and a LibTorch that was unpacked to /opt have their headers.
static std::vector<std::string> guessedFlags() {
  std::vector<std::string> Flags = {"-std=c++17"};
  std::error_code EC;
  for (const char *Folder :
       {"/usr/include", "/usr/local/include", "/opt/libtorch/include"}) {
    std::string Api = std::string(Folder) + "/torch/csrc/api/include";
    if (!std::filesystem::exists(Api + "/torch/torch.h", EC))
      continue;
    if (std::string(Folder) != "/usr/include")
      Flags.insert(Flags.end(), {"-isystem", Folder});
    Flags.insert(Flags.end(), {"-isystem", Api});
    break;
  }
  return Flags;
}

std::unique_ptr<Workspace> Editor::open(const std::string &File,
                                        const std::string &Database,
                                        const std::string &Config,
                                        lsp::Listener &L) {
  Options O = Now.options;
  O.paths = {File};
  O.configFile = Config;
  for (const std::string &Why : applySettings(O))
    L.say(lsp::Severity::Error, Why);
  O.buildPath = Database;
  if (Database.empty()) {
    O.flags = Now.ownFlags ? Now.fallbackFlags : guessedFlags();
    if (!Now.ownFlags)
      L.say(lsp::Severity::Warning,
            "no compile_commands.json at or above a file that is open, or in a "
            "'build' there: flags are guessed. CMake writes one with "
            "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON; the setting "
            "'compileCommands' names its folder, 'fallbackFlags' gives "
            "other flags");
  }
  O.quiet = true;
  return std::make_unique<Workspace>(std::move(O), Now.reach, openCache(Line),
                                     Verdicts(Now.baseline, Now.confirmed),
                                     [this] { wake(); });
}

Workspace *Editor::workspaceOf(const std::string &File, lsp::Listener &L) {
  auto [It, New] = Homes.try_emplace(File, nullptr);
  if (!New)
    return It->second;
  // LibTorch's own headers, and the system's, are nobody's project.
  if (api::isLibTorchHeader(File) || project::isUnder(File, "/usr"))
    return nullptr;
  std::string Database = Now.database.empty()
                             ? project::CompileDatabase::find(File)
                             : Now.database;
  if (Database.empty())
    for (auto &[Key, W] : Workspaces)
      if (W->reads(File))
        return It->second = W.get();
  std::string Config = Now.options.configFile.empty() ? config::find(File)
                                                      : Now.options.configFile;
  // What the project's file says now; another text, another workspace.
  const std::string Said = std::to_string(cache::stampOf(Config).modified);
  std::unique_ptr<Workspace> &W =
      Workspaces[Database + '\n' + Config + '\n' + Said];
  if (!W)
    W = open(File, Database, Config, L);
  return It->second = W.get();
}

void Editor::check(const lsp::CheckRequest &R, lsp::Listener &L) {
  for (auto It = Homes.begin(); It != Homes.end();)
    It = R.open.count(It->first) && !R.diskChanged ? std::next(It)
                                                   : Homes.erase(It);
  std::map<Workspace *, std::set<std::string>> Files;
  // The one whose text changed goes first.
  std::vector<Workspace *> Order;
  for (const std::string &File : R.first)
    if (Workspace *W = workspaceOf(File, L);
        W && std::find(Order.begin(), Order.end(), W) == Order.end())
      Order.push_back(W);
  for (const auto &[File, Text] : R.open)
    if (Workspace *W = workspaceOf(File, L)) {
      Files[W].insert(File);
      if (std::find(Order.begin(), Order.end(), W) == Order.end())
        Order.push_back(W);
    } else {
      L.report(File, {});
    }
  for (auto It = Workspaces.begin(); It != Workspaces.end();)
    It = Files.count(It->second.get()) ? std::next(It) : Workspaces.erase(It);
  for (Workspace *W : Order) {
    std::vector<std::string> First;
    for (const std::string &File : R.first)
      if (Files[W].count(File))
        First.push_back(File);
    W->check(Files[W], R.open, First, R.diskChanged, L);
    if (L.outdated())
      return;
  }
}

bool Editor::settled() const {
  return std::all_of(Workspaces.begin(), Workspaces.end(),
                     [](const auto &W) { return W.second->settled(); });
}

std::optional<lsp::HoverText> Editor::hover(const std::string &File,
                                            unsigned Row, unsigned Column) {
  auto It = Homes.find(File);
  return It == Homes.end() || !It->second
             ? std::nullopt
             : It->second->hover(File, Row, Column);
}

} // namespace tool
} // namespace torchtidy
