//===- Finding.h - what is wrong, where, and how to mend it -----*- C++ -*-===//
//
// One contract for every host: analyzer, plugin, editor and rehearsal all speak
// in findings. docs/findings.md is the user's view of this file.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_FINDINGS_FINDING_H
#define TORCHTIDY_FINDINGS_FINDING_H

#include <string>
#include <vector>

namespace torchtidy {

/// A promise. Certain: no false finding is known. Likely: worth a look.
/// Advice: off by default.
enum class Level { Certain, Likely, Advice };

/// Half-open range of characters. Lines and columns are 1-based, columns count
/// bytes; offsets are 0-based bytes from the start of the file.
struct Span {
  std::string file; ///< absolute path; empty: no place
  unsigned line = 0, column = 0;
  unsigned endLine = 0, endColumn = 0;
  unsigned offset = 0, endOffset = 0;

  bool valid() const { return !file.empty() && line != 0; }
};

struct Note {
  std::string message; ///< "used here with input 'x'", "register it: …"
  Span span;           ///< may be invalid: a note about the whole finding
};

/// Replaces [span.offset, span.endOffset) by text. Equal offsets insert.
struct Edit {
  Span span;
  std::string text;
};

/// Keeps the meaning and compiles; edits do not overlap.
struct Fix {
  std::string message; ///< "register it as a buffer"
  std::vector<Edit> edits;
};

/// Where the odd tensor comes from: what a run and the source agree on.
struct Origin {
  std::string kind;    ///< member | buffer | parameter | argument | factory |
                       ///< result | module
  std::string module;  ///< class name as written, "ProblemLayer"; empty if none
  std::string member;  ///< "cache"; in a run also the path, "encoder.0.cache"
  std::string factory; ///< "torch::zeros", or the operator that made it
  Span made;           ///< the source line that made it, when known
};

struct Frame {
  std::string function;
  std::string file;
  unsigned line = 0;
};

struct Confirmation {
  enum Status { None, Confirmed, NotReached, Contradicted };
  Status status = None;
  std::string run;      ///< program and arguments, or archive
  std::string op;       ///< "aten::add"
  std::string argument; ///< "other"
  std::vector<Frame> stack;
  std::vector<std::string> devices; ///< as a run's finding has them
};

/// Why a finding counts for nothing.
struct Suppression {
  enum Kind {
    None,
    InSource, ///< a NOLINT comment
    External, ///< a baseline
  };
  Kind kind = None;
  std::string reason; ///< as people wrote it; may be empty
  Span place;         ///< of the comment
};

struct Finding {
  std::string rule; ///< a name of Rules.def, or run-… for a rehearsal's
  Level level = Level::Likely;
  std::string message; ///< lower case, no full stop
  Span span;
  /// The function that holds the primary range, as written ("Net::forward");
  /// empty outside functions. A run's frames are compared with it.
  std::string function;
  std::vector<Note> notes;
  std::vector<Fix> fixes;
  std::vector<Origin> origins; ///< the first is the odd one
  std::vector<Frame> stack;    ///< of a run's finding: innermost first
  std::string op, argument;    ///< of a run's finding: "aten::add", "other"
  std::vector<std::string> devices; ///< of a run's finding: the odd one first
  Confirmation confirmation;
  Suppression suppression; ///< of those only that are asked for
  std::string fingerprint; ///< without line numbers; see Fingerprint.h
  bool partial = false;    ///< the file did not parse completely
};

const char *toString(Level L);
/// Returns false and leaves \p L alone if \p S is no level.
bool parseLevel(const std::string &S, Level &L);

/// "none", "inSource", "external".
const char *toString(Suppression::Kind K);
/// Returns false and leaves \p Out alone if \p S is no kind.
bool parseSuppression(const std::string &S, Suppression::Kind &Out);

/// "none", "confirmed", "not reached", "contradicted".
const char *toString(Confirmation::Status S);
/// Returns false and leaves \p Out alone if \p S is no status.
bool parseStatus(const std::string &S, Confirmation::Status &Out);

} // namespace torchtidy

#endif
