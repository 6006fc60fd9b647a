//===- Operators.cpp - where a program's operator rules come in -----------===//
#include "runtime/Operators.h"

/// torch_tidy/operators.h looks for it in the process.
extern "C" __attribute__((visibility("default"))) void
torchtidy_add_operator_rule(const char *Name,
                            const torchtidy::OperatorRule *Rule) {
  torchtidy::rt::addOperatorRule(Name, *Rule);
}
