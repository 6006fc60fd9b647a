//===- Teachings.cpp - the keys that teach functions ------------*- C++ -*-===//
#include "config/Yaml.h"

namespace torchtidy {
namespace config {

using api::Behaviour;
using api::Taught;
using api::Teaching;

namespace {

/// Entries of one section: names, and what they share.
class Section {
public:
  Section(Yaml &Y, Teaching &T) : Y(Y), T(T) {}

  void factory(const YAML::Node &N) {
    Taught X;
    X.behaviour = Behaviour::Factory;
    bool Said = false;
    entry(N, "a factory", X,
          {{"device",
            [&](const YAML::Node &V) {
              Said = true;
              int W = Y.word(V, "'device'", {"cpu", "options"});
              if (W == 0)
                X.behaviour = Behaviour::CpuFactory;
            }},
           {"device_of", [&](const YAML::Node &V) {
              if (Said)
                Y.error(V, "a factory has 'device' or 'device_of', not both");
              Said = true;
              X.behaviour = Behaviour::FactoryLike;
              X.argument = Y.argument(V);
            }}});
    if (!Said && N.IsMap())
      Y.error(N, "a factory wants 'device: cpu', 'device: options' or "
                 "'device_of: ARGUMENT'");
  }

  void registrar(const YAML::Node &N) {
    Taught X;
    bool Said = false;
    entry(
        N, "a registrar", X,
        {{"registers",
          [&](const YAML::Node &V) {
            static const Behaviour Of[] = {Behaviour::RegisterBuffer,
                                           Behaviour::RegisterParameter,
                                           Behaviour::RegisterModule};
            Said = true;
            int W = Y.word(V, "'registers'", {"buffer", "parameter", "module"});
            if (W >= 0)
              X.behaviour = Of[W];
          }},
         arg(X)});
    if (!Said && N.IsMap())
      Y.error(N, "a registrar wants 'registers: buffer', 'parameter' or "
                 "'module'");
  }

  void mover(const YAML::Node &N) {
    Taught X;
    int Device = 2;
    bool InPlace = false;
    entry(N, "a mover", X,
          {{"device",
            [&](const YAML::Node &V) {
              Device = Y.word(V, "'device'", {"cpu", "cuda", "argument"});
            }},
           {"in_place",
            [&](const YAML::Node &V) { InPlace = Y.flag(V, "'in_place'"); }},
           arg(X)},
          [&] {
            static const Behaviour Of[] = {Behaviour::MoveCpu,
                                           Behaviour::MoveCuda,
                                           Behaviour::Move,
                                           Behaviour::MoveInPlaceCpu,
                                           Behaviour::MoveInPlaceCuda,
                                           Behaviour::MoveInPlace};
            if (Device >= 0)
              X.behaviour = Of[Device + (InPlace ? 3 : 0)];
          });
  }

  void sink(const YAML::Node &N) {
    Taught X;
    X.behaviour = Behaviour::ExportInputs;
    entry(N, "a sink", X,
          {{"kind", [&](const YAML::Node &V) {
              static const Behaviour Of[] = {Behaviour::ExportInputs,
                                             Behaviour::DeviceExport,
                                             Behaviour::Save};
              int W = Y.word(V, "'kind'", {"export", "device-export", "save"});
              if (W >= 0)
                X.behaviour = Of[W];
            }}});
  }

  void op(const YAML::Node &N) {
    Taught X;
    entry(
        N, "an operator", X,
        {{"same_device",
          [&](const YAML::Node &V) {
            X.sameDevice = Y.flag(V, "'same_device'");
          }},
         {"any_device", [&](const YAML::Node &V) { X.free = Y.arguments(V); }},
         {"cpu_args", [&](const YAML::Node &V) { X.onCpu = Y.arguments(V); }},
         {"returns",
          [&](const YAML::Node &V) {
            X.returnsCpu = Y.word(V, "'returns'", {"cpu"}) == 0;
          }},
         {"device_of",
          [&](const YAML::Node &V) { X.returns = Y.argument(V); }}});
  }

  void cpuArguments(const YAML::Node &N) {
    Taught X;
    X.sameDevice = false;
    X.argumentsOnly = true;
    entry(N, "an entry of 'cpu_arguments'", X,
          {{"args", [&](const YAML::Node &V) { X.onCpu = Y.arguments(V); }}});
    if (N.IsMap() && X.onCpu.empty())
      Y.error(N, "an entry of 'cpu_arguments' wants 'args: [ARGUMENT, …]'");
  }

