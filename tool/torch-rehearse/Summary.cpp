//===- Summary.cpp - what a run says about itself -------------------------===//
#include "Summary.h"
#include "findings/JsonLines.h"
#include "runtime/common/Symbols.h"
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

namespace torchtidy {
namespace rehearse {
namespace {

std::map<std::string, std::set<unsigned>> linesOf(const rt::SharedRun &R) {
  std::map<std::string, std::set<unsigned>> Lines;
  std::set<uint64_t> Seen;
  rt::Symbols Symbols;
  unsigned Count =
      std::min<unsigned>(R.frameCount.load(), rt::SharedRun::MaxFrames);
  for (unsigned I = 0; I != Count; ++I) {
    uint64_t Packed = R.frames[I].load(std::memory_order_acquire);
    if (!Packed)
      continue; // the program died while it wrote this one
    unsigned Object;
    bool Last;
    uint64_t Address;
    rt::SharedRun::unpack(Packed, Object, Last, Address);
    if (Object >= rt::SharedRun::MaxObjects ||
        !Seen.insert(rt::SharedRun::pack(Object, false, Address)).second)
      continue;
    for (const rt::SourceFrame &F :
         Symbols.frames({R.objects[Object], Address}))
      if (F.user && F.line)
        Lines[F.file].insert(F.line);
  }
  return Lines;
}

std::string joined(const std::vector<std::string> &Words) {
  std::string Text;
  for (const std::string &W : Words)
    Text += (Text.empty() ? "" : " ") + W;
  return Text;
}

std::string withCommas(uint64_t N) {
  std::string Digits = std::to_string(N);
  for (int At = int(Digits.size()) - 3; At > 0; At -= 3)
    Digits.insert(At, ",");
  return Digits;
}

std::string counted(uint64_t N, const char *Noun) {
  return withCommas(N) + " " + Noun + (N == 1 ? "" : "s");
}

std::vector<std::string> gaps(const rt::SharedRun &R) {
  std::vector<std::string> All;
  uint32_t Flags = R.flags.load();
  if (Flags & rt::SharedRun::LinesFull)
    All.push_back("more places call operators than could be noted: some lines "
                  "count as not reached");
  if (Flags & rt::SharedRun::RawTensors)
    All.push_back("tensors that were made past the dispatcher were seen; their "
                  "values can't be rehearsed");
  if (Flags & rt::SharedRun::BranchesLeft)
    All.push_back("more branches on values than were to be explored; "
                  "--explore=N runs more");
  if (Flags & rt::SharedRun::HandlerReplaced)
    All.push_back("the program handles SIGSEGV itself: host accesses to a fake "
                  "device's memory go unnamed");
  return All;
}

/// What went wrong with whom, wherever it was reached from.
std::string keyOf(const Finding &F) {
  std::string Key = F.op + "\n" + F.argument + "\n";
  if (!F.stack.empty())
    Key += F.stack.front().file + ":" + std::to_string(F.stack.front().line);
  if (!F.origins.empty()) {
    const Origin &O = F.origins.front();
    Key += "\n" + O.member + "\n" + O.made.file + ":" +
           std::to_string(O.made.line);
  }
  return Key;
}

const char *NoLines =
    "no debug information in the program (-g): its source lines "
    "are not known";

} // namespace

std::string summaryLine(const Options &O, const rt::SharedRun &R) {
  RunSummary Run;
  Run.program = joined(O.command);
  Run.lines = linesOf(R);
  Run.knowsLines = !Run.lines.empty() || R.frameCount.load() == 0;
  auto Json = nlohmann::ordered_json::parse(toJsonLine(Run));
  auto &Own = Json["run"];
  Own["args"] =
      std::vector<std::string>(O.command.begin() + 1, O.command.end());
  Own["devices"] = O.devices;
  Own["device"] = O.device();
  if (O.explore)
    Own["explored"] = R.explored.load();
  Own["operators"] = R.operators.load();
  Own["findings"] = R.certain.load() + R.likely.load();
  std::vector<std::string> Gaps = gaps(R);
  if (!Run.knowsLines)
    Gaps.push_back(NoLines);
  Own["gaps"] = Gaps;
  return Json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<Finding> branchesOf(const std::string &JsonLines) {
  std::vector<Finding> Branches, Result;
  std::set<std::string> Seen;
  std::istringstream In(JsonLines);
  for (std::string Line; std::getline(In, Line);) {
    Finding F = fromJsonLine(Line);
    if (F.rule == "run-untested-branch")
      Branches.push_back(std::move(F));
    else
      Seen.insert(keyOf(F));
  }
  for (Finding &F : Branches)
    if (Seen.insert(keyOf(F)).second)
      Result.push_back(std::move(F));
  return Result;
}

static std::string upper(std::string S) {
  for (char &C : S)
    C = static_cast<char>(std::toupper(static_cast<unsigned char>(C)));
  return S;
}

std::string summaryText(const Options &O, const rt::SharedRun &R) {
  std::string Noun = "fake " + upper(O.type) + " device";
  std::string Text =
      "torch-rehearse: rehearsed on " + counted(O.devices, Noun.c_str()) +
      ": " + counted(R.operators.load(), "operator") + " checked, " +
      counted(R.certain.load() + R.likely.load(), "finding") + "\n";
  if (unsigned N = R.explored.load())
    Text += "torch-rehearse: explored " + counted(N, "other side") +
            " of branches on tensors' values\n";
  for (const std::string &G : gaps(R))
    Text += "torch-rehearse: note: " + G + "\n";
  return Text;
}

} // namespace rehearse
} // namespace torchtidy
