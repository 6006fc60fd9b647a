// Mock of c10/macros/Macros.h: namespaces as LibTorch opens them.
#pragma once
#include <cstddef>
#include <cstdint>
#define C10_NODISCARD [[nodiscard]]
#define C10_API
#define TORCH_API
#define C10_UNUSED __attribute__((__unused__))
#define C10_CONCATENATE_IMPL(s1, s2) s1##s2
#define C10_CONCATENATE(s1, s2) C10_CONCATENATE_IMPL(s1, s2)
#define C10_STRINGIZE(x) #x
namespace c10 {}
namespace at {
using namespace c10;
}
namespace torch {
using namespace c10;
namespace jit {}
} // namespace torch
namespace caffe2 {
using namespace c10;
class TypeMeta;
} // namespace caffe2
