//===- annotations.h - what code says of its devices, on purpose ---------===//
//
// For code whose tensors are not all where their module is: a table that is
// too large for the GPU, a replay buffer, a step that needs the CPU. The
// macros tell torch-tidy so; they change nothing in the program. No LibTorch
// is needed for this header.
//
//   struct TORCH_TIDY_RUNS_ON_CPU Lookup : torch::nn::Module { … };  // a class
//   TORCH_TIDY_RUNS_ON_CPU torch::nn::Embedding table{nullptr};      // a member
//   TORCH_TIDY_RUNS_ON_CPU Tensor bin(Tensor x);                     // a function
//   Tensor pack(Tensor x, TORCH_TIDY_RUNS_ON_CPU Tensor lengths);    // an argument
//
//   TORCH_TIDY_RETURNS_ON_DEVICE_OF(src)  // by name, or counted from 0
//   Tensor scatter(Tensor src, Tensor index);
//
//   {
//     TORCH_TIDY_CROSSES_DEVICES;  // from here to the end of the block
//     rows = table(ids.cpu()).to(ids.device());
//   }
//
// docs/annotations.md says what each means.
//
//===----------------------------------------------------------------------===//
#ifndef TORCH_TIDY_ANNOTATIONS_H
#define TORCH_TIDY_ANNOTATIONS_H

#if defined(__clang__) && defined(__has_cpp_attribute)
#if __has_cpp_attribute(clang::annotate)
#define TORCH_TIDY_ANNOTATE(Text) [[clang::annotate("torch_tidy::" Text)]]
#endif
#endif
#ifndef TORCH_TIDY_ANNOTATE
#define TORCH_TIDY_ANNOTATE(Text)
#endif

/// The tensors of this class, member, variable, function or argument live on
/// the CPU, whatever device their module is on.
#define TORCH_TIDY_RUNS_ON_CPU TORCH_TIDY_ANNOTATE("runs_on_cpu")

/// This function answers on the device of its argument \p K: a parameter's
/// name, or its number, counted from 0.
#define TORCH_TIDY_RETURNS_ON_DEVICE_OF(K)                                     \
  TORCH_TIDY_ANNOTATE("returns_on_device_of(" #K ")")

/// A statement: tensors cross devices on purpose from here to the end of the
/// block. What an operator would refuse stays refused.
#define TORCH_TIDY_CROSSES_DEVICES                                             \
  TORCH_TIDY_ANNOTATE("crosses_devices")                                       \
  const ::torch_tidy::CrossesDevices TORCH_TIDY_NAME(torch_tidy_crosses_,      \
                                                     __LINE__) {}

#define TORCH_TIDY_NAME(Name, Line) TORCH_TIDY_NAME_(Name, Line)
#define TORCH_TIDY_NAME_(Name, Line) Name##Line

namespace torch_tidy {

/// How many blocks this thread is in that cross devices on purpose.
inline int &crossings() {
  static thread_local int Depth = 0;
  return Depth;
}

class CrossesDevices {
public:
  CrossesDevices() { ++crossings(); }
  ~CrossesDevices() { --crossings(); }
  CrossesDevices(const CrossesDevices &) = delete;
  CrossesDevices &operator=(const CrossesDevices &) = delete;
};

} // namespace torch_tidy

#endif
