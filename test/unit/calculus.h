//===- calculus.h - calls for tests of the device calculus ------*- C++ -*-===//
#ifndef TORCHTIDY_TEST_UNIT_CALCULUS_H
#define TORCHTIDY_TEST_UNIT_CALCULUS_H

#include "api/Propagate.h"
#include <gtest/gtest.h>
#include <ostream>

namespace torchtidy {
namespace api {

inline std::ostream &operator<<(std::ostream &OS, Verdict::Kind K) {
  const char *const Names[] = {"Fine", "Clash", "PossibleClash",
                               "DataDependent"};
  return OS << Names[K];
}

} // namespace api

namespace calculus {

using api::Call;
using api::Device;
using api::Tri;
using api::Verdict;

inline const Device cpu = Device::concrete("cpu");
inline const Device cuda0 = Device::concrete("cuda", 0);
inline const Device cuda1 = Device::concrete("cuda", 1);
inline const Device meta = Device::concrete("meta");
inline const Device nowhere = Device::unknown();

/// A tensor argument: 1-dim or more unless said otherwise.
struct Tensor : api::Argument {
  Tensor(std::string Name, Device D) {
    name = std::move(Name);
    device = std::move(D);
    zeroDim = Tri::No;
  }
  Tensor &&zero(Tri T = Tri::Yes) && {
    zeroDim = T;
    return std::move(*this);
  }
  Tensor &&number() && {
    wrappedNumber = Tri::Yes;
    zeroDim = Tri::Yes;
    return std::move(*this);
  }
  Tensor &&out() && {
    written = true;
    return std::move(*this);
  }
  Tensor &&mask() && {
    boolOrByte = true;
    return std::move(*this);
  }
  Tensor &&of(int Element) && { // of a list
    element = Element;
    name += "[" + std::to_string(Element) + "]";
    return std::move(*this);
  }
};

/// "aten::add.Tensor": operator and overload. `self` of an operator whose name
/// ends in "_" is written.
inline Call call(const std::string &Name, std::vector<Tensor> Tensors,
                 int Results = 1) {
  Call C;
  size_t Dot = Name.find('.');
  C.op = Name.substr(0, Dot);
  C.overload = Dot == std::string::npos ? "" : Name.substr(Dot + 1);
  C.numResults = Results;
  for (Tensor &T : Tensors) {
    T.position = static_cast<int>(C.arguments.size());
    if (T.position == 0 && C.op.back() == '_')
      T.written = true;
    C.arguments.push_back(T);
  }
  return C;
}

inline Call on(Device D, Call C) {
  C.hasDevice = true;
  C.device = std::move(D);
  return C;
}

inline Verdict eager(const Call &C, int Version = 214) {
  return api::propagate(C, api::Strictness::Eager, Version);
}
inline Verdict fake(const Call &C, int Version = 214) {
  return api::propagate(C, api::Strictness::FakeTensor, Version);
}

/// "cuda:0", "cuda:0,cpu", "clash", "clash?", "values".
inline std::string said(const Verdict &V) {
  switch (V.kind) {
  case Verdict::Clash:
    return "clash";
  case Verdict::PossibleClash:
    return "clash?";
  case Verdict::DataDependent:
    return "values";
  case Verdict::Fine:
    break;
  }
  std::string Text;
  for (const Device &D : V.results)
    Text += (Text.empty() ? "" : ",") + D.str();
  return Text;
}

/// A real run's answer, then FakeTensor's.
#define EXPECT_BOTH(Eager, Fake, ...)                                          \
  do {                                                                         \
    const ::torchtidy::calculus::Call TheCall = __VA_ARGS__;                   \
    EXPECT_EQ(Eager, said(eager(TheCall))) << "eager";                         \
    EXPECT_EQ(Fake, said(fake(TheCall))) << "fake";                            \
  } while (false)

} // namespace calculus
} // namespace torchtidy

#endif
