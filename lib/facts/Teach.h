//===- Teach.h - taught functions, in the form of LibTorch's ----*- C++ -*-===//
#ifndef TORCHTIDY_FACTS_TEACH_H
#define TORCHTIDY_FACTS_TEACH_H

#include "api/Teaching.h"
#include "facts/Facts.h"

namespace torchtidy {
namespace facts {

/// Puts what \p T teaches, and what annotations say of callees, into the facts:
/// a call of a taught function becomes a call of the row that behaves alike
/// (Instr::taught), with its operands as that row has them, and what derives
/// from a taught base class becomes a module. Flow and rules need to know
/// nothing of it. A second time changes nothing.
void teach(ProjectFacts &P, const api::Teaching &T);

} // namespace facts
} // namespace torchtidy

#endif
