//===- LibTorch.cpp - look-ups in the rows of LibTorch.def ------*- C++ -*-===//
#include "api/LibTorch.h"
#include <unordered_map>
#include <unordered_set>

namespace torchtidy {
namespace api {
namespace {

using Names = std::unordered_set<std::string_view>;

const std::unordered_map<std::string_view, Row> &functions() {
  static const std::unordered_map<std::string_view, Row> Map = {
#define TT_FN(Name, R, Op, Info) {Name, Row{Name, Role::R, Op, Info}},
#define TT_TAUGHT(Id, Name, R, Info) {Name, Row{Name, Role::R, "", Info}},
#include "api/LibTorch.def"
  };
  return Map;
}

const std::unordered_map<std::string_view, std::string_view> &types() {
  static const std::unordered_map<std::string_view, std::string_view> Map = {
#define TT_TYPE(Name, R) {Name, R},
#include "api/LibTorch.def"
  };
  return Map;
}

const std::unordered_map<std::string_view, std::string_view> &devices() {
  static const std::unordered_map<std::string_view, std::string_view> Map = {
#define TT_DEVICE(Name, Type) {Name, Type},
#include "api/LibTorch.def"
  };
  return Map;
}

bool startsWith(std::string_view S, std::string_view P) {
  return S.substr(0, P.size()) == P;
}

bool endsWith(std::string_view S, std::string_view P) {
  return S.size() >= P.size() && S.substr(S.size() - P.size()) == P;
}

std::string_view lastPart(std::string_view Name) {
  size_t At = Name.rfind("::");
  return At == std::string_view::npos ? Name : Name.substr(At + 2);
}

} // namespace

std::string normalise(std::string_view Name) {
  if (startsWith(Name, "::"))
    Name.remove_prefix(2);
  bool Ours = false;
  for (std::string_view Root : {"torch::", "at::", "c10::"})
    if (startsWith(Name, Root)) {
      Name.remove_prefix(Root.size());
      Ours = true;
      break;
    }
  if (!Ours)
    return std::string(Name);
  // torch::autograd::… re-exports and at::native stay as they are.
  if (startsWith(Name, "at::"))
    Name.remove_prefix(4);
  std::string Result(Name);
  if (startsWith(Result, "TensorBase"))
    if (Result.size() == 10 || Result.compare(10, 2, "::") == 0)
      Result.replace(0, 10, "Tensor");
  return Result;
}

std::string methodOfTensor(std::string_view Method) {
  return "Tensor::" + std::string(Method);
}

const Row *findRow(std::string_view Name) {
  auto It = functions().find(Name);
  return It == functions().end() ? nullptr : &It->second;
}

Role roleOf(std::string_view Name) {
  if (const Row *R = findRow(Name))
    return R->role;
  if (startsWith(Name, "nn::") && !startsWith(Name, "nn::functional::")) {
    if (endsWith(Name, "::forward") || endsWith(Name, "::operator()"))
      return Role::Forward;
    // RNNs override it.
    if (endsWith(Name, "::to"))
      return Role::MoveModule;
  }
  return Role::Operator;
}

std::string operatorOf(std::string_view Name) {
  if (const Row *R = findRow(Name))
    if (*R->op)
      return R->op;
  std::string_view Last = lastPart(Name);
  for (std::string_view Group : {"linalg::", "special::", "fft::"})
    if (startsWith(Name, Group) &&
        !startsWith(Last, Group.substr(0, Group.size() - 2)))
      return "aten::" + std::string(Group.substr(0, Group.size() - 2)) + "_" +
             std::string(Last);
  // max_out and max_outf write to what they are given.
  for (std::string_view Out : {"_outf", "_out"})
    if (endsWith(Last, Out))
      return "aten::" + std::string(Last.substr(0, Last.size() - Out.size()));
  return "aten::" + std::string(Last);
}

std::string_view typeRoleOf(std::string_view Name) {
  auto It = types().find(Name);
  if (It != types().end())
    return It->second;
  if (startsWith(Name, "nn::") && endsWith(Name, "Options"))
    return "FunctionalOptions";
  return "";
}

std::string_view deviceConstant(std::string_view Name) {
  auto It = devices().find(Name);
  return It == devices().end() ? std::string_view() : It->second;
}

bool isDeviceType(std::string_view Type) {
  static const Names Set = {
#define TT_DEVICE(Name, Type) Type,
#include "api/LibTorch.def"
  };
  return Set.count(Type) != 0;
}

bool isAccelerator(std::string_view Type) {
  return isDeviceType(Type) && Type != "cpu" && Type != "meta" &&
         Type != "lazy";
}

bool speaksOfAccelerators(std::string_view Name) {
  static const Names Words = {
#define TT_ACCELERATOR_WORD(Word) Word,
#include "api/LibTorch.def"
  };
  std::string Lower;
  std::string Word;
  auto Hit = [&] {
    return Words.count(Word) || (Word.size() > 2 && isAccelerator(Word));
  };
  for (size_t I = 0; I <= Name.size(); ++I) {
    char C = I < Name.size() ? Name[I] : '_';
    bool Upper = C >= 'A' && C <= 'Z';
    bool Letter = Upper || (C >= 'a' && C <= 'z');
    bool Begins = Upper && I && Name[I - 1] >= 'a' && Name[I - 1] <= 'z';
    if ((!Letter || Begins) && !Word.empty()) {
      if (Hit())
        return true;
      Word.clear();
    }
    if (Letter) {
      Word += Upper ? char(C - 'A' + 'a') : C;
      Lower += Word.back();
    }
  }
  // Run together: "usecuda", "ngpus".
  return Lower.find("cuda") != std::string::npos ||
         Lower.find("gpu") != std::string::npos;
}

bool isStatelessModule(std::string_view Name) {
  static const Names Set = {
#define TT_STATELESS(N) N,
#include "api/LibTorch.def"
  };
  return Set.count(Name) != 0;
}

bool isStatelessUnlessGiven(std::string_view Name) {
  static const Names Set = {
#define TT_STATELESS_UNLESS_GIVEN(N) N,
#include "api/LibTorch.def"
  };
  return Set.count(Name) != 0;
}

std::string_view optimizerState(std::string_view Name) {
  static const std::unordered_map<std::string_view, std::string_view> Map = {
#define TT_OPTIMIZER(N, When) {N, When},
#include "api/LibTorch.def"
  };
  auto It = Map.find(Name);
  return It == Map.end() ? std::string_view() : It->second;
}

bool isRandom(std::string_view Name) {
  static const Names Set = {
#define TT_RANDOM(N) N,
#include "api/LibTorch.def"
  };
  return Set.count(Name) != 0;
}

bool takesGeneratorFirst(std::string_view Name) {
  static const Names Set = {
#define TT_GENERATOR_FIRST(N) N,
#include "api/LibTorch.def"
  };
  return Set.count(Name) != 0;
}

bool isGradGuard(std::string_view Name) {
  static const Names Set = {
#define TT_GRAD_GUARD(N) N,
#include "api/LibTorch.def"
  };
  return Set.count(Name) != 0;
}

bool isOfData(std::string_view Name) {
  const std::string_view Within = form::DataNamespace;
  return Name.substr(0, Within.size()) == Within;
}

bool isPythonExporter(std::string_view Path) {
  static const Names Set = {
#define TT_PY_EXPORTER(P) P,
#include "api/LibTorch.def"
  };
  return Set.count(Path) != 0;
}

bool isThrowExpectingMacro(std::string_view Macro) {
  static const Names Set = {
#define TT_THROW_MACRO(N) N,
#include "api/LibTorch.def"
  };
  return Set.count(Macro) != 0;
}

bool isLibTorchHeader(std::string_view Path) {
  static const char *const Folders[] = {
#define TT_HEADERS(F) F,
#include "api/LibTorch.def"
  };
  for (const char *Folder : Folders)
    if (Path.find(Folder) != std::string_view::npos)
      return true;
  return false;
}

bool isLibTorchInclude(std::string_view Name) {
  static const char *const Folders[] = {
#define TT_HEADERS(F) F,
#include "api/LibTorch.def"
  };
  for (std::string_view Folder : Folders) {
    // "/include/torch/" is written "torch/".
    Folder.remove_prefix(Folder.rfind('/', Folder.size() - 2) + 1);
    if (Name.substr(0, Folder.size()) == Folder)
      return true;
  }
  return false;
}

} // namespace api
} // namespace torchtidy
