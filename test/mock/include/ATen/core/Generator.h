// Mock of ATen/core/Generator.h and ATen/CPUGeneratorImpl.h.
#pragma once
#include <c10/core/Device.h>
namespace c10 { struct GeneratorImpl; }
namespace at {
class Tensor;
struct Generator {
  Generator() {}
  bool operator==(const Generator& rhs) const;
  bool defined() const;
  void set_current_seed(uint64_t seed);
  uint64_t current_seed() const;
  uint64_t seed();
  void set_state(const at::Tensor& new_state);
  at::Tensor get_state() const;
  Device device() const;
  Generator clone() const;
};
template <class Impl, class... Args> Generator make_generator(Args&&... args) { return Generator(); }
struct CPUGeneratorImpl {
  CPUGeneratorImpl(uint64_t seed_in = 67280421310721);
};
namespace detail {
const Generator& getDefaultCPUGenerator();
Generator createCPUGenerator(uint64_t seed_val = 67280421310721);
} // namespace detail
} // namespace at
