//===- Packs.cpp - what comes taught ----------------------------*- C++ -*-===//
#include "config/Yaml.h"
#include <stdexcept>

namespace torchtidy {
namespace config {

namespace {

struct Text {
  const char *name, *yaml;
};

const Text Texts[] = {
#include "Packs.inc"
};

Pack readPack(const Text &T) {
  Pack P;
  P.name = T.name;
  std::vector<Problem> Problems;
  Yaml Y(P.name + ".yaml", Problems);
  Yaml::Handlers Keys = {
      {"about", [&](const YAML::Node &V) { P.about = Y.text(V, "'about'"); }},
      {"on", [&](const YAML::Node &V) { P.on = Y.flag(V, "'on'"); }}};
  Yaml::Handlers Teaching = teachingKeys(Y, P.teaching);
  Keys.insert(Keys.end(), Teaching.begin(), Teaching.end());
  Y.mapping(YAML::Load(T.yaml), "a pack", Keys);
  // A mistake of this program's own: its tests load every pack.
  if (!Problems.empty())
    throw std::runtime_error("pack " + Problems.front().str());
  return P;
}

} // namespace

const std::vector<Pack> &packs() {
  static const std::vector<Pack> All = [] {
    std::vector<Pack> R;
    for (const Text &T : Texts)
      R.push_back(readPack(T));
    return R;
  }();
  return All;
}

} // namespace config
} // namespace torchtidy
