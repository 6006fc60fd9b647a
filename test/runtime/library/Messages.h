//===- Messages.h - what LibTorch says against it ---------------*- C++ -*-===//
#ifndef TORCHTIDY_TEST_RUNTIME_MESSAGES_H
#define TORCHTIDY_TEST_RUNTIME_MESSAGES_H

#include <c10/util/Exception.h>
#include <functional>
#include <string>

/// The first lines of the c10::Error that \p Body throws; "" if it throws none.
inline std::string messageOf(const std::function<void()> &Body) {
  try {
    Body();
  } catch (const c10::Error &E) {
    return E.what_without_backtrace();
  }
  return "";
}

#endif
