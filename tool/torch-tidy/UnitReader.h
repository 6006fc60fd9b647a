//===- UnitReader.h - units for a program that stays ------------*- C++ -*-===//
//
// A server keeps the facts of a whole project at hand, as bytes: what it reads
// is taken apart for one judgement and let go with its texts.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_TOOL_UNITREADER_H
#define TORCHTIDY_TOOL_UNITREADER_H

#include "cache/Units.h"
#include "facts/Parts.h"
#include "project/Border.h"
#include "project/Reach.h"
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>

namespace torchtidy {
namespace tool {

/// Texts that aren't on the disk, by absolute path.
using Unsaved = std::map<std::string, std::string>;

struct ReadUnit {
  project::UnitResult unit; ///< facts: the names of files alone; no closure
  std::shared_ptr<const std::string> facts; ///< bytes; null: there are none
  facts::Outline outline;
  /// What it was made of, if that is known and on the disk.
  std::optional<cache::Closure> made;
  /// The user's files that it read, as far as that is known; normal paths.
  std::set<std::string> files;
};

/// How the units of one project are read. For any number of threads.
class UnitReader {
public:
  /// \p Store may be null: then nothing is remembered. \p Options without
  /// unsaved texts.
  UnitReader(cache::Store *Store, project::ParseOptions Options);

  /// A view of the disk: files are looked at once in its life.
  class Look {
  public:
    Look(std::shared_ptr<const UnitReader> R, Unsaved Texts);
    /// Reads \p C. \p OnlyKnown: nothing is parsed; nothing if that were
    /// needed. Nothing, too, once \p Stop says true; it may be asked by other
    /// threads.
    std::optional<ReadUnit> read(const project::CompileCommand &C,
                                 bool OnlyKnown,
                                 const std::function<bool()> &Stop);
    /// Whether what \p U was made of is still as it was.
    bool holds(ReadUnit &U);

  private:
    std::optional<ReadUnit> recall(const project::CompileCommand &C);

    const std::shared_ptr<const UnitReader> Reader;
    const Unsaved Texts;
    project::Reach Scan;
    std::optional<cache::UnitCache> Known; ///< none with texts
    cache::Validator Files;
  };

private:
  cache::Store *const Store;
  const project::ParseOptions Options;
  std::string Identity; ///< of the module that reads
};

/// Reads units on threads of its own, while others go before.
class Background {
public:
  struct Job {
    uint64_t ticket = 0; ///< the caller's
    project::CompileCommand command;
    bool onlyKnown = false; ///< nothing is parsed
    std::shared_ptr<UnitReader::Look> look;
  };
  struct Done {
    Job job;
    std::optional<ReadUnit> unit; ///< none: it would have to be parsed
  };

  /// \p Wake is called from those threads when something is done.
  Background(unsigned Threads, std::function<void()> Wake);
  /// Waits for nothing: what is being read stops as soon as it can.
  ~Background();
  Background(const Background &) = delete;

  /// \p Jobs are to be done, in order; those that are being done, or were and
  /// not taken, aren't done again. What is being done and isn't among them is
  /// stopped.
  void replace(std::vector<Job> Jobs);
  std::vector<Done> take();
  /// Waiting, being read, and not yet taken.
  size_t left() const;

private:
  struct State {
    std::function<void()> wake;
    std::mutex lock;
    std::condition_variable changed;
    bool ends = false;
    std::deque<Job> waiting;
    std::vector<Done> ready;
    /// By ticket; what is set stops.
    std::map<uint64_t, std::shared_ptr<std::atomic<bool>>> running;
  };
  static void work(State &S);

  const std::shared_ptr<State> Shared; ///< with the threads, which may live on
};

} // namespace tool
} // namespace torchtidy

#endif
