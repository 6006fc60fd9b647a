//===- Yaml.h - YAML read against a schema ----------------------*- C++ -*-===//
//
// Private to lib/config: every wrong key and value gets its place.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_CONFIG_YAML_H
#define TORCHTIDY_CONFIG_YAML_H

#include "config/Config.h"
#include <functional>
#include <yaml-cpp/yaml.h>

namespace torchtidy {
namespace config {

class Yaml {
public:
  using Handler = std::function<void(const YAML::Node &)>;
  using Handlers = std::vector<std::pair<const char *, Handler>>;

  Yaml(std::string File, std::vector<Problem> &Problems)
      : File(std::move(File)), Problems(Problems) {}

  void error(const YAML::Node &At, const std::string &Message);
  void error(const YAML::Mark &At, const std::string &Message);

  /// Calls the handler of each key of a mapping. \p What: "a factory".
  void mapping(const YAML::Node &N, const std::string &What,
               const Handlers &Keys);
  /// Each entry of a list; one alone needs no list.
  void list(const YAML::Node &N, const Handler &Each);
  /// A text, or with an error "".
  std::string text(const YAML::Node &N, const std::string &What);
  std::vector<std::string> texts(const YAML::Node &N, const std::string &What);
  /// One of \p Words; its index, or -1 with an error.
  int word(const YAML::Node &N, const std::string &What,
           const std::vector<std::string> &Words);
  bool flag(const YAML::Node &N, const std::string &What);
  api::TaughtArg argument(const YAML::Node &N);
  std::vector<api::TaughtArg> arguments(const YAML::Node &N);

private:
  std::string File;
  std::vector<Problem> &Problems;
};

/// Reads the keys that teach functions, which a project's file and a pack
/// share.
Yaml::Handlers teachingKeys(Yaml &Y, api::Teaching &T);

} // namespace config
} // namespace torchtidy

#endif
