//===- Script.h - TorchScript answers for its own places --------*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_ARCHIVE_SCRIPT_H
#define TORCHTIDY_RUNTIME_ARCHIVE_SCRIPT_H

#include "findings/Finding.h"
#include "runtime/Guest.h"
#include "runtime/Words.h"
#include "runtime/archive/Tensors.h"
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <torch/csrc/jit/frontend/source_range.h>

namespace torchtidy {
namespace archive {

/// The place that a range names: in the source that the archive was made from,
/// by its debug info; else in the archive's own code.
Span placeOf(const torch::jit::SourceRange &Range, const std::string &Archive);

/// "Net.forward" of "__torch__.models.___torch_mangle_3.Net.forward".
std::string shortName(const std::string &Qualified);

/// Answers for TorchScript while an archive runs.
class ScriptGuest final : public rt::Guest {
public:
  /// \p Known must outlive it.
  ScriptGuest(std::string Archive, const NamedTensors &Known);
  ~ScriptGuest() override;
  unsigned capture(void **Out, unsigned Max) override;
  bool describe(const void *Place, rt::SourceFrame &Out) const override;
  bool name(const at::Tensor &T, rt::TensorWords &W) const override;
  void advise(Finding &F, const rt::TensorWords &Odd,
              const rt::TensorWords &First) const override;
  /// "FILE:LINE" of every place at which an operator ran so far.
  std::map<std::string, std::set<unsigned>> lines() const;

private:
  struct Place {
    std::shared_ptr<torch::jit::Source> source;
    torch::jit::SourceRange range;
    std::string function;
  };
  std::string Archive;
  const NamedTensors &Known;
  mutable std::mutex Mutex;
  std::deque<Place> Places;
  std::map<std::tuple<const void *, size_t, size_t, std::string>, size_t>
      Numbers;
};

} // namespace archive
} // namespace torchtidy

#endif
