//===- Guest.cpp - code that LibTorch interprets: TorchScript -------------===//
#include "runtime/Guest.h"
#include <atomic>

namespace torchtidy {
namespace rt {

static std::atomic<Guest *> Current{nullptr};

Guest::~Guest() = default;
Guest *guest() { return Current.load(std::memory_order_acquire); }
void setGuest(Guest *G) { Current.store(G, std::memory_order_release); }

} // namespace rt
} // namespace torchtidy
