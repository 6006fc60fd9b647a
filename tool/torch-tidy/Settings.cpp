//===- Settings.cpp - what the project says, and the line -------*- C++ -*-===//
#include "Settings.h"
#include "Output.h"
#include "project/Paths.h"
#include <algorithm>
#include <filesystem>
#include <iostream>

namespace torchtidy {
namespace tool {

static std::string configFile(const Options &O) {
  if (O.configFile == "none")
    return "";
  if (!O.configFile.empty())
    return project::absolutePath(O.configFile);
  return config::find(O.paths.empty() ? project::absolutePath(".")
                                      : project::absolutePath(O.paths.front()));
}

/// Profiles that exist to show advice show it.
static bool showsAdvice(const std::vector<config::Profile> &Profiles) {
  return std::any_of(Profiles.begin(), Profiles.end(), [](config::Profile P) {
    return P == config::Profile::Strict || P == config::Profile::MultiGpu;
  });
}

/// What the project says goes behind what was given.
static void settle(Options &O) {
  const config::Config &C = O.config;
  if (!O.profileGiven)
    O.profiles = C.profiles;
  if (!O.checksGiven && !C.checks.empty())
    O.checks = C.checks;
  if (!O.levelGiven) {
    if (C.level)
      O.level = *C.level;
    else if (showsAdvice(O.profiles))
      O.level = Level::Advice;
    // A run that fails for findings must show them.
    else if (O.failOn && *O.failOn > O.level)
      O.level = *O.failOn;
  }
}

bool readSettings(Options &O) {
  std::vector<config::Problem> Problems;
  O.config = config::load(configFile(O), Problems);
  for (const config::Problem &P : Problems) {
    std::string Where = P.str();
    std::cerr << Where.substr(0, Where.size() - P.message.size())
              << "error: " << P.message << "\n";
  }
  if (!Problems.empty())
    return false;
  settle(O);
  return true;
}

std::vector<std::string> applySettings(Options &O) {
  std::vector<config::Problem> Problems;
  std::vector<std::string> Words;
  O.config = config::load(configFile(O), Problems);
  for (const config::Problem &P : Problems)
    Words.push_back(P.str());
  settle(O);
  return Words;
}

bool isExcluded(const Options &O, const std::string &Path) {
  auto Under = [&](const std::string &Root,
                   const std::vector<std::string> &Globs) {
    return !Globs.empty() && config::Excluded(Root, Globs).contains(Path);
  };
  return Under(std::filesystem::path(O.config.file).parent_path().string(),
               O.config.exclude) ||
         Under(project::absolutePath("."), O.exclude);
}

} // namespace tool
} // namespace torchtidy
