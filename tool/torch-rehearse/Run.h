//===- Run.h - starting a program under rehearsal ---------------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_REHEARSE_RUN_H
#define TORCHTIDY_TOOL_REHEARSE_RUN_H

#include "runtime/common/SharedRun.h"
#include <string>
#include <vector>

namespace torchtidy {
namespace rehearse {

struct Options {
  std::string type = "cuda"; ///< cuda, mps or xpu
  int devices = 2, current = 0;
  bool keepGoing = false;
  int explore = 0; ///< at most so many other sides of branches
  std::string level = "likely";
  std::string format = "text", failOn = "never", output;
  std::vector<std::string> command; ///< program and arguments

  std::string device() const { return type + ":" + std::to_string(current); }
};

/// The page that the program writes to. Throws std::runtime_error.
class Page {
public:
  Page();
  ~Page();
  Page(const Page &) = delete;
  Page &operator=(const Page &) = delete;
  rt::SharedRun *operator->() const { return Memory; }
  const rt::SharedRun &operator*() const { return *Memory; }
  int fd() const { return Fd; }

private:
  int Fd = -1;
  rt::SharedRun *Memory = nullptr;
};

/// A name for a file that LD_PRELOAD can hold: blanks and colons divide its list.
/// For a path that has some it is a link, which goes with this. Throws
/// std::runtime_error.
class PreloadName {
public:
  explicit PreloadName(const std::string &Path);
  ~PreloadName();
  PreloadName(const PreloadName &) = delete;
  PreloadName &operator=(const PreloadName &) = delete;
  const std::string &str() const { return Name; }

private:
  std::string Name, Folder;
};

/// A file in memory that a program writes to and its launcher reads. Throws
/// std::runtime_error.
class Memo {
public:
  Memo();
  ~Memo();
  Memo(const Memo &) = delete;
  Memo &operator=(const Memo &) = delete;
  int fd() const { return Fd; }
  std::string text() const;

private:
  int Fd = -1;
};

/// Runs the program to its end and returns its wait status. Findings go to
/// \p Out, with --explore also to \p Explored as JSON lines. Signals sent to
/// this process are passed on. Throws std::runtime_error if it can't be
/// started.
int runProgram(const Options &O, const std::string &Program,
               const std::string &Preload, const Page &P, const Memo &Explored,
               int Out);

/// Ends this process as the program ended: its exit code, or its signal.
[[noreturn]] void endLike(int Status);

} // namespace rehearse
} // namespace torchtidy

#endif