  void memory(const YAML::Node &N) {
    Taught X;
    X.behaviour = Behaviour::HostMemory;
    entry(N, "a memory", X, {{"device", [&](const YAML::Node &V) {
                                if (Y.word(V, "'device'", {"cpu", "cuda"}) == 1)
                                  X.behaviour = Behaviour::CudaMemory;
                              }}});
  }

  void ignore(const YAML::Node &N) {
    Taught X;
    X.behaviour = Behaviour::Ignore;
    std::string Name = Y.text(N, "a function to ignore");
    add(N, Name, X);
  }

  void module(const YAML::Node &N) {
    api::TaughtModule M;
    auto Names = [this](std::vector<std::string> &To, const char *What) {
      return [this, &To, What](const YAML::Node &V) { To = Y.texts(V, What); };
    };
    Y.mapping(
        N, "a module",
        {{"base", [&](const YAML::Node &V) { M.base = Y.text(V, "'base'"); }},
         {"buffers", Names(M.buffers, "'buffers'")},
         {"parameters", Names(M.parameters, "'parameters'")},
         {"modules", Names(M.modules, "'modules'")},
         {"moves", Names(M.moves, "'moves'")}});
    if (M.base.empty()) {
      if (N.IsMap())
        Y.error(N, "a module wants 'base: QUALIFIED::NAME'");
      return;
    }
    T.modules.push_back(std::move(M));
  }

private:
  std::pair<const char *, Yaml::Handler> arg(Taught &X) {
    return {"arg",
            [this, &X](const YAML::Node &V) { X.argument = Y.argument(V); }};
  }

  void entry(const YAML::Node &N, const std::string &What, Taught &X,
             Yaml::Handlers Keys, const std::function<void()> &Settle = {}) {
    YAML::Node NameNode;
    bool Named = false;
    std::vector<std::string> Names;
    Keys.insert(Keys.begin(), {"name", [&](const YAML::Node &V) {
                                 NameNode = V;
                                 Named = true;
                                 Names = Y.texts(V, "'name'");
                               }});
    Y.mapping(N, What, Keys);
    if (Settle)
      Settle();
    if (N.IsMap() && !Named)
      Y.error(N, What + " wants 'name: QUALIFIED::NAME'");
    for (const std::string &Name : Names)
      add(NameNode, Name, X);
  }

  void add(const YAML::Node &At, std::string Name, Taught X) {
    if (Name.compare(0, 2, "::") == 0)
      Name.erase(0, 2);
    if (Name.empty())
      return;
    if (Name.find_first_of("<>() \t") != std::string::npos)
      return Y.error(At,
                     "'" + Name +
                         "': a name is qualified and has no template or "
                         "function arguments: my::make_mask, my::Net::keep");
    X.name = Name;
    auto [It, New] = T.functions.emplace(Name, X);
    if (New)
      return;
    // A function may be taught its CPU-only arguments apart.
    Taught &Old = It->second;
    if (X.argumentsOnly || Old.argumentsOnly) {
      Taught &Whole = X.argumentsOnly ? Old : X;
      const Taught &Part = X.argumentsOnly ? X : Old;
      Whole.onCpu.insert(Whole.onCpu.end(), Part.onCpu.begin(),
                         Part.onCpu.end());
      Old = Whole;
      return;
    }
    Y.error(At, "'" + Name + "' is taught twice");
  }

  Yaml &Y;
  Teaching &T;
};

} // namespace

Yaml::Handlers teachingKeys(Yaml &Y, Teaching &T) {
  using Member = void (Section::*)(const YAML::Node &);
  auto Each = [&Y, &T](Member Read) {
    return [&Y, &T, Read](const YAML::Node &N) {
      Section S(Y, T);
      Y.list(N, [&](const YAML::Node &E) { (S.*Read)(E); });
    };
  };
  return {{"factories", Each(&Section::factory)},
          {"registrars", Each(&Section::registrar)},
          {"movers", Each(&Section::mover)},
          {"sinks", Each(&Section::sink)},
          {"operators", Each(&Section::op)},
          {"cpu_arguments", Each(&Section::cpuArguments)},
          {"memory", Each(&Section::memory)},
          {"ignore", Each(&Section::ignore)},
          {"modules", Each(&Section::module)}};
}

} // namespace config
} // namespace torchtidy
