//===- Archive.h - a TorchScript archive, rehearsed without its source ----===//
#ifndef TORCHTIDY_RUNTIME_ARCHIVE_ARCHIVE_H
#define TORCHTIDY_RUNTIME_ARCHIVE_ARCHIVE_H

#include "findings/Finding.h"
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace torchtidy {
namespace archive {

/// Why an archive can't be read or run. what() is a sentence for a person.
struct BadArchive : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Options {
  std::string path;
  std::vector<std::string> inputs; ///< see Inputs.h
  std::string method = "forward";
  int devices = 2; ///< fake CUDA devices
};

/// One run of the method.
struct RunOn {
  std::string device;
  uint64_t operators = 0;
  unsigned findings = 0;
  std::string error; ///< why it did not end; empty if it did
};

struct Held {
  std::string device; ///< that they were saved on
  size_t tensors = 0;
};

/// A node of an ONNX model: what a runtime chooses its kernel by.
struct OnnxNode {
  std::string name;
  std::string op;    ///< "Conv", "com.example::Thing"
  int since = 0;     ///< the opset that defined it as it is here; 0: unknown
  std::string under; ///< the node whose branch or body it is in, or empty
};

struct Result {
  std::string kind; ///< "TorchScript archive", "pickle of torch.save", …
  std::vector<Finding> findings;
  std::vector<RunOn> runs;
  std::vector<Held> saved;        ///< by the archive's own words
  std::vector<std::string> notes; ///< what was not looked at, and why
  std::vector<OnnxNode> nodes;    ///< of an ONNX model, in order
  /// Source lines at which an operator ran.
  std::map<std::string, std::set<unsigned>> lines;
};

/// Takes TorchScript's operators that read and write files out of this process
/// for good, so that code with one of them does not load: loading alone runs
/// code (__setstate__).
void forbidFileOperators();

/// Looks at a file and runs it on the CPU and on two fake CUDA devices.
/// Findings that hold without a run are given even when a run fails. Throws
/// BadArchive if the file can't be read.
Result rehearse(const Options &O);

} // namespace archive
} // namespace torchtidy

#endif
