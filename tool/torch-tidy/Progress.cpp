//===- Progress.cpp - a bar for people, on a terminal only
//-----------------===//
#include "Progress.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sys/ioctl.h>
#include <unistd.h>

namespace torchtidy {
namespace tool {

Progress::Progress(bool Quiet)
    : Enabled(!Quiet && ::isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (Enabled)
    std::fputs("\r\033[K", stderr);
}

void Progress::show(unsigned Done, unsigned Total, const std::string &File) {
  if (!Enabled || Total == 0)
    return;
  constexpr unsigned Width = 24;
  unsigned Full = Width * Done / Total;
  std::string Line = "[" + std::string(Full, '#') +
                     std::string(Width - Full, '.') + "] " +
                     std::to_string(Done) + "/" + std::to_string(Total) + " " +
                     std::filesystem::path(File).filename().string();
  winsize Size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &Size) == 0 && Size.ws_col > 1)
    Line.resize(std::min<size_t>(Line.size(), Size.ws_col - 1));
  std::fprintf(stderr, "\r\033[K%s", Line.c_str());
  std::fflush(stderr);
}

} // namespace tool
} // namespace torchtidy
