//===- Workspace.h - one project, while it is being edited ------*- C++ -*-===//
//
// What is found in an open file is what an analysis of the whole project finds
// there, with the texts that aren't saved in the place of those on the disk.
// Units that depend on the files at hand are read at once, the others
// meanwhile; what is reported before all of them are known is a part of it.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_TOOL_WORKSPACE_H
#define TORCHTIDY_TOOL_WORKSPACE_H

#include "Options.h"
#include "UnitReader.h"
#include "Verdicts.h"
#include "facts/Facts.h"
#include "lsp/Engine.h"
#include "project/Selection.h"

namespace torchtidy {
namespace tool {

class Workspace {
public:
  /// How much of the project is read for the sake of an open file.
  enum class Reach {
    Files, ///< what is open, nothing else
    Known, ///< … and what earlier runs have read
    All
  };

  /// \p O: settings are read, buildPath is the database's path or flags are
  /// given. \p Store may be null. \p Wake is called from other threads.
  Workspace(Options O, Reach R, cache::Store *Store, Verdicts Beside,
            std::function<void()> Wake);
  ~Workspace();

  /// Whether some unit reads \p File.
  bool reads(const std::string &File) const;

  /// Reports on those of \p Open files that are new, or of which something else
  /// is known. \p Texts: of all open files, whichever workspace they are of.
  /// \p First: those that changed.
  void check(const std::set<std::string> &Open, const lsp::Texts &Texts,
             const std::vector<std::string> &First, bool DiskChanged,
             lsp::Listener &L);
  bool settled() const;

  std::optional<lsp::HoverText> hover(const std::string &File, unsigned Line,
                                      unsigned Column);

private:
  struct Unit {
    project::CompileCommand command;
    ReadUnit read;
    std::set<std::string> files; ///< it read, ever
    std::string wanted;   ///< of the unsaved texts that it reads; "": none
    uint64_t ticket = 0;  ///< of the reading that it wants; 0: none yet
    uint64_t number = 0;  ///< another one: other facts or problems
    bool known = false;   ///< it was read, lately or before
    bool stale = true;    ///< … not as it is now
    bool missing = false; ///< with Known: no earlier run has read it
  };

  // What is to be read: Workspace.cpp.
  void select(const std::set<std::string> &Open, lsp::Listener &L);
  void addCommand(const project::CompileCommand &C);
  void cover(const std::string &File, lsp::Listener &L);
  void coverNew(const std::string &File);
  void markStale(const lsp::Texts &Texts, bool DiskChanged);
  Unsaved unsavedFor(const Unit &U) const;
  std::string keyOf(const Unsaved &Texts) const;
  std::vector<size_t> urgent(const std::vector<std::string> &First) const;
  void readNow(const std::vector<size_t> &Which, lsp::Listener &L);
  void readMeanwhile();
  void takeDone();
  void store(Unit &U, ReadUnit R);
  bool allKnown() const;

  // What it says: WorkspaceReports.cpp and WorkspaceHover.cpp.
  /// Units that are as their files are, and which of them belong together.
  struct View {
    std::vector<size_t> units; ///< by the number in the parts
    std::vector<project::UnitResult> heads;
    std::vector<facts::Outline> outlines;
    std::vector<std::vector<size_t>> parts;
    bool whole = false, partial = false, speaks = false;
  };
  View view() const;
  std::vector<size_t> partsWith(const View &V, const std::string &File,
                                std::string &Key) const;
  facts::FileFacts factsOf(const View &V, size_t I) const;
  void judgeAndReport(const std::set<std::string> &Open,
                      const std::set<std::string> &Only,
                      const lsp::Texts &Texts, lsp::Listener &L);
  lsp::Report reportOn(const std::string &File,
                       const std::vector<Finding> &Findings) const;
  static Note problemOf(const project::UnitResult &U, const std::string &File);

  Options O;
  const Reach Depth;
  cache::Store *const Store;
  Verdicts Beside;
  std::shared_ptr<const UnitReader> Reader;
  Background Others;

  project::Selection Chosen;
  cache::Stamp DatabaseStamp;
  bool Selected = false;
  std::set<std::string> Covered; ///< open files that were looked for
  std::vector<Unit> Units;
  size_t MostLeft = 0; ///< of what is read meanwhile, since it began
  std::map<std::string, std::string> Dirty; ///< texts that aren't on the disk
  uint64_t Tickets = 0, Numbers = 0;
  /// What reports were made of, by file.
  std::map<std::string, std::string> Reported;

  struct Linked;
  std::shared_ptr<Linked> Asked; ///< the facts that were asked last
};

} // namespace tool
} // namespace torchtidy

#endif
