//===- Teaching.h - functions that aren't LibTorch's ------------*- C++ -*-===//
//
// What a project, or a pack for a third-party library, says of its own
// functions, as data. LibTorch's own names stand in LibTorch.def alone.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_API_TEACHING_H
#define TORCHTIDY_API_TEACHING_H

#include <map>
#include <string>
#include <vector>

namespace torchtidy {
namespace api {

/// What a function does, in the terms of LibTorch.def. Each is a row there.
enum class Behaviour {
#define TT_TAUGHT(Id, Name, Role, Info) Id,
#include "api/LibTorch.def"
};

/// The normalised name of the behaviour's row in LibTorch.def.
const char *rowName(Behaviour B);

/// One argument: by its parameter's name, or counted from 0.
struct TaughtArg {
  std::string name;
  int position = -1;
  bool given() const { return !name.empty() || position >= 0; }
};

/// One function (or member, for memory), by its qualified name without template
/// arguments: "my::make_mask", "my::Net::keep", "cv::Mat::data". All overloads.
struct Taught {
  std::string name;
  Behaviour behaviour = Behaviour::Operator;
  /// What the behaviour is about: the argument that is registered, moved, or
  /// whose device a factory takes. Not given: the object of a method, else the
  /// first tensor or module.
  TaughtArg argument;
  // Operator:
  bool sameDevice = true;       ///< its tensors have to be on one device
  std::vector<TaughtArg> free;  ///< … but for these
  std::vector<TaughtArg> onCpu; ///< must be on the CPU
  TaughtArg returns;            ///< answers on this argument's device
  bool returnsCpu = false;      ///< answers on the CPU
  /// Only the arguments are known, not what comes out: the function's own body
  /// says that.
  bool argumentsOnly = false;
};

/// A class that is the project's own nn::Module: what derives from it is one.
struct TaughtModule {
  std::string base; ///< qualified name
  /// Names of its methods.
  std::vector<std::string> buffers, parameters, modules, moves;
};

struct Teaching {
  std::map<std::string, Taught> functions; ///< by name
  std::vector<TaughtModule> modules;

  bool empty() const { return functions.empty() && modules.empty(); }
  const Taught *find(const std::string &Name) const {
    auto It = functions.find(Name);
    return It == functions.end() ? nullptr : &It->second;
  }
  /// Adds what \p Other says; of a function that both know, this one's word
  /// stays.
  void add(const Teaching &Other);
};

} // namespace api
} // namespace torchtidy

#endif
