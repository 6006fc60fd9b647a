//===- Validate.cpp - whether what was read is as it was ------------------===//
#include "cache/Closure.h"
#include <fcntl.h>

namespace torchtidy {
namespace cache {

namespace {

using Identity = std::pair<uint64_t, uint64_t>;

/// Which names stand for one file decides what '#pragma once' leaves out.
class Identities {
public:
  bool add(const Stamp &Old, const Stamp &New) {
    Identity A(Old.device, Old.inode), B(New.device, New.inode);
    return To.emplace(A, B).first->second == B &&
           From.emplace(B, A).first->second == A;
  }

private:
  std::map<Identity, Identity> To, From;
};

bool sameIdentity(const Stamp &A, const Stamp &B) {
  return A.device == B.device && A.inode == B.inode;
}

} // namespace

Validator::Known &Validator::look(const std::string &Path) {
  auto [At, New] = Paths.try_emplace(Path);
  if (New)
    At->second.stamp = Disk.at(Path);
  return At->second;
}

bool Validator::sameContent(Closure::File &F, bool &Renewed) {
  Known &K = look(F.path);
  if (K.stamp.type != Stamp::File)
    return false;
  std::optional<Digest> &Now =
      F.use == Closure::Library ? K.identity : K.content;
  if (F.use == Closure::Read && K.stamp.size != F.stamp.size)
    return false;
  if (!Now && F.use == Closure::Library) {
    K.stamp = stampOf(F.path);
    Now = identityOf(F.path);
  } else if (!Now) {
    FileHandle File(::open(F.path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (!File)
      return false;
    // Before its content, and of the very file that is read.
    K.stamp = stampOfHandle(File.get());
    if (K.stamp.type != Stamp::File || K.stamp.size != F.stamp.size)
      return false;
    Now = digestFile(File.get(), K.stamp.size);
  }
  if (!Now || *Now != F.content)
    return false;
  Renewed |= !F.stamp.sameAs(K.stamp) || F.stamp.settled != K.stamp.settled;
  F.stamp = K.stamp;
  return true;
}

bool Validator::fileHolds(Closure::File &F, bool Strict, bool &Renewed,
                          bool &Moved) {
  const Stamp Now = look(F.path).stamp;
  Moved |= !sameIdentity(F.stamp, Now);
  if (F.stamp.sameAs(Now) && (F.stamp.settled || F.use == Closure::Seen))
    return true;
  if (F.use == Closure::Seen)
    return F.stamp.type == Stamp::Folder && Now.type == Stamp::Folder;
  if (Strict && F.use == Closure::Read && !F.stamp.sameAs(Now))
    return false;
  return sameContent(F, Renewed);
}

bool Validator::listingHolds(Closure::Listing &L, bool &Renewed) {
  Known &K = look(L.path);
  if (L.stamp.sameAs(K.stamp) && L.stamp.settled)
    return true;
  if (!K.names) {
    K.stamp = stampOf(L.path);
    K.names = namesOf(L.path);
  }
  if (!K.names || *K.names != L.names)
    return false;
  Renewed |= !L.stamp.sameAs(K.stamp) || L.stamp.settled != K.stamp.settled;
  L.stamp = K.stamp;
  return true;
}

bool Validator::partHolds(const Closure::Part &P) {
  auto Key = std::make_pair(P.key, P.content);
  auto At = Parts.find(Key);
  if (At != Parts.end())
    return At->second;
  // One that names itself doesn't hold.
  Parts[Key] = false;
  std::optional<Closure> C;
  if (Entries)
    C = Closure::load(*Entries, P.key);
  bool Renewed = false;
  bool Holds = C && C->contentDigest() == P.content && holdsNow(*C, Renewed);
  if (Holds && Renewed)
    C->save(*Entries, P.key);
  return Parts[Key] = Holds;
}

bool Validator::holdsNow(Closure &C, bool &Renewed) {
  std::vector<Stamp> Before;
  bool Moved = false;
  Before.reserve(C.files.size());
  for (Closure::File &F : C.files) {
    Before.push_back(F.stamp);
    if (!fileHolds(F, C.strict, Renewed, Moved))
      return false;
  }
  for (const std::string &A : C.absent)
    if (look(A).stamp.type != Stamp::None)
      return false;
  for (Closure::Listing &L : C.listings)
    if (!listingHolds(L, Renewed))
      return false;
  for (const Closure::Part &P : C.parts)
    if (!partHolds(P))
      return false;
  if (!Moved)
    return true;
  Identities Same;
  for (size_t I = 0; I < C.files.size(); ++I) {
    Closure::File &F = C.files[I];
    const Stamp &Now = look(F.path).stamp;
    if (!Same.add(Before[I], Now))
      return false;
    F.stamp.device = Now.device;
    F.stamp.inode = Now.inode;
  }
  Renewed = true;
  return true;
}

bool Validator::holds(Closure &C, bool *Renewed) {
  std::lock_guard<std::mutex> Guard(Mutex);
  bool Any = false;
  bool Holds = holdsNow(C, Any);
  if (Renewed)
    *Renewed = Any;
  return Holds;
}

} // namespace cache
} // namespace torchtidy
