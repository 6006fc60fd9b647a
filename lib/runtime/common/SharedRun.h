//===- SharedRun.h - what a rehearsed program tells its launcher *- C++ -*-===//
//
// A page of memory that both map: it survives `_exit`, abort and kill, and
// processes that the program forks write to it too. std only.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_RUNTIME_COMMON_SHAREDRUN_H
#define TORCHTIDY_RUNTIME_COMMON_SHAREDRUN_H

#include <atomic>
#include <cstdint>

namespace torchtidy {
namespace rt {

/// "key=value" pairs, separated by ';': type (cuda, mps, xpu), devices,
/// current, keep-going, format (text | jsonl), level, out (a descriptor),
/// shared (a descriptor), explore (at most so many branches), explore-out (a
/// descriptor).
constexpr const char *SettingsVariable = "TORCH_REHEARSE_SETTINGS";

struct SharedRun {
  static constexpr uint64_t Magic =
      0x746f7263685f7232; // changes with the layout
  static constexpr unsigned MaxObjects = 128, MaxPath = 1024;
  static constexpr unsigned MaxFrames = 1u << 18;

  enum Flag : uint32_t {
    LinesFull = 1,       ///< more places than there is room for
    RawTensors = 2,      ///< accelerator tensors that no operator made
    HandlerReplaced = 4, ///< the program has its own SIGSEGV handler
    BranchesLeft = 8     ///< more branches than were to be explored
  };

  uint64_t magic;
  std::atomic<uint32_t> started; ///< processes in which the rehearsal came up
  std::atomic<uint32_t> certain, likely;
  std::atomic<uint32_t> flags;
  std::atomic<uint64_t> operators;
  std::atomic<uint32_t> explored; ///< other sides of branches that were run
  std::atomic<uint32_t> objectCount, frameCount;
  char objects[MaxObjects][MaxPath];
  /// Return addresses of the user's calls of operators on fake tensors, each
  /// chain innermost first: object << 48 | last of its chain << 47 | address
  /// in the object's file, plus 1 so that 0 means not yet written.
  std::atomic<uint64_t> frames[MaxFrames];

  static uint64_t pack(unsigned Object, bool Last, uint64_t Address) {
    return (uint64_t(Object) << 48 | uint64_t(Last) << 47 |
            (Address & ((uint64_t(1) << 47) - 1))) +
           1;
  }
  static void unpack(uint64_t V, unsigned &Object, bool &Last,
                     uint64_t &Address) {
    --V;
    Object = V >> 48;
    Last = V >> 47 & 1;
    Address = V & ((uint64_t(1) << 47) - 1);
  }
};

} // namespace rt
} // namespace torchtidy

#endif
