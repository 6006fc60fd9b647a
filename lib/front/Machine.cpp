//===- Machine.cpp - how much of the machine a run may use ----------------===//
#include "front/Machine.h"
#include "project/Paths.h"
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <sched.h>
#include <thread>

namespace torchtidy {
namespace front {

namespace {

constexpr uint64_t Unlimited = std::numeric_limits<uint64_t>::max();

/// The folders of this process's control group, the innermost first; "" if it
/// isn't in one of version 2.
std::string groupFolder() {
  std::string Text;
  if (!project::readFile("/proc/self/cgroup", Text))
    return "";
  size_t At = Text.rfind("0::", 0) == 0 ? 0 : Text.find("\n0::");
  if (At == std::string::npos)
    return "";
  size_t Begin = Text.find("::", At) + 2;
  std::string Path = Text.substr(Begin, Text.find('\n', Begin) - Begin);
  return "/sys/fs/cgroup" + (Path == "/" ? "" : Path);
}

/// Calls \p F with the folder of each group that this process is under.
template <class Function> void forEachGroup(Function F) {
  const std::string Root = "/sys/fs/cgroup";
  for (std::string Folder = groupFolder(); Folder.size() >= Root.size();) {
    F(Folder);
    Folder.resize(Folder.rfind('/'));
  }
}

uint64_t kilobytesOf(const std::string &Text, const char *Field) {
  size_t At = Text.find(Field);
  return At == std::string::npos
             ? 0
             : std::strtoull(Text.c_str() + At + std::string(Field).size(),
                             nullptr, 10);
}

} // namespace

unsigned processors() {
  unsigned Count = std::max(1u, std::thread::hardware_concurrency());
  cpu_set_t Set;
  if (::sched_getaffinity(0, sizeof(Set), &Set) == 0 && CPU_COUNT(&Set) > 0)
    Count = std::min<unsigned>(Count, unsigned(CPU_COUNT(&Set)));
  forEachGroup([&](const std::string &Folder) {
    std::string Text; // "150000 100000": microseconds in each period
    if (!project::readFile(Folder + "/cpu.max", Text) || Text[0] == 'm')
      return;
    char *Rest = nullptr;
    double Quota = std::strtod(Text.c_str(), &Rest);
    double Period = std::strtod(Rest, nullptr);
    if (Quota > 0 && Period > 0)
      Count =
          std::min(Count, std::max(1u, unsigned(std::ceil(Quota / Period))));
  });
  return Count;
}

uint64_t leftOf(const std::string &Max, const std::string &Current) {
  if (Max.empty() || Max[0] < '0' || Max[0] > '9')
    return Unlimited;
  uint64_t Most = std::strtoull(Max.c_str(), nullptr, 10);
  uint64_t Used = std::strtoull(Current.c_str(), nullptr, 10);
  return Most > Used ? Most - Used : 0;
}

uint64_t freeMemory() {
  uint64_t Free = Unlimited;
  std::string Text;
  if (project::readFile("/proc/meminfo", Text))
    if (uint64_t Kilobytes = kilobytesOf(Text, "MemAvailable:"))
      Free = Kilobytes * 1024;
  forEachGroup([&](const std::string &Folder) {
    std::string Max, Current, Stat;
    if (!project::readFile(Folder + "/memory.max", Max) ||
        !project::readFile(Folder + "/memory.current", Current))
      return;
    uint64_t Left = leftOf(Max, Current);
    // Files that were read are counted, and given back at need.
    if (Left != Unlimited && project::readFile(Folder + "/memory.stat", Stat))
      Left += kilobytesOf(Stat, "inactive_file ");
    Free = std::min(Free, Left);
  });
  return Free;
}

uint64_t peakMemory() {
  // Not getrusage's: that begins with what the parent had.
  std::string Text;
  return project::readFile("/proc/self/status", Text)
             ? kilobytesOf(Text, "VmHWM:") * 1024
             : 0;
}

std::optional<uint64_t> parseSize(const std::string &Text) {
  if (Text.empty() || Text[0] < '0' || Text[0] > '9')
    return std::nullopt;
  char *Rest = nullptr;
  double Number = std::strtod(Text.c_str(), &Rest);
  std::string Unit(Rest);
  for (char &C : Unit)
    C = char(std::toupper(static_cast<unsigned char>(C)));
  static const char Letters[] = "KMGT";
  double Factor = 1;
  if (!Unit.empty() && Unit != "B") {
    const char *Letter = std::find(Letters, Letters + 4, Unit[0]);
    std::string After = Unit.substr(1);
    if (Letter == Letters + 4 ||
        (!After.empty() && After != "B" && After != "IB"))
      return std::nullopt;
    Factor = std::pow(After == "B" ? 1000.0 : 1024.0, Letter - Letters + 1);
  }
  double Bytes = Number * Factor;
  if (!(Bytes >= 1) || Bytes > 1e18)
    return std::nullopt;
  return uint64_t(Bytes);
}

} // namespace front
} // namespace torchtidy
