//===- Dump.h - facts as text for people ------------------------*- C++ -*-===//
#ifndef TORCHTIDY_FACTS_DUMP_H
#define TORCHTIDY_FACTS_DUMP_H

#include "facts/Facts.h"
#include <string>

namespace torchtidy {
namespace facts {

const char *toString(TypeRole R);
const char *toString(Op O);
const char *toString(Storage S);
const char *toString(FunctionKind K);
const char *toString(Use U);

/// "Container{Tensor}", "ModuleHolder{Module Net} &".
std::string dump(const TypeFact &T);
/// One function, an instruction a line: `%3 = call Tensor::to …`.
std::string dump(const FunctionFacts &F);
std::string dump(const ClassFacts &C);
std::string dump(const FileFacts &F);

} // namespace facts
} // namespace torchtidy

#endif
