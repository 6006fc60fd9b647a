//===- Facts.cpp - what one file says, into a file ------------------------===//
#include "Analyze.h"
#include "Commands.h"
#include "Output.h"
#include "WriteFile.h"
#include "cache/Closure.h"
#include "front/Read.h"
#include "project/Paths.h"
#include "project/Selection.h"
#include "project/UnitFile.h"
#include <iostream>

namespace torchtidy {
namespace tool {

namespace {

/// A path as make and ninja read it.
std::string escaped(const std::string &Path) {
  std::string Out;
  for (char C : Path) {
    if (C == ' ' || C == '#' || C == '\\')
      Out += '\\';
    if (C == '$')
      Out += '$';
    Out += C;
  }
  return Out;
}

/// "" and a reason on standard error when it isn't known what was read.
std::string dependencies(const Options &O, const project::UnitResult &U) {
  std::optional<cache::Closure> C = cache::Closure::fromBytes(U.closure);
  if (U.closure.empty() || !C) {
    complain(U.command.file +
             ": it, or a header of it, changed while it was read");
    return "";
  }
  std::string Text = escaped(O.output) + ":";
  for (const cache::Closure::File &F : C->files)
    if (F.use == cache::Closure::Read)
      // ninja takes ".." away without a look at links on the way.
      Text += " \\\n  " + escaped(project::realPath(F.path));
  return Text + "\n";
}

bool write(const std::string &Path, const std::string &Text) {
  std::string Why = writeFile(Path, Text);
  if (!Why.empty())
    complain(Why);
  return Why.empty();
}

} // namespace

int runFacts(const Options &O) {
  project::Request R;
  R.paths = O.paths;
  R.buildPath = O.buildPath;
  R.flags = O.flags;
  R.root = O.root;
  project::Selection S = project::select(R);
  for (const std::string &E : S.errors)
    complain(E);
  if (!S.errors.empty())
    return 2;
  if (S.commands.size() != 1 || !S.onlyRead.empty()) {
    complain(O.paths.front() + ": a header has no facts of its own; its "
                               "sources' facts have what it says");
    return 2;
  }
  front::ReadOptions Read;
  Read.jobs = 1;
  Read.parse.root = S.userRoot;
  Read.parse.skipBodies = O.skipBodies;
  Read.parse.recordReads = !O.depfile.empty();
  project::UnitResult U = std::move(front::readUnits(S.commands, Read).front());
  if (!U.parsed && !U.unread) {
    printProblems(U);
    return 2;
  }
  std::string Depends;
  if (!O.depfile.empty() && (Depends = dependencies(O, U)).empty())
    return 2;
  project::UnitFile F{std::move(U), S.root};
  if (!write(O.output, toFacts(std::move(F), O.relative)))
    return 2;
  return O.depfile.empty() || write(O.depfile, Depends) ? 0 : 2;
}

} // namespace tool
} // namespace torchtidy
