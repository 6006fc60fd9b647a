//===- Cache.cpp - what is in the cache, and away with it -----------------===//
#include "Commands.h"
#include "Output.h"
#include "project/Paths.h"
#include <cstdio>
#include <iostream>
#include <iterator>
#include <memory>

namespace torchtidy {
namespace tool {

namespace {

std::string size(uint64_t Bytes) {
  static const char *const Units[] = {"bytes", "kB", "MB", "GB", "TB"};
  double Value = double(Bytes);
  size_t Unit = 0;
  for (; Value >= 1000 && Unit + 1 < std::size(Units); ++Unit)
    Value /= 1000;
  char Text[32];
  std::snprintf(Text, sizeof Text, Unit ? "%.1f" : "%.0f", Value);
  return std::string(Text) + " " + Units[Unit];
}

void tell(const cache::Store &S) {
  std::cout << S.folder() << "\n";
  cache::Store::Usage Sum;
  const auto All = S.usage();
  for (size_t I = 0; I < All.size(); ++I) {
    std::cout << "  " << cache::KindNames[I] << ": " << All[I].entries << ", "
              << size(All[I].bytes) << "\n";
    Sum.entries += All[I].entries;
    Sum.bytes += All[I].bytes;
  }
  std::cout << "  all: " << Sum.entries << ", " << size(Sum.bytes) << "\n";
}

void clear(cache::Store &S, const Options &O) {
  const cache::Store::Cleared C =
      S.clear(O.cacheKind, std::chrono::hours(24) * O.cacheDays);
  std::cout << C.entries << (C.entries == 1 ? " entry" : " entries") << " of "
            << S.folder() << " removed, " << size(C.bytes) << "\n";
  if (C.inUse)
    std::cout << C.inUse << " kept: another torch-tidy works with "
              << (C.inUse == 1 ? "it" : "them") << "\n";
}

} // namespace

int runCache(const Options &O) {
  std::string Why, Folder = O.cacheFolder.empty()
                                ? cache::Store::defaultFolder(Why)
                                : project::absolutePath(O.cacheFolder);
  std::unique_ptr<cache::Store> S;
  if (!Folder.empty())
    S = cache::Store::open(Folder, O.cacheBytes, Why);
  if (!S) {
    complain(Why.empty() ? "TORCH_TIDY_CACHE says that there is none" : Why);
    return 2;
  }
  if (O.clearCache)
    clear(*S, O);
  else
    tell(*S);
  std::cout << std::flush;
  return std::cout ? 0 : 2;
}

} // namespace tool
} // namespace torchtidy
