//===- Guest.h - code that LibTorch interprets: TorchScript -----*- C++ -*-===//
//
// A run of an archive has no source lines of its own on the stack: they are
// the interpreter's. A guest answers in their place. Its places look like
// return addresses and are none.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_RUNTIME_GUEST_H
#define TORCHTIDY_RUNTIME_GUEST_H

namespace at {
class Tensor;
}

namespace torchtidy {
struct Finding;
namespace rt {

struct SourceFrame;
struct TensorWords;

class Guest {
public:
  virtual ~Guest();
  /// Places of the guest's calls on this thread's stack, innermost first.
  virtual unsigned capture(void **Out, unsigned Max) = 0;
  /// False if \p Place is none of the guest's.
  virtual bool describe(const void *Place, SourceFrame &Out) const = 0;
  /// False if the guest knows no name for \p T; else sets its origin.
  virtual bool name(const at::Tensor &T, TensorWords &W) const = 0;
  /// What to do about an odd tensor, in the guest's language.
  virtual void advise(Finding &F, const TensorWords &Odd,
                      const TensorWords &First) const = 0;
};

/// Null: nothing but machine code runs. One at a time, set before and cleared
/// after a run.
Guest *guest();
void setGuest(Guest *G);

} // namespace rt
} // namespace torchtidy

#endif
