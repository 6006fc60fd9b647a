//===- Engine.h - what the server asks of the analyzer ----------*- C++ -*-===//
//
// The server speaks with the editor and knows texts and places; what they mean
// is told by an engine. Places here are those of findings: 1-based lines and
// byte columns of the texts that the engine was given.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_LSP_ENGINE_H
#define TORCHTIDY_LSP_ENGINE_H

#include "findings/Finding.h"
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace torchtidy {
namespace lsp {

/// Texts of open files, by absolute path.
using Texts = std::map<std::string, std::shared_ptr<const std::string>>;

/// What is known of one open file.
struct Report {
  std::vector<Finding> findings; ///< that are shown, with this primary file
  /// Why there may be more of them, each with its place when that is in the
  /// file.
  std::vector<Note> problems;
};

struct HoverText {
  std::string markdown;
  Span span;
};

enum class Severity { Error = 1, Warning = 2, Info = 3, Log = 4 };

/// What an engine tells while it checks. Called by the thread that checks.
class Listener {
public:
  virtual ~Listener() = default;
  virtual void report(const std::string &File, Report R) = 0;
  /// For people: shown once for the same words, logged with Log.
  virtual void say(Severity S, const std::string &Words) = 0;
  /// Something takes a while: "reading net.cpp", \p Done of \p Total (0: it
  /// can't be told). "": it has ended.
  virtual void progress(const std::string &What, unsigned Done,
                        unsigned Total) = 0;
  /// Newer texts wait: what is found out now is of no use. For any thread.
  virtual bool outdated() = 0;
};

struct CheckRequest {
  Texts open;
  std::vector<std::string> first; ///< files that changed, the last one first
  bool diskChanged = false;       ///< something may have been written
};

class Engine {
public:
  virtual ~Engine() = default;

  /// Takes what the editor has set: see docs/editors.md. Returns what is wrong
  /// with it. \p Folders: of the workspace, absolute.
  virtual std::vector<std::string>
  configure(const nlohmann::json &Settings,
            const std::vector<std::string> &Folders) = 0;

  /// Called from any thread when check would have more to tell.
  virtual void onNews(std::function<void()> Wake) = 0;

  /// Reports on each of the open files of which more or something else is known
  /// than before. Returns early when the listener is outdated.
  virtual void check(const CheckRequest &R, Listener &L) = 0;

  /// After a check: whether nothing is being read any more.
  virtual bool settled() const = 0;

  /// After a check: what stands at a place of \p File.
  virtual std::optional<HoverText> hover(const std::string &File, unsigned Line,
                                         unsigned Column) = 0;
};

} // namespace lsp
} // namespace torchtidy

#endif
