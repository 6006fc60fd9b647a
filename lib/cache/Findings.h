//===- Findings.h - findings as bytes, nothing left out ---------*- C++ -*-===//
#ifndef TORCHTIDY_CACHE_FINDINGS_H
#define TORCHTIDY_CACHE_FINDINGS_H

#include "cache/Archive.h"
#include "findings/Finding.h"
#include "findings/Modules.h"

namespace torchtidy {

// In the namespace of what they describe, where an archive finds them.

template <class A> void members(A &Ar, Span &S) {
  auto &[file, line, column, endLine, endColumn, offset, endOffset] = S;
  Ar(file, line, column, endLine, endColumn, offset, endOffset);
}

template <class A> void members(A &Ar, Note &N) {
  auto &[message, span] = N;
  Ar(message, span);
}

template <class A> void members(A &Ar, Edit &E) {
  auto &[span, text] = E;
  Ar(span, text);
}

template <class A> void members(A &Ar, Fix &F) {
  auto &[message, edits] = F;
  Ar(message, edits);
}

template <class A> void members(A &Ar, Origin &O) {
  auto &[kind, module, member, factory, made] = O;
  Ar(kind, module, member, factory, made);
}

template <class A> void members(A &Ar, Frame &F) {
  auto &[function, file, line] = F;
  Ar(function, file, line);
}

template <class A> void members(A &Ar, Confirmation &C) {
  auto &[status, run, op, argument, stack, devices] = C;
  Ar(status, run, op, argument, stack, devices);
}

template <class A> void members(A &Ar, Suppression &S) {
  auto &[kind, reason, place] = S;
  Ar(kind, reason, place);
}

template <class A> void members(A &Ar, Finding &F) {
  auto &[rule, level, message, span, function, notes, fixes, origins, stack, op,
         argument, devices, confirmation, suppression, fingerprint, partial] =
      F;
  Ar(rule, level, message, span, function, notes, fixes, origins, stack, op,
     argument, devices, confirmation, suppression, fingerprint, partial);
}

template <class A> void members(A &Ar, HeldState &H) {
  auto &[name, type, kind, registeredAs, fate, device, factory, declared,
         registered, made] = H;
  Ar(name, type, kind, registeredAs, fate, device, factory, declared,
     registered, made);
}

template <class A> void members(A &Ar, ModuleState &M) {
  auto &[name, declared, whole, held] = M;
  Ar(name, declared, whole, held);
}

} // namespace torchtidy

#endif
