//===- Module.cpp - LLVM's transport behind one symbol --------------------===//
//
// What torch-tidy loads when an editor wants a server. See lsp/Border.h for
// what crosses. The transport came into LLVM with 22; until then it is MLIR's.
//
//===----------------------------------------------------------------------===//
#include "lsp/Border.h"
#if __has_include("llvm/Support/LSP/Transport.h")
#include "llvm/Support/LSP/Transport.h"
namespace transport = llvm::lsp;
#else
#include "mlir/Tools/lsp-server-support/Transport.h"
namespace transport = mlir::lsp;
#endif
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unistd.h>

using llvm::json::Value;

namespace {

/// What the transport has read since it was last asked. Its dispatcher keeps
/// the ids of requests to itself, and without them nothing can be cancelled.
class Tap {
public:
  explicit Tap(int Handle) : Handle(Handle) {
    cookie_io_functions_t Functions = {};
    Functions.read = [](void *Self, char *To, size_t Size) {
      return static_cast<Tap *>(Self)->read(To, Size);
    };
    Stream = ::fopencookie(this, "r", Functions);
    // So that nothing of the next message is read with this one.
    if (Stream)
      ::setvbuf(Stream, nullptr, _IONBF, 0);
  }
  ~Tap() {
    if (Stream)
      ::fclose(Stream);
  }
  Tap(const Tap &) = delete;

  FILE *stream() const { return Stream; }

  /// The message that was read last. Those before it that nobody asked for, as
  /// the transport answered them itself, are dropped with it.
  std::optional<Value> take(std::string &Json) {
    std::string All;
    All.swap(Taken);
    for (size_t At = All.size(); At-- > 0;) {
      if (All[At] != '{' || !behindHeader(All, At))
        continue;
      Json = All.substr(At);
      // An empty line in the midst of a text looks alike, and isn't whole.
      if (llvm::Expected<Value> V = llvm::json::parse(Json))
        return std::move(*V);
      else
        llvm::consumeError(V.takeError());
    }
    return std::nullopt;
  }

private:
  /// An empty line stands before it.
  static bool behindHeader(llvm::StringRef Text, size_t At) {
    llvm::StringRef Before = Text.take_front(At);
    return Before.ends_with("\n\r\n") || Before.ends_with("\n\n");
  }

  ssize_t read(char *To, size_t Size) {
    if (At == Filled) {
      ssize_t Got = ::read(Handle, Buffer, sizeof(Buffer));
      if (Got <= 0)
        return Got;
      At = 0;
      Filled = size_t(Got);
    }
    size_t Count = std::min(Size, Filled - At);
    std::memcpy(To, Buffer + At, Count);
    At += Count;
    Taken.append(To, Count);
    return ssize_t(Count);
  }

  const int Handle;
  FILE *Stream = nullptr;
  char Buffer[1 << 16];
  size_t At = 0, Filled = 0;
  std::string Taken;
};

/// Parameters as they are: who handles the message reads its whole text.
struct Any {
  Value value = nullptr;
};
bool fromJSON(const Value &, Any &, llvm::json::Path) { return true; }
Value toJSON(const Any &A) { return A.value; }

Value parsed(const char *Json) {
  llvm::Expected<Value> V = llvm::json::parse(Json);
  if (V)
    return std::move(*V);
  llvm::consumeError(V.takeError());
  return nullptr;
}

class Connection {
public:
  Connection(TorchTidyLspMessage *Message, void *Context)
      : Message(Message), Context(Context), Input(STDIN_FILENO),
        Wire(Input.stream(), llvm::outs()), Handler(Wire) {
#define TT_LSP_REQUEST(Name)                                                   \
  Handler.method<Any, Value>(Name, this, &Connection::onRequest);
#define TT_LSP_NOTICE(Name)                                                    \
  Handler.notification<Any>(Name, this, &Connection::onNotice);
#define TT_LSP_OWN_NOTICE(Name)                                                \
  Notices.emplace(Name, Handler.outgoingNotification<Any>(Name));
#define TT_LSP_OWN_REQUEST(Name)                                               \
  Requests.emplace(Name, Handler.outgoingRequest<Any, Any>(                    \
                             Name, [](Value, llvm::Expected<Any> Answer) {     \
                               if (!Answer)                                    \
                                 llvm::consumeError(Answer.takeError());       \
                             }));
#include "lsp/Methods.def"
  }

