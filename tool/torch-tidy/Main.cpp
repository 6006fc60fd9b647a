//===- Main.cpp - torch-tidy, the command line ----------------------------===//
#include "Commands.h"
#include "Output.h"
#include "Settings.h"
#include <csignal>
#include <exception>

using namespace torchtidy::tool;

static int run(Options O) {
  bool Reads = O.command == Command::Analyze || O.command == Command::ListChecks;
  if (Reads && !readSettings(O))
    return 2;
  switch (O.command) {
  case Command::Analyze:
    return runAnalyze(O);
  case Command::Facts:
    return runFacts(O);
  case Command::Link:
    return runLink(O);
  case Command::Cache:
    return runCache(O);
  case Command::Confirm:
    return runConfirm(O);
  case Command::Lsp:
    return runLsp(O);
  case Command::ListChecks:
    return runListChecks(O);
  case Command::Explain:
    return runExplain(O);
  case Command::Exit:
    return O.exitCode;
  }
  return 2;
}

int main(int Argc, char **Argv) {
  // A closed pipe is an error that is reported, not a death.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return run(parseOptions(Argc, Argv));
  } catch (const std::exception &E) {
    // Whatever it was: a failure of the tool must not look like a clean run.
    complain(E.what());
    return 2;
  }
}
