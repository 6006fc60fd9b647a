//===- Read.cpp - many translation units, side by side --------------------===//
#include "front/Read.h"
#include "front/ClangModule.h"
#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace torchtidy {
namespace front {

using project::CompileCommand;
using project::UnitResult;

std::vector<UnitResult> readUnits(const std::vector<CompileCommand> &Commands,
                                  const ReadOptions &O) {
  std::vector<UnitResult> Results(Commands.size());
  unsigned Jobs =
      O.jobs ? O.jobs : std::max(1u, std::thread::hardware_concurrency());
  Jobs = std::min<unsigned>(Jobs, static_cast<unsigned>(Commands.size()));
  std::atomic<size_t> Next{0};
  std::mutex Lock;
  std::exception_ptr Failure;
  unsigned Done = 0;
  auto Work = [&] {
    for (size_t I; (I = Next++) < Commands.size();) {
      try {
        Results[I] = parse(Commands[I], O.parse);
      } catch (...) {
        std::lock_guard<std::mutex> Guard(Lock);
        Failure = std::current_exception();
        Next = Commands.size();
        return;
      }
      std::lock_guard<std::mutex> Guard(Lock);
      ++Done;
      if (O.progress)
        O.progress(Done, static_cast<unsigned>(Commands.size()),
                   Commands[I].file);
    }
  };
  std::vector<std::thread> Threads;
  for (unsigned J = 1; J < Jobs; ++J)
    Threads.emplace_back(Work);
  if (Jobs)
    Work();
  for (std::thread &T : Threads)
    T.join();
  if (Failure)
    std::rethrow_exception(Failure);
  return Results;
}

} // namespace front
} // namespace torchtidy
