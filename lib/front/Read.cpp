//===- Read.cpp - many translation units, side by side --------------------===//
#include "front/Read.h"
#include "front/ClangModule.h"
#include "front/Machine.h"
#include "front/Schedule.h"
#include "project/Reach.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <mutex>
#include <thread>

namespace torchtidy {
namespace front {

using project::CompileCommand;
using project::UnitResult;
using Clock = std::chrono::steady_clock;

namespace {

/// Of the memory that is free, left to others.
constexpr uint64_t LeftToOthers = 5; // one part of so many
/// Before that an estimate of the time says little.
constexpr double SecondsBeforeEstimate = 2;
/// How often a unit that waits for memory looks again: others use it, too.
constexpr auto Patience = std::chrono::milliseconds(250);

class Reader {
public:
  Reader(const std::vector<CompileCommand> &C, const ReadOptions &O)
      : Commands(C), Options(O), Scan(&O.parse.unsaved), Results(C.size()) {}

  std::vector<UnitResult> run() {
    std::atomic<size_t> Next{0};
    onThreads(Commands.size(), [&] {
      for (size_t I; (I = Next++) < Commands.size();)
        sift(I);
    });
    if (!Left.empty())
      parseAll();
    return std::move(Results);
  }

private:
  /// What needs no parse. The rest is kept for later.
  void sift(size_t I) {
    const CompileCommand &C = Commands[I];
    if (!Scan.possible(C)) {
      Results[I].command = C;
      Results[I].facts.mainFile = C.file;
      Results[I].unread = true;
      return tell(C.file);
    }
    if (Options.recall)
      if (std::optional<UnitResult> Known = Options.recall(C)) {
        Results[I] = std::move(*Known);
        return tell(C.file);
      }
    Schedule::Unit U;
    U.index = I;
    if (Options.cost)
      U.cost = Options.cost(C);
    std::error_code EC;
    U.bytes = std::filesystem::file_size(C.file, EC);
    if (EC)
      U.bytes = 0;
    std::lock_guard<std::mutex> Guard(Lock);
    Left.push_back(U);
  }

  void parseAll() {
    size_t Count = Left.size();
    Before = peakMemory();
    Plan.emplace(std::move(Left), Options.memory ? Options.memory
                                                 : freeMemory() / LeftToOthers *
                                                       (LeftToOthers - 1));
    Begin = Clock::now();
    say("");
    onThreads(Count, [&] {
      while (std::optional<Schedule::Unit> U = next()) {
        Results[U->index] = parse(Commands[U->index], Options.parse);
        if (Options.keep)
          Options.keep(Results[U->index]);
        ended(*U);
      }
    });
  }

  std::optional<Schedule::Unit> next() {
    std::unique_lock<std::mutex> Guard(Lock);
    while (!Failure && !Plan->empty()) {
      if (std::optional<Schedule::Unit> U = Plan->take(freeMemory())) {
        MostRunning = std::max(MostRunning, ++Running);
        return U;
      }
      Changed.wait_for(Guard, Patience);
    }
    return std::nullopt;
  }

  void ended(const Schedule::Unit &U) {
    std::lock_guard<std::mutex> Guard(Lock);
    uint64_t Peak = peakMemory();
    Plan->done(U, Peak > Before ? (Peak - Before) / MostRunning : 0);
    --Running;
    Changed.notify_all();
    tellLocked(Commands[U.index].file);
  }

  void tell(const std::string &File) {
    std::lock_guard<std::mutex> Guard(Lock);
    tellLocked(File);
  }

  void tellLocked(const std::string &File) {
    ++Done;
    say(File);
  }

  void say(const std::string &File) {
    if (!Options.progress)
      return;
    ReadProgress P;
    P.done = Done;
    P.total = unsigned(Commands.size());
    P.file = File;
    if (Plan) {
      std::chrono::duration<double> Spent = Clock::now() - Begin;
      double Share = Plan->share();
      if (Spent.count() >= SecondsBeforeEstimate && Share > 0)
        P.secondsLeft = Spent.count() / Share * (1 - Share);
    }
    Options.progress(P);
  }

  /// Runs \p Work on as many threads as there is work for, this one among them,
  /// and throws what it threw.
  template <class Function> void onThreads(size_t Count, Function Work) {
    auto Guarded = [&] {
      try {
        Work();
      } catch (...) {
        std::lock_guard<std::mutex> Guard(Lock);
        Failure = std::current_exception();
        Changed.notify_all();
      }
    };
    size_t Jobs =
        std::min<size_t>(Options.jobs ? Options.jobs : processors(), Count);
    std::vector<std::thread> Threads;
    for (size_t J = 1; J < Jobs; ++J)
      Threads.emplace_back(Guarded);
    Guarded();
    for (std::thread &T : Threads)
      T.join();
    if (Failure)
      std::rethrow_exception(Failure);
  }

  const std::vector<CompileCommand> &Commands;
  const ReadOptions &Options;
  project::Reach Scan;
  std::vector<UnitResult> Results;

  std::mutex Lock;
  std::condition_variable Changed;
  std::exception_ptr Failure;
  std::vector<Schedule::Unit> Left;
  std::optional<Schedule> Plan;
  Clock::time_point Begin;
  uint64_t Before = 0; ///< bytes that the process had before the first parse
  unsigned Running = 0, MostRunning = 0, Done = 0;
};

} // namespace

std::vector<UnitResult> readUnits(const std::vector<CompileCommand> &Commands,
                                  const ReadOptions &O) {
  return Reader(Commands, O).run();
}

} // namespace front
} // namespace torchtidy
