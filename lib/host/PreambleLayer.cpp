//===- PreambleLayer.cpp - one precompiled header and its index -----------===//
#include "host/PreambleLayer.h"
#include "facts/Bytes.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <stdexcept>

namespace torchtidy {
namespace host {

namespace {

constexpr llvm::StringLiteral Magic("torch-tidy preamble 2\n");

} // namespace

uint64_t LayerIndex::hash(llvm::StringRef Name) { return llvm::xxHash64(Name); }

bool LayerIndex::hasWord(llvm::StringRef Name) const {
  return std::binary_search(words.begin(), words.end(), hash(Name));
}

std::string LayerIndex::toBytes() const {
  facts::ByteWriter W;
  W.number(files.size());
  for (const std::string &F : files)
    W.text(F);
  for (const auto &Of : includes) {
    W.number(Of.size());
    for (uint32_t I : Of)
      W.number(I);
  }
  W.number(repeated.size());
  for (uint32_t I : repeated)
    W.number(I);
  W.number(apart);
  W.number(counter);
  W.text(closure);
  W.fixed(identity, 8);
  W.text(std::string_view(reinterpret_cast<const char *>(words.data()),
                          words.size() * sizeof(uint64_t)));
  std::string Bytes = W.bytes;
  W.bytes.clear();
  W.fixed(Bytes.size(), 8);
  return Bytes + W.bytes + Magic.str();
}

std::shared_ptr<Layer> Layer::load(const std::string &Path, std::string &Why) {
  // Mapped, never copied: it is as large as all the headers, and each user
  // looks at a small part.
  auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!Buffer) {
    Why = Buffer.getError().message();
    return nullptr;
  }
  auto L = std::make_shared<Layer>();
  L->file = std::move(*Buffer);
  llvm::StringRef All = L->file->getBuffer();
  Why = "it isn't a preamble of this version";
  if (!All.consume_back(Magic) || All.size() < 8)
    return nullptr;
  try {
    llvm::StringRef Length = All.take_back(8);
    All = All.drop_back(8);
    uint64_t Size = facts::ByteReader({Length.data(), Length.size()}).fixed(8);
    if (Size > All.size())
      return nullptr;
    llvm::StringRef Bytes = All.take_back(Size);
    L->precompiled = All.drop_back(Size);
    facts::ByteReader R({Bytes.data(), Bytes.size()});
    LayerIndex &X = L->index;
    X.files.resize(R.count());
    for (std::string &F : X.files)
      F = R.text();
    X.includes.resize(X.files.size());
    auto Index = [&] {
      return uint32_t(R.number(X.files.size() - 1, "a file's number"));
    };
    for (auto &Of : X.includes) {
      Of.resize(R.count());
      for (uint32_t &I : Of)
        I = Index();
    }
    X.repeated.resize(R.count());
    for (uint32_t &I : X.repeated)
      I = Index();
    X.apart = R.number(1, "a flag");
    X.counter = uint32_t(R.number(~0u, "a counter"));
    X.closure = R.text();
    X.identity = R.fixed(8);
    std::string_view Words = R.text();
    X.words.resize(Words.size() / sizeof(uint64_t));
    memcpy(X.words.data(), Words.data(), X.words.size() * sizeof(uint64_t));
    if (X.files.empty() || L->precompiled.empty())
      return nullptr;
  } catch (const std::exception &E) {
    Why = E.what();
    return nullptr;
  }
  Why.clear();
  return L;
}

IncludeGraph::IncludeGraph(const Layer *Top) {
  for (const Layer *L = Top; L; L = L->below.get())
    add(L->index);
}

uint32_t IncludeGraph::node(llvm::StringRef Path) {
  auto [It, New] = Nodes.try_emplace(Path, uint32_t(Includes.size()));
  if (New) {
    Includes.emplace_back();
    Repeated.push_back(false);
  }
  return It->second;
}

void IncludeGraph::add(const LayerIndex &X) {
  std::vector<uint32_t> Here;
  for (const std::string &F : X.files)
    Here.push_back(node(F));
  for (size_t I = 0; I < Here.size(); ++I)
    for (uint32_t To : X.includes[I])
      Includes[Here[I]].push_back(Here[To]);
  for (uint32_t I : X.repeated)
    Repeated[Here[I]] = true;
}

uint32_t IncludeGraph::find(llvm::StringRef Path) const {
  auto It = Nodes.find(Path);
  return It == Nodes.end() ? None : It->second;
}

void IncludeGraph::reach(uint32_t File, std::vector<bool> &Reached) const {
  Reached.resize(Includes.size());
  std::vector<uint32_t> Work{File};
  while (!Work.empty()) {
    uint32_t F = Work.back();
    Work.pop_back();
    if (Reached[F])
      continue;
    Reached[F] = true;
    Work.insert(Work.end(), Includes[F].begin(), Includes[F].end());
  }
}

bool isReservedName(llvm::StringRef Name) {
  return Name.size() > 1 && Name[0] == '_' &&
         (Name[1] == '_' || (Name[1] >= 'A' && Name[1] <= 'Z'));
}

} // namespace host
} // namespace torchtidy
