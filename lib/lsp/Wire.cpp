//===- Wire.cpp - messages over LLVM's transport --------------------------===//
#include "lsp/Wire.h"
#include "front/LoadModule.h"
#include "lsp/Border.h"
#include <atomic>
#include <iostream>
#include <stdexcept>

namespace torchtidy {
namespace lsp {

using nlohmann::json;

/// Names of files may hold any bytes.
static std::string text(const json &J) {
  return J.dump(-1, ' ', false, json::error_handler_t::replace);
}

namespace {

class ModuleWire : public Wire {
public:
  explicit ModuleWire(const TorchTidyLsp &M) : Module(M) {}

  bool read(const std::function<void(const json &)> &Message) override {
    auto Take = [](void *Context, const char *Bytes, size_t Size) {
      auto &To =
          *static_cast<const std::function<void(const json &)> *>(Context);
      try {
        To(json::parse(Bytes, Bytes + Size));
      } catch (const std::exception &E) {
        std::cerr << "torch-tidy: error: " << E.what() << "\n";
      }
    };
    void *Context = const_cast<void *>(static_cast<const void *>(&Message));
    return Module.run(Take, Context) == 0;
  }
  void reply(const json &Id, const json &Result) override {
    Module.reply(text(Id).c_str(), text(Result).c_str());
  }
  void fail(const json &Id, Failure Code, const std::string &Words) override {
    Module.fail(text(Id).c_str(), int(Code), Words.c_str());
  }
  void notify(const char *Method, const json &Params) override {
    Module.send(Method, text(Params).c_str(), nullptr);
  }
  void request(const char *Method, const json &Params) override {
    std::string Id = text("torch-tidy/" + std::to_string(++Last));
    Module.send(Method, text(Params).c_str(), Id.c_str());
  }

private:
  const TorchTidyLsp &Module;
  std::atomic<unsigned> Last{0};
};

} // namespace

Wire &standardWire() {
  if (!TORCHTIDY_HAS_LSP)
    throw std::runtime_error(
        "this torch-tidy was built without a server for editors: the packages "
        "of LLVM " TORCHTIDY_LLVM_VERSION " had no transport for it. LLVM 19 "
        "has one in libmlir-19-dev, and LLVM 22 in itself");
  static ModuleWire W(*static_cast<const TorchTidyLsp *>(
      front::loadModule(TORCHTIDY_LSP_MODULE, "speaks with editors",
                        TORCHTIDY_LSP_ENTRY, TORCHTIDY_LSP_BORDER)));
  return W;
}

} // namespace lsp
} // namespace torchtidy
