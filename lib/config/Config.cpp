//===- Config.cpp - .torch-tidy.yaml ----------------------------*- C++ -*-===//
#include "config/Config.h"
#include "config/Yaml.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace fs = std::filesystem;

namespace torchtidy {
namespace config {

namespace {

const std::vector<std::string> LevelNames = {"certain", "likely", "advice"};

Level levelOf(int Word) {
  return Word == 0 ? Level::Certain : Word == 1 ? Level::Likely : Level::Advice;
}

std::vector<std::string> ruleNames() {
  std::vector<std::string> R;
  for (const RuleInfo &I : allRules())
    R.push_back(I.name);
  return R;
}

class Reader {
public:
  Reader(Yaml &Y, Config &C) : Y(Y), C(C) {}

  void run(const YAML::Node &N) {
    Yaml::Handlers Keys = {
        {"profile", [&](const YAML::Node &V) { profile(V); }},
        {"checks", [&](const YAML::Node &V) { checks(V); }},
        {"level",
         [&](const YAML::Node &V) {
           int W = Y.word(V, "'level'", LevelNames);
           if (W >= 0)
             C.level = levelOf(W);
         }},
        {"levels", [&](const YAML::Node &V) { levels(V); }},
        {"exclude",
         [&](const YAML::Node &V) { C.exclude = Y.texts(V, "'exclude'"); }},
        {"packs", [&](const YAML::Node &V) { packs(V); }}};
    Yaml::Handlers Teaching = teachingKeys(Y, C.teaching);
    Keys.insert(Keys.end(), Teaching.begin(), Teaching.end());
    Y.mapping(N, "the file", Keys);
  }

private:
  void profile(const YAML::Node &N) {
    Y.list(N, [&](const YAML::Node &E) {
      int W = Y.word(E, "'profile'", profileNames());
      if (W >= 0)
        C.profiles.push_back(*profileFromName(profileNames()[W]));
    });
  }

  /// A glob over rules that fits none is a mistake.
  void known(const YAML::Node &At, const std::string &Glob) {
    for (const RuleInfo &I : allRules())
      if (matchesGlobs(I.name, Glob))
        return;
    Y.error(At,
            "no rule matches '" + Glob + "'" + nearWords(Glob, ruleNames()));
  }

  void checks(const YAML::Node &N) {
    for (const std::string &S : Y.texts(N, "'checks'")) {
      C.checks += (C.checks.empty() ? "" : ",") + S;
      for (size_t At = 0; At < S.size();) {
        size_t End = std::min(S.find(',', At), S.size());
        std::string Glob = S.substr(At, End - At);
        Glob.erase(0, Glob.find_first_not_of(" -"));
        if (!Glob.empty())
          known(N, Glob);
        At = End + 1;
      }
    }
  }

  void levels(const YAML::Node &N) {
    if (!N.IsMap())
      return Y.error(N, "'levels' wants 'rule: level' lines");
    std::vector<std::string> Words = LevelNames;
    Words.push_back("off");
    for (const auto &Entry : N) {
      std::string Glob = Y.text(Entry.first, "a rule");
      // YAML's own word for no.
      int W = Y.word(Entry.second, "the level of '" + Glob + "'", Words);
      if (Glob.empty() || W < 0)
        continue;
      known(Entry.first, Glob);
      for (const RuleInfo &I : allRules())
        if (matchesGlobs(I.name, Glob))
          C.levels[I.name] =
              W == 3 ? std::nullopt : std::optional<Level>(levelOf(W));
    }
  }

  void packs(const YAML::Node &N) {
    std::vector<std::string> Names;
    for (const Pack &P : config::packs())
      Names.push_back(P.name);
    Y.list(N, [&](const YAML::Node &E) {
      std::string Name = Y.text(E, "a pack");
      if (Name.empty())
        return;
      bool On = Name.front() != '-';
      Name.erase(0, On ? 0 : 1);
      if (On && fs::path(Name).extension() == ".yaml") {
        C.packs.push_back(
            {(fs::path(C.file).parent_path() / Name).lexically_normal(), true});
        return;
      }
      if (std::find(Names.begin(), Names.end(), Name) == Names.end())
        return Y.error(E, "no pack is called '" + Name + "'" +
                              nearWords(Name, Names));
      C.packs.push_back({Name, On});
    });
  }

