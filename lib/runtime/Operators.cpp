//===- Operators.cpp - rules that a program gives its own operators -------===//
#include "runtime/Operators.h"
#include "runtime/Report.h"
#include <algorithm>
#include <map>
#include <mutex>

using namespace c10;

namespace torchtidy {
namespace rt {
namespace {

struct Rules {
  std::mutex mutex;
  std::map<std::string, OperatorRule> byName;
};
Rules &rules() {
  static auto *R = new Rules;
  return *R;
}

bool has(const std::vector<std::string> &Names, const std::string &Name) {
  return std::find(Names.begin(), Names.end(), Name) != Names.end();
}

} // namespace

void addOperatorRule(const std::string &Name, const OperatorRule &Rule) {
  Rules &R = rules();
  std::lock_guard<std::mutex> L(R.mutex);
  R.byName[Name] = Rule;
}

const OperatorRule *findOperatorRule(const std::string &Name) {
  Rules &R = rules();
  std::lock_guard<std::mutex> L(R.mutex);
  auto It = R.byName.find(Name);
  return It == R.byName.end() ? nullptr : &It->second;
}

bool isLibTorchs(const std::string &Name) {
  std::string Space = Name.substr(0, Name.find("::"));
  for (const char *Own : {"aten", "prim", "prims", "quantized", "profiler",
                          "sparse", "mkldnn", "mkldnn_prepacked", "prepacked",
                          "_quantized", "static_runtime", "cuda", "inductor"})
    if (Space == Own)
      return true;
  return false;
}

Answer checkByRule(const OpInfo &Op, const TensorArguments &Tensors,
                   Optional<Device> Explicit) {
  const OperatorRule &Rule = *Op.rule;
  Mode *M = activeMode();
  Clash Bad;
  Bad.op = &Op;
  bool Throw = !M || !M->keepGoing;
  Answer A;
  int First = -1, Accelerator = -1;
  for (size_t I = 0; I != Tensors.size(); ++I) {
    const std::string &Name = Op.argumentNames[Tensors[I].position];
    bool OnCpu = Tensors[I].tensor->is_cpu();
    if (has(Rule.on_cpu, Name)) {
      if (OnCpu)
        continue;
      Bad.seen = Bad.first = Bad.offending = Bad.odd = static_cast<int>(I);
      Bad.reason = "'" + Name + "' must be on cpu, by the operator's own rule";
    } else if (has(Rule.anywhere, Name)) {
      continue;
    } else {
      if (!OnCpu && Accelerator < 0)
        Accelerator = static_cast<int>(I);
      if (First < 0)
        First = static_cast<int>(I);
      if (Tensors[I].tensor->device() == Tensors[First].tensor->device())
        continue;
      Bad.seen = Bad.first = First;
      Bad.offending = Bad.odd = static_cast<int>(I);
      Bad.reason.clear();
      if (Tensors[First].tensor->is_cpu())
        std::swap(Bad.first, Bad.odd);
    }
    A.clashed = true;
    reportClash(Bad, {}, Tensors, Throw);
  }
  Device Result = Explicit           ? *Explicit
                  : Accelerator >= 0 ? Tensors[Accelerator].tensor->device()
                  : First >= 0       ? Tensors[First].tensor->device()
                                     : Device(kCPU);
  A.results.push_back(Rule.result_on_cpu ? Device(kCPU) : Result);
  return A;
}

} // namespace rt
} // namespace torchtidy
