//===- Wire.h - messages to and from the editor -----------------*- C++ -*-===//
#ifndef TORCHTIDY_LSP_WIRE_H
#define TORCHTIDY_LSP_WIRE_H

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace torchtidy {
namespace lsp {

/// Codes of the protocol's errors.
enum class Failure {
  InvalidRequest = -32600,
  InvalidParams = -32602,
  InternalError = -32603,
  NotInitialized = -32002,
  Cancelled = -32800,
  ContentModified = -32801,
};

/// The editor's end. All but read may be called from any thread.
class Wire {
public:
  virtual ~Wire() = default;
  /// Hands each message to \p Message until there are no more: true if the
  /// editor said "exit".
  virtual bool
  read(const std::function<void(const nlohmann::json &)> &Message) = 0;
  virtual void reply(const nlohmann::json &Id,
                     const nlohmann::json &Result) = 0;
  virtual void fail(const nlohmann::json &Id, Failure Code,
                    const std::string &Words) = 0;
  virtual void notify(const char *Method, const nlohmann::json &Params) = 0;
  virtual void request(const char *Method, const nlohmann::json &Params) = 0;
};

/// Standard input and output, by LLVM's transport, whose module is loaded.
/// Throws std::runtime_error with the reason when there is none.
Wire &standardWire();

} // namespace lsp
} // namespace torchtidy

#endif
