//===- Coverage.cpp - which way finds which operator's shapes -------------===//
#include "Coverage.h"
#include "runtime/meta/Values.h"
#include "runtime/meta/Ways.h"
#include <ATen/core/dispatch/Dispatcher.h>
#include <iostream>
#include <map>
#include <set>

using namespace torchtidy::rt;

namespace torchtidy {
namespace conformance {
namespace {

/// The operator without its form: "add" for add_, add.out and add.Tensor.
std::string plainName(const std::string &Name) {
  std::string Plain = Name.substr(Name.find("::") + 2);
  if (Plain.size() > 1 && Plain.back() == '_' && Plain.substr(0, 2) != "__")
    Plain.pop_back();
  return Plain;
}

std::string wayOf(const c10::OperatorHandle &Op, const OpInfo &I) {
  if (I.values == OpInfo::Always)
    return "stops: needs values";
  if (I.decompose)
    return "decomposed";
  return nameOf(waysOf(Op, I).front());
}

} // namespace

void printCoverage() {
  std::map<std::string, size_t> Counts;
  std::map<std::string, std::set<std::string>> Names;
  size_t All = 0;
  for (const auto &Name : c10::Dispatcher::singleton().getAllOpNames()) {
    auto Op = c10::Dispatcher::singleton().findOp(Name);
    if (!Op || !Op->hasSchema() || Name.name.rfind("aten::", 0) != 0)
      continue;
    const OpInfo &I = opInfo(*Op);
    std::string Way = wayOf(*Op, I);
    ++Counts[Way];
    ++All;
    Names[Way].insert(plainName(I.name));
  }
  std::cout << "# Shapes without values, operator by operator\n\n"
               "Made by `torch-tidy-conformance-run --coverage`. "
               "[rehearsal-without-values.md](rehearsal-without-values.md) has "
               "the ways; the first\nthat an operator has is counted. "
               "`decomposed`: LibTorch itself makes it of other operators.\n\n"
               "LibTorch "
            << TORCH_VERSION << ", " << All
            << " operators of `aten` (each overload is one):\n\n"
               "| way | operators |\n|---|---|\n";
  for (auto &C : Counts)
    std::cout << "| " << C.first << " | " << C.second << " |\n";
  for (const char *Way : {"own rule", "lazy shape", "by kind", "small zeros",
                          "devices only", "stops: needs values"}) {
    std::cout << "\n### " << Way << "\n\n";
    bool First = true;
    for (auto &N : Names[Way]) {
      std::cout << (First ? "" : ", ") << "`" << N << "`";
      First = false;
    }
    std::cout << "\n";
  }
}

} // namespace conformance
} // namespace torchtidy
