//===- Validate.h - facts that came from outside ----------------*- C++ -*-===//
#ifndef TORCHTIDY_FACTS_VALIDATE_H
#define TORCHTIDY_FACTS_VALIDATE_H

#include "facts/Facts.h"

namespace torchtidy {
namespace facts {

/// Throws std::runtime_error: "not a facts file: …".
[[noreturn]] void refuseFacts(const std::string &Why);

/// Throws what refuseFacts does when an index leads outside its list: it would
/// crash whoever follows it.
void checkFacts(const FileFacts &F);
/// … in the body of one function of a file with \p Files files.
void checkBody(const FunctionFacts &F, int Files);
/// … in everything else of a file.
void checkHead(const FileFacts &F);

/// Throws when a type is so deep or so wide that nobody could have written it.
/// Its arguments have passed before.
void checkType(const TypeFact &T);

} // namespace facts
} // namespace torchtidy

#endif
