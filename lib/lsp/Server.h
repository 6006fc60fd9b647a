//===- Server.h - torch-tidy beside other language servers ------*- C++ -*-===//
//
// Two threads: the one that reads messages keeps the texts of the open files,
// takes requests and cancels them; the other checks and answers, one thing at a
// time, always with the newest texts. Nothing that it finds out about an older
// one is told.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_LSP_SERVER_H
#define TORCHTIDY_LSP_SERVER_H

#include "lsp/Actions.h"
#include "lsp/Diagnostics.h"
#include "lsp/Documents.h"
#include "lsp/Progress.h"
#include "lsp/Wire.h"
#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <thread>

namespace torchtidy {
namespace lsp {

struct ServerOptions {
  std::string version;
  std::string pages; ///< URI of the folder of the rules' pages, or ""
  json settings;     ///< of the command line; the editor's go before
  std::chrono::milliseconds debounce{200};
  std::chrono::milliseconds progressDelay{500};
};

class Server : private Listener {
public:
  Server(Wire &W, Engine &E, ServerOptions O);
  ~Server() override;

  /// Serves until the editor ends it: 0 if it did so as the protocol says.
  int run();

private:
  struct Request {
    json id;
    std::string method;
    json params;
    std::string path; ///< of the document that it asks about; "": none
  };

  // The reading thread: Messages.cpp.
  void onMessage(const json &M);
  void onRequest(const json &M, const std::string &Method);
  void onNotice(const std::string &Method, const json &Params);
  json initialize(const json &Params);
  void configure(const json &Settings);
  void watchFiles();
  void open(const json &Params);
  void change(const json &Params);
  void close(const json &Params);
  void cancel(const json &Id);
  void enqueue(const json &M, const std::string &Method);

  // The working thread: Server.cpp.
  void work();
  bool answerOne(std::unique_lock<std::mutex> &Guard);
  void answer(const Request &R);
  json hover(const Request &R);
  json actions(const Request &R);
  bool checkIsDue(Clock::time_point Now, Clock::time_point &Next) const;
  void check(std::unique_lock<std::mutex> &Guard);
  void publish(const Document &D);
  bool isFresh(const std::string &Path) const;
  Texts texts() const;

  // Listener, while check runs.
  void report(const std::string &File, Report R) override;
  void say(Severity S, const std::string &Words) override;
  void progress(const std::string &What, unsigned Done,
                unsigned Total) override;
  bool outdated() override;

  Wire &Out;
  Engine &Analyzer;
  ServerOptions Options;
  Client Editor;
  Progress Bar;

  mutable std::mutex Lock; ///< of what follows
  std::condition_variable Changed;
  std::map<std::string, Document> Open; ///< by path
  std::map<std::string, std::vector<Told>> Shown;
  std::map<std::string, json> Lists; ///< all diagnostics that were published
  std::deque<Request> Waiting;
  json NewSettings; ///< null: none wait
  uint64_t Serial = 0;
  bool Initialized = false, ShutDown = false, Ends = false;
  bool DiskChanged = false, News = false, Checked = false;

  // Of the working thread alone.
  std::map<std::string, uint64_t> Snapshot; ///< serials of the texts in check
  Texts Checking;
  std::set<std::string> Reported; ///< files, in this check
  std::set<std::string> Said;
  std::thread Worker;
};

} // namespace lsp
} // namespace torchtidy

#endif