  int run() {
    if (!Input.stream())
      return 1;
    llvm::Error E = Wire.run(Handler);
    // What nobody has answered yet nobody will read.
    std::lock_guard<std::mutex> Guard(Lock);
    for (auto &[Id, Reply] : Replies)
      Reply(error(-32603, "the server ends"));
    Replies.clear();
    if (!E)
      return 0;
    llvm::consumeError(std::move(E));
    return 1;
  }

  void reply(const char *Id, llvm::Expected<Value> Result) {
    std::unique_lock<std::mutex> Guard(Lock);
    auto It = Replies.find(Id);
    if (It == Replies.end())
      return llvm::consumeError(Result.takeError());
    transport::Callback<Value> Reply = std::move(It->second);
    Replies.erase(It);
    Guard.unlock();
    Reply(std::move(Result));
  }

  void send(const char *Method, Value Params, const char *Id) {
    // One at a time: the transport's own lock is for each message alone.
    std::lock_guard<std::mutex> Guard(Sending);
    if (auto It = Requests.find(Method); Id && It != Requests.end())
      It->second(Any{std::move(Params)}, parsed(Id));
    else if (auto It = Notices.find(Method); !Id && It != Notices.end())
      It->second(Any{std::move(Params)});
  }

  static llvm::Error error(int Code, const char *Words) {
    return llvm::make_error<transport::LSPError>(Words,
                                                 transport::ErrorCode(Code));
  }

private:
  void onNotice(const Any &) {
    std::string Json;
    if (Input.take(Json))
      Message(Context, Json.data(), Json.size());
  }

  void onRequest(const Any &, transport::Callback<Value> Reply) {
    std::string Json;
    std::optional<Value> Whole = Input.take(Json);
    const llvm::json::Object *O = Whole ? Whole->getAsObject() : nullptr;
    const Value *Id = O ? O->get("id") : nullptr;
    if (!Id)
      return Reply(error(-32600, "the request has no id"));
    {
      std::string Text;
      llvm::raw_string_ostream(Text) << *Id;
      std::lock_guard<std::mutex> Guard(Lock);
      if (!Replies.emplace(Text, std::move(Reply)).second)
        return; // the earlier request of that id is answered
    }
    Message(Context, Json.data(), Json.size());
  }

  TorchTidyLspMessage *const Message;
  void *const Context;
  Tap Input;
  transport::JSONTransport Wire;
  transport::MessageHandler Handler;
  std::mutex Lock, Sending;
  std::map<std::string, transport::Callback<Value>> Replies; ///< by id
  std::map<std::string, transport::OutgoingNotification<Any>> Notices;
  std::map<std::string, transport::OutgoingRequest<Any>> Requests;
};

/// One in a process: there is one standard input.
Connection *Open = nullptr;

int run(TorchTidyLspMessage *Message, void *Context) {
  Connection C(Message, Context);
  Open = &C;
  int Code = C.run();
  Open = nullptr;
  return Code;
}

} // namespace

extern "C" const TorchTidyLsp *torchtidy_lsp(const char *Border);
extern "C" __attribute__((visibility("default"))) const TorchTidyLsp *
torchtidy_lsp(const char *Border) {
  static const TorchTidyLsp Server = {
      run,
      [](const char *Id, const char *Result) {
        if (Open)
          Open->reply(Id, parsed(Result));
      },
      [](const char *Id, int Code, const char *Words) {
        if (Open)
          Open->reply(Id, Connection::error(Code, Words));
      },
      [](const char *Method, const char *Params, const char *Id) {
        if (Open)
          Open->send(Method, parsed(Params), Id);
      }};
  return std::strcmp(Border, TORCHTIDY_LSP_BORDER) == 0 ? &Server : nullptr;
}
