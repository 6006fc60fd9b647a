//===- Closure.cpp - what an answer was made of, as bytes -----------------===//
#include "cache/Closure.h"
#include "facts/Bytes.h"
#include <stdexcept>

namespace torchtidy {
namespace cache {

namespace {

using facts::ByteReader;
using facts::ByteWriter;

constexpr uint64_t Version = 1;

/// Paths in order share their beginnings.
class PathWriter {
public:
  explicit PathWriter(ByteWriter &W) : Out(W) {}
  void operator()(const std::string &Path) {
    size_t Same = 0;
    while (Same < Path.size() && Same < Last.size() && Path[Same] == Last[Same])
      ++Same;
    Out.number(Same);
    Out.text(std::string_view(Path).substr(Same));
    Last = Path;
  }

private:
  ByteWriter &Out;
  std::string Last;
};

class PathReader {
public:
  explicit PathReader(ByteReader &R) : In(R) {}
  std::string operator()() {
    Last.resize(In.number(Last.size(), "a path"));
    Last += In.text();
    return Last;
  }

private:
  ByteReader &In;
  std::string Last;
};

void write(ByteWriter &W, const Digest &D) {
  W.fixed(D.low, 8);
  W.fixed(D.high, 8);
}

Digest readDigest(ByteReader &R) {
  Digest D;
  D.low = R.fixed(8);
  D.high = R.fixed(8);
  return D;
}

void write(ByteWriter &W, const Stamp &S) {
  W.number(uint64_t(S.type) << 1 | uint64_t(S.settled));
  W.number(S.device);
  W.number(S.inode);
  W.number(S.size);
  W.fixed(uint64_t(S.modified), 8);
  W.fixed(uint64_t(S.changed), 8);
}

Stamp readStamp(ByteReader &R) {
  Stamp S;
  uint64_t First = R.number(2 * Stamp::Other + 1, "a stamp");
  S.type = Stamp::Type(First >> 1);
  S.settled = First & 1;
  S.device = R.number();
  S.inode = R.number();
  S.size = R.number();
  S.modified = int64_t(R.fixed(8));
  S.changed = int64_t(R.fixed(8));
  return S;
}

void write(ByteWriter &W, const Closure &C, bool Stamps) {
  W.number(Version);
  W.number(C.strict);
  W.number(C.files.size());
  PathWriter FilePath(W), AbsentPath(W), ListingPath(W);
  for (const Closure::File &F : C.files) {
    FilePath(F.path);
    W.number(F.use);
    if (Stamps) {
      write(W, F.stamp);
    } else {
      W.number(F.stamp.type);
      bool Counts = C.strict || F.use == Closure::Seen;
      if (Counts && F.stamp.type != Stamp::Folder) {
        W.number(F.stamp.size);
        W.signedNumber(F.stamp.modified);
      }
    }
    if (F.use != Closure::Seen)
      write(W, F.content);
  }
  W.number(C.absent.size());
  for (const std::string &A : C.absent)
    AbsentPath(A);
  W.number(C.listings.size());
  for (const Closure::Listing &L : C.listings) {
    ListingPath(L.path);
    if (Stamps)
      write(W, L.stamp);
    write(W, L.names);
  }
  W.number(C.parts.size());
  for (const Closure::Part &P : C.parts) {
    W.text(P.key);
    write(W, P.content);
  }
}

} // namespace

Digest Closure::contentDigest() const {
  ByteWriter W;
  write(W, *this, /*Stamps=*/false);
  return digest(W.bytes);
}

std::string Closure::toBytes() const {
  ByteWriter W;
  write(W, *this, /*Stamps=*/true);
  return std::move(W.bytes);
}

std::optional<Closure> Closure::fromBytes(std::string_view Bytes) {
  try {
    ByteReader R(Bytes);
    if (R.number() != Version)
      return std::nullopt;
    Closure C;
    C.strict = R.number(1, "a flag") != 0;
    PathReader FilePath(R), AbsentPath(R), ListingPath(R);
    C.files.resize(R.count());
    for (File &F : C.files) {
      F.path = FilePath();
      F.use = Use(R.number(Library, "a use"));
      F.stamp = readStamp(R);
      if (F.use != Seen)
        F.content = readDigest(R);
    }
    C.absent.resize(R.count());
    for (std::string &A : C.absent)
      A = AbsentPath();
    C.listings.resize(R.count());
    for (Listing &L : C.listings) {
      L.path = ListingPath();
      L.stamp = readStamp(R);
      L.names = readDigest(R);
    }
    C.parts.resize(R.count());
    for (Part &P : C.parts) {
      P.key = R.text();
      P.content = readDigest(R);
    }
    if (R.left())
      return std::nullopt;
    return C;
  } catch (const std::runtime_error &) {
    return std::nullopt;
  }
}

bool Closure::save(Store &S, const std::string &Key) const {
  return S.put(Kind::Closure, Key, toBytes());
}

std::optional<Closure> Closure::load(Store &S, const std::string &Key) {
  std::optional<std::string> Bytes = S.get(Kind::Closure, Key);
  return Bytes ? fromBytes(*Bytes) : std::nullopt;
}

} // namespace cache
} // namespace torchtidy