  Yaml &Y;
  Config &C;
};

bool readText(const std::string &File, std::string &Text) {
  std::ifstream In(File, std::ios::binary);
  if (!In || fs::is_directory(File))
    return false;
  Text.assign(std::istreambuf_iterator<char>(In), {});
  return !In.bad();
}

/// The project's own pack: a file of the same form.
void addPackFile(const std::string &File, const std::string &From,
                 api::Teaching &To, std::vector<Problem> &Problems) {
  std::string Text;
  if (!readText(File, Text)) {
    Problems.push_back({From, 0, 0, "cannot read the pack " + File});
    return;
  }
  To.add(read(Text, File, Problems).teaching);
}

} // namespace

const std::vector<std::string> &profileNames() {
  static const std::vector<std::string> Names = {"strict", "exported",
                                                 "multi-gpu", "cpu-only"};
  return Names;
}

std::optional<Profile> profileFromName(const std::string &Name) {
  const auto &All = profileNames();
  auto It = std::find(All.begin(), All.end(), Name);
  return It == All.end() ? std::nullopt
                         : std::optional<Profile>(Profile(It - All.begin()));
}

Config read(const std::string &Text, const std::string &File,
            std::vector<Problem> &Problems) {
  Config C;
  C.file = File;
  Yaml Y(File, Problems);
  try {
    YAML::Node N = YAML::Load(Text);
    if (N.IsDefined() && !N.IsNull()) // an empty file marks a project's root
      Reader(Y, C).run(N);
  } catch (const YAML::Exception &E) {
    Y.error(E.mark, E.msg);
  }
  return C;
}

std::string find(const std::string &Start) {
  std::error_code EC;
  fs::path Folder = Start;
  if (!fs::is_directory(Folder, EC))
    Folder = Folder.parent_path();
  for (;; Folder = Folder.parent_path()) {
    fs::path File = Folder / ".torch-tidy.yaml";
    if (fs::is_regular_file(File, EC))
      return File.string();
    if (Folder == Folder.root_path() || Folder.empty())
      return "";
  }
}

Config load(const std::string &File, std::vector<Problem> &Problems) {
  Config C;
  if (!File.empty()) {
    std::string Text;
    if (!readText(File, Text)) {
      Problems.push_back({File, 0, 0, "cannot read this file"});
      return C;
    }
    C = read(Text, File, Problems);
  }
  // The project's own word goes before a pack's.
  for (const auto &[Name, On] : C.packs)
    if (On && fs::path(Name).extension() == ".yaml")
      addPackFile(Name, File, C.teaching, Problems);
  return C;
}

api::Teaching Config::taught() const {
  api::Teaching All = teaching;
  for (const Pack &P : config::packs()) {
    bool On = P.on;
    for (const auto &[Name, Wanted] : packs)
      if (Name == P.name)
        On = Wanted;
    if (On)
      All.add(P.teaching);
  }
  return All;
}

void apply(const std::vector<Profile> &Profiles, JudgeOptions &O) {
  for (Profile P : Profiles) {
    O.strict |= P == Profile::Strict;
    O.exported |= P == Profile::Exported;
    O.multiGpu |= P == Profile::MultiGpu;
    O.cpuOnly |= P == Profile::CpuOnly;
  }
}

void apply(const Config &C, JudgeOptions &O) {
  apply(C.profiles, O);
  O.levels = C.levels;
}

static bool fits(const char *Path, const char *Glob) {
  for (; *Glob; ++Glob, ++Path) {
    if (*Glob == '*') {
      bool Deep = Glob[1] == '*';
      const char *Rest = Glob + (Deep ? 2 : 1);
      // "**/" stands for no folder, too.
      if (Deep && *Rest == '/' && fits(Path, Rest + 1))
        return true;
      for (const char *P = Path;; ++P) {
        if (fits(P, Rest))
          return true;
        if (!*P || (*P == '/' && !Deep))
          return false;
      }
    }
    if (*Glob == '?' ? !*Path || *Path == '/' : *Glob != *Path)
      return false;
  }
  return !*Path || *Path == '/'; // a folder: what is under it
}

bool Excluded::contains(const std::string &Path) const {
  for (std::string G : Globs) {
    if (G.compare(0, 2, "./") == 0)
      G.erase(0, 2);
    while (G.size() > 1 && G.back() == '/')
      G.pop_back();
    if (G.front() == '/') {
      if (fits(Path.c_str(), G.c_str()))
        return true;
      continue;
    }
    if (Root.empty() || Path.compare(0, Root.size(), Root) != 0)
      continue;
    std::string Relative = Path.substr(Root.size());
    Relative.erase(0, Relative.find_first_not_of('/'));
    bool AnyDepth = G.find('/') == std::string::npos;
    if (fits(Relative.c_str(), ((AnyDepth ? "**/" : "") + G).c_str()))
      return true;
  }
  return false;
}

} // namespace config
} // namespace torchtidy
