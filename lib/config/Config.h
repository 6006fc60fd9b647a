//===- Config.h - what a project says in .torch-tidy.yaml -------*- C++ -*-===//
//
// docs/configuration.md
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_CONFIG_CONFIG_H
#define TORCHTIDY_CONFIG_CONFIG_H

#include "api/Teaching.h"
#include "checks/Checks.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace torchtidy {
namespace config {

enum class Profile { Strict, Exported, MultiGpu, CpuOnly };

/// A file as it was read. Everything is optional.
struct Config {
  std::string file; ///< absolute; "" when there is none
  std::vector<Profile> profiles;
  std::string checks;         ///< globs over rules; "": all
  std::optional<Level> level; ///< lowest shown
  /// Levels of rules; nothing: off.
  std::map<std::string, std::optional<Level>> levels;
  std::vector<std::string> exclude; ///< globs over paths, see Excluded
  /// Packs by name, or files of the project's own by absolute path; false:
  /// not this one.
  std::vector<std::pair<std::string, bool>> packs;
  api::Teaching teaching; ///< of the file itself, and of the project's packs

  /// With what the packs that come with torch-tidy say. They are read then: a
  /// run that judges nothing needs none.
  api::Teaching taught() const;
};

/// What is wrong with a file, and where.
struct Problem {
  std::string file;
  unsigned line = 0, column = 0; ///< 0: of the whole file
  std::string message;
  std::string str() const; ///< "file:3:5: no key is called 'movrs'; …"
};

/// Reads \p Text; all that is wrong with it goes to \p Problems.
Config read(const std::string &Text, const std::string &File,
            std::vector<Problem> &Problems);

/// The nearest .torch-tidy.yaml at or above \p Start, a file or folder
/// (absolute); "" if there is none.
std::string find(const std::string &Start);

/// The file \p File with the project's own packs; \p File "": no file.
Config load(const std::string &File, std::vector<Problem> &Problems);

/// "strict", "multi-gpu", …
std::optional<Profile> profileFromName(const std::string &Name);
const std::vector<std::string> &profileNames();

/// Names out of \p Known that are spelled nearly like \p Name, as "; did you
/// mean …" says them, or "".
std::string nearWords(const std::string &Name,
                      const std::vector<std::string> &Known);

/// Puts what the file says into \p O.
void apply(const Config &C, JudgeOptions &O);
void apply(const std::vector<Profile> &Profiles, JudgeOptions &O);

/// Paths that are left out, by globs relative to \p Root: '*' stops at a '/',
/// '**' doesn't, a folder stands for what is under it, and a glob without a
/// '/' for that name at any depth.
class Excluded {
public:
  Excluded() = default;
  Excluded(std::string Root, std::vector<std::string> Globs)
      : Root(std::move(Root)), Globs(std::move(Globs)) {}
  bool contains(const std::string &Path) const; ///< absolute
  bool empty() const { return Globs.empty(); }

private:
  std::string Root;
  std::vector<std::string> Globs;
};

/// The packs that come with torch-tidy.
struct Pack {
  std::string name, about;
  bool on = true; ///< without being asked for
  api::Teaching teaching;
};
const std::vector<Pack> &packs();

} // namespace config
} // namespace torchtidy

#endif
